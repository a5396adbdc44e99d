import Dissection
import Journal
import UCI

/// What a round has measured.
package struct RoundFigures: Sendable {
  /// Metres.
  package var distance: Double
  /// Degrees, positive to the right; nil where the board says none.
  package var azimuth: Double?
  /// Degrees, positive upwards; nil where the board says none.
  package var elevation: Double?
}

/// Reads a frame that reports a round: the firmware of the board, its dialect, and the bytes.
package typealias RoundReader =
  @Sendable (_ firmware: String, _ dialect: String, _ bytes: [UInt8]) -> RoundFigures?

/// Frames in words, for the documents of a run.
package enum FrameWords {
  /// Names the fields of a frame by the firmware and the dialect of its board.
  package static let describer: FrameDescriber = { firmware, dialect, direction, bytes in
    Dissection.onLink(
      bytes, firmware: firmware, dialect: UCIDialect(dialect) ?? .fira2,
      isFromBoard: direction == .in)?.packet.summary
  }

  /// The numbers of the first good measurement of a frame that reports a round.
  package static let round: RoundReader = { firmware, dialect, bytes in
    guard firmware == "uci" else { return nil }
    let packet = Dissection.uci(bytes, dialect: UCIDialect(dialect) ?? .fira2)
    for measurement in packet.fields where measurement.name == "measurement" {
      func number(_ name: String) -> Double? {
        guard let field = measurement[name], field.unit != nil else { return nil }
        return Double(field.value)
      }
      guard measurement["status"]?.number == 0, let distance = number("distance") else { continue }
      func angle(_ name: String) -> Double? {
        measurement[name + "_fom"]?.number ?? 0 > 0 ? number(name) : nil
      }
      return RoundFigures(
        distance: distance, azimuth: angle("aoa_azimuth"), elevation: angle("aoa_elevation"))
    }
    return nil
  }

  package static let distance: FrameDescriber = { firmware, dialect, _, bytes in
    guard firmware == "uci" else { return nil }
    func find(_ fields: [Field]) -> String? {
      for field in fields {
        if field.name == "distance", field.unit != nil { return field.text }
        if let text = find(field.children) { return text }
      }
      return nil
    }
    return find(Dissection.uci(bytes, dialect: UCIDialect(dialect) ?? .fira2).fields)
  }
}

import Dissection
import Journal
import NearbyAccessory
import UCI

/// Frames in words, for the documents of a run.
package enum FrameWords {
  /// Names the fields of a frame by the firmware and the dialect of its board.
  package static let describer: FrameDescriber = { firmware, dialect, direction, bytes in
    switch firmware {
    case "uci": Dissection.uci(bytes, dialect: UCIDialect(dialect) ?? .fira2).summary
    case "ni-accessory":
      Dissection.onAccessoryLink(
        bytes, direction: direction == .in ? .accessoryToPhone : .phoneToAccessory
      ).summary
    case "ranging-oob": Dissection.rangingOOB(bytes).summary
    default: nil
    }
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

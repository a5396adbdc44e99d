import Dissection
import Journal
import UCI

/// A kind of value that tells one board from another.
package enum SecretKind: String, CaseIterable, Codable, Sendable {
  case address
  case key
  case chip = "chip identity"
  case serial = "serial number"
}

/// A field of a frame that holds such a value.
struct SecretField {
  let kind: SecretKind
  let bytes: [UInt8]
  /// Its place in the frame, or in the stream that the frame is a part of.
  var range: Range<Int>

  /// The fields of a frame by their names in its protocol.
  static func fields(
    of frame: [UInt8], _ firmware: String?, _ dialect: UCIDialect, _ direction: Direction
  ) -> [SecretField] {
    guard let firmware,
      let read = Dissection.onLink(
        frame, firmware: firmware, dialect: dialect, isFromBoard: direction == .in)
    else { return [] }
    return leaves(read.packet.fields, "", frame)
  }

  /// The same field in a stream in which the frame begins there.
  func moved(by offset: Int) -> SecretField {
    var copy = self
    copy.range = range.lowerBound + offset..<range.upperBound + offset
    return copy
  }

  private static func leaves(_ fields: [Field], _ group: String, _ frame: [UInt8]) -> [SecretField]
  {
    fields.flatMap { field -> [SecretField] in
      // The value of a parameter has the name of the parameter.
      let name = field.name == "value" ? group : field.name
      guard field.children.isEmpty else { return leaves(field.children, field.name, frame) }
      let range = field.offset..<field.offset + field.length
      guard range.upperBound <= frame.count else { return [] }
      if name == "vendor_info" { return parts(ofVendor: range, frame) }
      guard field.length > 1, let kind = kind(of: name) else { return [] }
      return [SecretField(kind: kind, bytes: Array(frame[range]), range: range)]
    }
  }

  private static func kind(of name: String) -> SecretKind? {
    let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
    let isAbout = ["version", "mode", "type", "range", "length", "size", "rate", "rotation"]
    guard !words.contains(where: { isAbout.contains(String($0)) }), let last = words.last else {
      return nil
    }
    if words.contains("address") || words.contains("addr") || last == "mac" || last == "macs" {
      return .address
    }
    return last == "key" || last == "iv" ? .key : nil
  }

  /// The identities in the device information: Qorvo's `soc_id`, and of a shape that is not known all
  /// that is neither text nor too short to be one.
  private static func parts(ofVendor range: Range<Int>, _ frame: [UInt8]) -> [SecretField] {
    var pieces: [Range<Int>] = []
    if range.count == 52, frame[range].suffix(3).prefix(2) == [0xCA, 0xDE] {
      pieces = [range.lowerBound + 15..<range.lowerBound + 47]
    } else {
      var start = range.lowerBound
      while start + 2 <= range.upperBound {
        let end = start + 2 + Int(frame[start + 1])
        guard end <= range.upperBound else { break }
        pieces.append(start + 2..<end)
        start = end
      }
      if start != range.upperBound { pieces = [range] }
    }
    return pieces.flatMap { piece -> [Range<Int>] in
      guard frame[piece].allSatisfy({ (0x20...0x7E).contains($0) }) else { return [piece] }
      // A text may end in a number of its own.
      return frame[piece].indices.split { !(0x30...0x39).contains(frame[$0]) }
        .compactMap { run in run.first.map { $0..<$0 + run.count } }.filter { $0.count > 4 }
    }.filter { $0.count > 3 }.map { SecretField(kind: .chip, bytes: Array(frame[$0]), range: $0) }
  }
}

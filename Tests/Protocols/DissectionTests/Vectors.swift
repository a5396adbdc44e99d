import Foundation
import UCI
import WireFormat

/// A packet whose fields are known.
struct Vector: Sendable, CustomStringConvertible {
  let name: String
  let bytes: [UInt8]
  let dialect: UCIDialect
  /// The numbers of the top level.
  let numbers: [String: Int64]

  var description: String { "\(name) \(Hexadecimal.encode(bytes.prefix(12)))" }

  static let all: [Vector] = {
    guard let url = Bundle.module.url(forResource: "Vectors/packets", withExtension: "jsonl"),
      let text = try? String(contentsOf: url, encoding: .utf8)
    else { return [] }
    return text.split(separator: "\n").compactMap { line in
      guard
        let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
        let name = object["name"] as? String, let hex = object["hex"] as? String,
        let bytes = try? Hexadecimal.decode(hex), let fields = object["fields"] as? [String: Any]
      else { return nil }
      let layout = object["layout"] as? String
      let dialect =
        switch layout {
        case "nxp": UCIDialect(vendor: .nxp)
        case "fira1": UCIDialect(version: .fira1)
        default: UCIDialect(vendor: name.hasPrefix("ANDROID") ? .android : .none)
        }
      return Vector(
        name: name, bytes: bytes, dialect: dialect,
        numbers: fields.compactMapValues { ($0 as? NSNumber)?.int64Value })
    }
  }()
}

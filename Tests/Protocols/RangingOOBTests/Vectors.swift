import Foundation
import WireFormat

/// One line of the vector file.
struct Vector: Sendable, CustomStringConvertible {
  let id: String
  let kind: String
  let bytes: [UInt8]
  let isGood: Bool
  /// A more tolerant decoder may take it.
  let isLenient: Bool
  private let json: Data

  var description: String { "\(id) \(Hexadecimal.encode(bytes.prefix(12)))" }

  /// Its fields, as they were written.
  var fields: [String: Any] {
    let object = try? JSONSerialization.jsonObject(with: json) as? [String: Any]
    return object?["fields"] as? [String: Any] ?? [:]
  }

  func text(_ name: String) -> String { fields[name] as? String ?? "" }
  func number(_ name: String) -> Int { fields[name] as? Int ?? -1 }
  func hex(_ name: String) -> [UInt8] { (try? Hexadecimal.decode(text(name))) ?? [] }

  static let all: [Vector] = {
    guard
      let url = Bundle.module.url(forResource: "Vectors/ranging-oob", withExtension: "jsonl"),
      let text = try? String(contentsOf: url, encoding: .utf8)
    else { return [] }
    return text.split(separator: "\n").compactMap { line in
      let data = Data(line.utf8)
      guard let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
        let id = object["id"] as? String, let kind = object["kind"] as? String,
        let bytes = try? Hexadecimal.decode(object["hex"] as? String ?? "")
      else { return nil }
      return Vector(
        id: id, kind: kind, bytes: bytes, isGood: object["ok"] as? Bool ?? false,
        isLenient: object["lenient"] != nil, json: data)
    }
  }()

  static func of(_ kind: String) -> [Vector] { all.filter { $0.kind == kind } }
}

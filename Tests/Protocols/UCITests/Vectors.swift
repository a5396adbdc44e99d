import Foundation

@testable import UCI

/// A line of a vector file, with its number for the test's name.
struct Vector: Sendable, CustomStringConvertible {
  let line: Int
  let name: String
  let bytes: [UInt8]
  let json: Data

  var description: String { "\(line) \(name)" }

  /// The line as it was written.
  var object: [String: Any] {
    (try? JSONSerialization.jsonObject(with: json) as? [String: Any]) ?? [:]
  }

  static func load(_ name: String) -> [Vector] {
    guard
      let url = Bundle.module.url(forResource: "Vectors/\(name)", withExtension: "jsonl"),
      let text = try? String(contentsOf: url, encoding: .utf8)
    else { return [] }
    return text.split(separator: "\n").enumerated().compactMap { number, line in
      let data = Data(line.utf8)
      guard
        let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
        let hex = object["hex"] as? String, let name = object["name"] as? String
      else { return nil }
      return Vector(line: number + 1, name: name, bytes: unhex(hex), json: data)
    }
  }

  static let packets = load("uci")
  static let lists = load("uci-tlv")

  /// The dialect that the line was written in.
  var dialect: UCIDialect {
    let layout = (object["meaning"] as? [String: Any])?["layout"] as? String
    if layout == "nxp" { return UCIDialect(vendor: .nxp) }
    if layout == "fira1" { return UCIDialect(version: .fira1) }
    return UCIDialect(vendor: name.hasPrefix("ANDROID") ? .android : .none)
  }
}

func unhex(_ text: String) -> [UInt8] {
  let digits = Array(text.filter { !$0.isWhitespace })
  return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
    UInt8(String(digits[$0...$0 + 1]), radix: 16)
  }
}

func hex(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

/// A small generator with a fixed seed (xorshift64*).
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_F491_4F6C_DD1D
  }

  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
  }
}

import Foundation
import Testing
import WireFormat

/// One line of a vector file: bytes seen in the world, where, and what is in them.
struct Vector: Decodable, CustomTestStringConvertible, Sendable {
  enum Value: Decodable, Sendable, Equatable, ExpressibleByIntegerLiteral {
    case number(Int)
    case text(String)

    init(integerLiteral value: Int) { self = .number(value) }

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int.self) {
        self = .number(number)
      } else {
        self = .text(try container.decode(String.self))
      }
    }
  }

  var name: String
  var source: String
  var kind: String?
  var hex: String
  var fields: [String: Value]

  var testDescription: String { "\(name) (\(source))" }

  func bytes() throws -> [UInt8] { try Hexadecimal.decode(hex) }

  static func load(_ file: String) throws -> [Vector] {
    let url = try #require(
      Bundle.module.url(forResource: "Vectors/\(file)", withExtension: "jsonl"))
    let text = try String(contentsOf: url, encoding: .utf8)
    let lines = text.split(separator: "\n")
    return try lines.map { try JSONDecoder().decode(Vector.self, from: Data($0.utf8)) }
  }
}

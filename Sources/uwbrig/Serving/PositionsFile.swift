import Foundation
import Links
import Room
import Yams

/// Where boards stand: a YAML list of `[x, y, z]` in metres.
enum PositionsFile {
  private static let largest = 1 << 16

  /// Reads a file. Throws ``Failure``.
  static func read(_ path: String) throws -> [Position] {
    func wrong(_ why: String) -> Failure {
      Failure(.usage, "--positions: \(PrintableText.escaped(path)): \(why)")
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw wrong("there is no such file, or it cannot be read")
    }
    guard data.count <= largest else { throw wrong("more than \(largest) bytes") }
    do {
      return try parse(String(decoding: data, as: UTF8.self))
    } catch let failure as Failure { throw wrong(failure.message) }
  }

  /// Reads the text of a file. Throws ``Failure``.
  static func parse(_ text: String) throws -> [Position] {
    // A list of numbers needs neither, and both can make a small file large.
    guard !text.contains("&"), !text.contains("*") else {
      throw Failure(.usage, "anchors and aliases have no place in a list of positions")
    }
    guard let root = try? Parser(yaml: text, resolver: .basic, encoding: .utf8).singleRoot(),
      let list = root.sequence
    else { throw Failure(.usage, "found something else than a list of [x, y, z]") }
    return try list.enumerated().map { index, node in
      let numbers = node.sequence?.compactMap { $0.scalar.flatMap { Double($0.string) } } ?? []
      guard numbers.count == 3, node.sequence?.count == 3, numbers.allSatisfy(\.isFinite) else {
        throw Failure(
          .usage, "entry \(index + 1) is not [x, y, z], three numbers in metres")
      }
      return Position(numbers[0], numbers[1], numbers[2])
    }
  }
}

import FoundationEssentials
import Journal
import Links
import Notation
package import Room

/// Where boards stand: a YAML list of `[x, y, z]` in metres, one a line behind a `-` or all in
/// brackets.
package enum PositionsFile {
  private static let largest = 1 << 16

  package static func read(_ path: String) throws -> [Position] {
    func wrong(_ why: String) -> Failure {
      Failure(.usage, "--positions: \(PrintableText.escaped(path)): \(why)")
    }
    if let obstacle = InputFile.obstacle(path) { throw wrong("it is \(obstacle), not a file") }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw wrong("there is no such file, or it cannot be read")
    }
    guard data.count <= largest else { throw wrong("more than \(largest) bytes") }
    do {
      return try parse(String(decoding: data, as: UTF8.self))
    } catch let failure as Failure { throw wrong(failure.message) }
  }

  static func parse(_ text: String) throws -> [Position] {
    let lines = text.split(whereSeparator: \.isNewline)
      .map { $0.prefix { $0 != "#" }.withoutSpaces }
      .filter { !$0.isEmpty && $0 != "---" }
    let entries: [String]
    if lines.allSatisfy({ $0.hasPrefix("- ") }) {
      entries = lines.map { String($0.dropFirst(2)).withoutSpaces }
    } else {
      let joined = lines.joined()
      guard joined.hasPrefix("["), joined.hasSuffix("]") else {
        throw Failure(.usage, "found something else than a list of [x, y, z], one a line behind -")
      }
      entries = joined.dropFirst().dropLast().split(separator: "]").map {
        $0.drop { $0 == "," || $0 == " " } + "]"
      }
    }
    return try entries.enumerated().map { index, entry in
      let inner = entry.hasPrefix("[") && entry.hasSuffix("]") ? entry.dropFirst().dropLast() : ""
      let numbers = inner.split(separator: ",", omittingEmptySubsequences: false).map {
        Double($0.withoutSpaces) ?? .nan
      }
      guard numbers.count == 3, numbers.allSatisfy(\.isFinite) else {
        throw Failure(.usage, "entry \(index + 1) is not [x, y, z], three numbers in metres")
      }
      return Position(numbers[0], numbers[1], numbers[2])
    }
  }
}

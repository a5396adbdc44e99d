import Bench
import UCI
import UCIHost
import WireFormat

/// The calibration values of one board: the one that `calibrate` writes, and those beside it that it
/// watches.
protocol CalibrationAccess: Sendable {
  /// The key that is written, by the name that people know.
  var key: String { get }
  /// What a unit is worth by the data sheet: metres of distance of a delay, shared between sending and
  /// receiving; degrees straight ahead of an angle.
  var nominalUnit: Double { get }
  /// The values that the firmware takes.
  var range: ClosedRange<Int> { get }
  /// All values that are watched, the one that is written first.
  var values: CalibrationValues { get async throws }
  /// Asks for a new value; what stands there afterwards is told by ``values`` alone.
  func write(_ bytes: [UInt8], to key: String) async throws
  /// Keeps what stands there now over a power cut, where the firmware wants to be told.
  func keep() async throws
}

extension CalibrationAccess {
  func keep() async throws {}

  /// What stands at the key that is written; nil where nothing does.
  func number(in values: CalibrationValues) -> Int? {
    values[key].map {
      range.lowerBound < 0 ? UCILittleEndian.signed($0) : UCILittleEndian.number($0)
    }
  }
}

/// Values by their keys.
package struct CalibrationValues: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    package let key: String
    /// Little-endian.
    package let bytes: [UInt8]

    package init(_ key: String, _ bytes: [UInt8]) {
      self.key = key
      self.bytes = bytes
    }

    /// The number that they are; nil of more than four bytes, which are a table.
    package var number: Int? { bytes.count > 4 ? nil : UCILittleEndian.number(bytes) }
    /// In words, such as `16375`.
    package var text: String { Self.text(bytes) }

    static func text(_ bytes: [UInt8]) -> String {
      guard bytes.count > 4 else { return "\(UCILittleEndian.number(bytes))" }
      return "\(bytes.count) bytes from " + Hexadecimal.encode(bytes.prefix(8))
    }
  }

  package let entries: [Entry]

  package init(_ entries: [Entry]) { self.entries = entries }

  package subscript(key: String) -> [UInt8]? { entries.first { $0.key == key }?.bytes }

  /// The entries whose values are others in `now`, or gone.
  func changed(in now: CalibrationValues) -> [Entry] { entries.filter { now[$0.key] != $0.bytes } }

  /// Those that are the same in a second reading: a temperature that a board lists with its keys is no
  /// calibration.
  func steady(in second: CalibrationValues, but key: String) -> [String] {
    entries.filter { $0.key == key || second[$0.key] == $0.bytes }.map(\.key)
  }
}

/// Metres that a tick of 1/(128 × 499.2 MHz) is worth.
let metresPerTick = 299_702_547 / (128 * 499_200_000.0)

/// A board with UCI firmware, across the times that its link is opened.
struct UCIContact: Sendable {
  let board: BenchBoard
  let dialect: UCIDialect

  var host: UCIHost {
    get throws {
      let host = try board.session.host()
      if host.dialect != dialect { host.dialect = dialect }
      return host
    }
  }

  /// Asks a question; once more behind a reset where a late answer to something else comes, or none.
  func ask<Command: UCICommandBody>(_ command: Command) async throws -> Command.Response {
    do { return try await host.attempt(command) } catch let error as UCIHostError {
      guard [.foreignResponse, .timedOut, .damaged].contains(error.code) else { throw error }
      try await host.reset()
      return try await host.attempt(command)
    }
  }

  /// Asks questions that a board need not know; after two that it does not answer at all it is asked no
  /// more.
  func find<Question, Value>(
    _ questions: [Question], _ ask: (Question) async throws -> Value?
  ) async throws -> [Value] {
    var (found, silences): ([Value], Int) = ([], 0)
    for question in questions where silences < 2 {
      do {
        if let value = try await ask(question) { found.append(value) }
      } catch let error as UCIHostError where [.timedOut, .malformed, .busy].contains(error.code) {
        silences += 1
        try await host.reset()
      }
    }
    return found
  }
}

/// Numbers as calibration values have them.
enum UCILittleEndian {
  static func number(_ bytes: [UInt8]) -> Int {
    bytes.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// Of two's complement.
  static func signed(_ bytes: [UInt8]) -> Int {
    let count = min(4, bytes.count)
    guard count > 0 else { return 0 }
    let (raw, half) = (number(bytes), 1 << (8 * count - 1))
    return raw >= half ? raw - 2 * half : raw
  }

  static func bytes(_ number: Int, count: Int) -> [UInt8] {
    (0..<min(8, count)).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}

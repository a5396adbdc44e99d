import Bench
import Errors
import UCI
import WireFormat

/// The keys of Qorvo's shell: read by LISTCAL, since CALKEY alone is refused (observed: 1.1.0), written by
/// CALKEY, and kept by SAVE only once the right value is read back.
struct ShellAccess: CalibrationAccess {
  let board: BenchBoard
  let key: String
  var nominalUnit: Double { metresPerTick }
  var range: ClosedRange<Int> { CalibrationPlan.Quantity.delay.range }
  private let keys: [String]

  /// Finds out which keys the board has.
  ///
  /// - Parameter known: the keys to look at, where that is known already.
  init(_ board: BenchBoard, _ settings: CalibrationPlan.Settings, known: [String]?) async throws {
    self.board = board
    let own = settings.quantity.qorvoKey(settings.antenna, settings.channel)
    key = own
    guard settings.quantity == .delay else {
      throw CalibrationFault(.noKey, board.name, "ranges of the shell have no angles")
    }
    if let known {
      keys = known
      return
    }
    let first = try await Self.list(board)
    guard let value = first[own] else {
      throw CalibrationFault(
        .noKey, board.name, "LISTCAL has no \(own)",
        advice: "Does the firmware have the channel and the antenna?")
    }
    keys = CalibrationValues(
      [.init(own, value)] + first.entries.filter { $0.key != own }
    ).steady(in: try await Self.list(board), but: own)
  }

  var values: CalibrationValues {
    get async throws {
      let found = try await Self.list(board)
      return CalibrationValues(
        keys.compactMap { key in found.entries.first { $0.key == key } })
    }
  }

  private static func list(_ board: BenchBoard) async throws -> CalibrationValues {
    let line = ShellLine(board)
    try await line.idle()
    return CalibrationValues(try await line.ask("LISTCAL").compactMap(entry))
  }

  /// Of a line such as `ant0.ch9.ant_delay: 0x00003ff7 (len: 4)`.
  private static func entry(_ line: String) -> CalibrationValues.Entry? {
    let parts = line.split(separator: " ")
    guard parts.count >= 2, parts[0].hasSuffix(":"), parts[1].hasPrefix("0x") else { return nil }
    let digits = parts[1].dropFirst(2)
    guard
      let bytes = try? Hexadecimal.decode((digits.count.isMultiple(of: 2) ? "" : "0") + digits),
      !bytes.isEmpty
    else { return nil }
    return .init(String(parts[0].dropLast()), bytes.reversed())
  }

  func write(_ bytes: [UInt8], to key: String) async throws {
    guard bytes.count <= 8 else {
      throw CalibrationFault(
        .notTaken, board.name, "CALKEY takes no \(key) of \(bytes.count) bytes")
    }
    let number = bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    try await ShellLine(board).ask("CALKEY \(key) \(number)")
    guard try await values[key] == bytes else { return }
    try await keep()
  }

  func keep() async throws { try await ShellLine(board).ask("SAVE") }
}

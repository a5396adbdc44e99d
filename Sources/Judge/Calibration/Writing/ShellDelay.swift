import Bench
import Errors
import UCI

/// The keys of Qorvo's shell: read by LISTCAL, since CALKEY alone is refused (observed: 1.1.0), written by
/// CALKEY, and kept by SAVE only once the right value is read back.
struct ShellDelay: DelayAccess {
  let board: BenchBoard
  let antenna: Int
  let channel: Int

  var key: String { UWBSCalibration.delay(antenna: antenna, channel: channel) }
  var nominalUnit: Double { metresPerTick }
  var range: ClosedRange<Int> { 1...0xFFFF }

  var values: DelayValues {
    get async throws {
      let line = ShellLine(board)
      try await line.idle()
      let found = try await line.ask("LISTCAL").compactMap(Self.entry)
      let wanted =
        [channel] + UWBSCalibration.channels.filter { $0 != channel }
      let names = wanted.map { UWBSCalibration.delay(antenna: antenna, channel: $0) }
      guard found.contains(where: { $0.key == key }) else {
        throw CalibrationFault(
          .noKey, board.name, "LISTCAL has no \(key)",
          advice: "Does the firmware have the channel and the antenna?")
      }
      return DelayValues(names.compactMap { name in found.first { $0.key == name } })
    }
  }

  /// Of a line such as `ant0.ch9.ant_delay: 0x00003ff7 (len: 4)`.
  private static func entry(_ line: String) -> DelayValues.Entry? {
    let parts = line.split(separator: " ")
    guard parts.count >= 2, parts[0].hasSuffix(":"), parts[1].hasPrefix("0x"),
      let value = UInt32(parts[1].dropFirst(2), radix: 16)
    else { return nil }
    return .init(String(parts[0].dropLast()), Int(value))
  }

  func write(_ value: Int, to key: String) async throws {
    let line = ShellLine(board)
    try await line.ask("CALKEY \(key) \(value)")
    guard try await values[key] == value else { return }
    try await keep()
  }

  func keep() async throws { try await ShellLine(board).ask("SAVE") }
}

import Bench
import UCI
import UCIHost

/// The calibration values of one board that `calibrate` writes, and those beside them that it watches.
protocol DelayAccess: Sendable {
  /// The key that is written, by the name that people know.
  var key: String { get }
  /// Metres of distance that a unit is worth by the data sheet, shared between sending and receiving.
  var nominalUnit: Double { get }
  /// The values that the firmware takes.
  var range: ClosedRange<Int> { get }
  /// What the value is written as for the vendor's tools: key and value.
  var values: DelayValues { get async throws }
  /// Asks for a new value; what stands there afterwards is told by ``values`` alone.
  func write(_ value: Int, to key: String) async throws
  /// Keeps what stands there now over a power cut, where the firmware wants to be told.
  func keep() async throws
}

extension DelayAccess {
  func keep() async throws {}
}

/// Values by their keys.
package struct DelayValues: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    package let key: String
    package let value: Int

    package init(_ key: String, _ value: Int) {
      self.key = key
      self.value = value
    }
  }

  package let entries: [Entry]

  package init(_ entries: [Entry]) { self.entries = entries }

  package subscript(key: String) -> Int? { entries.first { $0.key == key }?.value }
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
}

/// Qorvo's calibration commands over UCI: keys by name, values little-endian.
struct QorvoDelay: DelayAccess {
  let contact: UCIContact
  let antenna: Int
  let channel: Int

  var key: String { Self.name(antenna, channel) }
  var nominalUnit: Double { metresPerTick }
  var range: ClosedRange<Int> { 1...0xFFFF }

  private static func name(_ antenna: Int, _ channel: Int) -> String {
    UWBSCalibration.delay(antenna: antenna, channel: channel)
  }

  var values: DelayValues {
    get async throws {
      let host = try contact.host
      var entries: [DelayValues.Entry] = []
      for channel in [channel] + UWBSCalibration.channels.filter({ $0 != channel }) {
        let name = Self.name(antenna, channel)
        let command = QorvoCalibrationGetCommand(
          keys: [QorvoCalibrationKey(key: Array(name.utf8))])
        let response = try await host.attempt(command)
        guard response.status == .ok, let entry = response.entries?.first, entry.status == .ok
        else {
          // A firmware for one channel has no other.
          guard channel == self.channel else { continue }
          throw CalibrationFault(
            .noKey, host.name,
            "the board has no \(name): it answers \(response.status.name(in: host.dialect))",
            advice: "Does its firmware have the channel? Load its factory calibration first")
        }
        entries.append(.init(name, UCILittleEndian.number(entry.value)))
      }
      return DelayValues(entries)
    }
  }

  func write(_ value: Int, to key: String) async throws {
    let entry = QorvoCalibrationEntry(
      key: Array(key.utf8), value: UCILittleEndian.bytes(value, count: 4))
    _ = try await contact.host.call(QorvoCalibrationSetCommand(entries: [entry]))
  }
}

/// NXP's SET_DEVICE_CALIBRATION of the receive delay, in quarters of a tick.
struct NXPDelay: DelayAccess {
  let contact: UCIContact
  let antenna: Int
  let channel: Int

  var key: String { name(channel) }
  var nominalUnit: Double { metresPerTick / 4 }
  var range: ClosedRange<Int> { 1...0xFFFF }

  private static let receiveDelay: UInt8 = 0x02

  /// As the configuration file of Android's HAL names it; antennas are counted from 1.
  private func name(_ channel: Int) -> String { "cal.ant\(antenna + 1).ch\(channel).ant_delay" }

  var values: DelayValues {
    get async throws {
      let host = try contact.host
      var entries: [DelayValues.Entry] = []
      for channel in [channel] + UWBSCalibration.channels.filter({ $0 != channel }) {
        let response = try await host.attempt(
          NXPGetDeviceCalibrationCommand(
            channel: UInt8(clamping: channel), tag: Self.receiveDelay, pair: []))
        guard response.status == .ok, let value = delay(in: response.value ?? []) else {
          guard channel == self.channel else { continue }
          throw CalibrationFault(
            .noKey, host.name,
            "the receive delay of channel \(channel) cannot be read: the board answers "
              + response.status.name(in: host.dialect),
            advice: "Is this a chip of the SR1xx or SR2xx family?")
        }
        entries.append(.init(name(channel), value))
      }
      return DelayValues(entries)
    }
  }

  /// Of a list that may have its tag and length before it.
  private func delay(in bytes: [UInt8]) -> Int? {
    var list = bytes[...]
    if list.count > 2, list[0] == Self.receiveDelay, Int(list[1]) == list.count - 2 {
      list = list.dropFirst(2)
    }
    guard let count = list.first, list.count == 1 + 3 * Int(count) else { return nil }
    for entry in stride(from: list.startIndex + 1, to: list.endIndex, by: 3)
    where Int(list[entry]) == antenna + 1 {
      return Int(list[entry + 1]) | Int(list[entry + 2]) << 8
    }
    return nil
  }

  func write(_ value: Int, to key: String) async throws {
    let channel = UWBSCalibration.channels.first { name($0) == key } ?? channel
    let bytes = [1, UInt8(clamping: antenna + 1)] + UCILittleEndian.bytes(value, count: 2)
    _ = try await contact.host.call(
      NXPSetDeviceCalibrationCommand(
        channel: UInt8(clamping: channel), tag: Self.receiveDelay, value: bytes))
  }
}

/// Numbers as calibration values have them.
enum UCILittleEndian {
  static func number(_ bytes: [UInt8]) -> Int {
    bytes.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  static func bytes(_ number: Int, count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}

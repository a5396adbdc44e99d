import Bench
import BootProtocols
import Errors
import RigFile
import UCI
import UCIHost

/// A board while it is calibrated: what it had, and what it was given.
struct CalibratedBoard: Sendable {
  let board: BenchBoard
  let access: any DelayAccess
  /// All values that it came with.
  let old: DelayValues
  let firmware: String
  /// The value that it has now.
  var value: Int
  /// What was measured with each value.
  var line = DelayLine()
  /// Metres that a unit was found to be worth; nil until that was proved.
  var slope: Double?
  /// Keys that were seen to change when another was written.
  var diversions: [(written: String, changed: String)] = []

  var name: String { board.name }
  var isTouched = false

  /// Opens a board and asks for its values.
  ///
  /// - Parameter old: what it had before, where that is known already.
  init(
    _ board: BenchBoard, _ settings: CalibrationPlan.Settings, old given: DelayValues? = nil
  ) async throws {
    self.board = board
    firmware = try await Self.identify(board)
    if board.description.firmware.shell != nil {
      access = ShellDelay(board: board, antenna: settings.antenna, channel: settings.channel)
    } else {
      access = try Self.access(board, settings)
    }
    let values = try await access.values
    old = given ?? values
    value = values[access.key] ?? 0
    guard value > 0 || given != nil else {
      throw CalibrationFault(
        .noDelay, board.name, "\(access.key) is 0, so that ranges are some 77 m too long",
        advice: "Load the factory calibration of the board first")
    }
  }

  /// The calibration commands of the board's vendor.
  private static func access(
    _ board: BenchBoard, _ settings: CalibrationPlan.Settings
  ) throws -> any DelayAccess {
    let contact = UCIContact(board: board, dialect: try board.session.host().dialect)
    switch contact.dialect.vendor {
    case .qorvo:
      return QorvoDelay(contact: contact, antenna: settings.antenna, channel: settings.channel)
    case .nxp:
      return NXPDelay(contact: contact, antenna: settings.antenna, channel: settings.channel)
    default:
      throw CalibrationFault(
        .noKey, board.name,
        "no calibration commands are known of a board that speaks \(contact.dialect)",
        advice: "Those of Qorvo's and NXP's firmware are; a trusted board needs none")
    }
  }

  /// Opens a board, brings it to its start state and lets it say what it is.
  ///
  /// - Returns: its firmware, in words.
  @discardableResult
  static func identify(_ board: BenchBoard) async throws -> String {
    _ = try await board.session.opened()
    if board.description.firmware.shell != nil {
      let line = ShellLine(board)
      try await line.idle()
      return "Qorvo command line \(try await line.version())"
    }
    let host = try board.session.host()
    try await host.reset()
    let info = try await host.deviceInfo()
    if board.description.dialect == nil { host.dialect = UCIDialect(deviceInfo: info) }
    return words(info)
  }

  private static func words(_ info: CoreGetDeviceInfoResponse) -> String {
    func dotted(_ bytes: some Sequence<UInt8>) -> String {
      bytes.map { String($0) }.joined(separator: ".")
    }
    let version = "UCI \(dotted(info.uciVersion ?? []))"
    let vendor = info.vendorInfo ?? []
    switch UCIDialect(deviceInfo: info).vendor {
    // The version stands first.
    case .qorvo: return "\(version), \(dotted(vendor.prefix(3)))"
    // Its length, and the name of the chip.
    case .nxp:
      let name = vendor.filter { (0x21...0x7E).contains($0) }.prefix(32)
      return "\(version), \(String(decoding: name, as: UTF8.self))"
    default: return version
    }
  }

  /// Gives it a new value, and reads all of them back.
  ///
  /// - Throws: ``CalibrationFault`` when something else stands there than what was asked for.
  mutating func set(_ target: Int) async throws {
    let before = try await access.values
    isTouched = true
    let refusal = try await attempt(target, to: access.key)
    let after = try await access.values
    value = after[access.key] ?? value
    for entry in after.entries where entry.key != access.key && before[entry.key] != entry.value {
      diversions.append((access.key, entry.key))
      throw CalibrationFault(
        .notTaken, name,
        "\(access.key) was written, and \(entry.key) changed to \(entry.value)",
        advice: "This firmware writes the delay of another channel: look for a newer one")
    }
    guard value == target else {
      throw CalibrationFault(
        .notTaken, name,
        "\(access.key) was to become \(target), and \(value) is read back"
          + (refusal.map { " (\($0))" } ?? ""),
        advice: "Is the value allowed, and does this firmware store calibration?")
    }
  }

  /// Writes, and lives through a refusal and through silence: what was done is told by reading
  /// alone.
  private func attempt(_ target: Int, to key: String) async throws -> String? {
    do {
      try await access.write(target, to: key)
      return nil
    } catch let error as UCIHostError {
      guard error.code != .closed, error.code != .cancelled else { throw error }
      if error.code != .status { try await board.session.host().reset() }
      return error.reason
    } catch let error as RigError where error.code == .timedOut {
      // What was not answered may have been done.
      return "no answer"
    } catch let error as CalibrationFault where error.code == .notTaken {
      return error.reason
    }
  }

  /// Puts the old values back; the keys that could not be.
  ///
  /// A board that writes beside the key is written to the key that leads there. Since there are
  /// boards that a value reaches after a power cut alone, the power is cut where the rig can and
  /// may.
  mutating func restore(cutsPower: Bool) async throws -> [DelayValues.Entry] {
    var left = try await putBack()
    if isTouched, cutsPower, board.canCutPower {
      try await cyclePower()
      left = try await putBack()
    }
    return left
  }

  /// Takes the power away for a second and greets the board again.
  func cyclePower() async throws {
    board.session.close(reason: "to be powered off")
    _ = try await board.cutPower(for: .seconds(1))
    try await Self.identify(board)
  }

  private mutating func putBack() async throws -> [DelayValues.Entry] {
    var now = try await access.values
    for _ in 0..<Self.restorations {
      guard let wrong = old.entries.first(where: { now[$0.key] != $0.value }) else { break }
      let way = diversions.last { $0.changed == wrong.key }?.written ?? wrong.key
      isTouched = true
      _ = try await attempt(wrong.value, to: way)
      now = try await access.values
    }
    value = now[access.key] ?? value
    let left = old.entries.filter { now[$0.key] != $0.value }
    // The values may be right and those that outlive a power cut not: the program was killed in
    // between.
    if isTouched, left.isEmpty { try await access.keep() }
    return left
  }

  private static let restorations = 6
}

import Bench
import BootProtocols
import Errors
import RigFile
import UCI
import UCIHost

/// A board while it is calibrated: what it had, and what it was given.
struct CalibratedBoard: Sendable {
  let board: BenchBoard
  let access: any CalibrationAccess
  /// All values that it came with.
  let old: CalibrationValues
  let firmware: String
  /// The value that it has now.
  var value: Int
  /// What was measured with each value.
  var line = DelayLine()
  /// Metres, or degrees, that a unit was found to be worth; nil until that was proved.
  var slope: Double?
  /// Keys that the value came to stand at that was written to another.
  var diversions: [(written: String, changed: String)] = []

  var name: String { board.name }
  var isTouched = false
  /// A value was acknowledged and not seen: it may yet come to stand there.
  var isOwed = false

  /// Opens a board and asks for its values.
  ///
  /// - Parameter old: what it had before, where that is known already.
  init(
    _ board: BenchBoard, _ settings: CalibrationPlan.Settings, old given: CalibrationValues? = nil
  ) async throws {
    self.board = board
    firmware = try await Self.identify(board)
    let known = given?.entries.map(\.key)
    if board.description.firmware.shell != nil {
      access = try await ShellAccess(board, settings, known: known)
    } else {
      access = try await Self.access(board, settings, known)
    }
    let values = try await access.values
    old = given ?? values
    value = access.number(in: values) ?? 0
    guard value > 0 || given != nil || settings.quantity != .delay else {
      throw CalibrationFault(
        .noDelay, board.name, "\(access.key) is 0, so that ranges are some 77 m too long",
        advice: "Load the factory calibration of the board first")
    }
  }

  /// The calibration commands of the board's vendor.
  private static func access(
    _ board: BenchBoard, _ settings: CalibrationPlan.Settings, _ known: [String]?
  ) async throws -> any CalibrationAccess {
    let contact = UCIContact(board: board, dialect: try board.session.host().dialect)
    switch contact.dialect.vendor {
    case .qorvo: return try await QorvoAccess(contact, settings, known: known)
    case .nxp: return try await NXPAccess(contact, settings, known: known)
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
}

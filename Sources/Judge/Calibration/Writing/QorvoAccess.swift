import Bench
import UCI
import UCIHost

/// Qorvo's calibration commands over UCI: keys by name, values little-endian.
struct QorvoAccess: CalibrationAccess {
  let contact: UCIContact
  let key: String
  let nominalUnit: Double
  let range: ClosedRange<Int>
  /// The keys that are read, the one that is written first.
  private let keys: [String]

  /// Finds out which keys the board has.
  ///
  /// - Parameter known: the keys to look at, where that is known already.
  init(_ contact: UCIContact, _ settings: CalibrationPlan.Settings, known: [String]?) async throws {
    self.contact = contact
    key = settings.quantity.qorvoKey(settings.antenna, settings.channel)
    range = settings.quantity.range
    switch settings.quantity {
    case .delay: nominalUnit = metresPerTick
    case .angle: nominalUnit = Self.degreesPerUnit
    }
    if let known {
      keys = known
      return
    }
    guard let value = try await Self.read(key, contact) else {
      throw CalibrationFault(
        .noKey, contact.board.name, "the board has no \(key)",
        advice: "Does its firmware have the channel? Load its factory calibration first")
    }
    let own = key
    let beside = try await contact.find(Self.candidates(settings.channel).filter { $0 != own }) {
      name in try await Self.read(name, contact).map { CalibrationValues.Entry(name, $0) }
    }
    let first = CalibrationValues([.init(key, value)] + beside)
    keys = first.steady(
      in: try await Self.read(first.entries.map(\.key), contact), but: key)
  }

  /// Degrees straight ahead that a radian/2048 of phase is worth with antennas half a wave apart.
  private static let degreesPerUnit = 180 / (2048 * Double.pi * Double.pi)

  var values: CalibrationValues {
    get async throws { try await Self.read(keys, contact) }
  }

  func write(_ bytes: [UInt8], to key: String) async throws {
    let entry = QorvoCalibrationEntry(key: Array(key.utf8), value: bytes)
    _ = try await contact.host.call(QorvoCalibrationSetCommand(entries: [entry]))
  }

  private static func read(_ keys: [String], _ contact: UCIContact) async throws
    -> CalibrationValues
  {
    var entries: [CalibrationValues.Entry] = []
    for name in keys {
      if let value = try await read(name, contact) { entries.append(.init(name, value)) }
    }
    return CalibrationValues(entries)
  }

  /// nil where the board says that it has no such key.
  private static func read(_ key: String, _ contact: UCIContact) async throws -> [UInt8]? {
    let response = try await contact.ask(
      QorvoCalibrationGetCommand(keys: [QorvoCalibrationKey(key: Array(key.utf8))]))
    guard response.status == .ok, let entry = response.entries?.first, entry.status == .ok,
      !entry.value.isEmpty
    else { return nil }
    return entry.value
  }

  /// The keys that firmware was seen or reported to have (QM33, QM35, DW3000 SDK).
  private static func candidates(_ channel: Int) -> [String] {
    let channels = [channel] + UWBSCalibration.channels.filter { $0 != channel }
    return channels.flatMap { channel in
      (0..<4).map { UWBSCalibration.delay(antenna: $0, channel: channel) }
        + (0..<3).flatMap { pair in
          ["offset", "lut_id"].map { "ant_pair\(pair).ch\(channel).pdoa.\($0)" }
        } + ["ant0.ch\(channel).ref_frame0.tx_power_index"]
    } + (0..<4).map { "pdoa_lut\($0).data" }
      + ["xtal_trim", "temperature_reference", "rf_noise_offset"]
  }
}

extension CalibrationPlan.Quantity {
  /// The key of Qorvo's firmware.
  func qorvoKey(_ antenna: Int, _ channel: Int) -> String {
    switch self {
    case .delay: UWBSCalibration.delay(antenna: antenna, channel: channel)
    case .angle: UWBSCalibration.offset(pair: antenna, channel: channel)
    }
  }
}

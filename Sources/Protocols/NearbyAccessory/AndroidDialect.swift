import WireFormat

/// How an accessory speaks to Android phones beside Apple's: the dialect of NXP's demonstration
/// (accessory protocol §1.1, §3.5).
///
/// The identifiers are the same; what is behind 0x01 and 0x0B is ``UwbDeviceConfigurationData`` and
/// ``UwbPhoneConfigurationData``.
public struct AndroidDialect: Hashable, Sendable {
  /// The first bytes of the message that asks for it: 0xA5, or 0x01 behind an initialize.
  public var initialize: [UInt8]
  /// The accessory's description of itself; each initialize puts its address in.
  public var data: UwbDeviceConfigurationData
  /// The phone's numbers are read big-endian (observed: Canvas).
  public var readsBigEndian: Bool
  /// Versions other than that of ``data`` are refused.
  public var checksVersion: Bool

  /// A dialect; little-endian and of one version, as NXP's firmware reads it.
  public init(
    initialize: [UInt8], data: UwbDeviceConfigurationData, readsBigEndian: Bool = false,
    checksVersion: Bool = true
  ) {
    self.initialize = initialize
    self.data = data
    self.readsBigEndian = readsBigEndian
    self.checksVersion = checksVersion
  }

  /// Whether a message of the phone asks for this dialect.
  public func isAskedFor(by message: [UInt8]) -> Bool {
    !initialize.isEmpty && message.starts(with: initialize)
  }

  /// The blob behind 0x01 for that short address; nil when the data cannot be written.
  public func blob(address: UInt16) -> [UInt8]? {
    var data = data
    data.macAddress = [
      UInt8(truncatingIfNeeded: address), UInt8(truncatingIfNeeded: address >> 8),
    ]
    return try? data.encode()
  }

  /// The result of a blob behind 0x0B.
  public enum Outcome: Hashable, Sendable {
    case accepted(UwbPhoneConfigurationData)
    case refused(RuleViolation)
  }

  /// Reads a blob behind 0x0B and judges it: its 14 bytes, and nothing that was not offered.
  public func review(_ bytes: [UInt8]) -> Outcome {
    do throws(WireError) {
      let data = try UwbPhoneConfigurationData.decode(bytes, bigEndian: readsBigEndian)
      return refusal(of: data).map(Outcome.refused) ?? .accepted(data)
    } catch {
      return .refused(RuleViolation(error))
    }
  }

  private func refusal(of phone: UwbPhoneConfigurationData) -> RuleViolation? {
    guard phone.trailing.isEmpty else {
      return RuleViolation(
        rule: "length", field: "UwbPhoneConfigData", offset: 14,
        found: "\(phone.trailing.count) bytes more", allowed: "14 bytes")
    }
    if checksVersion, phone.version != data.version {
      return RuleViolation(
        rule: "version", field: "major", offset: 0, found: "\(phone.version)",
        allowed: "\(data.version)")
    }
    guard (9...12).contains(phone.preambleCode) else {
      return RuleViolation(
        rule: "preamble", field: "preamble", offset: 8, found: "\(phone.preambleCode)",
        allowed: "9 to 12")
    }
    guard Self.channels.contains(phone.channel) else {
      return RuleViolation(
        rule: "channel", field: "channel", offset: 9, found: "\(phone.channel)",
        allowed: Self.channels.map(String.init).joined(separator: ", "))
    }
    guard data.profiles.contains(Int(phone.profile)) else {
      return RuleViolation(
        rule: "profile", field: "profileId", offset: 10, found: "\(phone.profile)",
        allowed: data.profiles.map(String.init).joined(separator: ", "))
    }
    let isRole = [1, 2].contains(phone.deviceRangingRole)
    guard isRole, phone.deviceRangingRole & data.rangingRoles != 0 else {
      return RuleViolation(
        rule: "role", field: "deviceRangingRole", offset: 11, found: "\(phone.deviceRangingRole)",
        allowed: "one of the roles \(data.rangingRoles) (1 controller, 2 controlee, 3 both)")
    }
    return nil
  }

  /// Channels that the blob may name (AOSP).
  private static let channels: [UInt8] = [5, 6, 8, 9, 10, 12, 13, 14]
}

/// The ranging parameters that the blob of NXP's demonstration for Android does not carry
/// (accessory protocol §3.5; observed: Canvas). What is not said here is as in
/// ``ImpliedRangingParameters``.
public enum AndroidRangingParameters {
  /// VENDOR_ID of the static STS as on the wire.
  public static let vendorIdentifier: [UInt8] = [0x08, 0x07]
  /// STATIC_STS_IV.
  public static let staticSTSIV: [UInt8] = [1, 2, 3, 4, 5, 6]
  /// Ranging block in milliseconds.
  public static let interval: UInt16 = 240
  /// Slots in a round.
  public static let slotsPerRound: UInt8 = 6
  /// Slot duration in RSTU; the sources name none, so that this is FiRa's default.
  public static let slotDuration: UInt16 = 2400
}

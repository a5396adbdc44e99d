import WireFormat

/// The generation of FiRa UCI that a board speaks.
public enum UCIVersion: String, Hashable, Sendable, CaseIterable {
  /// FiRa 1.x: messages carry the session id.
  case fira1
  /// FiRa 2.x: messages carry the session handle of SESSION_INIT_RSP.
  case fira2
}

/// Whose vendor groups, identifiers and status codes a board uses; the same number means
/// different things to different vendors.
public enum UCIVendor: String, Hashable, Sendable, CaseIterable {
  case none
  /// Qorvo QM33 SDK 1.0.2 to 1.1.1.
  case qorvo
  /// NXP SR1xx and SR2xx.
  case nxp
  /// The Android vendor group 0xC.
  case android
}

/// How the packets of one board are to be read; written `fira2+qorvo`.
public struct UCIDialect: Hashable, Sendable, CustomStringConvertible {
  /// The generation.
  public var version: UCIVersion
  /// The vendor.
  public var vendor: UCIVendor

  /// A generation and a vendor.
  public init(version: UCIVersion = .fira2, vendor: UCIVendor = .none) {
    self.version = version
    self.vendor = vendor
  }

  /// FiRa 2.x without vendor messages: what to speak before a board has said what it is.
  public static let fira2 = UCIDialect()

  /// Reads `fira2` or `fira2+qorvo`; nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    guard let first = parts.first, let version = UCIVersion(rawValue: first) else { return nil }
    guard parts.count <= 2 else { return nil }
    guard parts.count == 2 else {
      self.init(version: version)
      return
    }
    guard let vendor = UCIVendor(rawValue: parts[1]), vendor != .none else { return nil }
    self.init(version: version, vendor: vendor)
  }

  /// Chooses by what the board says of itself: the generation by the UCI major version, Qorvo by
  /// the device number in its vendor information (observed: DWM3001CDK), NXP by the name of the chip
  /// there (the log of an SR250); other vendors cannot be told.
  public init(deviceInfo: CoreGetDeviceInfoResponse) {
    let major = deviceInfo.body?.uciVersion.first ?? 2
    self.init(version: major >= 2 ? .fira2 : .fira1)
    guard let vendorInfo = deviceInfo.body?.vendorInfo else { return }
    if Self.isQorvo(vendorInfo, dialect: self) {
      vendor = .qorvo
    } else if Self.isNXP(vendorInfo) {
      vendor = .nxp
    }
  }

  /// A list of tag, length and value, in which tag 0 is a text such as `SR250_A1V2_PROD`.
  private static func isNXP(_ vendorInfo: [UInt8]) -> Bool {
    var rest = vendorInfo[...]
    while let tag = rest.popFirst(), let length = rest.popFirst(), rest.count >= length {
      if tag == 0, rest.prefix(Int(length)).starts(with: "SR".utf8) { return true }
      rest = rest.dropFirst(Int(length))
    }
    return false
  }

  private static func isQorvo(_ vendorInfo: [UInt8], dialect: UCIDialect) -> Bool {
    // The shape of the first generation is not known, the number is 0xDECAxxxx.
    guard dialect.version == .fira2 else { return vendorInfo.contains([0xCA, 0xDE]) }
    guard vendorInfo.count == 52 else { return false }
    var reader = WireReader(vendorInfo)
    guard let info = try? DeviceInfoVendorQorvo(reading: &reader, dialect: dialect) else {
      return false
    }
    return info.deviceID >> 16 == 0xDECA
  }

  /// `fira2`, `fira2+qorvo`, …
  public var description: String {
    vendor == .none ? version.rawValue : "\(version.rawValue)+\(vendor.rawValue)"
  }
}

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
  /// No vendor group is read.
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
  /// the shape of its vendor information (observed: DWM3001CDK); other vendors cannot be told.
  public init(deviceInfo: CoreGetDeviceInfoResponse) {
    let major = deviceInfo.body?.uciVersion.first ?? 2
    self.init(version: major >= 2 ? .fira2 : .fira1)
    if let vendorInfo = deviceInfo.body?.vendorInfo, Self.isQorvo(vendorInfo, dialect: self) {
      vendor = .qorvo
    }
  }

  private static func isQorvo(_ vendorInfo: [UInt8], dialect: UCIDialect) -> Bool {
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

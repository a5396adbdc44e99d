import LabRuntime
import NearbyAccessory
import WireFormat

/// What the rules of accessories look at: one thing that came, and what is known about it.
struct AccessorySight: Sendable {
  /// What came.
  enum Content: Sendable {
    /// Bytes that belong to no frame.
    case noise(reason: String, bytes: Int)
    case message(AccessoryMessage)
    /// A frame that is no message.
    case unreadable(WireError)
  }

  let content: Content
  /// The frame; empty where there is none.
  var frame: [UInt8] = []
  /// Nothing that can be read came before on this link: a bridge may print a banner.
  var isFirst = false
  /// It was asked for, or the state allows it.
  var wasAsked = true
  /// The configuration data, where the message has them in Apple's layout.
  var data: AccessoryConfigurationData?
  /// Why they cannot be read.
  var dataError: WireError?
  /// What the accessory said of itself at first.
  var identity: AccessoryIdentity?
  /// Identifiers that the rig file claims for the vendor.
  var vendorIDs: [UInt8] = []
  /// What its fields may not be.
  var violations: [RuleViolation] = []
}

/// What an accessory says of itself and keeps for as long as it has its firmware.
struct AccessoryIdentity: Hashable, Sendable {
  private let words: [String]

  init(_ data: AccessoryConfigurationData) {
    func hexadecimal(_ value: UInt32) -> String { "0x" + String(value, radix: 16, uppercase: true) }
    let uwb = data.uwb
    words = [
      "specification version \(uwb.version)",
      "manufacturer \(hexadecimal(uwb.manufacturerIdentifier))",
      "model \(hexadecimal(uwb.modelIdentifier))",
      "middleware version \(hexadecimal(uwb.middlewareVersion))",
      "ranging role \(uwb.role.rawValue)",
      uwb.version.layout.hasClockDrift ? "clock drift \(uwb.clockDrift) ppm" : "no clock drift",
    ]
  }

  /// What differs from an earlier identity; nil for nothing.
  func breach(of earlier: AccessoryIdentity) -> Breach? {
    guard self != earlier else { return nil }
    let differing = zip(earlier.words, words).filter { $0 != $1 }
    return Breach(
      expected: differing.map(\.0).joined(separator: ", "),
      got: differing.map(\.1).joined(separator: ", "))
  }
}

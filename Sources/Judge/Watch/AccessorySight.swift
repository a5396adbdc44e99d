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
    /// Distances that the phone's radio has measured to it.
    case deviation(Deviation)
  }

  let content: Content
  /// The frame; empty where there is none.
  var frame: [UInt8] = []
  /// Nothing that can be read came before on this link: a bridge may print a banner.
  var isFirst = false
  /// Somebody has asked for it, or the state allows it.
  var wasAsked = true
  /// The configuration data, where the message has them in Apple's layout.
  var data: AccessoryConfigurationData?
  /// Why they cannot be read.
  var dataError: WireError?
  /// What the accessory said of itself at first.
  var identity: AccessoryIdentity?
  /// Identifiers that the rig file claims for the vendor.
  var vendorIDs: [UInt8] = []
  /// What the fields of configuration data are held against.
  var policy = AcceptancePolicy.complete
}

/// What an accessory says of itself and keeps for as long as it has its firmware.
struct AccessoryIdentity: Hashable, Sendable {
  let fields: [(name: String, value: String)]

  init(_ data: AccessoryConfigurationData) {
    let uwb = data.uwb
    func hexadecimal(_ value: UInt32) -> String { "0x" + String(value, radix: 16, uppercase: true) }
    var fields = [
      ("specification version", "\(uwb.version)"),
      ("manufacturer", hexadecimal(uwb.manufacturerIdentifier)),
      ("model", hexadecimal(uwb.modelIdentifier)),
      ("middleware version", hexadecimal(uwb.middlewareVersion)),
      ("ranging role", "\(uwb.role.rawValue)"),
    ]
    if uwb.version.layout.hasClockDrift { fields.append(("clock drift", "\(uwb.clockDrift) ppm")) }
    self.fields = fields
  }

  /// What differs from an earlier identity; nil for nothing.
  func breach(of earlier: AccessoryIdentity) -> Breach? {
    guard self != earlier else { return nil }
    let differing = zip(earlier.fields, fields).filter { $0.value != $1.value }
    return Breach(
      expected: differing.map { "\($0.0.name) \($0.0.value)" }.joined(separator: ", "),
      got: differing.map { "\($0.1.name) \($0.1.value)" }.joined(separator: ", "))
  }

  static func == (left: AccessoryIdentity, right: AccessoryIdentity) -> Bool {
    left.fields.map(\.value) == right.fields.map(\.value)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(fields.map(\.value)) }
}

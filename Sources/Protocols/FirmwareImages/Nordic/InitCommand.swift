internal import BootProtocols
internal import WireFormat

/// The init packet's description of the firmware that follows it (nRF5 SDK, `dfu-cc.proto`).
///
/// A field that is nil was not in the packet; one with 0 was, and is written again.
public struct InitCommand: Equatable, Sendable {
  /// The kind of firmware.
  public enum Kind: UInt32, Sendable, CaseIterable {
    case application = 0
    case softDevice = 1
    case bootloader = 2
    case softDeviceAndBootloader = 3
    case externalApplication = 4

    /// The name that is printed.
    public var name: String {
      switch self {
      case .application: "application"
      case .softDevice: "SoftDevice"
      case .bootloader: "bootloader"
      case .softDeviceAndBootloader: "SoftDevice and bootloader"
      case .externalApplication: "external application"
      }
    }
  }

  /// A hash with its type; 3 is SHA-256, whose bytes stand in reverse order.
  public struct Hash: Equatable, Sendable {
    /// The number of the hash's kind in the init packet.
    public var type: UInt32
    /// The hash as it is stored: least significant byte first.
    public var bytes: [UInt8]

    /// A hash as the packet holds it.
    public init(type: UInt32, bytes: [UInt8]) {
      (self.type, self.bytes) = (type, bytes)
    }
  }

  /// The version that the bootloader compares with its own.
  public var firmwareVersion: UInt32?
  /// 52 for every nRF52.
  public var hardwareVersion: UInt32?
  /// Identifiers of the SoftDevices that may be there; 0 is none.
  public var softDevices: [UInt32] = []
  /// The number of the firmware's kind.
  public var type: UInt32?
  /// Bytes of the SoftDevice.
  public var softDeviceSize: UInt32?
  /// Bytes of the bootloader.
  public var bootloaderSize: UInt32?
  /// Bytes of the application.
  public var applicationSize: UInt32?
  /// The hash of the firmware.
  public var hash: Hash?
  /// Whether version checks are off.
  public var isDebug: Bool?

  /// A command without any field.
  public init() {}

  /// The kind of firmware, where the type is a known one.
  public var kind: Kind? { Kind(rawValue: type ?? 0) }

  /// The bytes of all images that the command announces.
  public var announcedSize: Int {
    [softDeviceSize, bootloaderSize, applicationSize].reduce(0) { $0 + Int($1 ?? 0) }
  }

  static let format = "Nordic init packet"

  /// Reads the message.
  ///
  /// - Throws: ``ImageError`` with the offset in the message.
  public init(_ bytes: [UInt8]) throws(ImageError) {
    for field in try ProtocolBuffer.fields(bytes, in: Self.format, message: "init command") {
      switch (field.number, field.value) {
      case (1, .number(let value)): firmwareVersion = try Self.number(value, field.number)
      case (2, .number(let value)): hardwareVersion = try Self.number(value, field.number)
      case (3, .number(let value)): softDevices.append(try Self.number(value, field.number))
      case (3, .bytes(let packed)):
        for value in ProtocolBuffer.packed(packed) ?? [] {
          softDevices.append(try Self.number(value, field.number))
        }
      case (4, .number(let value)): type = try Self.number(value, field.number)
      case (5, .number(let value)): softDeviceSize = try Self.number(value, field.number)
      case (6, .number(let value)): bootloaderSize = try Self.number(value, field.number)
      case (7, .number(let value)): applicationSize = try Self.number(value, field.number)
      case (8, .bytes(let message)):
        let (type, bytes) = try Self.typed(message, "hash")
        hash = Hash(type: type, bytes: bytes)
      case (9, .number(let value)): isDebug = value != 0
      case (10, .bytes(let message)):
        // How the bootloader checks the firmware at every start (0 not, 1 CRC, 2 SHA-256, 3 signature): nothing
        // here asks for that.
        _ = try Self.typed(message, "boot validation")
      default: break
      }
    }
  }

  /// The init packet with this command and without a signature.
  public var packet: [UInt8] {
    let operation = ProtocolBuffer.encode([(1, .number(1)), (2, .bytes(encoded))])
    return ProtocolBuffer.encode([(1, .bytes(operation))])
  }

  /// The message, its fields in ascending order as nrfutil writes them, without boot validation.
  private var encoded: [UInt8] {
    typealias Value = ProtocolBuffer.Field.Value
    func number(_ value: UInt32?) -> Value? { value.map { .number(UInt64($0)) } }
    let versions = ProtocolBuffer.packed(softDevices.map(UInt64.init))
    let hash = hash.map {
      Value.bytes(ProtocolBuffer.encode([(1, number($0.type)), (2, .bytes($0.bytes))]))
    }
    return ProtocolBuffer.encode([
      (1, number(firmwareVersion)), (2, number(hardwareVersion)),
      (3, softDevices.isEmpty ? nil : .bytes(versions)), (4, number(type)),
      (5, number(softDeviceSize)), (6, number(bootloaderSize)), (7, number(applicationSize)),
      (8, hash), (9, isDebug.map { .number($0 ? 1 : 0) }),
    ])
  }

  /// A number of 32 bits: what does not fit is refused, since readers differ in what they make of it.
  private static func number(_ value: UInt64, _ field: Int) throws(ImageError) -> UInt32 {
    if let number = UInt32(exactly: value) { return number }
    throw ImageError(
      .invalid, format, .file, field: names[field] ?? "field \(field)", found: "\(value)",
      allowed: "at most \(UInt32.max)", advice: "Make the package again with nrfutil pkg generate.")
  }

  private static let names = [
    1: "version of the firmware", 2: "version of the hardware", 3: "SoftDevice", 4: "type",
    5: "size of the SoftDevice", 6: "size of the bootloader", 7: "size of the application",
  ]

  /// A message of a type in field 1 and bytes in field 2.
  private static func typed(
    _ message: [UInt8], _ name: String
  ) throws(ImageError) -> (UInt32, [UInt8]) {
    var type: UInt32 = 0
    var bytes: [UInt8] = []
    for field in try ProtocolBuffer.fields(message, in: format, message: name) {
      switch (field.number, field.value) {
      case (1, .number(let value)): type = UInt32(clamping: value)
      case (2, .bytes(let value)): bytes = value
      default: break
      }
    }
    return (type, bytes)
  }
}

internal import WireFormat

/// The requests of Nordic's Secure DFU, over serial lines and USB.
public enum SecureDFUOpcode: UInt8, Sendable, CaseIterable {
  case protocolVersion = 0x00
  case createObject = 0x01
  case setReceiptInterval = 0x02
  case checksum = 0x03
  case execute = 0x04
  case select = 0x06
  case mtu = 0x07
  case write = 0x08
  case ping = 0x09
  case hardwareVersion = 0x0A
  case firmwareVersion = 0x0B
  case abort = 0x0C

  /// The first byte of every answer.
  static let response: UInt8 = 0x60
}

/// The kind of object.
public enum SecureDFUObjectType: UInt8, Sendable {
  case command = 1
  case data = 2
}

/// How a bootloader judges a request.
public struct SecureDFUResult: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The byte of the answer.
  public let rawValue: UInt8

  /// A result by its byte.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// It was done.
  public static let success = SecureDFUResult(rawValue: 0x01)
  /// There is no such request.
  public static let notSupported = SecureDFUResult(rawValue: 0x02)
  /// A parameter is wrong.
  public static let invalidParameter = SecureDFUResult(rawValue: 0x03)
  /// The object is too large.
  public static let insufficientResources = SecureDFUResult(rawValue: 0x04)
  /// There is no such type of object.
  public static let unsupportedType = SecureDFUResult(rawValue: 0x07)
  /// It cannot be done in this state.
  public static let notPermitted = SecureDFUResult(rawValue: 0x08)
  /// It went wrong.
  public static let failed = SecureDFUResult(rawValue: 0x0A)
  /// An extended error follows.
  public static let extended = SecureDFUResult(rawValue: 0x0B)

  /// The words for it.
  public var description: String {
    switch rawValue {
    case 0x00: "invalid operation"
    case 0x01: "success"
    case 0x02: "operation not supported"
    case 0x03: "invalid parameter"
    case 0x04: "insufficient resources"
    case 0x05: "invalid object"
    case 0x06: "invalid signature"
    case 0x07: "unsupported type"
    case 0x08: "operation not permitted"
    case 0x0A: "operation failed"
    case 0x0B: "extended error"
    default: "unknown result \(Hexadecimal.name(rawValue))"
    }
  }
}

/// Why a bootloader refuses an init packet or an image.
public struct SecureDFUExtendedError: RawRepresentable, Hashable, Sendable, CustomStringConvertible
{
  /// The byte behind result 0x0B.
  public let rawValue: UInt8

  /// An extended error by its byte.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  static let initCommandInvalid = SecureDFUExtendedError(rawValue: 0x04)
  static let versionTooLow = SecureDFUExtendedError(rawValue: 0x05)
  static let hardwareMismatch = SecureDFUExtendedError(rawValue: 0x06)
  static let softDeviceMismatch = SecureDFUExtendedError(rawValue: 0x07)
  static let signatureMissing = SecureDFUExtendedError(rawValue: 0x08)
  static let wrongHashType = SecureDFUExtendedError(rawValue: 0x09)
  static let verificationFailed = SecureDFUExtendedError(rawValue: 0x0C)
  static let insufficientSpace = SecureDFUExtendedError(rawValue: 0x0D)
  static let alreadyPresent = SecureDFUExtendedError(rawValue: 0x0E)

  /// The words for it.
  public var description: String {
    switch rawValue {
    case 0x00: "no extended error"
    case 0x01: "an invalid error code"
    case 0x02: "a command of the wrong format"
    case 0x03: "an unknown command"
    case 0x04: "the init packet is invalid"
    case 0x05: "the firmware version is lower than the one on the board"
    case 0x06: "the image is for another hardware version"
    case 0x07: "the image needs another SoftDevice"
    case 0x08: "the signature is missing"
    case 0x09: "the hash is of a kind that the bootloader does not take"
    case 0x0A: "the hash could not be computed"
    case 0x0B: "the signature is of a kind that the bootloader does not take"
    case 0x0C: "the hash of what was received is not that of the init packet"
    case 0x0D: "there is not enough space"
    case 0x0E: "this firmware is on the board already"
    default: "unknown error \(Hexadecimal.name(rawValue))"
    }
  }

  var advice: String {
    switch rawValue {
    case 0x05: "Build the package with a higher --application-version."
    case 0x06: "Build the package with the board's --hw-version."
    case 0x07: "Build the package with the --sd-req of the SoftDevice on the board."
    case 0x08, 0x0B: "Sign the package with the key whose public half is in the bootloader."
    case 0x0C: "Build the package again from the image, and flash again."
    case 0x0D: "Use a smaller image."
    case 0x0E: "Nothing is to be done, or build the package with a higher version."
    default: "Build the package again with the tools of the board's SDK."
    }
  }
}

/// A request as it goes over the line, without its framing.
public enum SecureDFURequest: Equatable, Sendable {
  case protocolVersion
  /// `type` is a byte of its own, since hosts ask for types that do not exist.
  case create(type: UInt8, size: UInt32)
  case setReceiptInterval(UInt16)
  case checksum
  case execute
  case select(type: UInt8)
  case mtu
  case write([UInt8])
  case ping(UInt8)
  case hardwareVersion
  case firmwareVersion(image: UInt8)
  case abort

  /// The bytes of the request.
  public var encoded: [UInt8] {
    func bytes(_ opcode: SecureDFUOpcode, _ parameters: [UInt8] = []) -> [UInt8] {
      [opcode.rawValue] + parameters
    }
    return switch self {
    case .protocolVersion: bytes(.protocolVersion)
    case .create(let type, let size): bytes(.createObject, [type] + LittleEndian.bytes(size))
    case .setReceiptInterval(let count): bytes(.setReceiptInterval, LittleEndian.bytes(count))
    case .checksum: bytes(.checksum)
    case .execute: bytes(.execute)
    case .select(let type): bytes(.select, [type])
    case .mtu: bytes(.mtu)
    case .write(let data): bytes(.write, data)
    case .ping(let identifier): bytes(.ping, [identifier])
    case .hardwareVersion: bytes(.hardwareVersion)
    case .firmwareVersion(let image): bytes(.firmwareVersion, [image])
    case .abort: bytes(.abort)
    }
  }

  /// The bytes of the line, the END behind them included.
  public var stream: [UInt8] { SecureDFUFraming.encode(encoded) }

  /// Reads a request; nil where the opcode is unknown or its parameters are missing. More bytes than
  /// parameters are left alone, as bootloaders do.
  public init?(_ bytes: [UInt8]) {
    guard let first = bytes.first, let opcode = SecureDFUOpcode(rawValue: first) else { return nil }
    let rest = bytes.dropFirst()
    func number(_ offset: Int, _ size: Int) -> UInt32? {
      LittleEndian.number(rest, at: offset, size: size)
    }
    switch opcode {
    case .protocolVersion: self = .protocolVersion
    case .createObject:
      guard let type = number(0, 1), let size = number(1, 4) else { return nil }
      self = .create(type: UInt8(truncatingIfNeeded: type), size: size)
    case .setReceiptInterval:
      guard let count = number(0, 2) else { return nil }
      self = .setReceiptInterval(UInt16(truncatingIfNeeded: count))
    case .checksum: self = .checksum
    case .execute: self = .execute
    case .select:
      guard let type = number(0, 1) else { return nil }
      self = .select(type: UInt8(truncatingIfNeeded: type))
    case .mtu: self = .mtu
    case .write: self = .write(Array(rest))
    case .ping:
      guard let identifier = rest.first else { return nil }
      self = .ping(identifier)
    case .hardwareVersion: self = .hardwareVersion
    case .firmwareVersion:
      guard let image = rest.first else { return nil }
      self = .firmwareVersion(image: image)
    case .abort: self = .abort
    }
  }
}

/// An answer as it comes over the line, without its framing.
public struct SecureDFUResponse: Equatable, Sendable {
  /// The opcode that is answered; a byte, since unknown ones are answered too.
  public var opcode: UInt8
  /// The bootloader's judgement.
  public var result: SecureDFUResult
  /// The bytes behind the result.
  public var payload: [UInt8]

  /// An answer.
  public init(opcode: UInt8, result: SecureDFUResult, payload: [UInt8] = []) {
    self.opcode = opcode
    self.result = result
    self.payload = payload
  }

  /// The bytes of the answer.
  public var encoded: [UInt8] { [SecureDFUOpcode.response, opcode, result.rawValue] + payload }

  /// Reads an answer; nil for anything else.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count >= 3, bytes[0] == SecureDFUOpcode.response else { return nil }
    self.init(
      opcode: bytes[1], result: SecureDFUResult(rawValue: bytes[2]),
      payload: Array(bytes.dropFirst(3)))
  }

  /// The extended error, where there is one.
  public var extendedError: SecureDFUExtendedError? {
    guard result == .extended else { return nil }
    return SecureDFUExtendedError(rawValue: payload.first ?? 0)
  }

  /// A little-endian number of 1 to 4 bytes at a place of the payload; nil where it is not there.
  public func number(_ offset: Int, _ size: Int) -> UInt32? {
    LittleEndian.number(payload[...], at: offset, size: size)
  }
}

/// The framing of serial lines: SLIP with END behind a message only. The decoder is that of
/// `StreamFraming.slip`, which tolerates empty frames.
enum SecureDFUFraming {
  static let end: UInt8 = 0xC0

  static func append(_ message: some Sequence<UInt8>, to out: inout [UInt8]) {
    for byte in message {
      switch byte {
      case end: out += [0xDB, 0xDC]
      case 0xDB: out += [0xDB, 0xDD]
      default: out.append(byte)
      }
    }
    out.append(end)
  }

  static func encode(_ message: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(message.count + 8)
    append(message, to: &out)
    return out
  }
}

/// Little-endian numbers at places of a message.
enum LittleEndian {
  /// The number of `size` bytes at `offset` from the start of the slice; nil where it is not there.
  static func number(_ bytes: ArraySlice<UInt8>, at offset: Int, size: Int) -> UInt32? {
    guard offset >= 0, (1...4).contains(size), bytes.count >= offset + size else { return nil }
    var value: UInt32 = 0
    for byte in bytes.dropFirst(offset).prefix(size).reversed() {
      value = value << 8 | UInt32(byte)
    }
    return value
  }

  static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
    stride(from: 0, to: value.bitWidth, by: 8).map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}

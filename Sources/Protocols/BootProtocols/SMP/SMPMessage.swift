internal import WireFormat

/// The operation of a request or an answer.
public enum SMPOperation: UInt8, Sendable {
  case read = 0
  case readResponse = 1
  case write = 2
  case writeResponse = 3
}

/// One message of the Simple Management Protocol: a header of eight bytes and a CBOR map.
public struct SMPMessage: Equatable, Sendable {
  /// The operation.
  public var operation: SMPOperation
  /// 0 for version 1 of the protocol, 1 for version 2, which has errors of its own for each group.
  public var version: UInt8
  /// The group of commands.
  public var group: UInt16
  /// The number of the request, which its answer carries.
  public var sequence: UInt8
  /// The command in its group.
  public var command: UInt8
  /// The CBOR map.
  public var payload: [UInt8]

  /// A message.
  public init(
    _ operation: SMPOperation, group: UInt16, command: UInt8, sequence: UInt8 = 0,
    version: UInt8 = 1, payload: [UInt8] = [0xA0]
  ) {
    self.operation = operation
    self.version = version
    self.group = group
    self.sequence = sequence
    self.command = command
    self.payload = payload
  }

  /// Bytes of the header.
  public static let headerSize = 8

  /// The whole message.
  public var encoded: [UInt8] {
    let count = UInt16(truncatingIfNeeded: payload.count)
    return [
      operation.rawValue | (version & 3) << 3, 0, UInt8(count >> 8),
      UInt8(truncatingIfNeeded: count), UInt8(group >> 8), UInt8(truncatingIfNeeded: group),
      sequence, command,
    ] + payload
  }

  /// Reads a whole message; nil where lengths do not agree or the operation does not exist.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.headerSize, Self.length(bytes[...]) == bytes.count,
      let operation = SMPOperation(rawValue: bytes[0] & 7)
    else { return nil }
    self.init(
      operation, group: UInt16(bytes[4]) << 8 | UInt16(bytes[5]), command: bytes[7],
      sequence: bytes[6], version: bytes[0] >> 3 & 3, payload: Array(bytes.dropFirst(8)))
  }

  /// How long a message is, by the header at the start of `bytes`; nil before that is there.
  static func length(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= headerSize else { return nil }
    let start = bytes.startIndex
    return headerSize + Int(bytes[start + 2]) << 8 + Int(bytes[start + 3])
  }
}

/// The groups and commands that boards have.
public enum SMPCommand {
  /// The group of the operating system.
  public static let osGroup: UInt16 = 0
  /// The group of images.
  public static let imageGroup: UInt16 = 1

  /// Says a text again.
  public static let echo: UInt8 = 0
  /// Resets the board.
  public static let reset: UInt8 = 5
  /// Tells the board's buffers.
  public static let parameters: UInt8 = 6
  /// Tells what the application is.
  public static let applicationInfo: UInt8 = 7
  /// Tells what the bootloader is.
  public static let bootloaderInfo: UInt8 = 8

  /// Lists images, or selects one.
  public static let imageState: UInt8 = 0
  /// Takes a part of an image.
  public static let imageUpload: UInt8 = 1
  /// Erases a slot.
  public static let imageErase: UInt8 = 5
  /// Tells where slots are.
  public static let slotInfo: UInt8 = 6
}

/// An error as a board reports it: of the whole protocol in version 1, of a group in version 2.
public struct SMPError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The group whose code it is; nil for the codes of version 1.
  public var group: UInt16?
  /// The code; never 0.
  public var code: Int
  /// The board's own words, of version 1.
  public var reason: String?

  /// An error of version 1.
  public init(code: Int, reason: String? = nil) {
    self.code = code
    self.reason = reason
  }

  /// An error of version 2.
  public init(group: UInt16, code: Int) {
    self.group = group
    self.code = code
  }

  /// The error of an answer's map; nil for none, also where a code says so.
  public init?(_ payload: CBORValue) {
    if let error = payload["err"] {
      guard let code = error["rc"]?.integer, code != 0 else { return nil }
      self.init(
        group: UInt16(truncatingIfNeeded: error["group"]?.integer ?? 0), code: code)
      return
    }
    guard let code = payload["rc"]?.integer, code != 0 else { return nil }
    self.init(code: code, reason: payload["rsn"]?.text)
  }

  /// Whether the board does not want the image, as it tells from its beginning; its flash is as it was.
  var isJudgement: Bool {
    switch group {
    case SMPCommand.imageGroup?: [9, 14, 21, 22, 23, 24, 25, 27, 28, 30].contains(code)
    case nil: [3, 5, 6, 8, 11].contains(code)
    default: false
    }
  }

  /// Whether the board does not have the command at all.
  var isUnsupported: Bool { group == nil && code == 8 }
  var isTooLong: Bool { group == nil && (code == 2 || code == 7) }
  /// Whether it would like to be asked again later.
  var isBusy: Bool { group == nil && code == 10 }

  /// The words for it, with the board's own where it has said some.
  public var description: String {
    let words =
      switch group {
      case nil: Self.common[code] ?? (code >= 256 ? "error \(code) of its own" : "error \(code)")
      case SMPCommand.imageGroup: Self.image[code] ?? "error \(code) of the image group"
      case .some(let group): "error \(code) of group \(group)"
      }
    guard let reason, !reason.isEmpty else { return words }
    let printable = reason.unicodeScalars.prefix(120).map {
      $0.properties.generalCategory == .control ? " " : String($0)
    }
    return "\(words) (\(printable.joined()))"
  }

  private static let common = [
    1: "unknown error", 2: "not enough memory", 3: "invalid value", 4: "timeout",
    5: "no such entry", 6: "not in this state", 7: "the message is too long",
    8: "not supported", 9: "corrupt data", 10: "busy", 11: "access denied",
    12: "the protocol version is too old", 13: "the protocol version is too new",
  ]

  private static let image = [
    1: "unknown error", 2: "the flash cannot be described", 3: "there is no image",
    4: "the image has no trailer of type-length-values", 5: "a broken type-length-value",
    6: "several hashes in one image", 7: "a type-length-value of the wrong size",
    8: "no image has this hash", 9: "no slot is free", 10: "the flash cannot be opened",
    11: "reading the flash failed", 12: "writing the flash failed",
    13: "erasing the flash failed", 14: "there is no such slot", 15: "not enough memory",
    20: "an invalid offset", 21: "an invalid length", 22: "an invalid image header",
    23: "the image does not begin with the magic number", 24: "an invalid hash",
    25: "the image is for another address", 27: "the current version is newer",
    28: "an image is pending already", 30: "the image is too large",
    31: "more data than announced", 32: "confirming is denied",
    33: "the active image cannot be tested",
  ]
}

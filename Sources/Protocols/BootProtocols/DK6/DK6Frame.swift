internal import WireFormat

/// The commands of the loader in QN9090, K32W and JN5189 chips; a reply has the next number.
public enum DK6Command: UInt8, Sendable, CaseIterable {
  case reset = 0x14
  case execute = 0x21
  /// Loaders differ in whether they confirm a rate, and at which.
  case setRate = 0x27
  case chipIdentifier = 0x32
  case openMemory = 0x40
  case eraseMemory = 0x42
  case blankCheck = 0x44
  case readMemory = 0x46
  case writeMemory = 0x48
  case closeMemory = 0x4A
  case memoryInformation = 0x4C
  case unlock = 0x4E

  var reply: UInt8 { rawValue + 1 }
}

/// The status in the first byte of a reply.
public enum DK6Status: UInt8, Sendable, CaseIterable {
  case success = 0x00
  case invalidMode = 0xEF
  case badState = 0xF0
  case tooLong = 0xF1
  case outOfRange = 0xF2
  case accessInvalid = 0xF3
  case memoryNotSupported = 0xF4
  case memoryInvalid = 0xF5
  case noResponse = 0xF6
  case notAuthorised = 0xF7
  case testError = 0xF8
  case readFail = 0xF9
  case userInterrupt = 0xFA
  case assertFail = 0xFB
  case checkError = 0xFC
  case invalidResponse = 0xFD
  case writeFail = 0xFE
  case notSupported = 0xFF

  /// In words, also for numbers that have no name.
  public static func words(_ status: UInt8) -> String {
    switch DK6Status(rawValue: status) {
    case .success: "success"
    case .invalidMode: "the mode is not known"
    case .badState: "the memory is not open, or another is"
    case .tooLong: "the run is too long"
    case .outOfRange: "the address is outside the memory"
    case .accessInvalid: "the memory does not allow it"
    case .memoryNotSupported: "the memory cannot be reached"
    case .memoryInvalid: "there is no such memory"
    case .notAuthorised: "the loader is locked"
    case .readFail: "reading failed"
    case .checkError: "the frame arrived damaged"
    case .writeFail: "writing failed"
    case .notSupported: "the command is not supported"
    case .noResponse, .testError, .userInterrupt, .assertFail, .invalidResponse, nil:
      "status \(BootText.hex(status, digits: 2))"
    }
  }
}

/// A frame of either direction: 0, a big-endian length of the whole, a type, data, and a big-endian
/// CRC-32 of everything before it.
public struct DK6Frame: Equatable, Sendable, LoaderRequest {
  /// The number of a command, or one more for its reply.
  public var type: UInt8
  /// The parameters of a command; of a reply, a status and its data.
  public var data: [UInt8]

  /// Type and data.
  public init(type: UInt8, data: [UInt8] = []) {
    self.type = type
    self.data = data
  }

  /// A command with its data.
  public init(_ command: DK6Command, _ data: [UInt8] = []) {
    self.init(type: command.rawValue, data: data)
  }

  /// The bytes on the line.
  public var stream: [UInt8] {
    let length = UInt16(truncatingIfNeeded: data.count + Self.overhead)
    let head: [UInt8] = [
      0, UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length), type,
    ]
    let body = head + data
    return body + BootWords.bytes(CRC32.ieee(body)).reversed()
  }

  static let overhead = 8
  /// The longest frame that is taken: a block of 512 bytes, its address and the frame around it,
  /// with room to spare.
  static let limit = 1024
}

/// Cuts frames out of a line.
public struct DK6Decoder: Sendable {
  /// An item of the stream.
  public enum Item: Equatable, Sendable {
    case frame(DK6Frame)
    case damaged(type: UInt8)
  }

  private var held: [UInt8] = []

  /// A decoder that has seen nothing.
  public init() {}

  /// Forgets what is not whole.
  public mutating func reset() { held.removeAll() }

  /// Takes bytes of the line and gives what ends in them.
  public mutating func feed(_ bytes: [UInt8]) -> [Item] {
    held += bytes
    var items: [Item] = []
    var start = 0
    while held.count - start >= DK6Frame.overhead {
      let length = Int(held[start + 1]) << 8 | Int(held[start + 2])
      // A byte that cannot begin a frame is noise.
      guard held[start] == 0, (DK6Frame.overhead...DK6Frame.limit).contains(length) else {
        start += 1
        continue
      }
      guard held.count - start >= length else { break }
      let body = Array(held[start..<(start + length - 4)])
      let check = Array(held[(start + length - 4)..<(start + length)])
      let type = body[3]
      if check == BootWords.bytes(CRC32.ieee(body)).reversed() {
        items.append(.frame(DK6Frame(type: type, data: Array(body.dropFirst(4)))))
      } else {
        items.append(.damaged(type: type))
      }
      start += length
    }
    held.removeFirst(start)
    return items
  }
}

/// A memory as the loader describes it.
public struct DK6Memory: Equatable, Sendable {
  /// The number that open and information take.
  public var identifier: UInt8
  /// Its first address.
  public var base: UInt32
  /// Its bytes.
  public var length: UInt32
  /// The unit of erasing.
  public var sectorSize: UInt32
  /// 0 ROM, 1 flash, 2 RAM, 5 fuses.
  public var kind: UInt8
  /// 0 read, 1 write, 2 erase, 3 erase all, 4 blank check, 15 all.
  public var access: UInt8
  /// As the loader calls it.
  public var name: String

  var data: [UInt8] {
    [identifier] + BootWords.bytes(base, length, sectorSize) + [kind, access] + Array(name.utf8)
  }

  /// The memory that holds the application.
  public static let flash: UInt8 = 0
  /// The memory with the address and the type of the device.
  public static let configuration: UInt8 = 3
}

extension DK6Memory {
  /// From a reply, behind its status.
  init?(data: [UInt8]) {
    guard data.count >= 15, let words = BootWords.read(data.dropFirst(), count: 3) else {
      return nil
    }
    self.init(
      identifier: data[0], base: words[0], length: words[1], sectorSize: words[2], kind: data[13],
      access: data[14], name: BootText.printable(data.dropFirst(15).prefix(16)))
  }
}

/// The identity of a board whose loader has answered.
public struct DK6Identity: Equatable, Sendable {
  /// The number of the chip.
  public var chip: UInt32?
  /// The version of its ROM.
  public var romVersion: UInt32?
  /// Eight bytes in the order in which they are written, or empty where none is set.
  public var address: [UInt8] = []
  /// The number of the type in its configuration, such as 9090.
  public var type: UInt32?
  /// The memory that takes the application.
  public var flash: DK6Memory?

  /// The chip as its maker calls it.
  public var chipName: String? {
    switch chip {
    case 0x8888_8888: "JN5189"
    case 0x1240_C686: "QN9090"
    case 0x1300_C686: "K32W041"
    case 0x1440_C686: "K32W061"
    default: nil
    }
  }
}

enum DK6Key {
  static let ordinary: [UInt8] = [
    0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88,
  ]
}

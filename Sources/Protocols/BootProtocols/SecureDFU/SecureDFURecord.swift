internal import WireFormat

/// The settings page of a Secure DFU bootloader: the application, and how far a transfer
/// is. Written to two pages by turns, so that a power cut costs at most the last change.
struct SecureDFURecord: Equatable, Sendable {
  static let size = 12 * 4 + 2 + 512 + 4
  private static let mark: UInt32 = 0x5546_4455

  var sequence: UInt32 = 0
  var isApplicationValid = false
  var applicationSize = 0
  var applicationCRC: UInt32 = 0
  var applicationVersion: UInt32 = 0
  /// The image that is received: where it goes, and how much of it was executed.
  var isInitExecuted = false
  var isActivating = false
  var imageStart = 0
  var imageSize = 0
  var imageCRC: UInt32 = 0
  var imageVersion: UInt32 = 0
  var progress = 0
  /// How much of a whole image was copied over the application.
  var copied = 0
  var initPacket: [UInt8] = []

  mutating func forgetTransfer() {
    isInitExecuted = false
    imageStart = 0
    imageSize = 0
    imageCRC = 0
    imageVersion = 0
    progress = 0
    copied = 0
    initPacket = []
  }

  static func newest(in flash: FlashMemory, at pages: [UInt32]) -> SecureDFURecord? {
    pages.compactMap { page in
      flash.read(page, count: size).flatMap { SecureDFURecord($0, flashSize: flash.bytes.count) }
    }
    .max { $0.sequence < $1.sequence }
  }

  mutating func save(to flash: inout FlashMemory, at pages: [UInt32]) {
    sequence &+= 1
    let places = pages.map { page in
      (
        page,
        flash.read(page, count: Self.size).flatMap {
          SecureDFURecord($0, flashSize: flash.bytes.count)?.sequence
        } ?? 0
      )
    }
    guard let page = places.min(by: { $0.1 < $1.1 })?.0 else { return }
    _ = flash.erase(page, count: Self.size)
    _ = flash.write(encoded, at: page)
  }

  private var encoded: [UInt8] {
    var writer = WireWriter(capacity: Self.size)
    let flags: UInt32 =
      (isApplicationValid ? 1 : 0) | (isInitExecuted ? 2 : 0) | (isActivating ? 4 : 0)
    for number in [
      Self.mark, sequence, flags, UInt32(truncatingIfNeeded: applicationSize), applicationCRC,
      applicationVersion, UInt32(truncatingIfNeeded: imageStart),
      UInt32(truncatingIfNeeded: imageSize), imageCRC, imageVersion,
      UInt32(truncatingIfNeeded: progress), UInt32(truncatingIfNeeded: copied),
    ] { writer.write(number) }
    writer.write(UInt16(truncatingIfNeeded: initPacket.count))
    writer.write(initPacket, count: 512)
    writer.write(CRC32.ieee(writer.bytes))
    return writer.bytes
  }

  private init?(_ bytes: [UInt8], flashSize: Int) {
    guard bytes.count == Self.size else { return nil }
    func number(_ index: Int) -> UInt32 {
      LittleEndian.number(bytes[...], at: index * 4, size: 4) ?? 0
    }
    let body = bytes.dropLast(4)
    guard number(0) == Self.mark,
      LittleEndian.number(bytes[...], at: bytes.count - 4, size: 4) == CRC32.ieee(body)
    else { return nil }
    sequence = number(1)
    let flags = number(2)
    (isApplicationValid, isInitExecuted, isActivating) = (
      flags & 1 != 0, flags & 2 != 0, flags & 4 != 0
    )
    applicationSize = Int(number(3))
    applicationCRC = number(4)
    applicationVersion = number(5)
    imageStart = Int(number(6))
    imageSize = Int(number(7))
    imageCRC = number(8)
    imageVersion = number(9)
    progress = Int(number(10))
    copied = Int(number(11))
    let count = LittleEndian.number(bytes[...], at: 48, size: 2).map(Int.init) ?? 0
    initPacket = Array(bytes[50..<(50 + min(count, 512))])
    // A made-up record must not lead outside the flash.
    guard applicationSize <= flashSize, imageStart <= flashSize, imageSize <= flashSize,
      progress <= imageSize, copied <= imageSize
    else { return nil }
  }

  init() {}
}

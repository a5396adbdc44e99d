import Boards

/// An nRF52's or nRF53's self-description in its FICR and UICR (Nordic, product specification).
public struct NRFChip: Equatable, Sendable {
  /// FICR.INFO.PART: 0x52833, or 0x5340 for an nRF5340.
  public var part: UInt32
  /// FICR.INFO.VARIANT as letters: package and build, such as `AAB0`; nil where it is no text.
  public var variant: String?
  /// The package's code of two letters, where it is known.
  public var package: String?
  /// RAM in KiB.
  public var ram: Int
  /// Flash in KiB.
  public var flash: Int
  /// Bytes of a page.
  public var pageSize: Int
  /// FICR.DEVICEID.
  public var deviceID: UInt64
  /// The Bluetooth LE address of 48 bits; nil where it was not read.
  public var address: UInt64?
  /// Whether that address is random rather than public.
  public var addressIsRandom: Bool
  /// UICR.APPROTECT.
  public var protection: UInt32
  /// Where a Nordic bootloader begins (UICR.NRFFW[0]); nil where there is none.
  public var bootloader: UInt32?
  /// The pin that resets the chip (UICR.PSELRESET); nil where none is set.
  public var resetPin: Int?

  /// Addresses and lengths in words of what is read of an nRF52.
  static let spans: [(address: UInt32, words: Int)] = [
    (0x1000_0010, 2), (0x1000_0060, 2), (0x1000_00A0, 3), (0x1000_0100, 5), (0x1000_1014, 1),
    (0x1000_1200, 3),
  ]

  /// The packages by FICR.INFO.PACKAGE.
  private static let packages: [UInt32: String] = [
    0x2000: "QF", 0x2001: "CH", 0x2002: "CI", 0x2004: "QI", 0x2005: "CK", 0x2007: "QD",
    0x2008: "CJ", 0x2009: "CF",
  ]

  /// An nRF52 by the words of ``spans``; nil for what is no nRF52.
  init?(_ words: [UInt32]) {
    guard words.count == 16 else { return nil }
    part = words[7]
    guard part >> 12 == 0x52 else { return nil }
    variant = Self.letters(words[8])
    package = Self.packages[words[9]]
    ram = Int(words[10])
    flash = Int(words[11])
    pageSize = Int(words[0])
    deviceID = UInt64(words[3]) << 32 | UInt64(words[2])
    addressIsRandom = words[4] & 1 != 0
    address = Self.address(words[5], words[6], isRandom: addressIsRandom)
    bootloader = words[12] == 0xFFFF_FFFF ? nil : words[12]
    let pin = words[13]
    resetPin = pin == words[14] && pin >> 31 == 0 ? Int(pin & 0x3F) : nil
    protection = words[15]
  }

  /// Addresses and lengths in words of what is read of an nRF53's application core.
  static let applicationCoreSpans: [(address: UInt32, words: Int)] = [
    (0x00FF_0204, 9), (0x00FF_8000, 1),
  ]

  /// The address type and address, which the network core's FICR has.
  static let networkCoreSpan: (address: UInt32, words: Int) = (0x01FF_00A0, 3)

  /// An nRF53 by the words of ``applicationCoreSpans`` and of ``networkCoreSpan``, which is empty
  /// where it could not be read; nil for what is no nRF53.
  init?(applicationCore words: [UInt32], networkCore: [UInt32]) {
    guard words.count == 10, words[2] >> 8 == 0x53 else { return nil }
    deviceID = UInt64(words[1]) << 32 | UInt64(words[0])
    part = words[2]
    variant = Self.letters(words[3])
    package = nil
    ram = Int(words[5])
    flash = Int(words[6])
    pageSize = Int(words[7])
    protection = words[9]
    addressIsRandom = networkCore.first.map { $0 & 1 != 0 } ?? true
    address =
      networkCore.count == 3
      ? Self.address(networkCore[1], networkCore[2], isRandom: addressIsRandom) : nil
  }

  private static func letters(_ word: UInt32) -> String? {
    let letters = (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32($0))) }
    let isText = letters.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
    return isText ? String(decoding: letters, as: UTF8.self) : nil
  }

  /// A random static address has its two highest bits set.
  private static func address(_ low: UInt32, _ high: UInt32, isRandom: Bool) -> UInt64 {
    let address = UInt64(high & 0xFFFF) << 32 | UInt64(low)
    return isRandom ? address | 0xC000_0000_0000 : address
  }

  /// `nRF52833`.
  public var name: String { "nRF" + String(part, radix: 16, uppercase: true) }

  /// Whether it has an application core and a network core.
  public var isDualCore: Bool { part >> 8 == 0x53 }

  /// `C1:23:…`, as Bluetooth tools print it; nil where the address was not read.
  public var addressText: String? {
    address.map { address in
      (0..<6).map { UInt8(truncatingIfNeeded: address >> (40 - 8 * UInt64($0))).hexadecimal }
        .joined(separator: ":").uppercased()
    }
  }

  /// The USB serial number that Nordic's firmware makes of the address: how the chip behind a probe is
  /// known to be the one of another USB socket.
  public var usbSerial: String? { address.map { ChipAddress($0).usbSerial } }

  /// Whether the chip closes its debug port at every reset unless UICR.APPROTECT is 0x5A and the
  /// firmware opens it (Nordic, improved access port protection: by build).
  public var isHardened: Bool {
    let hardenedFrom: [UInt32: String] = [
      0x52833: "B0", 0x52840: "F0", 0x52832: "G0", 0x52820: "D0",
    ]
    guard let build = variant?.suffix(2), let first = hardenedFrom[part] else { return false }
    return String(build) >= first
  }

  /// The setting of the access port protection, in words.
  public var protectionText: String {
    if isDualCore {
      return protection == 0x50FA_50FA
        ? "open, if the firmware opens it too" : "locked at the next reset"
    }
    return switch protection & 0xFF {
    case 0x00: "locked at the next reset"
    case 0x5A: "open, if the firmware opens it too"
    case 0xFF: isHardened ? "locked at the next reset (this build locks itself)" : "open"
    default: "0x" + protection.hexadecimal.uppercased()
    }
  }
}

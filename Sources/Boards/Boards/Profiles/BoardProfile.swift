public import BootProtocols
public import FirmwareImages
public import Links
public import UCI

/// What is known about a kind of board: how it shows on USB, which of its ports does what, what it
/// is made of and how it is flashed.
///
/// Profiles are data (`Rigs/boards/*.yaml` and a user's own folder), because half of the USB
/// identities of the field are hearsay: every value says how far it can be trusted.
public struct BoardProfile: Sendable, Hashable {
  /// Its name in rig files.
  public var name: String
  /// The maker's name for it.
  public var title: String
  /// The trust in every value that has none of its own.
  public var confidence: Confidence
  /// Where the values are from.
  public var sources: [String]
  /// Its chips.
  public var chip: Chip
  /// The memory map, in the order of the file.
  public var memory: [MemoryRegion]
  /// Pages that a flash must not lose.
  public var preserved: [PreservedPages]
  /// How MCUboot and its images share the flash; nil where that is not known.
  public var mcuboot: FlashLayout?
  /// The USB devices that the board is made of, each plugged in or not.
  public var parts: [Part]
  /// Known firmware for it, the likeliest first.
  public var firmware: [FirmwareVariant]
  /// How it is flashed, the best way first.
  public var flash: [FlashRoute]
  /// Surprising behaviour.
  public var quirks: [Quirk]

  /// What may speak at an interface of a part, the likeliest first.
  public func firmware(at interface: Int, of part: String) -> [FirmwareVariant] {
    firmware.filter { $0.port == PortReference(part: part, interface: interface) }
  }
  /// The part of a name.
  public func part(named name: String) -> Part? { parts.first { $0.name == name } }
}

/// How far a value can be trusted.
public enum Confidence: String, Sendable, Hashable, CaseIterable, Comparable {
  /// A recording of a real board shows it.
  case seen = "seen-on-a-board"
  /// An older word for one of the two beside it, which files of users may have.
  case confirmed
  /// It stands in the board's own source or in a vendor's file, which was read.
  case read = "read-in-its-source"
  case reported
  /// General knowledge: a default that nothing is decided by.
  case unverified

  /// From the least to the most trusted.
  public static func < (a: Confidence, b: Confidence) -> Bool {
    (allCases.firstIndex(of: a) ?? 0) > (allCases.firstIndex(of: b) ?? 0)
  }
}

/// A value and how far it can be trusted.
public struct Rated<Value: Sendable & Hashable>: Sendable, Hashable {
  /// The value.
  public var value: Value
  /// The trust in it.
  public var confidence: Confidence
}

extension BoardProfile {
  /// The chips of a board.
  public struct Chip: Sendable, Hashable {
    /// The microcontroller.
    public var mcu: Rated<String>
    /// The radio.
    public var uwb: Rated<String>?
    /// The microcontroller's name for debug probes, such as `nRF52833_xxAA`.
    public var target: Rated<String>?
    /// Whether it can be a Nearby Interaction accessory; nil where it is unknown.
    public var nearbyInteraction: Rated<Bool>?
  }

  /// A span of addresses.
  public struct MemoryRegion: Sendable, Hashable {
    /// `flash`, `ram` and the like.
    public var name: String
    /// First address.
    public var start: Int
    /// Bytes.
    public var size: Int
    /// Bytes that are erased together; nil for memory that is not erased.
    public var page: Int?
    /// The trust in it.
    public var confidence: Confidence
  }

  /// Pages that hold what a board does not get back by flashing: calibration, configuration, keys.
  public struct PreservedPages: Sendable, Hashable {
    /// The firmware's name for them.
    public var name: String
    /// First address.
    public var start: Int
    /// Bytes.
    public var size: Int
    /// The loss if they are erased, in one sentence.
    public var why: String
    /// The firmware that keeps them there, where other firmware has its program there.
    public var layout: String?
    /// The trust in it.
    public var confidence: Confidence
  }

  /// How a bootloader and its images share the flash.
  public struct FlashLayout: Sendable, Hashable {
    /// The firmware that shares it so, for sentences.
    public var name: String
    /// The areas, in the order of the file.
    public var areas: [FlashMap.Area]
  }

  /// A way to flash the board.
  public struct FlashRoute: Sendable, Hashable {
    /// How.
    public var method: FlashMethod
    /// Through which part; nil where the part does not matter.
    public var part: String?
    /// How the board gets into what takes the image.
    public var enter: BootloaderEntry
    /// A remark for beforehand, in one sentence.
    public var note: String?
    /// The trust in it.
    public var confidence: Confidence
  }

  /// Something that surprises people.
  public struct Quirk: Sendable, Hashable {
    /// A name, for programs.
    public var name: String
    /// The effect and the remedy, in a sentence.
    public var text: String
    /// The trust in it.
    public var confidence: Confidence
  }

  /// A firmware that may run on the board.
  public struct FirmwareVariant: Sendable, Hashable {
    /// A name of its own within the profile.
    public var name: String
    /// Its protocol.
    public var speaks: Firmware
    /// Where it speaks; nil where that is not a terminal (Bluetooth LE, SPI).
    public var port: PortReference?
    /// The harmless questions that tell it, in order.
    public var probes: [Firmware]
    /// The line where it differs from the port's: rate and flow control.
    public var line: SerialParameters
    /// How UCI packets travel; nil for as they are.
    public var framing: UCIFraming?
    /// Names of images that hold it.
    public var images: [String]
    /// The trust in it.
    public var confidence: Confidence
  }

  /// One port of one part: `native.0`.
  public struct PortReference: Sendable, Hashable, CustomStringConvertible {
    /// Name of the part.
    public var part: String
    /// Interface number.
    public var interface: Int

    /// As it is written in a profile.
    public var description: String { "\(part).\(interface)" }
  }
}

/// How a board gets into its bootloader.
public enum BootloaderEntry: Sendable, Hashable {
  /// It is there already, or is brought there by hand.
  case byHand
  /// The port is opened at 1200 baud and closed with DTR low, and comes back as the bootloader.
  case touch
  /// A USB bridge's DTR pulls the boot pin of an ESP chip low, its RTS the reset pin.
  case bridgeLines
  /// The USB port inside an ESP chip acts out the same lines in an order of its own.
  case builtInLines
  /// The application resets into its bootloader when SMP asks it to.
  case smpReset
  /// The application's USB interface is asked to detach (DFU's run-time interface, or Nordic's
  /// trigger), and the device comes back as the bootloader.
  case usbDetach
  /// The application is told to in words of its own; the end of the line belongs to them.
  case command(String)

  /// The words of a profile; a command is a mapping.
  static let named: [(String, BootloaderEntry)] = [
    ("by-hand", .byHand), ("touch-1200", .touch), ("bridge-lines", .bridgeLines),
    ("built-in-lines", .builtInLines), ("smp-reset", .smpReset), ("usb-detach", .usbDetach),
  ]

  /// The words for all but a command.
  public static let names = named.map(\.0)

  /// The entry of a word, or `command:` and what the application is told before the end of its
  /// line.
  public init?(named name: String) {
    if let entry = Self.named.first(where: { $0.0 == name })?.1 {
      self = entry
    } else if name.hasPrefix("command:"), name.utf8.count > 8 {
      self = .command(name.dropFirst(8) + "\r\n")
    } else {
      return nil
    }
  }
}

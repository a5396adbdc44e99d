import FirmwareImages

/// What was read of a chip through a debug probe, over its bus alone: no core was halted, and nothing
/// was written.
public struct ChipReading: Equatable, Sendable {
  /// The meaning of the first words of the flash.
  public enum Vectors: Equatable, Sendable {
    /// Nothing was written there.
    case erased
    /// The first stack pointer and the entry of what runs at a reset.
    case table(stack: UInt32, entry: UInt32)
    /// Something else, that no Cortex-M can start.
    case senseless(UInt32, UInt32)

    init(_ stack: UInt32, _ entry: UInt32, chip: NRFChip) {
      let ram = 0x2000_0000...(0x2000_0000 + UInt32(clamping: chip.ram << 10))
      if stack == .max, entry == .max {
        self = .erased
      } else if ram.contains(stack), entry & 1 == 1, entry < UInt32(clamping: chip.flash << 10) {
        self = .table(stack: stack, entry: entry)
      } else {
        self = .senseless(stack, entry)
      }
    }
  }

  /// An MCUboot image in a slot.
  public struct Slot: Equatable, Sendable {
    /// Where its header is.
    public var address: UInt32
    /// As its header says.
    public var version: String
    /// Bytes from its header to its last entry; nil where they were not to be made out.
    public var size: Int?
    /// SHA-256 as the image carries it; nil where it carries none.
    public var hash: [UInt8]?
    /// Whether that is the hash of what the flash holds; nil where that cannot be said.
    public var isIntact: Bool?
    /// The kind of its signature; nil where nothing signs it.
    public var signature: String?

    mutating func take(_ image: MCUbootImage) {
      size = image.totalSize
      signature = image.signature?.name
      hash = image.tlvs.first { $0.type == 0x10 }?.value
      switch image.hash {
      case .matches: isIntact = true
      case .differs: isIntact = false
      case .missing, .encrypted: isIntact = nil
      }
    }
  }

  /// The chip's self-description; nil for one that is locked.
  public var chip: NRFChip?
  /// The program that runs at a reset; nil for a chip that is locked.
  public var vectors: Vectors?
  /// The images that were found.
  public var slots: [Slot] = []

  /// Where the slots of Zephyr's boards begin: DWM3001CDK, DWM1001-DEV, and Nordic's kits.
  static let slotAddresses: [UInt32] = [
    0x0_C000, 0x1_0000, 0x3_E000, 0x4_4000, 0x8_0000, 0x8_2000,
  ]
}

/// Which kind of chip is behind a probe, by its access ports: the one with Nordic's controls.
enum ChipFamily: Int {
  case nRF52 = 1
  case nRF53 = 2

  /// The access port through which the chip says whether it is locked.
  var controls: Int { rawValue }

  /// By the identifiers of access ports 1 and 2 (Nordic, CTRL-AP).
  init?(identifiers first: UInt32, _ second: UInt32) {
    // The revision, in the four highest bits, does not count.
    let controls: UInt32 = 0x0288_0000
    if first & 0x0FFF_FFFF == controls {
      self = .nRF52
    } else if second & 0x0FFF_FFFF == controls {
      self = .nRF53
    } else {
      return nil
    }
  }
}

/// How the flash of a board is shared out.
public struct FlashMap: Equatable, Sendable {
  /// The purpose of an area.
  public enum Purpose: String, Sendable, CaseIterable {
    case bootloader
    /// Pages in which a bootloader keeps what it knows of the images.
    case bootloaderSettings = "bootloader-settings"
    case application
    /// A slot of MCUboot: an image with a header.
    case slot
    /// Data of the board's own that cannot be built again: calibration, keys, settings.
    case preserved
    /// A file system or the like, which the application fills again.
    case storage
  }

  /// A part of the flash.
  public struct Area: Hashable, Sendable {
    /// Its name in the sources of the firmware, such as `FCONFIG`.
    public var name: String
    /// Addresses of the area.
    public var range: Range<Int>
    /// The purpose of the area.
    public var purpose: Purpose
    /// The firmware that has it there, where other firmware for the board has its program there.
    public var layout: String?

    /// A part of the flash.
    public init(
      _ name: String, _ range: Range<Int>, _ purpose: Purpose, layout: String? = nil
    ) {
      self.name = name
      self.range = range
      self.purpose = purpose
      self.layout = layout
    }

    /// Whether an image is of other firmware, whose program runs through the area to its end: settings
    /// do not fill their pages.
    public func isProgram(in contents: SparseImage) -> Bool {
      layout != nil && contents.touches((range.upperBound - Self.tail)..<range.upperBound)
    }

    /// Whether the bytes of the area on a chip are such a program.
    public func isProgram(_ bytes: some BidirectionalCollection<UInt8>) -> Bool {
      layout != nil && bytes.suffix(Self.tail).contains { $0 != 0xFF }
    }

    private static let tail = 64
  }

  /// The firmware whose map it is, for sentences.
  public var name: String
  /// The chip's own memories.
  public var chip: ChipMemory
  /// The areas of the flash, as the board's profile says.
  public var areas: [Area]

  /// A map of areas.
  public init(name: String, chip: ChipMemory, areas: [Area] = []) {
    self.name = name
    self.chip = chip
    self.areas = areas
  }

  /// The areas of a purpose, in order.
  public func areas(_ purpose: Purpose) -> [Area] { areas.filter { $0.purpose == purpose } }

  /// Where the application of a file without addresses goes: the first slot or application area,
  /// otherwise the start of the flash.
  public var applicationBase: Int {
    (areas(.slot) + areas(.application)).map(\.range.lowerBound).min() ?? chip.flash.lowerBound
  }
}

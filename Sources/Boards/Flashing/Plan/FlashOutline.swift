import BootProtocols
public import FirmwareImages
import Notation
import WireFormat

/// What a flash is going to do, whatever the method, for a person who is shown it before anything is
/// touched.
public struct FlashOutline: Sendable {
  /// One stage: an image of several, or everything.
  public struct Stage: Sendable {
    /// The part that is written: "application", "second slot".
    public var what: String
    /// The addresses that it goes to, where the method knows.
    public var segments: [Range<Int>] = []
    /// Bytes to write.
    public var bytes: Int
    /// What the image says of itself: "version 3, for hardware 52, signed"; empty where it says
    /// nothing.
    public var detail = ""

    /// Everything at once, to addresses.
    static func flash(_ image: SparseImage) -> Stage {
      Stage(what: "flash", segments: image.segments.map(\.range), bytes: image.byteCount)
    }
  }

  /// How the board is reached, such as its link or `probe:760123456`.
  public var route: String
  /// The name of the method for programs.
  public var method: String
  /// Its name for people.
  public var title: String
  /// The file's name.
  public var image: String
  /// The file's format.
  public var format: FirmwareImage.Format
  /// All bytes to write.
  public var bytes: Int
  /// The steps, in order.
  public var stages: [Stage]
  /// How the board gets into what takes the image; nil where it is there.
  public var entry: String?
  /// The erased range, where that is more than what is written.
  public var erases: String?
  /// The part that stays on the board whatever is written.
  public var preserves: String
  /// How it is proved that the board has what was sent.
  public var verification: String
  /// Whether it is proved.
  public var isProved: Bool
  /// A warning that a person has to agree with.
  public var warning: String?
  /// A remark for afterwards.
  public var afterwards: String?

  /// An outline.
  public init(
    route: String, method: String, title: String, image: FirmwareImage, stages: [Stage],
    preserves: String, verification: String, isProved: Bool
  ) {
    self.route = route
    self.method = method
    self.title = title
    self.image = image.name
    format = image.format
    bytes = stages.reduce(0) { $0 + $1.bytes }
    self.stages = stages
    self.preserves = preserves
    self.verification = verification
    self.isProved = isProved
  }
}

extension FlashPlan {
  func outline(by link: String) -> FlashOutline {
    let isProved = options.verifies || boot.alwaysVerifies
    var outline = FlashOutline(
      route: link, method: boot.rawValue, title: title, image: image,
      stages: stages.map(\.outline), preserves: boot.preserves,
      verification: isProved ? boot.verification : "nothing (--no-verify)", isProved: isProved)
    if isRecovery {
      outline.preserves = "the bootloader, and every sector beside the slot"
      outline.verification =
        "the bootloader's comparison of the upload, where it makes one, and that the image runs, "
        + "where an application with SMP answers"
    }
    if boot == .mcubootSMP, !options.confirms {
      outline.title += ", on trial"
      outline.afterwards =
        "the image runs on trial: the old one comes back at the next reset, unless this one is "
        + "flashed again without --test"
    }
    return outline
  }
}

extension ProbePlan {
  /// The outline for a person.
  ///
  /// - Parameter found: the program that does it; nil while none was looked for.
  func outline(with found: FoundTool?) -> FlashOutline {
    let trust = tool.isVerified ? "" : " (this way was not tried with the program itself)"
    var outline = FlashOutline(
      route: "probe:\(target.serial)", method: tool.rawValue,
      title: tool.title + (found.map { " \($0.version)" } ?? "") + trust, image: image,
      stages: [.flash(image.contents)],
      preserves: preserves,
      verification: options.verifies ? tool.verification : "nothing (--no-verify)",
      isProved: options.verifies)
    let runs = pages.map {
      "0x\(String($0.lowerBound, radix: 16))–0x\(String($0.upperBound - 1, radix: 16))"
    }
    let more = runs.count > 8 ? ", and \(runs.count - 8) more" : ""
    outline.erases =
      options.erase == .all ? "everything" : runs.prefix(8).joined(separator: ", ") + more
    outline.warning = warning
    return outline
  }
}

extension DFUPlan {
  func outline(by link: String) -> FlashOutline {
    FlashOutline(
      route: link, method: method.rawValue, title: title, image: image,
      stages: [.flash(image.contents)],
      preserves: "the bootloader, and every sector that the image does not touch",
      verification: verifies
        ? "read back and compared, where the device gives its memory" : "nothing (--no-verify)",
      isProved: verifies)
  }
}

extension VolumePlan {
  func outline(by link: String) -> FlashOutline {
    FlashOutline(
      route: volume.map { PrintableText.escaped($0) } ?? link, method: method.rawValue,
      title: title,
      image: image,
      stages: [.init(what: "flash", segments: image.contents.segments.map(\.range), bytes: bytes)],
      preserves: "the bootloader, and every page that the image does not touch",
      verification: "only that the bootloader leaves with the whole file: nothing can be read back",
      isProved: false)
  }
}

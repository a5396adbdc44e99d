/// Something about an image that a person should know before the board is touched.
public struct ImageFinding: Equatable, Sendable, CustomStringConvertible {
  /// What a finding stops.
  public enum Severity: String, Sendable, CaseIterable, Comparable {
    /// Good to know.
    case note
    /// It may be meant, and may cost a board its settings.
    case warning
    /// The flash cannot end well and is not begun.
    case error

    /// By what it stops.
    public static func < (one: Severity, other: Severity) -> Bool { one.rank < other.rank }

    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// The word for programs, such as `covers-bootloader`.
  public var code: String
  /// Whether it stands in the way of a flash.
  public var severity: Severity
  /// What is the case.
  public var sentence: String
  /// What a person does about it.
  public var advice: String

  /// A finding of the caller's own.
  public init(_ severity: Severity, _ code: String, _ sentence: String, advice: String) {
    self.code = code
    self.severity = severity
    self.sentence = sentence
    self.advice = advice
  }

  /// One line for a person.
  public var description: String {
    "\(severity.rawValue): \(sentence) \(advice) (\(code))"
  }
}

/// What is about to be done with an image.
public struct FlashJob: Equatable, Sendable {
  /// How the image gets to the board, as far as it decides what is possible.
  public enum Method: String, Sendable, CaseIterable {
    /// A debug probe: writes any address, UICR too.
    case probe
    case nordicDFU = "nordic-dfu"
    case smp
    case esp
    /// NXP's loaders in ROM: DK6 ISP and mboot.
    case nxp
    case usbDFU = "usb-dfu"
    case uf2

    /// The name that is printed.
    public var name: String {
      switch self {
      case .probe: "a debug probe"
      case .nordicDFU: "Nordic Secure DFU"
      case .smp: "SMP"
      case .esp: "the ESP ROM loader"
      case .nxp: "the NXP ROM loader"
      case .usbDFU: "USB DFU"
      case .uf2: "UF2"
      }
    }
  }

  /// What the board's flash is divided into.
  public var map: FlashMap
  /// How the image is to be written.
  public var method: Method
  /// Whether everything is erased first, and not only the pages that the image touches.
  public var erasesAll: Bool
  /// Whether whoever writes keeps a copy of preserved pages first.
  public var keepsCopies = false
  /// The version of the MCUboot image that the board has, where it is known.
  public var installed: MCUbootVersion?

  /// A job.
  public init(
    map: FlashMap, method: Method, erasesAll: Bool = false, installed: MCUbootVersion? = nil
  ) {
    self.map = map
    self.method = method
    self.erasesAll = erasesAll
    self.installed = installed
  }
}

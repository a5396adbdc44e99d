public import BootProtocols

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
  /// What the board's flash is divided into.
  public var map: FlashMap
  /// How the image is to be written.
  public var method: FlashMethod
  /// Whether everything is erased first, and not only the pages that the image touches.
  public var erasesAll: Bool
  /// Whether whoever writes keeps a copy of preserved pages first.
  public var keepsCopies = false
  /// The version of the MCUboot image that the board has, where it is known.
  public var installed: MCUbootVersion?

  /// A job.
  public init(
    map: FlashMap, method: FlashMethod, erasesAll: Bool = false, installed: MCUbootVersion? = nil
  ) {
    self.map = map
    self.method = method
    self.erasesAll = erasesAll
    self.installed = installed
  }
}

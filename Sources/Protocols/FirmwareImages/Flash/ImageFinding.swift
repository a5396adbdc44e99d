public import BootProtocols

/// Something about an image that a person should know before the board is touched.
public struct ImageFinding: Equatable, Sendable, CustomStringConvertible {
  /// The severity of a finding.
  public enum Severity: String, Sendable, CaseIterable {
    /// Good to know.
    case note
    /// It may be meant, and may cost a board its settings.
    case warning
    /// The flash cannot end well and is not begun.
    case error
  }

  /// The word for programs, such as `covers-bootloader`.
  public var code: String
  /// Whether it stands in the way of a flash.
  public var severity: Severity
  /// The finding in a sentence.
  public var sentence: String
  /// The advice to the user.
  public var advice: String

  init(_ severity: Severity, _ code: String, _ sentence: String, _ advice: String) {
    (self.code, self.severity, self.sentence, self.advice) = (code, severity, sentence, advice)
  }

  /// One line for a person.
  public var description: String {
    "\(severity.rawValue): \(sentence) \(advice) (\(code))"
  }
}

extension [ImageFinding] {
  mutating func add(
    _ severity: ImageFinding.Severity, _ code: String, _ sentence: String, _ advice: String
  ) {
    append(ImageFinding(severity, code, sentence, advice))
  }

  /// Errors first, then warnings, then notes.
  var bySeverity: [ImageFinding] {
    ImageFinding.Severity.allCases.reversed().flatMap { severity in
      filter { $0.severity == severity }
    }
  }
}

/// A flash that is about to begin.
public struct FlashJob: Equatable, Sendable {
  /// The areas of the board's flash.
  public var map: FlashMap
  /// How the image is to be written.
  public var method: FlashMethod
  /// Whether everything is erased first, and not only the pages that the image touches.
  public var erasesAll: Bool
  /// Whether the writer keeps a copy of preserved pages first.
  public var keepsCopies = false
  /// Whether the writer puts preserved pages back that everything else is erased around.
  public var restoresCopies = false

  /// A job.
  public init(map: FlashMap, method: FlashMethod, erasesAll: Bool = false) {
    self.map = map
    self.method = method
    self.erasesAll = erasesAll
  }
}

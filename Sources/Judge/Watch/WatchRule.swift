public import BootProtocols
import LabRuntime

/// What a rule of the frame watch is: a requirement on every frame of a board, whichever case runs.
public struct WatchRule: Sendable {
  /// The identifier, `W` and a number; unique among cases and rules.
  public let id: String
  /// The subject, in a few words.
  public let title: String
  /// What a board must do, in one sentence.
  public let requirement: String
  /// Where the requirement comes from.
  public let source: String
  /// The firmware of the boards that it is about.
  public let firmware: Firmware
  /// Whether it is suspended while a case provokes what it forbids.
  public let yieldsToProvocation: Bool

  /// Every rule, in the order of the identifiers.
  public static let all: [WatchRule] =
    AccessoryRules.all.map(\.about) + UCIRules.all.map(\.about)
}

/// A rule with its check.
struct Rule<Sight>: Sendable {
  let about: WatchRule
  /// What of the sight breaks the rule; nil where it holds.
  let check: @Sendable (Sight) -> Breach?

  init(
    _ id: String, _ title: String, requirement: String, source: String, firmware: Firmware,
    yields: Bool = false, check: @escaping @Sendable (Sight) -> Breach?
  ) {
    about = WatchRule(
      id: id, title: title, requirement: requirement, source: source, firmware: firmware,
      yieldsToProvocation: yields)
    self.check = check
  }
}

/// What was expected of a frame and what came, decoded.
struct Breach: Hashable, Sendable {
  var expected: String
  var got: String

  init(expected: String, got: String) {
    self.expected = expected
    self.got = got
  }
}

/// A board as the watch follows it: what it has been asked, what it may say, what it said of itself.
protocol WatchedBoard: Sendable {
  /// A link was opened; what it has been asked over another one may still be answered.
  mutating func opened(at now: LabInstant)
  /// A frame goes to it; nil for bytes that go past the framing.
  mutating func sent(_ bytes: [UInt8], frame: [UInt8]?, at now: LabInstant)
  /// Bytes that belong to no frame; the rules that they break.
  mutating func noise(_ reason: String, bytes: Int, at now: LabInstant) -> [Finding]
  /// A frame of it; the rules that it breaks.
  mutating func received(_ frame: [UInt8], at now: LabInstant) -> [Finding]
  /// The median of measured distances is off the true one; the rules that this breaks.
  func judge(_ deviation: Deviation) -> [Finding]
  /// The addresses that radios call it by now, the low byte first.
  var addresses: [[UInt8]] { get }
  /// What the last frame has measured.
  var ranges: [WatchedRange] { get }
  /// The board is to have another image: it may become another one.
  mutating func forgetIdentity()
}

/// A rule that was broken, and how.
struct Finding: Sendable {
  var rule: WatchRule
  var breach: Breach
}

extension Array {
  /// The rules that a sight breaks.
  func findings<Sight>(in sight: Sight) -> [Finding] where Element == Rule<Sight> {
    compactMap { rule in rule.check(sight).map { Finding(rule: rule.about, breach: $0) } }
  }
}

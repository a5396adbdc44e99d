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
    (AccessoryRules.about + UCIRules.about + OOBRules.about).sorted { $0.id < $1.id }
}

/// A rule with its check.
struct Rule<Sight>: Sendable {
  let about: WatchRule
  /// What of the sight breaks the rule; nil where it holds.
  let check: @Sendable (Sight) -> Breach?
}

/// The rules about boards with one firmware.
protocol RuleList {
  /// What rules look at: one thing that came, and what is known about it.
  associatedtype Sight: Sendable
  static var firmware: Firmware { get }
  static var all: [Rule<Sight>] { get }
  /// The rule about the distances that are measured, which is about no single frame.
  static var distance: WatchRule { get }
}

extension RuleList {
  static func rule(
    _ id: String, _ title: String, requirement: String, source: String, yields: Bool = false,
    check: @escaping @Sendable (Sight) -> Breach?
  ) -> Rule<Sight> {
    let about = WatchRule(
      id: id, title: title, requirement: requirement, source: source, firmware: firmware,
      yieldsToProvocation: yields)
    return Rule(about: about, check: check)
  }

  static func distanceRule(_ id: String, _ title: String, of distances: String) -> WatchRule {
    WatchRule(
      id: id, title: title,
      requirement: "The median of the distances \(distances) is that of the rig file, within its "
        + "distance-maximum.",
      source: "Android CDD 7.4.9 C-1-6; rig limit: distance-maximum", firmware: firmware,
      yieldsToProvocation: false)
  }

  /// All of them, those of frames first.
  static var about: [WatchRule] { all.map(\.about) + [distance] }
}

/// What was expected of a frame and what came, decoded.
struct Breach: Hashable, Sendable {
  var expected: String
  var got: String
  /// The name of the message that came though nothing had asked for it; nil where the breach is another.
  var unasked: String?
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
  /// The rule that a median of measured distances breaks which is off the true one.
  var distanceRule: WatchRule { get }
  /// Whether radios call it so now, the low byte first.
  func isCalled(_ address: [UInt8]) -> Bool
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
    var findings: [Finding] = []
    for index in indices {
      guard let breach = self[index].check(sight) else { continue }
      findings.append(Finding(rule: self[index].about, breach: breach))
    }
    return findings
  }
}

import FileGrammar
import Notation

/// How often an instance is tried again, and after which pause.
public struct RigRetries: Sendable, Hashable, ExpressibleByIntegerLiteral {
  /// How the pause changes from one attempt to the next.
  public enum Growth: String, Sendable, Hashable, CaseIterable {
    case fixed
    case exponential
  }

  /// Attempts after a fault of the device (FAIL).
  public var device: Int
  /// Attempts after a fault of the rig (ERROR).
  public var rig: Int
  /// The pause before the first of them.
  public var delay: Duration
  /// How the pause changes.
  public var growth: Growth
  /// The longest pause.
  public var longest: Duration
  /// The part of the pause, 0 to 1, that chance adds or takes away.
  public var jitter: Double

  /// Attempts and their pause; without a pause one follows the other at once.
  public init(
    device: Int = 0, rig: Int = 0, delay: Duration = .zero, growth: Growth = .fixed,
    longest: Duration = .seconds(60), jitter: Double = 0
  ) {
    self.device = device
    self.rig = rig
    self.delay = delay
    self.growth = growth
    self.longest = longest
    self.jitter = jitter
  }

  /// A number of attempts, whatever was at fault, without a pause.
  public init(integerLiteral count: Int) { self.init(device: count, rig: count) }

  /// The pause before an attempt; `chance` in 0 ..< 1 decides the jitter.
  ///
  /// - Parameter retry: which attempt after the first, from 1.
  public func pause(before retry: Int, chance: Double) -> Duration {
    var pause = min(delay, longest)
    if growth == .exponential {
      for _ in 1..<max(1, min(retry, 64)) where pause < longest { pause = min(pause * 2, longest) }
    }
    let factor = 1 + jitter * (2 * min(1, max(0, chance)) - 1)
    return pause * max(0, factor)
  }
}

/// Cases that are tried again otherwise than their boards say.
public struct RigRetryRule: Sendable, Hashable {
  /// The cases, in the language of filters.
  public var cases: String
  /// The line of the filter in the rig file, from 1.
  public var line: Int
  /// Its column, from 1.
  public var column: Int
  /// How often, and after which pause.
  public var retries: RigRetries
}

/// The keys of budgets and pauses.
struct RetryKeys: KeyGroup {
  let device = Setting("device", .integer(0...100), default: 0, "attempts after a FAIL")
  let rig = Setting("rig", .integer(0...100), default: 0, "attempts after an ERROR")
  let delay = Key("delay", .duration(), "pause before the first of them")
  let growth = Setting<RigRetries.Growth>(
    "growth", .choice, default: .fixed, "how the pause changes")
  let longest = Setting(
    "longest", .duration(positive: true), default: .seconds(60), "the longest pause")
  let jitter = Setting(
    "jitter", .number(0...1, unit: "a part of the pause"), default: 0,
    "part of the pause that chance adds or takes away")
}

extension RigRetries {
  init(_ values: MappingValues<RetryKeys>) {
    self.init(
      device: values.device, rig: values.rig, delay: values.delay ?? .zero, growth: values.growth,
      longest: values.longest, jitter: values.jitter)
  }
}

extension Form<RigRetries> {
  /// A number, or a mapping of budgets and pauses.
  static var retries: Form {
    either(
      Form<Int>.integer(0...100).map { RigRetries(device: $0, rig: $0) },
      orMapping: Mapping(RetryKeys()).form.map(RigRetries.init))
  }
}

private struct RuleKeys {
  static let mapping = Mapping(RuleKeys())

  let cases = Key(
    "case", .line("a case, a suite or a filter"), "a case, a suite or a filter",
    required: "a case, a suite or a filter")
  let retries = RetryKeys()
}

extension Form<[RigRetryRule]> {
  static var retryRules: Form {
    list(
      RuleKeys.mapping.form.map { values -> RigRetryRule? in
        guard let cases = values.cases, let place = values[\.cases] else { return nil }
        return RigRetryRule(
          cases: cases, line: place.line, column: place.column, retries: RigRetries(values.retries))
      }, "a list of cases and how often they are tried again")
  }
}

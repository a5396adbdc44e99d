import Notation

/// How often an instance is tried again, and after which pause.
public struct RigRetries: Sendable, Hashable, ExpressibleByIntegerLiteral {
  /// How the pause changes from one attempt to the next.
  public enum Growth: String, Sendable, Hashable, CaseIterable {
    /// Not at all.
    case fixed
    /// It doubles.
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

  /// So many attempts, whatever was at fault, without a pause.
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

extension RigRetries {
  /// Reads a number, or a mapping of budgets and pauses.
  init(reading field: Field) {
    self.init()
    guard field.isMapping else {
      let count = field.integer(0...100) ?? 0
      (device, rig) = (count, count)
      return
    }
    guard let entries = field.entries(RigGrammar.retries) else { return }
    read(entries)
  }

  /// Reads the budgets and pauses among the keys of a mapping.
  mutating func read(_ entries: Entries) {
    device = entries["device"]?.integer(0...100) ?? 0
    rig = entries["rig"]?.integer(0...100) ?? 0
    delay = entries["delay"]?.duration() ?? .zero
    growth = entries["growth"]?.choice(Growth.self) ?? .fixed
    longest = entries["longest"]?.duration(positive: true) ?? .seconds(60)
    jitter = entries["jitter"]?.number(0...1, unit: "a part of the pause") ?? 0
  }
}

extension RigRetryRule {
  /// Reads the list `retries` of a rig file.
  static func list(reading field: Field) -> [RigRetryRule] {
    let items = field.items("a list of cases and how often they are tried again") ?? []
    return items.compactMap { item in
      guard let entries = item.entries(["case"] + RigGrammar.retries),
        let name = entries.required("case", allowed: "a case, a suite or a filter"),
        let cases = name.line("a case, a suite or a filter")
      else { return nil }
      var retries = RigRetries()
      retries.read(entries)
      return RigRetryRule(cases: cases, line: name.line, column: name.column, retries: retries)
    }
  }
}

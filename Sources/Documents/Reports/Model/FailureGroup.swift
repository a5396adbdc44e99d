import Journal

/// Instances that ended badly for one cause: the same assertion with the same answer on the same boards, or
/// what the frame watch has seen: messages that nobody had asked for, and bytes that belong to no frame.
struct FailureGroup {
  /// The instances in the order of the run; never empty.
  let instances: [Instance]
  /// The instance that tells the cause best: one whose own requirement was broken, if there is any.
  let leading: Instance
  /// Whether that one is a rule of the frame watch.
  private let isOfRule: Bool

  /// - Parameter rule: the broken rule that explains them, if there is one.
  fileprivate init(_ instances: [Instance], rule: Instance?) {
    self.instances = instances
    isOfRule = rule != nil
    leading = rule ?? instances.first { !$0.failsAsPrerequisite } ?? instances[0]
  }

  /// Whether a board has closed its link.
  var isDeath: Bool { leading.hasDied }

  /// The cases without their boards, as many as can be read at a glance.
  func cases(atMost limit: Int) -> String {
    let names = instances.prefix(limit).map(\.case).joined(separator: ", ")
    return instances.count > limit ? "\(names) and \(instances.count - limit) more" : names
  }

  /// `81 cases on anchor`, or the name of the only one.
  var name: String {
    instances.count == 1 ? leading.name : "\(instances.count) cases on \(leading.place)"
  }

  /// Whether all its instances are of one requirement; several that broke at once have something before
  /// all of them to blame.
  var hasOneRequirement: Bool {
    instances.allSatisfy { $0.requirement == leading.requirement }
  }

  var failure: Event.Assertion? { leading.broken ?? leading.evidence?.failures.first }

  /// What it was about and why it ended so, each once, in the order in which it is to be read.
  ///
  /// - Parameter withAssertion: whether the assertion is among it.
  func facts(withAssertion: Bool = true) -> [(label: String, value: String)] {
    var facts: [(label: String, value: String)] = []
    func add(_ label: String, _ value: String?) {
      guard let value, !value.isEmpty else { return }
      facts.append((label, value))
    }
    let inferred = leading.caseClass == .inferred ? " (inferred)" : ""
    if hasOneRequirement || isOfRule, !leading.failsAsPrerequisite {
      add("requirement", leading.requirement + (leading.requirement.isEmpty ? "" : inferred))
      add("source", leading.source)
    }
    if withAssertion, let failure {
      if failure.isPrerequisite {
        add("assertion", "prerequisite not met: \(failure.requirement)")
      } else if failure.requirement != leading.requirement || !hasOneRequirement {
        add("assertion", failure.requirement)
      }
      add("expected", failure.expected)
      add("got", failure.got.isEmpty ? "nothing" : failure.got)
    }
    add(leading.verdict == .finding ? "observed" : "reason", leading.reasonBesideAssertion)
    if hasOneRequirement, leading.failsAsPrerequisite { add("not reached", leading.requirement) }
    if instances.count > 1 { add("cases", cases(atMost: 12)) }
    add("waived", leading.waived)
    add("quarantined", leading.quarantined)
    return facts
  }
}

extension RunReport {
  /// The groups of everything that ended badly, in the order in which it is to be read: FAIL, then what
  /// could not be decided, then what does not count.
  var problems: [FailureGroup] {
    groups(counted(.fail)) + groups(counted(.error, .inconclusive))
      + groups(instances(.fail, .error, .inconclusive).filter(\.isSuppressed))
  }

  /// Groups by cause: deaths first, then the largest; equal ones in the order of the run.
  func groups(_ instances: [Instance]) -> [FailureGroup] {
    let rules = explainingRules(among: instances)
    func cause(of instance: Instance) -> FailureCause {
      guard !rules.isEmpty, !instance.hasDied, let got = instance.broken?.got else {
        return FailureCause(instance)
      }
      return FailureCause(rules.first { $0.explains(instance, got) }?.instance ?? instance)
    }
    // First what is equal word by word, in whatever cases; then what differs in no more than the
    // parameter of one case. What a rule explains is one with it, whatever was asserted.
    let groups = instances.grouped { cause(of: $0) }
      .grouped { FailureCause(ofGroup: $0) }
      .map { group in
        let members = group.flatMap(\.self).sorted { $0.ordinal < $1.ordinal }
        let rule = members.first { member in rules.contains { $0.instance.name == member.name } }
        return FailureGroup(members, rule: rule)
      }
    func rank(_ index: Int) -> (Int, Int, Int) {
      (groups[index].isDeath ? 0 : 1, -groups[index].instances.count, index)
    }
    return groups.indices.sorted { rank($0) < rank($1) }.map { groups[$0] }
  }
}

/// A broken rule of the frame watch about messages that nothing had asked for, or bytes of no frame.
private struct ExplainingRule {
  let instance: Instance
  /// The messages, as failures name them.
  let messages: Set<String>
  /// Whether it was broken by bytes that belong to no frame.
  let isNoisy: Bool
  /// The place in the run of the instance in which it was first broken; the first of all before any.
  let since: Int

  /// Whether it tells why an instance failed: the board was seen to send, unasked, the message that was
  /// received in place of what was due; or what it had sent last was no frame, as it was seen to do.
  func explains(_ other: Instance, _ got: String) -> Bool {
    since <= other.ordinal && instance.verdict == other.verdict
      && instance.waived == other.waived && instance.quarantined == other.quarantined
      && instance.boards.allSatisfy(other.boards.contains)
      && (messages.contains(where: got.hasWords)
        || isNoisy && instance.boards.allSatisfy(other.hasUnframed))
  }
}

extension RunReport {
  private func explainingRules(among instances: [Instance]) -> [ExplainingRule] {
    instances.compactMap { instance in
      let messages = unasked[instance.name] ?? []
      let isNoisy = noisy.contains(instance.name)
      guard isNoisy || !messages.isEmpty else { return nil }
      let during = firstBroken[instance.name]
      let since = during.flatMap { name in self.instances.first { $0.name == name }?.ordinal }
      return ExplainingRule(
        instance: instance, messages: messages, isNoisy: isNoisy, since: since ?? 0)
    }
  }
}

extension String {
  /// Whether the words stand in it, whole.
  fileprivate func hasWords(_ words: String) -> Bool {
    func isPart(_ character: Character?) -> Bool {
      character.map { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" } ?? false
    }
    return ranges(of: words).contains { range in
      !isPart(self[..<range.lowerBound].last) && !isPart(self[range.upperBound...].first)
    }
  }
}

extension Instance {
  /// The assertion that its reason tells, if there is one.
  var broken: Event.Assertion? {
    guard let evidence else { return nil }
    return evidence.failures.last {
      evidence.reason.contains($0.requirement) && evidence.reason.contains($0.got)
    }
  }

  /// Whether a board had answered with bytes that made no frame when it failed.
  fileprivate func hasUnframed(_ board: String) -> Bool {
    evidence?.unframed.contains(board) ?? false
  }

  /// The reason of the attempt that tells why it did not simply pass.
  fileprivate var toldReason: String { evidence?.reason ?? reason }

  /// What its reason says beside the broken assertion, such as `wedged`.
  var reasonBesideAssertion: String {
    guard let broken, let start = toldReason.firstRange(of: broken.requirement)?.lowerBound else {
      return reason
    }
    if broken.isPrerequisite { return "" }
    return String(toldReason[..<start].split(separator: " ").joined(separator: " ").dropLast())
  }

  /// Whether something failed that its requirement takes for granted.
  var failsAsPrerequisite: Bool { broken?.isPrerequisite ?? false }

  /// Whether the board closed its link, and that is the reason.
  var hasDied: Bool { broken == nil && (evidence?.hasLostLink ?? false) }

  /// The parameter of its case; empty where it has none.
  fileprivate var parameter: String {
    guard let start = `case`.firstIndex(of: "["), `case`.last == "]" else { return "" }
    return String(`case`[start...].dropFirst().dropLast())
  }

  /// The id of its case without the parameter.
  fileprivate var base: Substring { `case`.prefix { $0 != "[" } }
}

/// The cause of a failure as far as it can be told apart from others.
private struct FailureCause: Hashable {
  private var verdict: Verdict
  private var boards: [String]
  private var suppression: String?
  private var assertion: String
  private var answer: String
  private var `case`: Substring?

  init(_ instance: Instance) {
    verdict = instance.verdict
    boards = instance.boards
    suppression = instance.waived ?? instance.quarantined
    assertion = instance.broken?.requirement ?? ""
    answer = Self.withoutTimes(instance.broken?.got ?? instance.toldReason)
  }

  /// The cause of instances that are equal word by word; where they are of one case, its parameter and
  /// the numbers that come with it are left aside.
  init(ofGroup group: [Instance]) {
    let first = group[0]
    self.init(first)
    guard group.allSatisfy({ $0.base == first.base }) else { return }
    `case` = first.base
    assertion = Self.withoutNumbers(assertion, first.parameter)
    if first.broken == nil { answer = Self.withoutNumbers(answer, first.parameter) }
  }

  private static let units: Set<Substring> = [
    "ns", "µs", "us", "ms", "s", "min", "h", "second", "seconds", "minute", "minutes", "hours",
  ]

  /// The text with a mark in place of times and addresses.
  private static func withoutTimes(_ text: String) -> String {
    let words = text.split(separator: " ").map { $0.trimmed }
    return words.indices.map { index in
      let word = words[index]
      let next = index + 1 < words.count ? words[index + 1] : ""
      let isTime = Double(word) != nil && units.contains(next)
      let isAddress = word.hasPrefix("0x") && word.count >= 6 || word.count { $0 == ":" } > 4
      return isTime || isAddress || word.isTime(units) ? "#" : String(word)
    }.joined(separator: " ")
  }

  /// The text with a mark in place of all numbers and of the parameter.
  private static func withoutNumbers(_ text: String, _ parameter: String) -> String {
    let text = parameter.isEmpty ? text : text.replacing(parameter, with: "#")
    return text.split(separator: " ").map { word in
      let word = word.trimmed
      let isNumber = Double(word) != nil || word.hasPrefix("0x")
      return isNumber || word.count > 1 && word.allSatisfy(\.isHexDigit) ? "#" : String(word)
    }.joined(separator: " ")
  }
}

extension Substring {
  /// The word without the punctuation around it.
  fileprivate var trimmed: Substring {
    let marks: Set<Character> = ["(", ")", "[", "]", ",", ";", ".", ":", "…"]
    var word = drop { marks.contains($0) }
    while let last = word.last, marks.contains(last) { word.removeLast() }
    return word
  }

  /// Whether it is a number with a unit of time behind it, such as `12ms`.
  fileprivate func isTime(_ units: Set<Substring>) -> Bool {
    let unit = drop { $0.isNumber || $0 == "." }
    return unit.startIndex != startIndex && units.contains(unit)
  }
}

import Journal

extension HTMLDocument {
  // MARK: What did not simply pass

  var problems: [[String: Any]] {
    let groups: [(String, Verdict)] = [
      ("Failed", .fail), ("Errors of the rig", .error), ("Not decided", .inconclusive),
      ("Passed on a retry", .flaky), ("Findings", .finding),
    ]
    // A few are shown at once; of many first only what they are.
    var left = Self.maximumOpen
    return groups.compactMap { heading, verdict in
      let instances = report.instances(verdict)
      guard !instances.isEmpty else { return nil }
      // What does not count comes last.
      let ordered =
        report.groups(instances.filter { !$0.isSuppressed })
        + report.groups(instances.filter(\.isSuppressed))
      let cases = ordered.map { group -> [String: Any] in
        left -= 1
        return evidence(group, isOpen: left >= 0)
      }
      let causes = ordered.count < instances.count ? ", \(Self.plural(ordered.count, "cause"))" : ""
      return [
        "heading": heading, "count": instances.count, "causes": causes,
        "verdictId": "_\(verdict.rawValue.lowercased())", "cases": cases,
      ]
    }
  }

  /// Groups that are shown open.
  private static let maximumOpen = 3

  /// What filters look at.
  private func marks(_ instance: Instance) -> [String: Any] {
    [
      "v": instance.verdict.rawValue, "s": instance.suite, "b": instance.place,
      "g": instance.tags.joined(separator: " "), "t": instance.microseconds,
      "w": instance.start,
    ]
  }

  private func evidence(_ group: FailureGroup, isOpen: Bool) -> [String: Any] {
    let instance = group.leading
    let isOne = group.instances.count == 1
    let failures = isOne ? instance.evidence?.failures ?? [] : [group.failure].compactMap(\.self)
    let why = group.failure.map { "\($0.requirement): got \($0.got.isEmpty ? "nothing" : $0.got)" }
    return [
      "anchor": isOne ? instance.name : "_cause-\(instance.ordinal)", "isOpen": isOpen,
      "why": Self.brief(why ?? instance.reason),
      "mark": isOne ? [marks(instance)] : [], "link": HTMLContent.fragment(instance.name),
      "own": isOne ? [HTMLContent.fragment(instance.name)] : [],
      "tone": instance.verdict.tone, "verdict": instance.verdict.rawValue, "name": group.name,
      "marks": instance.marks,
      "titles": isOne && !instance.title.isEmpty ? [instance.title] : [], "facts": facts(group),
      "failures": failures.map {
        [
          "requirement": ($0.isPrerequisite ? "Prerequisite not met: " : "") + $0.requirement,
          "expected": $0.expected, "got": $0.got,
        ]
      },
      "exchange": exchange(instance, instance.evidence),
      "members": isOne ? [] : [members(of: group)],
    ]
  }

  /// As much of a reason as one looks at before opening it.
  private static func brief(_ text: String) -> String {
    let line = text.split(separator: "\n").first ?? ""
    return line.count > 160 ? "\(line.prefix(160))…" : String(line)
  }

  private func members(of group: FailureGroup) -> [String: Any] {
    let isOfOne = group.hasOneRequirement
    let rows = group.instances.map { instance in
      let requirement = isOfOne ? "" : instance.requirement
      let about = [instance.title, requirement].filter { !$0.isEmpty }
      return [
        "memberAnchor": instance.name, "memberName": instance.name, "mark": [marks(instance)],
        "memberAbout": about.joined(separator: " – "), "memberAgain": instance.reproduce,
        // That of the leading one stands above.
        "memberExchange": instance.ordinal == group.leading.ordinal
          ? ""
          : instance.evidence.map {
            isLive
              ? later(instance)
              : SequenceChart($0, on: instance.boards, of: report, describe).html(isOpen: false)
          } ?? "",
      ]
    }
    return ["memberCount": rows.count, "memberRows": rows]
  }

  private func facts(_ group: FailureGroup) -> [[String: Any]] {
    let instance = group.leading
    var facts = group.facts(withAssertion: false).filter { $0.label != "cases" }
    // What is inferred is told beside the requirement.
    if instance.caseClass == .varies { facts.append(("class", CaseClass.varies.rawValue)) }
    if instance.attempts.count > 1 {
      let attempts = instance.attempts.map { attempt in
        let verdict = attempt.verdict?.rawValue ?? "interrupted"
        let reason = attempt.reason.isEmpty ? "" : " (\(attempt.reason))"
        return "\(attempt.number): \(verdict)\(reason)"
      }
      facts.append(("attempts", attempts.joined(separator: "\n")))
    }
    let rows = facts.map {
      Self.fact($0.label.prefix(1).uppercased() + $0.label.dropFirst(), $0.value)
    }
    let again = instance.reproduce
    return again.isEmpty ? rows : rows + [Self.fact("Run it again", again, isCode: true)]
  }

  private func exchange(_ instance: Instance, _ attempt: Attempt?) -> String {
    if isLive { return attempt == nil ? "" : later(instance) }
    return attempt.map { SequenceChart($0, on: instance.boards, of: report, describe).html() } ?? ""
  }

  // MARK: Everything

  var skipped: [[String: Any]] {
    let skipped = report.instances(.skip)
    if skipped.isEmpty { return [] }
    let groups = skipped.grouped(by: \.reason).map { group in
      ["reason": group[0].reason, "size": group.count, "names": group.map(\.name)] as [String: Any]
    }
    return [["count": skipped.count, "groups": groups]]
  }

  var measured: [[String: Any]] {
    let rows = report.instances.flatMap { instance in
      instance.measurements.map { measurement in
        let isAllowed = measurement.limits?.allow(measurement.value) ?? true
        let unit = measurement.unit.isEmpty ? "" : " " + measurement.unit
        return [
          "label": measurement.name, "value": Plot.short(measurement.value) + unit,
          "tone": isAllowed ? [String]() : ["bad"],
          "limits": (isAllowed ? "" : "outside ") + Visible.limits(measurement.limits),
          "case": instance.name,
        ] as [String: Any]
      }
    }
    return rows.isEmpty ? [] : [["count": rows.count, "rows": rows]]
  }

  var places: [[String: Any]] {
    listed.grouped(by: \.place).map { instances in
      let boards = instances[0].boards.compactMap(report.board)
      return [
        "place": instances[0].place, "count": instances.count,
        "about": boards.map { "\($0.name): \(Self.about($0))" }.joined(separator: " · "),
        "rows": instances.map(row),
      ]
    }
  }

  private func row(_ instance: Instance) -> [String: Any] {
    let what = [instance.title, instance.verdict == .pass ? "" : instance.reason]
    return [
      "verdict": instance.verdict.rawValue, "tone": instance.verdict.tone,
      "excuses": instance.marks, "case": instance.name, "mark": [marks(instance)],
      "link": HTMLContent.fragment(instance.name),
      "rowId": instance.isRemarkable ? [] : [instance.name],
      "what": what.filter { !$0.isEmpty }.joined(separator: " – "),
      "time": instance.verdict == .skip ? "" : Visible.duration(instance.microseconds),
      "exchange": instance.verdict == .pass ? exchange(instance, instance.attempts.last) : "",
    ]
  }

  var suppressions: [[String: Any]] {
    if report.suppressions.isEmpty { return [] }
    let rows = report.suppressions.map { suppression in
      let isExpired = report.expired.contains(suppression)
      return [
        "list": suppression.list.rawValue, "about": suppression.subject, "why": suppression.reason,
        "follow": suppression.link, "uses": suppression.matches,
        "day": suppression.date + (isExpired ? " (past)" : ""), "tone": isExpired ? "bad" : "",
      ] as [String: Any]
    }
    return [["count": rows.count, "rows": rows]]
  }

  var recoveries: [[String: Any]] {
    if report.recoveries.isEmpty { return [] }
    let rows = report.recoveries.map { recovery in
      [
        "board": recovery.board, "rung": recovery.rung, "result": recovery.result,
        "tone": recovery.ok == true ? "good" : "bad",
        "word": recovery.ok == true ? "recovered" : "not recovered",
      ] as [String: Any]
    }
    return [["count": rows.count, "rows": rows]]
  }

  var remarks: [[String: Any]] {
    var remarks: [[String: Any]] = []
    if !report.notes.isEmpty {
      remarks.append(["heading": "Notes", "texts": report.notes])
    }
    if !report.damage.isEmpty {
      let texts = report.damage.map { "line \($0.line): \($0.reason)" }
      let rest = report.damagedLines - report.damage.count
      remarks.append([
        "heading": "Lines of the journal that could not be read",
        "texts": texts + (rest > 0 ? ["and \(rest) more"] : []),
      ])
    }
    return remarks
  }
}

import Journal

extension HTMLDocument {
  // MARK: What did not simply pass

  var problems: [[String: Any]] {
    let groups: [(String, [Instance])] = [
      ("Failed", report.instances(.fail)), ("Errors of the rig", report.instances(.error)),
      ("Not decided", report.instances(.inconclusive)),
      ("Passed on a retry", report.instances(.flaky)), ("Findings", report.instances(.finding)),
    ]
    return groups.filter { !$0.1.isEmpty }.map { heading, instances in
      // What does not count comes last.
      let ordered =
        RunReport.groups(instances.filter { !$0.isSuppressed })
        + RunReport.groups(instances.filter(\.isSuppressed))
      return ["heading": heading, "count": instances.count, "cases": ordered.map(evidence)]
    }
  }

  /// Where the evidence of an instance stands in the document; `nil` where it has none.
  private func anchor(_ instance: Instance) -> String? {
    switch instance.verdict {
    case .pass, .skip: nil
    default: "case-\(instance.ordinal)"
    }
  }

  private func evidence(_ group: FailureGroup) -> [String: Any] {
    let instance = group.leading
    let isOne = group.instances.count == 1
    let failures = isOne ? instance.evidence?.failures ?? [] : [group.failure].compactMap(\.self)
    return [
      "anchor": isOne ? anchor(instance) ?? "" : "cause-\(instance.ordinal)",
      "tone": instance.verdict.tone, "verdict": instance.verdict.rawValue, "name": group.name,
      "marks": instance.marks,
      "titles": isOne && !instance.title.isEmpty ? [instance.title] : [], "facts": facts(group),
      "failures": failures.map {
        [
          "requirement": ($0.isPrerequisite ? "Prerequisite not met: " : "") + $0.requirement,
          "expected": $0.expected, "got": $0.got,
        ]
      },
      "exchange": exchange(instance.evidence), "members": isOne ? [] : [members(of: group)],
    ]
  }

  private func members(of group: FailureGroup) -> [String: Any] {
    let isOfOne = group.hasOneRequirement
    let rows = group.instances.map { instance in
      let requirement = isOfOne ? "" : instance.requirement
      let about = [instance.title, requirement].filter { !$0.isEmpty }
      return [
        "memberAnchor": anchor(instance) ?? "", "memberName": instance.name,
        "memberAbout": about.joined(separator: " – "), "memberAgain": instance.reproduce,
        "memberExchange": instance.evidence.map {
          ExchangeTable($0, of: report, describe).html(isOpen: false)
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

  private func exchange(_ attempt: Attempt?) -> String {
    attempt.map { ExchangeTable($0, of: report, describe).html() } ?? ""
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
          "tone": isAllowed ? "" : "bad",
          "limits": (isAllowed ? "" : "outside ") + Visible.limits(measurement.limits),
          "case": instance.name,
        ] as [String: Any]
      }
    }
    return rows.isEmpty ? [] : [["count": rows.count, "rows": rows]]
  }

  var places: [[String: Any]] {
    report.instances.grouped(by: \.place).map { instances in
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
      "marks": instance.marks, "case": instance.name, "links": anchor(instance).map { [$0] } ?? [],
      "what": what.filter { !$0.isEmpty }.joined(separator: " – "),
      "time": instance.verdict == .skip ? "" : Visible.duration(instance.microseconds),
      "exchange": instance.verdict == .pass ? exchange(instance.attempts.last) : "",
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

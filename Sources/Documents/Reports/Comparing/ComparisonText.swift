import Journal
import Notation

/// What has changed between two runs, for people.
package struct ComparisonText: Sendable {
  private static let maximumRows = 20

  private let comparison: RunComparison
  private let names: (before: String, after: String)
  private let showsAll: Bool

  /// What has changed; with `showsAll` without an end to its lists.
  ///
  /// - Parameter names: the two runs as they were named.
  package init(
    _ comparison: RunComparison, names: (before: String, after: String), showsAll: Bool
  ) {
    self.comparison = comparison
    self.names = names
    self.showsAll = showsAll
  }

  package func lines() -> [String] {
    var lines = ["\(names.before) → \(names.after)"]
    changes("Newly failing", comparison.newlyFailing, &lines)
    changes("Newly undecided", comparison.newlyUndecided, &lines)
    changes("Newly skipped", comparison.newlySkipped, &lines)
    changes("Newly passing", comparison.newlyPassing, &lines)
    shifts("Slower", comparison.slower, &lines)
    shifts(
      "Measurements that changed",
      comparison.measurements.filter { showsAll || $0.significant }, &lines)
    let same = comparison.measurements.count { !$0.significant }
    if same > 0, !showsAll {
      let noun = same == 1 ? "measurement" : "measurements"
      lines += ["", "\(same) \(noun) without a change that chance does not explain"]
    }
    names("Only before", comparison.gone, &lines)
    names("Only after", comparison.added, &lines)
    if lines.count == 1 { lines.append("No difference.") }
    return lines
  }

  private func changes(_ title: String, _ changes: [RunComparison.Change], _ lines: inout [String])
  {
    guard !changes.isEmpty else { return }
    lines += ["", "\(title) (\(changes.count))"]
    for change in shown(changes) {
      let reason =
        change.reason.isEmpty ? "" : ": " + PrintableText.escaped(change.reason, limit: 300)
      lines.append(
        "  \(PrintableText.escaped(change.instance))  \(change.words)\(reason)")
      if change.after != .pass, let command = change.reproduce {
        lines.append("    again  \(PrintableText.escaped(command, limit: 1000))")
      }
    }
    rest(changes.count, &lines)
  }

  private func shifts(_ title: String, _ shifts: [RunComparison.Shift], _ lines: inout [String]) {
    guard !shifts.isEmpty else { return }
    lines += ["", "\(title) (\(shifts.count))"]
    for shift in shown(shifts) {
      let isTime = shift.quantity == "duration" && shift.unit == "us"
      func number(_ value: Double) -> String {
        isTime
          ? Self.time(value) : Self.number(value) + (shift.unit.isEmpty ? "" : " \(shift.unit)")
      }
      func signed(_ value: Double) -> String { (value < 0 ? "" : "+") + number(value) }
      let what = isTime ? "" : "  \(PrintableText.escaped(shift.quantity))"
      let part = shift.part.map { " (\(Self.signedPercent($0)))" } ?? ""
      let sure =
        shift.interval.map { ", 95 %: \(signed($0.lowerBound)) … \(signed($0.upperBound))" }
        ?? ", too few values for an interval"
      lines.append("  \(PrintableText.escaped(shift.instance))\(what)")
      lines.append(
        "    median \(number(shift.before.median)) → \(number(shift.after.median)), p95 "
          + "\(number(shift.before.p95)) → \(number(shift.after.p95)); change "
          + "\(signed(shift.change))\(part)\(sure)")
    }
    rest(shifts.count, &lines)
  }

  private func names(_ title: String, _ names: [String], _ lines: inout [String]) {
    guard !names.isEmpty else { return }
    let some = names.prefix(showsAll ? .max : 5).map { PrintableText.escaped($0) }
    let more = names.count > some.count ? " and \(names.count - some.count) more" : ""
    lines += ["", "\(title) (\(names.count)): \(some.joined(separator: ", "))\(more)"]
  }

  private func shown<Item>(_ items: [Item]) -> ArraySlice<Item> {
    items.prefix(showsAll ? .max : Self.maximumRows)
  }

  private func rest(_ count: Int, _ lines: inout [String]) {
    if !showsAll, count > Self.maximumRows {
      lines.append("  and \(count - Self.maximumRows) more (--verbose shows all)")
    }
  }

  private static func time(_ microseconds: Double) -> String {
    let magnitude = DurationText.short(
      microseconds: Int64(exactly: abs(microseconds).rounded()) ?? .max)
    return (microseconds < 0 ? "-" : "") + magnitude
  }

  private static func number(_ value: Double) -> String {
    if let whole = Int64(exactly: value) { return "\(whole)" }
    let rounded = (value * 1000).rounded() / 1000
    return "\(rounded)"
  }

  private static func signedPercent(_ part: Double) -> String {
    let tenths = (min(abs(part), 1e6) * 1000).rounded()
    guard let whole = Int64(exactly: tenths) else { return "" }
    return "\(part < 0 ? "-" : "+")\(whole / 10).\(whole % 10) %"
  }
}

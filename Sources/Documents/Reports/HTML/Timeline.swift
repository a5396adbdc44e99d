import Journal

/// The boards of a run over time, as lanes in a picture: one bar for each instance, in the tone of
/// its verdict.
struct Timeline {
  /// Bars that a picture has at most; beyond that neighbours of one tone become one.
  private static let maximumBars = 1_200
  private static let maximumLanes = 64
  /// Across, everything is in per cent, so that a phone gets the same lettering as a screen.
  private static let width = 100.0
  /// Per cent from which on the words of a mark would not fit behind it.
  static let end = 93.0
  private static let laneHeight = 18.0
  private static let labelHeight = 14.0

  /// A bar of a lane, in microseconds.
  private struct Bar {
    var start: Int64
    var end: Int64
    var tone: String
    var title: String
    /// The instance that it leads to.
    var name: String
    var count = 1
  }

  private let lanes: [(board: String, bars: [Bar])]
  private let total: Int64
  private let clock: String?

  /// The picture of a run; nil where there is nothing to see: one instance, no time, or runs that
  /// were merged, whose clocks have nothing in common.
  init?(_ report: RunReport) {
    let shown = report.instances.filter { $0.verdict != .skip && !$0.boards.isEmpty }
    guard report.merged.isEmpty, shown.count > 1, report.microseconds > 0 else { return nil }
    total = report.microseconds
    clock = report.clock
    var lanes: [(board: String, bars: [Bar])] = []
    var places: [String: Int] = [:]
    for instance in shown {
      let bar = Bar(
        start: max(0, instance.start),
        end: min(report.microseconds, instance.start &+ max(0, instance.microseconds)),
        tone: instance.verdict.tone, title: "\(instance.verdict.rawValue) \(instance.name)",
        name: instance.name)
      for board in instance.boards {
        let place = places[board] ?? lanes.count
        if place == lanes.count {
          guard lanes.count < Self.maximumLanes else { continue }
          places[board] = place
          lanes.append((board, []))
        }
        lanes[place].bars.append(bar)
      }
    }
    let share = Self.maximumBars / max(1, lanes.count)
    self.lanes = lanes.map { ($0.board, Self.thinned($0.bars, to: share)) }
  }

  /// Bars that would be too many, joined with neighbours of the same tone; a bad one is never lost in
  /// a good one.
  private static func thinned(_ bars: [Bar], to limit: Int) -> [Bar] {
    let sorted = bars.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
    guard sorted.count > limit else { return sorted }
    var joined: [Bar] = []
    for bar in sorted {
      if let last = joined.indices.last, joined[last].tone == bar.tone {
        joined[last].end = max(joined[last].end, bar.end)
        joined[last].count += 1
      } else {
        joined.append(bar)
      }
    }
    // What is left after the limit is drawn no more; the table below has it all.
    return Array(joined.prefix(limit * 2))
  }

  var page: [String: Any] {
    let height = Double(lanes.count) * (Self.laneHeight + Self.labelHeight)
    let axis = Axis(until: total, count: 6)
    return [
      "high": Self.number(height + 4), "clock": clock.map { ", \($0) time" } ?? "",
      "marks": axis.ticks.map {
        [
          "at": Self.percent(Self.width * axis.part($0)),
          "mark": Visible.duration(Int64(exactly: $0.rounded()) ?? 0),
          "isEnd": Self.width * axis.part($0) > Self.end,
        ] as [String: Any]
      },
      "lanes": lanes.enumerated().map { index, lane in
        let top = Double(index) * (Self.laneHeight + Self.labelHeight)
        return [
          "board": lane.board, "labelY": Self.number(top + Self.labelHeight - 3),
          "railY": Self.number(top + Self.labelHeight + Self.laneHeight / 2),
          "bars": lane.bars.map { bar in
            let x = Self.x(bar.start, total)
            // A bar that lasts no time is still seen.
            let width = max(0.15, Self.x(bar.end, total) - x)
            return [
              "x": Self.percent(min(x, Self.width - width)),
              "y": Self.number(top + Self.labelHeight),
              "width": Self.percent(width), "height": Self.number(Self.laneHeight - 4),
              "tone": bar.tone, "to": HTMLContent.fragment(bar.name),
              "text": bar.count == 1 ? bar.title : "\(bar.title) and \(bar.count - 1) more",
            ] as [String: Any]
          },
        ] as [String: Any]
      },
    ]
  }

  private static func x(_ microseconds: Int64, _ total: Int64) -> Double {
    width * min(1, max(0, Double(microseconds) / Double(max(1, total))))
  }

  /// With two digits: more cannot be seen.
  static func percent(_ value: Double) -> String {
    let hundredths = max(0, Int((value * 100).rounded()))
    let rest = hundredths % 100
    return "\(hundredths / 100)" + (rest == 0 ? "" : rest < 10 ? ".0\(rest)" : ".\(rest)") + "%"
  }

  static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
  }
}

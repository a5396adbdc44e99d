import Journal

/// The boards of a run over time, as lanes in a picture: one bar for each instance, in the tone of
/// its verdict.
struct Timeline {
  /// Bars that a picture has at most; beyond that neighbours of one tone become one.
  private static let maximumBars = 2_000
  private static let maximumLanes = 64
  /// Across, everything is in per cent, so that a phone gets the same lettering as a screen.
  private static let width = 100.0
  private static let laneHeight = 18.0
  private static let labelHeight = 14.0

  /// A bar of a lane, in microseconds.
  private struct Bar {
    var start: Int64
    var end: Int64
    var tone: String
    var title: String
    var count = 1
  }

  private let lanes: [(board: String, bars: [Bar])]
  private let total: Int64

  /// The picture of a run; nil where there is nothing to see: one instance, no time, or runs that
  /// were merged, whose clocks have nothing in common.
  init?(_ report: RunReport) {
    let shown = report.instances.filter { $0.verdict != .skip && !$0.boards.isEmpty }
    guard report.merged.isEmpty, shown.count > 1, report.microseconds > 0 else { return nil }
    total = report.microseconds
    var lanes: [(board: String, bars: [Bar])] = []
    var places: [String: Int] = [:]
    for instance in shown {
      let bar = Bar(
        start: max(0, instance.start),
        end: min(report.microseconds, instance.start &+ max(0, instance.microseconds)),
        tone: instance.verdict.tone, title: "\(instance.verdict.rawValue) \(instance.name)")
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

  /// What the template draws.
  var page: [String: Any] {
    let height = Double(lanes.count) * (Self.laneHeight + Self.labelHeight)
    return [
      "high": Self.number(height + 4),
      "end": Visible.duration(total),
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
              "tone": bar.tone,
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

  /// With one digit.
  static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
  }
}

/// The values of one measurement in the order in which they were taken, as points in a picture with
/// the limits drawn in.
struct Plot {
  /// Points that a picture has at most; more are thinned out evenly.
  private static let maximumPoints = 400
  /// Fewer say nothing that the table does not.
  private static let minimumPoints = 5
  private static let maximumPlots = 12
  private static let height = 160.0
  private static let margin = 10.0
  /// The same across, in per cent.
  private static let side = 2.0

  let name: String
  let unit: String
  private let values: [Double]
  private let limits: Event.Limits?

  /// The plots of a report, those of the most values first.
  static func all(of report: RunReport) -> [Plot] {
    let all = report.instances.flatMap(\.measurements).filter(\.value.isFinite)
    let plots = all.grouped(by: { "\($0.name)\n\($0.unit)" }).compactMap(Plot.init)
    return Array(
      plots.enumerated().sorted { one, other in
        (other.element.values.count, one.offset) < (one.element.values.count, other.offset)
      }.map(\.element).prefix(maximumPlots))
  }

  private init?(_ measurements: [Event.Measurement]) {
    guard measurements.count >= Self.minimumPoints, let first = measurements.first else {
      return nil
    }
    name = first.name
    unit = first.unit
    let step = max(1, (measurements.count + Self.maximumPoints - 1) / Self.maximumPoints)
    values = stride(from: 0, to: measurements.count, by: step).map { measurements[$0].value }
    let known = measurements.compactMap(\.limits)
    // Lines are drawn only where they hold for all.
    limits =
      known.count == measurements.count && known.allSatisfy { $0 == known[0] } ? known[0] : nil
  }

  /// What the template draws.
  var page: [String: Any] {
    let samples = Samples(values)
    let suffix = unit.isEmpty ? "" : " " + unit
    let ends = values + [limits?.min, limits?.max].compactMap { $0 }.filter(\.isFinite)
    let (low, high) = (ends.min() ?? 0, ends.max() ?? 0)
    let span = high > low ? high - low : 1
    func y(_ value: Double) -> String {
      let part = high > low ? (value - low) / span : 0.5
      return Timeline.number(
        Self.margin + (Self.height - 2 * Self.margin) * (1 - min(1, max(0, part))))
    }
    let gap = (100 - 2 * Self.side) / Double(max(1, values.count - 1))
    return [
      "label": name, "high": Timeline.number(Self.height),
      "caption":
        "\(values.count) values, median \(Self.short(samples.median))\(suffix), p95 "
        + "\(Self.short(samples.p95))\(suffix), \(Self.short(low)) … \(Self.short(high))\(suffix)",
      "rules": [limits?.min, limits?.max].compactMap { $0 }.filter(\.isFinite).map {
        [
          "y": y($0),
          "text": "limit \(Self.short($0))\(suffix)",
        ]
      },
      "points": values.enumerated().map { index, value in
        let isAllowed = limits?.allow(value) ?? true
        return [
          "x": Timeline.percent(Self.side + gap * Double(index)), "y": y(value),
          "tone": isAllowed ? "calm" : "bad", "text": "\(Self.short(value))\(suffix)",
        ] as [String: Any]
      },
    ]
  }

  /// Four digits that count.
  private static func short(_ value: Double) -> String {
    guard value != 0, value.isFinite else { return Visible.number(value) }
    let magnitude = abs(value)
    let scale =
      magnitude >= 1000 ? 1.0 : magnitude >= 10 ? 100 : magnitude >= 0.1 ? 1000 : 1_000_000
    let rounded = (value * scale).rounded() / scale
    return Visible.number(rounded)
  }
}

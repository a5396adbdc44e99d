import Journal

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
  static func short(_ value: Double) -> String {
    guard value != 0, value.isFinite else { return Visible.number(value) }
    let magnitude = abs(value)
    let scale =
      magnitude >= 1000 ? 1.0 : magnitude >= 10 ? 100 : magnitude >= 0.1 ? 1000 : 1_000_000
    let rounded = (value * scale).rounded() / scale
    return Visible.number(rounded)
  }
}

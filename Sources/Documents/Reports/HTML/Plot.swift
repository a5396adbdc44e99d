import Journal

/// Values as points in a picture with the limits drawn in: those of one measurement in the order in
/// which they were taken, or those that the frames of a board tell over the time of the run.
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
  /// How many values there were, of which some are drawn.
  private let count: Int
  private let values: [Double]
  /// Where each stands across, from 0 to 1; empty for one beside the other.
  private let places: [Double]
  private let limits: Event.Limits?
  /// The time from the left to the right; nil for values beside each other.
  private let microseconds: Int64?

  /// The plots of a report: distances, then measurements, those of the most values first, then how
  /// soon boards answered.
  ///
  /// - Parameter distance: the distance that a frame tells, such as `2.35 m`.
  static func all(of report: RunReport, distance: FrameDescriber) -> [Plot] {
    let boards = report.traffic.filter { traffic in
      report.board(traffic.board) != nil
    }
    let distances = boards.compactMap { traffic -> Plot? in
      let board = report.board(traffic.board)
      let points = traffic.rounds.points.compactMap { point -> BoardTraffic.Point<Double>? in
        let text = distance(board?.firmware ?? "", board?.dialect ?? "", .in, point.value)
        guard let word = text?.split(separator: " ").first, let value = Double(word) else {
          return nil
        }
        return .init(microseconds: point.microseconds, value: value)
      }
      return Plot(
        "Distance that \(traffic.board) reports", "m", points, of: traffic.rounds.count, report)
    }
    let answers = boards.compactMap { traffic in
      Plot(
        "How soon \(traffic.board) answers", "ms",
        traffic.answers.points.map {
          .init(microseconds: $0.microseconds, value: Double($0.value) / 1000)
        }, of: traffic.answers.count, report)
    }
    return distances.prefix(maximumPlots) + measured(report) + answers.prefix(maximumPlots)
  }

  private static func measured(_ report: RunReport) -> [Plot] {
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
    count = measurements.count
    places = []
    microseconds = nil
    let step = max(1, (measurements.count + Self.maximumPoints - 1) / Self.maximumPoints)
    values = stride(from: 0, to: measurements.count, by: step).map { measurements[$0].value }
    // One number over and over is no picture.
    guard Self.differ(values) else { return nil }
    let known = measurements.compactMap(\.limits)
    // Lines are drawn only where they hold for all.
    limits =
      known.count == measurements.count && known.allSatisfy { $0 == known[0] } ? known[0] : nil
  }

  private init?(
    _ name: String, _ unit: String, _ points: [BoardTraffic.Point<Double>], of count: Int,
    _ report: RunReport
  ) {
    let step = max(1, (points.count + Self.maximumPoints - 1) / Self.maximumPoints)
    let points = stride(from: 0, to: points.count, by: step).map { points[$0] }
    guard points.count >= Self.minimumPoints, Self.differ(points.map(\.value)) else { return nil }
    self.name = name
    self.unit = unit
    self.count = count
    values = points.map(\.value)
    microseconds = report.microseconds
    let end = Double(max(1, report.microseconds))
    places = points.map { min(1, max(0, Double($0.microseconds) / end)) }
    limits = nil
  }

  private static func differ(_ values: [Double]) -> Bool { values.contains { $0 != values[0] } }

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
    let wide = 100 - 2 * Self.side
    func x(_ index: Int) -> String {
      let place =
        places.isEmpty ? Double(index) / Double(max(1, values.count - 1)) : places[index]
      return Timeline.percent(Self.side + wide * place)
    }
    /// The ends of the scale, and the middle where it has a place of its own.
    let scale = high > low ? [high, (high + low) / 2, low] : [high]
    let some = count > values.count ? "\(values.count) of \(count) values" : "\(count) values"
    return [
      "label": name, "high": Timeline.number(Self.height),
      "caption":
        "\(some), median \(Self.short(samples.median))\(suffix), p95 "
        + "\(Self.short(samples.p95))\(suffix), \(Self.short(low)) … \(Self.short(high))\(suffix)"
        + (microseconds.map { ", over \(Visible.duration($0))" } ?? ""),
      "scale": scale.map { ["y": y($0), "word": Self.short($0) + suffix] },
      "ends": microseconds.map { [["end": Visible.duration($0)]] } ?? [],
      "rules": [limits?.min, limits?.max].compactMap { $0 }.filter(\.isFinite).map {
        [
          "y": y($0),
          "text": "limit \(Self.short($0))\(suffix)",
        ]
      },
      "points": values.enumerated().map { index, value in
        let isAllowed = limits?.allow(value) ?? true
        return [
          "x": x(index), "y": y(value),
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

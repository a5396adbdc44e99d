import Journal
import Statistics

extension Plot {
  private static let maximumPlots = 12

  /// The plots of a report: what boards report of each other with how far off that is, then
  /// measurements, those of the most values first, then how soon boards answered.
  static func all(of report: RunReport, round: RoundReader) -> [Plot] {
    let boards = report.traffic.filter { report.board($0.board) != nil }
    let rounds = boards.flatMap { ranging($0, of: report, round) }
    let answers = boards.compactMap { traffic -> Plot? in
      let points = traffic.answers.points.map {
        Point(place: Double($0.microseconds), value: Double($0.value) / 1000)
      }
      return overTime(
        "How soon \(traffic.board) answers", "ms", points, of: traffic.answers.count, report)
    }
    return rounds.prefix(3 * maximumPlots) + measured(report) + answers.prefix(maximumPlots)
  }

  /// What a board reports of its peers: distance, angles, and the errors of the distance.
  private static func ranging(
    _ traffic: BoardTraffic, of report: RunReport, _ read: RoundReader
  ) -> [Plot] {
    let board = report.board(traffic.board)
    let rounds = traffic.rounds.points.compactMap { point in
      read(board?.firmware ?? "", board?.dialect ?? "", point.value.bytes).map {
        (at: Double(point.microseconds), figures: $0, truth: point.value.truth)
      }
    }
    func plot(
      _ what: String, _ unit: String, _ value: (RoundFigures) -> Double?,
      _ truth: (RoomPlan.Truth) -> Double
    ) -> Plot? {
      let points = rounds.compactMap { round in
        value(round.figures).map {
          Point(place: round.at, value: $0, truth: round.truth.map(truth))
        }
      }
      return overTime(
        "\(what) that \(traffic.board) reports", unit, points, of: traffic.rounds.count, report)
    }
    func errors(
      _ what: String, _ unit: String, _ value: (RoundFigures) -> Double?,
      _ truth: (RoomPlan.Truth) -> Double
    ) -> Plot? {
      histogram(
        "Errors of the \(what) that \(traffic.board) reports",
        rounds.compactMap { round in
          guard let value = value(round.figures), let known = round.truth.map(truth) else {
            return nil
          }
          return value - known
        }, unit: unit, limits: traffic.errorLimits[what] ?? [])
    }
    var distance = plot("Distance", "m", \.distance, \.distance)
    distance?.limits = traffic.limits
    distance?.zones = traffic.zones.grouped(by: \.metres).map { zones in
      (
        zones[0].metres,
        zones.map(\.name).joined(separator: ", ") + " at \(short(zones[0].metres)) m"
      )
    }.sorted { $0.value < $1.value }
    return [
      distance,
      errors("distance", "m", \.distance, \.distance),
      plot("Azimuth", "°", \.azimuth, \.azimuth),
      errors("azimuth", "°", \.azimuth, \.azimuth),
      plot("Elevation", "°", \.elevation, \.elevation),
    ].compactMap(\.self)
  }

  private static func overTime(
    _ name: String, _ unit: String, _ points: [Point], of count: Int, _ report: RunReport
  ) -> Plot? {
    let points = points.thinned(to: maximumPoints)
    guard points.count >= minimumPoints, differ(points.map(\.value)) else { return nil }
    var plot = Plot(name, unit: unit, count: count)
    plot.points = points
    plot.across = Axis(until: report.microseconds)
    plot.acrossWord = { Visible.duration(Int64(exactly: $0.rounded()) ?? 0) }
    plot.remark = "over \(report.timeTaken)"
    return plot
  }

  /// How many errors are how large, in metres or degrees, with what cases allow for their median.
  static func histogram(
    _ name: String, _ errors: [Double], unit: String = "m", limits: [Event.Limits] = []
  ) -> Plot? {
    let errors = errors.filter(\.isFinite)
    guard errors.count >= minimumPoints, differ(errors) else { return nil }
    let samples = Samples(errors)
    // The few that are far out must not press all others into one bar.
    let (low, high) = (samples.sorted.first ?? 0, samples.sorted.last ?? 0)
    let axis = Axis(around: [low, high, 0], count: 20)
    var plot = Plot(name, unit: unit, count: errors.count)
    plot.borders = limits.flatMap { [$0.min, $0.max] }.compactMap(\.self)
      .filter { (axis.low...axis.high).contains($0) }
      .map { ($0, "limit of the median \(errorWord($0, unit))") }
    plot.bars = zip(axis.ticks, axis.ticks.dropFirst()).compactMap { from, to in
      let count = errors.count { $0 >= from && ($0 < to || to == axis.ticks.last && $0 == to) }
      return count > 0 ? (from, to, count) : nil
    }
    plot.across = Axis(around: [low, high, 0], count: 6)
    plot.acrossWord = { errorWord($0, unit) }
    let absolute = Samples(errors.map(abs))
    let allowed = limits.map { "allowed for the median: \(limitWords($0, unit))" }
    plot.remark =
      ([
        HTMLDocument.plural(errors.count, "round") + " by their error",
        "mean \(errorWord(errors.mean ?? 0, unit))",
        "median \(errorWord(samples.median, unit))",
        "95 of 100 within ±\(errorWord(absolute.p95, unit))",
      ] + allowed).joined(separator: ", ")
    return plot
  }

  private static func limitWords(_ limits: Event.Limits, _ unit: String) -> String {
    if let low = limits.min, let high = limits.max, low == -high {
      return "±\(errorWord(high, unit))"
    }
    return [
      limits.min.map { "≥ \(errorWord($0, unit))" }, limits.max.map { "≤ \(errorWord($0, unit))" },
    ].compactMap(\.self).joined(separator: ", ")
  }

  /// Metres as centimetres, to a tenth: errors are some of them.
  static func errorWord(_ value: Double, _ unit: String, isSigned: Bool = false) -> String {
    let (shown, unit) = unit == "m" ? (value * 100, "cm") : (value, unit)
    let rounded = (shown * 10).rounded() / 10
    // No zero has a sign.
    let sign = isSigned && rounded > 0 ? "+" : ""
    return "\(sign)\(Visible.number(rounded == 0 ? 0 : rounded)) \(unit)"
  }

  private static func measured(_ report: RunReport) -> [Plot] {
    let all = report.instances.flatMap(\.measurements).filter(\.value.isFinite)
    let plots = all.grouped(by: { "\($0.name)\n\($0.unit)" }).compactMap(measured)
    return Array(
      plots.enumerated().sorted { one, other in
        (other.element.points.count, one.offset) < (one.element.points.count, other.offset)
      }.map(\.element).prefix(maximumPlots))
  }

  private static func measured(_ measurements: [Event.Measurement]) -> Plot? {
    guard measurements.count >= minimumPoints, let first = measurements.first else { return nil }
    let values = measurements.thinned(to: maximumPoints).map(\.value)
    // One number over and over is no picture.
    guard differ(values) else { return nil }
    var plot = Plot(first.name, unit: first.unit, count: measurements.count)
    plot.points = values.enumerated().map { Point(place: Double($0.offset), value: $0.element) }
    let known = measurements.compactMap(\.limits)
    // Lines are drawn only where they hold for all.
    if known.count == measurements.count, known.allSatisfy({ $0 == known[0] }) {
      plot.limits = known[0]
    }
    return plot
  }
}

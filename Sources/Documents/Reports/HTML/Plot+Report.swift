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
    let errors = rounds.compactMap { round in
      round.truth.map { round.figures.distance - $0.distance }
    }
    var distance = plot("Distance", "m", \.distance, \.distance)
    distance?.limits = traffic.limits
    distance?.zones = traffic.zones.map {
      ($0.metres, "\($0.name) at \(short($0.metres)) m")
    }
    return [
      distance,
      histogram("Errors of the distance that \(traffic.board) reports", errors),
      plot("Azimuth", "°", \.azimuth, \.azimuth),
      plot("Elevation", "°", \.elevation, \.elevation),
    ].compactMap(\.self)
  }

  private static func overTime(
    _ name: String, _ unit: String, _ points: [Point], of count: Int, _ report: RunReport
  ) -> Plot? {
    let step = max(1, (points.count + maximumPoints - 1) / maximumPoints)
    let points = stride(from: 0, to: points.count, by: step).map { points[$0] }
    guard points.count >= minimumPoints, differ(points.map(\.value)) else { return nil }
    var plot = Plot(name, unit: unit, count: count)
    plot.points = points
    plot.across = Axis(until: report.microseconds)
    plot.acrossWord = { Visible.duration(Int64(exactly: $0.rounded()) ?? 0) }
    plot.remark = "over \(report.timeTaken)"
    return plot
  }

  /// How many errors are how large, in metres.
  static func histogram(_ name: String, _ errors: [Double]) -> Plot? {
    let errors = errors.filter(\.isFinite)
    guard errors.count >= minimumPoints, differ(errors) else { return nil }
    let samples = Samples(errors)
    // The few that are far out must not press all others into one bar.
    let (low, high) = (samples.sorted.first ?? 0, samples.sorted.last ?? 0)
    let axis = Axis(around: [low, high, 0], count: 20)
    var plot = Plot(name, unit: "m", count: errors.count)
    plot.bars = zip(axis.ticks, axis.ticks.dropFirst()).compactMap { from, to in
      let count = errors.count { $0 >= from && ($0 < to || to == axis.ticks.last && $0 == to) }
      return count > 0 ? (from, to, count) : nil
    }
    plot.across = Axis(around: [low, high, 0], count: 6)
    plot.acrossWord = { short($0) + " m" }
    let mean = errors.mean ?? 0
    let absolute = Samples(errors.map(abs))
    plot.remark =
      "\(HTMLDocument.plural(errors.count, "round")), mean \(short(mean)) m, median "
      + "\(short(samples.median)) m, 95 of 100 within ±\(short(absolute.p95)) m"
    return plot
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
    let step = max(1, (measurements.count + maximumPoints - 1) / maximumPoints)
    let values = stride(from: 0, to: measurements.count, by: step).map { measurements[$0].value }
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

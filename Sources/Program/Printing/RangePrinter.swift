import Bench
import JSONDocuments
import LabRuntime
import Links
import Notation
package import Ranging
import RigFile
import Statistics
package import Terminal
import UCI
package import UCIHost

/// Shows a ranging: a line for each round, then the statistics.
package struct RangePrinter: RangeWatcher {
  private let record: RangeRecord
  private let options: any Presentation

  package init(_ record: RangeRecord, _ options: any Presentation) {
    self.record = record
    self.options = options
  }

  private var plan: RangePlan { record.plan }
  private var isJSON: Bool { options.json }
  private var showsSpark: Bool {
    !options.quiet && Terminal.canRedraw(.error) && !Terminal.isInteractive(.output)
      || isDrawn && !options.quiet
  }
  /// Whether the terminal is one for more than letters.
  private var isDrawn: Bool {
    !isJSON && Terminal.isColoured(.output, options.color)
  }

  // MARK: Rounds

  package func begin() {
    guard !isJSON else { return }
    let names = plan.sides.map(\.board.name)
    options.remark(
      "\(names[0]) ranges with \(names.dropFirst().joined(separator: ", ")): \(configuration)")
    if !options.quiet { Output.result(Self.row(Self.headings)) }
  }

  /// A line for each peer of a round.
  package func show(_ round: RangingRound) {
    guard !options.quiet || isJSON else { return }
    let microseconds = record.start.duration(to: round.at).microseconds
    if round.measurements.isEmpty, !isJSON {
      Output.result(
        Self.row([
          "\(round.sequence)", seconds(microseconds), "-", "-", "-", "-", "-", "no measurement",
        ]))
    }
    for measurement in round.measurements {
      isJSON
        ? RangeRound(round, measurement, at: microseconds, in: record).printLine()
        : Output.result(line(round, measurement, microseconds))
    }
    guard showsSpark else { return }
    let width = (Terminal.width(.error) ?? 80) - 2
    Output.progress(
      DistancePlot.spark(record.statistics(.init(board: 0, peer: 1)).points, width: width))
  }

  package func finish() { if showsSpark { Output.progress("") } }

  private static let headings = [
    "round", "time", "peer", "distance", "azimuth", "elevation", "RSSI", "status",
  ]

  private static func row(_ cells: [String]) -> String {
    let widths = [6, 10, -12, 10, 8, 9, 10]
    let columns = zip(cells, widths).map { cell, width in
      width < 0 ? Figures.left(cell, -width) : Figures.right(cell, width)
    }
    return (columns + cells.dropFirst(widths.count)).joined(separator: " ")
  }

  private func line(
    _ round: RangingRound, _ measurement: Measurement, _ microseconds: Int64
  ) -> String {
    func angle(_ angle: Double?) -> String {
      angle.map { Figures.fixed($0 * 180 / .pi, 1) + "°" } ?? "-"
    }
    let status = measurement.status.name(in: dialect)
    let blocked =
      measurement.lineOfSight == .nlos && measurement.isSuccess ? ", no line of sight" : ""
    let isColoured = Terminal.isColoured(.output, options.color) && !measurement.isSuccess
    let words = PrintableText.escaped(status) + blocked
    return Self.row([
      "\(round.sequence)", seconds(microseconds), record.name(of: measurement.mac),
      measurement.distanceMetres.map { Figures.fixed($0, 2) + " m" } ?? "-",
      angle(measurement.azimuth), angle(measurement.elevation),
      measurement.rssi.map { Figures.fixed($0, 1) + " dBm" } ?? "-",
      isColoured ? "\u{1B}[31m\(words)\u{1B}[0m" : words,
    ])
  }

  private func seconds(_ microseconds: Int64) -> String {
    Figures.fixed(Double(microseconds) / 1e6, 3) + " s"
  }

  private var dialect: UCIDialect { record.given(0)?.dialect ?? .fira2 }

  /// What is on the air, in a few words.
  private var configuration: String {
    let given = record.given(0)
    func number(_ id: AppConfigID) -> String {
      guard let value = given?.parameters.last(where: { $0.id == id })?.value,
        let numbers = id.definition?.numbers(of: value)
      else { return "?" }
      return numbers.map(String.init).joined(separator: ",")
    }
    return "channel \(number(.channelNumber)), preamble code \(number(.preambleCodeIndex)), every "
      + "\(number(.rangingDuration)) ms, session \(plan.sides[0].sessionID)"
  }

  package func remark(_ text: String) { options.remark(text) }
  package func detail(_ text: String) { options.detail(text) }
  /// Whether the results have no reader any more.
  package var isGone: Bool { Output.isClosed }

  // MARK: Statistics

  /// The statistics of every board, and the plot of the controller's distances.
  package func printStatistics() {
    for pair in record.pairs {
      let statistics = record.statistics(pair)
      guard pair.board == 0 || statistics.reported > 0 else { continue }
      isJSON ? RangeSummary(pair, in: record).printLine() : printText(pair, statistics)
    }
  }

  private func printText(_ pair: RangeRecord.Pair, _ statistics: RangeStatistics) {
    let (board, peer) = (plan.sides[pair.board].board, plan.sides[pair.peer].board)
    var lines = ["", "\(board.name) → \(peer.name)"]
    func add(_ name: String, _ text: String) { lines.append("  " + Figures.left(name, 10) + text) }
    if pair.board == 0 {
      let plot = DistancePlot(
        statistics.points, truth: plan.distance(board, peer),
        width: Terminal.width(.output) ?? 80, pen: isDrawn ? .drawn : .plain
      ).lines
      if !plot.isEmpty { lines += plot + [""] }
      // A few rounds are read better than seen.
      if statistics.directions.count >= 4 {
        lines +=
          PolarChart(
            "\(peer.name) as \(board.name) sees it",
            [.init("measured", statistics.directions, point: isDrawn ? "•" : "*")],
            bearing: plan.bearing(board, peer), width: Terminal.width(.output) ?? 80
          ).lines + [""]
      }
    }
    let missing = statistics.missing == 0 ? "" : ", \(statistics.missing) not reported"
    add("rounds", "\(statistics.rounds)" + missing)
    let rate = statistics.lossRate.map { " (\(Figures.fixed($0 * 100, 1)) %)" } ?? ""
    let causes = statistics.failures.map { "\($0.status.name(in: dialect)) \($0.count)" }
    add(
      "lost",
      "\(statistics.lost)" + rate
        + (causes.isEmpty ? "" : ": " + causes.joined(separator: ", ")))
    let unreadable = record.unreadable(pair.board)
    if unreadable > 0 { add("unreadable", " \(Counted.amount(unreadable, "notification"))") }
    if let cadence = statistics.cadence, let jitter = statistics.jitter {
      add(
        "cadence",
        "median \(Figures.fixed(cadence, 2)) ms, jitter p95 \(Figures.fixed(jitter, 2)) ms")
    }
    let distances = statistics.distances
    if let mean = distances.mean, let median = distances.median,
      let least = distances.min(), let most = distances.max()
    {
      let deviation = distances.deviation ?? 0
      add(
        "distance",
        "median \(Figures.fixed(median, 2)) m, mean \(Figures.fixed(mean, 3)) m, std dev "
          + "\(Figures.fixed(deviation, 3)) m, \(Figures.fixed(least, 2)) to "
          + "\(Figures.fixed(most, 2)) m")
      if let truth = plan.distance(board, peer) {
        add(
          "deviation",
          "\(Figures.signed(median - truth, 2)) m from \(Figures.fixed(truth, 2)) m in the rig file"
        )
      }
    }
    let azimuths = statistics.azimuths
    if let median = azimuths.median {
      add(
        "azimuth",
        "median \(Figures.fixed(median, 1))°, std dev "
          + "\(Figures.fixed(azimuths.deviation ?? 0, 1))°")
    }
    Output.result(PrintableText.lines(lines.joined(separator: "\n")))
  }

  // MARK: No success

  /// What the boards were given that does not fit, and what to look at next.
  package func printFailure() {
    if !isJSON { Output.result("\nNo round gave a distance.") }
    for index in plan.sides.indices.dropFirst() {
      guard let mine = record.given(0), let theirs = record.given(index) else { continue }
      let difference = ParameterDifference(mine, theirs)
      let (board, peer) = (plan.sides[0].board.name, plan.sides[index].board.name)
      isJSON
        ? RangeDifference(difference, board: board, peer: peer).printLine() : printText(difference)
    }
  }

  private func printText(_ difference: ParameterDifference) {
    if difference.isEmpty {
      Output.result(
        PrintableText.lines(
          "\(difference).\nLook next at: do the boards stand in reach of each other, is the antenna"
            + " on, is the calibration loaded (RANGING_TX_FAILED, RANGING_RX_TIMEOUT), do both run"
            + " firmware of one FiRa generation (RANGING_RX_PHY_DEC_FAILED)?"))
      return
    }
    let lines = ["What the boards were given does not fit together:", "\(difference)", ""]
    Output.result(
      PrintableText.lines((lines + difference.findings.map(\.sentence)).joined(separator: "\n")))
  }
}

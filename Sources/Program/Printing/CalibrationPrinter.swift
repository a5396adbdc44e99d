package import Calibration
import Notation
import Ranging
import RigFile
package import Terminal

/// Shows the plan of a calibration, its steps and its result.
package struct CalibrationPrinter: Sendable {
  private let plan: CalibrationPlan
  private let options: any Presentation

  package init(_ plan: CalibrationPlan, _ options: any Presentation) {
    self.plan = plan
    self.options = options
  }

  // MARK: Before

  package func show(_ plan: CalibrationPlan) {
    let names = plan.boards.map(\.name)
    var lines = [
      "calibrate  \(names.prefix(plan.subjects.count).joined(separator: ", "))",
      "trusted    "
        + (plan.known.isEmpty ? "none" : plan.known.map { names[$0] }.joined(separator: ", ")),
      "channel    \(plan.settings.channel), \(isAngle ? "pair of antennas" : "antenna") "
        + "\(plan.settings.antenna)",
      "method     " + method,
    ]
    for (place, pair) in plan.pairs.enumerated() {
      lines.append(
        (place == 0 ? "pairs      " : "           ")
          + "\(names[pair.pair.one]) – \(names[pair.pair.other])  "
          + "\(Centimetres.metres(pair.distance))"
          + (isAngle ? " at \(Figures.signed(pair.bearing, 1))°" : "")
          + (pair.checkDistance.map { ", then \(Centimetres.metres($0))" } ?? "")
          + (isAngle ? pair.checkBearing.map { " at \(Figures.signed($0, 1))°" } ?? "" : ""))
    }
    lines += [
      "ranges     \(plan.settings.ranges) a pair and pass, every "
        + "\(DurationText.format(plan.settings.interval)), at least "
        + "\(DurationText.format(.seconds(Int64(plan.shortestTime / .seconds(1)))))",
      "writes     the "
        + (isAngle
          ? "offset of angles of this channel and pair"
          : "antenna delay of this channel and antenna")
        + ", on the boards named above alone",
      "undone     on any fault, and by uwbrig calibrate --undo",
    ]
    if let caution = plan.caution { lines.append("caution    \(caution)") }
    Output.result(PrintableText.lines(lines.joined(separator: "\n")))
  }

  private var isAngle: Bool { plan.settings.quantity == .angle }

  private var method: String {
    if isAngle { return "one board looks at another at a known angle" }
    if plan.isSplit { return "the sum of two, half to each" }
    switch (plan.known.isEmpty, plan.subjects.count) {
    case (false, 1): return "against a trusted board"
    case (true, 3): return "three boards in closed form"
    default: return "least squares, a pair that does not fit counts for little"
    }
  }

  // MARK: Meanwhile

  package func step(_ text: String) {
    guard !options.quiet else { return }
    if Terminal.canRedraw(.error) {
      Output.progress(String(text.prefix((Terminal.width(.error) ?? 80) - 1)))
    } else {
      options.detail(text)
    }
  }

  package func measured(_ one: String, _ other: String, _ sample: PairSample) {
    let error = sample.error.map(Centimetres.signed) ?? "no range"
    options.remark(
      "\(one) – \(other): \(sample.distances.count) ranges, \(error) ± "
        + Centimetres.plain(1.96 * sample.standardError))
  }

  package func finish() { if Terminal.canRedraw(.error) { Output.progress("") } }

  // MARK: After

  package func show(_ document: CalibrationDocument, _ outcome: CalibrationBench.Outcome) {
    var lines = ["", Self.row(["board", "old", "new", "unit", "before", "after", "± 95 %"])]
    for board in document.boards {
      func number(_ value: Double?, _ digits: Int = 1) -> String {
        value.map { Figures.signed($0, digits) + " cm" } ?? "-"
      }
      let values = [
        board.board, board.isTrusted ? "trusted" : board.oldValue.map(String.init) ?? "-",
        board.newValue.map(String.init) ?? "-",
      ]
      let lengths = [
        board.unitMm.map { Figures.fixed($0, 2) + " mm" } ?? "-", number(board.errorBeforeCm),
        number(board.errorAfterCm),
        (board.errorAfterSeCm ?? board.errorBeforeSeCm).map { Figures.fixed(1.96 * $0, 1) + " cm" }
          ?? "-",
      ]
      lines.append(Self.row(values + (isAngle ? Self.angles(board) : lengths)))
    }
    lines.append("")
    for remark in document.remarks { lines.append("Note: \(remark)") }
    switch document.result {
    case .calibrated:
      lines.append(
        "calibrated" + (outcome.state.isKept == true ? ", and kept over a power cut" : "")
          + (outcome.state.isKept == nil ? "; whether it outlives a power cut was not tried" : ""))
    case .alreadyRight: lines.append("right already: nothing was written")
    case .planned: break
    case .notCalibrated:
      if let fault = outcome.fault {
        lines.append("not calibrated: \(fault.code.rawValue): \(fault)")
      }
      if outcome.left.isEmpty, outcome.unreached.isEmpty {
        lines.append("every board has its old values")
      }
      for (board, value) in outcome.left {
        lines.append("\(board): \(value.words)")
      }
      for board in outcome.unreached { lines.append("\(board) was not reached any more") }
    }
    let chart = pictures(outcome.state)
    if !options.quiet, !chart.isEmpty { lines += [""] + chart }
    Output.result(PrintableText.lines(lines.joined(separator: "\n")))
  }

  /// Errors of the first and the last pass.
  private func pictures(_ state: CalibrationState) -> [String] {
    let names = plan.boards.map(\.name)
    let pairs = plan.pairs.enumerated().map { place, pair in
      func errors(_ pass: CalibrationState.Pass?) -> [Double] {
        pass?.samples[place].distances.map { $0 - pair.distance } ?? []
      }
      return ErrorChart.Pair(
        "\(names[pair.pair.one]) - \(names[pair.pair.other])", truth: pair.distance,
        before: errors(state.passes.first),
        after: errors(state.passes.count > 1 ? state.passes.last : nil),
        interval: plan.settings.interval / .seconds(1))
    }
    let pen = Terminal.isColoured(.output, options.color) ? ErrorChart.Pen.drawn : .plain
    let width = Terminal.width(.output) ?? 80
    return ErrorChart(pairs, width: width, pen: pen).lines
      + plan.pairs.enumerated().flatMap { place, pair in
        angles(state, place, pair, width: width, pen)
      }
  }

  /// Where the first board of a pair has seen the second.
  private func angles(
    _ state: CalibrationState, _ place: Int, _ pair: CalibrationPlan.Pair, width: Int,
    _ pen: ErrorChart.Pen
  ) -> [String] {
    func seen(_ pass: CalibrationState.Pass?) -> [(degrees: Double, metres: Double)] {
      pass?.samples[place].directions ?? []
    }
    let names = plan.boards.map(\.name)
    let lines = PolarChart(
      "\(names[pair.pair.other]) as \(names[pair.pair.one]) sees it",
      [
        .init("before", seen(state.passes.first), point: pen.before),
        .init(
          "after", seen(state.passes.count > 1 ? state.passes.last : nil), point: pen.after),
      ], bearing: pair.bearing, width: width
    ).lines
    return lines.isEmpty ? [] : [""] + lines
  }

  private static func angles(_ board: CalibrationDocument.Board) -> [String] {
    func degrees(_ value: Double?) -> String { value.map { Figures.signed($0, 1) + "°" } ?? "-" }
    return [
      board.unitDeg.map { Figures.signed($0 * 1000, 1) + " m°" } ?? "-",
      degrees(board.errorBeforeDeg), degrees(board.errorAfterDeg),
      (board.errorAfterSeDeg ?? board.errorBeforeSeDeg).map { Figures.fixed(1.96 * $0, 1) + "°" }
        ?? "-",
    ]
  }

  private static func row(_ cells: [String]) -> String {
    let widths = [-14, 8, 8, 9, 10, 10, 9]
    return zip(cells, widths).map { cell, width in
      width < 0 ? Figures.left(cell, -width) : Figures.right(cell, width)
    }.joined(separator: " ")
  }
}

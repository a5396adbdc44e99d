import ArgumentParser
import Notation
import Ranging
import Reports
import Runs
import Terminal

/// `report accuracy`
struct ReportAccuracyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accuracy",
    abstract: "Shows calibrations and accuracy over time, with the run in which it got worse.",
    discussion: """
      Calibrations come from `uwbrig calibrate`, figures from the suite accuracy: \
      `uwbrig run 'suite(accuracy)'`. A figure that got worse by more than the intervals of both runs \
      is a FINDING, with the first bad run and its firmware; it never fails.
      """)

  @Option(
    help: ArgumentHelp("Only this board, by name or serial number.", valueName: "board"),
    completion: Completions.boards)
  var board: String?

  @OptionGroup var folder: RunsOption
  @OptionGroup var common: CommonOptions

  mutating func run() throws {
    let history = AccuracyHistory(try Catalogues.read(folder.runs), board: board)
    let document = AccuracyHistoryDocument(history, folder: folder.runs)
    if common.json { return document.print() }
    let lines = Self.lines(history)
    if lines.isEmpty {
      common.remark(
        "Note: no run below \(folder.runs) has calibrated a board or judged its accuracy")
    } else {
      Output.result(PrintableText.lines(lines.joined(separator: "\n")))
    }
  }

  private static func lines(_ history: AccuracyHistory) -> [String] {
    var lines: [String] = []
    for calibration in history.calibrations {
      let unit = calibration.isOfAngles ? "°" : " cm"
      func error(_ value: Double?) -> String {
        value.map { Figures.signed($0, 1) + unit } ?? "-"
      }
      lines.append(
        "\(calibration.started)  \(calibration.board) (\(calibration.serial)), "
          + "\(calibration.firmware), channel \(calibration.channel), "
          + "\(calibration.isOfAngles ? "angles of pair" : "antenna") \(calibration.antenna)"
          + (calibration.temperature.map { ", \(Figures.fixed($0, 1)) °C" } ?? "")
          + ": \(calibration.result), "
          + "\(calibration.oldValue.map(String.init) ?? "-") to "
          + "\(calibration.newValue.map(String.init) ?? "-"), \(error(calibration.before)) to "
          + error(calibration.after))
    }
    for line in history.lines {
      if !lines.isEmpty { lines.append("") }
      lines.append(line.name)
      let track = IntervalTrack(line.figures.map { ($0.valueM, $0.interval) })
      for figure in line.figures {
        let interval = figure.interval.map {
          " (\(Figures.signed($0.lowerBound * 100, 1)) to \(Figures.signed($0.upperBound * 100, 1)))"
        }
        lines.append(
          "  \(figure.started)  \(Figures.right(Figures.signed(figure.valueM * 100, 1), 7)) cm"
            + Figures.left(interval ?? "", 16) + " \(track.row(figure.valueM, figure.interval)) "
            + " \(figure.firmware)  \(figure.run)")
      }
      if let (before, after) = line.regression {
        lines.append(
          "  FINDING  worse since \(after.run): \(Figures.signed(before.valueM * 100, 1)) cm before, "
            + "\(Figures.signed(after.valueM * 100, 1)) cm with \(after.firmware)")
      }
    }
    return lines
  }
}

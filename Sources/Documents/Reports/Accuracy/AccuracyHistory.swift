import FoundationEssentials
package import JSONDocuments
import Journal
package import RunStore

/// What the runs of a folder say of the accuracy of boards, the oldest first.
package struct AccuracyHistory: Sendable {
  /// A figure of one run, with its interval where it has one.
  package struct Figure: Codable, Sendable {
    package let run: String
    package let started: String
    /// The boards that measured it, as the journal names their firmware.
    package let firmware: String
    /// Metres.
    package let valueM: Double
    /// Where the truth lies in 95 of 100 cases.
    package let interval: ClosedRange<Double>?
  }

  /// One figure over time: a measurement of a case on its boards.
  package struct Line: Codable, Sendable {
    /// Such as `AC02@anchor+mobile, error of the median by the controller`.
    package let name: String
    package fileprivate(set) var figures: [Figure]

    /// The first run in which the figure is worse than in the best one before it by more than the
    /// intervals of both; nil for none.
    package var regression: (before: Figure, after: Figure)? {
      var best: Figure?
      for figure in figures {
        guard let interval = figure.interval else { continue }
        if let best, let range = best.interval, abs(figure.valueM) > abs(best.valueM),
          !range.overlaps(interval)
        {
          return (best, figure)
        }
        if best.map({ abs(figure.valueM) < abs($0.valueM) }) ?? true { best = figure }
      }
      return nil
    }
  }

  /// A board as a calibration has left it.
  package struct Calibration: Sendable {
    package let run: String
    package let started: String
    package let serial: String
    package let board: String
    package let firmware: String
    package let channel: Int
    package let antenna: Int
    /// Degrees Celsius, where they were told.
    package let temperature: Double?
    package let result: String
    package let oldValue: Int?
    package let newValue: Int?
    /// Whether it was of angles, whose errors are in degrees.
    package let isOfAngles: Bool
    /// Centimetres, or degrees.
    package let before: Double?
    package let after: Double?
  }

  package private(set) var lines: [Line] = []
  package private(set) var calibrations: [Calibration] = []

  /// Figures that are followed: those of distances.
  private static let followed = ["error of the median by", "error of the trimmed mean by"]

  /// Reads the runs of a folder.
  ///
  /// - Parameter board: the one board that is followed; nil for all.
  package init(_ catalogue: RunCatalogue, board: String? = nil) {
    for entry in catalogue.entries.reversed() {
      let record = entry.directory.record
      addCalibration(
        entry.directory.file("calibration.json"), record.id.description, record.startText)
      guard var reader = try? JournalReader(path: entry.directory.events) else { continue }
      var collector = FigureCollector()
      while let line = try? reader.next() {
        if case .entry(let entry) = line { collector.add(entry.event) }
      }
      for (name, boards, measurement) in collector.found
      where board.map({ wanted in boards.contains { $0.name == wanted } }) ?? true {
        add(
          name,
          Figure(
            run: record.id.description, started: record.startText,
            firmware: boards.map(\.firmware).joined(separator: ", "), valueM: measurement.value,
            interval: measurement.interval.flatMap { limits in
              limits.min.flatMap { low in
                limits.max.flatMap { low <= $0 ? low...$0 : nil }
              }
            }))
      }
    }
    if let board { calibrations = calibrations.filter { $0.board == board || $0.serial == board } }
  }

  private mutating func add(_ name: String, _ figure: Figure) {
    if let place = lines.firstIndex(where: { $0.name == name }) {
      lines[place].figures.append(figure)
    } else {
      lines.append(Line(name: name, figures: [figure]))
    }
  }

  private mutating func addCalibration(_ path: String, _ run: String, _ started: String) {
    guard InputFile.obstacle(path) == nil, let data = try? Data(contentsOf: URL(filePath: path)),
      data.count < 1 << 22, let json = try? JSONParser.parse([UInt8](data)),
      json["schema"]?.string == "uwbrig.calibration/1", let boards = json["boards"]?.array
    else { return }
    for board in boards where board["is_trusted"]?.bool == false {
      let isOfAngles = json["quantity"]?.string == "angle"
      let unit = isOfAngles ? "deg" : "cm"
      calibrations.append(
        Calibration(
          run: run, started: started, serial: board["serial"]?.string ?? "",
          board: board["board"]?.string ?? "", firmware: board["firmware"]?.string ?? "",
          channel: Int(json["channel"]?.integer ?? 0), antenna: Int(json["antenna"]?.integer ?? 0),
          temperature: json["temperature_c"]?.number, result: json["result"]?.string ?? "",
          oldValue: board["old_value"]?.integer.map(Int.init),
          newValue: board["new_value"]?.integer.map(Int.init),
          isOfAngles: isOfAngles, before: board["error_before_\(unit)"]?.number,
          after: board["error_after_\(unit)"]?.number))
    }
  }

  /// The followed figures of one journal, with the boards that they are of.
  private struct FigureCollector {
    struct Board {
      let name: String
      var firmware: String
    }

    private var boards: [Board] = []
    var found: [(name: String, boards: [Board], measurement: Event.Measurement)] = []

    mutating func add(_ event: Event) {
      switch event {
      case .boardOpened(let change), .boardIdentified(let change):
        let words = [change.firmware, change.dialect].compactMap(\.self).joined(separator: " ")
        if let place = boards.firstIndex(where: { $0.name == change.board }) {
          boards[place].firmware = words
        } else {
          boards.append(Board(name: change.board, firmware: words))
        }
      case .measurement(let measurement):
        guard measurement.value.isFinite, let instance = measurement.instance,
          AccuracyHistory.followed.contains(where: measurement.name.hasPrefix),
          let names = instance.split(separator: "@").last?.split(separator: "+").map(String.init)
        else { return }
        let own = names.compactMap { name in boards.first { $0.name == name } }
        found.append(("\(instance), \(measurement.name)", own, measurement))
      default: break
      }
    }
  }
}

/// What `report accuracy --json` prints.
package struct AccuracyHistoryDocument: Document, Described {
  package static let schema = "uwbrig.report-accuracy/1"
  package static let about =
    "What report accuracy --json prints: calibrations and accuracy over time."
  package static let notes: [String: Note] = [
    "findings": "Figures that got worse by more than their intervals, with the first bad run."
  ]

  struct Finding: Codable {
    var name: String
    var firstBadRun: String
    var firmware: String
    var valueM: Double
    var bestRun: String
    var bestValueM: Double
  }

  struct Calibration: Codable {
    var run: String
    var started: String
    var board: String
    var serial: String
    var firmware: String
    var channel: Int
    var antenna: Int
    var temperatureC: Double?
    var result: String
    var oldValue: Int?
    var newValue: Int?
    var errorBeforeCm: Double?
    var errorAfterCm: Double?
    @IfPresent var errorBeforeDeg: Double?
    @IfPresent var errorAfterDeg: Double?
  }

  var folder: String
  var calibrations: [Calibration]
  var lines: [AccuracyHistory.Line]
  var findings: [Finding]

  package init(_ history: AccuracyHistory, folder: String) {
    self.folder = folder
    calibrations = history.calibrations.map {
      Calibration(
        run: $0.run, started: $0.started, board: $0.board, serial: $0.serial, firmware: $0.firmware,
        channel: $0.channel, antenna: $0.antenna, temperatureC: $0.temperature, result: $0.result,
        oldValue: $0.oldValue,
        newValue: $0.newValue, errorBeforeCm: $0.isOfAngles ? nil : $0.before,
        errorAfterCm: $0.isOfAngles ? nil : $0.after,
        errorBeforeDeg: $0.isOfAngles ? $0.before : nil,
        errorAfterDeg: $0.isOfAngles ? $0.after : nil)
    }
    lines = history.lines
    findings = history.lines.compactMap { line in
      line.regression.map {
        Finding(
          name: line.name, firstBadRun: $0.after.run, firmware: $0.after.firmware,
          valueM: $0.after.valueM, bestRun: $0.before.run, bestValueM: $0.before.valueM)
      }
    }
  }
}

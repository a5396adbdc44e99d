import BootProtocols
package import JSONDocuments
package import Journal
import Links
import Notation
import RigFile
import Statistics

/// The result of a calibration.
package struct CalibrationDocument: Document, Described {
  package static let schema = "uwbrig.calibration/1"
  package static let about =
    "calibration.json, and what `uwbrig calibrate --json` prints: how boards were calibrated."
  package static let notes: [String: Note] = [
    "result": "calibrated, already-right, planned or not-calibrated.",
    "is_split": "Two boards alone: half of the sum of their errors was given to each.",
    "temperature_c": "As it was told with --temperature.",
    "protocol_s": "Seconds that it took by the boards' own time.",
  ]

  package enum Result: String, Codable, CaseIterable, Sendable {
    case planned, calibrated
    case alreadyRight = "already-right"
    case notCalibrated = "not-calibrated"
  }

  package struct Board: Codable, Sendable, Described {
    package static let notes: [String: Note] = [
      "key": "The calibration key of the firmware.",
      "unit_mm": "What a unit of it was found to be worth.",
      "error_before_cm": "What the board made every range too long by, and its standard error.",
      "unit_deg": "What a unit of it was found to be worth, of an angle.",
      "error_before_deg": "What the board saw its peer beside the truth, and its standard error.",
      "is_kept": "Whether the value outlives a power cut; null where that was not tried.",
    ]
    package var board: String
    package var serial: String
    package var firmware: String
    package var isTrusted: Bool
    package var key: String?
    package var oldValue: Int?
    package var newValue: Int?
    package var unitMm: Double?
    package var errorBeforeCm: Double?
    package var errorBeforeSeCm: Double?
    package var errorAfterCm: Double?
    package var errorAfterSeCm: Double?
    @IfPresent package var unitDeg: Double?
    @IfPresent package var errorBeforeDeg: Double?
    @IfPresent package var errorBeforeSeDeg: Double?
    @IfPresent package var errorAfterDeg: Double?
    @IfPresent package var errorAfterSeDeg: Double?
    package var isKept: Bool?
  }

  package struct Pass: Codable, Sendable, Described {
    package static let notes: [String: Note] = [
      "lost": Note("Share of rounds without a distance."),
      "error_cm": "The 10 % trimmed mean, less the distance of the rig file.",
      "mean_error_cm": "The plain mean, less that.",
      "residual_cm": "What the boards do not explain.",
    ]
    package var ranges: Int
    package var lost: Double
    package var medianM: Double?
    package var errorCm: Double?
    package var errorSeCm: Double?
    package var meanErrorCm: Double?
    package var deviationCm: Double?
    package var robustDeviationCm: Double?
    package var driftCm: Double?
    package var rssiDbm: Double?
    package var residualCm: Double?
  }

  package struct Pair: Codable, Sendable {
    package var board: String
    package var peer: String
    package var distanceM: Double
    package var passes: [Pass]
  }

  package struct Fault: Codable, Sendable {
    package var code: CalibrationFault.Code
    package var board: String
    package var reason: String
    package var advice: String
  }

  package var run: String
  package var rig: String
  package var result: Result
  package var quantity: CalibrationPlan.Quantity
  package var channel: Int
  package var antenna: Int
  package var isSplit: Bool
  package var temperatureC: Double?
  package var protocolS: Double
  package var boards: [Board]
  package var pairs: [Pair]
  package var check: [Pair]
  package var remarks: [String]
  @IfPresent package var fault: Fault?
  @IfPresent package var left: [String]?
}

extension CalibrationDocument {
  /// The plan alone.
  package init(_ plan: CalibrationPlan) {
    self.init(plan, nil, run: "", seconds: 0, temperature: nil)
    result = .planned
  }

  /// How a calibration has ended.
  package init(
    _ plan: CalibrationPlan, _ outcome: CalibrationBench.Outcome?, run: String, seconds: Double,
    temperature: Double?
  ) {
    let state = outcome?.state
    let passes = state?.passes ?? []
    let isWritten = state?.boards.contains(where: \.isTouched) ?? false
    let calibrated = state?.boards ?? []
    self.init(
      run: run, rig: plan.file.name,
      result: outcome?.fault != nil || state?.isCalibrated != true
        ? .notCalibrated : isWritten ? .calibrated : .alreadyRight,
      quantity: plan.settings.quantity, channel: plan.settings.channel,
      antenna: plan.settings.antenna, isSplit: plan.isSplit,
      temperatureC: temperature, protocolS: Figures.rounded(seconds, 1) ?? 0,
      boards: plan.boards.indices.map { index in
        Self.board(
          plan, index, calibrated.first { $0.name == plan.boards[index].name }, passes,
          isKept: state?.isKept)
      },
      pairs: plan.pairs.enumerated().map { place, pair in
        Pair(
          board: plan.boards[pair.pair.one].name, peer: plan.boards[pair.pair.other].name,
          distanceM: Figures.rounded(pair.distance, 4) ?? 0,
          passes: passes.map { pass in
            var shown = Pass(pass.samples[place])
            let used = pass.isUsable.prefix(place).count { $0 }
            if pass.isUsable[place], pass.solution.residuals.indices.contains(used) {
              shown.residualCm = Figures.rounded(pass.solution.residuals[used] * 100, 2)
            }
            return shown
          })
      },
      check: zip(plan.pairs.filter { $0.checkDistance != nil }, state?.check ?? []).map {
        Pair(
          board: plan.boards[$0.pair.one].name, peer: plan.boards[$0.pair.other].name,
          distanceM: Figures.rounded($0.checkDistance, 4) ?? 0, passes: [Pass($1)])
      },
      remarks: (plan.caution.map { [$0] } ?? []) + (state?.remarks ?? []),
      fault: outcome?.fault.map {
        Fault(code: $0.code, board: $0.board, reason: $0.reason, advice: $0.advice)
      },
      left: outcome.flatMap { outcome in
        let words =
          outcome.left.map { "\($0.board): \($0.value.words)" }
          + outcome.unreached.map { "\($0): not reached" }
        return words.isEmpty ? nil : words
      })
  }

  private static func board(
    _ plan: CalibrationPlan, _ index: Int, _ calibrated: CalibratedBoard?,
    _ passes: [CalibrationState.Pass], isKept: Bool?
  ) -> Board {
    let board = plan.boards[index]
    let isTrusted = !plan.subjects.contains(index)
    let isAngle = plan.settings.quantity == .angle
    let (first, last) = (passes.first, passes.count > 1 ? passes.last : nil)
    func centimetres(_ values: [Double]?) -> Double? {
      isTrusted || isAngle ? nil : Figures.rounded(values.map { $0[index] * 100 }, 2)
    }
    func degrees(_ value: Double?) -> Double? {
      isTrusted ? nil : Figures.rounded(value, 2)
    }
    let slope = calibrated?.slope
    return Board(
      board: board.name, serial: board.serialText,
      firmware: calibrated?.firmware ?? board.firmware.rawValue, isTrusted: isTrusted,
      key: calibrated?.access.key,
      oldValue: calibrated.flatMap { $0.access.number(in: $0.old) }, newValue: calibrated?.value,
      unitMm: isAngle ? nil : Figures.rounded(slope.map { $0 * 1000 }, 3),
      errorBeforeCm: centimetres(first?.solution.errors),
      errorBeforeSeCm: centimetres(first?.solution.standardErrors),
      errorAfterCm: centimetres(last?.solution.errors),
      errorAfterSeCm: centimetres(last?.solution.standardErrors),
      unitDeg: isAngle ? Figures.rounded(slope, 6) : nil,
      errorBeforeDeg: degrees(first?.angle?.degrees),
      errorBeforeSeDeg: degrees(first?.angle?.standardError),
      errorAfterDeg: degrees(last?.angle?.degrees),
      errorAfterSeDeg: degrees(last?.angle?.standardError),
      isKept: isTrusted ? nil : isKept)
  }

  /// The values for the vendor's own tools (`load_cal` of Qorvo's), by the name of the board.
  package var vendorFiles: [(name: String, content: JSONValue)] {
    guard result == .calibrated else { return [] }
    return boards.compactMap { board in
      guard let key = board.key, let value = board.newValue else { return nil }
      return ("\(board.board).cal.json", .object([.init(key, .integer(Int64(value)))]))
    }
  }
}

extension CalibrationDocument.Pass {
  init(_ sample: PairSample) {
    func centimetres(_ metres: Double?) -> Double? {
      Figures.rounded(metres.map { $0 * 100 }, 2)
    }
    self.init(
      ranges: sample.distances.count, lost: Figures.rounded(sample.loss, 4) ?? 1,
      medianM: Figures.rounded(sample.distances.median, 3), errorCm: centimetres(sample.error),
      errorSeCm: sample.error == nil ? nil : centimetres(sample.standardError),
      meanErrorCm: centimetres(sample.meanError),
      deviationCm: centimetres(sample.distances.deviation),
      robustDeviationCm: centimetres(sample.distances.robustDeviation),
      driftCm: centimetres(sample.drift?.metres), rssiDbm: Figures.rounded(sample.powers.median, 1),
      residualCm: nil)
  }
}

extension RigBoard {
  /// What tells this board from another of its kind: the serial number or port of its USB link, else its
  /// name.
  var serialText: String {
    if case .usb(let selector, _, _) = link { return "\(selector)" }
    return link == .virtual ? "virtual:\(name)" : link.description
  }
}

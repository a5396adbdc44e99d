package import Calibration
package import JSONDocuments
import Notation
import Statistics

/// How calibrations of many worlds ended.
package struct RehearsalTally {
  package private(set) var worlds = 0
  package private(set) var calibrated = 0
  package private(set) var refusals: [(code: String, count: Int)] = []
  package private(set) var notRestored = 0
  /// Worlds in which boards were written to and had their old values back in the end.
  package private(set) var restored = 0
  /// Worlds that ended before anything was written.
  package private(set) var untouched = 0
  private var remaining: [Double] = []
  private var means: [Double] = []
  private var seconds: [Double] = []

  package init() {}

  package mutating func add(_ world: CalibrationRehearsal.World) {
    worlds += 1
    seconds.append(world.seconds)
    if !world.isRestored { notRestored += 1 }
    if !world.isWritten { untouched += 1 }
    if let fault = world.fault {
      if world.isWritten, world.isRestored { restored += 1 }
      if let place = refusals.firstIndex(where: { $0.code == fault.code.rawValue }) {
        refusals[place].count += 1
      } else {
        refusals.append((fault.code.rawValue, 1))
      }
      return
    }
    calibrated += 1
    remaining += world.remaining.map(abs)
    means += world.withMeans.map(abs)
  }

  /// The largest error of a board that was called calibrated, in metres.
  package var worst: Double { remaining.max() ?? 0 }

  package var text: String {
    var lines = ["\(worlds) worlds: \(calibrated) calibrated"]
    for refusal in refusals { lines.append("  \(refusal.count) \(refusal.code)") }
    if restored > 0 { lines.append("  \(restored) written to and put back") }
    if untouched > 0 { lines.append("  \(untouched) ended before anything was written") }
    if notRestored > 0 { lines.append("  \(notRestored) not put back") }
    lines.append(
      "a board's remaining error: p95 \(words(remaining.quantile(0.95))), median "
        + "\(words(remaining.median)), largest \(words(remaining.max()))")
    lines.append("by plain means instead of trimmed ones: p95 \(words(means.quantile(0.95)))")
    lines.append("protocol time: at most \(Figures.fixed(seconds.max() ?? 0, 1)) s")
    return lines.joined(separator: "\n")
  }

  private func words(_ metres: Double?) -> String { metres.map(Centimetres.plain) ?? "-" }

  package var document: CalibrationWorldsDocument {
    func centimetres(_ metres: Double?) -> Double? {
      Figures.rounded(metres.map { $0 * 100 }, 3)
    }
    return CalibrationWorldsDocument(
      worlds: worlds, calibrated: calibrated,
      refused: NamedValues(refusals.map { ($0.code, $0.count) }), restored: restored,
      untouched: untouched, notRestored: notRestored,
      remainingP95Cm: centimetres(remaining.quantile(0.95)),
      remainingMaxCm: centimetres(remaining.max()),
      plainMeanP95Cm: centimetres(means.quantile(0.95)),
      protocolMaxS: Figures.rounded(seconds.max(), 1))
  }
}

/// What `calibrate --worlds N --json` prints.
package struct CalibrationWorldsDocument: Document, Described {
  package static let notes: [String: Note] = [
    "restored": "Worlds in which boards were written to and had their old values back.",
    "untouched": "Worlds that ended before anything was written.",
  ]

  package static let schema = "uwbrig.calibration-worlds/1"
  package static let about =
    "What `uwbrig calibrate --worlds N --json` prints: how well it went in N worlds."

  package var worlds: Int
  package var calibrated: Int
  package var refused: NamedValues<Int>
  var restored: Int
  var untouched: Int
  var notRestored: Int
  var remainingP95Cm: Double?
  var remainingMaxCm: Double?
  var plainMeanP95Cm: Double?
  var protocolMaxS: Double?
}

import Bench
package import JSONDocuments
import LabRuntime
import Notation
import RigFile
import Statistics
import UCI
package import UCIHost

/// A measurement as a line of `range --json`.
package struct RangeRound: Document {
  package static let schema = "uwbrig.range/1"
  package static let about = "A line of `uwbrig range --json`."

  enum Kind: String, Codable, CaseIterable { case round }

  var kind = Kind.round
  var tUs: Int64
  var board: String
  var peer: String
  var sequence: UInt32
  var status: String
  var ok: Bool
  var distanceM: Double?
  var azimuthDeg: Double?
  var elevationDeg: Double?
  var rssiDbm: Double?
  var lineOfSight: Bool

  package init(
    _ round: RangingRound, _ measurement: Measurement, at microseconds: Int64,
    in record: RangeRecord
  ) {
    func degrees(_ angle: Double?) -> Double? {
      Figures.rounded(angle.map { $0 * 180 / .pi }, 2)
    }
    tUs = microseconds
    board = record.plan.sides[0].board.name
    peer = record.name(of: measurement.mac)
    sequence = round.sequence
    status = measurement.status.name(in: record.given(0)?.dialect ?? .fira2)
    ok = measurement.isSuccess
    distanceM = Figures.rounded(measurement.distanceMetres, 2)
    azimuthDeg = degrees(measurement.azimuth)
    elevationDeg = degrees(measurement.elevation)
    rssiDbm = Figures.rounded(measurement.rssi, 1)
    lineOfSight = measurement.lineOfSight == .los
  }
}

/// The statistics of one board about another as a line of `range --json`.
package struct RangeSummary: Document, Described {
  package static let schema = RangeRound.schema
  package static let about = RangeRound.about
  package static let notes: [String: Note] = [
    "rounds": Note(least: 0), "missing": Note(least: 0), "lost": Note(least: 0),
    "unreadable": Note("Notifications of the board that could not be read.", least: 0),
  ]

  enum Kind: String, Codable, CaseIterable { case statistics }

  var kind = Kind.statistics
  var board: String
  var peer: String
  var rounds: Int
  var missing: Int
  var lost: Int
  var unreadable: Int
  var lossRate: Double?
  var failures: NamedValues<Int>
  var cadenceMs: Double?
  var jitterP95Ms: Double?
  var meanM: Double?
  var medianM: Double?
  var stdDevM: Double?
  var minM: Double?
  var maxM: Double?
  var truthM: Double?
  var errorM: Double?

  package init(_ pair: RangeRecord.Pair, in record: RangeRecord) {
    let (one, other) = (record.plan.sides[pair.board].board, record.plan.sides[pair.peer].board)
    let statistics = record.statistics(pair)
    let distances = statistics.distances
    let truth = record.plan.distance(one, other)
    let median = distances.median
    let dialect = record.given(pair.board)?.dialect ?? .fira2
    board = one.name
    peer = other.name
    rounds = statistics.rounds
    missing = statistics.missing
    lost = statistics.lost
    unreadable = record.unreadable(pair.board)
    lossRate = Figures.rounded(statistics.lossRate, 4)
    failures = NamedValues(statistics.failures.map { ($0.status.name(in: dialect), $0.count) })
    cadenceMs = Figures.rounded(statistics.cadence, 3)
    jitterP95Ms = Figures.rounded(statistics.jitter, 3)
    meanM = Figures.rounded(distances.mean, 4)
    medianM = Figures.rounded(median, 3)
    stdDevM = Figures.rounded(distances.deviation, 4)
    minM = Figures.rounded(distances.min(), 2)
    maxM = Figures.rounded(distances.max(), 2)
    truthM = Figures.rounded(truth, 3)
    errorM = Figures.rounded(median.flatMap { median in truth.map { median - $0 } }, 3)
  }
}

/// What two boards were given that does not fit, as a line of `range --json`.
package struct RangeDifference: Document {
  package static let schema = RangeRound.schema
  package static let about = RangeRound.about

  enum Kind: String, Codable, CaseIterable { case difference }

  struct Finding: Codable {
    var parameter: String
    var board: String
    var peer: String
    var sentence: String

    init(_ finding: ParameterDifference.Finding) {
      (parameter, sentence) = (finding.parameter, finding.sentence)
      (board, peer) = (finding.first, finding.second)
    }
  }

  var kind = Kind.difference
  var board: String
  var peer: String
  var findings: [Finding]

  package init(_ difference: ParameterDifference, board: String, peer: String) {
    self.board = board
    self.peer = peer
    findings = difference.findings.map(Finding.init)
  }
}

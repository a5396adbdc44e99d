import Journal
import Rig
import UCI
import UCIHost

extension RangePrinter {
  /// A measurement as one object.
  func showJSON(_ round: RangingRound, _ measurement: Measurement, _ microseconds: Int64) {
    func degrees(_ angle: Measurement.Angle?) -> JSONValue {
      number(angle.map { $0.radians * 180 / .pi }, 2)
    }
    let dialect = record.given(0)?.dialect ?? .fira2
    write([
      .init("kind", .string("round")), .init("t_us", .integer(microseconds)),
      .init("board", .string(plan.sides[0].board.name)),
      .init("peer", .string(record.name(of: measurement.mac))),
      .init("sequence", .integer(Int64(round.sequence))),
      .init("status", .string(measurement.status.name(in: dialect))),
      .init("ok", .bool(measurement.isSuccess)),
      .init("distance_m", number(measurement.distanceMetres, 2)),
      .init("azimuth_deg", degrees(measurement.azimuth)),
      .init("elevation_deg", degrees(measurement.elevation)),
      .init("rssi_dbm", number(measurement.rssi, 1)),
      .init("line_of_sight", .bool(measurement.lineOfSight == .los)),
    ])
  }

  /// The statistics of one board about another as one object.
  func printJSON(_ pair: RangeRecord.Pair, _ statistics: RangeStatistics) {
    let (board, peer) = (plan.sides[pair.board].board, plan.sides[pair.peer].board)
    let distances = statistics.distances
    let truth = plan.distance(board, peer)
    let median = RangeStatistics.median(distances)
    let error = median.flatMap { median in truth.map { median - $0 } }
    let dialect = record.given(pair.board)?.dialect ?? .fira2
    write([
      .init("kind", .string("statistics")), .init("board", .string(board.name)),
      .init("peer", .string(peer.name)), .init("rounds", .integer(Int64(statistics.rounds))),
      .init("missing", .integer(Int64(statistics.missing))),
      .init("lost", .integer(Int64(statistics.lost))),
      .init("loss_rate", number(statistics.lossRate, 4)),
      .init(
        "failures",
        .object(
          statistics.failures.map {
            .init($0.status.name(in: dialect), .integer(Int64($0.count)))
          })),
      .init("cadence_ms", number(statistics.cadence, 3)),
      .init("jitter_p95_ms", number(statistics.jitter, 3)),
      .init("mean_m", number(RangeStatistics.mean(distances), 4)),
      .init("median_m", number(median, 3)),
      .init("std_dev_m", number(RangeStatistics.deviation(distances), 4)),
      .init("min_m", number(distances.min(), 2)), .init("max_m", number(distances.max(), 2)),
      .init("truth_m", number(truth, 3)), .init("error_m", number(error, 3)),
    ])
  }

  /// What two boards were given that does not fit, as one object.
  func printJSON(_ difference: ParameterDifference, _ side: Int) {
    write([
      .init("kind", .string("difference")), .init("board", .string(plan.sides[0].board.name)),
      .init("peer", .string(plan.sides[side].board.name)),
      .init(
        "findings",
        .array(
          difference.findings.map { finding in
            .object([
              .init("parameter", .string(finding.parameter)),
              .init("board", .string(finding.first)), .init("peer", .string(finding.second)),
              .init("sentence", .string(finding.sentence)),
            ])
          })),
    ])
  }

  private func write(_ members: [JSONValue.Member]) {
    let document = JSONValue.object([.init("schema", .string(Self.schema))] + members)
    Output.result(String(decoding: document.encoded, as: UTF8.self))
  }

  private func number(_ value: Double?, _ digits: Int) -> JSONValue {
    guard let value, let rounded = Double(Figures.fixed(value, digits)) else { return .null }
    return .number(rounded)
  }
}

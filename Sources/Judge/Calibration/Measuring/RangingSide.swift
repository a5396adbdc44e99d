import Bench
import LabRuntime
import RigFile
import UCI
import UCIHost

/// One end of a pair that ranges, whatever its firmware speaks.
protocol RangingSide: AnyObject, Sendable {
  /// Brings the board to where a session can be started.
  func prepare() async throws
  /// Starts a session; who answers has to be started first.
  func start(_ session: PairSession) async throws
  /// The next round; nil where none comes in time.
  func nextRound(until deadline: LabInstant) async throws -> PairRound?
  /// A round that it has told by now.
  func takeRound() -> PairRound?
  /// Ends the session.
  func stop() async throws
}

/// What both ends of a pair agree on.
struct PairSession: Sendable {
  let isController: Bool
  let settings: CalibrationPlan.Settings
  /// Six bytes, unique on the bench.
  let secret: [UInt8]

  static let controller: UInt16 = 0x0A01
  static let controlee: UInt16 = 0x0A02
  static let id: UInt32 = 0xCA1
}

/// What one end tells of a round.
struct PairRound: Sendable {
  let at: LabInstant
  /// Metres; nil where there was no distance.
  var metres: Double?
  /// dBm, where it tells.
  var power: Double?
  /// Degrees, where it measures angles.
  var azimuth: Double?
}

/// A board with UCI firmware.
final class UCIRangingSide: RangingSide {
  private let board: BenchBoard
  private let session = LabBox<UCISession>()

  init(_ board: BenchBoard) { self.board = board }

  func prepare() async throws { try await board.session.host().reset() }

  func start(_ pair: PairSession) async throws {
    let host = try board.session.host()
    let session = try await host.openSession(id: PairSession.id)
    try await session.configure(parameters(pair, host.dialect))
    try await session.start()
    self.session.value = session
  }

  func nextRound(until deadline: LabInstant) async throws -> PairRound? {
    guard let session = session.value else { return nil }
    return PairRound(try await session.nextMeasurements(until: deadline))
  }

  func takeRound() -> PairRound? {
    guard let session = session.value else { return nil }
    let dialect = session.host.dialect
    var isTaken = false
    let found = session.host.takePackets { packet in
      guard !isTaken, SessionInfoNotification.isNamed(by: packet) else { return false }
      isTaken = true
      return true
    }
    return found.first.flatMap { received in
      (try? SessionInfoNotification(packet: received.packet, dialect: dialect)).map {
        PairRound(RangingRound($0, at: received.at))
      }
    }
  }

  func stop() async throws {
    session.value = nil
    try await board.session.host().reset()
  }

  private func parameters(_ pair: PairSession, _ dialect: UCIDialect) -> RangingParameters {
    var parameters =
      pair.isController
      ? RangingParameters.controller(
        address: PairSession.controller, peers: [PairSession.controlee])
      : RangingParameters.controlee(
        address: PairSession.controlee, peers: [PairSession.controller])
    parameters.channel = UInt8(clamping: pair.settings.channel)
    parameters.interval = UInt32(clamping: pair.settings.interval.microseconds / 1000)
    parameters.staticSTSIV = pair.secret
    if pair.settings.quantity == .angle { parameters.resultReport = 0x0F }
    parameters.reportsRSSI = dialect == UCIDialect(version: .fira1) ? nil : true
    return parameters
  }
}

extension PairRound {
  init(_ round: RangingRound) {
    let fix = round.measurements.first { $0.distanceMetres?.isFinite == true }
    self.init(
      at: round.at, metres: fix?.distanceMetres, power: fix?.rssi,
      azimuth: fix?.azimuth.map { $0 * 180 / .pi })
  }
}

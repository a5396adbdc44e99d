import Journal
import LabRuntime
import RigFile
import Room
import Runner
import UCI
import UCIHost

/// Limits for two boards that range; a number that no document has is the rig's.
enum RangingLimits {
  /// Blocks from the start of the second board to its first distance.
  static let firstFixBlocks = 10
  /// The error of the median interval, as a share.
  static let cadence = 0.02
  /// Rounds without a distance, as a share.
  static let loss = 0.1
  /// The error of the median distance, antenna delays included, in metres (Android, at 1 m).
  static let distance = 0.25
  /// Standard deviation of distances between boards that do not move, in metres: of a normal
  /// distribution, the spread of 0.3 m of Android's CTS.
  static let spread = 0.08
  /// The difference of two medians of one distance, in metres.
  static let agreement = 0.1
  /// The error of the median angle, in degrees.
  static let angle = 5.0
  /// Degrees from straight ahead inside of which an angle means something.
  static let sector = 45.0
  /// The strength of a signal that is heard, in dBm.
  static let strength = -115.0 ... -20.0
}

/// Two boards that range with each other in one case.
struct RangingPair {
  /// What one of them has reported.
  struct Side: Sendable {
    /// 0 is the controller.
    let index: Int
    let name: String
    let rounds: [RangingRound]

    /// Metres, of the rounds that gave some.
    var distances: [Double] { rounds.distances }
    /// dBm, where the board tells them.
    var powers: [Double] { rounds.compactMap { $0.fix?.rssi } }
    /// Degrees.
    var azimuths: [Double] { rounds.compactMap { $0.fix?.azimuth }.map { $0 * 180 / .pi } }
    /// 1 for a way that is blocked and 0 for one that is free, where the board knows.
    var sights: [Double] {
      rounds.compactMap { round in
        switch round.fix?.lineOfSight {
        case .los?: 0
        case .nlos?: 1
        default: nil
        }
      }
    }
  }

  /// Rounds that two boards may take to find each other.
  private static let patience = 40

  let context: CaseContext
  let controller: UCISession
  let controlee: UCISession

  /// Starts a session on both boards, the controlee first, since who answers has to listen.
  ///
  /// - Parameters:
  ///   - lag: how long after the first board the second starts.
  ///   - controleeIsLast: the controlee is the second.
  init(
    _ context: CaseContext, interval: Duration = RangingParameters.blockInterval,
    lag: Duration = .zero, controleeIsLast: Bool = false,
    change: (inout RangingParameters) -> Void = { _ in }
  ) async throws {
    self.context = context
    var answering = RangingParameters.controlee(address: 0x0A02, peers: [0x0A01])
    var asking = RangingParameters.controller(address: 0x0A01, peers: [0x0A02])
    answering.interval = UInt32(clamping: interval.microseconds / 1000)
    asking.interval = answering.interval
    change(&answering)
    change(&asking)
    let sides = [(1, answering), (0, asking)]
    var sessions: [UCISession] = []
    for (index, parameters) in controleeIsLast ? sides.reversed() : sides {
      if !sessions.isEmpty, lag > .zero {
        try await context.lab.sleep(for: lag, label: "the first board to range alone")
      }
      try await sessions.append(context.rangingSession(on: context.uci(index).host(), parameters))
    }
    (controlee, controller) =
      controleeIsLast ? (sessions[1], sessions[0]) : (sessions[0], sessions[1])
  }

  /// Judges first one board's rounds and then the other's, as many as ``rounds(_:of:)`` gives.
  func judge(_ count: Int, _ body: (Side) throws -> Void) async throws {
    for session in [controller, controlee] { try body(await side(session, rounds: count)) }
  }

  func side(_ session: UCISession, rounds count: Int) async throws -> Side {
    Side(
      index: session === controller ? 0 : 1, name: name(session),
      rounds: try await rounds(count, of: session))
  }

  /// A number of rounds of one side, from the first that gave a distance.
  func rounds(_ count: Int, of session: UCISession) async throws -> [RangingRound] {
    let name = name(session)
    var rounds: [RangingRound] = []
    var waited = 0
    while rounds.count < count {
      let (report, at) = try await context.nextReport(
        from: session.host, "the \(name) reports its rounds")
      let round = RangingRound(report, at: at)
      if rounds.isEmpty, round.fix == nil {
        waited += 1
        guard waited < Self.patience else {
          throw context.violation(
            "the \(name) hears its peer", expected: "a distance within \(Self.patience) rounds",
            got: "none")
        }
        continue
      }
      rounds.append(round)
    }
    return rounds
  }

  private func name(_ session: UCISession) -> String {
    session === controller ? "controller" : "controlee"
  }

  /// The distance by the positions of the rig file, in metres.
  ///
  /// - Throws: ``CaseEnding/skip(_:)`` without positions.
  static func truth(_ context: CaseContext) throws -> Double {
    try place(0, context).distance(to: place(1, context))
  }

  /// Where the rig file says that a board stands: 0 is the controller.
  static func place(_ index: Int, _ context: CaseContext) throws -> Position {
    let board = try context.uci(index).description
    guard let position = board.position else {
      throw CaseEnding.skip("the rig file has no position of \(board.name)")
    }
    return position
  }

  /// Where the peer stands, as a board sees it, in degrees.
  static func bearing(_ index: Int, _ context: CaseContext) throws -> Double {
    let bearing = Bearing(
      from: try place(index, context), facing: try context.uci(index).description.facing,
      to: try place(1 - index, context))
    return bearing.azimuth * 180 / .pi
  }
}

extension RangingRound {
  /// The measurement of the peer, when it gave a distance.
  var fix: Measurement? { measurements.first { $0.distanceMetres != nil } }
}

extension Sequence<RangingRound> {
  /// Metres; rounds without a distance are left out.
  var distances: [Double] { compactMap { $0.fix?.distanceMetres } }
}

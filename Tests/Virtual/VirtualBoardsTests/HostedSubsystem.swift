import LabRuntime
import Links
import Room
import UCI
import UCIHost
import VirtualBoards

/// A virtual board with a host that is connected to it.
struct HostedSubsystem: Sendable {
  let lab: Lab
  let host: UCIHost

  /// Puts a board of a personality in the room and resets it.
  init(
    _ lab: Lab, _ room: Room, _ services: LabServices, _ personality: String,
    name: String, at position: Position
  ) async throws {
    let port = try services.subsystem(
      lab, room, .init(name: name, personality: personality), at: position)
    let dialect = UCIDialect(
      version: personality == "fira1" ? .fira1 : .fira2,
      vendor: personality == "nxp" ? .nxp : personality == "fira2-qorvo" ? .qorvo : .none)
    self.lab = lab
    host = UCIHost(
      FrameLink(try await port.open(), cutter: UCICutter(dialect: dialect), lab: lab), lab: lab,
      dialect: dialect)
    try await host.reset()
    services.keep(host)
  }

  /// A session with these parameters that ranges.
  func range(
    _ parameters: RangingParameters, id: UInt32 = 42, type: UCISessionType = .firaRanging
  ) async throws -> UCISession {
    let session = try await host.openSession(id: id, type: type)
    try await session.configure(parameters)
    try await session.start()
    return session
  }

  /// The rounds to come.
  func rounds(_ count: Int, of session: UCISession) async throws -> [RangingRound] {
    session.discardRounds()
    var rounds: [RangingRound] = []
    for _ in 0..<count {
      rounds.append(try await session.nextMeasurements(until: lab.now.advanced(by: .seconds(5))))
    }
    return rounds
  }

  /// The distances of a round in cm, in the order of the peers; a nil for one that was not heard.
  func distances(_ session: UCISession) async throws -> [Int?] {
    // The round that is under way may still be one of the old parameters.
    let round = try await rounds(2, of: session)[1]
    return round.measurements.map { $0.distanceMetres.map { Int(($0 * 100).rounded()) } }
  }
}

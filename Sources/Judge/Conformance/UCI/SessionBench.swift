import Journal
import LabRuntime
import Runner
import UCI
import UCIHost

extension RangingParameters {
  /// The interval of cases that need many rounds.
  static let quickInterval = Duration.milliseconds(60)

  /// A controller whose peer is not there, at a short interval: 20 slots of 2 ms, every 60 ms.
  static func quick(_ change: (inout RangingParameters) -> Void = { _ in }) -> RangingParameters {
    .lonely { parameters in
      parameters.interval = 60
      parameters.slotsPerRound = 20
      change(&parameters)
    }
  }

  /// The controlee that belongs to ``quick(_:)``.
  static func quickPeer(
    _ change: (inout RangingParameters) -> Void = { _ in }
  ) -> RangingParameters {
    var parameters = RangingParameters.controlee(address: 0x0A02, peers: [0x0A01])
    parameters.interval = 60
    parameters.slotsPerRound = 20
    change(&parameters)
    return parameters
  }

  /// A controller of several controlees, none of which is there.
  static func quickOneToMany(_ peers: [UInt16] = [0x0A02, 0x0A03]) -> RangingParameters {
    .quick {
      $0.multiNodeMode = 1
      $0.peerAddresses = peers
    }
  }
}

extension CaseContext {
  /// Makes a session of a type, which ends with the case; a board that does not have the type
  /// skips it.
  func session(on host: UCIHost, type: UCISessionType) async throws -> UCISession {
    do throws(UCIHostError) {
      let session = try await host.openSession(id: SessionID.first, type: type)
      atEnd { try? await session.close() }
      return session
    } catch {
      guard error.code == .status else { throw error }
      throw CaseEnding.skip("\(host.name) takes no sessions of the type \(type.name)")
    }
  }

  /// Brings a new session to one of the states INIT, IDLE and ACTIVE; nothing of the way there is
  /// left among the notifications.
  func session(
    on host: UCIHost, in state: UCISessionState, _ parameters: RangingParameters = .quick()
  ) async throws -> UCISession {
    try await preparing {
      let session = try await session(on: host)
      try await expectState(.initial, of: session, after: SessionInitCommand.name)
      guard state != .initial else { return session }
      try await configure(session, parameters)
      try await expectState(.idle, of: session, after: SessionSetAppConfigCommand.name)
      if state == .active { try await start(session) }
      return session
    }
  }

  /// Configures a session; a board that refuses skips the case.
  ///
  /// - Parameter subject: what the board does not have.
  func configure(_ session: UCISession, _ parameters: RangingParameters, orSkip subject: String)
    async throws
  {
    do throws(UCIHostError) { try await session.configure(isolated(parameters)) } catch {
      guard error.code == .status else { throw error }
      throw CaseEnding.skip("\(session.host.name) does not take \(subject): \(error)")
    }
  }

  /// Asserts that a parameter is the same before and after something that is refused.
  ///
  /// - Parameter body: returns the session that it was refused in; one that was made for this alone has
  ///   nothing from before.
  func expectKept(
    _ id: AppConfigID, of session: UCISession, _ what: String,
    _ body: () async throws -> UCISession
  ) async throws {
    let before = try await session.host.attempt(session.getting([id])).payload
    guard try await body() === session else { return }
    let after = try await session.host.attempt(session.getting([id])).payload
    try requireBytes(after, before, what)
  }

  /// Asserts that a parameter of a session reads with a value. A board that reads none is judged by US12.
  func expectRead(
    _ id: AppConfigID, as value: [UInt8], from host: UCIHost, session token: UInt32, _ what: String
  ) async throws {
    let read = try await host.attempt(SessionGetAppConfigCommand(sessionToken: token, ids: [id]))
    guard read.status == .ok, let found = read.tlvs?.first?.value else { return }
    try requireBytes(found, value, what)
  }

  /// Asserts that a parameter of a session can be read, and reads with a value.
  func expectValue(
    _ parameter: AppConfigParameter, of session: UCISession, _ what: String, asking: String? = nil
  ) async throws {
    let id = parameter.id
    let response = try await expect(
      .ok, for: session.getting([id]), from: session.host, asking ?? "\(id.name) can be read")
    try requireBytes(response.tlvs?.first { $0.id == id }?.value, parameter.value, what)
  }

  func expectCount(
    _ number: Int, on host: UCIHost, _ what: String, asking: String = "sessions are counted"
  ) async throws {
    let found = try await expect(.ok, for: SessionGetCountCommand(), from: host, asking)
    try require(
      found.count.map(Int.init) == number, what, expected: "\(number)",
      got: found.count.map(String.init) ?? "no count")
  }

  /// Asserts that the device is READY as the board tells it when asked; one that does not tell is for UC07.
  func expectReady(asking host: UCIHost, _ what: String) async throws {
    let asked = try await host.attempt(CoreGetConfigCommand(ids: [.deviceState]))
    guard asked.status == .ok else { return }
    try requireBytes(asked.tlvs?.first?.value, [UCIDeviceState.ready.rawValue], what)
  }

  /// Asserts the state of a session, as the board tells it when asked.
  func expectState(_ state: UCISessionState, asking session: UCISession, _ what: String)
    async throws
  {
    let found = try await session.state()
    try require(found == state, what, expected: state.name, got: found?.name ?? "no state")
  }

  /// The next report of one session; those of others are kept.
  func nextReport(
    of session: UCISession, _ what: String = "a round is reported"
  ) async throws -> (report: SessionInfoNotification, at: LabInstant) {
    try await nextReport(from: session.host, of: session, what)
  }

  func reports(
    _ count: Int, of session: UCISession, _ what: String? = nil
  ) async throws -> [(report: SessionInfoNotification, at: LabInstant)] {
    try await reports(count, from: session.host, of: session, what)
  }

  /// Asserts that rounds are numbered one by one.
  func requireNumbers(
    of reports: [(report: SessionInfoNotification, at: LabInstant)], from first: UInt32 = 0,
    _ what: String, expected: String
  ) throws {
    let numbers = reports.map(\.report.sequenceNumber)
    try require(
      numbers == numbers.indices.map { first &+ UInt32($0) }, what, expected: expected,
      got: numbers.map(String.init).joined(separator: ", "))
  }

  /// Measures the interval of reports that came one after the other, and that none was left out.
  func measureInterval(
    of reports: [(report: SessionInfoNotification, at: LabInstant)], _ name: String,
    expected milliseconds: Double, tolerance: Double = 0.1
  ) throws {
    let moments = reports.map(\.at)
    guard moments.count > 1 else { return }
    let allowed = milliseconds * (1 - tolerance)...milliseconds * (1 + tolerance)
    try measure(
      name, .schedule(moments, interval: allowed) { $0.interval },
      limits: Event.Limits(min: allowed.lowerBound, max: allowed.upperBound))
    // One that is left out doubles it.
    try measure(
      "longest \(name)", .schedule(moments, interval: allowed) { $0.longest },
      limits: Event.Limits(max: milliseconds * 1.75))
  }

  /// Asserts that a session reports nothing for two rounds of the short interval.
  func expectNoReports(of session: UCISession, _ what: String) async throws {
    let began = lab.now
    let span = RangingParameters.quickInterval * 2
    var came = try await listen(to: session.host, for: span)
    came += try await expectAlive(session.host, "the board answers afterwards")
    try requireNoRound(
      in: came.filter { $0.at > began && session.reports($0.packet) }, what,
      expected: "no round in \(span)")
  }

  /// Asserts that there is no report of a round among packets.
  func requireNoRound(
    in packets: [ReceivedPacket], _ what: String, expected: String = "no round"
  ) throws {
    let rounds = packets.count { $0.packet.isReport }
    try require(rounds == 0, what, expected: expected, got: "\(rounds) rounds")
  }
}

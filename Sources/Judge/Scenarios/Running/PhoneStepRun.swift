import Bench
import Errors
import LabRuntime
import Links
import NearbySession
import RigFile
import Runner

/// One step on one phone, or on its session with another one.
struct PhoneStepRun {
  let scenarioRun: ScenarioRun
  let step: Step
  let place: String

  private var context: CaseContext { scenarioRun.context }
  private var lab: Lab { scenarioRun.context.lab }
  private var words: String { "\(place): \(step.words)" }

  /// Performs the step if it is about phones; false if it is not.
  func perform() async throws -> Bool {
    switch (step.target, step.action) {
    case (.phone(let phone), .suspend):
      context.step("\(place) \(step.words)")
      try await suspend(phone)
    case (.phone(let phone), .resume):
      context.step("\(place) \(step.words)")
      try await resume(phone)
    case (.session(let phone, let peer), _):
      context.step("\(place) \(step.words)")
      try await perform(on: session(of: phone, with: peer))
    default: return false
    }
    return true
  }

  private func perform(on session: ScenarioSession) async throws {
    switch step.action {
    case .run(let camera): try await run(session, camera: camera)
    case .pause: session.end { $0.pause() }
    case .invalidate: session.end { $0.invalidate() }
    case .expect(.update, let limit): try await checks(session).freshUpdates(1, within: limit)
    case .expect(.removed, let limit): try await expectRemoval(of: session, within: limit)
    case .expect(.converged, let limit): try await expectConvergence(of: session, within: limit)
    case .expect(_, let limit): try await expectNothing(of: session, for: limit)
    case .assert(let assertion): try await checks(session).assert(assertion)
    default: break
    }
  }

  private func session(of phone: Int, with peer: Int) throws -> ScenarioSession {
    let found = scenarioRun.sessions.first { $0.phone.index == phone && $0.peer.index == peer }
    guard let found else { throw CaseEnding.skip("the rig has no phone for this") }
    return found
  }

  private func checks(_ session: ScenarioSession) -> RangingChecks {
    RangingChecks(scenarioRun: scenarioRun, observation: session.observation, place: words)
  }

  // MARK: The application

  private func run(_ own: ScenarioSession, camera: Bool) async throws {
    guard !camera || own.phone.model.knowsItsMotion else {
      throw CaseEnding.skip("the rig does not know how the phone \(own.phone.name) moves")
    }
    let other = try session(of: own.peer.index, with: own.phone.index)
    let token = try await handOver(usable(other).discoveryToken?.bytes ?? [], to: own)
    let session = usable(own)
    do {
      var configuration = try own.phone.model.peerConfiguration(token: token)
      configuration.options.cameraAssistance = camera
      try session.run(.peer(configuration))
    } catch {
      throw CaseEnding.rigFault("\(words): \(error)")
    }
    try await expect(.startedRunning, of: own)
  }

  /// The session of a phone, listened to from its first moment.
  private func usable(_ staged: ScenarioSession) -> PhoneSession {
    let (session, isNew) = staged.usable()
    if isNew {
      let context = context
      scenarioRun.runBeside { await staged.listen(to: session, context) }
    }
    return session
  }

  /// Carries a token over the application's own link, as applications do.
  private func handOver(_ token: [UInt8], to session: ScenarioSession) async throws -> [UInt8] {
    let (left, right) = MemoryLink.pair(lab, name: "the applications", preservesMessages: true)
    let one = FrameLink(left, cutter: MessageCutter(), lab: lab)
    let other = FrameLink(right, cutter: MessageCutter(), lab: lab)
    defer {
      one.close()
      other.close()
    }
    try await one.send(token)
    let deadline = lab.now.advanced(by: context.limits.accessoryAnswer)
    return try await other.receive(until: deadline).bytes
  }

  private func suspend(_ phone: Int) async throws {
    let running = scenarioRun.sessions.filter { $0.phone.index == phone && $0.isRunning }
    scenarioRun.phones[phone].model.enter(.background)
    for session in running { try await expect(.suspended, of: session) }
  }

  private func resume(_ phone: Int) async throws {
    scenarioRun.phones[phone].model.enter(.foreground)
    for session in scenarioRun.sessions where session.phone.index == phone && session.isSuspended {
      try await expect(.suspensionEnded, of: session)
      do throws(RigError) { try session.session?.runAgain() } catch {
        throw CaseEnding.rigFault("\(words): \(error)")
      }
      try await expect(.startedRunning, of: session)
    }
  }

  // MARK: What it is told

  private func expect(
    _ kind: SessionEvent.Kind, of session: ScenarioSession, within limit: Duration? = nil
  ) async throws {
    let limit = limit ?? context.limits.accessoryAnswer
    guard let event = try await next(session, until: lab.now.advanced(by: limit)) else {
      throw context.violation(
        words, expected: "\(session.name): \(kind.rawValue) within \(limit)", got: "nothing")
    }
    try context.require(
      event.kind == kind, words, expected: "\(session.name): \(kind.rawValue)",
      got: "\(session.name): \(event.name)")
  }

  /// The next thing that the application is told, updates left out; nil at the deadline.
  private func next(
    _ session: ScenarioSession, until deadline: LabInstant
  ) async throws -> SessionEvent? {
    do throws(RigError) { return try await session.events.receive(until: deadline) } catch {
      guard error.code == .timedOut else { throw error }
      return nil
    }
  }

  private func expectRemoval(of session: ScenarioSession, within limit: Duration?) async throws {
    let timeout = context.limits.removalTimeout
    try await expect(.removed, of: session, within: limit ?? timeout + timeout)
  }

  /// The place of the other phone is known, or comes to be known while this one moves.
  private func expectConvergence(
    of session: ScenarioSession, within limit: Duration?
  ) async throws {
    let patience = limit ?? context.limits.removalTimeout
    let deadline = lab.now.advanced(by: patience)
    var seen = session.session?.convergence ?? .unknown
    while seen != .converged {
      do throws(RigError) { seen = try await session.convergence.receive(until: deadline) } catch {
        guard error.code == .timedOut else { throw error }
        throw context.violation(
          words, expected: "\(session.name): converged within \(patience)",
          got: "\(session.session?.convergence ?? .unknown)")
      }
    }
    try context.require(true, words, expected: "\(session.name): converged", got: "converged")
  }

  private func expectNothing(of session: ScenarioSession, for limit: Duration?) async throws {
    let limit = limit ?? context.limits.silence
    let event = try await next(session, until: lab.now.advanced(by: limit))
    try context.require(
      event == nil, words, expected: "nothing for \(limit)",
      got: event.map { "\(session.name): \($0.name)" } ?? "nothing")
  }
}

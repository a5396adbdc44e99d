import Journal
import NearbySession
import Room
import Runner

/// Camera assistance: the place of an object from ranges along the phone's own path.
enum PhoneConvergenceCases {
  static let all: [Case] = [still, walked, dark, angle, truth, again]

  private static let source = "accessory protocol §5.4 (Apple's headers: NIAlgorithmConvergence)"

  static let still = Case.phone(
    "PH63", "a phone that is not moved",
    requirement: "Without movement camera assistance does not converge, and says why.",
    source: source, declared: .phoneBlocks(8), on: .accessory
  ) { rig in
    let (_, application) = try await rig.assistedPhone()
    let first = try await rig.expectConvergence(application, within: .phoneBlocks(12))
    try rig.context.require(
      first == .notConverged([.insufficientMovement]), "the convergence of a phone that lies still",
      expected: "not converged (insufficientMovement)", got: "\(first)")
    try rig.context.require(
      application.session.worldPosition(of: try rig.object(of: application)) == nil,
      "the place of an object that is not known", expected: "absent", got: "a place")
  }

  static let walked = Case.phone(
    "PH64", "a phone that is walked around",
    requirement:
      "After a path that is rich enough camera assistance has converged, and knows the place.",
    source: source, declared: .seconds(4), on: .accessory
  ) { rig in
    let (walk, application) = try await rig.convergedPhone()
    let place = try await rig.place(of: application)
    let truth = try rig.room().position(of: "lock") ?? Position(0, 0, 0)
    let error = walk.place(place).distance(to: truth)
    try rig.context.measure(
      "estimate-error", error, unit: "m", limits: Event.Limits(max: 0.6))
  }

  static let dark = Case.phone(
    "PH65", "a walk in the dark",
    requirement: "In the dark camera assistance does not converge, and says why.",
    source: source, declared: .seconds(4), on: .accessory
  ) { rig in
    let (walk, application) = try await rig.assistedPhone(isLit: false)
    try await walk.walk(rig)
    try await rig.expectEvent("darkness is told as a reason", from: application) { event in
      guard case .convergenceChanged(.notConverged(let reasons), _) = event else { return false }
      return reasons.contains(.insufficientLighting)
    }
    let convergence = application.session.convergence
    try rig.context.require(
      convergence != .converged, "the convergence in the dark", expected: "not converged",
      got: "\(convergence)")
  }

  static let angle = Case.phone(
    "PH66", "the horizontal angle",
    requirement:
      "Once converged, the horizontal angle is the one from the way ahead to the object.",
    source: source, declared: .seconds(4), on: .accessory
  ) { rig in
    let (walk, application) = try await rig.convergedPhone()
    walk.turn(to: try rig.bearingOfLock() - 30)
    let object = try await rig.settledObject(application)
    let degrees = object.horizontalAngle.map { $0 * 180 / .pi }
    try rig.context.require(
      degrees.map { ($0 - 30).magnitude < 25 } ?? false,
      "the horizontal angle to an object 30 degrees to the right",
      expected: "5 to 55 degrees", got: degrees.map { "\($0) degrees" } ?? "absent")
  }

  static let truth = Case.phone(
    "PH67", "an object that is moved after the ranges were taken",
    requirement: "The estimate follows from the ranges alone: no range, no change.",
    source: "the rig: the estimator never sees the room", declared: .seconds(4), on: .accessory
  ) { rig in
    let (_, application) = try await rig.convergedPhone()
    // No round comes through any more, and then the truth changes.
    try rig.room().block("phone", "lock")
    try await rig.pause(.phoneBlocks(2), "the last round to end")
    let before = try await rig.place(of: application)
    try rig.room().place("lock", at: Position(9, 9, 2))
    try await rig.pause(.phoneBlocks(3), "rounds without a peer")
    let after = try await rig.place(of: application)
    try rig.context.require(
      after == before, "the estimate after the truth was changed", expected: "\(before)",
      got: "\(after)")
  }

  static let again = Case.phone(
    "PH68", "a second run starts over",
    requirement: "A session that runs again has not converged until it was moved again.",
    source: source, declared: .seconds(5), on: .accessory
  ) { rig in
    let (_, application) = try await rig.convergedPhone()
    application.session.pause()
    try application.session.runAgain()
    try rig.context.require(
      application.session.convergence != .converged, "the convergence of a new run",
      expected: "unknown or not converged", got: "\(application.session.convergence)")
  }
}

extension PhoneRig {
  /// A phone with camera assistance that can be walked around, ranging with the accessory.
  func assistedPhone(isLit: Bool = true) async throws -> (PhoneWalk, AccessoryApplication) {
    let walk = try PhoneWalk(self)
    let phone = try await phone(motion: walk)
    phone.light(isLit)
    return (walk, try await application(on: phone, options: .camera))
  }

  /// The same, walked around until the place of the accessory is known.
  func convergedPhone() async throws -> (PhoneWalk, AccessoryApplication) {
    let (walk, application) = try await assistedPhone()
    try await walk.walk(self)
    let first = try await expectConvergence(application, within: Self.patience)
    try context.require(
      first != .converged, "the first convergence", expected: "not converged", got: "\(first)")
    try await expectEvent("the place is known", from: application) { event in
      if case .convergenceChanged(.converged, _) = event { true } else { false }
    }
    return (walk, application)
  }

  func expectConvergence(
    _ application: AccessoryApplication, within limit: Duration
  ) async throws -> Convergence {
    let event = try await expectEvent("the convergence changes", from: application, within: limit) {
      event in
      if case .convergenceChanged = event { true } else { false }
    }
    guard case .convergenceChanged(let convergence, _) = event.event else {
      throw CaseEnding.rigFault("another event than the wanted one")
    }
    return convergence
  }

  func object(of application: AccessoryApplication) throws -> DiscoveryToken {
    guard let token = application.session.configuration?.peerToken else {
      throw CaseEnding.rigFault("the session has not run")
    }
    return token
  }

  /// Where the phone believes the accessory to be, in its own frame.
  func place(of application: AccessoryApplication) async throws -> SIMD3<Double> {
    guard let place = application.session.worldPosition(of: try object(of: application)) else {
      throw context.violation(
        "the world transform of a converged session", expected: "a place", got: "absent")
    }
    return place
  }
}

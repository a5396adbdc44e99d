import Bench
import Flashing
import LabRuntime
import Links
import NearbySession
import Notation
import RigFile
import Room
import Runner

/// One step on one accessory.
struct AccessoryStepRun {
  let scenarioRun: ScenarioRun
  let accessory: ScenarioAccessory
  let place: String

  var context: CaseContext { scenarioRun.context }
  var board: any CaseBoard { accessory.board }
  var lab: Lab { scenarioRun.context.lab }
  /// The radio of the phone that talks to the accessory; nil on a rig without one.
  var radio: UCIRangingRadio? {
    let place = accessory.withState { $0.phone }
    return scenarioRun.phones.indices.contains(place) ? scenarioRun.phones[place].radio : nil
  }
  /// The messages of the phone that talks to the accessory.
  var phone: any PhoneSteps {
    get throws {
      let scenario = scenarioRun.scenario
      let name = scenario.phones[accessory.withState { $0.phone }]
      guard let settings = scenario.androids[name] else {
        return ApplePhoneSteps(run: self, board: try context.accessory(accessory.index))
      }
      return AndroidPhoneSteps(
        run: self, board: try context.rangingOOB(accessory.index), settings: settings)
    }
  }
  var checks: RangingChecks {
    RangingChecks(scenarioRun: scenarioRun, observation: accessory.observation, place: place)
  }

  func perform(_ action: Action, target: Target) async throws {
    switch action {
    case .initialize(let phone):
      if let phone { choose(phone) }
      try await initialize()
    case .configure(let interval): try await configure(every: interval)
    case .expect(let expectation, let limit): try await expect(expectation, within: limit)
    case .stop: try await stop()
    case .wait(let duration): try await lab.sleep(for: duration, label: place)
    case .connect:
      try await board.connect()
      accessory.withState { $0.state = .idle }
    case .disconnect:
      board.disconnect()
      radio?.stop(accessory.index)
      accessory.withState { $0.state = .disconnected }
    case .power(let duration):
      radio?.stop(accessory.index)
      accessory.withState { $0.state = .disconnected }
      try await board.cutPower(for: duration)
      try await board.connect()
      accessory.withState { $0.state = .idle }
    case .flash(let image): try await flash(image)
    case .suspend:
      try await stop()
      try await expect(.didStop, within: nil)
      radio?.stop(accessory.index)
    case .resume: try await exchange()
    case .handOver(let phone, let limit): try await handOver(to: phone, within: limit)
    case .retry(let cached, let attempts, let backOff):
      try await retry(cached: cached, attempts: attempts, backOff: backOff)
    case .move(let destination, let duration):
      try await move(target, to: destination, over: duration)
    case .turn(let yaw, let pitch, let roll):
      try environment().turn(
        try body(target), to: Facing(yaw: yaw, pitch: pitch, roll: roll))
    case .block(let other):
      let (one, two) = (try body(target), try body(other))
      let room = try environment().room
      room.block(one, two)
      context.atEnd { room.unblock(one, two) }
    case .unblock(let other): try environment().room.unblock(try body(target), try body(other))
    case .fault(let plan, let reach, let duration):
      try fault(plan, reach, target, for: duration)
    case .assert(let assertion): try await assert(assertion)
    case .send(let bytes): try await phone.send(bytes)
    // These are about several, or about phones alone.
    case .run, .pause, .invalidate, .parallel, .repeat, .forEach: break
    }
  }

  /// Another phone talks to the accessory from now on.
  private func choose(_ phone: Int) {
    guard accessory.withState({ $0.phone }) != phone else { return }
    radio?.stop(accessory.index)
    accessory.withState { state in
      state.phone = phone
      state.awaitsConfiguration = false
    }
  }

  /// A second phone takes over, once the first has stopped.
  private func handOver(to phone: Int, within limit: Duration?) async throws {
    if accessory.withState({ $0.state }) == .started {
      try await stop()
      try await expect(.didStop, within: nil)
    }
    choose(phone)
    try await exchange()
    try await checks.freshUpdates(1, within: limit)
  }

  /// A board that cannot be brought to its image is a fault of the rig, and never the board's.
  private func flash(_ wanted: RigBoard.Image) async throws {
    radio?.stop(accessory.index)
    accessory.withState { $0.state = .disconnected }
    let place = place
    let context = context
    do throws(FlashError) {
      let outcome = try await board.flash(
        wanted, from: Self.folder(of: scenarioRun.scenario.file)
      ) { report in
        switch report {
        case .note(let text), .remark(let text):
          context.step("\(place): \(PrintableText.escaped(text))")
        case .progress: break
        }
      }
      context.step(
        "\(place): " + (outcome.isWritten ? "written" : "the board has the image already"))
    } catch {
      if error.code == .interrupted { throw CancellationError() }
      throw CaseEnding.rigFault("\(place): \(error)")
    }
    try await board.connect()
    accessory.withState { $0.state = .idle }
  }

  private static func folder(of file: String) -> String {
    file.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
  }

  // MARK: Messages

  private func initialize() async throws {
    try await phone.initialize()
    accessory.withState { $0.awaitsConfiguration = true }
  }

  private func stop() async throws {
    try await phone.stop()
    // The radio listens on, so that a board which goes on ranging is heard.
    accessory.withState { $0.state = .stopped }
  }

  /// Everything from initialize to did-start.
  private func exchange() async throws {
    try await initialize()
    try await expect(.configurationData, within: nil)
    try await configure(every: nil)
    try await expect(.didStart, within: nil)
  }

  private func configure(every interval: Int?) async throws {
    if accessory.withState({ $0.awaitsConfiguration }) {
      try await expect(.configurationData, within: nil)
    }
    let order = try phone.order(every: interval)
    accessory.observation.begin(.milliseconds(order.interval), at: lab.now)
    radio?.start(accessory.index, order.radio)
    let made = lab.now
    try await phone.send(order.message)
    context.noteRelay(made.duration(to: lab.now))
  }

  private func retry(cached: Bool, attempts: Int, backOff: Duration) async throws {
    var pause = backOff
    for attempt in 1...attempts {
      if attempt > 1 {
        try await lab.sleep(for: pause, label: place)
        pause = min(pause * 2, .seconds(10))
      }
      if !cached {
        try await phone.stop()
        try await initialize()
        guard try await phone.isConfigurationTold() else { continue }
      }
      try await configure(every: nil)
      guard try await phone.isStartTold() else { continue }
      accessory.withState { $0.state = .started }
      return try context.require(
        true, place, expected: "did-start in \(attempts) attempts", got: "attempt \(attempt)")
    }
    throw context.violation(place, expected: "did-start in \(attempts) attempts", got: "none")
  }

  private func move(
    _ target: Target, to destination: Destination, over duration: Duration
  ) async throws {
    let environment = try environment()
    let body = try body(target)
    guard let start = environment.room.position(of: body) else {
      throw CaseEnding.skip("\(body) is not in the room")
    }
    let end: Position
    switch destination {
    case .place(let x, let y, let z): end = Position(x, y, z)
    case .distance(let metres, let place):
      guard let phone = environment.room.position(of: try self.body(.phone(place))) else {
        throw CaseEnding.skip("the phone is not in the room")
      }
      let (dx, dy, dz) = (start.x - phone.x, start.y - phone.y, start.z - phone.z)
      let length = (dx * dx + dy * dy + dz * dz).squareRoot()
      let (ux, uy, uz) =
        length > 0.001 ? (dx / length, dy / length, dz / length) : (0, 1, 0)
      end = Position(phone.x + ux * metres, phone.y + uy * metres, phone.z + uz * metres)
    }
    // Ten steps a second, but for a walk of hours.
    let pace = max(.milliseconds(100), duration / 36_000)
    let count = Int(duration / pace)
    for number in 0..<max(0, count) {
      let part = Double(number) / Double(count)
      environment.move(
        body,
        to: Position(
          start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part,
          start.z + (end.z - start.z) * part))
      try await lab.sleep(for: pace, label: place)
    }
    environment.move(body, to: end)
  }

  func environment() throws -> BenchEnvironment {
    guard let environment = context.environment else {
      throw CaseEnding.skip("the rig has no virtual room")
    }
    return environment
  }

  func body(_ target: Target) throws -> String {
    switch target {
    case .current: return board.name
    case .accessory(let index): return scenarioRun.accessories[index].board.name
    case .phone(let place), .session(let place, _):
      guard scenarioRun.phones.indices.contains(place) else {
        throw CaseEnding.skip("the rig has no phone in its room")
      }
      return scenarioRun.phones[place].body
    }
  }
}

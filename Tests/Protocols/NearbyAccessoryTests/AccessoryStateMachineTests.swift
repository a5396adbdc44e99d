import NearbyAccessory
import Testing
import WireFormat

/// Drives a machine with inputs and keeps what it does.
struct AccessoryHarness {
  var machine: AccessoryStateMachine
  var nextAddress: UInt16 = 0x2000

  init(
    _ behaviour: AccessoryBehaviour = .reference, version: SpecificationVersion = .v1_1
  ) {
    machine = AccessoryStateMachine(
      configuration: Samples.accessory(version), behaviour: behaviour)
    _ = machine.handle(.linkUp)
  }

  mutating func write(_ bytes: [UInt8]) -> [AccessoryStateMachine.Action] {
    nextAddress &+= 1
    return machine.handle(.received(bytes, freshAddress: nextAddress))
  }

  mutating func initialize() -> [AccessoryStateMachine.Action] { write([0x0A]) }
  mutating func stop() -> [AccessoryStateMachine.Action] { write([0x0C]) }

  mutating func configure(
    _ data: ShareableConfigurationData = Samples.shareable()
  ) throws -> [AccessoryStateMachine.Action] {
    write([0x0B] + (try data.encode()))
  }

  /// Brings the machine to a state by the shortest way.
  mutating func bring(to state: AccessoryStateMachine.State) throws {
    if state == .idle { return }
    _ = initialize()
    if state == .configured { return }
    _ = try configure()
    if state == .starting { return }
    _ = machine.handle(.radioStarted(run: machine.run))
  }

  static func at(
    _ state: AccessoryStateMachine.State, _ behaviour: AccessoryBehaviour = .reference
  ) throws -> AccessoryHarness {
    var harness = AccessoryHarness(behaviour)
    try harness.bring(to: state)
    #expect(harness.machine.state == state)
    return harness
  }

  func configurationMessage() throws -> AccessoryStateMachine.Action {
    .send(.accessoryConfigurationData(try machine.configuration.encode()))
  }
}

struct AccessoryStateMachineTests {
  typealias State = AccessoryStateMachine.State

  @Test(
    "an initialize is answered with one configuration and a fresh address",
    arguments: State.allCases)
  func initialize(state: State) throws {
    var harness = try AccessoryHarness.at(state)
    let actions = harness.initialize()
    let answer = try harness.configurationMessage()
    let isActive = state == .starting || state == .ranging
    #expect(actions == (isActive ? [.stopRadio(run: 1), answer] : [answer]))
    #expect(harness.machine.state == .configured)
    #expect(harness.machine.configuration.uwb.sourceAddress == harness.nextAddress)
    #expect(harness.machine.session == nil)
  }

  @Test(
    "a source address is never unassigned or broadcast",
    arguments: [(0x0000, 0x0001), (0xFFFF, 0xFFFE), (0xABCD, 0xABCD)] as [(UInt16, UInt16)])
  func addresses(random: UInt16, address: UInt16) {
    var machine = AccessoryHarness().machine
    _ = machine.handle(.received([0x0A], freshAddress: random))
    #expect(machine.configuration.uwb.sourceAddress == address)
  }

  @Test(
    "a stop is answered with one did-stop, and stops the radio where it runs",
    arguments: State.allCases)
  func stop(state: State) throws {
    var harness = try AccessoryHarness.at(state)
    let isActive = state == .starting || state == .ranging
    #expect(harness.stop() == (isActive ? [.stopRadio(run: 1)] : []) + [.send(.didStop())])
    #expect(harness.machine.state == (isActive ? .configured : .idle))
    #expect(harness.stop() == [.send(.didStop())])
    #expect(harness.machine.state == .idle)
  }

  @Test("a good configuration starts the radio, and did-start waits for it")
  func start() throws {
    var harness = try AccessoryHarness.at(.configured)
    #expect(try harness.configure() == [.startRadio(.apple(Samples.shareable()), run: 1)])
    #expect(harness.machine.state == .starting)
    #expect(harness.machine.handle(.radioStarted(run: 1)) == [.send(.didStart())])
    #expect(harness.machine.state == .ranging)
    #expect(harness.machine.handle(.radioStarted(run: 1)) == [])
  }

  @Test("a configuration before any initialize is met with silence")
  func configureWhileIdle() throws {
    var harness = AccessoryHarness()
    #expect(try harness.configure() == [])
    #expect(harness.machine.state == .idle)
  }

  @Test(
    "a configuration that is refused is met with silence and harms nothing",
    arguments: State.allCases)
  func badConfiguration(state: State) throws {
    let good = try Samples.shareable().encode()
    var bad = (0..<good.count).map { Array(good[..<$0]) }
    bad += [good + [0], good + [UInt8](repeating: 0, count: 16)]
    for (offset, value) in [(0, 0), (0, 3), (2, 9), (4, 24), (4, 26), (4, 255)] as [(Int, UInt8)] {
      var bytes = good
      bytes[offset] = value
      bad.append(bytes)
    }
    var harness = try AccessoryHarness.at(state)
    bad.append(try Samples.shareable(.v2_0).encode())
    bad.append(
      try Samples.shareable(address: harness.machine.configuration.uwb.sourceAddress).encode())
    let before = harness.machine
    for bytes in bad {
      #expect(harness.write([0x0B] + bytes) == [], "\(Hexadecimal.encode(bytes))")
      #expect(harness.machine == before)
    }
  }

  @Test("a version at or below its own is accepted, one above is not", arguments: Samples.versions)
  func versions(own: SpecificationVersion) throws {
    for offered in Samples.versions {
      var harness = AccessoryHarness(version: own)
      _ = harness.initialize()
      let data = Samples.shareable(offered)
      #expect(
        try harness.configure(data) == (offered <= own ? [.startRadio(.apple(data), run: 1)] : []))
    }
  }

  @Test("the same configuration while ranging is acknowledged and the session goes on")
  func sameWhileRanging() throws {
    var harness = try AccessoryHarness.at(.ranging)
    #expect(try harness.configure() == [.send(.didStart())])
    #expect(harness.machine.state == .ranging)
    #expect(harness.machine.run == 1)
  }

  @Test("the same configuration while starting brings no second did-start")
  func sameWhileStarting() throws {
    var harness = try AccessoryHarness.at(.starting)
    #expect(try harness.configure() == [])
    #expect(harness.machine.handle(.radioStarted(run: 1)) == [.send(.didStart())])
  }

  @Test(
    "another configuration replaces the session completely", arguments: [State.starting, .ranging])
  func otherWhileActive(state: State) throws {
    var harness = try AccessoryHarness.at(state)
    let other = Samples.shareable(session: 0x5A5A)
    #expect(
      try harness.configure(other) == [.stopRadio(run: 1), .startRadio(.apple(other), run: 2)])
    #expect(harness.machine.session == .apple(other))
    #expect(harness.machine.handle(.radioStarted(run: 1)) == [], "an old run reports")
    #expect(harness.machine.handle(.radioStopped(run: 1)) == [], "an old run reports")
    #expect(harness.machine.handle(.radioStarted(run: 2)) == [.send(.didStart())])
  }

  @Test(
    "what means nothing here is met with silence", arguments: State.allCases)
  func ignored(state: State) throws {
    var harness = try AccessoryHarness.at(state)
    let before = harness.machine
    for identifier in UInt8.min...UInt8.max where ![0x0A, 0x0B, 0x0C].contains(identifier) {
      #expect(harness.write([identifier]) == [])
      #expect(harness.write([identifier, 0x02, 0x00]) == [])
    }
    #expect(harness.write([]) == [])
    #expect(harness.machine == before)
  }

  @Test("bytes behind initialize and stop change nothing")
  func junk() throws {
    var harness = try AccessoryHarness.at(.ranging)
    #expect(
      harness.write([0x0C, 0x55, 0xAA]) == [.stopRadio(run: 1), .send(.didStop())])
    let actions = harness.write([0x0A] + [UInt8](repeating: 0xEE, count: 60))
    #expect(actions == [try harness.configurationMessage()])
  }

  @Test("a stop while starting lets no did-start through")
  func stopWhileStarting() throws {
    var harness = try AccessoryHarness.at(.starting)
    #expect(harness.stop() == [.stopRadio(run: 1), .send(.didStop())])
    #expect(harness.machine.handle(.radioStarted(run: 1)) == [])
    #expect(harness.machine.handle(.radioStopped(run: 1)) == [])
  }

  @Test("after a stop the phone can retry with a new configuration alone, once and again")
  func retry() throws {
    var harness = try AccessoryHarness.at(.ranging)
    for run in 2...5 as ClosedRange<UInt64> {
      _ = harness.stop()
      let data = Samples.shareable(session: UInt32(run))
      #expect(try harness.configure(data) == [.startRadio(.apple(data), run: run)])
      #expect(harness.machine.handle(.radioStarted(run: run)) == [.send(.didStart())])
    }
    _ = harness.stop()
    _ = harness.stop()
    #expect(try harness.configure() == [], "a spare stop ends the configuration")
  }

  @Test("a session that ends by itself is reported, and a stop still leaves the retry")
  func ownEnd() throws {
    for input in [AccessoryStateMachine.Input.radioStopped(run: 1), .ownStop] {
      var harness = try AccessoryHarness.at(.ranging)
      let actions = harness.machine.handle(input)
      #expect(actions == (input == .ownStop ? [.stopRadio(run: 1)] : []) + [.send(.didStop())])
      #expect(harness.stop() == [.send(.didStop())])
      #expect(try harness.configure() == [.startRadio(.apple(Samples.shareable()), run: 2)])
    }
  }

  @Test("a start that fails is reported as did-stop, never as did-start")
  func failedStart() throws {
    var harness = try AccessoryHarness.at(.starting)
    #expect(harness.machine.handle(.radioFailed(run: 1)) == [.send(.didStop())])
    #expect(harness.machine.state == .configured)
  }

  @Test("a disconnect stops the radio, says nothing and forgets", arguments: State.allCases)
  func disconnect(state: State) throws {
    var harness = try AccessoryHarness.at(state)
    let isActive = state == .starting || state == .ranging
    #expect(harness.machine.handle(.linkDown) == (isActive ? [.stopRadio(run: 1)] : []))
    #expect(harness.machine.state == .idle)
    #expect(harness.machine.handle(.radioStopped(run: 1)) == [])
    #expect(harness.machine.handle(.linkUp) == [])
    #expect(try harness.configure() == [])
    #expect(harness.initialize() == [try harness.configurationMessage()])
  }

  @Test("random inputs never break what the states promise")
  func fuzz() throws {
    var random = SeededGenerator(seed: 5)
    var machine = AccessoryHarness().machine
    let good = try Samples.shareable().encode()
    var running: UInt64?
    var starts = 0
    for _ in 0..<20_000 {
      let input: AccessoryStateMachine.Input =
        switch Int.random(in: 0..<10, using: &random) {
        case 0: .received([0x0A], freshAddress: UInt16.random(in: 0...0xFFFF, using: &random))
        case 1, 2: .received([0x0B] + good, freshAddress: 1)
        case 3: .received([0x0C], freshAddress: 1)
        case 4: .radioStarted(run: machine.run)
        case 5: .radioFailed(run: machine.run)
        case 6: .radioStopped(run: machine.run &- 1)
        case 7: Bool.random(using: &random) ? .linkUp : .linkDown
        case 8: .ownStop
        default: .received(random.bytes(upTo: 40), freshAddress: 1)
        }
      if case .radioFailed(let run) = input, run == running { running = nil }
      for action in machine.handle(input) {
        switch action {
        case .startRadio(_, let run):
          #expect(running == nil, "two radios at once")
          running = run
          starts += 1
        case .stopRadio(let run):
          #expect(running == run, "a radio is stopped that does not run")
          running = nil
        case .send: #expect(machine.isConnected)
        }
      }
      let isActive = machine.state == .starting || machine.state == .ranging
      #expect(isActive == (running != nil))
      #expect(isActive == (machine.session != nil))
    }
    #expect(starts > 100)
  }
}

import NearbyAccessory
import Testing

struct AccessoryBehaviourTests {
  private func harness(
    at state: AccessoryStateMachine.State, _ change: (inout AccessoryBehaviour) -> Void
  ) throws -> AccessoryHarness {
    var behaviour = AccessoryBehaviour.reference
    change(&behaviour)
    return try AccessoryHarness.at(state, behaviour)
  }

  @Test("an accessory may ignore an initialize when it is not idle")
  func ignoredInitialize() throws {
    var ranging = try harness(at: .ranging) { $0.initializeWhileActive = .ignore }
    #expect(ranging.initialize() == [])
    #expect(ranging.machine.state == .ranging)
    var configured = try harness(at: .configured) { $0.answersInitializeWhileConfigured = false }
    #expect(configured.initialize() == [])
  }

  @Test("an accessory may leave the initialize of another dialect alone")
  func otherDialect() throws {
    var harness = try harness(at: .idle) { $0.otherDialects = [0x01] }
    #expect(harness.write([0x0A, 0x01]) == [])
    #expect(harness.write([0x0A, 0x02]) == [try harness.configurationMessage()])
  }

  @Test("an accessory may answer an initialize and keep its session and address")
  func keptSession() throws {
    var harness = try harness(at: .ranging) { $0.initializeWhileActive = .answer }
    let address = harness.machine.configuration.uwb.sourceAddress
    #expect(harness.initialize() == [try harness.configurationMessage()])
    #expect(harness.machine.state == .ranging)
    #expect(harness.machine.configuration.uwb.sourceAddress == address)
  }

  @Test("an accessory may keep one address for all its answers")
  func keptAddress() throws {
    var harness = try harness(at: .configured) { $0.freshAddressPerInitialize = false }
    let address = harness.machine.configuration.uwb.sourceAddress
    _ = harness.initialize()
    #expect(harness.machine.configuration.uwb.sourceAddress == address)
  }

  @Test("an accessory may say did-start before the radio runs")
  func earlyDidStart() throws {
    var harness = try harness(at: .configured) { $0.didStart = .immediately }
    let actions = try harness.configure()
    #expect(actions == [.startRadio(.apple(Samples.shareable()), run: 1), .send(.didStart())])
    #expect(harness.machine.handle(.radioStarted(run: 1)) == [])
  }

  @Test("an accessory may start before any initialize")
  func startFromIdle() throws {
    var harness = try harness(at: .idle) { $0.startsBeforeInitialize = true }
    #expect(try harness.configure() == [.startRadio(.apple(Samples.shareable()), run: 1)])
  }

  @Test("an accessory may answer a bad configuration with did-stop")
  func answeredBadConfiguration() throws {
    var harness = try harness(at: .configured) { $0.answersBadConfiguration = true }
    #expect(harness.write([0x0B, 0x00]) == [.send(.didStop())])
  }

  @Test(
    "an accessory may treat a second configuration in its own way",
    arguments: AccessoryBehaviour.ConfigureWhileActive.allCases)
  func secondConfiguration(way: AccessoryBehaviour.ConfigureWhileActive) throws {
    let other = Samples.shareable(session: 9)
    for data in [Samples.shareable(), other] {
      var harness = try harness(at: .ranging) {
        $0.sameConfigureWhileActive = way
        $0.otherConfigureWhileActive = way
      }
      let expected: [AccessoryStateMachine.Action] =
        switch way {
        case .reconfigure: [.stopRadio(run: 1), .startRadio(.apple(data), run: 2)]
        case .acknowledge: [.send(.didStart())]
        case .ignore: []
        }
      #expect(try harness.configure(data) == expected)
    }
  }

  @Test("an accessory may answer a stop late, or not at all")
  func stopAnswers() throws {
    var late = try harness(at: .ranging) { $0.stopAnswer = .whenRadioStopped }
    #expect(late.stop() == [.stopRadio(run: 1)])
    #expect(late.machine.handle(.radioStopped(run: 1)) == [.send(.didStop())])
    #expect(late.machine.handle(.radioStopped(run: 1)) == [])
    var silent = try harness(at: .ranging) { $0.stopAnswer = .silent }
    #expect(silent.stop() == [.stopRadio(run: 1)])
    #expect(silent.machine.handle(.radioStopped(run: 1)) == [])
    var idle = try harness(at: .idle) { $0.answersStopWhileIdle = false }
    #expect(idle.stop() == [])
  }

  @Test(
    "an accessory may report a failed start wrongly",
    arguments: [(.didStop, [.send(.didStop())]), (.didStart, [.send(.didStart())]), (.silent, [])]
      as [(AccessoryBehaviour.EndReport, [AccessoryStateMachine.Action])])
  func failedStart(
    report: AccessoryBehaviour.EndReport, actions: [AccessoryStateMachine.Action]
  ) throws {
    var harness = try harness(at: .starting) { $0.failedStartReport = report }
    #expect(harness.machine.handle(.radioFailed(run: 1)) == actions)
    #expect(harness.machine.state == .configured)
  }

  @Test(
    "configuration data lives as long as the accessory lets it",
    arguments: [(.untilStop, 0), (.untilSpareStop, 1), (.untilDisconnect, 3)]
      as [(AccessoryBehaviour.ConfigurationLife, Int)])
  func configurationLife(life: AccessoryBehaviour.ConfigurationLife, stops: Int) throws {
    for count in 1...3 {
      var harness = try harness(at: .ranging) { $0.configurationLife = life }
      for _ in 0..<count { _ = harness.stop() }
      let starts = try !harness.configure().isEmpty
      #expect(starts == (count <= stops), "after \(count) stops")
    }
  }
}

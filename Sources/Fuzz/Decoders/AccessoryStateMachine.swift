import NearbyAccessory
import WireFormat

extension FuzzTarget {
  /// The accessory's side of the exchange under any sequence of messages and radio events, in any of
  /// its behaviours.
  static let accessoryStateMachine = FuzzTarget("AccessoryStateMachine") { bytes in
    var input = Input(bytes)
    guard let configuration = try? AccessoryConfigurationData.decode(sample) else {
      broken("the sample blob cannot be read")
    }
    var bench = Bench(
      accessory: AccessoryStateMachine(
        configuration: configuration, behaviour: AccessoryBehaviour(&input)))
    while !input.isAtEnd { bench.step(&input) }
  }
}

/// Of a Qorvo development board (Qorvo forum, thread 21738).
private let sample: [UInt8] = [
  0x01, 0x00, 0x00, 0x00, 0x14, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x15, 0x01, 0x00, 0x01, 0x00, 0x3F,
  0xF5, 0x03, 0x00, 0xB8, 0x0B, 0x00, 0x00, 0x00, 0x00, 0x01, 0x01, 0x01, 0x11, 0xD7, 0x19, 0x00,
]

/// Of an iPhone with iOS 26.
private let shareable: [UInt8] = [
  0x01, 0x00, 0x01, 0x00, 0x19, 0x45, 0x55, 0x4F, 0x4F, 0x00, 0x00, 0x0B, 0x09, 0x06, 0x00, 0x10,
  0x0E, 0xB4, 0x00, 0x03, 0x1B, 0xAF, 0x75, 0x65, 0x52, 0x38, 0xD8, 0x91, 0xC8, 0x00,
]

/// A good configuration of an Android phone.
private let android: [UInt8] = [1, 0, 0, 0, 7, 0, 0, 0, 10, 9, 1, 1, 0x34, 0x12]

/// An accessory and what its owner knows of it.
private struct Bench {
  var accessory: AccessoryStateMachine
  /// The run of the radio.
  var radio: UInt64?
  var lastRun: UInt64 = 0

  mutating func step(_ input: inout Input) {
    switch input.byte() {
    case 0: handle(.linkUp)
    case 1:
      handle(.linkDown)
      expect(accessory.session == nil, "a session outlives the connection")
    case 2: handle(.radioStarted(run: run(&input)))
    case 3: handle(.radioFailed(run: run(&input)))
    case 4: handle(.radioStopped(run: run(&input)))
    case 5: handle(.ownStop)
    case 6...0x3F:
      // Good data, so that the states behind it are reached without luck.
      var blob = shareable
      blob[7] = input.byte()
      handle(.received([0x0B] + blob, freshAddress: 0))
    case 0x40...0x4F:
      handle(.received([0xA5], freshAddress: input.word()))
      handle(.received([0x0B] + android, freshAddress: 0))
    default:
      let address = input.word()
      handle(.received(input.piece(), freshAddress: address))
    }
  }

  private func run(_ input: inout Input) -> UInt64 {
    input.bool() ? UInt64(input.byte()) : accessory.run
  }

  private mutating func handle(_ event: AccessoryStateMachine.Input) {
    for action in accessory.handle(event) {
      switch action {
      case .send(let message):
        expect(accessory.isConnected, "\(message.identifier) is sent without a connection")
        let again = try? AccessoryMessage.decode(message.encode(), direction: .accessoryToPhone)
        expect(again == message, "\(message.identifier) cannot be read again")
      case .startRadio(_, let run):
        expect(radio == nil, "the radio is started twice")
        expect(run > lastRun, "run \(run) behind run \(lastRun)")
        radio = run
        lastRun = run
      case .stopRadio(let run):
        expect(radio == run, "run \(run) is stopped, the radio has \(String(describing: radio))")
        radio = nil
      }
    }
    let isActive = accessory.state == .starting || accessory.state == .ranging
    expect(isActive == (accessory.session != nil), "\(accessory.state) and another session")
    // A radio that stopped by itself was given no order.
    if !isActive { radio = nil }
    expect(isActive == (radio != nil), "\(accessory.state) and another radio")
  }
}

extension AccessoryBehaviour {
  init(_ input: inout Input) {
    self.init()
    if input.bool() { return }
    otherDialects = [input.byte()]
    if input.bool() {
      android = AndroidDialect(
        initialize: [0xA5],
        data: UwbDeviceConfigurationData(
          chipIdentifier: [0, 0], chipFirmware: [0, 0], middleware: [0, 0, 0], profileMask: 0x0E,
          rangingRoles: 3, macAddress: [0, 0]),
        readsBigEndian: input.bool(), checksVersion: input.bool())
    }
    answersInitializeWhileConfigured = input.bool()
    initializeWhileActive = input.choice(InitializeWhileActive.allCases)
    freshAddressPerInitialize = input.bool()
    acceptance = input.choice([.reference, .qorvo, .nxp, .nrfuwb, .forthink])
    startsBeforeInitialize = input.bool()
    answersBadConfiguration = input.bool()
    sameConfigureWhileActive = input.choice(ConfigureWhileActive.allCases)
    otherConfigureWhileActive = input.choice(ConfigureWhileActive.allCases)
    didStart = input.choice(DidStart.allCases)
    failedStartReport = input.choice(EndReport.allCases)
    ownEndReport = input.choice(EndReport.allCases)
    stopAnswer = input.choice(StopAnswer.allCases)
    answersStopWhileIdle = input.bool()
    configurationLife = input.choice(ConfigurationLife.allCases)
  }
}

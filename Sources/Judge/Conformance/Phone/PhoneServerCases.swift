import Errors
import Links
import NearbyAccessory
import NearbySession
import Runner

/// Background sessions with an accessory behind a modelled GATT server: what the application does
/// over the data channel, what the system reads from the Nearby Interaction service, and how it fails.
enum PhoneServerCases {
  static let all: [Case] = [whole, older, zeroed, unbonded, lost, twoPhones, tooEarly]

  static let whole = Case.phone(
    "PH74", "a background session over a GATT server",
    requirement: "With a paired accessory whose Nearby Interaction service has its data, a session "
      + "runs and goes on in the background.",
    source: "accessory protocol §4, §5.5", declared: .phoneBlocks(8), on: .server
  ) { rig in
    let (phone, channel) = try await rig.phoneOfServer()
    let session = phone.makeSession()
    try await channel.start(session)
    try await rig.expectUpdate(session)
    phone.enter(.background)
    try await rig.expectSilence(of: session, for: .phoneBlocks(3), "no event in the background")
    phone.enter(.foreground)
    try await rig.expectUpdate(session, "updates go on without another run")
  }

  static let older = Case.phone(
    "PH75", "the data of an older exchange",
    requirement: "A background session with data that is not the accessory's any more is "
      + "invalidated with -5882.",
    source: "accessory protocol §4 (the value is compared byte for byte)",
    on: PhoneRig.Fixture(servers: ["lock"])
  ) { rig in
    let (phone, channel) = try await rig.phoneOfServer()
    let older = try await channel.exchange()
    let newer = try await channel.exchange()
    try await rig.expectInvalidation(
      .accessoryPeerDeviceUnavailable, running: phone.background(older, channel.identifier),
      on: phone, "a session with the data of an older exchange is invalidated")
    try await rig.startedSession(
      running: phone.background(newer, channel.identifier), on: phone,
      "a session with the data of the last exchange starts")
  }

  static let zeroed = Case.phone(
    "PH76", "an accessory that zeroes its data",
    requirement: "When the accessory has zeroed the readable data after its start, a new session "
      + "needs another exchange; one whose data was found before runs again.",
    source: "accessory protocol §4 (observed: STELLA, CANVAS)",
    on: PhoneRig.Fixture(servers: ["lock"], personality: "nxp-stella")
  ) { rig in
    let (phone, channel) = try await rig.phoneOfServer()
    let first = phone.makeSession()
    try await channel.start(first)
    guard let configuration = first.configuration else {
      throw CaseEnding.rigFault("a session that runs has no configuration")
    }
    first.pause()
    try first.runAgain()
    try await rig.expectStart(first, "the session whose data was found before runs again")
    first.invalidate()
    try await rig.expectInvalidation(
      .accessoryPeerDeviceUnavailable, running: configuration, on: phone,
      "a session with data that the accessory has zeroed is invalidated")
    try await channel.send(.stop())
    try await channel.start(phone.makeSession())
  }

  static let unbonded = Case.phone(
    "PH77", "an accessory that has lost its key",
    requirement: "When the accessory has lost the key of the pairing, a background session is "
      + "invalidated with -5882.",
    source: "accessory protocol §5.2 (Apple's headers: paired and connected)",
    declared: .milliseconds(400),
    on: PhoneRig.Fixture(servers: ["lock"], misbehaviour: "loses-bonds")
  ) { rig in
    let (phone, channel) = try await rig.phoneOfServer()
    let first = phone.makeSession()
    try await channel.start(first)
    first.invalidate()
    try await rig.cutPower(of: "lock", for: .milliseconds(300))
    try await rig.expectReconnection(channel)
    try await channel.open(pairing: false)
    do {
      try await channel.central.pair(channel.identifier)
      throw CaseEnding.rigFault("the accessory of the rig has not lost its key")
    } catch let error as RigError {
      rig.context.noteFromPhone("\(error)")
    }
    let data = try await channel.exchange()
    try await rig.expectInvalidation(
      .accessoryPeerDeviceUnavailable, running: phone.background(data, channel.identifier),
      on: phone, "a session with an accessory that has lost its key is invalidated")
  }

  static let lost = Case.phone(
    "PH78", "an accessory that is lost in the background",
    requirement: "An accessory that is lost in the background is removed and connected to again, "
      + "however long it takes; after another exchange it ranges.",
    source: "accessory protocol §5.1, §5.5 (Core Bluetooth: attempts do not time out)",
    declared: .milliseconds(2500), on: .server
  ) { rig in
    let (phone, channel) = try await rig.phoneOfServer()
    let session = phone.makeSession()
    try await channel.start(session)
    try await rig.expectUpdate(session)
    phone.enter(.background)
    try await rig.cutPower(of: "lock", for: .milliseconds(1500))
    try await rig.expectReconnection(channel)
    try await rig.expect("the accessory is removed", from: session, where: \.isTimeout)
    phone.enter(.foreground)
    try await channel.open()
    try await channel.start(session)
    try await rig.expectUpdate(session, "the accessory ranges again")
  }

  static let twoPhones = Case.phone(
    "PH79", "two phones, one accessory",
    requirement: "An accessory with an instance of the characteristic for each session serves two "
      + "phones at the same time, each with data of its own.",
    source: "accessory protocol §4 (rig policy: one instance per session)",
    on: PhoneRig.Fixture(servers: ["lock"])
  ) { rig in
    for name in ["anna", "ben"] {
      let (phone, channel) = try await rig.phoneOfServer(name)
      try await channel.start(phone.makeSession())
    }
  }

  static let tooEarly = Case.phone(
    "PH80", "a relaunch while the accessory is out of range",
    requirement: "After a relaunch the accessory is connected to when it comes back; a session "
      + "that runs before that is invalidated with -5882.",
    source: "accessory protocol §5.2, §5.5 (Core Bluetooth state restoration)"
  ) { rig in
    let phone = try await rig.phone("before", bluetooth: rig.bluetooth(rig.device()))
    _ = try await rig.preparedInBackground(phone)
    let device = rig.device(isInReach: false)
    let central = rig.bluetooth(device)
    let relaunched = try await rig.phone("after", bluetooth: central)
    guard let (session, configuration) = try relaunched.restore(phone.restoration).first else {
      throw rig.context.violation(
        "what comes back after a relaunch", expected: "one session", got: "none")
    }
    try session.run(configuration)
    try await rig.expectInvalidation(
      .accessoryPeerDeviceUnavailable, of: session,
      "a restored session that runs before its accessory is connected is invalidated")
    device.comeIntoReach()
    try await rig.requireConnected(central, "the accessory is connected to when it comes back")
    try await central.pair(device.address)
    try await rig.startedSession(
      running: configuration, on: relaunched, "the session runs with the restored configuration")
  }
}

extension PhoneRig {
  /// Asserts that an accessory which was lost is connected to again.
  fileprivate func expectReconnection(_ channel: PhoneDataChannel) async throws {
    for event in [
      BluetoothCentral.Event.disconnected(channel.identifier), .connected(channel.identifier),
    ] {
      let got = try await channel.nextEvent()
      try context.require(
        got == event, "the accessory is connected to again", expected: "\(event)",
        got: got.map { "\($0)" } ?? "nothing")
    }
  }
}

import LabRuntime
import Links
import NearbyAccessory
import NearbySession
import Runner

/// Sessions with an accessory that go on while the application is not in use.
enum PhoneBackgroundCases {
  static let all: [Case] = [
    unavailable, goesOn, quiet, backAgain, measured, instances, patient, restored, plain,
  ]

  static let unavailable = Case.phone(
    "X05", "an accessory that background needs and that is not there",
    requirement: "A background session with an accessory that is not paired, not connected, or has "
      + "not the value of its data in the Nearby Interaction service is invalidated with -5882.",
    source: "accessory protocol §5.2, §4 (what is not about pairing is rig policy)",
    parameters: [
      "not-connected", "not-paired", "no-service", "no-characteristic", "other-value", "read-error",
    ]
  ) { rig in
    let data = PhoneRig.data()
    let device = StandInPeripheral(rig.lab)
    switch rig.context.parameter {
    case "no-service": device.set([.init(service: GATTLayout.nordicUART.service.uuid, bytes: data)])
    case "no-characteristic": device.set([.init(characteristic: "1234", bytes: data)])
    case "other-value": device.set([.init(bytes: PhoneRig.data(0x4321))])
    case "read-error": device.set([.init(bytes: data, failure: .readNotPermitted)])
    default: device.set([.init(bytes: data)])
    }
    let phone = try await rig.phone(bluetooth: rig.bluetooth(device))
    if rig.context.parameter != "not-connected" {
      try await rig.connect(phone, pairing: rig.context.parameter != "not-paired")
    }
    try await rig.expectInvalidation(
      .accessoryPeerDeviceUnavailable, running: phone.background(data, device.address), on: phone,
      "the session is invalidated: \(rig.context.parameter)")
  }

  static let goesOn = Case.phone(
    "PH51", "a background session goes on",
    requirement: "A session with a paired accessory is not suspended in the background.",
    source: "accessory protocol §5.5 (Apple's headers)", declared: .seconds(1)
  ) { rig in
    let phone = try await rig.phone(bluetooth: rig.bluetooth(rig.device()))
    let session = try await rig.preparedInBackground(phone).session
    phone.enter(.background)
    try await rig.expectSilence(
      of: session, for: .milliseconds(500), "a background session is not suspended")
    phone.enter(.locked)
    try await rig.expectSilence(
      of: session, for: .milliseconds(200), "nor is it when the phone is locked")
  }

  static let quiet = Case.phone(
    "PH52", "no updates in the background",
    requirement: "While the application is in the background it gets no updates.",
    source: "accessory protocol §5.5 (Apple's documentation)", declared: .phoneBlocks(8),
    on: .accessory
  ) { rig in
    let (phone, session) = try await rig.rangingInBackground()
    try await rig.expectUpdate(session)
    phone.enter(.background)
    try await rig.expectSilence(of: session, for: .phoneBlocks(5), "no event in the background")
  }

  static let backAgain = Case.phone(
    "PH53", "updates go on in the foreground",
    requirement: "When the application is back, a background session updates it again.",
    source: "accessory protocol §5.5 (Apple's documentation)", declared: .phoneBlocks(8),
    on: .accessory
  ) { rig in
    let (phone, session) = try await rig.rangingInBackground()
    try await rig.expectUpdate(session)
    phone.enter(.background)
    try await rig.expectSilence(of: session, for: .phoneBlocks(3), "no event in the background")
    phone.enter(.foreground)
    try await rig.expectUpdate(session, "updates go on without another run")
  }

  static let measured = Case.phone(
    "PH54", "the accessory measures in the background",
    requirement: "In the background ranging goes on, so that the accessory measures.",
    source: "accessory protocol §5.5 (Apple's documentation)", declared: .phoneBlocks(8),
    on: PhoneRig.Fixture(radios: ["phone", "meter"])
  ) { rig in
    let phone = try await rig.phone(bluetooth: rig.bluetooth(rig.device()))
    let (session, shareable) = try await rig.preparedInBackground(phone)
    guard let meter = try await rig.radio(of: "meter"),
      let accessory = session.configuration?.accessory?.accessory
    else { throw CaseEnding.rigFault("the rig has no radio of an accessory") }
    rig.spawn { await meter.serve() }
    meter.start(0, .ofAccessory(accessory, with: shareable))
    try await rig.expectUpdate(session)
    phone.enter(.background)
    try await rig.expectSilence(of: session, for: .phoneBlocks(2), "no event in the background")
    while meter.reports.tryReceive() != nil {}
    let what = "what the accessory measures in the background"
    let report = try? await meter.reports.receive(
      until: rig.lab.now.advanced(by: .phoneBlocks(4)))
    guard case .heard(_, let update)? = report else {
      let truth = try rig.distance("phone", "meter")
      throw rig.context.violation(what, expected: "\(truth) m", got: "nothing")
    }
    rig.context.noteFromPhone("it is heard by the accessory")
    try rig.require(update, from: "phone", to: "meter", what)
  }

  static let instances = Case.phone(
    "PH55", "several sessions of one accessory",
    requirement:
      "With several instances of the characteristic each session finds the one with its data.",
    source: "accessory protocol §4 (rig policy: one instance per session)"
  ) { rig in
    let (first, second) = (PhoneRig.data(1), PhoneRig.data(2))
    let device = StandInPeripheral(rig.lab, values: [.init(bytes: first), .init(bytes: second)])
    let phone = try await rig.phone(bluetooth: rig.bluetooth(device))
    try await rig.connect(phone)
    for data in [first, second] {
      try await rig.startedSession(
        running: phone.background(data, device.address), on: phone,
        "each of two parallel sessions starts")
    }
  }

  static let patient = Case.phone(
    "PH56", "a connection attempt that outlives being out of range",
    requirement: "An attempt to connect goes on until the accessory is in range.",
    source: "accessory protocol §5.5 (Core Bluetooth: attempts do not time out)",
    declared: .milliseconds(1200)
  ) { rig in
    let device = rig.device(isInReach: false)
    let central = rig.bluetooth(device)
    let phone = try await rig.phone(bluetooth: central)
    central.connect(device.address)
    phone.enter(.background)
    let event = try? await central.events.receive(
      until: rig.lab.now.advanced(by: .milliseconds(1200)))
    rig.context.noteFromPhone(event.map { "\($0)" } ?? "no connection yet")
    try rig.context.require(
      event == nil && central.wanted == [device.address], "the attempt out of range",
      expected: "it goes on", got: event.map { "\($0)" } ?? "nothing is wanted")
    device.comeIntoReach()
    try await rig.requireConnected(central, "the accessory in range")
  }

  static let restored = Case.phone(
    "PH57", "state restored after a relaunch",
    requirement: "A relaunched application gets its devices and background sessions back.",
    source: "accessory protocol §5.5 (Core Bluetooth state restoration)"
  ) { rig in
    let device = rig.device()
    let phone = try await rig.phone("before", bluetooth: rig.bluetooth(device))
    _ = try await rig.preparedInBackground(phone)
    let saved = phone.restoration
    phone.bluetooth?.disconnect(device.address)
    let central = rig.bluetooth(device)
    let relaunched = try await rig.phone("after", bluetooth: central)
    let restored = try relaunched.restore(saved)
    let event = try? await central.events.receive(until: rig.lab.now.advanced(by: .seconds(1)))
    rig.context.noteFromPhone("\(restored.count) sessions, \(event.map { "\($0)" } ?? "nothing")")
    guard event == .connected(device.address), let (session, configuration) = restored.first else {
      throw rig.context.violation(
        "what comes back after a relaunch", expected: "the device and one session",
        got: "\(restored.count) sessions, \(event.map { "\($0)" } ?? "no device")")
    }
    try await central.pair(device.address)
    try session.run(configuration)
    try await rig.expectStart(session, "the restored session runs")
  }

  static let plain = Case.phone(
    "PH58", "without a Bluetooth identifier there is no background",
    requirement: "A session without a Bluetooth identifier is suspended in the background.",
    source: "accessory protocol §5.5, §4"
  ) { rig in
    let session = try await rig.preparedSession()
    try await rig.suspend(session)
  }
}

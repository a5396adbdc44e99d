import LabRuntime
import Links
import NearbyAccessory
import NearbySession
import Room
import Runner

/// Sessions with an accessory that go on while the application is not in use.
enum PhoneBackgroundCases {
  static let all: [Case] = [
    unavailable, goesOn, quiet, backAgain, measured, instances, patient, restored, plain,
  ]

  static let unavailable = Case.phone(
    "X05", "an accessory that background needs and that is not there",
    requirement:
      "A background session with an accessory that is not paired, not connected, or has not the "
      + "value of its data in the Nearby Interaction service is invalidated with -5882.",
    source: "accessory protocol §5.2, §4 (what is not about pairing is rig policy)",
    parameters: [
      "not-connected", "not-paired", "no-service", "no-characteristic", "other-value", "read-error",
    ]
  ) { stage in
    let data = PhoneStage.data()
    let device = StagePeripheral(stage.lab, name: "lock")
    switch stage.context.parameter {
    case "no-service":
      device.set([StagePeripheral.Value(service: GATTLayout.nordicUART.service.uuid, bytes: data)])
    case "no-characteristic":
      device.set([StagePeripheral.Value(characteristic: "1234", bytes: data)])
    case "other-value": device.set([StagePeripheral.Value(bytes: PhoneStage.data(0x4321))])
    case "read-error":
      device.set([StagePeripheral.Value(bytes: data, failure: .readNotPermitted)])
    default: device.set([StagePeripheral.Value(bytes: data)])
    }
    let phone = try await stage.phone(bluetooth: stage.bluetooth([device]))
    if stage.context.parameter != "not-connected" {
      try await stage.connect(phone, device, pairing: stage.context.parameter != "not-paired")
    }
    let session = phone.makeSession()
    try session.run(
      .accessory(
        phone.accessoryConfiguration(data: data, bluetoothPeerIdentifier: device.address)))
    try await stage.expectInvalidation(
      .accessoryPeerDeviceUnavailable, of: session,
      "the session is invalidated: \(stage.context.parameter)")
  }

  static let goesOn = Case.phone(
    "PH51", "a background session goes on",
    requirement: "A session with a paired accessory is not suspended in the background.",
    source: "accessory protocol §5.5 (Apple's headers)", declared: .seconds(1)
  ) { stage in
    let phone = try await stage.phone(
      bluetooth: stage.bluetooth([stage.device(PhoneStage.data())]))
    let session = try await stage.backgroundSession(phone)
    phone.enter(.background)
    try await stage.expectSilence(
      of: session, for: .milliseconds(500), "a background session is not suspended")
    phone.enter(.locked)
    try await stage.expectSilence(
      of: session, for: .milliseconds(200), "nor is it when the phone is locked")
  }

  static let quiet = Case.phone(
    "PH52", "no updates in the background",
    requirement: "While the application is in the background it gets no updates.",
    source: "accessory protocol §5.5 (Apple's documentation)", declared: .stageBlocks(8),
    on: .accessory
  ) { stage in
    let (phone, session) = try await stage.rangingInBackground()
    try await stage.expectUpdate(session)
    phone.enter(.background)
    try await stage.expectSilence(of: session, for: .stageBlocks(5), "no event in the background")
  }

  static let backAgain = Case.phone(
    "PH53", "updates go on in the foreground",
    requirement: "When the application is back, a background session updates it again.",
    source: "accessory protocol §5.5 (Apple's documentation)", declared: .stageBlocks(8),
    on: .accessory
  ) { stage in
    let (phone, session) = try await stage.rangingInBackground()
    try await stage.expectUpdate(session)
    phone.enter(.background)
    try await stage.expectSilence(of: session, for: .stageBlocks(3), "no event in the background")
    phone.enter(.foreground)
    try await stage.expectUpdate(session, "updates go on without another run")
  }

  static let measured = Case.phone(
    "PH54", "the accessory measures in the background",
    requirement: "In the background ranging goes on, so that the accessory measures.",
    source: "accessory protocol §5.5 (Apple's documentation)", declared: .stageBlocks(8),
    on: PhoneStage.Props(radios: ["phone", "meter"])
  ) { stage in
    let phone = try await stage.phone(
      bluetooth: stage.bluetooth([stage.device(PhoneStage.data())]))
    let (session, shareable) = try await stage.preparedInBackground(phone)
    guard let meter = try await stage.radio(of: "meter"),
      let accessory = session.configuration?.accessory?.accessory
    else { throw CaseEnding.rigFault("the stage has no radio of an accessory") }
    stage.hire { await meter.serve() }
    meter.start(0, .ofAccessory(accessory, with: shareable))
    try await stage.expectUpdate(session)
    phone.enter(.background)
    try await stage.expectSilence(of: session, for: .stageBlocks(2), "no event in the background")
    while meter.reports.tryReceive() != nil {}
    let truth = try stage.distance("phone", "meter")
    let report = try? await meter.reports.receive(
      until: stage.lab.now.advanced(by: .stageBlocks(4)))
    guard case .heard(_, let update)? = report else {
      throw stage.context.violation(
        "what the accessory measures in the background", expected: "\(truth) m", got: "nothing")
    }
    stage.context.noteFromPhone("it is heard by the accessory")
    try stage.context.require(
      abs(update.distanceMetres - truth) < 0.5, "what the accessory measures in the background",
      expected: "\(truth) m", got: "\(update.distanceMetres) m")
  }

  static let instances = Case.phone(
    "PH55", "several sessions of one accessory",
    requirement:
      "With several instances of the characteristic each session finds the one with its data.",
    source: "accessory protocol §4 (rig policy: one instance per session)"
  ) { stage in
    let (first, second) = (PhoneStage.data(1), PhoneStage.data(2))
    let device = StagePeripheral(
      stage.lab, name: "lock",
      values: [StagePeripheral.Value(bytes: first), StagePeripheral.Value(bytes: second)])
    let phone = try await stage.phone(bluetooth: stage.bluetooth([device]))
    try await stage.connect(phone, device)
    for data in [first, second] {
      let session = phone.makeSession()
      try session.run(
        .accessory(
          phone.accessoryConfiguration(data: data, bluetoothPeerIdentifier: device.address)))
      try await stage.expectStart(session, "each of two parallel sessions starts")
    }
  }

  static let patient = Case.phone(
    "PH56", "a connection attempt that outlives being out of range",
    requirement: "An attempt to connect goes on until the accessory is in range.",
    source: "accessory protocol §5.5 (Core Bluetooth: attempts do not time out)",
    declared: .milliseconds(1200)
  ) { stage in
    let device = StagePeripheral(
      stage.lab, name: "lock", values: [StagePeripheral.Value(bytes: PhoneStage.data())],
      isInReach: false)
    let central = stage.bluetooth([device])
    let phone = try await stage.phone(bluetooth: central)
    central.connect(device.address)
    phone.enter(.background)
    var event = try? await central.events.receive(
      until: stage.lab.now.advanced(by: .milliseconds(1200)))
    stage.context.noteFromPhone(event.map { "\($0)" } ?? "no connection yet")
    try stage.context.require(
      event == nil && central.wanted == [device.address], "the attempt out of range",
      expected: "it goes on", got: event.map { "\($0)" } ?? "nothing is wanted")
    device.comeIntoReach()
    event = try? await central.events.receive(until: stage.lab.now.advanced(by: .seconds(1)))
    try stage.context.require(
      event == .connected(device.address), "the accessory in range", expected: "connected",
      got: event.map { "\($0)" } ?? "nothing")
  }

  static let restored = Case.phone(
    "PH57", "state restored after a relaunch",
    requirement: "A relaunched application gets its devices and background sessions back.",
    source: "accessory protocol §5.5 (Core Bluetooth state restoration)"
  ) { stage in
    let device = stage.device(PhoneStage.data())
    let phone = try await stage.phone("before", bluetooth: stage.bluetooth([device]))
    _ = try await stage.backgroundSession(phone)
    let saved = phone.restoration
    phone.bluetooth?.disconnect(device.address)
    let central = stage.bluetooth([device])
    let relaunched = try await stage.phone("after", bluetooth: central)
    let restored = try relaunched.restore(saved)
    let event = try? await central.events.receive(until: stage.lab.now.advanced(by: .seconds(1)))
    stage.context.noteFromPhone("\(restored.count) sessions, \(event.map { "\($0)" } ?? "nothing")")
    guard event == .connected(device.address), let (session, configuration) = restored.first else {
      throw stage.context.violation(
        "what comes back after a relaunch", expected: "the device and one session",
        got: "\(restored.count) sessions, \(event.map { "\($0)" } ?? "no device")")
    }
    try await central.pair(device.address)
    try session.run(configuration)
    try await stage.expectStart(session, "the restored session runs")
  }

  static let plain = Case.phone(
    "PH58", "without a Bluetooth identifier there is no background",
    requirement: "A session without a Bluetooth identifier is suspended in the background.",
    source: "accessory protocol §5.5, §4"
  ) { stage in
    let phone = try await stage.phone()
    let session = phone.makeSession()
    try session.run(stage.accessory(phone))
    try await stage.shareableAfterStart(session)
    phone.enter(.background)
    try await stage.expect("the session is suspended", from: session) { $0 == .suspended }
  }
}

import LabRuntime
import NearbyAccessory
import RigFile
import Runner

enum DisconnectionCases {
  static let all: [Case] = [whileRanging, beforeRanging, hundredTimes]

  static let whileRanging = Case.accessory(
    "R06", "disconnection while ranging",
    requirement: "When the phone goes while the accessory ranges, the radio stops.",
    source: "accessory protocol §1.4 (observed: QNIQ, STELLA, nrfuwb); the limit is the rig's",
    needs: [.radio],
    declared: .blocks(2)
  ) { context, accessory in
    try accessory.requireNoticedDisconnection()
    let radio = try await context.range(with: accessory).radio
    accessory.disconnect()
    let gone = context.lab.now
    let deadline = gone.advanced(by: context.limits.radioStop)
    var round = try await radio.next()
    while round.isHeard, round.at < deadline { round = try await radio.next() }
    try context.require(
      !round.isHeard, "the radio stops when the phone is gone",
      expected: "no ranging after \(context.limits.radioStop)",
      got: round.isHeard ? "the accessory is still heard" : "nothing is heard")
    try context.measure(
      "radio silent after", Double(gone.duration(to: round.at).microseconds) / 1000, unit: "ms")
    try await accessory.connect()
    try await context.fence(accessory, "nothing precedes the answer on the new connection")
  }

  static let beforeRanging = Case.accessory(
    "R07", "disconnection before ranging",
    requirement:
      "When the phone goes, the next phone finds the accessory idle, hears nothing of the "
      + "session before, and starts and stops one of its own.",
    source: "accessory protocol §1.4 (observed: QNIQ, STELLA, nrfuwb)",
    parameters: ["configured", "starting", "started"]
  ) { context, accessory in
    try accessory.requireNoticedDisconnection()
    let configuration = try await context.configuration(of: accessory)
    let before = context.shareable(for: configuration, "before")
    switch context.parameter {
    case "starting": try await context.configure(accessory, with: before)
    case "started": try await context.start(accessory, with: before)
    default: break
    }
    accessory.disconnect()
    try await accessory.connect()
    if context.parameter != "configured" {
      // A start that was called off would be told as late as any.
      let deadline = context.lab.now.advanced(
        by: context.parameter == "started" ? context.limits.silence : context.limits.accessoryStart)
      // A bridge may greet: what is no message of the protocol says nothing of a session.
      while let received = try await context.nextAnswer(from: accessory, until: deadline) {
        try context.require(
          !(received.message?.identifier.isDefined(in: .accessoryToPhone) ?? false),
          "the next phone hears nothing of the session before", expected: "nothing",
          got: received.description)
      }
    }
    let next = try await context.configuration(of: accessory)
    try await context.start(accessory, with: context.shareable(for: next, "after"))
    try await accessory.send(.stop())
    _ = try await context.expect(
      .didStop, from: accessory, within: context.limits.stopAnswer,
      "a stop of the next phone's session is answered with did-stop")
  }

  static let hundredTimes = Case.accessory(
    "R08", "a hundred connections",
    requirement: "The accessory ranges on each of a hundred connections, one after the other.",
    source: "accessory protocol §7 (robustness)", needs: [.radioIfPresent],
    // A set-up of accessory and radio is some ten exchanges, and lines are slow; a closed connection
    // of Bluetooth lasts for another 2 s.
    declared: .blocks(100) + .seconds(200)
  ) { context, accessory in
    try accessory.requireNoticedDisconnection()
    for number in 1...100 {
      let configuration = try await context.configuration(of: accessory)
      let shareable = context.shareable(for: configuration, "connection \(number)") {
        $0.rangingDuration = 180
        $0.fitRound()
      }
      let radio = try await context.rangeIfPresent(
        with: accessory, shareable, configuration, start: "did-start on connection \(number)",
        "ranging on connection \(number)")
      try await radio?.stop()
      accessory.disconnect()
      try await accessory.connect()
    }
  }
}

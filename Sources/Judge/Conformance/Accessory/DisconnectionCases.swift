import LabRuntime
import NearbyAccessory
import RigFile
import Runner

enum DisconnectionCases {
  static let all: [Case] = [whileRanging, beforeRanging, hundredTimes]

  static let whileRanging = Case.accessory(
    "R06", "disconnection while ranging",
    requirement:
      "When the phone goes while the accessory ranges, or right behind a stop, the radio "
      + "stops, and stays off when a phone comes.",
    source: "accessory protocol §1.4 (observed: QNIQ, STELLA, nrfuwb); the limit is the rig's",
    needs: [.radio],
    declared: .seconds(1) + .blocks(4), parameters: ["ranging", "stopped"]
  ) { context, accessory in
    try accessory.requireNoticedDisconnection()
    let radio = try await context.range(with: accessory).radio
    if context.parameter == "stopped" { try await accessory.send(.stop()) }
    accessory.disconnect()
    let gone = context.lab.now
    let silent = try await requireOff(
      radio, behind: .zero, gone: gone, "the radio stops when the phone is gone")
    try context.measure(
      "radio silent after", Double(gone.duration(to: silent).microseconds) / 1000, unit: "ms")
    try await accessory.connect()
    let end = context.lab.now.advanced(by: context.limits.silence)
    // What was measured before is no news.
    while try await radio.next().at <= end {}
    try await radio.requireSilence(rounds: 1, "a new connection brings no session back")
    try await context.fence(accessory, "nothing precedes the answer on the new connection")
  }

  static let beforeRanging = Case.accessory(
    "R07", "disconnection before ranging",
    requirement:
      "When the phone goes, the next phone finds the accessory idle, hears nothing of the "
      + "session before, and starts and stops one of its own; a start that was under way does not "
      + "leave the radio on.",
    source: "accessory protocol §1.4 (observed: QNIQ, STELLA, nrfuwb); the limit is the rig's",
    needs: [.radioIfPresent], declared: .seconds(2) + .blocks(3),
    parameters: ["configured", "starting", "started"]
  ) { context, accessory in
    try accessory.requireNoticedDisconnection()
    let configuration = try await context.configuration(of: accessory)
    let before = context.shareable(for: configuration, "before")
    var radio: PhoneRadio?
    switch context.parameter {
    case "starting":
      radio = try await context.radioIfPresent(for: before, configuration)
      try await context.configure(accessory, with: before)
    case "started": try await context.start(accessory, with: before)
    default: break
    }
    accessory.disconnect()
    let gone = context.lab.now
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
    if let radio {
      // What was measured before is no news.
      try await requireOff(
        radio, behind: context.lab.now, gone: gone,
        "the radio is off when the phone has gone while it started")
      try await radio.stop()
    }
    let again = try await context.rangeIfPresent(
      with: accessory, for: "after", "ranging with the next phone")
    try await again?.stop()
    try await context.stop(
      accessory, "a stop of the next phone's session is answered with did-stop")
  }

  /// Asserts that a radio is silent in time once the phone has gone; when it was.
  ///
  /// - Parameter begin: rounds until then do not count.
  @discardableResult
  private static func requireOff(
    _ radio: PhoneRadio, behind begin: LabInstant, gone: LabInstant, _ what: String
  ) async throws -> LabInstant {
    let limit = radio.context.limits.radioStop
    let deadline = gone.advanced(by: limit)
    var round = try await radio.next()
    while round.at <= begin || (round.isHeard && round.at < deadline) {
      round = try await radio.next()
    }
    try radio.context.require(
      !round.isHeard, what, expected: "no ranging after \(limit)",
      got: round.isHeard ? "the accessory is still heard" : "nothing is heard")
    return round.at
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
      let radio = try await context.rangeIfPresent(
        with: accessory, for: "connection \(number)", start: "did-start on connection \(number)",
        "ranging on connection \(number)"
      ) { $0.fitRound(into: 180) }
      try await radio?.stop()
      accessory.disconnect()
      try await accessory.connect()
    }
  }
}

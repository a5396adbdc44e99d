import Journal
import LabRuntime
import NearbyAccessory
import Rig
import Runner
import WireFormat

/// What an accessory makes of messages that are not for it, and of a phone that goes away.
enum RobustnessCases {
  static let all: [Case] = [
    unknown, wrongDirection, empty, declaredOnly, radioAfterDisconnect, reconnect, oversize,
  ]

  static let unknown = Case.accessory(
    "R01", "unknown identifiers",
    requirement: "A message with an unknown identifier is not answered, and the link is kept.",
    source: "accessory protocol §1.4", tags: ["survival"],
    parameters: ["00", "04", "09", "0d", "10", "ff"]
  ) { bench, accessory in
    _ = try await bench.initialize(accessory)
    let identifier = UInt8(bench.parameter, radix: 16) ?? 0xFF
    try await accessory.send(bytes: [identifier, 0x01, 0x02, 0x03])
    try await bench.fence(accessory, "identifier 0x\(bench.parameter) is not answered")
  }

  static let wrongDirection = Case.accessory(
    "R02", "identifiers of the accessory",
    requirement: "Identifiers of the accessory are ignored when the phone writes them.",
    source: "accessory protocol §1.4", tags: ["survival"], parameters: ["01", "02", "03"]
  ) { bench, accessory in
    let data = try await bench.initialize(accessory)
    let identifier = UInt8(bench.parameter, radix: 16) ?? 1
    try await accessory.send(bytes: [identifier] + (identifier == 1 ? data : []))
    try await bench.fence(accessory, "identifier 0x\(bench.parameter) of the phone is ignored")
  }

  static let empty = Case.accessory(
    "R03", "message without a byte",
    requirement: "A message without a byte is ignored.",
    source: "accessory protocol §1.4 (observed: QNIQ, nrfuwb)", needs: [.emptyMessages],
    tags: ["survival"]
  ) { bench, accessory in
    _ = try await bench.initialize(accessory)
    try await accessory.send(bytes: [])
    try await bench.fence(accessory, "a message without a byte is ignored")
  }

  static let declaredOnly = Case.accessory(
    "R04", "identifiers that an accessory may send",
    requirement: "An accessory sends no identifier but 0x01, 0x02, 0x03 and the vendor's that it "
      + "claims.",
    source: "Apple's sample aborts on any other"
  ) { bench, accessory in
    let allowed: [AccessoryMessage.Identifier] = [.accessoryConfigurationData, .didStart, .didStop]
    let session = try await bench.session(with: accessory)
    try await accessory.send(.configureAndStart(try session.shareable.encode()))
    let deadline = bench.lab.now.advanced(by: bench.limits.accessoryStart)
    while let received = try await accessory.next(until: deadline) {
      try bench.require(
        received.message.map { allowed.contains($0.identifier) } ?? false,
        "identifiers of a whole cycle", expected: "0x01, 0x02 or 0x03", got: received.words)
      if received.message?.identifier == .didStart { break }
    }
    try await bench.fence(accessory, "nothing but did-stop answers the stop")
  }

  static let radioAfterDisconnect = Case.accessory(
    "R06", "disconnect while ranging",
    requirement: "The radio stops when the phone disconnects, within the rig's limit.",
    source: "accessory protocol §1.4; the limit is the rig's",
    needs: [.radio, .resetByReopening], declared: .milliseconds(900)
  ) { bench, accessory in
    let session = try await bench.session(with: accessory)
    let radio = try await bench.startRanging(session, on: accessory)
    try await bench.expectRounds(1, of: session, on: radio)
    accessory.disconnect()
    try await bench.expectNoRounds(
      2, ignoring: 2, of: session, on: radio, "the radio after a disconnect")
    try await accessory.connect()
    try await bench.cycle(accessory)
  }

  static let reconnect = Case.accessory(
    "R07", "disconnect and reconnect",
    requirement: "After a disconnect at any point a new connection works from the beginning.",
    source: "accessory protocol §1.4", parameters: ["idle", "configured", "starting", "ranging"]
  ) { bench, accessory in
    if bench.parameter != "idle" {
      let session = try await bench.session(with: accessory)
      if bench.parameter == "starting" {
        try await accessory.send(.configureAndStart(try session.shareable.encode()))
      }
      if bench.parameter == "ranging" { try await bench.start(session, on: accessory) }
    }
    accessory.disconnect()
    try await accessory.connect()
    let data = try await bench.fence(
      accessory, allowing: [.didStart, .accessoryConfigurationData],
      "a new connection answers initialize")
    try await bench.start(
      bench.session(for: try bench.decoded(data)), on: accessory,
      "a new connection is answered with did-start")
  }

  static let oversize = Case.accessory(
    "F01", "frames longer than any message",
    requirement: "A frame longer than any message is survived, and framing is kept.",
    source: "robustness; no message is longer than 64 bytes (QNIQ)", needs: [.byteStream],
    tags: ["survival"], parameters: ["65", "513", "65535"]
  ) { bench, accessory in
    _ = try await bench.initialize(accessory)
    let count = Int(bench.parameter) ?? 65
    // An identifier that means nothing, so that only the length is new.
    try await accessory.send(bytes: [UInt8](repeating: 0xEE, count: count))
    try await bench.fence(accessory, "a frame of \(count) bytes is survived")
  }
}

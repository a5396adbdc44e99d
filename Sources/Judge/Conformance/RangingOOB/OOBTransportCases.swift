import Journal
import LabRuntime
import RangingOOB
import Runner

/// How messages travel, and what is none (Ranging OOB §14.1).
enum OOBTransportCases {
  static let all: [Case] = [
    whole, time, empty, oneByte, reserved, answers, disconnection, stale, cycles,
  ]

  static let whole = Case.oob(
    "OB03", "one message per value",
    requirement: "Each value is exactly one message, with nothing left over.",
    source: "Ranging OOB §1.1 (PDL, generated decoder)"
  ) { oob in
    for version in [1, 2, 3] as [UInt8] {
      let received = try await oob.answer(.known, version: version)
      try oob.context.require(
        received.message?.kind == .capabilitiesResponse, "a value is one message",
        expected: "capabilities-response", got: received.description)
    }
    try await oob.fence("nothing follows the answers")
  }

  static let time = Case.oob(
    "OB04", "answer time",
    requirement: "Capabilities come within 4000 ms; the rig warns above 1000 ms.",
    source: "Ranging OOB §5.1 (newest phone; the first waits 2000 ms)"
  ) { oob in
    var answers: [(from: LabInstant, to: LabInstant)] = []
    for _ in 1...CaseContext.repetitions {
      let asked = oob.context.lab.now
      answers.append((asked, try await oob.answer().at))
    }
    try oob.context.measureAnswers(
      "capabilities after the request", answers, limit: OOBExchange.capabilityLimit)
    let slowest = answers.map { $0.from.duration(to: $0.to) }.max() ?? .zero
    if slowest > .seconds(1) {
      oob.context.observe(
        "capabilities take \(slowest.inMilliseconds) ms; a phone of the first release waits 2000 ms"
      )
    }
  }

  static let empty = nothing("OB05", "empty value", "An empty value", [])
  static let oneByte = nothing("OB06", "value of one byte", "A value of one byte", [0x01])

  private static func nothing(
    _ id: String, _ title: String, _ subject: String, _ bytes: [UInt8]
  ) -> Case {
    Case.oob(
      id, title, .inferred,
      requirement: "\(subject) has no answer, and the next request has one.",
      source: "Ranging OOB §4 (AOSP tests)", tags: ["survival"]
    ) { oob in
      try await oob.board.send(bytes: bytes)
      try await oob.fence("\(subject.lowercased()) is not answered")
    }
  }

  static let reserved = Case.oob(
    "OB07", "reserved message ids",
    requirement: "A message with a reserved id is ignored, and the next request is answered.",
    source: "Ranging OOB §1.1 (PDL)", tags: ["survival"], parameters: ["04", "05", "09", "FF"]
  ) { oob in
    let id = UInt8(oob.context.parameter, radix: 16) ?? 0xFF
    try await oob.board.send(bytes: [1, id, 1, 0])
    try await oob.fence("a reserved message is not answered")
  }

  static let answers = Case.oob(
    "OB08", "messages of the wrong direction", .inferred,
    requirement: "A message that only accessories send is ignored.",
    source: "Ranging OOB §1.1", tags: ["survival"], parameters: ["01", "03", "07", "08"]
  ) { oob in
    let id = UInt8(oob.context.parameter, radix: 16) ?? 1
    try await oob.board.send(bytes: [1, id, 1] + (id == 8 ? [] : [0]))
    try await oob.fence("a message of the wrong direction is not answered")
  }

  static let disconnection = Case.oob(
    "OB11", "end of the connection in each state",
    requirement: "After a connection that ended in any state a new one is served within 5 s, and "
      + "where that was a start, ranges behind a stop.",
    source: "Ranging OOB §6.1 (specification, version 1)",
    parameters: ["idle", "asked", "configured", "starting", "ranging"]
  ) { oob in
    let own = try await oob.ultraWideband()
    switch oob.context.parameter {
    case "asked": try await oob.board.send(OOBExchange.request())
    case "configured":
      try await oob.board.send(OOBExchange.message([.uwb(oob.block(for: own))], start: []))
    case "starting": return try await requireStart(behindLostStart: oob, own)
    case "ranging":
      _ = try await oob.context.preparing {
        try await oob.range(with: own, "a configuration ranges")
      }
    default: break
    }
    oob.board.disconnect()
    try await oob.board.connect()
    try await requireService(oob)
  }

  private static func requireService(_ oob: OOBExchange) async throws {
    try await oob.fence(
      "a new connection is served", allowing: [.configurationResponse, .capabilitiesResponse])
  }

  private static func requireStart(
    behindLostStart oob: OOBExchange, _ own: CapabilityBlock.UWB
  ) async throws {
    try await oob.loseStart(oob.block(for: own))
    try await requireService(oob)
    _ = try await oob.stop()
    try await oob.range("a new connection ranges")
  }

  static let stale = Case.oob(
    "OB12", "no stale answer after a new connection", .inferred,
    requirement: "An answer that the end of a connection cut off does not come in the next one.",
    source: "Ranging OOB §5.1 (queue of the phone)", declared: .seconds(3)
  ) { oob in
    try await oob.board.send(OOBExchange.request(.known, version: 3))
    oob.board.disconnect()
    try await oob.board.connect()
    let (version, _) = try await oob.capabilities(.uwb, version: 1)
    try oob.context.require(
      version == 1, "the first answer is that to the new request", expected: "version 1",
      got: "version \(version)")
    // The answer may be due while there is no connection, or on the next one before its first request.
    for pause in [Duration.zero, .seconds(1)] {
      let own = try await oob.ultraWideband()
      try await oob.loseStart(oob.block(for: own), pause: pause)
      try await oob.context.lab.sleep(
        for: .seconds(1) - pause, label: "an answer to the start of before")
      // A phone takes whatever comes before the answer to its request for an error, and gives up (§5.1).
      try await oob.fence("the answer to a start of the connection before does not come")
      _ = try await oob.stop()
    }
  }

  static let cycles = Case.oob(
    "OB13", "200 connections", .inferred,
    requirement: "200 connections with a request each are all answered.",
    source: "Ranging OOB §14.1 (robustness)", tags: ["survival"], declared: .seconds(10)
  ) { oob in
    for _ in 1...200 {
      try await oob.board.send(OOBExchange.request())
      oob.board.disconnect()
      try await oob.board.connect()
    }
    try await oob.fence("no answer of an old connection", allowing: [.capabilitiesResponse])
  }
}

extension OOBExchange {
  /// Sends a configuration, and loses the connection when it has been read: another one is there
  /// afterwards, behind a pause.
  fileprivate func loseStart(
    _ block: ConfigurationBlock.UWB, pause: Duration = .zero
  ) async throws {
    try await board.send(Self.message(block))
    try await context.lab.sleep(for: .milliseconds(100), label: "the start to be read")
    board.disconnect()
    try await context.lab.sleep(for: pause, label: "a phone that is away")
    try await board.connect()
  }
}

import Errors
import Journal
import LabRuntime
import Links
import RangingOOB
import RigFile
import Runner

/// The transport of the Find Hub network (Ranging OOB §14.8).
enum OOBFindHubCases {
  static let all: [Case] = [
    value, once, wrongKey, keys, answer, lengths, agreement, order, stopForms, answers, radio, skip,
    reserved,
  ]

  private static func findHub(
    _ id: String, _ title: String, _ caseClass: CaseClass = .required, requirement: String,
    source: String = "Ranging OOB §8 (Fast Pair extension; Atmosic)", needs: [Need] = [.proof],
    parameters: [String] = [],
    _ body: @escaping @Sendable (OOBExchange, inout OOBCentral) async throws -> Void
  ) -> Case {
    Case.oob(
      id, title, caseClass, requirement: requirement, source: source, needs: [.findHub] + needs,
      parameters: parameters
    ) { oob in
      var central = try await oob.central()
      try await body(oob, &central)
      try await oob.end(central)
    }
  }

  static let value = findHub(
    "OB98", "challenge", requirement: "Every read has 9 bytes: version 1, and another nonce."
  ) { oob, central in
    var nonces: Set<[UInt8]> = []
    for _ in 1...20 {
      let value = try await central.read()
      try oob.context.require(
        value.count == 9 && value.first == 1, "the value that is read",
        expected: "9 bytes, of which the first is 1",
        got: "\(value.count) bytes, of which the first is \(value.first ?? 0)")
      nonces.insert(value)
    }
    try oob.context.require(
      nonces.count == 20, "the nonces of 20 reads", expected: "20 different ones",
      got: "\(nonces.count)")
  }

  static let once = findHub(
    "OB99", "a nonce is used once",
    requirement: "A nonce is good for one operation, also for one that fails.",
    parameters: ["taken", "refused"]
  ) { oob, central in
    let good = try await central.frame(.capabilities)
    if oob.context.parameter == "refused" {
      var wrong = good
      wrong.authentication[0] ^= 0xFF
      try await central.requireRefusal(
        of: wrong.encode(), [.unauthenticated], "a wrong proof is refused")
    } else {
      try central.requireTaken(await central.write(good.encode()), "a request is taken")
    }
    try await central.requireRefusal(
      of: good.encode(), [.unauthenticated], "a nonce that was used is refused")
    while try await central.notification(within: .milliseconds(500)) != nil {}
    try await central.requireAnswer("the next request is answered")
  }

  static let wrongKey = findHub(
    "OB100", "a wrong account key",
    requirement: "A request that is proven with another key is refused and not answered."
  ) { oob, central in
    let key = (central.findHub?.key ?? []).map { ~$0 }
    try await central.requireRefusal(
      of: central.frame(.capabilities, key: key).encode(), [.unauthenticated],
      "another key is refused")
    let answer = try await central.notification(within: .seconds(1))
    try oob.context.require(
      answer == nil, "a request that is refused is not answered", expected: "nothing",
      got: answer.map { "\($0.count) bytes" } ?? "nothing")
  }

  static let keys = findHub(
    "OB101", "every account key",
    requirement: "Every account key that is stored is taken, and proves the answer."
  ) { oob, central in
    let keys = oob.board.description.claims.accountKeys ?? []
    for (number, key) in keys.enumerated() {
      central.findHub = FindHubChannel(key: key)
      try await central.requireAnswer("account key \(number + 1) is taken, and proves the answer")
    }
  }

  static let answer = findHub(
    "OB102", "proof of the answer",
    requirement: "The proof of a notification covers a last byte 01."
  ) { oob, central in
    let challenge = try await central.challenge()
    let request = try await central.frame(.capabilities, challenge: challenge)
    _ = try await central.write(request.encode())
    let value = try await central.notification(within: OOBExchange.capabilityLimit)
    guard let frame = try? value.map(FindHubFrame.decode) else {
      throw oob.context.violation(
        "a request is answered with a frame", expected: "a frame",
        got: value.map { "\($0.count) bytes" } ?? "nothing")
    }
    let key = central.findHub?.key ?? []
    let isBare = frame.isAuthentic(key: key, challenge: challenge, isAnswer: false)
    try oob.context.require(
      frame.isAuthentic(key: key, challenge: challenge, isAnswer: true), "the proof of the answer",
      expected: "one with the last byte 01",
      got: isBare ? "one without the last byte 01" : "none of this key and challenge")
  }

  static let lengths = findHub(
    "OB103", "wrong lengths",
    requirement: "A data length that is not that of the value is refused.",
    parameters: ["one-more", "one-less", "7", "255"]
  ) { oob, central in
    var value = try await central.frame(.capabilities).encode()
    switch oob.context.parameter {
    case "one-more": value[1] += 1
    case "one-less": value[1] -= 1
    default: value[1] = UInt8(oob.context.parameter) ?? 7
    }
    try await central.requireRefusal(
      of: value, [.invalidValue, .unauthenticated, .invalidLength], "a wrong length is refused")
    try await central.requireAnswer("the next request is answered")
  }

  static let agreement = findHub(
    "OB104", "data id and message",
    requirement: "A message under the data id of another one is refused.",
    parameters: ["0A-stop", "0B-capabilities", "0D-capabilities"]
  ) { oob, central in
    let words = oob.context.parameter.split(separator: "-")
    let operation = FindHubFrame.Operation(rawValue: UInt8(words[0], radix: 16) ?? 0x0A)
    let message =
      words.last == "stop"
      ? OOBMessage(version: 1, .stopRequest(.uwb)) : OOBExchange.request()
    try await central.requireRefusal(
      of: central.frame(operation, message).encode(), [.invalidValue],
      "a message of another data id is refused")
    try await central.requireAnswer("the next request is answered")
  }

  static let order = findHub(
    "OB105", "order of the answer",
    requirement: "The notification comes before the response to the write.",
    source: "Ranging OOB §8.3 (Fast Pair extension)"
  ) { oob, central in
    let refusal = try await central.send(OOBExchange.request())
    let early = central.link.connection.events.tryReceive()
    try oob.context.require(
      refusal == nil && early != nil, "the response to the write is behind the notification",
      expected: "a notification first", got: refusal?.description ?? "the response first")
  }

  static let stopForms = findHub(
    "OB106", "proof of a stop", .varies,
    requirement: "A stop is proven with its data as other messages are.",
    source: "Ranging OOB §8.2 (Atmosic; the other reading leaves the data out)"
  ) { oob, central in
    var taken: [Bool] = []
    for coversData in [true, false] {
      let stop = OOBMessage(version: 1, .stopRequest(.uwb))
      let value = try await central.frame(.stop, stop, coversData: coversData).encode()
      // What does not range may be refused, but not for its proof.
      if try await central.write(value) != .unauthenticated { taken.append(coversData) }
    }
    while try await central.notification(within: .milliseconds(500)) != nil {}
    try oob.context.require(
      !taken.isEmpty, "one of both proofs of a stop is taken", expected: "with or without its data",
      got: "neither")
    if !taken.contains(true) {
      oob.context.observe("a stop is taken where its proof leaves the data out, and only there")
    }
  }

  static let answers = findHub(
    "OB107", "answers that must come",
    requirement: "A configuration and a stop are answered.",
    source: "Ranging OOB §8.3 (precision finding)"
  ) { oob, central in
    central.link.connection.disconnect()
    try await oob.board.connect()
    let own = try await oob.ultraWideband()
    let started = try await oob.configure(oob.block(for: own))
    try oob.context.require(
      started != nil, "a configuration is answered", expected: "configuration-response",
      got: started == nil ? "nothing" : "configuration-response")
    let stopped = try await oob.stop()
    try oob.context.require(
      stopped != nil, "a stop is answered", expected: "stop-response",
      got: stopped == nil ? "nothing" : "stop-response")
  }

  static let radio = Case.oob(
    "OB108", "what precision finding demands of the radio",
    requirement:
      "Configuration id 6, channel 9, an interval of 240 ms, slots of 2 ms, BPRF and the initiator "
      + "are announced.",
    source: "Ranging OOB §8.4 (precision finding)", needs: [.findHub]
  ) { oob in
    let own = try await oob.ultraWideband()
    for (what, holds) in [
      ("configuration id 6", own.configIDs.contains(6)), ("channel 9", own.channels.contains(9)),
      ("an interval of 240 ms", own.minimumInterval <= 240),
      ("slots of 2 ms", own.minimumSlot <= 2),
      ("a preamble of BPRF", (9...12).contains(where: own.preambles.contains)),
      ("the role of the initiator", own.roles.contains(.initiator)),
    ] {
      try oob.context.require(
        holds, "\(what) is announced", expected: what, got: holds ? what : "not announced")
    }
  }

  static let skip = findHub(
    "OB109", "the mode in which nothing has to be proven",
    requirement: "In that mode operations with a wrong proof are taken.", needs: [.noProof]
  ) { oob, central in
    let key = (central.findHub?.key ?? []).map { ~$0 }
    let frame = try await central.frame(.capabilities, key: key)
    try central.requireTaken(
      await central.write(frame.encode()), "an operation with a wrong proof is taken")
    let answer = try await central.notification(within: OOBExchange.capabilityLimit)
    try oob.context.require(
      answer != nil, "and answered", expected: "a notification",
      got: answer == nil ? "nothing" : "a notification")
  }

  static let reserved = findHub(
    "OB110", "data id 0C", .inferred, requirement: "The reserved data id 0C is refused."
  ) { oob, central in
    let frame = try await central.frame(.init(rawValue: 0x0C))
    try await central.requireRefusal(of: frame.encode(), [.invalidValue], "data id 0C is refused")
    try await central.requireAnswer("the next request is answered")
  }
}

import Journal
import Runner
import UCI
import UCIHost

/// Controlees that come to a one-to-many session and leave it; `MulticastCases+Reports.swift` has what is told of them.
enum MulticastCases {
  static let all: [Case] = [
    add, remove, twice, absent, full, refused, keys, air, notified, last,
    mixed, removal, noAction, counted,
  ]

  /// The address of a controlee that no session has at first.
  static let new: UInt16 = 0x0A04
  private static let states = ["IDLE", "ACTIVE"]

  private static func state(_ context: CaseContext) -> UCISessionState {
    context.parameter == "ACTIVE" ? .active : .idle
  }

  static let add = Case.uci(
    "UM01", "add a controlee",
    requirement: "A controlee can be added to a one-to-many session before and while it ranges, "
      + "and removed again beside a newer session, and the answer says so of it.",
    source: "AOSP; pica", parameters: states
  ) { context, host in
    let session = try await context.oneToManySession(on: host, in: state(context))
    try await context.expectDone(.add, [new], in: session, "a controlee is added")
    do { _ = try await context.secondSession(beside: session) } catch CaseEnding.skip { return }
    try await context.expectDone(
      .remove, [new], in: session, "a controlee is removed beside a newer session")
  }

  static let remove = Case.uci(
    "UM02", "remove a controlee",
    requirement: "A controlee can be removed from a one-to-many session before and while it "
      + "ranges, and the answer says so of it.",
    source: "AOSP; pica", parameters: states
  ) { context, host in
    let session = try await context.oneToManySession(on: host, in: state(context))
    try await context.expectDone(.remove, [0x0A03], in: session, "a controlee is removed")
  }

  static let twice = Case.uci(
    "UM03", "add a controlee that is there", .inferred,
    requirement: "A controlee that a session has already is refused with ADDRESS_ALREADY_PRESENT, "
      + "and one that is named twice in a command is not added twice.",
    source: "AOSP (multicast status 0x08)"
  ) { context, host in
    let session = try await context.oneToManySession(on: host, in: .idle)
    let answer = try await context.updateMulticast(session, .add, [0x0A03])
    try context.requireRefused(
      answer, 0x0A03, as: .addressAlreadyPresent, host, "a controlee is not added twice")
    let both = try await context.updateMulticast(session, .add, [new, new])
    try context.require(
      both.isRefusal, "a controlee is not added twice with one command",
      expected: "a status other than OK of one at least", got: both.name(host))
  }

  static let absent = Case.uci(
    "UM04", "remove a controlee that is not there", .inferred,
    requirement: "A controlee that a session does not have cannot be removed: ADDRESS_NOT_FOUND.",
    source: "AOSP (multicast status 0x07)"
  ) { context, host in
    let session = try await context.oneToManySession(on: host, in: .idle)
    let answer = try await context.updateMulticast(session, .remove, [new])
    try context.requireRefused(
      answer, new, as: .addressNotFound, host, "a controlee that is not there is not removed")
  }

  static let full = Case.uci(
    "UM05", "as many controlees as there can be", .inferred,
    requirement: "A controlee more than a session can have is refused with LIST_FULL, and the "
      + "place of one that was removed can be taken; of two for one place those with OK are in the "
      + "session, and no others.",
    source: "AOSP (multicast status 0x01); pica, after 8"
  ) { context, host in
    let session = try await context.oneToManySession(on: host, in: .idle)
    var number = 2
    var refusal: MulticastAnswer?
    func address(_ number: Int) -> UInt16 { 0x0B00 + UInt16(number) }
    // The number of controlees is one byte.
    while refusal == nil, number <= 255 {
      let answer = try await context.updateMulticast(session, .add, [address(number)])
      if answer.isRefusal { refusal = answer } else { number += 1 }
    }
    try context.measure("controlees of a session", Double(number), unit: "controlees")
    guard let refusal else {
      throw context.violation(
        "there is an end to the number of controlees", expected: UCIMulticastStatus.listFull.name,
        got: "OK for each of \(number)")
    }
    try context.requireRefused(
      refusal, address(number), as: .listFull, host, "a controlee more than there can be")
    try await context.expectDone(
      .remove, [0x0A03], in: session, "one of all controlees is removed")
    try await context.expectDone(
      .add, [new], in: session, "the place of a controlee that was removed is taken")
    try await requireOnlyTaken(of: [new, address(number)], context, session)
  }

  /// Adds two controlees where there is a place for one, and removes them: those that were taken are there.
  private static func requireOnlyTaken(
    of both: [UInt16], _ context: CaseContext, _ session: UCISession
  ) async throws {
    let host = session.host
    try await context.expectDone(.remove, [new], in: session, "a place is made")
    let answer = try await context.updateMulticast(session, .add, both)
    try context.require(
      answer.isRefusal, "two controlees for one place", expected: "a refusal of one at least",
      got: answer.name(host))
    for address in both {
      let isTaken = answer.result(of: address) == .ok
      let removed = try await context.updateMulticast(session, .remove, [address])
      try context.require(
        (removed.result(of: address) == .ok) == isTaken,
        "a controlee is in the session as its result said",
        expected: isTaken ? "it can be removed" : "it cannot be removed",
        got: removed.name(host))
    }
  }

  static let noAction = Case.uci(
    "UM13", "an action that there is not", .inferred,
    requirement: "A change of the controlees with an action that does not exist is refused, and "
      + "changes none.",
    source: "AOSP (actions 0 to 3)"
  ) { context, host in
    let session = try await context.oneToManySession(on: host, in: .idle)
    for number in [0x04, 0x05, 0x10, 0x81, 0xFF] as [UInt8] {
      let action = UCIMulticastAction(rawValue: number)
      // One bit decides whether it would have been added or removed.
      let address = number & 1 == 0 ? new : 0x0A03
      let answer = try await context.updateMulticast(session, action, [address])
      try context.require(
        answer.isRefusal, "the action \(number) is refused", expected: "a status other than OK",
        got: answer.name(host))
    }
    try await context.expectDone(
      .add, [new], in: session, "an action that does not exist adds none")
    try await context.expectDone(
      .remove, [0x0A03], in: session, "an action that does not exist removes none")
  }

  static let counted = Case.uci(
    "UM14", "the number of controlees", .inferred,
    requirement: "After a controlee was added, and after one was removed, the number of controlees "
      + "that is read back is that of the addresses that are.",
    source: "AOSP (NUMBER_OF_CONTROLEES counts DST_MAC_ADDRESS); pica"
  ) { context, host in
    let session = try await context.oneToManySession(on: host, in: .idle)
    try await context.expectDone(.add, [new], in: session, "a controlee is added")
    try await context.expectCounted(controleesOf: session, "controlees after one was added")
    try await context.expectDone(.remove, [0x0A03], in: session, "a controlee is removed")
    try await context.expectCounted(controleesOf: session, "controlees after one was removed")
  }

  static let refused = Case.uci(
    "UM06", "sessions without a list of controlees", .inferred,
    requirement: "Controlees cannot be added to a session that is not configured, that has one "
      + "controlee, or whose device is one.",
    source: "AOSP; pica (a one-to-many controller)",
    parameters: ["not-configured", "one-to-one", "controlee"]
  ) { context, host in
    let session: UCISession
    switch context.parameter {
    case "not-configured": session = try await context.session(on: host, in: .initial)
    case "one-to-one": session = try await context.session(on: host, in: .idle)
    default:
      session = try await context.session(on: host)
      try await context.configure(session, .quickPeer(), orSkip: "the part of a controlee")
    }
    let response = try await host.attempt(session.multicast(.add, [new]))
    try context.requireRefusal(response.status, host, "a controlee is not added to such a session")
  }

  static let keys = Case.uci(
    "UM07", "controlees with keys", .inferred,
    requirement: "A key is taken with a controlee whose STS is made of it, and refused where none "
      + "is used.",
    source: "AOSP (actions 2 and 3, multicast statuses 0x04 and 0x05)",
    parameters: ["static-16", "provisioned-0", "provisioned-16", "provisioned-32"]
  ) { context, host in
    guard host.dialect.version == .fira2 else {
      throw CaseEnding.skip("\(host.name) speaks FiRa 1.x, which has no keys for controlees")
    }
    let size = Int(context.parameter.split(separator: "-").last ?? "") ?? 0
    let action: UCIMulticastAction =
      switch size {
      case 0: .add
      case 16: .addWith16ByteSubSessionKey
      default: .addWith32ByteSubSessionKey
      }
    let usesKeys = context.parameter.hasPrefix("provisioned")
    if usesKeys {
      try await context.need(
        .stsConfig, mask: 0x10, "provisioned STS with responder keys", from: host)
    }
    if size == 32 {
      try await context.need(.sessionKeyLength, mask: 0x02, "keys of 256 bits", from: host)
    }
    let session = try await keyedSession(context, host, usesKeys: usesKeys)
    let answer = try await context.updateMulticast(
      session, action, [new], key: [UInt8](repeating: 0x5A, count: size))
    switch (usesKeys, size) {
    case (false, _):
      try context.requireRefused(
        answer, new, as: .subSessionKeyNotApplicable, host, "a key that nothing is made of")
    case (true, 0):
      try context.requireRefused(
        answer, new, as: .subSessionKeyNotFound, host, "a controlee without its key")
    default: try context.requireDone(answer, [new], host, "a controlee is added with its key")
    }
  }

  private static func keyedSession(
    _ context: CaseContext, _ host: UCIHost, usesKeys: Bool
  ) async throws -> UCISession {
    guard usesKeys else { return try await context.oneToManySession(on: host, in: .idle) }
    try await context.needOneToMany(host)
    var parameters = RangingParameters.quickOneToMany()
    parameters.stsConfiguration = 4
    parameters.additional = [
      AppConfigParameter(.sessionKey, [UInt8](repeating: 0xA5, count: 16)),
      AppConfigParameter(.subSessionID, 1),
      AppConfigParameter(.subSessionKey, [UInt8](repeating: 0x5A, count: 16)),
    ]
    let session = try await context.session(on: host)
    try await context.configure(session, parameters, orSkip: "provisioned STS")
    return session
  }
}

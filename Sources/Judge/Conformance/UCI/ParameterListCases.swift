import Journal
import Runner
import UCI
import UCIHost
import WireFormat

/// Lists of application parameters: several at once, lists that lie, reading back.
enum ParameterListCases {
  static let all: [Case] = [
    oneBad, fateOfGood, twice, valueLength, countTooLarge, countTooSmall, reserved, empty, pieces,
    readUnknown, readAll, readTwice,
  ]

  private static let otherSlots = AppConfigParameter(.slotDuration, 1200)
  private static let bad = AppConfigParameter(.deviceType, 0x7E)

  private static func expectSlots(
    _ duration: UInt64, of session: UCISession, _ context: CaseContext, _ what: String
  ) async throws {
    try await context.expectValue(AppConfigParameter(.slotDuration, duration), of: session, what)
  }

  static let oneBad = Case.uci(
    "UP07", "one bad parameter among good ones", .inferred,
    requirement: "Of several parameters in one command the bad one is named, and no good one.",
    source: "AOSP (list of refused parameters)", parameters: ["first", "middle", "last"]
  ) { context, host in
    let session = try await context.configuredSession(on: host)
    var list = [AppConfigParameter(.slotDuration, 2400), AppConfigParameter(.slotsPerRR, 25)]
    list.insert(bad, at: ["first": 0, "middle": 1][context.parameter] ?? 2)
    let response = try await context.expectRefusal(
      of: session.setting(list), from: host, "a list with a bad parameter is refused")
    let named = response.failed?.filter { $0.status != .ok }.map(\.id.name)
    try context.requireNamed(
      named, trailing: response.trailing, bad.id.name, "the bad parameter is named")
  }

  static let fateOfGood = Case.uci(
    "UP08", "good parameters beside a bad one", .varies,
    requirement: "Of a list that is refused for one parameter the others are not taken either.",
    source: "inferred: AOSP has one status for the list", parameters: ["before", "behind"]
  ) { context, host in
    let session = try await context.configuredSession(on: host)
    let list = context.parameter == "before" ? [otherSlots, bad] : [bad, otherSlots]
    try await context.expectRefusal(
      of: session.setting(list), from: host, "a list with a bad parameter is refused")
    try await expectSlots(
      2400, of: session, context, "a good parameter \(context.parameter) a bad one is not taken")
  }

  static let twice = Case.uci(
    "UP09", "one parameter twice in a list", .varies,
    requirement: "Of two values for one parameter in one command the last one counts.",
    source: "inferred: no list of parameters is said to be a set"
  ) { context, host in
    let session = try await context.configuredSession(on: host)
    let list = [AppConfigParameter(.slotDuration, 3600), otherSlots]
    try await context.expect(
      .ok, for: session.setting(list), from: host, "a parameter may come twice")
    try await expectSlots(1200, of: session, context, "the last of two values counts")
  }

  static let valueLength = Case.uci(
    "UP10", "a value longer than its command",
    requirement: "A list whose last value is longer than what is left of the command is refused, "
      + "and nothing of it is taken.",
    source: "observed: pica, which answers an error; AOSP", tags: ["survival", "malformed"],
    parameters: ["1", "127", "253"]
  ) { context, host in
    let session = try await context.configuredSession(on: host)
    var packet = session.setting([otherSlots, AppConfigParameter(.slotsPerRR, 25)]).packet
    packet.payload[packet.payload.count - 2] &+= UInt8(context.parameter) ?? 1
    try await context.expectRefusal(
      ofPacket: packet, from: host, "a value longer than its command is refused",
      "the board goes on behind a value longer than its command")
    try await expectSlots(2400, of: session, context, "nothing of a broken list is taken")
  }

  // Not CORE_SET_CONFIG: NXP boards read it to its end, whatever its count says (AOSP has a file
  // with a wrong count for them).
  static let countTooLarge = Case.uci(
    "UP11", "a list shorter than its count",
    requirement: "A list that counts more parameters than it holds is refused.",
    source: "observed: pica, which answers an error; AOSP", tags: ["survival", "malformed"],
    parameters: ["SET_APP_CONFIG", "GET_APP_CONFIG", "GET_CONFIG"]
  ) { context, host in
    let session = try await context.configuredSession(on: host)
    var packet = try context.choice(of: [
      "SET_APP_CONFIG": session.setting([otherSlots]).packet,
      "GET_APP_CONFIG": session.getting([.slotDuration]).packet,
      "GET_CONFIG": CoreGetConfigCommand(ids: [.lowPowerMode]).packet,
    ])
    // Behind the token, where there is one.
    packet.payload[packet.gid == 0 ? 0 : 4] &+= 1
    try await context.expectRefusal(
      ofPacket: packet, from: host, "a list shorter than its count is refused",
      "the board goes on behind a list shorter than its count")
  }

  static let countTooSmall = Case.uci(
    "UP12", "a list longer than its count", .varies,
    requirement: "Of a list that counts fewer parameters than it holds those that count are taken.",
    source: "AOSP; NXP boards read to the end (reported)", tags: ["survival", "malformed"]
  ) { context, host in
    let session = try await context.configuredSession(on: host)
    var packet = session.setting([otherSlots, AppConfigParameter(.slotDuration, 3600)]).packet
    packet.payload[4] = 1
    try await context.expect(
      .ok, for: packet, from: host, "a list longer than its count is taken as far as it counts")
    try await expectSlots(1200, of: session, context, "what is behind the count is not taken")
  }

  static let reserved = Case.uci(
    "UP13", "parameters of reserved numbers", .inferred,
    requirement: "A parameter whose number is reserved is refused.",
    source: "pica (0x4E to 0x9F are reserved)", parameters: ["4E", "6F", "80", "9F"]
  ) { context, host in
    let session = try await context.configuredSession(on: host)
    let id = AppConfigID(rawValue: UInt8(context.parameter, radix: 16) ?? 0x9F)
    let response = try await context.expectRefusal(
      of: session.setting([AppConfigParameter(id, [0])]), from: host,
      "a reserved parameter is refused")
    let named = (response.failed ?? []).map(\.id)
    try context.require(
      named.isEmpty || named == [id], "no other parameter is named", expected: "it or none",
      got: named.map(\.name).joined(separator: ", "))
  }

  static let empty = Case.uci(
    "UP14", "an empty list of parameters", .varies,
    requirement: "A configuration without parameters is answered with OK and changes nothing.",
    source: "inferred: the layout allows it"
  ) { context, host in
    let session = try await context.session(on: host)
    try await context.expect(
      .ok, for: session.setting([]), from: host, "a configuration without parameters is taken")
    try await context.expectState(
      .initial, asking: session, "the state after a configuration without parameters")
  }

  static let pieces = Case.uci(
    "UP15", "a configuration one parameter at a time", .varies,
    requirement: "A session goes to IDLE when the last of the parameters that it needs is set, "
      + "each in a command of its own.",
    source: "observed: DWM3001CDK, which takes incomplete configurations; pica rejects them"
  ) { context, host in
    let session = try await context.session(on: host)
    for parameter in RangingParameters.lonely().tlvs(dialect: host.dialect) {
      try await context.expect(
        .ok, for: session.setting([parameter]), from: host,
        "\(parameter.id.name) is taken by itself")
    }
    try await context.expectState(.idle, of: session, after: SessionSetAppConfigCommand.name)
  }

  static let readUnknown = Case.uci(
    "UP16", "read an unknown application parameter", .inferred,
    requirement: "Reading an application parameter that does not exist is refused and gives no "
      + "value for it.",
    source: "observed: pica; AOSP"
  ) { context, host in
    let session = try await context.configuredSession(on: host)
    let unknown = AppConfigID(rawValue: 0x9E)
    let response = try await context.expectRefusal(
      of: session.getting([.slotDuration, unknown]), from: host,
      "an unknown application parameter is not read")
    let values = (response.tlvs ?? []).filter { $0.id == unknown && !$0.value.isEmpty }
    try context.require(
      values.isEmpty, "an unknown application parameter has no value", expected: "none",
      got: "\(values.count) values")
  }

  static let readAll = Case.uci(
    "UP17", "read all application parameters", .varies,
    requirement: "Reading without naming a parameter gives every one that was set.",
    source: "AOSP; observed: pica answers an empty list"
  ) { context, host in
    let parameters = context.isolated(.lonely())
    let session = try await context.configuredSession(on: host, parameters)
    let response = try await context.expect(
      .ok, for: session.getting([]), from: host, "all application parameters can be read")
    let found = response.tlvs ?? []
    let missing = parameters.tlvs(dialect: host.dialect).filter { !found.contains($0) }
    try context.require(
      missing.isEmpty, "every parameter that was set is there", expected: "each with its value",
      got: "\(missing.count) others: " + missing.prefix(3).map(\.id.name).joined(separator: ", "))
  }

  static let readTwice = Case.uci(
    "UP18", "read one parameter twice", .inferred,
    requirement: "Reading one parameter twice in a command gives its value, once or twice.",
    source: "AOSP; observed: pica"
  ) { context, host in
    let session = try await context.configuredSession(on: host)
    let response = try await context.expect(
      .ok, for: session.getting([.slotDuration, .slotDuration]), from: host,
      "a parameter may be read twice")
    let expected = AppConfigParameter(.slotDuration, 2400)
    let found = response.tlvs ?? []
    try context.require(
      (1...2).contains(found.count) && found.allSatisfy { $0 == expected },
      "a parameter that is read twice has its value",
      expected: "\(expected.id.name) \(Hexadecimal.encode(expected.value)), once or twice",
      got: found.map { "\($0.id.name) \(Hexadecimal.encode($0.value))" }.joined(separator: ", "))
  }
}

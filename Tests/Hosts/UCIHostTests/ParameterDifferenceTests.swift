import Testing
import UCI

@testable import UCIHost

@Suite("A parameter difference")
struct ParameterDifferenceTests {
  static let controller = GivenParameters(board: "a", sessionID: 42, parameters: .controller())
  static let controlee = GivenParameters(board: "b", sessionID: 42, parameters: .controlee())

  /// The pair with parameters set on top of it.
  static func difference(
    both: [AppConfigParameter] = [], first: [AppConfigParameter] = [],
    second: [AppConfigParameter] = []
  ) -> ParameterDifference {
    var (controller, controlee) = (Self.controller, Self.controlee)
    controller.parameters += both + first
    controlee.parameters += both + second
    return ParameterDifference(controller, controlee)
  }

  /// What must hold for a parameter to count.
  static func condition(of id: AppConfigID) -> [AppConfigParameter] {
    switch id {
    case .sessionKey: [AppConfigParameter(.stsConfig, 3)]
    case .keyRotationRate: [AppConfigParameter(.keyRotation, 1)]
    case .capSizeRange: [AppConfigParameter(.scheduleMode, 0)]
    default: []
    }
  }

  /// Two values of a parameter that differ.
  static func values(of id: AppConfigID) -> [AppConfigParameter] {
    let size = id.definition?.sizes.first ?? 1
    let low = [UInt8](repeating: 0, count: size)
    return [AppConfigParameter(id, low), AppConfigParameter(id, [1] + low.dropFirst())]
  }

  @Test(
    "is empty for the controller and the controlee of a default pair, in either order",
    arguments: [(UCIVersion.fira1, UCIVersion.fira2), (.fira2, .fira2), (.fira2, .fira1)])
  func pair(_ one: UCIVersion, _ other: UCIVersion) {
    let first = GivenParameters(
      board: "a", sessionID: 1, parameters: .controller(), dialect: UCIDialect(version: one))
    let second = GivenParameters(
      board: "b", sessionID: 1, parameters: .controlee(), dialect: UCIDialect(version: other))
    #expect(ParameterDifference(first, second).isEmpty)
    let reverse = ParameterDifference(second, first)
    #expect(reverse.findings.isEmpty)
    #expect(reverse.description == "b and a were given what fits together")
  }

  @Test(
    "names exactly the one parameter that is not equal",
    arguments: ParameterAgreement.all.map(\.id))
  func unequal(_ id: AppConfigID) throws {
    let values = Self.values(of: id)
    // Lengths of addresses are a matter of their own: one-way ranging needs none that cross.
    let context =
      Self.condition(of: id)
      + (id == .macAddressMode ? [AppConfigParameter(.rangingRoundUsage, 6)] : [])
    let difference = Self.difference(both: context, first: [values[0]], second: [values[1]])
    let finding = try #require(
      difference.findings.first { $0.parameter == id.name })
    // Without an equal STS or schedule, what depends on it does not count.
    #expect(difference.findings.count == 1)
    #expect(finding.first != finding.second)
    #expect(finding.sentence.hasPrefix("a has \(id.name) \(finding.first), b has "))
  }

  @Test(
    "is empty when both have the same value, whatever it is",
    arguments: ParameterAgreement.all.map(\.id))
  func equal(_ id: AppConfigID) {
    for value in Self.values(of: id) where id != .macAddressMode {
      #expect(Self.difference(both: Self.condition(of: id) + [value]).isEmpty)
    }
    var (controller, controlee) = (Self.controller, Self.controlee)
    controller.parameters.removeAll { $0.id == id }
    controlee.parameters.removeAll { $0.id == id }
    #expect(ParameterDifference(controller, controlee).isEmpty)
  }

  @Test(
    "takes the default for what one board was not given, and says so",
    arguments: ParameterAgreement.all.map(\.id).filter { $0.definition?.kind == .unsigned })
  func defaults(_ id: AppConfigID) throws {
    let definition = try #require(id.definition)
    guard let held = definition.defaultValue.first else { return }
    let size = definition.sizes.first ?? 1
    var controlee = Self.controlee
    controlee.parameters.removeAll { $0.id == id }
    controlee.parameters += Self.condition(of: id)
    var controller = Self.controller
    controller.parameters += Self.condition(of: id)
    let same = AppConfigParameter(id, UInt64(held), size: size)
    let other = AppConfigParameter(id, UInt64(held) + 1, size: size)
    controller.parameters.append(same)
    #expect(ParameterDifference(controller, controlee).isEmpty)
    controller.parameters.append(other)
    let finding = try #require(
      ParameterDifference(controller, controlee).findings.first { $0.parameter == id.name })
    #expect(finding.second.hasSuffix("(default)"))
    #expect(!finding.first.hasSuffix("(default)"))
  }

  @Test("says that a value without a default was not given")
  func notGiven() {
    var controlee = Self.controlee
    let missing: [AppConfigID] = [.staticSTSIV, .multiNodeMode, .deviceType, .deviceMACAddress]
    controlee.parameters.removeAll { missing.contains($0.id) }
    let findings = ParameterDifference(Self.controller, controlee).findings
    #expect(
      findings.map(\.parameter) == [
        "STATIC_STS_IV", "MULTI_NODE_MODE", "DEVICE_TYPE", "DST_MAC_ADDRESS/DEVICE_MAC_ADDRESS",
      ])
    #expect(findings.allSatisfy { $0.second == "not given" })
  }

  @Test("is empty for boards that were given nothing")
  func nothing() {
    let nothing = GivenParameters(board: "a", sessionID: 1, parameters: [AppConfigParameter]())
    #expect(ParameterDifference(nothing, nothing).isEmpty)
  }

  @Test("names different sessions first")
  func session() {
    var controlee = Self.controlee
    controlee.sessionID = 43
    controlee.parameters.append(AppConfigParameter(.channelNumber, 5))
    let findings = ParameterDifference(Self.controller, controlee).findings
    #expect(findings.map(\.parameter) == ["SESSION_ID", "CHANNEL_NUMBER"])
    #expect(findings.map(\.first) == ["42", "CHANNEL_9 9"])
    #expect(findings.map(\.second) == ["43", "CHANNEL_5 5"])
  }

  @Test(
    "names types and roles that are not opposite",
    arguments: [
      (AppConfigID.deviceType, 0, 0, false), (.deviceType, 1, 1, false), (.deviceType, 0, 1, true),
      (.deviceRole, 0, 0, false), (.deviceRole, 1, 1, false), (.deviceRole, 0, 1, true),
      (.deviceRole, 5, 6, true), (.deviceRole, 6, 6, false), (.deviceRole, 8, 7, true),
      (.deviceRole, 7, 7, true), (.deviceRole, 1, 8, false), (.deviceRole, 200, 200, false),
    ] as [(AppConfigID, UInt64, UInt64, Bool)])
  func opposite(_ id: AppConfigID, _ first: UInt64, _ second: UInt64, _ holds: Bool) {
    let findings = Self.difference(
      first: [AppConfigParameter(id, first)], second: [AppConfigParameter(id, second)]
    ).findings
    #expect(findings.map(\.parameter) == (holds ? [] : [id.name]))
  }

  @Test(
    "names addresses that do not cross",
    arguments: [
      (0, [1], 1, [0], []), (0, [2, 1], 1, [0], []),
      (0, [2], 1, [0], ["DST_MAC_ADDRESS/DEVICE_MAC_ADDRESS"]),
      (0, [1], 1, [3], ["DEVICE_MAC_ADDRESS/DST_MAC_ADDRESS"]),
      (0, [1], 1, [], ["DEVICE_MAC_ADDRESS/DST_MAC_ADDRESS"]),
      (7, [7], 7, [7], ["DEVICE_MAC_ADDRESS"]),
    ] as [(UInt16, [UInt16], UInt16, [UInt16], [String])])
  func addresses(
    _ own: UInt16, _ peers: [UInt16], _ other: UInt16, _ others: [UInt16], _ names: [String]
  ) {
    let difference = ParameterDifference(
      GivenParameters(
        board: "a", sessionID: 1, parameters: .controller(address: own, peers: peers)),
      GivenParameters(
        board: "b", sessionID: 1, parameters: .controlee(address: other, peers: others)))
    #expect(difference.findings.map(\.parameter) == names)
  }

  @Test("compares extended addresses whole")
  func extendedAddresses() {
    let mode = AppConfigParameter(.macAddressMode, 2)
    let addresses: [[UInt8]] = [[1, 0, 0, 0, 0, 0, 0, 9], [1, 0, 0, 0, 0, 0, 0, 8]]
    let first = [
      AppConfigParameter(.deviceMACAddress, addresses[0]),
      AppConfigParameter(.dstMACAddress, addresses[1]),
    ]
    let second = [
      AppConfigParameter(.deviceMACAddress, addresses[1]),
      AppConfigParameter(.dstMACAddress, addresses[0]),
    ]
    #expect(Self.difference(both: [mode], first: first, second: second).isEmpty)
    let mixed = Self.difference(both: [mode], first: first, second: [second[0]])
    #expect(mixed.findings.map(\.second) == ["0x0000"])
  }

  @Test(
    "points out bytes in reverse order",
    arguments: [
      (AppConfigID.vendorID, [0x07, 0x08], true), (.vendorID, [0x07, 0x09], false),
      (.staticSTSIV, [6, 5, 4, 3, 2, 1], true), (.deviceMACAddress, [0, 1], true),
      (.deviceMACAddress, [2, 1], false),
    ] as [(AppConfigID, [UInt8], Bool)])
  func reversed(_ id: AppConfigID, _ bytes: [UInt8], _ isReversed: Bool) throws {
    let finding = try #require(
      Self.difference(second: [AppConfigParameter(id, bytes)]).findings.first)
    #expect(finding.sentence.hasSuffix("in reverse order.") == isReversed)
  }

  @Test("leaves keys out that the STS is not made of")
  func otherKeys() {
    let first = [AppConfigParameter(.sessionKey, [UInt8](repeating: 1, count: 16))]
    #expect(Self.difference(first: first).isEmpty)
    let provisioned = Self.difference(
      both: [AppConfigParameter(.stsConfig, 3)], first: [AppConfigParameter(.vendorID, [1, 2])])
    #expect(provisioned.isEmpty)
  }

  @Test("takes values of any length as they are", arguments: [0, 3, 255])
  func lengths(_ count: Int) {
    let bytes = [UInt8](repeating: 0xFF, count: count)
    for id in AppConfigID.definitions.map({ AppConfigID(rawValue: $0.id) }) {
      let difference = Self.difference(both: [AppConfigParameter(id, bytes)])
      #expect(!difference.description.isEmpty)
    }
  }

  @Test("is lines in columns, with units, bits and hexadecimal digits")
  func lines() {
    let difference = Self.difference(
      first: [
        AppConfigParameter(.slotDuration, 1200), AppConfigParameter(.rangingRoundControl, 0x82),
      ], second: [AppConfigParameter(.vendorID, [0x4C, 0])])
    #expect(
      difference.description == """
        PARAMETER              a                        b
        VENDOR_ID              0x0807                   0x4c00
        RANGING_ROUND_CONTROL  130 control_message+mrm  3 rrrm+control_message (default)
        SLOT_DURATION          1200 RSTU                2400 RSTU
        """)
  }

  @Test(
    "names the boards so that they can be told apart and a terminal is safe",
    arguments: [
      ("a", "a", "a (first) and a (second)"), ("", "b", "the first board and b"),
      ("\u{1B}[2J", "b\n", "\\u{1b}[2J and b\\n"),
    ])
  func names(_ first: String, _ second: String, _ expected: String) {
    var (controller, controlee) = (Self.controller, Self.controlee)
    controller.board = first
    controlee.board = second
    let difference = ParameterDifference(controller, controlee)
    #expect(difference.description == "\(expected) were given what fits together")
  }

  @Test("is made of what sessions remember that their boards have taken")
  func remembered() throws {
    let board = ScriptedBoard(
      answers: [
        [.hex("410000050001000000")], [.hex("410300020000")], [.hex("410300020000")],
        [.hex("41030004010104ff")],
      ])
    let (given, _) = try board.run { host, _ in
      let session = try await host.openSession(id: 42)
      try await session.configure(.controller())
      try await session.configure([AppConfigParameter(.channelNumber, 5)])
      _ = await failure { () throws(UCIHostError) in
        try await session.configure([AppConfigParameter(.sfdID, 0)])
      }
      return session.given
    }
    #expect(given.sessionID == 42)
    let findings = ParameterDifference(given, Self.controlee).findings
    #expect(findings.map(\.parameter) == ["CHANNEL_NUMBER"])
  }
}

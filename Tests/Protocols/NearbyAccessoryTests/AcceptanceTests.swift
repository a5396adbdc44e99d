import NearbyAccessory
import Testing
import WireFormat

struct AcceptanceTests {
  struct Edit: Sendable, CustomTestStringConvertible {
    var rule: AcceptancePolicy.Rule
    var offset: Int
    var version = SpecificationVersion.v2_0
    var change: @Sendable (inout AccessoryConfigurationData) -> Void
    var testDescription: String { "\(rule.rawValue) at \(offset)" }
  }

  static let refused: [Edit] = [
    Edit(rule: .outerVersion, offset: 0) { $0.majorVersion = 0 },
    Edit(rule: .updateRate, offset: 4) { $0.preferredUpdateRate = .init(rawValue: 5) },
    Edit(rule: .innerLength, offset: 15) { $0.uwb.extra = [0] },
    Edit(rule: .innerLength, offset: 15, version: .v1_0) { $0.uwb.extra = [0, 0] },
    Edit(rule: .innerLength, offset: 15, version: .v1_0) { $0.uwb.version.major = 0 },
    Edit(rule: .totalLength, offset: 48) { $0.trailing = [0] },
    Edit(rule: .role, offset: 32) { $0.uwb.role = .init(rawValue: 2) },
    Edit(rule: .slotsPerRound, offset: 42) { $0.uwb.request.slotsPerRound = 5 },
    Edit(rule: .slotDuration, offset: 44) { $0.uwb.request.slotDuration = 2399 },
    Edit(rule: .slotDuration, offset: 44) { $0.uwb.request.slotDuration = 3000 },
    Edit(rule: .slotDuration, offset: 44) { $0.uwb.request.slotDuration = 1200 },
    Edit(rule: .interval, offset: 46) {
      $0.uwb.request.interval = 99
    },
    Edit(rule: .interval, offset: 46) { $0.uwb.request.interval = 5001 },
    Edit(rule: .roundsPerBlock, offset: 46) { $0.uwb.request.slotsPerRound = 101 },
  ]

  @Test(
    "what the strict policy forbids is refused with its rule, place and −5888", arguments: refused)
  func refuses(edit: Edit) throws {
    var data = Samples.accessory(edit.version)
    edit.change(&data)
    guard
      case .rejected(let code, let violations) = AcceptancePolicy.strict.review(try data.encode())
    else {
      Issue.record("accepted")
      return
    }
    #expect(code == -5888)
    #expect(violations.map(\.rule) == [edit.rule.rawValue])
    #expect(violations.first?.offset == edit.offset)
  }

  @Test("a rule that is ignored refuses nothing", arguments: refused)
  func ignores(edit: Edit) throws {
    var data = Samples.accessory(edit.version)
    edit.change(&data)
    var policy = AcceptancePolicy.strict
    policy[edit.rule] = .ignore
    #expect(policy.review(try data.encode()) == .accepted(data, warnings: []))
  }

  @Test("the limits of the strict policy are themselves accepted")
  func limits() throws {
    var data = Samples.accessory(.v2_0)
    data.uwb.request = .init(hoppingMode: 1, slotsPerRound: 6, slotDuration: 2400, interval: 100)
    #expect(AcceptancePolicy.strict.review(try data.encode()) == .accepted(data, warnings: []))
    data.uwb.request = .init(slotsPerRound: 100, slotDuration: 2400, interval: 200)
    #expect(AcceptancePolicy.strict.review(try data.encode()) == .accepted(data, warnings: []))
    data.uwb.request.interval = 5000
    #expect(AcceptancePolicy.strict.review(try data.encode()) == .accepted(data, warnings: []))
  }

  @Test("a drift of 0 or above the limit is a warning", arguments: [0, 201] as [UInt16])
  func drift(drift: UInt16) throws {
    var data = Samples.accessory()
    data.uwb.clockDrift = drift
    guard case .accepted(_, let warnings) = AcceptancePolicy.strict.review(try data.encode())
    else {
      Issue.record("refused")
      return
    }
    #expect(warnings.map(\.rule) == ["clock-drift"])
    #expect(warnings.map(\.severity) == [.warn])
    #expect(warnings.map(\.offset) == [35])
  }

  @Test("an inner major version above 2 is read as 2.0 and its extra bytes are ignored")
  func newerVersion() throws {
    var data = Samples.accessory(SpecificationVersion(3, 0))
    data.uwb.extra = [1, 2, 3]
    #expect(AcceptancePolicy.strict.review(try data.encode()) == .accepted(data, warnings: []))
  }

  @Test("a blob that cannot be read is refused with the configured code")
  func unreadable() throws {
    var policy = AcceptancePolicy.strict
    policy.errorCode = -5887
    let bytes = try Samples.accessory().encode()
    guard case .rejected(let code, let violations) = policy.review(Array(bytes.dropLast())) else {
      Issue.record("accepted")
      return
    }
    #expect(code == -5887)
    #expect(violations.map(\.field) == ["UWBConfigData"])
  }

  @Test("reserved bytes and the source address are judged when asked for")
  func optionalRules() throws {
    var data = Samples.accessory(.v2_0, address: 0xFFFF)
    data.reserved[3] = 1
    data.uwb.request.reserved = 1
    #expect(AcceptancePolicy.strict.violations(of: data).isEmpty)
    var policy = AcceptancePolicy.strict
    policy[.reservedBytes] = .reject
    policy[.sourceAddress] = .warn
    #expect(policy.violations(of: data).map(\.offset) == [5, 33, 37])
  }

  @Test(
    "accessories accept the versions and lengths that they are known for",
    arguments: [
      ("reference", SCDAcceptance.reference, [true, true, true]),
      ("qorvo", .qorvo, [false, true, false]), ("nxp", .nxp, [true, true, false]),
      ("nrfuwb", .nrfuwb, [true, true, false]), ("forthink", .forthink, [true, true, false]),
    ])
  func vendors(name: String, acceptance: SCDAcceptance, accepted: [Bool]) throws {
    for (version, expected) in zip(Samples.versions, accepted) {
      let data = Samples.shareable(version)
      let outcome = acceptance.review(try data.encode(), version: .v2_0, ownAddress: 0x1234)
      #expect((outcome == .accepted(data)) == expected, "\(name) \(version)")
    }
  }

  @Test(
    "the reference refuses what is not exact",
    arguments: [
      ("0.0", [0, 0, 0, 0], nil, 0), ("3.0", [3, 0, 0, 0], nil, 0), ("1.9", [1, 0, 9, 0], nil, 0),
      ("one byte more", nil, nil, 1), ("sixteen more", nil, nil, 16), ("length 24", nil, 24, 0),
      ("length 26", nil, 26, 0), ("length 0", nil, 0, 0), ("length 255", nil, 255, 0),
    ] as [(String, [UInt8]?, UInt8?, Int)])
  func inexact(name: String, version: [UInt8]?, length: UInt8?, more: Int) throws {
    var bytes = try Samples.shareable().encode()
    if let version { bytes.replaceSubrange(0..<4, with: version) }
    if let length { bytes[4] = length }
    bytes += [UInt8](repeating: 0, count: more)
    let outcome = SCDAcceptance.reference.review(bytes, version: .v2_0, ownAddress: 0x1234)
    guard case .refused = outcome else {
      Issue.record("\(name) is accepted")
      return
    }
  }

  @Test("the reference refuses a version above its own and its own address")
  func relations() throws {
    let reference = SCDAcceptance.reference
    for (own, offered) in [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)] {
      let data = Samples.shareable(Samples.versions[offered])
      let outcome = reference.review(
        try data.encode(), version: Samples.versions[own], ownAddress: nil)
      #expect((outcome == .accepted(data)) == (offered <= own), "\(offered) to \(own)")
    }
    let outcome = reference.review(
      try Samples.shareable(address: 0x1234).encode(), version: .v1_1, ownAddress: 0x1234)
    guard case .refused(let violation) = outcome else {
      Issue.record("its own address is accepted")
      return
    }
    #expect(violation.rule == "own-address")
    #expect(violation.offset == 26)
  }
}

import Errors
import LabRuntime
import NearbyAccessory
import Room
import Testing
import VirtualBoards

@Suite("Accessory misbehaviours")
struct AccessoryFaultTests {
  /// What a phone sees of an accessory in one exchange that touches everything.
  static func transcript(
    _ layout: ConfigurationLayout, _ misbehaviour: AccessoryFault?
  ) throws -> [String] {
    try inLab { lab, room, services in
      let port = try services.accessory(
        lab, room, .init(name: "lock", specification: layout, misbehaviour: misbehaviour))
      room.place("phone", at: Position(0, 0, 1))
      var phone = ScriptedPhone(lab, room, port)
      let version: SpecificationVersion = layout == .v2_0 ? .v2_0 : .v1_1
      try await phone.connect()
      try await strange(&phone, version)
      try await start(&phone, version)
      try await again(&phone, version)
      try await retry(&phone, version)
      try await leave(&phone, version)
      return phone.transcript
    }
  }

  static func strange(_ phone: inout ScriptedPhone, _ version: SpecificationVersion) async throws {
    for message in [[], [0x00], [0xFF, 1], [0x01], [0x02], [0x03]] as [[UInt8]] {
      try await phone.say(message)
    }
    try await phone.say([0x0C])
    try await phone.configure(AccessoryTests.shareable(version))
    try await phone.say([0x0A] + [UInt8](repeating: 7, count: 30))
    try await phone.say([0x0A] + [UInt8](repeating: 7, count: 300))
    try await phone.say([0x0A])
    phone.disconnect()
    try await phone.connect()
  }

  static func start(_ phone: inout ScriptedPhone, _ version: SpecificationVersion) async throws {
    let good = AccessoryTests.shareable(version)
    try await phone.say([0x0A])
    try await phone.say([0x0A])
    for spoil in [
      { Array($0.dropLast()) }, { $0 + [0] },
      { bytes in bytes.enumerated().map { $0.offset == 4 ? 9 : $0.element } },
      { [3, 0, 0, 0] + $0.dropFirst(4) },
      { [2, 0, 0, 0, 30] + $0.dropFirst(5) + [0, 0, 0, 0, 0] },
    ] as [([UInt8]) -> [UInt8]] {
      try await phone.say([0x0B] + spoil(good.encode()))
      phone.range("refused", good)
      try await phone.say([0x0C])
      try await phone.say([0x0A])
    }
    var own = good
    own.destinationAddress = phone.peer
    try await phone.configure(own)
    try await phone.say([0x0A])
    try await phone.configure(good)
    phone.range("started", good)
    var wrong = good
    wrong.staticSTSIV[0] ^= 1
    phone.range("wrong STS", wrong)
  }

  static func again(_ phone: inout ScriptedPhone, _ version: SpecificationVersion) async throws {
    let good = AccessoryTests.shareable(version)
    try await phone.configure(good)
    phone.range("repeated", good)
    var other = AccessoryTests.shareable(version, session: 0x1234_5678, phone: 0x3333)
    other.staticSTSIV = [9, 8, 7, 6, 5, 4]
    other.channel = 5
    other.preambleCode = 10
    other.country = .init(0x55, 0x53)
    other.hoppingMode = 1
    other.reserved = 0x0102_0304
    try await phone.configure(other, listen: .seconds(1))
    phone.range("other", other)
    try await phone.say([0x0A], listen: .seconds(1))
    phone.range("initialized again", other)
    try await phone.configure(other)
    try await phone.say([0x0C, 1, 2, 3])
    try await phone.say([0x0C], listen: .seconds(3))
    phone.range("stopped", other)
  }

  static func retry(_ phone: inout ScriptedPhone, _ version: SpecificationVersion) async throws {
    let good = AccessoryTests.shareable(version)
    try await phone.say([0x0A])
    try await phone.configure(good)
    try await phone.say([0x0C])
    try await phone.configure(good)
    phone.range("retried", good)
    for _ in 0..<5 {
      try await phone.send([0x0C])
      try await phone.say([0x0A])
      try await phone.configure(good)
      phone.range("retried", good)
    }
  }

  static func leave(_ phone: inout ScriptedPhone, _ version: SpecificationVersion) async throws {
    let good = AccessoryTests.shareable(version)
    phone.disconnect()
    try await phone.wait(.milliseconds(300))
    phone.range("gone", good)
    try await phone.connect()
    try await phone.say([0x0A], listen: .seconds(1))
    try await phone.configure(good)
    phone.range("back", good)
    for _ in 0..<60 { try await phone.say([0x0A]) }
    try await phone.say([0x0C])
    try await phone.say([0x0A])
  }

  /// Those that need a GATT server, half a minute, an Android phone, another make, or a message of
  /// their own; the counterexamples of the suite show them.
  static let seenElsewhere = [
    "no-tx-characteristic", "tx-without-cccd", "no-write-commands", "notifies-unasked",
    "splits-notifications", "cuts-data-to-fit", "no-ni-service",
    "configuration-data-readable-by-all", "value-with-identifier", "keeps-first-value",
    "zeroes-value-after-start", "stays-hidden", "loses-bonds", "advertises-no-service",
    "second-central-ends-first", "notifies-everyone", "serves-one-central-ever",
    "one-value-for-all", "refuses-version-1-0", "refuses-contention", "speaks-android",
    "wedges-without-peer", "radio-gives-up", "dies-on-rare-message", "silent-own-stop",
    "big-endian-profile-mask", "offers-no-profile", "reads-android-big-endian",
    "fills-android-configuration", "starts-any-profile", "stays-android", "restarts-on-initialize",
    "did-start-long-after-stop", "takes-reads-for-messages", "refuses-short-blocks",
    "refuses-long-blocks", "refuses-long-rounds", "refuses-zero-in-vector", "stops-at-0x66",
    "sleeps-for-good",
  ]

  @Test(
    "each is visible in a plain exchange",
    arguments: AccessoryFault.all.map(\.name).filter { !seenElsewhere.contains($0) })
  func visible(name: String) throws {
    let misbehaviour = try #require(AccessoryFault.named(name))
    let layout: ConfigurationLayout = misbehaviour.since == .v2_0 ? .v2_0 : .v1_1
    let healthy = try Self.transcript(layout, nil)
    let faulty = try Self.transcript(layout, misbehaviour)
    #expect(healthy != faulty)
  }

  @Test(
    "the same seed gives the same exchange, to the byte",
    arguments: [ConfigurationLayout.v1_1, .v2_0])
  func determinism(layout: ConfigurationLayout) throws {
    #expect(try Self.transcript(layout, nil) == Self.transcript(layout, nil))
  }

  @Test("names are unique, in kebab case, and each says in one sentence what it breaks")
  func names() {
    let all = AccessoryFault.all
    #expect(Set(all.map(\.name)).count == all.count)
    for misbehaviour in all {
      #expect(misbehaviour.name.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" })
      #expect(misbehaviour.summary.hasSuffix("."))
    }
  }

  @Test("one that shows in later specifications only is refused on an older board")
  func version() throws {
    let misbehaviour = try #require(AccessoryFault.named("five-slots"))
    let error = #expect(throws: RigError.self) {
      try VirtualAccessory(
        lab: Lab.simulated(seed: 1), room: Room(seed: 1),
        settings: .init(name: "lock", misbehaviour: misbehaviour))
    }
    #expect(error?.code == .usage)
  }
}

import LabRuntime
import NearbyAccessory
import Room
import Testing
import UCI
import VirtualBoards

@Suite("UCI misbehaviours")
struct UCIFaultTests {
  static let data = AccessoryTests.shareable(session: 7, phone: 0x91D8)
  static let peer: UInt16 = 0x2211

  /// What a host sees of a board in one exchange that touches everything.
  static func transcript(_ misbehaviour: UCIFault?) throws -> [String] {
    try inLab { lab, room, services in
      let port = try services.subsystem(
        lab, room, .init(name: "phone", misbehaviour: misbehaviour))
      room.place("lock", at: Position(0, 4, 1))
      var host = ScriptedHost(lab, port)
      try await host.connect()
      try await core(&host)
      try await session(&host)
      try await ranging(&host, room)
      try await parameters(&host)
      try await segments(&host)
      try await end(&host)
      return host.transcript
    }
  }

  static func core(_ host: inout ScriptedHost) async throws {
    try await host.say(CoreDeviceResetResponse(status: .ok))
    try await host.sendRaw([0xE0, 0, 0, 0])
    try await host.listen(.milliseconds(10))
    try await host.say(UCIPacket(.command, gid: 0, oid: 0))
    try await host.say(CoreDeviceResetCommand(resetConfig: .uwbsReset))
    try await host.say(CoreGetDeviceInfoCommand())
    try await host.say(CoreGetCapsInfoCommand())
    try await host.say(CoreGetConfigCommand(ids: [DeviceConfigID(rawValue: 0x7E)]))
    try await host.say(CoreGetConfigCommand(ids: [.deviceState]))
    try await host.say(
      CoreSetConfigCommand(tlvs: [
        DeviceConfigTLV(id: DeviceConfigID(rawValue: 0), value: [1])
      ]))
    try await host.say(UCIPacket(.command, gid: 8, oid: 0))
    try await host.say(UCIPacket(.command, gid: 0, oid: 0x3F))
  }

  static func session(_ host: inout ScriptedHost) async throws {
    try await host.say(SessionInitCommand(sessionID: 7, sessionType: .firaRanging))
    try await host.say(SessionInitCommand(sessionID: 7, sessionType: .firaRanging))
    try await host.say(
      SessionInitCommand(sessionID: 8, sessionType: UCISessionType(rawValue: 0x7E)))
    try await host.say(SessionGetCountCommand())
    try await host.say(SessionGetStateCommand(sessionToken: 1))
    for channel: UInt8 in [9, 7] {
      try await host.say(
        SessionSetAppConfigCommand(
          sessionToken: 1, tlvs: [AppConfigTLV(id: .channelNumber, value: [channel])]))
    }
    try await host.say(SessionStartCommand(sessionToken: 1))
    try await host.say(SessionStartCommand(sessionToken: 99))
    try await host.say(
      SessionSetAppConfigCommand(
        sessionToken: 1, tlvs: [AppConfigTLV(id: AppConfigID(rawValue: 0x9E), value: [1])]))
    let configuration = phoneConfiguration(data, peers: [peer])
    try await host.say(
      SessionSetAppConfigCommand(sessionToken: 1, tlvs: configuration.parameters).packet,
      limit: 40)
    try await host.say(SessionGetAppConfigCommand(sessionToken: 1, ids: [.channelNumber]))
    try await host.say(SessionStopCommand(sessionToken: 1))
  }

  static func ranging(_ host: inout ScriptedHost, _ room: Room) async throws {
    let air = AirInterface(
      sessionID: 7, channel: data.channel, preamble: data.preambleCode,
      sts: [0x4C, 0] + data.staticSTSIV, slotDuration: data.slotDuration,
      slotsPerRound: data.slotsPerRound, interval: UInt32(data.rangingDuration))
    let lock = room.open(
      RadioSession(
        body: "lock", role: .responder, air: air, address: [0x11, 0x22],
        peers: [[0xD8, 0x91]]))
    defer { room.close(lock) }
    try await host.say(SessionStartCommand(sessionToken: 1), listen: .seconds(2))
    try await host.say(SessionStartCommand(sessionToken: 1))
    try await host.say(
      SessionSetAppConfigCommand(
        sessionToken: 1, tlvs: [AppConfigTLV(id: .channelNumber, value: [5])]))
    room.close(lock)
    var foreign = air
    foreign.sts[0] ^= 1
    let stranger = room.open(
      RadioSession(
        body: "lock", role: .responder, air: foreign, address: [0x11, 0x22],
        peers: [[0xD8, 0x91]]))
    try await host.listen(.seconds(1))
    room.close(stranger)
    try await host.say(SessionGetRangingCountCommand(sessionToken: 1))
    try await host.say(CoreGetDeviceInfoCommand())
    try await host.say(SessionStopCommand(sessionToken: 1), listen: .seconds(1))
    try await host.say(SessionStopCommand(sessionToken: 1))
    try await host.say(
      SessionSetAppConfigCommand(
        sessionToken: 1, tlvs: [AppConfigTLV(id: .maxNumberOfMeasurements, value: [1, 0])]))
    try await host.say(SessionStartCommand(sessionToken: 1), listen: .seconds(1))
    try await host.say(SessionStopCommand(sessionToken: 1))
  }

  /// Lists of parameters of the session 1, which is idle, and of the device.
  static func parameters(_ host: inout ScriptedHost) async throws {
    func number(_ id: AppConfigID, _ value: [UInt8]) -> AppConfigTLV {
      AppConfigTLV(id: id, value: value)
    }
    let lists: [[AppConfigTLV]] = [
      [number(.suspendRangingRounds, [0])], [number(.sessionPriority, [100])],
      [number(.sessionPriority, [0])], [number(.slotDuration, [1])],
      [number(.slotDuration, [0x30, 0x11]), number(.deviceType, [0x7E])],
      [number(.slotDuration, [0x10, 0x0E]), number(.slotDuration, [0xB0, 0x04])], [],
    ]
    let read = SessionGetAppConfigCommand(sessionToken: 1, ids: [.slotDuration])
    for list in lists {
      try await host.say(SessionSetAppConfigCommand(sessionToken: 1, tlvs: list))
      try await host.say(read)
    }
    var long = SessionSetAppConfigCommand(
      sessionToken: 1,
      tlvs: [number(.slotDuration, [0xB0, 0x04]), number(.slotDuration, [0x10, 0x0E])]
    ).packet
    long.payload[4] = 1
    try await host.say(long)
    for ids in [[AppConfigID.slotDuration], [AppConfigID(rawValue: 0x9E)], []] {
      try await host.say(SessionGetAppConfigCommand(sessionToken: 1, ids: ids))
    }
    try await host.say(SessionStartCommand(sessionToken: 1))
    try await host.say(CoreGetConfigCommand(ids: [.deviceState]))
    try await host.say(
      SessionSetAppConfigCommand(
        sessionToken: 1, tlvs: [number(.nearProximityConfig, [0, 0])]))
    try await host.say(SessionStopCommand(sessionToken: 1))
    try await host.say(CoreQueryUWBSTimestampCommand())
    try await host.say(
      CoreSetConfigCommand(tlvs: [DeviceConfigTLV(id: .lowPowerMode, value: [0])]))
    try await host.say(
      CoreSetConfigCommand(tlvs: [DeviceConfigTLV(id: .lowPowerMode, value: [0, 0])]))
    try await host.say(CoreGetConfigCommand(ids: [.deviceState, .lowPowerMode]))
    try await host.say(UCIPacket(.command, gid: 0, oid: 5))
  }

  /// Packets in pieces, too long, of types and groups that no host sends.
  static func segments(_ host: inout ScriptedHost) async throws {
    let slots = SessionSetAppConfigCommand(
      sessionToken: 1, tlvs: [AppConfigTLV(id: .slotDuration, value: [0x60, 0x09])]
    ).packet
    try await host.say(slots, limit: 1)
    let data = DataMessageSnd(
      sessionToken: 77, destMAC: [1, 0, 0, 0, 0, 0, 0, 0], sequenceNumber: 1, appData: [1]
    ).packet.bytes
    func header(_ length: Int, more: Bool) -> [UInt8] {
      UCIHeader(.command, gid: 1, oid: 3, payloadLength: length, moreSegments: more).bytes
    }
    let (front, back) = (Array(slots.payload.prefix(6)), Array(slots.payload.dropFirst(6)))
    let begun = header(front.count, more: true) + front
    let count = SessionGetCountCommand().packet.bytes
    let reads: [[UInt8]] = [
      begun + data + header(back.count, more: false) + back,
      begun + header(back.count, more: true) + back + header(0, more: false),
      begun + count, count + count, [0x21, 0x45, 0, 0], [0x80, 0, 0, 0],
    ]
    for read in reads {
      try await host.sendRaw(read)
      try await host.listen(.milliseconds(10))
    }
    for byte in count {
      try await host.sendRaw([byte])
      try await host.listen(.milliseconds(1))
    }
    try await host.say(CoreDeviceStatusNotification(deviceState: .ready))
    // Data too short to name a session.
    try await host.say(UCIPacket(.data, gid: DataMessageSnd.gid, oid: 0, payload: [1, 2]))
    try await host.say(UCIPacket(.command, gid: 0x0B, oid: 0x3F))
    try await host.say(
      SessionGetAppConfigCommand(
        sessionToken: 1, ids: [AppConfigID](repeating: .slotDuration, count: 120)))
    // 259 bytes with the header, and 262.
    let key = AppConfigTLV(id: .sessionKey, value: [UInt8](repeating: 1, count: 32))
    let slot = AppConfigTLV(id: .slotsPerRR, value: [25])
    for count in [4, 5] {
      let list = [AppConfigTLV](repeating: key, count: 7)
      let rest = [AppConfigTLV](repeating: slot, count: count)
      try await host.say(SessionSetAppConfigCommand(sessionToken: 1, tlvs: list + rest))
    }
  }

  static func end(_ host: inout ScriptedHost) async throws {
    try await host.say(SessionDeinitCommand(sessionToken: 1))
    for id in 20..<28 {
      try await host.say(SessionInitCommand(sessionID: UInt32(id), sessionType: .firaRanging))
    }
    try await host.say(CoreDeviceResetCommand(resetConfig: .uwbsReset))
    for _ in 0..<110 { try await host.say(SessionGetCountCommand()) }
    try await host.say(UCIPacket(.command, gid: 1, oid: 6, payload: [1, 0, 0]))
    try await host.say(UCIPacket(.command, gid: 1, oid: 5, payload: [0]))
    try await host.listen(.seconds(4))
  }

  private static let makes = ["fira2-qorvo", "nxp"]
  private static let healthy = Result { try transcript(nil) }
  private static let healthySessions = Result {
    try makes.map { try SessionExchange.transcript(nil, $0) }
  }

  /// Those that need a second connection, a session named by its id or of another id, a limit of
  /// rounds, frames SP1, a way that is blocked, an action that there is not, or time; their
  /// counterexamples show them.
  static let seenElsewhere = [
    "hears-one-connection", "takes-identifiers", "one-round-less", "ids-of-two-bytes",
    "limits-of-a-byte", "sleeps-for-good", "refuses-again-and-again", "active-again",
    "second-rounds-late", "never-blocked", "tells-frames-it-refuses",
    "multicast-any-action", "start-time-silences-others",
  ]

  @Test(
    "each is visible in a plain exchange",
    arguments: UCIFault.all.map(\.name).filter { !seenElsewhere.contains($0) })
  func visible(name: String) throws {
    let misbehaviour = try #require(UCIFault.named(name))
    if try Self.healthy.get() != Self.transcript(misbehaviour) { return }
    // What concerns several sessions, their controlees and their data shows in those alone.
    let sessions = try Self.makes.map { try SessionExchange.transcript(misbehaviour, $0) }
    #expect(try Self.healthySessions.get() != sessions)
  }

  @Test("the same seed gives the same exchange, to the byte")
  func determinism() throws {
    #expect(try Self.transcript(nil) == Self.transcript(nil))
  }

  @Test("names are unique, in kebab case, and each says in one sentence what it breaks")
  func names() {
    let all = UCIFault.all
    #expect(Set(all.map(\.name)).count == all.count)
    for misbehaviour in all {
      #expect(misbehaviour.name.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" })
      #expect(misbehaviour.summary.hasSuffix("."))
    }
  }
}

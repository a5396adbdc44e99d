import LabRuntime
import Room
import UCI
import UCIHost
import VirtualBoards

/// What a host sees of a board in one exchange about sessions: several at once, their parameters,
/// their controlees and their data. Another board ranges with it and sends it data.
struct SessionExchange {
  private var host: ScriptedHost
  private let peer: HostedSubsystem

  static func transcript(
    _ misbehaviour: UCIFault?, _ personality: String
  ) throws -> [String] {
    try inLab { lab, room, services in
      let port = try services.subsystem(
        lab, room, .init(name: "one", personality: personality, misbehaviour: misbehaviour))
      let peer = try await HostedSubsystem(
        lab, room, services, "fira2-qorvo", name: "two", at: Position(0, 4, 1))
      var exchange = SessionExchange(host: ScriptedHost(lab, port), peer: peer)
      exchange.host.asksAgain = personality == "nxp"
      try await exchange.host.connect()
      try await exchange.controlees()
      try await exchange.data()
      try await exchange.together()
      try await exchange.parameters()
      try await exchange.ends()
      return exchange.host.transcript
    }
  }

  private static let interval: UInt32 = 60

  private static func controller(
    _ change: (inout RangingParameters) -> Void = { _ in }
  ) -> RangingParameters {
    var parameters = RangingParameters.controller(address: 0x0A01, peers: [0x0A02])
    parameters.interval = interval
    parameters.slotsPerRound = 20
    change(&parameters)
    return parameters
  }

  private mutating func make(
    _ id: UInt32, _ type: UCISessionType = .firaRanging, _ parameters: RangingParameters? = nil
  ) async throws -> UInt32 {
    try await host.say(SessionInitCommand(sessionID: id, sessionType: type))
    let token = host.all(SessionInitResponse.self).last?.sessionHandle ?? id
    if let parameters { try await set(token, parameters.tlvs(dialect: .fira2)) }
    return token
  }

  private mutating func set(_ token: UInt32, _ parameters: [AppConfigParameter]) async throws {
    try await host.say(SessionSetAppConfigCommand(sessionToken: token, tlvs: parameters))
  }

  private mutating func start(_ token: UInt32, listen: Duration = .milliseconds(200))
    async throws
  {
    try await host.say(SessionStartCommand(sessionToken: token), listen: listen)
  }

  private mutating func update(
    _ token: UInt32, _ action: UCIMulticastAction, _ address: UInt8, key: [UInt8] = []
  ) async throws {
    let controlee = MulticastControlee(
      shortMAC: [address, 0x0A], subSessionID: 1, subSessionKey: key)
    try await host.say(
      SessionUpdateControllerMulticastListCommand(
        sessionToken: token, action: action, controlees: [controlee]))
  }

  private mutating func controlees() async throws {
    let unset = try await make(1)
    try await update(unset, .add, 4)
    try await host.say(SessionDeinitCommand(sessionToken: unset))
    let token = try await make(
      2, .firaRanging,
      Self.controller {
        $0.multiNodeMode = 1
        $0.peerAddresses = [0x0A02, 0x0A03]
      })
    try await update(token, .add, 3)
    try await host.say(
      SessionUpdateControllerMulticastListCommand(
        sessionToken: token, action: .add,
        controlees: [UInt8(3), 17].map {
          MulticastControlee(shortMAC: [$0, 0x0A], subSessionID: 1, subSessionKey: [])
        }))
    try await update(token, .remove, 17)
    try await update(token, .remove, 9)
    try await update(token, .addWith16ByteSubSessionKey, 5, key: [UInt8](repeating: 1, count: 16))
    for address in UInt8(10)..<17 { try await update(token, .add, address) }
    for address in UInt8(11)..<17 { try await update(token, .remove, address) }
    try await start(token)
    try await update(token, .add, 4)
    for address: UInt8 in [2, 3, 4, 10] { try await update(token, .remove, address) }
    try await host.listen(.milliseconds(100))
    try await host.say(CoreDeviceResetCommand(resetConfig: .uwbsReset))
  }

  private mutating func data() async throws {
    var listening = RangingParameters.controlee(address: 0x0A02, peers: [0x0A01])
    listening.interval = Self.interval
    listening.slotsPerRound = 20
    let session = try await peer.range(listening, id: 42, type: .firaRangingAndInBandData)
    let token = try await make(42, .firaRangingAndInBandData, Self.controller())
    func message(_ number: UInt16, _ size: Int, token: UInt32, to address: UInt8 = 2) -> UCIPacket {
      DataMessageSnd(
        sessionToken: token, destMAC: [address, 0x0A, 0, 0, 0, 0, 0, 0], sequenceNumber: number,
        appData: (0..<size).map { UInt8(truncatingIfNeeded: $0) }
      ).packet
    }
    try await host.say(SessionQueryDataSizeInRangingCommand(sessionToken: token))
    try await host.say(message(1, 5, token: token))
    try await host.say(message(1, 5, token: 4711))
    try await start(token)
    for _ in 1...2 { try await host.say(message(2, 40, token: token)) }
    for number in UInt16(3)..<7 { try await host.say(message(number, 5, token: token)) }
    try await host.say(message(8, 1010, token: token), listen: .milliseconds(300))
    try await peer.host.send(message(9, 5, token: session.token, to: 1))
    try await host.listen(.milliseconds(200))
    try await session.close()
    try await host.say(message(10, 5, token: token), listen: .milliseconds(400))
    try await host.say(message(11, 5, token: token))
    try await host.say(SessionStopCommand(sessionToken: token))
    try await host.say(SessionDeinitCommand(sessionToken: token))
  }

  private mutating func together() async throws {
    let first = try await make(3, .firaRanging, Self.controller())
    let second = try await make(4, .firaRanging, Self.controller { $0.interval = 120 })
    try await host.say(SessionInitCommand(sessionID: 5, sessionType: .ccc))
    try await start(first)
    try await host.say(SessionGetCountCommand())
    try await set(first, [AppConfigParameter(.sessionInfoNtfConfig, 1)])
    try await start(second)
    try await host.say(SessionStopCommand(sessionToken: second), listen: .milliseconds(200))
    try await set(second, [AppConfigParameter(.rangingDuration, 60)])
    try await start(second)
    try await host.say(SessionDeinitCommand(sessionToken: first), listen: .milliseconds(100))
    try await host.say(SessionGetStateCommand(sessionToken: first))
    try await host.say(SessionDeinitCommand(sessionToken: second))
  }

  private mutating func parameters() async throws {
    let changes: [(inout RangingParameters) -> Void] = [
      { $0.deviceType = .controlee },
      { $0.deviceRole = .responder },
      { $0.blockStride = 1 },
      { $0.hoppingMode = 1 },
      { $0.initiationTime = 1 },
      { $0.additional = [AppConfigParameter(.sessionInfoNtfConfig, 0)] },
      { $0.additional = [AppConfigParameter(.maxRRRetry, 2)] },
      {
        $0.multiNodeMode = 1
        $0.peerAddresses = [0x0A02, 0x0A03, 0x0A04]
      },
      {
        $0.additional = [
          AppConfigParameter(.macAddressMode, 2),
          AppConfigParameter(.deviceMACAddress, [1, 2, 3, 4, 5, 6, 7, 8]),
          AppConfigParameter(.dstMACAddress, [2, 2, 3, 4, 5, 6, 7, 8]),
        ]
      },
    ]
    for (number, change) in changes.enumerated() {
      let token = try await make(100 + UInt32(number), .firaRanging, Self.controller(change))
      try await start(token, listen: .milliseconds(300))
      try await host.say(SessionStopCommand(sessionToken: token))
      try await host.say(SessionDeinitCommand(sessionToken: token))
    }
  }

  private mutating func ends() async throws {
    for number in UInt32(0)..<70 {
      let token = try await make(200 + number)
      try await host.say(SessionDeinitCommand(sessionToken: token))
    }
    try await host.say(SessionGetCountCommand())
    let token = try await make(7, .firaRanging, Self.controller())
    try await start(token)
    try await host.say(CoreDeviceResetCommand(resetConfig: .uwbsReset), listen: .milliseconds(100))
    try await host.say(SessionGetCountCommand())
  }
}

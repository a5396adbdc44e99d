import Errors
import LabRuntime
import Links
import NearbyAccessory
import Room
import UCI
import VirtualBoards
import WireFormat

/// A host that sends what a test tells it and writes down every packet that comes, with the time.
struct ScriptedHost {
  let lab: Lab
  let source: any LinkSource
  private(set) var transcript: [String] = []
  private(set) var packets: [UCIPacket] = []
  /// Whether the board asks for each command again.
  var asksAgain = false
  private var frames: FrameLink?
  private var receiver = UCIReceiver(dialect: .fira2)

  init(_ lab: Lab, _ source: any LinkSource) {
    self.lab = lab
    self.source = source
  }

  mutating func connect() async throws {
    frames = FrameLink(try await source.open(), cutter: MessageCutter(), lab: lab)
    receiver.reset()
  }

  mutating func disconnect() {
    frames?.close()
    frames = nil
  }

  mutating func wait(_ duration: Duration) async throws {
    try await lab.sleep(for: duration, label: "the host waits")
  }

  mutating func sendRaw(_ bytes: [UInt8]) async throws {
    if frames == nil {
      try await wait(.milliseconds(1500))
      try await connect()
    }
    do throws(RigError) { try await frames?.sendRaw(bytes) } catch { disconnect() }
  }

  /// Sends a command and writes down everything that comes for a while, or until `isEnough`.
  mutating func say(
    _ body: some UCIMessageBody, listen: Duration = .milliseconds(10),
    until isEnough: (Self) -> Bool = { _ in false }
  ) async throws {
    try await say(body.packet, listen: listen, until: isEnough)
  }

  mutating func say(
    _ packet: UCIPacket, limit: Int = 255, listen: Duration = .milliseconds(10),
    until isEnough: (Self) -> Bool = { _ in false }
  ) async throws {
    // A board that asks for each command again has it the second time.
    for _ in 0..<(asksAgain && packet.messageType == .command ? 2 : 1) {
      for segment in UCIPacketizer(controlLimit: limit).segments(of: packet) {
        try await sendRaw(segment)
      }
    }
    try await self.listen(listen, until: isEnough)
  }

  mutating func listen(
    _ duration: Duration, until isEnough: (Self) -> Bool = { _ in false }
  ) async throws {
    let end = lab.now.advanced(by: duration)
    while let frames, !isEnough(self) {
      do throws(RigError) {
        for item in receiver.append(try await frames.receive(until: end).bytes) {
          switch item {
          case .packet(let packet, let raw):
            packets.append(packet)
            transcript.append("\(lab.now) \(Hexadecimal.encode(raw))")
          case .damage(let reason, _): transcript.append("\(lab.now) \(reason)")
          }
        }
      } catch {
        if error.code == .timedOut { return }
        transcript.append("\(lab.now) closed")
        disconnect()
      }
    }
  }

  /// The messages of one kind that came, in order.
  func all<Body: UCIMessageBody>(_: Body.Type) -> [Body] {
    packets.filter {
      $0.messageType == Body.messageType && $0.gid == Body.gid && $0.oid == Body.oid
    }.compactMap { try? Body(packet: $0, dialect: .fira2) }
  }

  /// Resets the board, makes a session and configures it; its token.
  mutating func configure(
    session: UInt32, _ configuration: AppConfiguration
  ) async throws -> UInt32 {
    try await say(SessionInitCommand(sessionID: session, sessionType: .firaRanging))
    let token = all(SessionInitResponse.self).last?.sessionHandle ?? 0
    try await say(
      SessionSetAppConfigCommand(sessionToken: token, tlvs: configuration.parameters))
    return token
  }
}

/// What a phone's radio is configured with to range with an accessory.
func phoneConfiguration(
  _ data: ShareableConfigurationData, peers: [UInt16], interval: Int64? = nil
) -> AppConfiguration {
  func bytes(_ value: UInt16) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
  }
  var configuration = AppConfiguration()
  let numbers: [(AppConfigID, Int64)] = [
    (.deviceType, 1), (.deviceRole, 1), (.multiNodeMode, peers.count > 1 ? 1 : 0),
    (.rangingRoundUsage, 2), (.channelNumber, Int64(data.channel)), (.stsConfig, 0),
    (.rframeConfig, 3), (.scheduleMode, 1), (.preambleCodeIndex, Int64(data.preambleCode)),
    (.sfdID, 2), (.slotDuration, Int64(data.slotDuration)),
    (.rangingDuration, interval ?? Int64(data.rangingDuration)),
    (.slotsPerRR, Int64(data.slotsPerRound)), (.rssiReporting, 1),
  ]
  for (id, number) in numbers { configuration.set(id, number) }
  configuration[.deviceMACAddress] = bytes(data.destinationAddress)
  configuration[.vendorID] = [0x4C, 0x00]
  configuration[.staticSTSIV] = data.staticSTSIV
  configuration.destinations = peers.map(bytes)
  return configuration
}

extension SessionInfoNotification {
  /// Distances in cm of short two-way measurements; 0xFFFF for none.
  var distances: [UInt16] {
    measurements.compactMap { measurement in
      guard case .twrShort(let record) = measurement else { return nil }
      return record.distance
    }
  }
}

extension LabServices {
  /// Puts a UWB board in the room and lets it serve a port of its name.
  func subsystem(
    _ lab: Lab, _ room: Room, _ settings: VirtualSubsystem.Settings,
    at position: Position = Position(0, 0, 1)
  ) throws -> MemoryPort {
    let board = try VirtualSubsystem(lab: lab, room: room, settings: settings)
    room.place(settings.name, at: position)
    return serve(lab, settings.name) { await board.serve($0) }
  }
}

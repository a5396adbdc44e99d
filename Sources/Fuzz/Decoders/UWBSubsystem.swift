import UCI

extension FuzzTarget {
  /// A virtual UWB subsystem under any sequence of packets and ranging rounds.
  static let uwbSubsystem = FuzzTarget("UWBSubsystem") { bytes in
    var input = Input(bytes)
    var bench = Bench()
    while !input.isAtEnd { bench.step(&input) }
  }
}

/// A subsystem and what its owner knows of it.
private struct Bench {
  var subsystem = UWBSubsystem()
  /// Tokens that the radio ranges for.
  var ranging: [UInt32] = []

  mutating func step(_ input: inout Input) {
    switch input.byte() {
    case 0...0xDF:
      // A command whose header is a group and an opcode.
      let gid = input.byte() & 0x0F
      let oid = input.byte() & 0x3F
      let command = UCIPacket(.command, gid: gid, oid: oid, payload: payload(&input))
      carryOut(subsystem.receive(command, microseconds: UInt64(input.byte())), answering: command)
    case 0xE0...0xEF:
      let type = UCIMessageType(rawValue: input.byte() & 7)
      let packet = UCIPacket(type, gid: input.byte() & 0x0F, oid: 2, payload: payload(&input))
      carryOut(subsystem.receive(packet), answering: type == .command ? packet : nil)
    case 0xF0...0xFB:
      let heard = UWBSMeasurement(
        address: input.bytes(2), distanceCentimetres: input.word(),
        azimuth: .init(degrees: Double(input.byte()) * 3 - 360),
        signalStrengthDBm: -Double(input.byte()))
      for token in ranging {
        carryOut(
          subsystem.rangingRound(token: token, measurements: [heard]),
          answering: nil)
      }
    default:
      for token in ranging {
        carryOut(
          subsystem.rangingEnded(
            token: token, reason: .stateChangeWithSessionManagementCommands), answering: nil)
      }
    }
    check()
  }

  /// Tokens of sessions that exist are written into the payload where the input asks for it: they
  /// are hard to guess.
  private func payload(_ input: inout Input) -> [UInt8] {
    var payload = input.piece()
    let place = input.byte()
    if place & 0x80 != 0, payload.count >= 4, let last = subsystem.sessions.last {
      let session = place & 0x40 == 0 ? last : subsystem.sessions[0]
      let token = session.token.littleEndian
      for index in 0..<4 {
        payload[index] = UInt8(truncatingIfNeeded: token >> UInt32(8 * index))
      }
    }
    return payload
  }

  private mutating func carryOut(_ actions: [UWBSubsystem.Action], answering command: UCIPacket?) {
    var responses = 0
    for action in actions {
      switch action {
      case .send(let packet):
        checkSent(packet)
        guard packet.messageType == .response else { continue }
        responses += 1
        expect(
          packet.gid == command?.gid && packet.oid == command?.oid,
          "\(packet.opcodeName()) answers another command")
      case .startRanging(let token, _):
        expect(!ranging.contains(token), "session \(token) is started twice")
        ranging.append(token)
      case .updateRanging(let token, _):
        expect(ranging.contains(token), "session \(token) is changed and does not range")
      case .stopRanging(let token):
        expect(ranging.contains(token), "session \(token) is stopped and does not range")
        ranging.removeAll { $0 == token }
      case .transmit(let token, _, _, _):
        expect(ranging.contains(token), "session \(token) transmits data and does not range")
      }
    }
    expect(responses == (command == nil ? 0 : 1), "\(responses) responses to a packet")
  }

  private func checkSent(_ packet: UCIPacket) {
    let dialect = subsystem.personality.dialect
    let message = UCIMessage.decode(packet: packet, dialect: dialect)
    expect(message.encode() == packet, "\(message.name) is not what it says")
    if case .malformed(_, let error) = message, packet.payload.count > 1 {
      broken("a malformed packet is sent: \(error)")
    }
  }

  private func check() {
    let sessions = subsystem.sessions
    expect(
      sessions.count <= subsystem.personality.maximumSessions, "\(sessions.count) sessions")
    let tokens = sessions.map(\.token).sorted()
    expect(zip(tokens, tokens.dropFirst()).allSatisfy { $0 != $1 }, "a token has two sessions")
    let active = sessions.filter { $0.state == .active }.map(\.token).sorted()
    expect(active == ranging.sorted(), "\(active) are active, \(ranging) range")
    expect((subsystem.deviceState == .active) == !ranging.isEmpty, "the device's state is wrong")
  }
}

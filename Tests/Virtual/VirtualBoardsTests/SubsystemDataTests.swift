import LabRuntime
import Links
import Room
import Testing
import UCI
import UCIHost
import VirtualBoards

@Suite("Data between virtual UWB boards")
struct SubsystemDataTests {
  @Test(
    "data goes from one board's host to the other's in their rounds",
    arguments: PersonalityTests.all, PersonalityTests.all)
  func transfer(sender: String, receiver: String) throws {
    let (notifications, arrived) = try inLab { lab, room, services in
      let left = try await HostedSubsystem(
        lab, room, services, sender, name: "left", at: Position(0, 0, 1))
      let right = try await HostedSubsystem(
        lab, room, services, receiver, name: "right", at: Position(0, 4, 1))
      let type = UCISessionType.firaRangingAndInBandData
      let session = try await left.range(.controller(), type: type)
      let other = try await right.range(.controlee(), type: type)
      let data = [UInt8](repeating: 0xA5, count: 200)
      try await left.host.send(
        DataMessageSnd(
          sessionToken: session.token, destMAC: [1, 0, 0, 0, 0, 0, 0, 0], sequenceNumber: 3,
          appData: data
        ).packet)
      let packet = try await right.host.next(
        "data", until: lab.now.advanced(by: .seconds(2))
      ) { $0.messageType == .data }.packet
      _ = try await left.rounds(2, of: session)
      let notes = left.host.takePackets { $0.gid == 2 && ($0.oid == 4 || $0.oid == 5) }
      #expect(packet.payload.prefix(4).first == UInt8(truncatingIfNeeded: other.token))
      return (notes.map(\.packet.payload), packet)
    }
    let token: [UInt8] =
      ["fira1", "pica"].contains(sender)
      ? [42, 0, 0, 0] : [1, 0, 0, sender == "nxp" ? 0x80 : 0]
    // Two credits leave one for the next message, so nothing is given back.
    let credits: ([UInt8], [[UInt8]]) =
      sender == "nxp" ? ([1], []) : ([0], [token + [1]])
    #expect(notifications == [token + credits.0, token + [3, 0, 1, 1]] + credits.1)
    let dialect = UCIDialect(vendor: receiver == "nxp" ? .nxp : .none)
    switch UCIMessage.decode(packet: arrived, dialect: dialect) {
    case .dataMessageRcv(let message) where receiver != "nxp":
      #expect(message.srcMAC == [UInt8](repeating: 0, count: 8) && message.sequenceNumber == 3)
      #expect(message.appData == [UInt8](repeating: 0xA5, count: 200))
    case .dataMessageRcvNXP(let message) where receiver == "nxp":
      #expect(message.srcMAC == [UInt8](repeating: 0, count: 8) && message.sequenceNumber == 3)
      #expect(message.appData == [UInt8](repeating: 0xA5, count: 200))
    default: Issue.record("no data")
    }
  }

  @Test(
    "data for an unknown session, and data too long, are refused",
    arguments: PersonalityTests.all)
  func refused(make: String) throws {
    let statuses = try inLab { lab, room, services in
      let board = try await HostedSubsystem(
        lab, room, services, make, name: "left", at: Position(0, 0, 1))
      let session = try await board.range(.controller(), type: .firaRangingAndInBandData)
      var statuses: [UInt8] = []
      for (token, size) in [(UInt32(4711), 1), (session.token, 1100)] {
        try await board.host.send(
          DataMessageSnd(
            sessionToken: token, destMAC: [1, 0, 0, 0, 0, 0, 0, 0], sequenceNumber: 3,
            appData: [UInt8](repeating: 1, count: size)
          ).packet)
        let answer = try await board.host.next(
          "a status", until: lab.now.advanced(by: .seconds(1))
        ) { $0.messageType == .notification && $0.gid == 2 && $0.oid == 5 }
        statuses.append(answer.packet.payload[6])
      }
      return statuses
    }
    #expect(statuses == [4, 7])
  }

  @Test(
    "hostile bytes never end a board of any make: afterwards it can be reset and asked",
    arguments: PersonalityTests.all)
  func hostile(make: String) throws {
    let answered = try inLab(seed: 77) { lab, room, services in
      let board = try await HostedSubsystem(
        lab, room, services, make, name: "left", at: Position(0, 0, 1))
      let session = try await board.range(.controller(), type: .firaRangingAndInBandData)
      var random = lab.random("hostile")
      for _ in 0..<400 {
        let bytes = random.bytes(random.index(below: 60))
        let token: [UInt8] = [UInt8(truncatingIfNeeded: session.token), 0, 0, 0]
        switch random.index(below: 4) {
        case 0: try await board.host.sendRaw(bytes)
        case 1:
          try await board.host.send(
            UCIPacket(.data, gid: UInt8(random.index(below: 3)), oid: 0, payload: token + bytes))
        default:
          try await board.host.send(
            UCIPacket(
              .command, gid: UInt8(random.index(below: 16)), oid: UInt8(random.index(below: 16)),
              payload: token + bytes))
        }
        try await lab.sleep(for: .milliseconds(50), label: "between")
        _ = board.host.takePackets()
      }
      // What is left of the last packet is filled up with packets of no meaning.
      for _ in 0..<20 { try await board.host.sendRaw([UInt8](repeating: 0xFF, count: 4096)) }
      try await lab.sleep(for: .milliseconds(50), label: "the end")
      try await board.host.reset()
      return try await board.host.deviceInfo().status
    }
    #expect(answered == .ok)
  }
}

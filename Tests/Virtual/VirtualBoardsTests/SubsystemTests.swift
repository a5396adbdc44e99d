import Errors
import LabRuntime
import Links
import NearbyAccessory
import Room
import Testing
import UCI
import VirtualBoards
import WireFormat

@Suite("A virtual UWB board")
struct SubsystemBoardTests {
  @Test("measures the true distance to an accessory, block by block, until it stops")
  func ranging() throws {
    let (infos, times) = try inLab { lab, room, services in
      let lock = try services.accessory(lab, room, .init(name: "lock"))
      let radio = try services.subsystem(lab, room, .init(name: "phone"))
      var phone = ScriptedPhone(lab, room, lock)
      var host = ScriptedHost(lab, radio)
      try await phone.connect()
      try await host.connect()
      let data = AccessoryTests.shareable()
      try await phone.say([0x0A])
      try await phone.configure(data)
      let token = try await host.configure(
        session: data.sessionIdentifier, phoneConfiguration(data, peers: [phone.peer]))
      let start = lab.now
      try await host.say(SessionStartCommand(sessionToken: token), listen: .zero)
      var times: [Duration] = []
      for _ in 0..<20 {
        let count = host.all(SessionInfoNotification.self).count
        while host.all(SessionInfoNotification.self).count == count {
          try await host.listen(.milliseconds(1))
        }
        times.append(start.duration(to: lab.now))
      }
      try await phone.say([0x0C])
      try await host.listen(.milliseconds(200))
      try await host.say(SessionStopCommand(sessionToken: token), listen: .seconds(2))
      return (host.all(SessionInfoNotification.self), times)
    }
    #expect(infos.map(\.sequenceNumber) == (0..<UInt32(infos.count)).map { $0 })
    #expect(infos.prefix(20).allSatisfy { $0.distances == [500] })
    #expect(infos.dropFirst(20).allSatisfy { $0.distances == [0xFFFF] })
    #expect((21...22).contains(infos.count))
    for (index, time) in times.enumerated() {
      #expect(time >= .milliseconds(180 * (index + 1)))
      #expect(time <= .milliseconds(180 * (index + 1) + 2))
    }
  }

  @Test("one controller and two accessories at once, a session each")
  func two() throws {
    let distances = try inLab { lab, room, services in
      let radio = try services.subsystem(lab, room, .init(name: "phone"))
      var host = ScriptedHost(lab, radio)
      try await host.connect()
      var tokens: [UInt32] = []
      for (index, metres) in [2.0, 7.0].enumerated() {
        let lock = try services.accessory(
          lab, room, .init(name: "lock-\(index)"), at: Position(0, metres, 1))
        var phone = ScriptedPhone(lab, room, lock)
        var data = AccessoryTests.shareable(session: UInt32(index + 10), phone: 0x77)
        data.rangingDuration = index == 0 ? 162 : 180
        try await phone.connect()
        try await phone.say([0x0A])
        try await phone.configure(data)
        let token = try await host.configure(
          session: data.sessionIdentifier, phoneConfiguration(data, peers: [phone.peer]))
        try await host.say(SessionStartCommand(sessionToken: token))
        tokens.append(token)
        // The phone keeps its connection for as long as the lab lives.
        services.keep(phone)
      }
      try await host.listen(.seconds(3))
      return tokens.map { token in
        host.all(SessionInfoNotification.self).filter { $0.sessionToken == token }
          .suffix(10).flatMap(\.distances)
      }
    }
    #expect(
      distances == [[UInt16](repeating: 200, count: 10), [UInt16](repeating: 700, count: 10)])
  }

  @Test("goes on ranging while nobody is connected, and says nothing of it later")
  func disconnect() throws {
    let numbers = try inLab { lab, room, services in
      let radio = try services.subsystem(lab, room, .init(name: "phone"))
      var host = ScriptedHost(lab, radio)
      try await host.connect()
      let data = AccessoryTests.shareable()
      let token = try await host.configure(session: 7, phoneConfiguration(data, peers: [1]))
      try await host.say(SessionStartCommand(sessionToken: token), listen: .milliseconds(200))
      // Half a packet, which the next connection must not complete.
      try await host.sendRaw([0x20, 0x00, 0x00])
      host.disconnect()
      try await host.wait(.milliseconds(1800))
      try await host.connect()
      try await host.listen(.milliseconds(200))
      try await host.say(CoreDeviceResetCommand(resetConfig: .uwbsReset), listen: .seconds(1))
      #expect(room.openSessions == 0)
      #expect(host.all(CoreDeviceResetResponse.self).map(\.status) == [.ok])
      return host.all(SessionInfoNotification.self).map(\.sequenceNumber)
    }
    #expect(numbers == [0, 11])
  }

  @Test("hostile bytes never end it: afterwards it can be reset and asked", arguments: 0..<16)
  func hostile(seed: Int) throws {
    let answers = try inLab(seed: UInt64(seed)) { lab, room, services in
      let radio = try services.subsystem(lab, room, .init(name: "phone"))
      var random = lab.random("hostile")
      var host = ScriptedHost(lab, radio)
      try await host.connect()
      let data = AccessoryTests.shareable()
      _ = try await host.configure(session: 7, phoneConfiguration(data, peers: [1]))
      for _ in 0..<500 {
        let payload = random.bytes(random.index(below: 40))
        switch random.index(below: 8) {
        case 0:
          host.disconnect()
          try await host.connect()
        case 1: try await host.sendRaw(random.bytes(random.index(below: 3000)))
        case 2: try await host.say(SessionStartCommand(sessionToken: 1), listen: .zero)
        default:
          // Well-formed headers, known groups, any payload with a small token.
          let group = UInt8([0, 1, 2, 0xB, 0xC, 0xD, 0xE][random.index(below: 7)])
          let opcode = UInt8(random.index(below: 16))
          let token: [UInt8] = random.index(below: 2) == 0 ? [1, 0, 0, 0] : []
          try await host.say(
            UCIPacket(.command, gid: group, oid: opcode, payload: token + payload),
            listen: .milliseconds(1))
        }
      }
      host.disconnect()
      try await host.connect()
      try await host.say(CoreDeviceResetCommand(resetConfig: .uwbsReset))
      let before = host.all(CoreGetDeviceInfoResponse.self).count
      try await host.say(CoreGetDeviceInfoCommand())
      return host.all(CoreGetDeviceInfoResponse.self).count - before
    }
    #expect(answers == 1)
  }

  @Test("an unknown personality is refused with those that exist")
  func personality() {
    let error = #expect(throws: RigError.self) {
      try VirtualSubsystem(
        lab: Lab.simulated(seed: 1), room: Room(seed: 1),
        settings: .init(name: "phone", personality: "nobody"))
    }
    #expect(error?.code == .usage)
  }
}

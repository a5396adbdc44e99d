import LabRuntime
import Links
import NearbyAccessory
import Room
import Testing
import UCI
import VirtualBoards

@Suite("Serving a virtual board")
struct HostingTests {
  @Test(
    "a board ends when its task is cancelled, in every state, with its radio off", arguments: 0..<4)
  func cancelled(stage: Int) throws {
    let lab = Lab.simulated(seed: 3)
    let room = Room(seed: 3)
    let radios = try lab.run {
      let board = try VirtualAccessory(lab: lab, room: room, settings: .init(name: "lock"))
      room.place("lock", at: Position(1, 1, 1))
      let port = MemoryPort(lab, name: "lock")
      return try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await board.serve(port) }
        var phone = ScriptedPhone(lab, room, port)
        if stage > 0 { try await phone.connect() }
        if stage > 1 { try await phone.say([0x0A]) }
        if stage > 2 { try await phone.configure(AccessoryTests.shareable()) }
        let before = room.openSessions
        group.cancelAll()
        try await group.waitForAll()
        return [before, room.openSessions]
      }
    }
    #expect(radios == [stage > 2 ? 1 : 0, 0])
  }

  @Test("boards work over pseudo-terminals in real time")
  func terminals() throws {
    let lab = Lab.live(seed: 3)
    let room = Room(seed: 3, furnishing: .init(noise: .none))
    // What is awaited comes; a machine that stands still for a while only delays it.
    let patience = Duration.seconds(300)
    let distances = try lab.run {
      let accessory = try VirtualAccessory(lab: lab, room: room, settings: .init(name: "lock"))
      let subsystem = try VirtualSubsystem(lab: lab, room: room, settings: .init(name: "phone"))
      room.place("lock", at: Position(0, 3, 1))
      room.place("phone", at: Position(0, 0, 1))
      let lock = try PtyListener(lab, name: "pty:lock")
      let radio = try PtyListener(lab, name: "pty:phone")
      return try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await accessory.serve(lock) }
        group.addTask { await subsystem.serve(radio) }
        var phone = ScriptedPhone(
          lab, room, SerialPort(lab, path: lock.path, parameters: .standard))
        var host = ScriptedHost(
          lab, SerialPort(lab, path: radio.path, parameters: .standard))
        var data = AccessoryTests.shareable()
        data.rangingDuration = 20
        data.slotDuration = 2400
        try await phone.connect()
        try await host.connect()
        try await phone.say([0x0A], listen: patience) { $0.configuration != nil }
        let told = phone.transcript.count
        try await phone.configure(data, listen: patience) { $0.transcript.count > told }
        try await host.say(
          SessionInitCommand(sessionID: data.sessionIdentifier, sessionType: .firaRanging),
          listen: patience
        ) { !$0.all(SessionInitResponse.self).isEmpty }
        let token = host.all(SessionInitResponse.self).last?.sessionHandle ?? 0
        try await host.say(
          SessionSetAppConfigCommand(
            sessionToken: token,
            tlvs: phoneConfiguration(data, peers: [phone.peer]).parameters),
          listen: patience
        ) { !$0.all(SessionSetAppConfigResponse.self).isEmpty }
        try await host.say(SessionStartCommand(sessionToken: token), listen: patience) {
          $0.all(SessionInfoNotification.self).count >= 3
        }
        phone.disconnect()
        host.disconnect()
        let distances = host.all(SessionInfoNotification.self).prefix(3).flatMap(\.distances)
        group.cancelAll()
        try await group.waitForAll()
        return distances
      }
    }
    #expect(distances == [300, 300, 300])
    #expect(room.openSessions == 0)
  }

  @Test("a flood that nobody reads does not grow, and the board can be used again")
  func flood() throws {
    let heard = try inLab { lab, room, services in
      let port = try services.accessory(
        lab, room,
        .init(name: "lock", misbehaviour: AccessoryFault.named("floods")))
      let link = try await port.open()
      link.setReading(false)
      link.start { _ in }
      try await link.send([1, 0, 0x0A])
      try await lab.sleep(for: .seconds(10), label: "nobody reads")
      link.close()
      try await lab.sleep(for: .seconds(1), label: "the board to notice")
      var phone = ScriptedPhone(lab, room, port)
      try await phone.connect()
      try await phone.listen(.seconds(1))
      let quiet = phone.transcript
      try await phone.say([0x0A])
      return (quiet.count, phone.transcript.count)
    }
    #expect(heard.0 == 0)
    #expect(heard.1 > 50)
  }

  @Test("whoever connects to a board that has died is hung up on, until it is back")
  func death() throws {
    let lines = try inLab { lab, room, services in
      let port = try services.accessory(
        lab, room,
        .init(name: "lock", misbehaviour: AccessoryFault.named("dies-on-unknown")))
      var phone = ScriptedPhone(lab, room, port)
      try await phone.connect()
      try await phone.say([0xFF])
      try await phone.connect()
      try await phone.listen(.milliseconds(100))
      try await phone.wait(.seconds(1))
      try await phone.connect()
      try await phone.say([0x0C])
      return phone.transcript.map { $0.split(separator: " ").last ?? "" }
    }
    #expect(lines == ["closed", "closed", "03"])
  }
}

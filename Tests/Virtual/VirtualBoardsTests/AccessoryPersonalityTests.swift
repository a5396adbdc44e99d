import LabRuntime
import NearbyAccessory
import Room
import Testing
import VirtualBoards

@Suite("The makes of virtual accessories")
struct AccessoryPersonalityTests {
  private static func phone(
    _ personality: String, _ misbehaviour: String? = nil,
    _ body: @escaping @Sendable (inout ScriptedPhone) async throws -> Void
  ) throws -> [String] {
    try inLab { lab, room, services in
      let port = try services.accessory(
        lab, room,
        .init(
          name: "lock", personality: personality,
          misbehaviour: misbehaviour.flatMap(AccessoryFault.named)))
      room.place("phone", at: Position(0, 0, 1))
      var phone = ScriptedPhone(lab, room, port)
      try await phone.connect()
      try await body(&phone)
      // Without the times, which are those of the script.
      return phone.transcript.map {
        $0.split(separator: " ", maxSplits: 1).last.map(String.init) ?? ""
      }
    }
  }

  @Test("Stella takes a message without a byte for the one before")
  func staleBuffer() throws {
    for (personality, answers) in [("nxp-stella", 2), ("reference", 1)] {
      let seen = try Self.phone(personality) { phone in
        try await phone.say([])
        try await phone.say([0x0A])
        try await phone.say([])
      }
      #expect(seen.count == answers, "\(personality): \(seen)")
      #expect(seen.allSatisfy { $0.contains("01010000") }, "\(seen)")
    }
  }

  @Test("nrfuwb's radio takes 40 ms to come up, and a stop before that leaves it off")
  func startUp() throws {
    let data = AccessoryTests.shareable()
    let seen = try Self.phone("nrfuwb") { phone in
      try await phone.say([0x0A])
      try await phone.configure(data, listen: .milliseconds(39))
      phone.range("39 ms", data)
      try await phone.listen(.milliseconds(2))
      phone.range("41 ms", data)
      try await phone.say([0x0C])
      try await phone.say([0x0A])
      try await phone.configure(data, listen: .milliseconds(10))
      try await phone.say([0x0C])
      phone.range("stopped", data)
    }
    #expect(seen.contains { $0.hasSuffix("39 ms: nothing") }, "\(seen)")
    #expect(seen.contains { $0.hasSuffix("41 ms: 5.0 m") }, "\(seen)")
    #expect(seen.contains { $0.hasSuffix("stopped: nothing") }, "\(seen)")
  }

  @Test("old Qorvo firmware ends its session at an initialize, new firmware keeps it")
  func reinitialization() throws {
    let data = AccessoryTests.shareable()
    for (misbehaviour, sessions) in [(nil, 1), ("restarts-on-initialize", 0)] {
      let seen = try Self.phone("qorvo-qani", misbehaviour) { phone in
        try await phone.say([0x0A])
        try await phone.configure(data)
        try await phone.say([0x0A])
        phone.note("sessions on the air: \(phone.room.openSessions)")
      }
      #expect(seen.last?.hasSuffix("air: \(sessions)") == true, "\(seen)")
    }
  }
}

import LabRuntime
import NearbyAccessory
import NearbySession
import Testing
import UCIHost

@Suite("A phone")
struct PhoneTests {
  @Test(
    "gives a run exactly one of three outcomes",
    arguments: AppState.allCases, NearbyPermission.allCases)
  func outcomes(_ appState: AppState, _ permission: NearbyPermission) throws {
    let told = try withPhone(permission: permission) { phone, _ in
      phone.enter(appState)
      let session = try phone.running()
      if phone.prompts.tryReceive() != nil { phone.answer(isAllowed: true) }
      return await session.told()
    }
    let starts = ["started running", "generated shareable data"]
    switch (appState, permission) {
    case (_, .refused): #expect(told == ["invalidated: userDidNotAllow (-5884)"])
    case (.foreground, _): #expect(told == starts)
    default: #expect(told == ["suspended"])
    }
  }

  @Test("turns its radio on for a run, and off for everything that ends one")
  func radio() throws {
    let radio = ScriptedRadio()
    let states = try withPhone(radio: radio) { phone, _ in
      let session = try phone.running()
      var states = [radio.ranging]
      for end in [session.pause, { phone.enter(.locked) }, session.invalidate] {
        end()
        states.append(radio.ranging)
        phone.enter(.foreground)
        try? session.runAgain()
      }
      return states
    }
    #expect(states == [[0], [], [], []])
    #expect(radio.orders.count == 3)
  }

  @Test("passes a distance on, and removes what is silent for the time of the limit")
  func removal() throws {
    let radio = ScriptedRadio()
    let (distance, after) = try withPhone(radio: radio) { phone, lab in
      let session = try phone.running()
      _ = await session.told()
      try await lab.sleep(for: .seconds(10), label: "a while")
      radio.hear(0, metres: 2.5, at: lab.now)
      let heard = lab.now
      guard case .updated(let update, _) = try await session.events.receive().event else {
        return (0.0, Duration.zero)
      }
      let removed = try await session.events.receive()
      guard case .removed(.timeout, _) = removed.event else { return (0.0, .zero) }
      return (update.distanceMetres, heard.duration(to: removed.at))
    }
    #expect(distance == 2.5)
    #expect(after == .seconds(15))
  }

  @Test("without a radio is protocol only: nothing is removed")
  func protocolOnly() throws {
    let told = try withPhone { phone, _ in
      let session = try phone.running()
      return await session.told(within: .seconds(100))
    }
    #expect(told == ["started running", "generated shareable data"])
  }

  @Test("ends a session whose radio fails")
  func radioFails() throws {
    let radio = ScriptedRadio()
    let told = try withPhone(radio: radio) { phone, _ in
      let session = try phone.running()
      radio.report(.failed(0, "the board is gone"))
      return await session.told(within: .seconds(1))
    }
    #expect(told.last == "invalidated: sessionFailed (-5887)")
  }

  @Test("is not moved by reports about sessions that it does not have")
  func foreignReports() throws {
    let radio = ScriptedRadio()
    let told = try withPhone(radio: radio) { phone, lab in
      let session = try phone.running()
      _ = await session.told()
      for number in [-1, 1, 1000] { radio.hear(number, metres: 1, at: lab.now) }
      return await session.told(within: .seconds(1))
    }
    #expect(told.isEmpty)
  }

  @Test("ends every session when the permission is withdrawn, the suspended ones too")
  func withdrawal() throws {
    let told = try withPhone { phone, _ in
      let (first, second) = (try phone.running(1), try phone.running(2))
      _ = await first.told()
      phone.enter(.background)
      phone.answer(isAllowed: false)
      return await [first.told(), second.told()].map(\.last)
    }
    #expect(told == Array(repeating: "invalidated: userDidNotAllow (-5884)", count: 2))
  }

  @Test("comes to the same radio parameters as its peer, one of them controls")
  func peers() throws {
    let (left, right) = (ScriptedRadio(), ScriptedRadio())
    _ = try withPhone(radio: left) { anna, lab in
      let ben = Phone(name: "ben", lab: lab, radio: ScriptedRadio.Bound(right, lab))
      let (first, second) = (anna.makeSession(), ben.makeSession())
      let (token, other) = (first.discoveryToken?.bytes ?? [], second.discoveryToken?.bytes ?? [])
      try first.run(.peer(anna.peerConfiguration(token: other)))
      try second.run(.peer(ben.peerConfiguration(token: token)))
    }
    let (one, two) = (try #require(left.orders.first), try #require(right.orders.first))
    #expect(one.sessionIdentifier == two.sessionIdentifier)
    #expect(one.parameters.staticSTSIV == two.parameters.staticSTSIV)
    #expect(one.parameters.preambleCode == two.parameters.preambleCode)
    #expect(one.parameters.deviceAddress == two.peerAddress)
    #expect(two.parameters.deviceAddress == one.peerAddress)
    #expect(one.parameters.deviceType != two.parameters.deviceType)
  }

  @Test("has the same history for the same seed", arguments: UInt64(1)...3)
  func determinism(_ seed: UInt64) throws {
    let tokens = try (0..<2).map { _ in
      try withPhone(seed: seed) { phone, _ in
        (0..<4).map { _ in phone.makeSession().discoveryToken }
      }
    }
    #expect(tokens[0] == tokens[1])
  }
}

@Suite("The questions of a phone")
struct PromptTests {
  @Test("are asked once, however many sessions wait for the answer")
  func once() throws {
    let (questions, told) = try withPhone(permission: .notAsked) { phone, _ in
      let sessions = [try phone.running(1), try phone.running(2), try phone.running(3)]
      var questions = 0
      while phone.prompts.tryReceive() != nil { questions += 1 }
      phone.answer(isAllowed: true)
      var told: [String?] = []
      for session in sessions { told.append(await session.told().first) }
      return (questions, told)
    }
    #expect(questions == 1)
    #expect(told == Array(repeating: "started running", count: 3))
  }
}

@Suite("An application that does not read")
struct UnreadEventTests {
  @Test("does not fill the memory: updates are lost, what matters is not")
  func bounded() throws {
    let radio = ScriptedRadio()
    let (count, last) = try withPhone(radio: radio) { phone, lab in
      let session = try phone.running()
      for _ in 0..<20_000 { radio.hear(0, metres: 1, at: lab.now) }
      try await lab.sleep(for: .seconds(20), label: "the removal")
      let count = session.events.count
      return (count, await session.told().last)
    }
    #expect(count == 10_001)
    #expect(last == "removed: timeout")
  }
}

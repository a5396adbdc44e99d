import LabRuntime
import Links
import NearbyAccessory
import Testing

@testable import NearbySession

@Suite("An application that retries")
struct ApplicationTests {
  private static let token = DiscoveryTokens.one

  @Test(
    "waits as its policy says",
    arguments: [
      (RetryPolicy(attempts: 4, firstPause: .seconds(1)), [1, 2, 4, 8]),
      (RetryPolicy(attempts: 3, firstPause: .seconds(4), longestPause: .seconds(5)), [4, 5, 5]),
      (RetryPolicy(attempts: 2, firstPause: .seconds(3), growth: 1), [3, 3]),
      (RetryPolicy.none, []),
    ])
  func pauses(_ policy: RetryPolicy, _ seconds: [Int]) {
    #expect((1...6).compactMap { policy.pause(before: $0) } == seconds.map { .seconds($0) })
    #expect(policy.pause(before: 0) == nil)
  }

  @Test("lives through a policy without measure")
  func extremes() {
    let policy = RetryPolicy(
      attempts: .max, firstPause: .seconds(1), growth: .max, longestPause: .seconds(Int64.max))
    #expect(policy.pause(before: .max) == .seconds(86_400))
  }

  @Test("runs again with what it knows, or exchanges anew when the accessory has stopped")
  func steps() {
    for (messages, first) in [
      ([AccessoryMessage.didStart()], ApplicationFlow.Output.runAgain),
      ([.didStart(), .didStop()], .send(.stop())),
    ] {
      var flow = ApplicationFlow()
      for message in messages { _ = flow.handle(.received(message), now: .zero) }
      #expect(flow.handle(.event(.removed(.timeout, object: Self.token)), now: .zero).isEmpty)
      #expect(flow.handle(.deadline, now: .zero).isEmpty)
      #expect(flow.handle(.deadline, now: .seconds(1)).first == first)
    }
  }

  @Test("forgets its attempts when it is updated")
  func recovered() {
    var flow = ApplicationFlow(policy: RetryPolicy(attempts: 1))
    for _ in 0..<5 {
      let outputs = flow.handle(.event(.removed(.timeout, object: Self.token)), now: .zero)
      #expect(!outputs.contains(.gaveUp))
      _ = flow.handle(.deadline, now: .seconds(1))
      let update = NearbyEvent.Update(
        distanceMetres: 1, azimuth: nil, elevation: nil, sequence: 0, at: .zero)
      _ = flow.handle(.event(.updated(update, object: Self.token)), now: .seconds(2))
    }
  }

  @Test("has all its attempts again when it begins again after it gave up")
  func beginsAgain() {
    var flow = ApplicationFlow(policy: RetryPolicy(attempts: 1))
    for _ in 0..<3 {
      #expect(flow.handle(.begin, now: .zero) == [.send(.initialize())])
      let first = flow.handle(.event(.removed(.timeout, object: Self.token)), now: .zero)
      #expect(first.isEmpty)
      _ = flow.handle(.deadline, now: .seconds(1))
      let second = flow.handle(.event(.removed(.timeout, object: Self.token)), now: .zero)
      #expect(second.last == .gaveUp)
    }
  }

  @Test("does what the sample does when it is suspended and when the suspension ends")
  func suspension() {
    var flow = ApplicationFlow()
    #expect(flow.handle(.event(.suspended), now: .zero) == [.send(.stop())])
    #expect(flow.handle(.event(.suspensionEnded), now: .zero) == [.send(.initialize())])
  }

  @Test("runs a whole exchange, and says how long the data took to the wire")
  func exchange() throws {
    let accessory = FakeAccessory()
    let relays = Record<Duration>()
    let (started, _) = try Self.exchange(with: accessory, for: .seconds(5), relays)
    #expect(started)
    #expect(relays.all == [.zero])
    #expect(accessory.received.all.map(\.identifier) == [.initialize, .configureAndStart])
  }

  /// Notes of Qorvo firmware, of which no source says when they come: a good one, one whose length
  /// lies, one cut, and one without a text; and what else a vendor sends.
  static let strays: [[UInt8]] = [
    [0x2F, 5, 120, 0x61, 0x62, 0x63], [0x2F, 200, 120, 0x61], [0x2F, 3], [0x2F], [0x2F, 2, 0],
    [0x2F, 0, 0, 0], [0x20, 1, 2], [0x21], [0x04, 9], [0xEE],
  ]

  @Test("goes on whatever notes of a vendor come in between", arguments: strays)
  func vendorNotes(_ note: [UInt8]) throws {
    var accessory = FakeAccessory()
    accessory.strays = [note]
    let (started, told) = try Self.exchange(with: accessory, for: .seconds(5))
    #expect(started)
    #expect(told == ["started running", "generated shareable data"])
    #expect(accessory.received.all.map(\.identifier) == [.initialize, .configureAndStart])
  }

  @Test("reads what a note of Qorvo firmware says, and writes it again")
  func qorvoNote() throws {
    let received = ReceivedMessage(bytes: Self.strays[0], at: .zero)
    guard case .qorvoNotify(let notification) = received.message else {
      Issue.record("it is \(received.message)")
      return
    }
    #expect(notification.distance == 120 && notification.text == Array("abc".utf8))
    #expect(received.error == nil)
    #expect(received.message.encode() == received.bytes)
    var flow = ApplicationFlow()
    for message in [received.message, .didStart(), received.message] {
      #expect(flow.handle(.received(message), now: .zero).isEmpty)
    }
    #expect(flow.nextDeadline == nil)
  }

  /// Whether the accessory says did-start, and what the session was told by then and a while after.
  private static func exchange(
    with accessory: FakeAccessory, for patience: Duration, _ relays: Record<Duration> = Record()
  ) throws -> (Bool, [String]) {
    try withPhone { phone, lab in
      let port = MemoryPort(lab, name: "virtual:accessory", preservesMessages: true)
      return try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          while let link = try? await port.connections.receive() {
            await accessory.serve(link, lab)
          }
        }
        let channel = FrameLink(
          try await port.open(), cutter: MessageCutter(), lab: lab)
        let application = AccessoryApplication(
          session: phone.makeSession(), channel: channel, onRelay: { relays.append($0) })
        group.addTask { await application.serve() }
        defer {
          group.cancelAll()
          port.close()
        }
        application.begin()
        var (didStart, told) = (false, [String]())
        let deadline = lab.after(patience)
        while let happening = try? await application.happenings.receive(until: deadline) {
          switch happening {
          case .received(.didStart, _): didStart = true
          case .event(let event): told.append(event.event.name)
          case .disconnected, .gaveUp, .refused: return (false, told)
          default: break
          }
        }
        return (didStart, told)
      }
    }
  }
}

/// Tokens for values that need one.
enum DiscoveryTokens {
  static let one: DiscoveryToken = {
    var random = LabRandom(seed: 1, stream: "a token")
    return DiscoveryToken(random: &random)
  }()
}

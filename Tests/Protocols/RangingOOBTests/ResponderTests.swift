import RangingOOB
import Testing
import WireFormat

struct ResponderTests {
  private var board = OOBResponder()

  private mutating func receive(_ message: OOBMessage) -> [OOBResponder.Action] {
    board.handle(.received(message.encode()), now: .zero)
  }

  private static func configuration(
    version: UInt8 = 1, start: OOBTechnologySet? = nil, motion: OOBMotionSupport? = nil,
    _ change: (inout ConfigurationBlock.UWB) -> Void = { _ in }
  ) -> OOBMessage {
    var block = ConfigurationBlock.UWB()
    change(&block)
    return OOBMessage(
      version: version,
      .configurationRequest(.init(blocks: [.uwb(block)], start: start, motion: motion)))
  }

  private mutating func start() {
    _ = receive(Self.configuration())
    _ = board.handle(.radioStarted(run: board.run), now: .zero)
  }

  private static func answer(_ set: OOBTechnologySet, version: UInt8 = 1) -> OOBResponder.Action {
    .send(OOBMessage(version: version, .configurationResponse(set)))
  }

  @Test("only what was asked is offered, in the board's order, with a tail from version 2")
  mutating func capabilities() {
    let set = OOBTechnologySet([.rssi, .uwb, .wifiPD])
    for (asked, answered) in [(1, 1), (2, 2), (3, 3), (9, 3), (255, 3)] as [(UInt8, UInt8)] {
      let actions = receive(OOBMessage(version: asked, .capabilitiesRequest(set)))
      let expected = OOBMessage.Capabilities(
        blocks: [.uwb(.init()), .rssi(.init())], tail: answered == 1 ? nil : .init())
      #expect(
        actions == [.send(OOBMessage(version: answered, .capabilitiesResponse(expected)))])
    }
  }

  @Test("a configuration is answered when the radio runs, with what started")
  mutating func starts() {
    let actions = receive(Self.configuration())
    #expect(actions == [.startRadio(ConfigurationBlock.UWB(), run: 1)])
    #expect(board.handle(.radioStarted(run: 1), now: .zero) == [Self.answer(.uwb)])
    #expect(board.running == .uwb)
  }

  @Test("a radio that does not start is told")
  mutating func fails() {
    _ = receive(Self.configuration())
    #expect(board.handle(.radioEnded(run: 1), now: .zero) == [Self.answer([])])
    #expect(!board.isActive)
  }

  static let refused: [@Sendable (inout ConfigurationBlock.UWB) -> Void] = [
    { $0.channel = 5 }, { $0.preamble = 13 }, { $0.configID = 2 }, { $0.slot = 0 },
    { $0.slot = 3 }, { $0.interval = 95 }, { $0.interval = 5001 }, { $0.sessionID = 0 },
    { $0.key = [1, 2, 3, 4, 5, 6, 7] }, { $0.key = [UInt8](repeating: 1, count: 16) },
    { $0.address = [0x1A, 0x2B] }, { $0.address = [0xFF, 0xFF] },
    { $0.role = OOBRole(rawValue: 3) },
    { $0.mode = OOBMode(rawValue: 0) },
  ]

  @Test(
    "what it did not announce does not start, and the next configuration does", arguments: refused)
  mutating func refuses(change: @Sendable (inout ConfigurationBlock.UWB) -> Void) {
    let actions = receive(Self.configuration(change))
    #expect(actions.contains(Self.answer([])))
    #expect(!actions.contains { if case .startRadio = $0 { true } else { false } })
    #expect(receive(Self.configuration()) == [.startRadio(ConfigurationBlock.UWB(), run: 1)])
  }

  @Test("capabilities without a slot that there is refuse every one", arguments: [0, 1, 2, 3, 255])
  func noSlot(slot: UInt8) {
    var capabilities = CapabilityBlock.UWB()
    capabilities.minimumSlot = max(3, slot)
    var block = ConfigurationBlock.UWB()
    block.slot = slot
    #expect(capabilities.refusal(of: block) == "a slot of \(slot) ms")
  }

  @Test("what is configured and not started waits")
  mutating func configuresAlone() {
    #expect(receive(Self.configuration(start: [])) == [Self.answer(.uwb)])
    #expect(!board.isActive)
  }

  @Test("a second configuration replaces the first")
  mutating func replaces() {
    start()
    let second = Self.configuration { $0.sessionID = 7 }
    let actions = receive(second)
    #expect(actions.first == .stopRadio(run: 1))
    #expect(board.configuration?.sessionID == 7 && board.run == 2)
  }

  @Test("a stop is answered with what stopped")
  mutating func stops() {
    let stop = OOBMessage(version: 1, .stopRequest(.known))
    let nothing = OOBMessage(version: 1, .stopResponse([]))
    #expect(receive(stop) == [.send(nothing)])
    start()
    #expect(
      receive(stop)
        == [.stopRadio(run: 1), .send(OOBMessage(version: 1, .stopResponse(.uwb)))])
    #expect(receive(stop) == [.send(nothing)])
  }

  @Test("without a link it ranges on until its timer ends")
  mutating func orphan() {
    start()
    #expect(board.handle(.linkDown, now: .seconds(1)).isEmpty)
    #expect(board.deadline == .seconds(61))
    #expect(board.handle(.deadline, now: .seconds(61)) == [.stopRadio(run: 1)])
    #expect(!board.isActive && board.deadline == nil)
  }

  @Test("motion is told when the phone wants it, and ranging goes on")
  mutating func motion() {
    start()
    #expect(board.handle(.moved(.large), now: .zero).isEmpty)
    _ = receive(Self.configuration(version: 3, motion: .supported))
    _ = board.handle(.radioStarted(run: board.run), now: .zero)
    #expect(
      board.handle(.moved(.large), now: .zero)
        == [.send(OOBMessage(version: 3, .motion(.large)))])
    #expect(board.handle(.moved(.large), now: .zero).isEmpty)
  }

  @Test("a block without its bit, a bit without its block, and a block twice are refused")
  mutating func inconsistent() {
    var without = OOBMessage.Configuration(blocks: [])
    without.configure = .uwb
    var bare = OOBMessage.Configuration(blocks: [.uwb(.init())])
    bare.configure = []
    let twice = OOBMessage.Configuration(blocks: [.uwb(.init()), .uwb(.init())])
    for request in [without, bare, twice] {
      let actions = receive(OOBMessage(version: 1, .configurationRequest(request)))
      #expect(actions.last == Self.answer([]))
      #expect(!board.isActive)
    }
  }
}

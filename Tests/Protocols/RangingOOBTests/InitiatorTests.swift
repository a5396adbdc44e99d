import RangingOOB
import Testing
import WireFormat

struct InitiatorTests {
  private struct Sequence: RandomNumberGenerator {
    var state: UInt64 = 1
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state
    }
  }

  private var random = Sequence()

  private mutating func give(
    _ phone: inout OOBInitiator, _ input: OOBInitiator.Input, at now: Duration = .zero
  ) -> [OOBInitiator.Action] {
    phone.handle(input, now: now, random: &random)
  }

  @Test("phone and board come to the same session", arguments: AndroidGeneration.allCases)
  mutating func agrees(generation: AndroidGeneration) throws {
    for isSecure in [false, true] {
      var settings = OOBInitiatorSettings(generation)
      settings.isSecure = isSecure
      var phone = OOBInitiator(settings)
      var board = OOBResponder()
      var sent: [[UInt8]] = []
      var started: ConfigurationBlock.UWB?
      var pending = give(&phone, .start(peers: 1))
      while !pending.isEmpty {
        switch pending.removeFirst() {
        case .send(let message, _):
          sent.append(message.encode())
          for action in board.handle(.received(message.encode()), now: .zero) {
            switch action {
            case .send(let answer):
              pending += give(&phone, .received(answer.encode(), peer: 0))
            case .startRadio(let block, let run):
              started = block
              for case .send(let answer) in board.handle(.radioStarted(run: run), now: .zero) {
                pending += give(&phone, .received(answer.encode(), peer: 0))
              }
            default: break
            }
          }
        case .startRadio(let block, let address, _):
          #expect(block == started || generation == .android16Preview)
          #expect(address == CapabilityBlock.UWB().address)
          pending += give(&phone, .radioStarted(peer: 0))
        default: break
        }
      }
      // The preview sends the number of a rate where a board reads milliseconds.
      if generation == .android16Preview {
        #expect(started == nil)
        continue
      }
      #expect(phone.state == .ranging)
      #expect(phone.answers == [0: .uwb])
      #expect(started?.key.count == (isSecure ? 16 : 8))
      #expect(sent.first?.first == generation.version)
      #expect(sent.last?.first == (generation == .android17 ? 3 : 1))
      let end = give(&phone, .stop)
      #expect(end.first == .stopRadio(peer: 0))
      #expect(end.last == .closed(.stopped))
    }
  }

  @Test("a board that is silent is given up after the timeout of the release")
  mutating func silence() {
    for (generation, limit) in [(AndroidGeneration.android16Preview, 2), (.android17, 4)] {
      var phone = OOBInitiator(OOBInitiatorSettings(generation))
      _ = give(&phone, .start(peers: 1))
      #expect(phone.deadline == .seconds(limit))
      #expect(give(&phone, .deadline, at: .seconds(limit)) == [.closed(.noPeers)])
    }
  }

  @Test("one message that cannot be read ends the session with all boards")
  mutating func undecodable() {
    var phone = OOBInitiator(OOBInitiatorSettings())
    _ = give(&phone, .start(peers: 2))
    let actions = give(&phone, .received([3, 1, 1], peer: 0))
    guard case .closed(.internalError)? = actions.last else {
      Issue.record("\(actions)")
      return
    }
    #expect(phone.state == .closed)
  }

  @Test("a board without what the phone demands is no peer")
  mutating func mismatch() {
    var phone = OOBInitiator(OOBInitiatorSettings())
    _ = give(&phone, .start(peers: 1))
    var block = CapabilityBlock.UWB()
    block.roles = OOBRoles(rawValue: 2)
    let answer = OOBMessage(
      version: 3, .capabilitiesResponse(.init(blocks: [.uwb(block)], tail: .init())))
    #expect(
      give(&phone, .received(answer.encode(), peer: 0)) == [.closed(.capabilitiesMismatch(.role))])
  }

  @Test("a transport that is lost is waited for no longer than 5 s")
  mutating func reconnection() {
    var phone = OOBInitiator(OOBInitiatorSettings())
    _ = give(&phone, .start(peers: 1))
    let answer = OOBMessage(
      version: 3, .capabilitiesResponse(.init(blocks: [.uwb(.init())], tail: .init())))
    _ = give(&phone, .received(answer.encode(), peer: 0))
    _ = give(&phone, .radioStarted(peer: 0))
    _ = give(&phone, .linkDown(peer: 0), at: .seconds(1))
    #expect(phone.deadline == .seconds(6))
    #expect(
      give(&phone, .deadline, at: .seconds(6))
        == [.stopRadio(peer: 0), .closed(.connectionLost)])
  }

  @Test("ten seconds of errors end the session with a stop")
  mutating func errors() {
    var phone = OOBInitiator(OOBInitiatorSettings())
    _ = give(&phone, .start(peers: 1))
    let answer = OOBMessage(
      version: 3, .capabilitiesResponse(.init(blocks: [.uwb(.init())], tail: .init())))
    _ = give(&phone, .received(answer.encode(), peer: 0))
    _ = give(&phone, .radioStarted(peer: 0))
    _ = give(&phone, .measured(peer: 0), at: .seconds(5))
    #expect(phone.deadline == .seconds(15))
    #expect(
      give(&phone, .deadline, at: .seconds(15)) == [
        .stopRadio(peer: 0), .send(OOBMessage(version: 3, .stopRequest(.uwb)), peer: 0),
        .closed(.errorStreak),
      ])
  }
}

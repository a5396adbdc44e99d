import NearbyAccessory
import Testing
import WireFormat

struct PhoneExchangeTests {
  private let scd: [UInt8] = [1, 2, 3]
  private let acd: [UInt8] = [9, 8, 7]

  private func exchange(at state: PhoneExchange.State) -> PhoneExchange {
    var exchange = PhoneExchange()
    let steps: [(PhoneExchange.State, PhoneExchange.Input)] = [
      (.awaitingConfiguration, .start), (.configured, .received([0x01] + acd)),
      (.awaitingStart, .configure(scd)), (.started, .received([0x02])), (.awaitingStop, .stop),
    ]
    for (reached, input) in steps where exchange.state != state {
      _ = exchange.handle(input, now: .zero)
      #expect(exchange.state == reached)
    }
    #expect(exchange.state == state)
    return exchange
  }

  @Test("a full exchange goes through its states with their deadlines")
  func fullExchange() {
    var phone = PhoneExchange()
    #expect(phone.handle(.start, now: .seconds(10)) == [.send(.initialize())])
    #expect(phone.nextDeadline == .seconds(11))
    #expect(
      phone.handle(.received([0x01] + acd), now: .milliseconds(10_500))
        == [.deliverAccessoryConfiguration(acd)])
    #expect(phone.nextDeadline == nil)
    #expect(phone.handle(.configure(scd), now: .seconds(20)) == [.send(.configureAndStart(scd))])
    #expect(phone.nextDeadline == .seconds(22))
    #expect(phone.handle(.received([0x02]), now: .seconds(21)) == [.accessoryStarted])
    #expect(phone.nextDeadline == nil)
    #expect(phone.handle(.stop, now: .seconds(30)) == [.send(.stop())])
    #expect(phone.nextDeadline == .seconds(31))
    #expect(phone.handle(.received([0x03]), now: .seconds(30)) == [.accessoryStopped])
    #expect(phone.state == .configured)
    #expect(phone.nextDeadline == nil)
  }

  @Test("after a stop a retry needs no initialize")
  func retry() {
    var phone = exchange(at: .awaitingStop)
    _ = phone.handle(.received([0x03]), now: .zero)
    #expect(phone.handle(.configure([5]), now: .zero) == [.send(.configureAndStart([5]))])
    #expect(phone.handle(.received([0x02]), now: .zero) == [.accessoryStarted])
  }

  @Test("a new start while the accessory may run stops it first and does not wait")
  func restart() {
    for state in [PhoneExchange.State.awaitingStart, .started] {
      var phone = exchange(at: state)
      #expect(phone.handle(.start, now: .zero) == [.send(.stop()), .send(.initialize())])
      #expect(phone.handle(.received([0x03]), now: .zero) == [.accessoryStopped])
      #expect(phone.state == .awaitingConfiguration)
      #expect(
        phone.handle(.received([0x01, 0x44]), now: .zero)
          == [.deliverAccessoryConfiguration([0x44])])
    }
  }

  @Test(
    "silence ends a wait at its deadline and not before",
    arguments: [
      (.awaitingConfiguration, 1, .idle), (.awaitingStart, 2, .configured),
      (.awaitingStop, 1, .configured),
    ] as [(PhoneExchange.State, Int, PhoneExchange.State)])
  func timeouts(state: PhoneExchange.State, seconds: Int, next: PhoneExchange.State) {
    var phone = exchange(at: state)
    #expect(phone.nextDeadline == .seconds(seconds))
    let early = Duration.seconds(seconds) - .nanoseconds(1)
    #expect(phone.handle(.deadline, now: early) == [])
    #expect(phone.handle(.deadline, now: .seconds(seconds)) == [.timedOut(state)])
    #expect(phone.state == next)
    #expect(phone.nextDeadline == nil)
    #expect(phone.handle(.deadline, now: .seconds(99)) == [])
  }

  @Test("an accessory may end by itself while it runs")
  func ownStop() {
    for state in [PhoneExchange.State.awaitingStart, .started] {
      var phone = exchange(at: state)
      #expect(phone.handle(.received([0x03]), now: .zero) == [.accessoryStopped])
      #expect(phone.state == .configured)
      #expect(phone.nextDeadline == nil)
    }
  }

  @Test("a stop that was never answered does not hide an own stop of the next session")
  func silentStop() {
    var phone = exchange(at: .started)
    _ = phone.handle(.start, now: .zero)
    for input in [PhoneExchange.Input.received([0x01] + acd), .configure(scd), .received([0x02])] {
      _ = phone.handle(input, now: .zero)
    }
    #expect(phone.handle(.received([0x03]), now: .zero) == [.accessoryStopped])
    #expect(phone.state == .configured)
  }

  @Test(
    "a message that nothing asked for is a violation and changes nothing",
    arguments: [
      (.idle, 0x01), (.configured, 0x01), (.awaitingStart, 0x01), (.started, 0x01),
      (.awaitingStop, 0x01), (.idle, 0x02), (.awaitingConfiguration, 0x02), (.configured, 0x02),
      (.started, 0x02), (.awaitingStop, 0x02), (.idle, 0x03), (.awaitingConfiguration, 0x03),
      (.configured, 0x03),
    ] as [(PhoneExchange.State, UInt8)])
  func unexpected(state: PhoneExchange.State, identifier: UInt8) {
    var phone = exchange(at: state)
    let before = phone
    let bytes = identifier == 0x01 ? [identifier] + acd : [identifier]
    let expected = PhoneExchange.Violation.unexpected(.init(rawValue: identifier), state)
    #expect(phone.handle(.received(bytes), now: .zero) == [.violation(expected)])
    #expect(phone == before)
    #expect(expected.description.contains(state.rawValue))
  }

  @Test("identifiers that an accessory may not send are violations")
  func foreign() {
    var phone = exchange(at: .started)
    for identifier in UInt8.min...UInt8.max where ![0x01, 0x02, 0x03, 0x2F].contains(identifier) {
      let outputs = phone.handle(.received([identifier, 0x00]), now: .zero)
      #expect(outputs == [.violation(.foreignIdentifier(.init(rawValue: identifier)))])
    }
  }

  @Test("a vendor message that is declared is delivered, another is a violation")
  func vendor() throws {
    let note = AccessoryMessage.qorvoNotify(try QorvoNotification(distance: 1, text: [0x41]))
    var declared = PhoneExchange(vendorIdentifiers: [.qorvoNotify])
    #expect(declared.handle(.received(note.encode()), now: .zero) == [.vendorMessage(note)])
    var plain = PhoneExchange()
    #expect(
      plain.handle(.received(note.encode()), now: .zero)
        == [.violation(.foreignIdentifier(.qorvoNotify))])
  }

  @Test("bodies that may not be are violations, and did-start and did-stop still count")
  func bodies() {
    var phone = exchange(at: .awaitingStart)
    #expect(
      phone.handle(.received([0x02, 0x00]), now: .zero)
        == [.violation(.unexpectedBody(.didStart, bytes: 1)), .accessoryStarted])
    #expect(
      phone.handle(.received([0x03, 0x00, 0x00]), now: .zero)
        == [.violation(.unexpectedBody(.didStop, bytes: 2)), .accessoryStopped])
    phone = exchange(at: .awaitingConfiguration)
    #expect(phone.handle(.received([0x01]), now: .zero) == [.violation(.emptyConfiguration)])
    #expect(phone.state == .awaitingConfiguration)
    guard case .violation(.malformed) = phone.handle(.received([]), now: .zero).first else {
      Issue.record("a message without bytes passed")
      return
    }
  }

  @Test("shareable data without known configuration data is refused")
  func refusedConfigure() {
    for state in [PhoneExchange.State.idle, .awaitingConfiguration] {
      var phone = exchange(at: state)
      guard case .refused = phone.handle(.configure(scd), now: .zero).first else {
        Issue.record("sent in \(state)")
        continue
      }
      #expect(phone.state == state)
    }
  }

  @Test("the end of the channel forgets everything", arguments: PhoneExchange.State.allCases)
  func linkDown(state: PhoneExchange.State) {
    var phone = exchange(at: state)
    #expect(phone.handle(.linkDown, now: .zero) == [])
    #expect(phone == PhoneExchange())
  }

  @Test("phone and reference accessory understand each other ten retries in a row")
  func together() throws {
    var phone = PhoneExchange()
    var accessory = AccessoryHarness()
    var started = 0
    var inputs = [PhoneExchange.Input](repeating: .start, count: 10)
    while !inputs.isEmpty {
      for output in phone.handle(inputs.removeFirst(), now: .zero) {
        switch output {
        case .send(let message):
          for action in accessory.write(message.encode()) {
            switch action {
            case .send(let answer): inputs.insert(.received(answer.encode()), at: 0)
            case .startRadio(_, let run):
              let answers = accessory.machine.handle(.radioStarted(run: run))
              #expect(answers == [.send(.didStart())])
              inputs.insert(.received([0x02]), at: 0)
            case .stopRadio: break
            }
          }
          // Messages keep their order on the way back.
          if case .initialize = message { inputs = ordered(inputs) }
        case .deliverAccessoryConfiguration:
          inputs.insert(.configure(try Samples.shareable().encode()), at: 0)
        case .accessoryStarted: started += 1
        case .accessoryStopped: break
        default: Issue.record("\(output)")
        }
      }
    }
    #expect(started == 10)
  }

  /// Received messages first, in the order of their sending: did-stop before configuration data.
  private func ordered(_ inputs: [PhoneExchange.Input]) -> [PhoneExchange.Input] {
    let didStop = PhoneExchange.Input.received([0x03])
    let others = inputs.filter { $0 != didStop }
    return inputs.filter { $0 == didStop } + others
  }
}

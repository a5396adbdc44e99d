import LabRuntime
import NearbyAccessory
import NearbySession
import WireFormat

extension FuzzTarget {
  /// The phone's application under any sequence of messages, delegate events and deadlines.
  static let applicationFlow = FuzzTarget("ApplicationFlow") { bytes in
    var input = Input(bytes)
    var bench = Bench(policy: RetryPolicy(attempts: Int(input.byte() % 8)))
    while !input.isAtEnd { bench.step(&input) }
  }
}

private struct Bench {
  private var flow: ApplicationFlow
  private var now = Duration.zero
  private let token: DiscoveryToken

  init(policy: RetryPolicy) {
    flow = ApplicationFlow(policy: policy)
    var random = LabRandom(seed: 1, stream: "token")
    token = DiscoveryToken(random: &random)
  }

  mutating func step(_ input: inout Input) {
    now += .milliseconds(Int64(input.byte()))
    guard let event = event(&input) else { return }
    for output in flow.handle(event, now: now) { check(output) }
    expect(flow.attempts <= flow.policy.attempts + 1, "\(flow.attempts) attempts")
    if let deadline = flow.nextDeadline {
      expect(
        deadline <= now + flow.policy.longestPause, "a deadline at \(deadline), now is \(now)")
    }
  }

  private func event(_ input: inout Input) -> ApplicationFlow.Input? {
    switch input.byte() {
    case 0...0x0F: return .begin
    case 0x10...0x1F: return .event(.generatedShareableData(input.piece(), accessory: token))
    case 0x20...0x27: return .event(.removed(input.bool() ? .timeout : .peerEnded, object: token))
    case 0x28...0x2B: return .event(.suspended)
    case 0x2C...0x2F: return .event(.suspensionEnded)
    case 0x30...0x37: return .deadline
    case 0x38: return .event(.invalidated(FrameworkError(.sessionFailed, "the radio")))
    case 0x39...0x3F: return .event(.startedRunning)
    default:
      // As the channel hands them on: what cannot be read never comes here.
      let received = ReceivedMessage(bytes: input.piece(), at: .zero)
      return received.error == nil ? .received(received.message) : nil
    }
  }

  private func check(_ output: ApplicationFlow.Output) {
    switch output {
    case .send(let message):
      let again = try? AccessoryMessage.decode(message.encode(), direction: .phoneToAccessory)
      expect(again == message, "\(message.identifier) cannot be read again")
    case .configureAndRun, .runAgain, .gaveUp: break
    }
  }
}

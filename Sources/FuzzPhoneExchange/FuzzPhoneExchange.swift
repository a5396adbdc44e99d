public import Fuzzing
import NearbyAccessory
import WireFormat

/// The phone's side of the exchange under any sequence of orders, messages and deadlines.
@_cdecl("FuzzPhoneExchange_main")
public func start(_ count: CInt, _ arguments: Arguments) -> CInt {
  unsafe fuzz(count, arguments) { bytes in
    var input = Input(bytes)
    var phone = PhoneExchange(vendorIdentifiers: [.qorvoNotify])
    var now = Duration.zero
    while !input.isAtEnd {
      now += .milliseconds(Int64(input.byte()))
      let event = event(&input, phone)
      for output in phone.handle(event, now: now) { check(output) }
      if let deadline = phone.nextDeadline {
        let longest = max(phone.limits.answer, phone.limits.start, phone.limits.stop)
        expect(deadline <= now + longest, "a deadline at \(deadline), now is \(now)")
      }
    }
  }
}

private func event(_ input: inout Input, _ phone: PhoneExchange) -> PhoneExchange.Input {
  switch input.byte() {
  case 0...0x0F: .start
  case 0x10...0x1F: .configure(input.piece())
  case 0x20...0x2F: .stop
  case 0x30...0x37: .deadline
  case 0x38...0x3F: .linkDown
  default: .received(input.piece())
  }
}

private func check(_ output: PhoneExchange.Output) {
  switch output {
  case .send(let message):
    let again = try? AccessoryMessage.decode(message.encode(), direction: .phoneToAccessory)
    expect(again == message, "\(message.identifier) cannot be read again")
  case .deliverAccessoryConfiguration(let blob): expect(!blob.isEmpty, "no data is delivered")
  case .violation(let violation): expectPrintable(violation.description, "the violation")
  case .refused(let reason): expectPrintable(reason, "the refusal")
  case .accessoryStarted, .accessoryStopped, .vendorMessage, .timedOut: break
  }
}

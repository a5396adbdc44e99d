import BootProtocols
import LabRuntime
import Synchronization

/// The answer that the console waits for.
final class ConsoleAnswers: Sendable {
  /// What counts as the answer.
  struct Wanted: Hashable, Sendable {
    /// Group and opcode of UCI; nil: any message.
    let opcode: [UInt8]?

    /// Nil for what is not answered.
    init?(_ bytes: [UInt8], _ firmware: Firmware) {
      guard firmware == .uci else {
        opcode = nil
        return
      }
      // Only commands are answered, and only whole ones.
      guard bytes.count >= 4, bytes[0] >> 5 == 1, bytes[0] & 0x10 == 0 else { return nil }
      opcode = [bytes[0] & 0x0F, bytes[1] & 0x3F]
    }
  }

  private let lab: Lab
  private let state = Mutex<(wanted: Wanted, gate: LabGate)?>(nil)

  init(_ lab: Lab) { self.lab = lab }

  /// Begins to wait; nil where there is nothing to wait for.
  func expect(_ wanted: Wanted?) -> LabGate? {
    guard let wanted else {
      state.withLock { $0 = nil }
      return nil
    }
    let gate = LabGate(lab, label: "an answer")
    state.withLock { $0 = (wanted, gate) }
    return gate
  }

  /// Takes what came.
  func note(_ bytes: [UInt8], _ firmware: Firmware) {
    let gate = state.withLock { state -> LabGate? in
      guard let (wanted, gate) = state else { return nil }
      if let opcode = wanted.opcode {
        guard bytes.count >= 4, bytes[0] >> 5 == 2,
          [bytes[0] & 0x0F, bytes[1] & 0x3F] == opcode
        else { return nil }
      }
      state = nil
      return gate
    }
    gate?.open()
  }
}

import BootProtocols
import LabRuntime
import Synchronization
import UCI

/// The answer that the console waits for.
final class ConsoleAnswers: Sendable {
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

    /// The name of a UCI command; nil for another message.
    var name: String? {
      opcode.map { UCIPacket(.command, gid: $0[0], oid: $0[1]).opcodeName(vendor: .none) }
    }

    /// Whether it asks for something and changes nothing.
    var onlyAsks: Bool { name?.contains("_GET_") ?? false }
  }

  private struct State {
    var wanted: Wanted?
    var gate: LabGate?
    var isRefused = false
    var isHeard = false
  }

  private let lab: Lab
  private let state = Mutex(State())

  init(_ lab: Lab) { self.lab = lab }

  /// Whether the board has answered anything.
  var isHeard: Bool { state.withLock { $0.isHeard } }
  /// Whether the answer was a request to send the command again.
  var isRefused: Bool { state.withLock { $0.isRefused } }

  /// Begins to wait; nil where there is nothing to wait for.
  func expect(_ wanted: Wanted?) -> LabGate? {
    let gate = wanted.map { _ in LabGate(lab, label: "an answer") }
    state.withLock { state in
      (state.wanted, state.gate, state.isRefused) = (wanted, gate, false)
    }
    return gate
  }

  func note(_ bytes: [UInt8], _ firmware: Firmware) {
    let gate = state.withLock { state -> LabGate? in
      let isResponse = firmware != .uci || bytes.count >= 4 && bytes[0] >> 5 == 2
      if isResponse { state.isHeard = true }
      guard let wanted = state.wanted else { return nil }
      if let opcode = wanted.opcode {
        let isAnswer = isResponse && [bytes[0] & 0x0F, bytes[1] & 0x3F] == opcode
        state.isRefused =
          bytes == Self.retry
          || isAnswer && bytes.dropFirst(4).first == UCIStatus.commandRetry.rawValue
        guard state.isRefused || isAnswer else { return nil }
      }
      state.wanted = nil
      return state.gate
    }
    gate?.open()
  }

  private static let retry = CoreGenericErrorNotification(status: .commandRetry).packet.bytes
}

import LabRuntime
public import UCI
import WireFormat

extension UCIHost {
  /// Sends of one command at most, when the board asks to send it again (AOSP).
  public static let maximumSends = 3

  /// Sends a command and waits for its response, the one with the same group and opcode.
  ///
  /// A board that is too busy answers CORE_GENERIC_ERROR_NTF with COMMAND_RETRY and no response:
  /// then the command is sent again. What else comes meanwhile is kept.
  /// - Parameter limit: how long to wait for the response; the host's limit when nil.
  /// - Throws: ``UCIHostError`` `foreignResponse` with the packet when the board answers another
  ///   command; after that, and after a timeout, ``reset()`` brings the two together again.
  public func exchange(
    _ command: UCIPacket, within limit: Duration? = nil
  ) async throws(UCIHostError) -> ReceivedPacket {
    try await ask(command, within: limit ?? limits.response, isStrict: true)
  }

  /// Sends a typed command and reads its response, whatever its status.
  public func attempt<Command: UCICommandBody>(
    _ command: Command
  ) async throws(UCIHostError) -> Command.Response {
    try read(try await exchange(command.packet), for: command)
  }

  /// Sends a typed command and reads its response, which must have the status OK.
  ///
  /// - Throws: ``UCIHostError`` `status` when the board refuses.
  public func call<Command: UCICommandBody>(
    _ command: Command
  ) async throws(UCIHostError) -> Command.Response {
    let received = try await exchange(command.packet)
    let response = try read(received, for: command)
    guard response.status == .ok else {
      throw .refused(
        Command.name, response.status, dialect: dialect, detail: response.refusal(in: dialect),
        packet: received)
    }
    return response
  }

  func read<Command: UCICommandBody>(
    _ received: ReceivedPacket, for command: Command
  ) throws(UCIHostError) -> Command.Response {
    do throws(WireError) {
      return try Command.Response(packet: received.packet, dialect: dialect)
    } catch {
      throw UCIHostError(
        .malformed, Command.name, "the response cannot be read: \(error)",
        advice: "Is the dialect \(dialect) right for this board?", packet: received)
    }
  }

  /// - Parameter isStrict: other responses and damage end the exchange; otherwise they are kept.
  func ask(
    _ command: UCIPacket, within limit: Duration, isStrict: Bool
  ) async throws(UCIHostError) -> ReceivedPacket {
    let name = command.opcodeName(vendor: dialect.vendor)
    var hints = Hints(damagedBytes: damagedBytes)
    for _ in 0..<Self.maximumSends {
      try await send(command)
      let answer = try await answer(to: command, name, limit, isStrict: isStrict, &hints)
      if let answer { return answer }
    }
    throw UCIHostError(
      .busy, name, "the board asked to send it again \(Self.maximumSends) times",
      advice: "Reset the board")
  }

  /// The response; nil when the board wants the command again.
  private func answer(
    to command: UCIPacket, _ name: String, _ limit: Duration, isStrict: Bool, _ hints: inout Hints
  ) async throws(UCIHostError) -> ReceivedPacket? {
    let deadline = lab.now.advanced(by: limit)
    while true {
      let arrival: Arrival
      do throws(UCIHostError) { arrival = try await read(name, until: deadline) } catch {
        guard error.code == .timedOut else { throw error }
        throw UCIHostError(
          .timedOut, name, "no response in \(limit)" + hints.text(damagedBytes: damagedBytes),
          advice: "Does the board speak UCI on this port, and is it still running?")
      }
      guard case .packet(let received) = arrival else {
        if isStrict, case .damage(let error) = arrival { throw error }
        try keep(arrival)
        continue
      }
      let packet = received.packet
      if packet.messageType == .response {
        if packet.gid == command.gid, packet.oid == command.oid { return received }
        if isStrict {
          throw UCIHostError(
            .foreignResponse, name,
            "the board answered with \(UCIHostError.text(packet, dialect: dialect))",
            advice: "Reset the board; this may be a late answer to an earlier command",
            packet: received)
        }
      } else if packet.isRetryRequest {
        return nil
      }
      hints.note(received.message(dialect))
      try keep(arrival)
    }
  }
}

/// Packets that came instead of a response and may explain why there was none.
private struct Hints {
  var words: [String] = []
  let damagedBytes: Int

  init(damagedBytes: Int) { self.damagedBytes = damagedBytes }

  mutating func note(_ message: UCIMessage) {
    guard words.count < 3 else { return }
    switch message {
    case .coreGenericErrorNotification(let error):
      words.append("\(CoreGenericErrorNotification.name) \(error.status.name)")
    case .coreDeviceStatusNotification(let status) where status.deviceState == .error:
      words.append("\(CoreDeviceStatusNotification.name) \(status.deviceState.name)")
    default: break
    }
  }

  func text(damagedBytes now: Int) -> String {
    var parts = words.isEmpty ? "" : "; the board sent \(words.joined(separator: ", "))"
    if now > damagedBytes { parts += "; \(now - damagedBytes) bytes belonged to no packet" }
    return parts
  }
}

extension UCIPacket {
  /// CORE_GENERIC_ERROR_NTF with COMMAND_RETRY.
  fileprivate var isRetryRequest: Bool {
    CoreGenericErrorNotification.isNamed(by: self)
      && payload.first == UCIStatus.commandRetry.rawValue
  }
}

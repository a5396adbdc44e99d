import LabRuntime
import Synchronization
public import UCI
import WireFormat

extension UCIHost {
  /// Sends of one command at most, when the board asks to send it again (AOSP).
  public static let maximumSends = 3
  /// Sends at most where that many refusals may be chance.
  public static let patientSends = 8

  /// Sends a command and waits for its response, the one with the same group and opcode.
  ///
  /// A board that is too busy answers CORE_GENERIC_ERROR_NTF with COMMAND_RETRY and no response, or a
  /// response with that status: then the command is sent again. What else comes meanwhile is kept.
  /// - Parameter limit: how long to wait for the response; the host's limit when nil.
  /// - Throws: ``UCIHostError`` `foreignResponse` with the packet when the board answers another
  ///   command; after that, and after a timeout, ``reset()`` brings the two together again.
  public func exchange(
    _ command: UCIPacket, within limit: Duration? = nil
  ) async throws(UCIHostError) -> ReceivedPacket {
    // Who does not judge a board does not mind what it owed another host.
    try await ask(command, within: limit ?? limits.response, isStrict: !repeatsUnanswered)
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

  /// How long after a request to send a command again its own response may still come, where the
  /// request may be about something that was sent before it.
  private static let retryDoubt = Duration.milliseconds(200)

  /// - Parameters:
  ///   - isStrict: other responses and damage end the exchange; otherwise they are kept, and a
  ///     request to send a command again may be about one that was sent before.
  ///   - isContact: sends the command again where the board has answered nothing yet.
  func ask(
    _ command: UCIPacket, within limit: Duration, isStrict: Bool, isContact: Bool = false
  ) async throws(UCIHostError) -> ReceivedPacket {
    let name = command.opcodeName(vendor: dialect.vendor)
    var hints = Hints(damagedBytes: damagedBytes)
    let (isUnheard, isPatient) = state.withLock { (!$0.contact.isHeard, $0.repeatsUnanswered) }
    let isFirst = isContact && isUnheard
    var mayRepeat = isFirst || isPatient
    var restartsInVain = 0
    var isWanted = false
    for sends in 0..<Self.patientSends {
      if sends == Self.maximumSends, !state.withLock({ $0.contact.noteBusyCommand(command) }) {
        throw busy(name, sends)
      }
      let (restarts, isOwed) = state.withLock { ($0.contact.restarts, $0.contact.isOwed) }
      try await send(command)
      let patience = isFirst && mayRepeat ? min(limit, Self.hearing) : limit
      switch await outcome(
        of: command, name, patience, isStrict: isStrict, isAlone: !isOwed, &hints)
      {
      case .wanted:
        if !isWanted { state.withLock { $0.contact.noteWanted(command) } }
        isWanted = true
      case .answered(let answer):
        try await conclude(command, answer, isRepeated: !hints.sends.isEmpty, isFirst: isFirst)
        return answer
      case .failed(let error):
        guard error.code == .timedOut, mayRepeat || self.restarts != restarts else { throw error }
        // What was sent before a restart is lost with it.
        guard self.restarts == restarts else {
          restartsInVain += 1
          guard restartsInVain < Self.maximumSends else { throw error }
          continue
        }
        mayRepeat = false
        if hints.isInError, !CoreDeviceResetCommand.isNamed(by: command),
          !state.withLock({ $0.contact.isRecovered })
        {
          try await recover(name)
          continue
        }
        hints.sends = ", and none when it was sent again"
        try await repeatContact(isFirst ? "the first command, \(name)" : name)
      }
    }
    throw busy(name, Self.patientSends)
  }

  /// What came of one sending.
  private enum Outcome {
    case answered(ReceivedPacket)
    /// The board wants the command again.
    case wanted
    case failed(UCIHostError)
  }

  /// What comes of a command that was sent.
  ///
  /// A function of its own, which throws nothing: see `ConsoleLink.attempt`.
  private func outcome(
    of command: UCIPacket, _ name: String, _ limit: Duration, isStrict: Bool, isAlone: Bool,
    _ hints: inout Hints
  ) async -> Outcome {
    do throws(UCIHostError) {
      let answer = try await answer(
        to: command, name, limit, isStrict: isStrict, isAlone: isAlone, &hints)
      guard let answer else { return .wanted }
      if CoreDeviceResetCommand.isNamed(by: command) { try await awaitRestart(after: answer) }
      return .answered(answer)
    } catch { return .failed(error) }
  }

  /// What follows an answer: the second one, where the command was sent twice and both were heard.
  private func conclude(
    _ command: UCIPacket, _ answer: ReceivedPacket, isRepeated: Bool, isFirst: Bool
  ) async throws(UCIHostError) {
    if isRepeated, isFirst { state.withLock { $0.contact.isRepeated = true } }
    if isRepeated, !isFirst, !SessionGetCountCommand.isNamed(by: command) {
      try await settle(behind: command)
    }
    state.withLock { $0.contact.wasRepeated = isRepeated }
  }

  private func busy(_ name: String, _ sends: Int) -> UCIHostError {
    UCIHostError(
      .busy, name, "the board asked to send it again \(sends) times", advice: "Reset the board")
  }

  /// The response; nil when the board wants the command again.
  ///
  /// - Parameter isAlone: whether everything before it was answered, so that a request to send again is
  ///   about this command.
  private func answer(
    to command: UCIPacket, _ name: String, _ limit: Duration, isStrict: Bool, isAlone: Bool,
    _ hints: inout Hints
  ) async throws(UCIHostError) -> ReceivedPacket? {
    var deadline = lab.now.advanced(by: limit)
    var doubtful: Arrival?
    while true {
      let arrival: Arrival
      do throws(UCIHostError) { arrival = try await read(name, until: deadline) } catch {
        guard error.code == .timedOut else { throw error }
        if doubtful != nil { return nil }
        let data = state.withLock { $0.contact.dataHint }
        throw UCIHostError(
          .timedOut, name,
          "no response in \(limit)\(hints.sends)" + hints.text(damagedBytes: damagedBytes) + data,
          advice: "Does the board speak UCI on this port, and is it still running?")
      }
      guard case .packet(let received) = arrival else {
        if isStrict, case .damage(let error) = arrival { throw error }
        try keep(arrival)
        continue
      }
      let packet = received.packet
      if packet.messageType == .response {
        if packet.gid == command.gid, packet.oid == command.oid {
          if let doubtful { try keep(doubtful) }
          state.withLock { $0.contact.isOwed = false }
          return packet.isRetryRequest ? nil : received
        }
        if isStrict {
          throw UCIHostError(
            .foreignResponse, name,
            "the board answered with \(UCIHostError.text(packet, dialect: dialect))",
            advice: "Reset the board; this may be a late answer to an earlier command",
            packet: received)
        }
      } else if packet.isRetryRequest {
        if isAlone { state.withLock { $0.contact.isOwed = false } }
        if isStrict || isAlone { return nil }
        if let doubtful { try keep(doubtful) }
        doubtful = arrival
        deadline = min(deadline, lab.now.advanced(by: Self.retryDoubt))
        continue
      }
      hints.note(received.message(dialect))
      try keep(arrival)
    }
  }
}

/// Packets that came instead of a response and may explain why there was none.
private struct Hints {
  var words: [String] = []
  /// Whether the board has said that it is in error, which a reset ends.
  var isInError = false
  /// That the command was sent more than once; empty where it was not.
  var sends = ""
  let damagedBytes: Int

  mutating func note(_ message: UCIMessage) {
    if case .coreDeviceStatusNotification(let status) = message {
      isInError = status.deviceState == .error
    }
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
  /// A notification of one of the groups that are left to vendors.
  var isVendorNotification: Bool {
    messageType == .notification && UCIHeader.isProprietary(gid)
  }

  /// CORE_GENERIC_ERROR_NTF, or a response, with COMMAND_RETRY: the board wants the command once more.
  public var isRetryRequest: Bool {
    (CoreGenericErrorNotification.isNamed(by: self) ? payload.first : statusByte)
      == UCIStatus.commandRetry.rawValue
  }
}

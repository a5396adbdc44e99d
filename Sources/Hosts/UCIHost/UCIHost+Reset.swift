import LabRuntime
public import UCI
import WireFormat

extension UCIHost {
  /// Brings the board to its start state and proves it: DEVICE_RESET, its response and READY in
  /// whatever order, then a fence.
  ///
  /// Everything that came before the answer to the fence is thrown away. The board's own set-up
  /// commands follow.
  /// - Returns: what was thrown away, in order.
  @discardableResult
  public func reset() async throws(UCIHostError) -> [ReceivedPacket] {
    // A READY from before must not count as the one after the reset.
    var seen = takePackets()
    _ = takeAll()
    let command = CoreDeviceResetCommand(resetConfig: .uwbsReset)
    let received = try await ask(
      command.packet, within: limits.response, isStrict: false, isContact: true)
    let response = try read(received, for: command)
    var since = takeAll().compactMap(\.packet)
    guard response.status == .ok else {
      throw .refused(
        CoreDeviceResetCommand.name, response.status, dialect: dialect, packet: received)
    }
    since.append(received)
    if !since.contains(where: \.packet.isReady) { since += try await awaitReady() }
    since += try await drain()
    seen += since
    for command in setup { try await take(command) }
    return seen
  }

  /// Gives the board one of its set-up commands.
  private func take(_ command: UCIPacket) async throws(UCIHostError) {
    let received = try await exchange(command)
    guard let status = received.packet.payload.first, status != UCIStatus.ok.rawValue else {
      return
    }
    throw .refused(
      "set-up command \(Hexadecimal.encode(command.bytes))", UCIStatus(rawValue: status),
      dialect: dialect, packet: received)
  }

  /// Proves that the board has sent everything it had to say: GET_DEVICE_INFO must be answered, and
  /// packets keep their order.
  ///
  /// - Returns: the packets that came before the answer and were not taken, in order.
  /// - Throws: ``UCIHostError`` `damaged` when bytes came that make no message.
  public func fence() async throws(UCIHostError) -> [ReceivedPacket] {
    let command =
      asksCountInFences ? SessionGetCountCommand().packet : CoreGetDeviceInfoCommand().packet
    _ = try await ask(command, within: limits.response, isStrict: false)
    let arrivals = takeAll()
    for case .damage(let error) in arrivals { throw error }
    return arrivals.compactMap(\.packet)
  }

  /// The board's self-description.
  public func deviceInfo() async throws(UCIHostError) -> CoreGetDeviceInfoResponse {
    try await call(CoreGetDeviceInfoCommand())
  }

  /// Asks the board what it is and reads its packets accordingly from then on.
  @discardableResult
  public func identify() async throws(UCIHostError) -> UCIDialect {
    let found = UCIDialect(deviceInfo: try await deviceInfo())
    dialect = found
    return found
  }

  /// The abilities of the board.
  public func capabilities() async throws(UCIHostError) -> UCICapabilities {
    UCICapabilities(try await call(CoreGetCapsInfoCommand()).tlvs ?? [])
  }

  private func awaitReady() async throws(UCIHostError) -> [ReceivedPacket] {
    let deadline = lab.now.advanced(by: limits.response)
    var seen: [ReceivedPacket] = []
    while true {
      let arrival = try await read("READY after \(CoreDeviceResetCommand.name)", until: deadline)
      guard case .packet(let received) = arrival else { continue }
      seen.append(received)
      if received.packet.isReady { return seen }
    }
  }

  /// A fence whose command may have been lost in the restart: READY that comes while it waits in
  /// vain says so, and then it is sent once more. Where it was late and not lost, both are answered.
  private func drain() async throws(UCIHostError) -> [ReceivedPacket] {
    let command = CoreGetDeviceInfoCommand().packet
    do throws(UCIHostError) {
      _ = try await ask(command, within: fenceLimit, isStrict: false)
      return takeAll().compactMap(\.packet)
    } catch {
      let seen = takeAll().compactMap(\.packet)
      guard error.code == .timedOut, seen.contains(where: \.packet.isReady) else { throw error }
      _ = try await ask(command, within: limits.response, isStrict: false)
      try await settle(behind: command)
      return seen + takeAll().compactMap(\.packet)
    }
  }
}

extension UCIPacket {
  /// CORE_DEVICE_STATUS_NTF with the state READY.
  var isReady: Bool {
    CoreDeviceStatusNotification.isNamed(by: self)
      && payload.first == UCIDeviceState.ready.rawValue
  }
}

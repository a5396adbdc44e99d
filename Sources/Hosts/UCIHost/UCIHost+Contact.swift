public import Errors
import LabRuntime
public import Links
import Synchronization
public import UCI

/// The owner of a host's link.
public protocol UCILinkOwner: AnyObject, Sendable {
  /// Whether the board's chip restarts upon its reset, which takes the link with it; nil as long as
  /// no reset has told.
  var restartsOnReset: Bool? { get set }
  /// Opens the link of `host` again, once.
  func reopen(for host: UCIHost?) async throws(RigError) -> FrameLink
  /// Writes down how the contact with the board went.
  func remark(_ text: String)
}

/// The contact with a board over the open link, as far as its packets tell.
struct Contact: Sendable {
  /// Whether the board has answered anything.
  private(set) var isHeard = false
  /// When the board answered its reset with OK, until its chip has restarted.
  var resetAt: LabInstant?
  /// When a reset was sent that nothing has answered: a chip that restarts may take its answer with it.
  var resetSentAt: LabInstant?
  /// Whether a reset was answered before.
  var isResetKnown = false
  /// Restarts of the chip so far.
  var restarts = 0
  /// Responses so far.
  private var responses = 0
  /// Commands that the board wanted more often than hosts send one.
  private var busyCommands = 0
  /// Commands that the board wanted again, by their keys, and how many of them more often than
  /// hosts send one.
  private var wanted: [UInt32: (all: Int, busy: Int)] = [:]
  /// Bytes of data that were sent since the last response; nil for none.
  var dataBytes: Int?
  /// Whether something that went to the board, perhaps before this link was opened, may still be
  /// answered.
  var isOwed = true
  /// Whether the first command was sent twice: a slow board answers both, in order.
  var isRepeated = false
  /// Whether the command that was answered last was sent twice: the answer may be to the second one.
  var wasRepeated = false
  /// Whether the board was reset because it was in the state ERROR: once is enough.
  var isRecovered = false
  /// Errors that may still come beside refusals.
  private var errors = RefusalErrors()

  /// Whether the first command was sent twice and its second answer may still come, which is the caller's to
  /// wait for from now on.
  mutating func takeRepeated() -> Bool {
    defer { isRepeated = false }
    return isRepeated
  }

  /// Notes a command that the board wants again.
  mutating func noteWanted(_ command: UCIPacket) { wanted[command.key, default: (0, 0)].all += 1 }

  /// Notes a command that the board wanted more often than hosts send one.
  ///
  /// - Returns: whether that may be chance: a board that asks for each tenth command again asks so for
  ///   one in a thousand, and not for most of those of one opcode that it asks for again.
  mutating func noteBusyCommand(_ command: UCIPacket) -> Bool {
    busyCommands += 1
    var (all, busy) = wanted[command.key] ?? (1, 0)
    busy += 1
    wanted[command.key] = (all, busy)
    return busyCommands <= 2 + responses / 50 && (busy < 3 || busy * 2 <= all)
  }

  mutating func note(_ packet: UCIPacket, at now: LabInstant) {
    guard packet.messageType == .response else { return }
    if let status = packet.payload.first { errors.answered(status) }
    isHeard = true
    responses += 1
    dataBytes = nil
    resetSentAt = nil
    if packet.isResetAccepted { resetAt = now }
  }

  /// Whether a packet is the error that belongs to a refusal, which then has had its own.
  mutating func takesError(_ packet: UCIPacket) -> Bool {
    guard CoreGenericErrorNotification.isNamed(by: packet), let status = packet.payload.first else {
      return false
    }
    return errors.take(status)
  }

  /// Qorvo's receivers read the fourth byte of a header as the length, for data too: data below 256
  /// bytes is an empty packet then, and its payload is read as headers (read in its source).
  var dataHint: String {
    dataBytes.map {
      "; \($0) bytes of data went before it: a receiver that takes the fourth byte of every header "
        + "for the length reads them as commands"
    } ?? ""
  }
}

extension UCIHost {
  /// A receiver that holds half a command drops it, and the next one with it, when the rest comes
  /// more than 100 ms later (read in the source of Qorvo's SDK).
  package static let staleness = Duration.milliseconds(150)
  /// A chip that restarts has left the bus within this after the response (10 ms in Qorvo's SDK
  /// 0.1.1, and what a hub needs to notice).
  private static let departure = Duration.milliseconds(250)
  /// A first command that was heard is answered within this: boards take milliseconds, and one that is
  /// slower is asked twice and answers both.
  static let hearing = Duration.milliseconds(500)

  /// Sends a command that a board may not hear: the first one after its port was opened, behind
  /// half a command of another program. What comes besides is thrown away.
  public func contact(_ command: UCIPacket) async throws(UCIHostError) -> ReceivedPacket {
    defer { _ = takeAll() }
    let answer = try await ask(
      command, within: limits.response, isStrict: false, isContact: true)
    // Another answer to it comes before the one to this.
    if state.withLock({ $0.contact.isRepeated }) {
      _ = try await ask(SessionGetCountCommand().packet, within: fenceLimit, isStrict: false)
    }
    return answer
  }

  /// How long a fence may take: behind a first command that was sent twice, both are answered first.
  var fenceLimit: Duration {
    let isRepeated = state.withLock { $0.contact.takeRepeated() }
    return isRepeated ? limits.response * 2 : limits.response
  }

  /// Restarts of the chip upon a reset so far.
  package var restarts: Int { state.withLock { $0.contact.restarts } }

  /// Whether the board has answered anything over the open link.
  package var isHeard: Bool { state.withLock { $0.contact.isHeard } }

  /// Whether the command that was answered last was sent twice.
  var wasRepeated: Bool { state.withLock { $0.contact.wasRepeated } }

  /// Drops what is unfinished on both sides, so that the command can be sent again.
  ///
  /// - Parameter command: what a remark calls the command.
  func repeatContact(_ command: String) async throws(UCIHostError) {
    let waiting = frames.discardUnfinished().count
    state.withLock { $0.reassembler.reset() }
    try await pause(Self.staleness)
    owner?.remark(Self.repeatRemark(command, waiting: waiting))
  }

  /// Behind a command that was sent twice and answered: waits for what a slow board says to the first
  /// one, and drops it.
  func settle(behind command: UCIPacket) async throws(UCIHostError) {
    do throws(UCIHostError) {
      _ = try await ask(
        SessionGetCountCommand().packet, within: limits.response * 2, isStrict: false)
    } catch {
      guard error.code == .timedOut else { throw error }
    }
    _ = takePackets {
      $0.messageType == .response && $0.gid == command.gid && $0.oid == command.oid
    }
  }

  /// Resets a board that carries out nothing else: one that is in error, or that wants a reset before
  /// anything.
  ///
  /// - Parameter name: the command that it has not carried out.
  func recover(_ name: String) async throws(UCIHostError) {
    state.withLock { $0.contact.isRecovered = true }
    owner?.remark("it is in the state ERROR and does not answer \(name); reset, and sent again")
    try await reset()
  }

  /// Says that a command is sent again because nothing has answered it.
  ///
  /// - Parameter waiting: how many bytes that make no packet were waiting.
  package static func repeatRemark(_ command: String, waiting: Int) -> String {
    let held = waiting == 0 ? "" : ", \(waiting) bytes that make no packet were waiting"
    return "no response to \(command)\(held); sent again"
  }

  /// After the response to a reset: waits for a chip that restarts to be back, and where that is not
  /// known yet, until it must have left.
  func awaitRestart(after response: ReceivedPacket) async throws(UCIHostError) {
    guard let owner, response.packet.isResetAccepted else { return }
    let (before, isFirst) = state.withLock { state in
      defer { state.contact.isResetKnown = true }
      return (state.contact.restarts, !state.contact.isResetKnown)
    }
    let known = owner.restartsOnReset
    guard known == true || known == nil && isFirst else { return }
    let deadline = lab.now.advanced(by: known == true ? limits.response : Self.departure)
    while restarts == before {
      do throws(UCIHostError) {
        let arrival = try await read("the restart", until: deadline)
        try keep(arrival)
        // One that was unplugged at that moment looks like a restart, and is ready without one.
        if restarts == before, arrival.packet?.packet.isReady == true {
          owner.restartsOnReset = false
          break
        }
      } catch {
        guard error.code == .timedOut else { throw error }
        // One that has left and says nothing since has left all the same.
        if known == nil, restarts == before { owner.restartsOnReset = false }
        break
      }
    }
  }

  /// Whether the link has ended because the board's chip restarts upon a reset, and is open again:
  /// what the board has said since is what is read next.
  func comesBack(after error: RigError) async throws(UCIHostError) -> Bool {
    let resetAt = state.withLock { state in
      defer { (state.contact.resetAt, state.contact.resetSentAt) = (nil, nil) }
      return state.contact.resetAt ?? state.contact.resetSentAt
    }
    guard let owner, owner.restartsOnReset != false, let resetAt, error.code == .closed,
      resetAt.duration(to: lab.now) < limits.response
    else { return false }
    let deadline = lab.now.advanced(by: limits.reopen)
    while true {
      do throws(UCIHostError) {
        try await meetAgain(owner)
        break
      } catch {
        guard error.code != .cancelled, lab.now < deadline else { throw error }
      }
      try await pause(.milliseconds(50))
    }
    if owner.restartsOnReset != true {
      owner.restartsOnReset = true
      owner.remark("its chip restarts upon a reset; the port is opened again each time")
    }
    return true
  }

  /// Opens the link again, and says the first byte: a chip that has restarted may say READY only to
  /// a host that speaks.
  private func meetAgain(_ owner: any UCILinkOwner) async throws(UCIHostError) {
    let before = takeAll()
    let opened: FrameLink
    do throws(RigError) { opened = try await owner.reopen(for: self) } catch {
      for arrival in before { try keep(arrival) }
      throw .link(error, subject: "the restart after \(CoreDeviceResetCommand.name)")
    }
    state.withLock { state in
      state.frames = opened
      state.reassembler.reset()
      let restarts = state.contact.restarts
      state.contact = Contact()
      state.contact.restarts = restarts + 1
      state.contact.isResetKnown = true
    }
    let command = CoreGetDeviceInfoCommand().packet
    _ = try await ask(command, within: limits.response, isStrict: false, isContact: true)
    if state.withLock({ $0.contact.takeRepeated() }) { try await settle(behind: command) }
    var since = takeAll()
    let deadline = lab.now.advanced(by: limits.response)
    while !since.contains(where: { $0.packet?.packet.isReady ?? false }) {
      do throws(UCIHostError) { since.append(try await read("READY", until: deadline)) } catch {
        guard error.code == .timedOut else { throw error }
        break
      }
    }
    for arrival in before { try keep(arrival) }
    state.withLock { $0.fresh = since + $0.fresh }
  }

  private func pause(_ duration: Duration) async throws(UCIHostError) {
    do throws(RigError) {
      try await lab.sleep(for: duration, label: "\(name) to listen again")
    } catch {
      throw .link(error, subject: name)
    }
  }
}

extension UCIPacket {
  /// The response OK to CORE_DEVICE_RESET.
  package var isResetAccepted: Bool {
    CoreDeviceResetResponse.isNamed(by: self) && payload.first == UCIStatus.ok.rawValue
  }
}

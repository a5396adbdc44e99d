import LabRuntime
import UCI

/// What a host has asked of a UCI board, as far as notifications need somebody to have asked for them.
///
/// It is lenient where sources differ: in how soon a board tells what became of something, in whether
/// credit is told at a start, in what an error beside a response looks like.
struct WatchedRequests: Sendable {
  /// Sessions, and until when what was asked of them may be told.
  private struct Asked: Sendable {
    private var until: [UInt32: LabInstant] = [:]
    /// Sessions that are remembered; more than any board has.
    private static let most = 1024

    func covers(_ session: UInt32, at now: LabInstant) -> Bool {
      until[session].map { now <= $0 } ?? false
    }

    mutating func note(_ session: UInt32, until time: LabInstant) {
      if until.count >= Self.most, until[session] == nil { until = [:] }
      until[session] = time
    }

    mutating func shorten(to time: LabInstant) {
      until = until.mapValues { min($0, time) }
    }
  }

  private static let forGood = LabInstant(nanoseconds: .max)

  /// Sessions that data were sent in.
  private var data = Asked()
  /// Sessions that were started, whose credit may be told once though no data were sent.
  private var starts = Asked()
  /// The session whose stop was not answered yet.
  private var stopping: UInt32?
  /// Sessions whose controlees or phases were changed.
  private var lists = Asked()
  /// A test was ever ordered.
  private var hasTested = false
  /// When anything was sent at all.
  private var lastSent = LabInstant.zero
  /// Errors that may still come beside refusals.
  private var errors = RefusalErrors()
  /// Until when data that were sent past the framing may be what is told of.
  private var unknownUntil = LabInstant.zero

  /// - Parameter data: whether data went past the framing: of which session is not known then.
  mutating func sent(looseData data: Bool, at now: LabInstant) {
    lastSent = now
    if data { unknownUntil = now.advanced(by: .seconds(5)) }
  }

  /// The board has answered a command.
  mutating func answered(_ header: UCIHeader, _ status: UInt8?) {
    if let status, status != UCIStatus.ok.rawValue { errors.answered(status) }
    // A credit may be under way when a stop is sent, and comes before the answer to it.
    guard (header.gid, header.oid) == (SessionStopCommand.gid, SessionStopCommand.oid),
      status != UCIStatus.commandRetry.rawValue, let session = stopping
    else { return }
    starts.note(session, until: .zero)
    stopping = nil
  }

  /// Takes a command or data of the host.
  mutating func asked(_ header: UCIHeader, _ payload: ArraySlice<UInt8>, at now: LabInstant) {
    let soon = now.advanced(by: .seconds(3))
    if header.messageType == .data {
      if let session = payload.firstNumber { data.note(session, until: Self.forGood) }
      return
    }
    guard header.messageType == .command else { return }
    switch (header.gid, header.oid) {
    case (CoreDeviceResetCommand.gid, CoreDeviceResetCommand.oid): data.shorten(to: soon)
    case (SessionStartCommand.gid, SessionStartCommand.oid):
      if let session = payload.firstNumber { starts.note(session, until: Self.forGood) }
    case (SessionStopCommand.gid, SessionStopCommand.oid):
      stopping = payload.firstNumber
    case (
      SessionUpdateControllerMulticastListCommand.gid,
      SessionUpdateControllerMulticastListCommand.oid
    ),
      (
        SessionDataTransferPhaseConfigNotification.gid,
        SessionDataTransferPhaseConfigNotification.oid
      ):
      if let session = payload.firstNumber { lists.note(session, until: soon) }
    case (UCIGroup.test.rawValue, _): hasTested = true
    default: break
    }
  }

  /// What nothing has asked for; nil for anything else.
  ///
  /// - Parameter isWaiting: whether a command was not answered yet.
  mutating func breach(
    of packet: UCIPacket, _ name: @autoclosure () -> String, isWaiting: Bool, at now: LabInstant
  ) -> Breach? {
    guard packet.messageType == .notification else { return nil }
    switch (packet.gid, packet.oid) {
    case (CoreGenericErrorNotification.gid, CoreGenericErrorNotification.oid):
      // What the last command has come to may be told beside its response, and a refusal later.
      let isOwed = packet.payload.first.map { errors.take($0) } ?? false
      guard !isOwed, !isWaiting, lastSent.duration(to: now) > .milliseconds(500) else { return nil }
      return Breach(
        expected: "nothing: no command is waiting",
        got: "\(name()) \(packet.payload.first.map { UCIStatus(rawValue: $0).name } ?? "")",
        unasked: name())
    case (UCIGroup.test.rawValue, _):
      return hasTested
        ? nil : Breach(expected: "nothing: there is no test", got: name(), unasked: name())
    case (
      SessionDataTransferStatusNotification.gid, SessionDataTransferStatusNotification.oid
    ):
      return unasked(data, packet, name(), "no data were sent in the session", at: now)
    case (SessionDataCreditNotification.gid, SessionDataCreditNotification.oid):
      guard let session = packet.payload[...].firstNumber else { return nil }
      if starts.covers(session, at: now), !data.covers(session, at: now) {
        starts.note(session, until: .zero)
        return nil
      }
      return unasked(data, packet, name(), "no data were sent in the session", at: now)
    case (
      SessionUpdateControllerMulticastListCommand.gid,
      SessionUpdateControllerMulticastListCommand.oid
    ),
      (
        SessionDataTransferPhaseConfigNotification.gid,
        SessionDataTransferPhaseConfigNotification.oid
      ):
      return unasked(lists, packet, name(), "nothing of the session was changed", at: now)
    default: return nil
    }
  }

  private func unasked(
    _ asked: Asked, _ packet: UCIPacket, _ name: String, _ why: String, at now: LabInstant
  ) -> Breach? {
    guard now >= unknownUntil, let session = packet.payload[...].firstNumber,
      !asked.covers(session, at: now)
    else { return nil }
    return Breach(expected: "nothing: \(why)", got: name, unasked: name)
  }
}

extension ArraySlice<UInt8> {
  /// The number that the first four bytes are; nil where there are fewer.
  var firstNumber: UInt32? {
    count < 4 ? nil : prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}

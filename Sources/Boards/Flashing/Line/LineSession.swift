public import BootProtocols
public import Errors
public import LabRuntime
public import Links
import Synchronization

/// One programmer at work on one line: what a ``BootProgrammer`` asks for is done here, in the lab's
/// time.
public struct LineSession: Sendable {
  /// A report of a programmer at work.
  public enum Report: Equatable, Sendable {
    case progress(BootProgress)
    /// Something a person may want to read.
    case note(String)
    case remark(String)
  }

  private let lab: Lab
  private let link: any Link
  private let incoming: LabChannel<Arrival>

  private enum Arrival: Sendable {
    case received([UInt8])
    case closed(RigError)
  }

  /// Bytes that wait for a programmer, with a little for each piece; a board that floods is held back
  /// beyond that.
  private static let mostWaiting = 256 << 10

  private final class Backlog: Sendable {
    private let bytes = Mutex(0)

    var isEmpty: Bool { bytes.withLock { $0 == 0 } }

    /// Notes what has come or was taken; the new amount.
    func change(by piece: [UInt8], _ sign: Int) -> Int {
      bytes.withLock { bytes in
        bytes += sign * (piece.count + 64)
        return bytes
      }
    }
  }

  private let backlog = Backlog()

  /// A session on a link that was just opened; the link is closed with ``close()``.
  public init(_ lab: Lab, on link: any Link) {
    self.lab = lab
    self.link = link
    let incoming = LabChannel<Arrival>(lab, label: "an answer on \(link.name)")
    self.incoming = incoming
    let backlog = backlog
    link.start { event in
      switch event {
      case .received(let chunk):
        let waiting = backlog.change(by: chunk.bytes, 1)
        incoming.send(.received(chunk.bytes))
        guard waiting > Self.mostWaiting else { return }
        link.setReading(false)
        // All of it may have been taken meanwhile.
        if backlog.isEmpty { link.setReading(true) }
      case .closed(let error): incoming.send(.closed(error))
      }
    }
  }

  /// Gives the link back.
  public func close() { link.close() }

  /// Lets a programmer work to its end.
  ///
  /// - Throws: ``FlashError``: what the programmer says when it gives up, or why the line is gone.
  public func perform(
    _ programmer: inout some BootProgrammer, report: (Report) -> Void
  ) async throws(FlashError) {
    try await perform(&programmer, from: programmer.begin(), report)
  }

  /// Lets a programmer that has lost its line go on with this one.
  public func resume(
    _ programmer: inout some BootProgrammer, report: (Report) -> Void
  ) async throws(FlashError) {
    try await perform(&programmer, from: programmer.reopened(), report)
  }

  private func perform(
    _ programmer: inout some BootProgrammer, from actions: [ProgrammerAction],
    _ report: (Report) -> Void
  ) async throws(FlashError) {
    let failure: BootFailure?
    do throws(RigError) {
      failure = try await perform(&programmer, from: actions, lab, report: report)
    } catch {
      throw error.code == .cancelled
        ? FlashError.interrupted(programmer.imageTouched)
        : FlashError(error, imageTouched: programmer.imageTouched)
    }
    if let failure { throw FlashError(failure) }
  }
}

extension LineSession: ProgrammerLine {
  /// The name of the link.
  public var name: String { link.name }

  /// Sends bytes.
  public func send(_ bytes: [UInt8]) async throws(RigError) { try await link.send(bytes) }

  /// The next bytes; nil when none come until `deadline`.
  public func receive(until deadline: LabInstant) async throws(RigError) -> [UInt8]? {
    let arrival: Arrival
    do throws(RigError) { arrival = try await incoming.receive(until: deadline) } catch {
      if error.code == .timedOut { return nil }
      throw RigError(.cancelled, name, reason: "the wait was broken off")
    }
    return try take(arrival)
  }

  /// The bytes that have come; the last ones let the line flow again.
  private func take(_ arrival: Arrival) throws(RigError) -> [UInt8] {
    switch arrival {
    case .closed(let error): throw error
    case .received(let bytes):
      if backlog.change(by: bytes, -1) == 0 { link.setReading(true) }
      return bytes
    }
  }

  /// Throws away what has come and was not read.
  public func discardInput() throws(RigError) {
    while let arrival = incoming.tryReceive() { _ = try take(arrival) }
  }

  /// Another rate, once everything sent has left.
  public func setRate(_ rate: Int) async throws(RigError) {
    guard let line = link as? any SerialLine else { return }
    try await line.drain(within: .seconds(5))
    try await line.setRate(rate)
  }

  /// Moves the modem lines.
  public func setLines(dtr: Bool, rts: Bool) async throws(RigError) {
    try await (link as? any SerialLine)?.setLines(dtr: dtr, rts: rts)
  }
}

public import BootProtocols
public import LabRuntime
public import Links

/// One programmer at work on one line: what a ``BootProgrammer`` asks for is done here, in the lab's
/// time.
public struct LineSession: Sendable {
  /// What a programmer reports while it works.
  public enum Report: Equatable, Sendable {
    /// How far it is.
    case progress(BootProgress)
    /// Something a person may want to read.
    case note(String)
    /// Something a person has to know.
    case remark(String)
  }

  private let lab: Lab
  private let link: any Link
  private let incoming: LabChannel<Arrival>

  private enum Arrival: Sendable {
    case bytes([UInt8])
    case closed(LinkError)
  }

  /// Bytes that wait for a programmer; a board that floods is held back beyond that.
  private static let mostWaiting = 4096

  /// A session on a link that was just opened; the link is closed with ``close()``.
  public init(_ lab: Lab, on link: any Link) {
    self.lab = lab
    self.link = link
    let incoming = LabChannel<Arrival>(lab, label: "an answer on \(link.name)")
    self.incoming = incoming
    link.start { event in
      switch event {
      case .received(let chunk):
        incoming.send(.bytes(chunk.bytes))
        if incoming.count > Self.mostWaiting { link.setReading(false) }
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
  ///
  /// - Throws: ``FlashError``.
  public func resume(
    _ programmer: inout some BootProgrammer, report: (Report) -> Void
  ) async throws(FlashError) {
    try await perform(&programmer, from: programmer.reopened(), report)
  }

  private func perform(
    _ programmer: inout some BootProgrammer, from actions: [ProgrammerAction],
    _ report: (Report) -> Void
  ) async throws(FlashError) {
    var pending = actions
    var deadline = lab.now.advanced(by: .seconds(30))
    while true {
      let isTouched = programmer.imageTouched
      guard try await carryOut(pending, &deadline, isTouched, report) else { return }
      programmer.workAhead()
      pending = try await next(for: &programmer, &deadline, isTouched)
    }
  }

  /// Does what a programmer asks for; false when it has what it wanted.
  private func carryOut(
    _ actions: [ProgrammerAction], _ deadline: inout LabInstant, _ isTouched: Bool,
    _ report: (Report) -> Void
  ) async throws(FlashError) -> Bool {
    // A board that waits for a request is served before a person who waits for a line of text.
    var untold: [Report] = []
    defer { for each in untold { report(each) } }
    for action in actions {
      switch action {
      case .send(let bytes): try await send(bytes, isTouched)
      case .setRate(let rate): try await setRate(rate, isTouched)
      case .setLines(let dtr, let rts): try await setLines(dtr, rts, isTouched)
      case .pause(let microseconds):
        for each in untold { report(each) }
        untold = []
        try await pause(microseconds, isTouched)
      case .discardInput:
        while let arrival = incoming.tryReceive() {
          if case .closed(let error) = arrival {
            throw FlashError(error, imageTouched: isTouched)
          }
        }
      case .expect(let microseconds):
        deadline = lab.now.advanced(by: .microseconds(max(0, microseconds)))
      case .progress(let progress): untold.append(.progress(progress))
      case .note(let text): untold.append(.note(text))
      case .remark(let text): untold.append(.remark(text))
      case .finished: return false
      case .failed(let failure): throw FlashError(failure)
      }
    }
    return true
  }

  /// What the programmer makes of the next thing that comes, or of the silence.
  private func next(
    for programmer: inout some BootProgrammer, _ deadline: inout LabInstant, _ isTouched: Bool
  ) async throws(FlashError) -> [ProgrammerAction] {
    let arrival: Arrival
    do throws(LabError) { arrival = try await incoming.receive(until: deadline) } catch {
      guard error.code == .timedOut else { throw FlashError.interrupted(isTouched) }
      deadline = lab.now.advanced(by: .seconds(30))
      return programmer.expired()
    }
    if incoming.count == 0 { link.setReading(true) }
    switch arrival {
    case .bytes(let bytes): return programmer.receive(bytes)
    case .closed(let error): throw FlashError(error, imageTouched: isTouched)
    }
  }

  private func send(_ bytes: [UInt8], _ isTouched: Bool) async throws(FlashError) {
    do throws(LinkError) { try await link.send(bytes) } catch {
      throw error.code == .cancelled
        ? FlashError.interrupted(isTouched) : FlashError(error, imageTouched: isTouched)
    }
  }

  private func setRate(_ rate: Int, _ isTouched: Bool) async throws(FlashError) {
    guard let line = link as? any SerialLine else { return }
    do throws(LinkError) {
      try await line.drain(within: .seconds(5))
      try await line.setRate(rate)
    } catch { throw FlashError(error, imageTouched: isTouched) }
  }

  private func setLines(_ dtr: Bool, _ rts: Bool, _ isTouched: Bool) async throws(FlashError) {
    guard let line = link as? any SerialLine else { return }
    do throws(LinkError) { try await line.setLines(dtr: dtr, rts: rts) } catch {
      throw FlashError(error, imageTouched: isTouched)
    }
  }

  private func pause(_ microseconds: Int, _ isTouched: Bool) async throws(FlashError) {
    do throws(LabError) {
      try await lab.sleep(
        for: .microseconds(max(0, microseconds)), label: "a pause of the boot protocol")
    } catch { throw FlashError.interrupted(isTouched) }
  }
}

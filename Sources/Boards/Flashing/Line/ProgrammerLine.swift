public import BootProtocols
public import Errors
public import LabRuntime
import Links

/// A line on which a ``BootProgrammer`` works.
public protocol ProgrammerLine: Sendable {
  var name: String { get }
  func send(_ bytes: [UInt8]) async throws(RigError)
  /// The next bytes, in pieces of any size; nil when none come until `deadline`.
  func receive(until deadline: LabInstant) async throws(RigError) -> [UInt8]?
  func discardInput() throws(RigError)
  /// Another rate, once everything sent has left.
  func setRate(_ rate: Int) async throws(RigError)
  func setLines(dtr: Bool, rts: Bool) async throws(RigError)
}

extension ProgrammerLine {
  /// The line keeps its rate.
  public func setRate(_ rate: Int) async throws(RigError) {}
  /// The modem lines stay as they are.
  public func setLines(dtr: Bool, rts: Bool) async throws(RigError) {}

  /// Does what a programmer asks for, in the lab's time, until it has what it wanted.
  ///
  /// - Parameter actions: what it asks for first.
  /// - Returns: why it gave up; nil when it has what it wanted.
  /// - Throws: ``RigError`` `cancelled` when the task is, else why the line is gone.
  public func perform(
    _ programmer: inout some BootProgrammer, from actions: [ProgrammerAction], _ lab: Lab,
    report: (LineSession.Report) -> Void = { _ in }
  ) async throws(RigError) -> BootFailure? {
    var actions = actions
    var deadline = lab.now.advanced(by: .seconds(30))
    while true {
      switch try await carryOut(actions, &deadline, lab, report) {
      case .finished: return nil
      case .failed(let failure): return failure
      case .goesOn: break
      }
      programmer.workAhead()
      if let bytes = try await receive(until: deadline) {
        actions = programmer.receive(bytes)
      } else {
        deadline = lab.now.advanced(by: .seconds(30))
        actions = programmer.expired()
      }
    }
  }

  private func carryOut(
    _ actions: [ProgrammerAction], _ deadline: inout LabInstant, _ lab: Lab,
    _ report: (LineSession.Report) -> Void
  ) async throws(RigError) -> ProgrammerState {
    // A board that waits for a request is served before a person who waits for a line of text.
    var untold: [LineSession.Report] = []
    defer { for each in untold { report(each) } }
    for action in actions {
      switch action {
      case .send(let bytes): try await send(bytes)
      case .setRate(let rate): try await setRate(rate)
      case .setLines(let dtr, let rts): try await setLines(dtr: dtr, rts: rts)
      case .pause(let microseconds):
        for each in untold { report(each) }
        untold = []
        do throws(RigError) {
          try await lab.sleep(
            for: .microseconds(max(0, microseconds)), label: "a pause of the boot protocol")
        } catch { throw RigError(.cancelled, name, reason: "the pause was broken off") }
      case .discardInput: try discardInput()
      case .expect(let microseconds):
        deadline = lab.now.advanced(by: .microseconds(max(0, microseconds)))
      case .progress(let progress): untold.append(.progress(progress))
      case .note(let text): untold.append(.note(text))
      case .remark(let text): untold.append(.remark(text))
      case .finished: return .finished
      case .failed(let failure): return .failed(failure)
      }
    }
    return .goesOn
  }
}

/// Where a programmer stands once what it asked for has been done.
private enum ProgrammerState {
  case goesOn, finished
  case failed(BootFailure)
}

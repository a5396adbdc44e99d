import CRigShims
package import LabRuntime
import Synchronization

/// Answers signals: the first ends the work in an orderly way, the second at once.
package final class SignalHandler: Sendable {
  private let lab: Lab
  private let wasAsked = Mutex(false)

  package init(_ lab: Lab) { self.lab = lab }

  /// Starts to listen; `end` is called inside the lab, once. `tell` answers SIGUSR1.
  package func listen(
    tell: (@Sendable () -> Void)? = nil, _ end: @escaping @Sendable (LabSignal) -> Void
  ) {
    LabSignal.listen { signal in self.answer(signal, tell, end) }
  }

  private func answer(
    _ signal: LabSignal, _ tell: (@Sendable () -> Void)?,
    _ end: @escaping @Sendable (LabSignal) -> Void
  ) {
    if case .status = signal {
      if let tell { return tell() }
      let awaited = lab.awaited.joined(separator: "; ")
      Output.diagnostic("At \(lab.now); awaited: \(awaited.isEmpty ? "nothing" : awaited)")
      return
    }
    let isFirst = wasAsked.withLock { wasAsked in
      defer { wasAsked = true }
      return !wasAsked
    }
    guard isFirst else {
      Keyboard.restore()
      Output.leaveProgress()
      rig_exit_now(signal.exitStatus)
    }
    lab.post { end(signal) }
  }
}

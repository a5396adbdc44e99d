import Glibc
package import Journal
package import LabRuntime
import Synchronization

/// The end of a service, and the status that it ends with.
package final class EndOfService: Sendable {
  private let lab: Lab
  private let gate: LabGate
  private let first = Mutex<ExitStatus?>(nil)

  package init(_ lab: Lab) {
    self.lab = lab
    gate = LabGate(lab, label: "the end of the service")
  }

  package func openAtSignal() {
    SignalHandler(lab).listen { signal in self.open(ExitStatus(signal.exitStatus)) }
  }

  package var status: ExitStatus { first.withLock { $0 } ?? .done }

  /// Ends the service; the first reason stays. Called inside the lab.
  package func open(_ status: ExitStatus) {
    first.withLock { $0 = $0 ?? status }
    gate.open()
  }

  package func wait() async { try? await gate.wait() }
}

/// Watches for the end of the program that started this one: its end of standard input closes.
package enum ParentWatch {
  /// Reads standard input to its end on a thread of its own, then calls `end` inside the lab.
  package static func start(_ lab: Lab, _ end: @escaping @Sendable () -> Void) {
    WorkerThread.start("parent") {
      var input = StandardInput()
      while !input.read().isEmpty {}
      lab.post(end)
    }
  }
}

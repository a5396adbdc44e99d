import CRigShims
import Glibc

/// The signals that a run answers.
public enum LabSignal: Sendable {
  /// SIGINT: a person pressed Ctrl-C.
  case interrupt
  /// SIGTERM or SIGHUP.
  case terminate
  /// SIGUSR1: tell what is going on.
  case status

  /// The exit status of a program that ended cleanly on this signal.
  public var exitStatus: Int32 { self == .interrupt ? 130 : 143 }

  /// Takes the signals away from their default actions. Call before the first thread is started.
  public static func block() { rig_signals_block() }

  /// Starts the thread that waits for signals and hands each to `receive`, on that thread.
  public static func listen(_ receive: @escaping @Sendable (LabSignal) -> Void) {
    WorkerThread.start("signals") {
      while true {
        switch rig_signals_wait() {
        case SIGINT: receive(.interrupt)
        case SIGUSR1: receive(.status)
        default: receive(.terminate)
        }
      }
    }
  }
}

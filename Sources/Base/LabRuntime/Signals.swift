import CRigShims
import Glibc
import Synchronization

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

  private static let receiver = Mutex<(@Sendable (LabSignal) -> Void)?>(nil)

  /// Starts the thread that waits for signals and hands each to `receive`, on that thread. Whoever
  /// listened before is told of no more.
  public static func listen(_ receive: @escaping @Sendable (LabSignal) -> Void) {
    let isFirst = receiver.withLock { current in
      defer { current = receive }
      return current == nil
    }
    guard isFirst else { return }
    WorkerThread.start("signals") {
      while true {
        let signal: LabSignal =
          switch rig_signals_wait() {
          case SIGINT: .interrupt
          case SIGUSR1: .status
          default: .terminate
          }
        receiver.withLock { $0 }?(signal)
      }
    }
  }
}

import CRigShims
import Glibc
import LabRuntime
import Synchronization

/// Keys that are pressed while a run goes on. Ctrl-C and the like stay what they are.
package enum Keyboard {
  /// How the terminal was found; nil while keys are not read.
  private static let found = Mutex<termios?>(nil)

  /// Gives every key to `receive`, on a thread of its own, until ``restore()``. Does nothing where
  /// standard input is no terminal, or belongs to another program just now.
  package static func listen(_ receive: @escaping @Sendable (UInt8) -> Void) {
    guard isatty(STDIN_FILENO) == 1, isForeground else { return }
    var mode = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &mode) == 0 else { return }
    found.withLock { [mode] in $0 = mode }
    mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
    guard unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &mode) == 0 else { return }
    WorkerThread.start("keys") {
      while found.withLock({ $0 != nil }) {
        // In the background a read would stop the program.
        let isReady = rig_wait_readable(STDIN_FILENO, 200_000_000) == 1
        guard isReady, isForeground, found.withLock({ $0 != nil }) else { continue }
        var key: UInt8 = 0
        guard unsafe read(STDIN_FILENO, &key, 1) == 1 else { return }
        receive(key)
      }
    }
  }

  /// Leaves the terminal as it was found.
  package static func restore() {
    guard var found = found.withLock({ $0.take() }), isForeground else { return }
    _ = unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &found)
  }

  private static var isForeground: Bool { tcgetpgrp(STDIN_FILENO) == getpgrp() }
}

import CRigShims
import Files
import FoundationEssentials
import Glibc
import Journal
import Links
import Notation
import Reports
import Synchronization

/// The two streams of the program: results and diagnostics.
///
/// A reader that went away is no error: what is written after that is dropped.
package enum Output {
  private struct State {
    var isClosed = false
    var failure: String?
    /// Lines of progress that stand at the cursor of the terminal.
    var progress: [String] = []
  }

  private static let state = Mutex(State())

  /// True when the results have no reader any more.
  package static var isClosed: Bool { state.withLock { $0.isClosed } }

  package static func result(_ text: String) {
    aside { state in
      clearProgress(state)
      guard !state.isClosed, state.failure == nil else { return }
      do throws(POSIXError) {
        try SystemFile.standardOutput.write(Array(terminated(text).utf8))
      } catch {
        if error.code == .EPIPE {
          state.isClosed = true
        } else {
          state.failure = reason(error.code)
        }
      }
    }
  }

  /// Writes a diagnostic with a newline at its end; control characters in it are made visible.
  package static func diagnostic(_ text: String) { coloured(PrintableText.lines(text)) }

  /// Writes while the line that is being typed, if there is one, is out of the way.
  private static func aside(_ write: (inout State) -> Void) {
    rig_editor_hide()
    defer { rig_editor_show() }
    state.withLock { write(&$0) }
  }

  /// Writes a text that is safe already and may hold colours.
  package static func coloured(_ text: String) {
    aside { state in
      clearProgress(state)
      write(terminated(text))
      write(state.progress.joined(separator: "\n"))
    }
  }

  /// Shows lines at the bottom of the terminal in place of those before; none to remove them. Each
  /// has to fit the width of the terminal.
  package static func progress(_ lines: [String]) {
    state.withLock { state in
      // In one piece, so that the terminal does not flicker.
      write(clearing(state.progress) + lines.joined(separator: "\n"))
      state.progress = lines
    }
  }

  /// Shows one line at the bottom of the terminal; empty to remove it.
  package static func progress(_ line: String) { progress(line.isEmpty ? [] : [line]) }

  /// Removes what moves, on the way out of a program that cannot wait for another thread's writing.
  static func leaveProgress() {
    _ = state.withLockIfAvailable { state in
      clearProgress(state)
      state.progress = []
    }
  }

  /// The exit status of the program, given that of the subcommand.
  package static func status(after status: Int32) -> Int32 {
    guard let failure = state.withLock({ $0.failure }) else { return status }
    diagnostic("Error: failed to write to standard output: \(failure)")
    return ExitStatus.strongest([ExitStatus(status), .internalError]).code
  }

  private static func terminated(_ text: String) -> String {
    text.hasSuffix("\n") ? text : text + "\n"
  }

  private static func clearProgress(_ state: State) { write(clearing(state.progress)) }

  /// Takes the cursor to the start of the lines and clears from there.
  private static func clearing(_ lines: [String]) -> String {
    guard !lines.isEmpty else { return "" }
    // A terminal that has become narrower since has broken them.
    let width = Terminal.width(.error) ?? .max
    let rows = lines.reduce(0) { $0 + max(1, (columns($1) - 1) / width + 1) }
    return (rows > 1 ? "\u{1B}[\(rows - 1)A" : "") + "\r\u{1B}[J"
  }

  private static func columns(_ line: String) -> Int {
    DisplayWidth.of(line.replacing(/\u{1B}\[[0-9;]*m/, with: ""))
  }

  /// When standard error takes nothing, nothing can be told.
  private static func write(_ text: String) {
    guard !text.isEmpty else { return }
    try? SystemFile.standardError.write(Array(text.utf8))
  }

  private static func reason(_ code: POSIXErrorCode) -> String {
    code == .ENOSPC ? "no space left on the device" : "system error \(code.rawValue)"
  }
}

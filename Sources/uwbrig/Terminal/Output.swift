import Foundation
import Glibc
import Links
import Synchronization

/// The two streams of the program: results and diagnostics.
///
/// A reader that went away is no error: what is written after that is dropped.
enum Output {
  private struct State {
    var isClosed = false
    var failure: String?
    /// A line of progress stands at the cursor of the terminal.
    var progressLine = ""
  }

  private static let state = Mutex(State())

  /// Opens `/dev/null` in place of standard streams that are closed, so that no file which is opened
  /// later is taken for one of them. Called before anything is opened.
  static func openMissingStreams() {
    for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) < 0 {
      // The lowest free number is this one.
      _ = unsafe open("/dev/null", stream == STDIN_FILENO ? O_RDONLY : O_WRONLY)
    }
  }

  /// True when nobody reads the results any more.
  static var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Writes a result with a newline at its end.
  static func result(_ text: String) {
    state.withLock { state in
      clearProgress(&state)
      guard !state.isClosed, state.failure == nil else { return }
      do {
        try FileHandle.standardOutput.write(contentsOf: Data(terminated(text).utf8))
      } catch {
        if isBrokenPipe(error) { state.isClosed = true } else { state.failure = reason(error) }
      }
    }
  }

  /// Writes a diagnostic with a newline at its end; control characters in it are made visible.
  static func diagnostic(_ text: String) {
    state.withLock { state in
      clearProgress(&state)
      write(terminated(printable(text)))
      if !state.progressLine.isEmpty { write(state.progressLine) }
    }
  }

  /// Writes a line that is safe already and may hold colours.
  static func coloured(_ line: String) {
    state.withLock { state in
      clearProgress(&state)
      write(line + "\n")
      if !state.progressLine.isEmpty { write(state.progressLine) }
    }
  }

  /// Shows a line at the bottom of the terminal in place of the one before; empty to remove it.
  static func progress(_ line: String) {
    state.withLock { state in
      clearProgress(&state)
      state.progressLine = line
      if !line.isEmpty { write(line) }
    }
  }

  /// The exit status of the program, given that of the verb.
  static func status(after status: Int32) -> Int32 {
    guard let failure = state.withLock({ $0.failure }) else { return status }
    diagnostic("Error: failed to write to standard output: \(failure)")
    return ExitStatus.strongest([ExitStatus(status), .internalError]).code
  }

  /// Text of several lines in which nothing moves the cursor, changes colours or reorders a line.
  static func printable(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHarmful) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if isHarmful(scalar) {
        result += "\\u{" + String(scalar.value, radix: 16) + "}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    if scalar == "\n" || scalar.value < 0x7F && scalar.value >= 0x20 { return false }
    return switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      true
    default: false
    }
  }

  private static func terminated(_ text: String) -> String {
    text.hasSuffix("\n") ? text : text + "\n"
  }

  private static func clearProgress(_ state: inout State) {
    if !state.progressLine.isEmpty { write("\r\u{1B}[K") }
  }

  /// Nothing can be told to anybody when standard error does not take it.
  private static func write(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }

  private static func system(_ error: any Error) -> POSIXErrorCode? {
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
    if let error = error as? POSIXError { return error.code }
    guard let number = underlying.map({ ($0 as NSError).code }) else { return nil }
    return POSIXErrorCode(rawValue: Int32(truncatingIfNeeded: number))
  }

  private static func isBrokenPipe(_ error: any Error) -> Bool { system(error) == .EPIPE }

  private static func reason(_ error: any Error) -> String {
    switch system(error) {
    case .ENOSPC?: "no space left on the device"
    case let code?: "system error \(code.rawValue)"
    case nil: "\(error)"
    }
  }
}

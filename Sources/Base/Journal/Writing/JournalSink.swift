public import Errors

/// Where the lines of a journal go.
///
/// The journal calls `append` and `close` one at a time; `sync` may run beside an `append`.
public protocol JournalSink: Sendable {
  /// Takes one line with its newline. A live sink returns when the line is out of the process.
  func append(_ line: [UInt8]) throws(RigError)
  /// Makes what was appended as durable as the sink promises.
  func sync() throws(RigError)
  /// Ends the journal. Calling it again does nothing.
  func close() throws(RigError)
}

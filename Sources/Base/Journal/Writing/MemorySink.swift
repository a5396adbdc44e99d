import Synchronization

/// A journal in memory, for tests and short runs.
public final class MemorySink: JournalSink {
  private let lines = Mutex<[UInt8]>([])

  /// An empty journal.
  public init() {}

  /// All lines so far.
  public var bytes: [UInt8] { lines.withLock { $0 } }

  /// All lines so far, as text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Takes one line with its newline.
  public func append(_ line: [UInt8]) { lines.withLock { $0.append(contentsOf: line) } }

  /// Does nothing: memory has no disk.
  public func sync() {}

  /// Does nothing.
  public func close() {}
}

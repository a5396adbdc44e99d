public import LabRuntime

/// Keeps nothing of a journal.
public struct NoRecord: JournalSink {
  /// A sink for everything.
  public init() {}
  /// Drops the line.
  public func append(_ line: [UInt8]) {}
  /// Does nothing.
  public func sync() {}
  /// Does nothing.
  public func close() {}
}

extension Journal {
  /// A journal of which nothing is kept.
  public static func none(_ lab: Lab) -> Journal { Journal(now: { lab.now }, sink: NoRecord()) }
}

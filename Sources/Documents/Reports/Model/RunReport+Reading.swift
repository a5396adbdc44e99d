package import Journal

extension RunReport {
  /// Reads the report of a journal in a file.
  ///
  /// - Parameter others: told every entry too, so that a long journal is read once for all.
  package static func read(
    journal path: String, alsoFor others: (JournalEntry) -> Void = { _ in }
  ) throws -> RunReport {
    try read(JournalReader(path: path), alsoFor: others)
  }

  package static func read(_ bytes: [UInt8]) throws -> RunReport {
    try read(JournalReader(bytes: bytes))
  }

  private static func read(
    _ reader: consuming JournalReader, alsoFor others: (JournalEntry) -> Void = { _ in }
  ) throws -> RunReport {
    var builder = Builder()
    while let record = try reader.next() {
      switch record {
      case .entry(let entry):
        builder.add(entry)
        others(entry)
      case .damaged(let line, let reason): builder.damaged(line: line, reason: reason)
      }
    }
    if reader.isTorn { builder.torn() }
    return builder.finish()
  }
}

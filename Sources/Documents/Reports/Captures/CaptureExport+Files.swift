import Errors
import Files
import FoundationEssentials
import Glibc
package import Journal
package import RunStore
import WireFormat

/// Writes the captures of a run entry by entry, beside others who read the same journal: what goes
/// wrong is told at the end.
package struct CaptureWriter: Sendable {
  private var files: CaptureFiles
  private var export: CaptureExport
  private var failure: (any Error)?
  private let block: Int

  /// Captures of a run, in its folder.
  ///
  /// - Parameters:
  ///   - isSimulated: whether the run had a simulated lab, whose time begins at the epoch; in a live
  ///     one it begins when `run.json` says.
  ///   - block: bytes that are gathered in memory before a piece is written.
  package init(_ run: RunDirectory, isSimulated: Bool, block: Int = 1 << 20) {
    self.block = block
    files = CaptureFiles(folder: run.captures)
    let seconds = Int64(run.record.started.timeIntervalSince1970.rounded(.down))
    export = CaptureExport(origin: isSimulated ? 0 : seconds * 1_000_000_000)
  }

  package mutating func add(_ entry: JournalEntry) {
    guard failure == nil else { return }
    do throws(any Error) {
      try export.add(entry)
      if export.pending >= block { try files.append(export.take()) }
    } catch {
      files.abandon()
      failure = error
    }
  }

  /// Ends every capture and gives the paths.
  ///
  /// - Throws: what went wrong first; then no capture is left.
  @discardableResult
  package mutating func finish() throws -> [String] {
    if let failure { throw failure }
    do throws(any Error) {
      try export.finish()
      try files.append(export.take())
      return try files.finish()
    } catch {
      files.abandon()
      throw error
    }
  }
}

/// Capture files that grow under another name until they are whole.
///
/// Each is open only while a piece is written, since a rig may have more boards than a process may
/// have files.
private struct CaptureFiles {
  let folder: String
  fileprivate var names: [String] = []

  private func path(_ name: String) -> String { folder + "/" + name }
  /// Hidden, and removed with the captures of an earlier run where a process was killed.
  private func part(_ name: String) -> String { folder + "/." + name }

  mutating func append(_ pieces: [CaptureExport.Piece]) throws(RigError) {
    for piece in pieces {
      let name = piece.fileName
      let isNew = !names.contains(name)
      if isNew { names.append(name) }
      try RigError.explaining(.write, path(name)) {
        if isNew { try Data().write(to: URL(filePath: part(name))) }
        try SystemFile(appending: part(name)).write(piece.bytes)
      }
    }
  }

  func finish() throws(RigError) -> [String] {
    for name in names where unsafe rename(part(name), path(name)) != 0 {
      let cause = POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
      throw RigError(failingTo: .write, path(name), cause: cause)
    }
    return names.map(path)
  }

  func abandon() {
    for name in names { try? FileManager.default.removeItem(atPath: part(name)) }
  }
}

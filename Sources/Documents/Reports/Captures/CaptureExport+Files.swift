import Errors
import Files
import FoundationEssentials
import Glibc
package import Journal
package import RunStore
import WireFormat

extension CaptureExport {
  /// Bytes that are gathered before a capture is written out.
  package static let block = 1 << 20

  /// Writes `captures/<board>.pcapng` of a run for each board that its journal saw, and gives the
  /// paths.
  ///
  /// A capture appears whole or not at all.
  /// - Parameter isSimulated: whether the run had a simulated lab, whose time begins at the epoch;
  ///   in a live one it begins when `run.json` says.
  @discardableResult
  package static func write(
    _ run: RunDirectory, isSimulated: Bool
  ) throws -> [String] {
    var writer = CaptureWriter(run, isSimulated: isSimulated)
    var reader = try JournalReader(path: run.events)
    while let record = try reader.next() {
      if case .entry(let entry) = record { writer.add(entry) }
    }
    return try writer.finish()
  }

  /// Writes `<board>.pcapng` into a folder for each board that a journal saw, and gives the paths.
  ///
  /// - Parameter origin: when lab time began, in nanoseconds since the epoch.
  @discardableResult
  package static func write(
    journal path: String, into folder: String, origin: Int64
  ) throws -> [String] {
    var writer = CaptureWriter(folder: folder, origin: origin)
    var reader = try JournalReader(path: path)
    while let record = try reader.next() {
      if case .entry(let entry) = record { writer.add(entry) }
    }
    return try writer.finish()
  }
}

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
  ///   - isSimulated: as in ``CaptureExport/write(_:isSimulated:)``.
  ///   - block: bytes that are held in memory before a piece is written.
  package init(
    _ run: RunDirectory, isSimulated: Bool, block: Int = CaptureExport.block
  ) {
    let seconds = Int64(run.record.started.timeIntervalSince1970.rounded(.down))
    self.init(
      folder: run.captures, origin: isSimulated ? 0 : seconds * 1_000_000_000, block: block)
  }

  init(folder: String, origin: Int64, block: Int = CaptureExport.block) {
    self.block = block
    files = CaptureFiles(folder: folder)
    export = CaptureExport(origin: origin)
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
  private var names: [String] = []

  init(folder: String) { self.folder = folder }

  private func path(_ name: String) -> String { folder + "/" + name }
  /// Hidden, and removed with the captures of an earlier run where a process was killed.
  private func part(_ name: String) -> String { folder + "/." + name }

  mutating func append(_ pieces: [CaptureExport.Piece]) throws(RigError) {
    for piece in pieces {
      let name = piece.fileName
      do {
        if !names.contains(name) {
          names.append(name)
          try Data().write(to: URL(filePath: part(name)))
        }
        try SystemFile(appending: part(name)).write(Array(piece.bytes))
      } catch {
        throw RigError(failingTo: .write, path(name), cause: error)
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

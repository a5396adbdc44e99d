package import Bench
import Boards
import FirmwareImages
import Flashing
package import Journal
package import LabRuntime
import Notation
import Printing
package import RigFile
import RunStore
package import Terminal
import WireFormat

/// The images that a rig file wants on its boards before a run.
package struct RunImages {
  private let jobs: [BoardFlash]
  private let printer: FlashPrinter

  /// Reads the images and plans; nothing is touched.
  ///
  /// Throws ``Failure`` for a file that cannot be read, is not the one whose digest is given, or that
  /// its board cannot take.
  package init(_ file: RigFile, _ common: any Presentation) throws {
    let wanted = file.boards.compactMap { board in board.image.map { (board, $0) } }
    printer = FlashPrinter(common, boards: wanted.count, speaks: false)
    guard !wanted.isEmpty else {
      jobs = []
      return
    }
    let profiles = try ProfileLibrary.usual()
    jobs = try wanted.map { board, wanted in
      var request = FlashRequest()
      request.skipsIfThere = true
      // Copies of pages that a flash erases stand beside the rig file.
      if !file.directory.isEmpty { request.backupFolder = file.directory }
      let image: FirmwareImage
      do throws(FlashError) {
        request.method = try .named(wanted.method)
        image = try wanted.read()
      } catch { throw Failure(.usage, "\(board.name): image: \(error.message)") }
      let job = try FlashWork.plan(image, to: board.flashTarget(profiles), request)
      if job.isRefused {
        throw Failure(
          .usage,
          "\(board.name): \(image.name) is not written: "
            + job.findings.filter { $0.severity == .error }.map(\.description)
            .joined(separator: " "))
      }
      if file.time == .virtual, job.needsRealTime {
        throw Failure(
          .usage,
          "\(board.name): image: \(job.outline.method) works in real time only, and the rig has "
            + "time: virtual")
      }
      return job
    }
  }

  /// Brings the boards to their images, all at once.
  ///
  /// Throws ``Failure`` when a board could not be.
  package func perform(on bench: Bench, _ lab: Lab, _ journal: Journal) async throws {
    guard !jobs.isEmpty else { return }
    let jobs = jobs
    let printer = printer
    let failed = await withTaskGroup(of: (String, ExitStatus).self) { group in
      for job in jobs {
        let outline = job.outline
        journal.emit(
          .note(
            Event.Remark("\(job.target.name) is to have \(outline.image), by \(outline.title)")))
        guard let board = bench.board(named: job.target.name) else { continue }
        group.addTask { (job.target.name, await FlashWork.perform(job, on: board, printer)) }
      }
      var failed: [String] = []
      for await (name, status) in group where status != .done { failed.append(name) }
      return failed.sorted()
    }
    for job in jobs where !failed.contains(job.target.name) {
      journal.emit(
        .other(
          kind: OutcomeCollector.imageKind,
          json: .object([
            .init("board", .string(job.target.name)),
            .init("image", .string(job.image.name)),
            .init("sha256", .string(Hexadecimal.encode(job.image.fileDigest))),
          ])))
    }
    guard failed.isEmpty else {
      throw Failure(
        .bench,
        "the image of \(failed.joined(separator: ", ")) could not be brought onto the board; no case "
          + "was run")
    }
  }
}

import ArgumentParser
import Boards
import FirmwareImages
import Flashing
import Foundation
import Journal
import LabRuntime
import Reports
import Rig

/// The images that a rig file wants on its boards before a run.
struct RunImages {
  private let jobs: [BoardFlash]
  private let printer: FlashPrinter

  /// Reads the images and plans; nothing is touched.
  ///
  /// Throws ``Failure`` for a file that cannot be read, is not the one whose digest is given, or that
  /// its board cannot take.
  init(_ file: RigFile, _ common: CommonOptions) throws {
    let wanted = file.boards.compactMap { board in board.image.map { (board, $0) } }
    printer = FlashPrinter(common, boards: wanted.count, speaks: false)
    guard !wanted.isEmpty else {
      jobs = []
      return
    }
    let profiles = try ProfileOptions.standard()
    jobs = try wanted.map { board, wish in
      let image = try BoardFlash.read(wish.file)
      let digest = Self.digest(of: image)
      if let expected = wish.sha256, expected != digest {
        throw Failure(
          .usage,
          "\(board.name): \(PrintableText.escaped(wish.file)) is not the image that the rig file "
            + "means: its SHA-256 is \(digest), not \(expected)")
      }
      var options = BoardFlash.Wish(skipsIfThere: true)
      if wish.method != "auto" {
        do {
          guard case .serial(let method) = try FlashMethodArgument.parse(wish.method) else {
            throw Failure(
              .usage,
              "\(board.name): image: method \(wish.method): a run does not flash through a debug "
                + "probe; do it before: uwbrig flash \(board.name) "
                + PrintableText.escaped(wish.file))
          }
          options.method = method
        } catch let error as ValidationError {
          throw Failure(.usage, "\(board.name): image: method: \(error.message)")
        }
      }
      let job = try BoardFlash(image, to: board, options, profiles: profiles)
      if job.isRefused {
        throw Failure(
          .usage,
          "\(board.name): \(image.name) is not written: "
            + job.findings.filter { $0.severity == .error }.map(\.description)
            .joined(separator: " "))
      }
      return job
    }
  }

  private static func digest(of image: FirmwareImage) -> String {
    image.fileDigest.map { byte in
      String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }.joined()
  }

  /// Brings the boards to their images, all at once.
  ///
  /// Throws ``Failure`` when a board could not be.
  func perform(on bench: Bench, _ lab: Lab, _ journal: Journal) async throws {
    guard !jobs.isEmpty else { return }
    let jobs = jobs
    let printer = printer
    let failed = await withTaskGroup(of: (String, ExitStatus).self) { group in
      for job in jobs {
        journal.emit(
          .note(
            Event.Remark(
              "\(job.board.name) is to have \(job.plan.image.name), by \(job.plan.method.title)")))
        group.addTask { (job.board.name, await job.perform(on: bench, lab, printer)) }
      }
      var failed: [String] = []
      for await (name, status) in group where status != .done { failed.append(name) }
      return failed.sorted()
    }
    for job in jobs where !failed.contains(job.board.name) {
      journal.emit(
        .other(
          kind: RunReport.imageKind,
          json: .object([
            .init("board", .string(job.board.name)),
            .init("image", .string(job.plan.image.name)),
            .init("sha256", .string(Self.digest(of: job.plan.image))),
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

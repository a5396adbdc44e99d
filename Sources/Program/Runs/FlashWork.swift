import AttachedBoards
package import Bench
import Boards
package import FirmwareImages
package import Flashing
import FoundationEssentials
package import Journal
import LabRuntime
import Links
package import Printing
import RigFile

/// Flashes of boards as this program's subcommands carry them out: files in, words and statuses out.
package enum FlashWork {
  private static var searchPath: String { ProcessInfo.processInfo.environment["PATH"] ?? "" }

  /// Plans a flash.
  ///
  /// Throws ``Failure`` where the board or its bootloader cannot take the image.
  package static func plan(
    _ image: FirmwareImage, to target: FlashTarget, _ request: FlashRequest
  ) throws -> BoardFlash {
    var request = request
    request.searchPath = searchPath
    do throws(FlashError) { return try BoardFlash(image, to: target, request) } catch {
      throw Failure(.usage, "\(error.sentence). \(error.advice)")
    }
  }

  /// Writes an image, and says how that went.
  ///
  /// - Parameters:
  ///   - again: the command that does the same once more.
  ///   - attached: the board, where it stands in no rig file.
  package static func perform(
    _ flash: BoardFlash, on board: BenchBoard, _ printer: FlashPrinter, again: String? = nil,
    _ attached: AttachedTarget? = nil
  ) async -> ExitStatus {
    let lab = board.lab
    let start = lab.now
    let name = flash.target.name
    do throws(FlashError) {
      try await attached?.verify(lab, searchPath: searchPath)
      FirmwareMemory.forget(flash.target)
      let outcome = try await flash.perform(on: board) { _, report in
        printer.note(report, of: name, at: lab.now)
      }
      if outcome.isWritten {
        printer.done(
          name, flash.outline, in: start.duration(to: lab.now), isProved: outcome.isProved)
      } else {
        printer.alreadyThere(name, flash.outline)
      }
      return .done
    } catch {
      printer.failed(name, error, again: again)
      return status(of: error)
    }
  }

  /// What a flash that failed means for the status of the program.
  package static func status(of error: FlashError) -> ExitStatus {
    switch error.code {
    case .verification: .no
    case .image, .usage: .usage
    case .noAnswer, .refused, .line, .interrupted, .tool, .locked: .bench
    }
  }

  /// Reads the file of an image.
  ///
  /// Throws ``Failure`` where it cannot be read or is no image.
  package static func read(_ path: String, base: UInt32? = nil) throws -> FirmwareImage {
    do throws(FlashError) {
      return try ImageFile.read(path, base: base)
    } catch {
      throw Failure(.usage, error.message)
    }
  }
}

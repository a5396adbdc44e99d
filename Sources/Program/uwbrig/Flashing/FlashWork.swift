import Boards
import FirmwareImages
import Flashing
import Foundation
import Journal
import LabRuntime
import Links
import Rig

/// Flashes of boards as this program's verbs carry them out: files in, words and statuses out.
enum FlashWork {
  private static var searchPath: String { ProcessInfo.processInfo.environment["PATH"] ?? "" }

  /// Plans a flash.
  ///
  /// Throws ``Failure`` where the board or its bootloader cannot take the image.
  ///
  /// - Parameter name: what messages call the board; nil for its name in the rig file.
  static func plan(
    _ image: FirmwareImage, to board: RigBoard, named name: String? = nil,
    _ wish: BoardFlash.Wish, _ profiles: ProfileLibrary
  ) throws -> BoardFlash {
    var wish = wish
    wish.searchPath = searchPath
    do throws(FlashError) {
      return try BoardFlash(image, to: board, wish, profiles: profiles)
    } catch {
      var message = error.message
      if let name, message.hasPrefix("\(board.name): ") {
        message = "\(name): \(message.dropFirst(board.name.count + 2))"
      } else if name != nil || !message.hasPrefix(board.name) {
        message = "\(name ?? board.name): \(message)"
      }
      throw Failure(.usage, "\(message). \(error.advice)")
    }
  }

  /// Writes an image, and says how that went.
  ///
  /// - Parameters:
  ///   - again: the command that does the same once more.
  ///   - attached: the board, where it stands in no rig file.
  static func perform(
    _ flash: BoardFlash, on bench: Bench, _ printer: FlashPrinter, again: String? = nil,
    _ attached: AttachedFlash? = nil
  ) async -> ExitStatus {
    let lab = bench.lab
    let start = lab.now
    let name = flash.board.name
    guard let board = bench.board(named: name) else { return .bench }
    do throws(FlashError) {
      try await attached?.verify(lab, searchPath: searchPath)
      FirmwareMemory.forget(flash.board)
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
  static func status(of error: FlashError) -> ExitStatus {
    switch error.code {
    case .verification: .no
    case .image: .usage
    case .noAnswer, .refused, .line, .interrupted, .tool, .locked: .bench
    }
  }

  /// Reads the file of an image.
  ///
  /// Throws ``Failure`` where it cannot be read or is no image.
  static func read(_ path: String, base: UInt32? = nil) throws -> FirmwareImage {
    do throws(FlashError) {
      return try BoardFlash.image(at: path, base: base)
    } catch {
      throw Failure(.usage, error.message)
    }
  }
}

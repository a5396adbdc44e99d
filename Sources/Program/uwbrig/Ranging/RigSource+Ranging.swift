import BootProtocols
import Journal
import Notation
import RigFile
import Runs

extension RigSource {
  /// The boards that words name, each once, for a subcommand that needs some firmware.
  ///
  /// - Parameters:
  ///   - orAttached: whether attached boards would do as well.
  ///   - why: why a board cannot be named twice, behind the words that say so.
  static func boards(
    _ words: [String], in file: RigFile, orAttached: Bool, for subcommand: String,
    speaking firmware: [Firmware], once why: String = ""
  ) throws -> [RigBoard] {
    var boards: [RigBoard] = []
    for word in words {
      let board = try board(word, in: file, orAttached: orAttached)
      guard firmware.contains(board.firmware) else {
        throw Failure(
          .usage,
          "\(board.name) speaks \(board.firmware.rawValue), and \(subcommand) needs boards that "
            + "speak \(Wording.alternatives(firmware.map(\.rawValue)))")
      }
      guard !boards.contains(where: { $0.name == board.name }) else {
        throw Failure(.usage, "\(board.name) is named twice\(why)")
      }
      boards.append(board)
    }
    return boards
  }
}

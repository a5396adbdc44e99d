import Boards
import Links

/// The real boards of a rig, held against other programs for as long as this exists.
final class BoardClaims {
  /// A lock is given back by being dropped; the array keeps them in one global order, so that two
  /// programs that want the same boards cannot each hold one and wait for the other.
  private var held: [Claim]

  /// One lock in a place that an array can hold.
  private final class Claim {
    let lock: BoardLock
    init(_ lock: consuming BoardLock) { self.lock = lock }
  }

  /// Takes every board of a rig that is behind a terminal of this machine, or none.
  ///
  /// - Throws: ``LinkError`` `busy` when another program has one of them.
  init(_ file: RigFile, holder: LockHolder) throws(LinkError) {
    held = []
    for (key, board) in BoardClaims.keys(of: file) {
      do throws(BoardLockError) {
        held.append(Claim(try BoardLock(key, holder: holder)))
      } catch {
        held = []
        // A machine on which no lock file can be made still has the terminals' own locks.
        guard case .held = error.kind else { return }
        throw LinkError(.busy, link: board, reason: error.description)
      }
    }
  }

  /// Gives all boards back.
  func release() { held = [] }

  /// What to lock, each once and in order: several ports of one device are one board.
  private static func keys(of file: RigFile) -> [(key: String, board: String)] {
    var keys: [(key: String, board: String)] = []
    for board in file.boards {
      guard let key = key(of: board, in: file), !keys.contains(where: { $0.key == key }) else {
        continue
      }
      keys.append((key, board.name))
    }
    return keys.sorted { $0.key < $1.key }
  }

  private static func key(of board: RigBoard, in file: RigFile) -> String? {
    switch board.link.relative(to: file.directory) {
    case .serial(let path, _): TerminalPlace(of: path)?.key
    case .usb(.serial(let serial), _, _): serial
    case .usb(.path(let path), _, _): path
    default: nil
    }
  }
}

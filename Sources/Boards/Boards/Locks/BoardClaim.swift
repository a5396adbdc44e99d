public import Errors
import Links

/// Boards taken, until they are given back or forgotten.
public final class BoardClaim {
  private var held: [Held] = []

  private final class Held {
    let lock: BoardLock
    init(_ lock: consuming BoardLock) { self.lock = lock }
  }

  /// Takes the boards of locks' keys, all or none. On a machine where no lock file can be made there
  /// are still the terminals' own locks.
  ///
  /// - Parameters:
  ///   - keys: each with the name of its board in messages.
  ///   - directory: where lock files lie; nil picks the usual one.
  /// - Throws: ``RigError`` `busy` when another program has one of them.
  public init(
    _ keys: [(key: String, board: String)], holder: LockHolder, directory: String? = nil
  ) throws(RigError) {
    let boards = Dictionary(keys.map { ($0.key, $0.board) }) { first, _ in first }
    // In one order, so that two programs never wait for each other.
    for (key, board) in boards.sorted(by: { $0.key < $1.key }) {
      do throws(RigError) {
        held.append(Held(try BoardLock(key, holder: holder, directory: directory)))
      } catch {
        guard error.code == .busy else { continue }
        held = []
        throw RigError(.busy, board, reason: error.description)
      }
    }
  }

  /// Takes boards that go by one name for a program, all or none.
  ///
  /// - Throws: ``RigError`` `busy` when another program has one of them.
  public convenience init(
    _ keys: [String], named name: String, for program: String
  ) throws(RigError) {
    try self.init(
      keys.map { ($0, name) }, holder: .ourselves(program: program, run: nil))
  }

  /// Gives the boards back.
  public func release() { held = [] }
}

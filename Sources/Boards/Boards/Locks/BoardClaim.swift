/// One board taken, until it is given back or forgotten.
public final class BoardClaim {
  private var held: Held?

  private final class Held {
    let lock: BoardLock
    init(_ lock: consuming BoardLock) { self.lock = lock }
  }

  /// Takes the board of a lock's key for a program.
  public init(_ board: String, _ program: String) throws(BoardLockError) {
    held = Held(try BoardLock(board, holder: .ourselves(program: program, run: nil)))
  }

  /// Gives the board back.
  public func release() { held = nil }
}

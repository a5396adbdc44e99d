public import Errors
import Links

/// Boards taken, until they are given back or forgotten.
public final class BoardClaim {
  private var held: [Held] = []

  private final class Held {
    let lock: BoardLock
    init(_ lock: consuming BoardLock) { self.lock = lock }
  }

  /// Takes the boards of locks' keys for a program, all or none. On a machine where no lock file can be
  /// made there are still the terminals' own locks.
  ///
  /// - Parameter name: what messages call them.
  /// - Throws: ``RigError`` `busy` when another program has one of them.
  public init(_ keys: [String], named name: String, for program: String) throws(RigError) {
    // In one order, so that two programs never wait for each other.
    for key in Set(keys).sorted() {
      do throws(RigError) {
        held.append(Held(try BoardLock(key, holder: .ourselves(program: program, run: nil))))
      } catch {
        guard error.code == .busy else { continue }
        held = []
        throw RigError(.busy, name, reason: error.description)
      }
    }
  }

  /// Gives the boards back.
  public func release() { held = [] }
}

import Synchronization

/// Which coordinator has given a kit away, where several know it: a kit has one user.
final class KitClaims: Sendable {
  private let holders = Mutex<[String: CoordinatorAddress]>([:])

  /// Takes a kit for a coordinator; the other one that has it, if there is one.
  func take(_ key: String, for address: CoordinatorAddress) -> CoordinatorAddress? {
    holders.withLock { holders in
      if let holder = holders[key], holder != address { return holder }
      holders[key] = address
      return nil
    }
  }

  /// Gives a kit back; false where another coordinator has it.
  @discardableResult
  func give(_ key: String, by address: CoordinatorAddress) -> Bool {
    holders.withLock { holders in
      if let holder = holders[key], holder != address { return false }
      holders[key] = nil
      return true
    }
  }
}

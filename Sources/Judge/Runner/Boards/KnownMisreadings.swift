import Synchronization

/// What a board was seen to have misread in the cases of a run, so that the search in the next case
/// begins with it, and a board that is deaf is not searched for ever.
public final class KnownMisreadings: Sendable {
  private struct State {
    var names: [String] = []
    var fruitless = 0
  }

  /// Searches without a result after which a board is not searched any more.
  private static let patience = 2

  private let state = Mutex(State())

  /// Whether it is worth looking.
  public var isSearchable: Bool { state.withLock { $0.fruitless < Self.patience } }

  /// The names that were found, the last one first.
  public var names: [String] { state.withLock { $0.names.reversed() } }

  /// A search has ended with this name, or with none.
  public func note(_ name: String?) {
    state.withLock { state in
      guard let name else {
        state.fruitless += 1
        return
      }
      state.names.removeAll { $0 == name }
      state.names.append(name)
    }
  }
}

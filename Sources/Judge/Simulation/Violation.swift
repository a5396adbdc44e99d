/// An invariant of every world that did not hold: a fault of the program, whatever the boards did.
public struct Violation: Hashable, Sendable, CustomStringConvertible {
  /// Which invariant. The set may grow.
  public enum Invariant: String, Sendable, Hashable, CaseIterable {
    case await = "every await ends"
    /// Every board, lock, link and radio is given back.
    case givenBack = "everything is given back"
    /// Each instance has one verdict, and each attempt one end.
    case verdict = "one verdict an instance"
    case documented = "every ending is documented"
    /// Events stand in the order in which they happened.
    case order = "no event out of order"
    case journal = "the reports follow from the journal"
    /// Nothing enters a simulated lab from outside.
    case foreign = "nothing enters from outside"
    case opened = "the world opens"
  }

  /// Which invariant.
  public let invariant: Invariant
  /// The observation.
  public let detail: String

  /// A broken invariant.
  public init(_ invariant: Invariant, _ detail: String) {
    self.invariant = invariant
    self.detail = detail
  }

  /// One line for a person.
  public var description: String { "\(invariant.rawValue): \(detail)" }
}

/// A violation that a world is given on purpose, to see that it is found.
public enum Planted: String, CaseIterable, Sendable {
  /// A link and its lab are never given back.
  case leak
  /// Bytes are never given back; no world notices, only what looks at many of them.
  case memory
  /// A task waits for what never comes.
  case await
  /// An instance has two ends.
  case verdict
  /// A frame of a board that is not open.
  case order
  /// The journal says another reason than the case ended with.
  case misquote
}

public import Links

/// Looks on at everything that crosses the links of one board, over the whole run.
public protocol BoardObserver: FrameObserver {
  /// The board is going to have another image: what it said of itself may change.
  func willBeFlashed()
}

extension BenchBoard {
  /// Lets an observer look on from the next time that the link is opened; nil ends that.
  public func observe(with observer: (any BoardObserver)?) { session.observe(with: observer) }

  /// Whether something other than the board may have changed its bytes: faults that the rig itself puts
  /// on the link and that no protocol can tolerate, or what its serial line has counted.
  public var isDisturbed: Bool { hasFaults || session.hasLineErrors }

  /// Whether the rig itself puts faults on the link that no protocol can tolerate.
  public var hasFaults: Bool { place?.faulty?.isTolerated == false }
}

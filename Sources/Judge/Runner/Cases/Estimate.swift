public import Journal

/// A figure of a sample, and where the truth behind it may lie.
///
/// A few values decide nothing that lies near a limit: a board passes where the likely truth keeps
/// the limit, and fails where the truth is almost certainly beyond it. Between the two it decides
/// nothing.
public struct Estimate: Hashable, Sendable {
  /// The figure.
  public var value: Double
  /// How many values it is made of.
  public var count: Int
  /// Where the truth lies in 95 of 100 cases; nil where the values are too few to say.
  public var likely: ClosedRange<Double>?
  /// Where it lies in all but a few of a million; nil likewise.
  public var certain: ClosedRange<Double>?

  /// A figure with its intervals.
  public init(
    _ value: Double, count: Int, likely: ClosedRange<Double>?, certain: ClosedRange<Double>?
  ) {
    self.value = value
    self.count = count
    self.likely = likely
    self.certain = certain
  }

  /// Whether the truth keeps limits: false where it certainly does not, nil where the values are
  /// too few to say.
  public func keeps(_ limits: Event.Limits) -> Bool? {
    if let certain,
      limits.min.map({ certain.upperBound < $0 }) ?? false
        || limits.max.map({ certain.lowerBound > $0 }) ?? false
    {
      return false
    }
    guard let likely, limits.allow(likely.lowerBound), limits.allow(likely.upperBound) else {
      return nil
    }
    return true
  }

  /// How wide an interval is that a verdict FAIL stands on, in standard errors.
  public static let certainty = 4.5
}

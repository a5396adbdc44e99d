import Statistics

/// Measured distances between two boards whose places are known, against the true one.
struct Deviation: Hashable, Sendable {
  /// Errors that a median is taken of.
  static let count = 20

  /// The board at the other end, by the name of the rig file.
  let peer: String
  /// The true distance, in metres.
  let truth: Double
  /// What the median is off, in metres.
  let median: Double
  /// What it may be off, in metres.
  let limit: Double

  /// What of it breaks a rule; nil where it does not.
  var breach: Breach? {
    guard abs(median) > limit else { return nil }
    func metres(_ value: Double) -> String { "\((value * 100).rounded() / 100) m" }
    return Breach(
      expected: "a median within \(metres(limit)) of \(metres(truth)) to \(peer)",
      got: "\(metres(truth + median)), the median of \(Self.count)")
  }
}

/// The errors of the distances that two boards have measured so far, for their median.
struct DeviationSeries: Sendable {
  private var truth = 0.0
  private var errors: [Double] = []

  /// Takes one measurement; with the last of so many the deviation that they show, where their median
  /// may be beyond the limit: half of them are, on one side.
  mutating func take(
    _ measured: Double, truth: Double, peer: String, limit: Double
  ) -> Deviation? {
    // A board that has been moved since is another pair.
    if abs(truth - self.truth) > 0.001 { errors = [] }
    self.truth = truth
    errors.append(measured - truth)
    guard errors.count == Deviation.count else { return nil }
    defer { errors.removeAll(keepingCapacity: true) }
    let half = Deviation.count / 2
    guard
      errors.count(where: { $0 > limit }) >= half || errors.count(where: { $0 < -limit }) >= half
    else { return nil }
    return errors.median.map { Deviation(peer: peer, truth: truth, median: $0, limit: limit) }
  }
}

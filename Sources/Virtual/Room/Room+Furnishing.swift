import Glibc

extension Room {
  /// How a room is furnished.
  public struct Furnishing: Sendable {
    /// Error of the distances.
    public var noise: Noise
    /// False: every path is blocked by something; distances go on, marked as not line of sight.
    public var lineOfSight: Bool
    /// Metres beyond which nothing is heard.
    public var reach: Double
    /// Obstacles in the way of signals.
    public var obstacles: [Obstacle]
    /// The share of rounds in which a pair hears nothing.
    public var loss = 0.0
    /// Metres that a reflection adds to one distance in ten.
    public var multipath = 0.0

    /// A room; by default quiet, open, empty and 50 m in reach.
    public init(
      noise: Noise = .default, lineOfSight: Bool = true, reach: Double = 50,
      obstacles: [Obstacle] = []
    ) {
      self.noise = noise
      self.lineOfSight = lineOfSight
      self.reach = reach
      self.obstacles = obstacles
    }

    /// The obstruction between two points; nil where nothing is heard at all.
    func obstruction(_ one: Position, _ other: Position) -> Obstruction? {
      let truth = one.distance(to: other)
      guard truth <= reach else { return nil }
      let obstruction = Obstruction(obstacles, from: one, to: other)
      // What is lost on the way shortens the reach: 6 dB halve it.
      guard !obstruction.isBlocked, truth * pow(10, obstruction.loss / 20) <= reach else {
        return nil
      }
      return obstruction
    }
  }

  /// A disturbance of the radio for a while.
  public struct Disturbance: Sendable {
    /// The share of rounds in which a pair hears nothing.
    public var loss: Double
    /// Metres that a reflection adds to one distance in ten.
    public var multipath: Double
    /// False: something is in every way.
    public var lineOfSight: Bool

    /// As a room is furnished.
    public init(of furnishing: Furnishing) {
      loss = furnishing.loss
      multipath = furnishing.multipath
      lineOfSight = furnishing.lineOfSight
    }
  }
}

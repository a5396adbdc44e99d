/// A distance around an object, with hysteresis: what is inside must go further out to leave than it
/// had to come near to enter.
public struct Zone: Hashable, Sendable {
  /// A name.
  public var name: String
  /// Metres within which it is entered.
  public var enter: Double
  /// Metres beyond which it is left; never less than ``enter``.
  public var leave: Double

  /// A zone.
  public init(_ name: String, enter: Double, leave: Double) {
    self.name = name
    self.enter = enter
    self.leave = max(enter, leave)
  }
}

/// Which zones a device is in, from its distances.
public struct ZoneTracker: Sendable {
  /// A change.
  public enum Event: Hashable, Sendable {
    case entered(String)
    case left(String)
  }

  private let zones: [Zone]
  /// The share of a new distance in the smoothed one.
  private let share: Double
  private var smoothed: Double?
  private var isInside: [Bool]

  /// A tracker outside of all zones.
  ///
  /// - Parameter smoothing: how many distances the filter averages over, about; 1 for no filter.
  public init(_ zones: [Zone], smoothing: Double = 4) {
    self.zones = zones
    share = 2 / (max(1, smoothing.isFinite ? smoothing : 1) + 1)
    isInside = zones.map { _ in false }
  }

  /// The zones that the device is in, in the order in which they were given.
  public var inside: [String] { zip(zones, isInside).filter(\.1).map(\.0.name) }

  /// Takes a distance in metres; nil, or what is no number, changes nothing.
  public mutating func update(_ distance: Double?) -> [Event] {
    guard let distance, distance.isFinite, distance >= 0 else { return [] }
    let value = smoothed.map { $0 + (distance - $0) * share } ?? distance
    smoothed = value
    var events: [Event] = []
    for index in zones.indices {
      if isInside[index], value > zones[index].leave {
        isInside[index] = false
        events.append(.left(zones[index].name))
      } else if !isInside[index], value < zones[index].enter {
        isInside[index] = true
        events.append(.entered(zones[index].name))
      }
    }
    return events
  }

  /// The object was removed: all zones are left, and the filter begins again.
  public mutating func remove() -> [Event] {
    let events = inside.map { Event.left($0) }
    isInside = zones.map { _ in false }
    smoothed = nil
    return events
  }
}

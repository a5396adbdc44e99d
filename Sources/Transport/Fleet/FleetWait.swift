import Notation

/// A client's position in the queue of a place.
public struct FleetWait: Hashable, Sendable, CustomStringConvertible {
  /// The place where most are in front.
  public var place: String
  /// Who holds it.
  public var owner: String?
  /// Since when, in seconds since 1970.
  public var since: Double?
  /// How many are in front, the holder among them.
  public var ahead: Int
  /// In how many seconds it is likely to be had; nil where nothing is known of that.
  public var expected: Double?

  /// As `waiting for lock, held by ci/anna since …; 2 in front, about 12 min`.
  public var description: String {
    let name = PrintableText.escaped(place, limit: 200)
    let holder = owner.map { ", held by \(PrintableText.escaped($0, limit: 100))" } ?? ""
    return "waiting for \(name)\(holder)\(since.map { " since \(FleetMoment($0))" } ?? ""); "
      + "\(ahead) in front" + (expected.map { ", about \(Self.words($0))" } ?? "")
  }

  private static func words(_ seconds: Double) -> String {
    guard seconds.isFinite else { return "a long time" }
    let whole = Int(max(1, min(seconds, 1e9)))
    return whole < 90 ? "\(whole) s" : "\((whole + 30) / 60) min"
  }
}

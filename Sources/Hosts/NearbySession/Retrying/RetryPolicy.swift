/// When and how an application tries again after its accessory was removed.
public struct RetryPolicy: Hashable, Sendable {
  /// How often in a row, without an update in between.
  public var attempts: Int
  /// The wait before the first one.
  public var firstPause: Duration
  /// The factor from each wait to the next.
  public var growth: Int
  /// No wait is longer.
  public var longestPause: Duration

  /// A policy; three attempts after 200 ms, 400 ms and 800 ms by default.
  public init(
    attempts: Int = 3, firstPause: Duration = .milliseconds(200), growth: Int = 2,
    longestPause: Duration = .seconds(10)
  ) {
    self.attempts = attempts
    self.firstPause = firstPause
    self.growth = growth
    self.longestPause = longestPause
  }

  private static let day = Duration.seconds(86_400)

  /// Never again.
  public static let none = RetryPolicy(attempts: 0)

  /// The wait before an attempt, counted from 1; nil when there is none any more.
  public func pause(before attempt: Int) -> Duration? {
    guard attempt >= 1, attempt <= attempts else { return nil }
    // No policy waits for more than a day, so that no growth leaves the range of a duration.
    let longest = min(longestPause, Self.day)
    var pause = min(firstPause, longest)
    let factor = min(max(growth, 1), 1000)
    var number = 1
    while number < attempt, pause < longest, factor > 1 {
      pause = min(pause * factor, longest)
      number += 1
    }
    return pause
  }

  /// How an attempt begins.
  public enum Step: Hashable, Sendable {
    /// The accessory's own session lives: the configuration that is known runs again.
    case runAgain
    /// It does not: stop and initialize, then everything anew.
    case exchange
  }

  /// The step for an accessory that has said that it stopped, or has not.
  public func step(accessoryStopped: Bool) -> Step { accessoryStopped ? .exchange : .runAgain }
}

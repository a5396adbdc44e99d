/// How leases are kept alive and freed.
public struct LeaseTimes: Hashable, Sendable {
  /// The interval at which owners and waiting clients show that they live.
  public var beat = Duration.seconds(1)
  /// How long one may be silent before the coordinator is asked whether it works at all.
  public var suspicion = Duration.milliseconds(2500)
  /// How long one may go on being silent after the coordinator has answered. What had been sent
  /// before is then seen: a coordinator that stood still takes no lease away.
  public var grace = Duration.milliseconds(1200)
  /// How long one who held a place waits for its kit after a coordinator was restarted.
  public var reclaiming = Duration.seconds(10)
  /// How long a limit on holding may be overrun until others end it.
  public var overtime = Duration.seconds(5)
  /// How often a release that did not show is repeated.
  public var repetition = Duration.seconds(1)

  /// The usual times: what the dead held is free within four seconds.
  public init() {}
}

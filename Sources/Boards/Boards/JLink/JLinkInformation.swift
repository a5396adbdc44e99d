/// A debug probe's self-description.
public struct JLinkInformation: Equatable, Sendable {
  /// The firmware with the date of its making, safe to print.
  public var firmware: String
  /// The hardware's version, such as 4.1 for 40100; nil where the probe does not tell.
  public var hardwareVersion: Hardware?
  /// The voltage at the target in millivolts. 0 on a probe that has its target on the same board
  /// says nothing.
  public var targetMillivolts: Int
  /// The current that the probe feeds to its target in milliamperes; nil where it does not measure.
  public var targetMilliamperes: Int?
  /// Its abilities, as bits.
  public var capabilities: UInt32

  /// A version of hardware: type, major, minor, revision, two decimal digits each.
  public struct Hardware: Equatable, Sendable, CustomStringConvertible {
    /// The number as the probe gives it.
    public var number: UInt32

    /// `4.10`; the type before it where it is not the usual one.
    public var description: String {
      let kind = number / 1_000_000 % 100
      let minor = number / 100 % 100
      let version = "\(number / 10_000 % 100).\(minor < 10 ? "0" : "")\(minor)"
      return kind == 0 ? version : "type \(kind), \(version)"
    }
  }
}

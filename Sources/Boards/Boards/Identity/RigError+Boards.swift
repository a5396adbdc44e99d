public import Errors

extension RigError.Code {
  /// Several attached devices are meant.
  public static let ambiguous = Self("ambiguous")
  /// Another device is there now than the one that was asked for.
  public static let changed = Self("changed")
  /// The port carries something unasked.
  public static let carriesOthers = Self("carries others")
  /// The switch said yes and nothing happened.
  public static let noEffect = Self("no effect")
  /// The device has no interface for commands.
  public static let noInterface = Self("no interface")
}

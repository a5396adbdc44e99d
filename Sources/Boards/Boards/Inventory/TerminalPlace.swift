import Glibc

/// Where a terminal of this machine comes from, as sysfs tells it.
public struct TerminalPlace: Equatable, Sendable {
  /// The USB path of its device; nil for a terminal that is not behind USB.
  public var devicePath: String?
  /// The name that the kernel gave it now: `ttyACM0`.
  public var name: String

  /// Looks a terminal up; nil for what is no terminal device of its own (a pseudo-terminal, a file).
  ///
  /// - Parameter path: the terminal, or a link to it.
  public init?(of path: String) {
    guard let device = SystemFiles.resolved(path), let name = device.split(separator: "/").last
    else { return nil }
    self.name = String(name)
    guard let place = SystemFiles.resolved("/sys/class/tty/\(name)/device") else { return nil }
    // …/1-1.4/1-1.4:1.0 for a CDC port, …/1-1.4/1-1.4:1.0/ttyUSB0 for a bridge chip.
    let parts = place.split(separator: "/", omittingEmptySubsequences: false)
    guard let interface = parts.lastIndex(where: { $0.contains(":") && $0.contains("-") }),
      interface > 0
    else { return }
    devicePath = String(parts[interface - 1])
  }

  /// Which programs have a terminal open, by process; those of other users only as far as this user
  /// may look.
  ///
  /// - Parameter path: the terminal, or a link to it.
  public static func holders(of path: String) -> [NodeAccess.Holder] {
    guard let node = SystemFiles.resolved(path) else { return [] }
    return NodeHolders(of: [node], .system).holders(of: node)
  }
}

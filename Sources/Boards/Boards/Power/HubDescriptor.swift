/// A hub's description of its power switches (USB 2.0, 11.23.2.1; USB 3.2, 10.15.2.1).
///
/// Never the whole truth: many hubs claim to switch ports and cut the data lines alone. That is why
/// every switching is verified.
public struct HubDescriptor: Equatable, Sendable {
  /// The group that is switched at once.
  public enum Switching: String, Sendable, CaseIterable {
    case perPort = "per-port"
    /// All ports at once.
    case ganged
    case none
  }

  /// The group that is switched at once.
  public var switching: Switching
  /// How many ports there are.
  public var ports: Int

  /// Reads a hub descriptor of either kind; nil for anything else.
  public init?(_ bytes: [UInt8]) {
    // Length, type 0x29 or 0x2A, ports, characteristics (16 bits), 2 ms units to power on.
    guard bytes.count >= 7, Int(bytes[0]) >= 7, bytes[1] == 0x29 || bytes[1] == 0x2A,
      (1...127).contains(bytes[2])
    else { return nil }
    ports = Int(bytes[2])
    switch bytes[3] & 0x03 {
    case 0: switching = .ganged
    case 1: switching = .perPort
    default: switching = .none
    }
  }
}

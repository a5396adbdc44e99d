/// A port of a USB hub, by the hub's path and the number of the port.
public struct HubPort: Equatable, Sendable, CustomStringConvertible {
  /// The path of the hub: `1-1.4`, or the number of a bus for its root hub.
  public var hub: String
  /// From 1.
  public var number: Int

  /// A port.
  public init(hub: String, number: Int) {
    self.hub = hub
    self.number = number
  }

  /// The port that a device is plugged into; nil for a root hub.
  public init?(of devicePath: String) {
    let separators: [Character] = [".", "-"]
    guard let end = devicePath.lastIndex(where: { separators.contains($0) }),
      let number = Int(devicePath[devicePath.index(after: end)...])
    else { return nil }
    self.init(hub: String(devicePath[..<end]), number: number)
  }

  /// Whether the hub is part of a computer: all that hangs on it is the computer's own.
  public var isOfRootHub: Bool { !hub.contains("-") }

  /// The path of the device that is plugged in here.
  public var devicePath: String {
    isOfRootHub ? "\(hub)-\(number)" : "\(hub).\(number)"
  }

  /// The name of the hub among the devices of sysfs: a root hub's is that of its bus.
  var hubName: String { isOfRootHub ? "usb\(hub)" : hub }
  var portName: String { "\(hubName)-port\(number)" }
  /// How the hub's interfaces begin: a configuration's number follows.
  var interfacePrefix: String { isOfRootHub ? "\(hub)-0:" : "\(hub):" }

  /// Whether a device hangs on this port, directly or through more hubs.
  public func carries(_ path: String) -> Bool {
    guard path.hasPrefix(devicePath) else { return false }
    return [nil, ".", ":"].contains(path.dropFirst(devicePath.count).first)
  }

  /// `port 2 of hub 1-1.4`.
  public var description: String { "port \(number) of hub \(hub)" }
}

/// The USB devices of a computer at one moment, hubs too, in the order of their ports.
public struct USBInventory: Equatable, Sendable {
  /// The devices.
  public var devices: [USBDevice]

  /// The devices that are attached; what only shows when they are looked at together is noted.
  public init(_ devices: [USBDevice]) {
    self.devices = devices.sorted { USBPath.precedes($0.path, $1.path) }
    noteSharedSerials()
  }

  /// The device at a port.
  public func device(at path: String) -> USBDevice? { devices.first { $0.path == path } }

  /// Two devices of one vendor with one serial number can only be told apart by their ports.
  private mutating func noteSharedSerials() {
    let bySerial = Dictionary(grouping: devices, by: Self.key)
    for index in devices.indices {
      guard let key = Self.key(of: devices[index]), let sharing = bySerial[key], sharing.count > 1
      else { continue }
      let others = sharing.map(\.path).filter { $0 != devices[index].path }.prefix(8)
      devices[index].notes.append(
        "its serial number is also that of \(others.joined(separator: ", ")): "
          + "address it by path=\(devices[index].path)")
    }
  }

  private static func key(of device: USBDevice) -> String? {
    device.normalizedSerial.map { "\(device.vendor):" + $0 }
  }
}

/// The place where USB devices are looked for.
public struct USBTree: Sendable {
  /// What is known of devices beside sysfs, which lists them.
  public enum Source: String, Sendable, CaseIterable {
    /// What udevd knows of them, through libudev.
    case udev
    /// The links that are found by looking: in containers, and in trees that are not this computer's.
    case sysfs
  }

  /// Where the system's trees begin.
  public let roots: SystemRoots
  /// What is known of devices beside sysfs.
  public let source: Source

  /// The devices of this computer; with what udevd knows where it runs.
  public static var system: USBTree {
    USBTree(roots: .system, source: isServed(.system) ? .udev : .sysfs)
  }

  /// Whether a udevd runs that tells this program what it does; in a container it does not.
  static func isServed(_ roots: SystemRoots) -> Bool {
    SystemFiles.exists(roots.run + "/udev/control")
  }

  /// A tree to look into.
  public init(roots: SystemRoots, source: Source = .sysfs) {
    self.roots = roots
    self.source = source
  }

  /// Everything that is attached now.
  public func snapshot() -> USBInventory {
    let sysfs = sysfs
    return USBInventory(sysfs.names().compactMap { sysfs.device($0) })
  }

  /// One device as it is now; nil where nothing is attached to that port.
  public func device(at path: String) -> USBDevice? { sysfs.device(path) }

  private var sysfs: SysfsDevices {
    let udev = source == .udev ? UDev() : nil
    return SysfsDevices(roots: roots, annotations: udev ?? LinksByLooking(roots))
  }
}

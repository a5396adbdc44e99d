/// A hub of this computer, and what it says of its power switches.
public struct USBHub: Equatable, Sendable {
  /// Where it hangs: `1-1.4`, or `usb1` for a root hub. A USB 3 hub is two of them.
  public var path: String
  /// How many ports the kernel has found; nil where it does not say.
  public var ports: Int?
  /// The group that is switched at once; nil where this user may not ask.
  public var switching: HubDescriptor.Switching?
}

extension PowerTree {
  /// Every hub that is there, in the order of the ports, each asked what it switches. Blocks.
  public var hubs: [USBHub] { hubs { HubRequests.descriptor(bus: $0, address: $1) } }

  func hubs(_ ask: (_ bus: Int, _ address: Int) -> HubDescriptor?) -> [USBHub] {
    SystemFiles.names(in: root).filter { USBPath.isDevice($0) }.sorted(by: USBPath.precedes)
      .compactMap { name in
        guard SystemFiles.text("\(root)/\(name)/bDeviceClass") == "09" else { return nil }
        let ports = SystemFiles.text("\(root)/\(name)/maxchild").flatMap { Int($0) }
        let descriptor = numbers(of: name).flatMap { ask($0.bus, $0.address) }
        return USBHub(
          path: name, ports: ports ?? descriptor?.ports, switching: descriptor?.switching)
      }
  }
}

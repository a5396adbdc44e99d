import Errors
import Glibc
import Links

/// The part of sysfs that power control reads and writes; another directory in tests.
public struct PowerTree: Sendable {
  /// `/sys/bus/usb/devices`.
  public let root: String

  /// A tree of devices.
  public init(root: String = "/sys/bus/usb/devices") { self.root = root }

  /// The paths of all USB devices that are there, sorted.
  public var devices: [String] {
    SystemFiles.names(in: root).filter { !$0.contains(":") && !$0.hasPrefix("usb") }
  }

  /// Whether a device is there.
  public func has(_ devicePath: String) -> Bool {
    SystemFiles.exists("\(root)/\(devicePath)")
  }

  /// The bus and the address of a hub or another device; nil when it is not there.
  func numbers(of name: String) -> (bus: Int, address: Int)? {
    guard let bus = SystemFiles.text("\(root)/\(name)/busnum").flatMap({ Int($0) }),
      let address = SystemFiles.text("\(root)/\(name)/devnum").flatMap({ Int($0) })
    else { return nil }
    return (bus, address)
  }

  /// The switches of a port: its own, and the other half's on a USB 3 hub, which is two hubs in one
  /// case. Nil when the hub or the port is not there.
  func folders(of port: HubPort) -> [String]? {
    let interfaces = SystemFiles.names(in: root).filter { $0.hasPrefix(port.interfacePrefix) }
    for interface in interfaces {
      let folder = "\(root)/\(interface)/\(port.portName)"
      guard SystemFiles.exists(folder) else { continue }
      let peer = "\(folder)/peer"
      return SystemFiles.exists(peer) ? [folder, peer] : [folder]
    }
    return nil
  }

  /// The same port of the other half of a USB 3 hub; nil for a hub that has no other half.
  func peer(of port: HubPort) -> HubPort? {
    guard let folder = folders(of: port)?.first else { return nil }
    let path = SystemFiles.resolved("\(folder)/peer")
    // …/2-1.4:1.0/2-1.4-port2, or …/2-0:1.0/usb2-port3 at a root hub.
    guard let name = path?.split(separator: "/").last, let dash = name.lastIndex(of: "-"),
      let number = Int(name[dash...].dropFirst("-port".count)), number > 0
    else { return nil }
    let hub = name[..<dash]
    return HubPort(
      hub: hub.hasPrefix("usb") ? String(hub.dropFirst(3)) : String(hub), number: number)
  }

  func interfaces(of devicePath: String) -> [String] {
    SystemFiles.names(in: root).filter { $0.hasPrefix(devicePath + ":") }
  }

  /// Whether the kernel may use a device; 0 or an error number.
  func authorize(_ devicePath: String, _ isAllowed: Bool) -> Int32 {
    SystemFiles.write(isAllowed ? "1" : "0", to: "\(root)/\(devicePath)/authorized")
  }

  /// Switches through the kernel (Linux 6.0 and later); false where it has no such switch.
  ///
  /// - Throws: ``RigError`` when the kernel says no.
  func disable(_ port: HubPort, _ off: Bool) throws(RigError) -> Bool {
    guard let folders = folders(of: port) else { throw PowerTree.missing(port) }
    var switched = false
    for folder in folders {
      let path = "\(folder)/disable"
      guard SystemFiles.exists(path) else { continue }
      let status = SystemFiles.write(off ? "1" : "0", to: path)
      switched = true
      guard status != 0 else { continue }
      throw RigError(
        status == EACCES || status == EPERM ? .notPermitted : .refused, "\(port)",
        reason: "\(path) could not be written: \(SystemError.description(status))",
        advice: "Run it as root: the kernel gives this file to root alone")
    }
    return switched
  }

  /// Whether the kernel says that the port is switched off; nil where it does not say.
  func isDisabled(_ port: HubPort) -> Bool? {
    guard let folder = folders(of: port)?.first else { return nil }
    return SystemFiles.text("\(folder)/disable").map { $0 == "1" }
  }

  static func missing(_ port: HubPort) -> RigError {
    RigError(
      .notFound, "\(port)", reason: "there is no such port on this machine",
      advice: "`uwbrig boards` lists the paths; a hub that was moved has another one")
  }
}

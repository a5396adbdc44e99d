import Errors
import Glibc

/// The part of sysfs that power control reads and writes; another directory in tests.
public struct PowerTree: Sendable {
  /// `/sys/bus/usb/devices`.
  public let root: String

  /// A tree of devices.
  public init(root: String = "/sys/bus/usb/devices") { self.root = root }

  /// The paths of all USB devices that are there, sorted.
  public var devices: [String] {
    PowerTree.names(in: root).filter { !$0.contains(":") && !$0.hasPrefix("usb") }.sorted()
  }

  /// Whether a device is there.
  public func has(_ devicePath: String) -> Bool {
    unsafe access("\(root)/\(devicePath)", F_OK) == 0
  }

  /// The bus and the address of a hub or another device; nil when it is not there.
  func numbers(of name: String) -> (bus: Int, address: Int)? {
    guard let bus = PowerTree.read("\(root)/\(name)/busnum").flatMap({ Int($0) }),
      let address = PowerTree.read("\(root)/\(name)/devnum").flatMap({ Int($0) })
    else { return nil }
    return (bus, address)
  }

  /// The switches of a port: its own, and the other half's on a USB 3 hub, which is two hubs in one
  /// case. Nil when the hub or the port is not there.
  func folders(of port: HubPort) -> [String]? {
    let interfaces = PowerTree.names(in: root).filter { $0.hasPrefix(port.interfacePrefix) }
    for interface in interfaces.sorted() {
      let folder = "\(root)/\(interface)/\(port.portName)"
      guard unsafe access(folder, F_OK) == 0 else { continue }
      let peer = "\(folder)/peer"
      return unsafe access(peer, F_OK) == 0 ? [folder, peer] : [folder]
    }
    return nil
  }

  /// The same port of the other half of a USB 3 hub; nil for a hub that has no other half.
  func peer(of port: HubPort) -> HubPort? {
    guard let folder = folders(of: port)?.first else { return nil }
    var storage = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let path = unsafe storage.withUnsafeMutableBufferPointer { storage -> String? in
      guard let text = unsafe realpath("\(folder)/peer", storage.baseAddress) else { return nil }
      return unsafe String(cString: text)
    }
    // …/2-1.4:1.0/2-1.4-port2, or …/2-0:1.0/usb2-port3 at a root hub.
    guard let name = path?.split(separator: "/").last, let dash = name.lastIndex(of: "-"),
      let number = Int(name[dash...].dropFirst("-port".count)), number > 0
    else { return nil }
    let hub = name[..<dash]
    return HubPort(
      hub: hub.hasPrefix("usb") ? String(hub.dropFirst(3)) : String(hub), number: number)
  }

  /// The interfaces that the kernel has made of a device.
  func interfaces(of devicePath: String) -> [String] {
    PowerTree.names(in: root).filter { $0.hasPrefix(devicePath + ":") }.sorted()
  }

  /// Whether the kernel may use a device; 0 or an error number.
  func authorize(_ devicePath: String, _ isAllowed: Bool) -> Int32 {
    PowerTree.write(isAllowed ? "1" : "0", to: "\(root)/\(devicePath)/authorized")
  }

  /// Switches through the kernel (Linux 6.0 and later); false where it has no such switch.
  ///
  /// - Throws: ``RigError`` when the kernel says no.
  func disable(_ port: HubPort, _ off: Bool) throws(RigError) -> Bool {
    guard let folders = folders(of: port) else { throw PowerTree.missing(port) }
    var switched = false
    for folder in folders {
      let path = "\(folder)/disable"
      guard unsafe access(path, F_OK) == 0 else { continue }
      let status = PowerTree.write(off ? "1" : "0", to: path)
      switched = true
      guard status != 0 else { continue }
      throw RigError(
        status == EACCES || status == EPERM ? .notPermitted : .refused, "\(port)",
        reason: "\(path) could not be written: \(PowerTree.words(status))",
        advice: "Run it as root: the kernel gives this file to nobody else")
    }
    return switched
  }

  /// Whether the kernel says that the port is switched off; nil where it does not say.
  func isDisabled(_ port: HubPort) -> Bool? {
    guard let folder = folders(of: port)?.first else { return nil }
    return PowerTree.read("\(folder)/disable").map { $0 == "1" }
  }

  static func missing(_ port: HubPort) -> RigError {
    RigError(
      .notFound, "\(port)", reason: "there is no such port on this machine",
      advice: "`uwbrig boards` lists the paths; a hub that was moved has another one")
  }

  static func words(_ number: Int32) -> String { unsafe String(cString: strerror(number)) }

  static func names(in directory: String) -> [String] {
    guard let stream = unsafe opendir(directory) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// A short file, without the newline at its end.
  static func read(_ path: String) -> String? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { _ = close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe bytes.withUnsafeMutableBytes {
      unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
    }
    guard count >= 0 else { return nil }
    let text = bytes.prefix(count)
    return String(decoding: text.last == 0x0A ? text.dropLast() : text, as: UTF8.self)
  }

  /// 0, or the error number.
  static func write(_ text: String, to path: String) -> Int32 {
    let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return errno }
    defer { _ = close(descriptor) }
    let bytes = Array(text.utf8)
    let count = unsafe bytes.withUnsafeBytes {
      unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
    }
    return count == bytes.count ? 0 : errno
  }
}

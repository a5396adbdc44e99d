import CRigShims
import Errors
import Glibc
import Links

/// A YKUSH hub: a USB hub whose ports are switched by HID reports (Yepkit).
public struct YKUSH: Sendable {
  /// 04d8 and the products of the family.
  static let vendor = "000004D8"
  static let products = ["0000F2F7", "0000F11B", "0000F0CD", "0000EFED", "00000042"]

  /// The hub's serial number.
  public var serial: String
  /// The tree of HID devices; another directory in tests.
  let root: String
  let devices: String

  /// A hub by its serial number.
  public init(serial: String, root: String = "/sys/class/hidraw", devices: String = "/dev") {
    self.serial = serial
    self.root = root
    self.devices = devices
  }

  /// A report of 64 bytes that switches a port, with the report number 0 before it.
  static func report(port: Int, on: Bool) -> [UInt8] {
    [0, UInt8(truncatingIfNeeded: port & 0x0F) | (on ? 0x10 : 0)]
      + [UInt8](repeating: 0, count: 63)
  }

  /// Whether a hub's answer says that it was done.
  static func isDone(_ answer: [UInt8]) -> Bool { answer.first == 1 }

  /// The node of this hub: by the identity and the serial number that the kernel reports.
  var node: String? {
    for name in SystemFiles.names(in: root) {
      guard let text = SystemFiles.text("\(root)/\(name)/device/uevent") else { continue }
      var identity: [Substring] = []
      var unique = ""
      for line in text.split(separator: "\n") {
        if line.hasPrefix("HID_ID=") { identity = line.dropFirst(7).split(separator: ":") }
        if line.hasPrefix("HID_UNIQ=") { unique = String(line.dropFirst(9)) }
      }
      guard identity.count == 3, identity[1].uppercased() == YKUSH.vendor,
        YKUSH.products.contains(identity[2].uppercased()), unique == serial
      else { continue }
      return "\(devices)/\(name)"
    }
    return nil
  }

  /// Switches a port. Blocking, at most a second: call it from a thread that may wait.
  func power(port: Int, on: Bool) throws(RigError) {
    let what = "port \(port) of YKUSH \(serial)"
    guard let node else {
      throw RigError(
        .notFound, what, reason: "no YKUSH hub with this serial number is plugged in",
        advice: "`ykushcmd -l` lists the serial numbers")
    }
    let descriptor = unsafe open(node, O_RDWR | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      let number = errno
      throw RigError(
        number == EACCES ? .notPermitted : .refused, what,
        reason: "\(node) could not be opened: \(SystemError.description(number))",
        advice: "`uwbrig udev install` gives your group the device")
    }
    defer { _ = close(descriptor) }
    let report = YKUSH.report(port: port, on: on)
    let sent = unsafe report.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
    var answer = [UInt8](repeating: 0, count: 64)
    var got = -1
    if sent == report.count, rig_wait_readable(descriptor, 1_000_000_000) == 1 {
      got = unsafe answer.withUnsafeMutableBytes {
        unsafe read(descriptor, $0.baseAddress, $0.count)
      }
    }
    guard got > 0, YKUSH.isDone(Array(answer.prefix(got))) else {
      throw RigError(
        .refused, what, reason: "the hub did not confirm", advice: "Does it have this port?")
    }
  }
}

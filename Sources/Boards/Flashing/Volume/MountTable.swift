import Boards
import FoundationEssentials

/// The mounted file systems of this computer, as `/proc/mounts` has them.
struct MountTable: Equatable, Sendable {
  struct Mount: Equatable, Sendable {
    /// The block device, such as `/dev/sda1`.
    var device: String
    var path: String
  }

  var mounts: [Mount]

  /// Reads the table's text; lines that are none are passed over.
  init(_ text: String) {
    mounts = text.split(separator: "\n").prefix(100_000).compactMap { line in
      let fields = line.split(separator: " ")
      guard fields.count >= 2 else { return nil }
      return Mount(device: Self.unescaped(fields[0]), path: Self.unescaped(fields[1]))
    }
  }

  static func now(_ roots: SystemRoots = .system) -> MountTable {
    let contents = FileManager.default.contents(atPath: roots.proc + "/mounts") ?? Data()
    return MountTable(String(decoding: contents.prefix(1 << 22), as: UTF8.self))
  }

  /// Where a block device, or a part of it, is mounted.
  func paths(of device: String) -> [String] {
    mounts.filter { mount in
      guard mount.device.hasPrefix(device) else { return false }
      let rest = mount.device.dropFirst(device.count)
      return rest.allSatisfy { $0.isASCII && $0.isNumber }
    }.map(\.path)
  }

  /// Spaces and the like are written as three octal digits.
  private static func unescaped(_ field: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(field.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(3)
      if byte == UInt8(ascii: "\\"), digits.count == 3,
        let number = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
      {
        bytes.append(number)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension USBDevice {
  /// The block devices that the kernel made of its mass storage interfaces: `/dev/sda`.
  func blockDevices(_ roots: SystemRoots = .system) -> [String] {
    func entries(_ path: String) -> [String] { Array(SystemFiles.names(in: path).prefix(256)) }
    var found: [String] = []
    for interface in interfaces where interface.interfaceClass == 8 {
      let place = "\(roots.sys)/bus/usb/devices/\(path)"
      // The interface's folder bears the number of the configuration, which is nearly always 1.
      let folders = entries(place).filter {
        $0.hasPrefix("\(path):") && $0.hasSuffix(".\(interface.number)")
      }
      for folder in folders {
        for host in entries("\(place)/\(folder)") where host.hasPrefix("host") {
          for target in entries("\(place)/\(folder)/\(host)") where target.hasPrefix("target") {
            let units = "\(place)/\(folder)/\(host)/\(target)"
            for unit in entries(units) { found += entries("\(units)/\(unit)/block") }
          }
        }
      }
    }
    return found.map { "\(roots.dev)/\($0)" }
  }
}

package import Boards
import Files
import FoundationEssentials
import Notation

/// USB devices as sysfs lists them: no udev, no descriptors.
package struct SysfsGlance {
  let root = "/sys/bus/usb/devices"

  package init() {}

  /// Everything but the root hubs; nothing where the kernel has no USB.
  package func devices() throws -> [USBDevice] {
    guard FileManager.default.fileExists(atPath: root) else { return [] }
    let names = try FileManager.default.contentsOfDirectory(atPath: root).sorted()
    return names.filter { !$0.contains(":") && !$0.hasPrefix("usb") }.compactMap {
      device($0, among: names)
    }
  }

  private func device(_ name: String, among names: [String]) -> USBDevice? {
    guard let vendor = number(name, "idVendor", 16).flatMap(UInt16.init(exactly:)),
      let product = number(name, "idProduct", 16).flatMap(UInt16.init(exactly:))
    else { return nil }
    let bus = number(name, "busnum", 10) ?? 0
    let address = number(name, "devnum", 10) ?? 0
    let node = "/dev/bus/usb/\(padded(bus))/\(padded(address))"
    return USBDevice(
      path: name, bus: bus, address: address, vendor: vendor, product: product,
      release: number(name, "bcdDevice", 16).flatMap(UInt16.init(exactly:)) ?? 0,
      manufacturerName: text(name, "manufacturer"), productName: text(name, "product"),
      serial: text(name, "serial"), speed: number(name, "speed", 10),
      interfaces: names.filter { $0.hasPrefix(name + ":") }.compactMap(interface),
      node: DeviceNode(path: node))
  }

  private func interface(_ name: String) -> USBInterface? {
    guard let index = number(name, "bInterfaceNumber", 16) else { return nil }
    func code(_ file: String) -> UInt8 { number(name, file, 16).flatMap(UInt8.init(exactly:)) ?? 0 }
    let folder = root + "/" + name
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let below = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/tty")) ?? []
    let terminals = (entries + below).filter {
      $0.hasPrefix("ttyACM") || $0.hasPrefix("ttyUSB")
    }
    let driver = try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/driver")
    return USBInterface(
      number: index, interfaceClass: code("bInterfaceClass"),
      interfaceSubclass: code("bInterfaceSubClass"), interfaceProtocol: code("bInterfaceProtocol"),
      driver: driver?.split(separator: "/").last.map(String.init),
      terminals: terminals.sorted().map { DeviceNode(path: "/dev/\($0)", links: links(to: $0)) })
  }

  /// The names of a terminal below `/dev/serial/by-id`.
  private func links(to terminal: String) -> [String] {
    let folder = "/dev/serial/by-id"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().map { folder + "/" + $0 }.filter {
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: $0)
      return target?.hasSuffix("/" + terminal) ?? false
    }
  }

  private func text(_ name: String, _ file: String) -> String? {
    guard let text = SystemText.read("\(root)/\(name)/\(file)") else { return nil }
    let line = text.prefix { $0 != "\n" }
    return line.isEmpty ? nil : PrintableText.lines(String(line))
  }

  private func number(_ name: String, _ file: String, _ radix: Int) -> Int? {
    text(name, file).flatMap { Int($0, radix: radix) }
  }

  private func padded(_ number: Int) -> String {
    String(repeating: "0", count: max(0, 3 - "\(number)".count)) + "\(number)"
  }
}

/// Small files of the system.
enum SystemText {
  /// The text of a file, at most 64 KiB of it; nil where it cannot be read.
  static func read(_ path: String, limit: Int = 1 << 16) -> String? {
    (try? SystemFile(reading: path).read(upTo: limit)).map { String(decoding: $0, as: UTF8.self) }
  }

  static func lines(_ path: String, limit: Int = 1 << 16) -> [Substring] {
    read(path, limit: limit)?.split(whereSeparator: \.isNewline) ?? []
  }
}

import Foundation
import Glibc

/// A bed of devices that do not exist, mocked by umockdev below the C library.
///
/// Works in a process that was started with umockdev's preload: `.ci/umockdev-tests` does that.
///
/// One task at a time uses a bed: it holds pointers of a library and nothing that changes.
@safe
final class UMockdevBed: @unchecked Sendable {
  /// Whether this process was started with the preload.
  static var isPreloaded: Bool {
    ProcessInfo.processInfo.environment["LD_PRELOAD"]?.contains("libumockdev-preload") == true
  }

  static let reason = "needs umockdev's preload: .ci/umockdev-tests runs them"

  private typealias New = @convention(c) () -> OpaquePointer?
  private typealias Add =
    @convention(c) (OpaquePointer, UnsafePointer<CChar>, OpaquePointer?) -> Int32
  private typealias Remove = @convention(c) (OpaquePointer, UnsafePointer<CChar>) -> Void
  private typealias Tell =
    @convention(c) (OpaquePointer, UnsafePointer<CChar>, UnsafePointer<CChar>) -> Void
  private typealias Release = @convention(c) (OpaquePointer) -> Void

  let bed: OpaquePointer
  private let add: Add
  private let remove: Remove
  private let tell: Tell
  private let release: Release

  struct Missing: Error {
    var what: String
  }

  init() throws {
    let library = unsafe dlopen("libumockdev.so.0", RTLD_NOW)
    let objects = unsafe dlopen("libgobject-2.0.so.0", RTLD_NOW)
    let new = unsafe try Self.function("umockdev_testbed_new", library, New.self)
    unsafe add = unsafe try Self.function("umockdev_testbed_add_from_string", library, Add.self)
    unsafe remove = unsafe try Self.function("umockdev_testbed_remove_device", library, Remove.self)
    unsafe tell = unsafe try Self.function("umockdev_testbed_uevent", library, Tell.self)
    unsafe release = unsafe try Self.function("g_object_unref", objects, Release.self)
    guard let bed = unsafe new() else { throw Missing(what: "a testbed") }
    unsafe self.bed = bed
    try describe(
      """
      P: /devices/pci0000:00/0000:00:14.0/usb1
      N: bus/usb/001/001
      E: SUBSYSTEM=usb
      E: DEVTYPE=usb_device
      E: DEVNAME=/dev/bus/usb/001/001
      A: idVendor=1d6b
      A: idProduct=0002
      A: busnum=1
      A: devnum=1
      """)
  }

  deinit { unsafe release(bed) }

  static func function<Function>(
    _ name: String, _ library: UnsafeMutableRawPointer?, _ type: Function.Type
  ) throws -> Function {
    guard let symbol = unsafe dlsym(library, name) else { throw Missing(what: name) }
    return unsafe unsafeBitCast(symbol, to: type)
  }

  /// Adds what a description says; each block is told as an event.
  func describe(_ text: String) throws {
    guard unsafe add(bed, text + "\n", nil) != 0 else {
      throw Missing(what: "a device of\n\(text)")
    }
  }

  static func folder(_ device: MockDevice) -> String {
    let ports = device.path.split(separator: "-").last?.split(separator: ".").map(String.init) ?? []
    let steps = ports.indices.map { "\(device.bus)-" + ports[...$0].joined(separator: ".") }
    return "/devices/pci0000:00/0000:00:14.0/usb1/" + steps.joined(separator: "/")
  }

  private static func node(_ device: MockDevice) -> String {
    String(format: "bus/usb/%03d/%03d", device.bus, device.address)
  }

  /// The blocks of a device: itself, then each interface with its terminal.
  static func blocks(_ device: MockDevice, minor: Int) -> [String] {
    let folder = folder(device)
    let bytes = device.descriptors.map { String(format: "%02X", $0) }.joined()
    var blocks = [
      """
      P: \(folder)
      N: \(node(device))
      E: SUBSYSTEM=usb
      E: DEVTYPE=usb_device
      E: DEVNAME=/dev/\(node(device))
      E: MAJOR=189
      E: MINOR=\(minor)
      H: descriptors=\(bytes)
      """
        + device.attributes.map { "\nA: \($0)=\($1)" }.joined()
    ]
    for interface in device.interfaces {
      let place = "\(folder)/\(device.path):1.\(interface.number)"
      var block = """
        P: \(place)
        E: SUBSYSTEM=usb
        E: DEVTYPE=usb_interface
        """
      block += MockDevice.attributes(of: interface).map { "\nA: \($0)=\($1)" }.joined()
      if let driver = interface.driver {
        block += "\nL: driver=../../../../../../bus/usb/drivers/\(driver)"
      }
      blocks.append(block)
      if let terminal = interface.terminal {
        blocks.append(
          """
          P: \(place)/tty/\(terminal)
          N: \(terminal)
          E: SUBSYSTEM=tty
          E: DEVNAME=/dev/\(terminal)
          E: DEVLINKS=/dev/serial/by-id/usb-\(device.serial ?? "none")-if0\(interface.number)
          """)
      }
    }
    return blocks
  }

  /// Plugs a device in: itself, interfaces, terminals, and last that it is bound.
  func plug(_ device: MockDevice, minor: Int) throws {
    for block in Self.blocks(device, minor: minor) { try describe(block) }
    unsafe tell(bed, "/sys" + Self.folder(device), "bind")
  }

  /// Takes away what of a device is there, children first.
  func unplug(_ device: MockDevice, upTo count: Int? = nil, minor: Int) {
    let blocks = Self.blocks(device, minor: minor)
    for block in blocks.prefix(count ?? blocks.count).reversed() {
      let path = block.split(separator: "\n").first?.dropFirst(3) ?? ""
      unsafe tell(bed, "/sys" + path, "remove")
      unsafe remove(bed, "/sys" + path)
    }
  }
}

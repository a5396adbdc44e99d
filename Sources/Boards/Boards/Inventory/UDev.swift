import CLibUDev
import Glibc

/// The library of udev: one context, used by one thread.
@safe
final class UDev: DeviceAnnotations {
  private let context: OpaquePointer

  /// nil where the library gives none.
  init?() {
    guard let context = unsafe udev_new() else { return nil }
    unsafe self.context = unsafe context
  }

  deinit { unsafe udev_unref(context) }

  /// A property of a device; nil where it has none.
  func property(_ property: String, subsystem: String, name: String) -> String? {
    guard
      let device = unsafe udev_device_new_from_subsystem_sysname(context, subsystem, name)
    else { return nil }
    defer { unsafe udev_device_unref(device) }
    guard let value = unsafe udev_device_get_property_value(device, property) else { return nil }
    return unsafe String(cString: value)
  }

  func links(terminal name: String) -> [String] {
    let links = property("DEVLINKS", subsystem: "tty", name: name) ?? ""
    return links.split(separator: " ").map { DescriptorText.escaped(String($0)) }.sorted()
  }

  func isIgnoredByModemManager(usb name: String) -> Bool? {
    property("ID_MM_DEVICE_IGNORE", subsystem: "usb", name: name) == "1"
  }

  /// A monitor of what udevd has done with USB devices and terminals; nil where it cannot be had.
  func monitor() -> UDevMonitor? { unsafe UDevMonitor(context) }
}

/// Hears of devices as udevd is done with them. Owns its descriptor.
@safe
struct UDevMonitor: ~Copyable {
  private let monitor: OpaquePointer
  /// Readable when there is something to hear.
  let descriptor: Int32

  enum Hearing: Equatable {
    case event(DeviceEvent)
    /// Nothing that concerns USB, or nothing at all.
    case nothing
    /// Events were lost: everything must be looked at.
    case overrun
  }

  init?(_ context: OpaquePointer) {
    guard let monitor = unsafe udev_monitor_new_from_netlink(context, "udev") else { return nil }
    guard unsafe udev_monitor_filter_add_match_subsystem_devtype(monitor, "usb", nil) >= 0,
      unsafe udev_monitor_filter_add_match_subsystem_devtype(monitor, "tty", nil) >= 0,
      unsafe udev_monitor_enable_receiving(monitor) >= 0
    else {
      unsafe udev_monitor_unref(monitor)
      return nil
    }
    // Where a larger buffer is not allowed, the usual one has to do.
    _ = unsafe udev_monitor_set_receive_buffer_size(monitor, 4 << 20)
    descriptor = unsafe udev_monitor_get_fd(monitor)
    unsafe self.monitor = unsafe monitor
  }

  deinit { unsafe udev_monitor_unref(monitor) }

  /// The event that has come; call while the descriptor is readable.
  borrowing func hear() -> Hearing {
    errno = 0
    guard let device = unsafe udev_monitor_receive_device(monitor) else {
      return errno == ENOBUFS ? .overrun : .nothing
    }
    defer { unsafe udev_device_unref(device) }
    guard let path = unsafe udev_device_get_devpath(device),
      let usb = USBPath.device(inSystemPath: unsafe String(cString: path))
    else { return .nothing }
    let action = unsafe udev_device_get_action(device).map { unsafe String(cString: $0) } ?? ""
    let type = unsafe udev_device_get_devtype(device).map { unsafe String(cString: $0) }
    return .event(
      DeviceEvent(
        usb: usb, action: DeviceEvent.Action(rawValue: action) ?? .change,
        isWholeDevice: type == "usb_device"))
  }
}

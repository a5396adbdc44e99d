/// A serial port that a board ought to have and that no driver has made.
public struct MissingPort: Sendable {
  /// The device that ought to have it.
  public var device: USBDevice
  /// The interface of the device.
  public var interface: Int
  /// Its use, by its profile.
  public var role: String?

  /// The ports that the likeliest profile of a board names and that are not there.
  public static func ports(of board: BoardMatch) -> [MissingPort] {
    board.ports.filter { $0.terminal == nil && $0.port != nil && $0.port?.role != .idle }.map {
      MissingPort(device: $0.device, interface: $0.interface, role: $0.port?.role.rawValue)
    }
  }

  /// The same of a device by itself, by what it was recognised as.
  public static func ports(of part: Board.Part) -> [MissingPort] {
    part.device.interfaces.filter(\.terminals.isEmpty).compactMap { interface in
      guard let role = part.recognition.role(ofInterface: interface.number), role != "idle" else {
        return nil
      }
      return MissingPort(device: part.device, interface: interface.number, role: role)
    }
  }

  /// The driver that the kernel has bound to the interface.
  public var bound: String? {
    device.interfaces.first { $0.number == interface }?.driver
  }

  /// The driver that would make a port of it; nil where that cannot be told.
  public var wanted: String? {
    if device.interfaces.contains(where: { $0.number == interface && $0.interfaceClass == 2 }) {
      return "cdc_acm"
    }
    return switch device.vendor {
    case 0x0403: "ftdi_sio"
    case 0x10C4: "cp210x"
    case 0x1A86: "ch341"
    default: nil
    }
  }

  /// Why it is not there.
  public var reason: String {
    switch bound {
    case nil: "no driver has made one of its interface \(interface)"
    case "usbfs"?: "a program has taken its interface \(interface) from the kernel's driver"
    case let driver? where driver == wanted:
      "the driver \(driver) has made none of its interface \(interface)"
    case let driver?: "its interface \(interface) is used by the driver \(driver)"
    }
  }

  /// The command that mends it; empty where there is none.
  public var remedy: String {
    switch bound {
    case nil: wanted.map { "sudo modprobe \($0)" } ?? ""
    case "usbfs"?: device.node.map { "lsof \($0.path)" } ?? ""
    default: ""
    }
  }
}

import Boards

/// A serial port that a board ought to have and that no driver has made.
struct MissingPort: Sendable {
  var device: USBDevice
  var interface: Int
  /// What its profile says that it is for.
  var role: String?

  /// The ports that the likeliest profile of a board names and that are not there.
  static func ports(of board: BoardMatch) -> [MissingPort] {
    board.ports.filter { $0.terminal == nil && $0.port != nil && $0.port?.role != .idle }.map {
      MissingPort(device: $0.device, interface: $0.interface, role: $0.port?.role.rawValue)
    }
  }

  /// The same of a device by itself, by what it was recognised as.
  static func ports(of part: Board.Part) -> [MissingPort] {
    part.device.interfaces.filter(\.terminals.isEmpty).compactMap { interface in
      guard let role = part.recognition.role(ofInterface: interface.number), role != "idle" else {
        return nil
      }
      return MissingPort(device: part.device, interface: interface.number, role: role)
    }
  }

  /// The driver that the kernel has bound to the interface.
  private var bound: String? {
    device.interfaces.first { $0.number == interface }?.driver
  }

  /// The driver that would make a port of it; nil where that cannot be told.
  private var wanted: String? {
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
  var reason: String {
    switch bound {
    case nil: "no driver has made one of its interface \(interface)"
    case "usbfs"?: "a program has taken its interface \(interface) from the kernel's driver"
    case let driver? where driver == wanted:
      "the driver \(driver) has made none of its interface \(interface)"
    case let driver?: "its interface \(interface) is used by the driver \(driver)"
    }
  }

  /// What to type; empty where that cannot be told.
  var remedy: String {
    switch bound {
    case nil: wanted.map { "sudo modprobe \($0)" } ?? ""
    case "usbfs"?: device.node.map { "lsof \($0.path)" } ?? ""
    default: ""
    }
  }

  /// The same for the doctor, with what to do where that does not help.
  var mend: [Finding.Mend] {
    switch bound {
    case nil:
      (remedy.isEmpty ? [] : [.run(remedy)])
        + [
          .say(
            "Where the kernel has no such driver: Ubuntu's small kernels have it in another package.",
            "sudo apt-get install linux-modules-extra-$(uname -r)"),
          .say("Then plug the board in again."),
        ]
    case "usbfs"?:
      [
        .say("Who has it? A virtual machine, a debugger, brltty:", remedy),
        .say("End that program, and plug the board in again."),
      ]
    case let driver? where driver == wanted:
      [.say("Plug the board in again; what the kernel says of it tells more:", "sudo dmesg | tail")]
    case let driver?:
      [.say("Take it from that driver, and plug the board in again.", "sudo modprobe -r \(driver)")]
    }
  }
}

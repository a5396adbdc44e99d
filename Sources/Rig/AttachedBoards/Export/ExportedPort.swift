import Bench
package import Boards
import BootProtocols
import Glibc
package import LabRuntime
package import Links
package import RigFile

/// A serial port of this machine that others may use.
package struct ExportedPort: Sendable {
  /// The kit: in labgrid's words the group of its resources.
  package var group: String
  /// The port's name among those of its kit.
  package var name: String
  /// The rate where a client asks for none.
  package var speed: Int
  /// What is told of it besides.
  package var extra: [String: String]
  /// Where it is opened.
  package var source: any LinkSource
  /// Where it is looked for.
  package var place: Place

  /// How it is known whether it is there.
  package enum Place: Hashable, Sendable {
    case path(String)
    case device(DeviceSelector, interface: Int)
  }

  /// Names it among all.
  package var key: String { "\(group)/\(name)" }

  /// Whether it is there.
  package func isPresent(in inventory: USBInventory) -> Bool {
    switch place {
    case .path(let path): unsafe access(path, F_OK) == 0
    case .device(let selector, let interface):
      (try? inventory.device(selector).terminal(interface: interface)) != nil
    }
  }
}

extension RigFile {
  /// The ports of this machine that its boards are behind.
  package func exportedPorts(_ lab: Lab, profiles: ProfileLibrary?) -> [ExportedPort] {
    boards.compactMap { board in
      guard let source = board.terminal(lab, directory: directory, profiles: profiles) else {
        return nil
      }
      var extra = ["board": board.name, "firmware": board.firmware.rawValue]
      extra["profile"] = board.profile
      let place: ExportedPort.Place
      var speed: Int?
      switch board.link.relative(to: directory) {
      case .serial(let path, let parameters):
        extra["path"] = path
        (place, speed) = (.path(path), parameters.baud)
      case .usb(let selector, let interface, let parameters):
        if case .serial(let serial) = selector { extra["usb_serial"] = serial }
        if case .path(let path) = selector { extra["usb_path"] = path }
        (place, speed) = (.device(selector, interface: interface), parameters.baud)
      default: return nil
      }
      if board.power != .none { extra["power"] = "\(board.power)" }
      return ExportedPort(
        group: board.name, name: "uwb", speed: speed ?? 115_200, extra: extra, source: source,
        place: place)
    }
  }
}

extension BoardsView {
  /// The ports of the boards that are plugged in, each kit by its profile and serial number.
  package func exportedPorts(_ lab: Lab, profiles: ProfileLibrary) -> [ExportedPort] {
    entries.flatMap { entry in
      entry.parts.flatMap { part in
        part.ports.map { port in
          let device = part.device
          let kit = part.recognition.profile ?? "usb"
          // Kits with the same serial number are told apart by where they are plugged in.
          let own =
            if case .serial(let serial) = part.address { serial } else { device.path }
          var extra = [
            "board": entry.board.title, "usb_path": device.path,
            "usb_id": device.identifier,
          ]
          extra["profile"] = part.recognition.profile
          extra["usb_serial"] = device.serial
          extra["firmware"] = port.speaks?.firmware?.rawValue
          let probe = entry.parts.map(\.device).first { $0.isProbe }
          extra["probe"] = probe.map { $0.serial ?? $0.path }
          let chip = part.recognition.profile.flatMap { profiles.profile(named: $0)?.chip }
          extra["chip"] = chip?.mcu.value
          extra["uwb_chip"] = chip?.uwb?.value
          return ExportedPort(
            group: Self.word("\(kit)-\(own)"),
            name: Self.word(port.role ?? "port\(port.interface)"), speed: 115_200, extra: extra,
            source: USBPort(
              lab, selector: part.address, interface: port.interface,
              parameters: .standard, profile: PortProfile(profiles)),
            place: .device(part.address, interface: port.interface))
        }
      }
    }
  }

  /// Letters, digits, `-` and `_`: labgrid's patterns give others a meaning.
  private static func word(_ text: String) -> String {
    String(
      text.unicodeScalars.prefix(64).map { scalar in
        scalar.isASCII
          && (scalar.properties.isAlphabetic || "0123456789-_".unicodeScalars.contains(scalar))
          ? Character(scalar) : "-"
      })
  }
}

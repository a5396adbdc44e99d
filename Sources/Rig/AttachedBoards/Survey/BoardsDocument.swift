package import Boards
package import BootProtocols
import Errors
package import JSONDocuments

package struct BoardsDocument: Document, Described {
  package static let schema = "uwbrig.boards/1"
  package static let about =
    "The boards that are plugged in, as `uwbrig boards --json` prints them."
  package static let notes: [String: Note] = ["source": "How the devices were found."]

  var source: USBTree.Source
  var boards: [BoardEntry]

  package init(_ view: BoardsView) {
    source = view.source
    boards = view.entries.map(BoardEntry.init)
  }
}

package struct BoardsEventDocument: Document, Described {
  package static let schema = BoardsDocument.schema
  package static let about = BoardsDocument.about
  package static let notes: [String: Note] = [
    "event": "What has happened to the boards of this line; `present` comes first.",
    "tUs": Note("Microseconds since the watch began.", least: 0),
  ]

  package enum Event: String, Codable, CaseIterable, Sendable {
    case present, added, changed, removed
  }

  var event: Event
  var tUs: Int64
  var boards: [BoardEntry]

  package init(_ event: Event, microseconds: Int64, _ entries: [BoardsView.Entry]) {
    self.event = event
    tUs = microseconds
    boards = entries.map(BoardEntry.init)
  }
}

struct BoardEntry: Codable, Described {
  static let notes: [String: Note] = [
    "paired": Note(
      "How it is known that its devices are one board: the chip's address was read through the probe, "
        + "just now or in an earlier call; null for one device."),
    "undecided": "Devices that may belong to the board too, with what decides it.",
  ]

  struct Undecided: Codable, Described {
    static let notes: [String: Note] = [
      "answer": "What the command prints when the two are one board."
    ]

    var path: String
    var command: String
    var answer: String
  }

  var title: String
  var profile: String?
  var paired: BoardsView.Pairing?
  var devices: [DeviceEntry]
  var undecided: [Undecided]

  init(_ entry: BoardsView.Entry) {
    title = entry.board.title
    profile = entry.board.profile
    paired = entry.pairing
    devices = entry.parts.map(DeviceEntry.init)
    undecided = entry.board.undecided.map {
      Undecided(path: $0.path, command: $0.command, answer: $0.answer)
    }
  }
}

struct DeviceEntry: Codable, Described {
  static let notes: [String: Note] = [
    "address": "What other subcommands take: serial=… or path=….",
    "vendor": Note(pattern: "^[0-9a-f]{4}$"), "product": Note(pattern: "^[0-9a-f]{4}$"),
    "serial": "As the device gives it, escaped.", "normalizedSerial": "As tools print it.",
    "holder": "Who has taken the board for a run.",
    "access":
      "Of the device's own node, where a debug probe or a board without serial ports needs it.",
    "probe": "What the debug probe says; null unless it was asked.",
    "notes": "What was wrong with what the device reports about itself.",
    "remarks": "What is known of such devices.",
  ]

  struct Probe: Codable {
    @IfPresent var error: String?
    @IfPresent var firmware: String?
    @IfPresent var hardware: String??
    @IfPresent var targetMv: Int?
    @IfPresent var targetMa: Int??
  }

  struct Interface: Codable {
    var number: Int
    var `class`: UInt8
    var subclass: UInt8
    var `protocol`: UInt8
    var driver: String?
  }

  var address: String
  var path: String
  var vendor: String
  var product: String
  var release: UInt16
  var manufacturer: String?
  var name: String?
  var serial: String?
  var normalizedSerial: String?
  var speedMbit: Int?
  var title: String
  var profile: String?
  var firmware: String?
  var holder: String?
  var node: String?
  var access: AccessEntry?
  var probe: Probe?
  var ports: [PortEntry]
  var interfaces: [Interface]
  var notes: [String]
  var remarks: [String]

  init(_ part: BoardsView.Part) {
    let device = part.device
    address = "\(part.address)"
    path = device.path
    vendor = String(device.identifier.prefix(4))
    product = String(device.identifier.suffix(4))
    release = device.release
    manufacturer = device.manufacturerName
    name = device.productName
    serial = device.serial
    normalizedSerial = device.normalizedSerial
    speedMbit = device.speed
    title = part.recognition.title
    profile = part.recognition.profile
    firmware = part.firmware
    holder = part.holder
    node = device.node?.path
    access = part.access.map(AccessEntry.init)
    probe =
      switch part.probe {
      case nil: nil
      case .failure(let error)?: Probe(error: error.description)
      case .success(let information)?:
        Probe(
          firmware: information.firmware, hardware: information.hardwareVersion?.description,
          targetMv: information.targetMillivolts, targetMa: information.targetMilliamperes)
      }
    ports = part.ports.map(PortEntry.init)
    interfaces = device.interfaces.map {
      Interface(
        number: $0.number, class: $0.interfaceClass, subclass: $0.interfaceSubclass,
        protocol: $0.interfaceProtocol, driver: $0.driver)
    }
    notes = device.notes
    remarks = part.missing.map { "no serial port: \($0.reason)" } + part.recognition.remarks
  }
}

struct PortEntry: Codable, Described {
  static let notes: [String: Note] = [
    "rigBoard": "The board of the rig file that is reached here.",
    "speaks":
      "What was found to speak here when it was last asked with --probe; null where that was never.",
    "detail": "What it said of itself then.",
  ]

  var interface: Int
  var role: String?
  var path: String
  var links: [String]
  var rigBoard: String?
  var speaks: Firmware?
  var detail: String?
  var access: AccessEntry

  init(_ port: BoardsView.Port) {
    interface = port.interface
    role = port.role
    path = port.node.path
    links = port.node.links
    rigBoard = port.rigBoard
    speaks = port.speaks?.firmware
    detail = port.speaks?.detail
    access = AccessEntry(port.access)
  }
}

struct AccessEntry: Codable, Described {
  static let notes: [String: Note] = [
    "reason": "What stands in the way; empty when free.",
    "remedy": "The command that fixes it; empty when nothing is to be done.",
    "mode": "The mode in octal; null where there is no node.",
    "accessList": "Whether rights were given beside those of owner and group.",
  ]

  struct Holder: Codable {
    var process: Int
    var name: String
  }

  var state: NodeAccess.State
  var reason: String
  var remedy: String
  var mode: String?
  var owner: String?
  var group: String?
  var accessList: Bool
  var holders: [Holder]

  init(_ access: NodeAccess) {
    state = access.state
    reason = access.reason
    remedy = access.remedy
    mode = access.mode.map { String($0, radix: 8) }
    owner = access.owner
    group = access.group
    accessList = access.hasAccessList
    holders = access.holders.map { Holder(process: $0.process, name: $0.name) }
  }
}

extension USBTree.Source: Codable {}
extension NodeAccess.State: Codable {}
extension Firmware: Codable {}

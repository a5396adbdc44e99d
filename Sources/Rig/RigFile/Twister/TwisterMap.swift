import BootProtocols
import FileGrammar
import Journal
import Links
import Notation

/// The hardware map of Zephyr's twister, from and to a rig file. Neither way loses anything: what a rig
/// has no word for is kept below its key `twister`, what twister has no word for in `notes`.
package struct TwisterMap {
  private let interface: (_ serial: String, _ path: String) -> Int?
  private let path: (_ serial: String, _ interface: Int) -> String?
  private let profiles: [String]
  /// What people should know of the file that was written.
  package private(set) var remarks: [String] = []

  /// A conversion, with what is known beside the file.
  ///
  /// - Parameters:
  ///   - interface: the number of the interface of a USB device, by its serial number, that a path
  ///     leads to.
  ///   - path: the path of an interface of a USB device.
  ///   - profiles: the names of board profiles.
  package init(
    interface: @escaping (_ serial: String, _ path: String) -> Int?,
    path: @escaping (_ serial: String, _ interface: Int) -> String?, profiles: [String]
  ) {
    (self.interface, self.path, self.profiles) = (interface, path, profiles)
  }

  /// Whether a text is a map: a rig file is no list.
  package static func isMap(_ text: String) -> Bool {
    YAMLDocument.root(of: text, findings: Findings(file: ""), kind: kind)?.node.items != nil
  }

  private static let kind = "a hardware map of twister"

  // MARK: To a rig

  /// The rig file of a map. Throws `RigFileErrors` for a text that is no map, or has no board.
  package mutating func rig(of text: String, file: String) throws -> String {
    let findings = Findings(file: file)
    let root = YAMLDocument.root(of: text, findings: findings, kind: Self.kind)
    var boards: [YAMLNode] = []
    var entries: [YAMLNode] = []
    var rest: [(key: YAMLNode, value: YAMLNode)] = []
    for node in root?.node.items ?? [] {
      guard node.members != nil else {
        root?.fault(found: "an item that is no mapping", allowed: "a list of boards")
        break
      }
      var entry = TwisterEntry(node)
      let noted = entry.takeNotes()
      rest += noted.rig?.members ?? []
      let names = boards.compactMap { $0["name"]?.text }
      if let board = noted.board ?? derived(entry, besides: names) {
        boards.append(board)
        let name = YAMLNode(board["name"]?.text ?? "", isPlain: true)
        entry.node = YAMLNode(members: [("board", name)]).joined(with: entry.node)
      }
      entries.append(entry.node)
    }
    if let faults = findings.faults { throw faults }
    guard !boards.isEmpty else {
      root?.fault(
        found: entries.isEmpty ? "no list of boards" : "no board that is connected",
        allowed: "a map with a board that has `connected: true` and an `id` or a `serial`")
      throw findings.faults ?? RigFileErrors(errors: [])
    }
    let top = YAMLNode(members: [("version", YAMLNode("1", isPlain: true))])
      .joined(with: YAMLNode(pairs: rest))
      .joined(
        with: YAMLNode(members: [
          ("boards", YAMLNode(items: boards)), ("twister", YAMLNode(items: entries)),
        ]))
    return top.written
  }

  /// The board of an entry that says no more than twister does.
  private mutating func derived(_ entry: TwisterEntry, besides names: [String]) -> YAMLNode? {
    guard entry.isConnected, let link = link(of: entry) else { return nil }
    let name = RigBoard.name(of: entry.platform ?? "board", besides: names)
    var members: [(key: String, value: YAMLNode)] = [
      ("name", YAMLNode(name, isPlain: true)),
      ("firmware", YAMLNode(Firmware.unknown.rawValue, isPlain: true)), ("link", YAMLNode(link)),
    ]
    if let profile = profile(of: entry) {
      members.append(("profile", YAMLNode(profile, isPlain: true)))
    }
    return YAMLNode(members: members)
  }

  /// By the serial number where there is one: the number of a terminal is another one tomorrow.
  private mutating func link(of entry: TwisterEntry) -> String? {
    let path = entry.text("serial")
    let rate = entry.text("baud").map { "?baud=\($0)" } ?? ""
    if let serial = entry.serialNumber {
      let interface = path.flatMap { self.interface(serial, $0) ?? Self.interface(named: $0) }
      if interface == nil, path != nil {
        remarks.append(
          "\(serial) is not plugged in: which of its interfaces \(path ?? "") is cannot be told, 0 is "
            + "taken")
      }
      return "usb:serial=\(serial),interface=\(interface ?? 0)" + rate
    }
    guard let path, path.hasPrefix("/") else { return nil }
    remarks.append(
      "the board at \(path) has no serial number: whatever is there will be taken for it")
    return "serial:\(path)" + rate
  }

  /// As in `/dev/serial/by-id/…-if02`.
  private static func interface(named path: String) -> Int? {
    guard let match = path.firstMatch(of: /-if([0-9a-f]{2})/) else { return nil }
    return Int(match.1, radix: 16)
  }

  /// The profile whose board the platform is: `dwm3001cdk` of `decawave_dwm3001cdk/nrf52833`.
  private func profile(of entry: TwisterEntry) -> String? {
    guard let platform = entry.platform else { return nil }
    return profiles.first { profile in
      let word = profile.replacing("-", with: "_")
      return platform == word || platform.hasSuffix("_\(word)")
    }
  }

  // MARK: From a rig

  /// The map of a rig file.
  package mutating func map(of rig: RigFile) -> String {
    let findings = Findings(file: rig.file)
    guard let root = YAMLDocument.root(of: rig.text, findings: findings)?.node else {
      return "[]\n"
    }
    let boards = root["boards"]?.items ?? []
    var entries: [TwisterEntry] = []
    var names: [String] = []
    for node in root["twister"]?.items ?? [] {
      var entry = TwisterEntry(node)
      guard let name = entry.node.remove("board")?.text else {
        entries.append(entry)
        continue
      }
      guard let board = rig.board(named: name),
        let own = boards.first(where: { $0["name"]?.text == name })
      else {
        remarks.append("the board \(name) is not in the rig any more, and not in the map")
        continue
      }
      entries.append(updated(entry, board, own, besides: names))
      names.append(name)
    }
    for board in rig.boards where !names.contains(board.name) {
      guard let own = boards.first(where: { $0["name"]?.text == board.name }) else { continue }
      entries.append(updated(TwisterEntry(), board, own, besides: names))
      names.append(board.name)
      remarks.append("give \(board.name) its platform, product and runner: a rig does not say them")
    }
    let rest = (root.members ?? []).filter { member in
      !["version", "boards", "twister"].contains(member.key.text ?? "")
    }
    if !rest.isEmpty, !entries.isEmpty {
      entries[0].note(rig: YAMLNode(pairs: rest))
    }
    return YAMLNode(items: entries.map(\.node)).written
  }

  /// An entry with what the rig says of its board.
  private func updated(
    _ entry: TwisterEntry, _ board: RigBoard, _ own: YAMLNode, besides names: [String]
  ) -> TwisterEntry {
    var entry = entry
    // What it would remark belongs to the other direction.
    var plain = self
    let derived = plain.derived(entry, besides: names)
    switch board.link {
    case .usb(.serial(let serial), let interface, let parameters):
      if entry.serialNumber != serial {
        entry.set("id", YAMLNode(serial))
        let path = self.path(serial, interface)
        _ = entry.node.remove("serial")
        if let path { entry.node["serial"] = YAMLNode(path) }
        entry.set("connected", YAMLNode(path == nil ? "false" : "true", isPlain: true))
      }
      set(parameters.baud, of: &entry)
    case .serial(let path, let parameters):
      entry.set("serial", YAMLNode(path))
      if !entry.isConnected { entry.set("connected", YAMLNode("true", isPlain: true)) }
      set(parameters.baud, of: &entry)
    default:
      if entry.isConnected { entry.set("connected", YAMLNode("false", isPlain: true)) }
    }
    if let probe = board.probe, probe != entry.serialNumber {
      entry.set("probe_id", YAMLNode(probe))
    }
    // Which interface a path leads to is told by what is plugged in, and may be another one today.
    let isDerived = derived.map { Self.isSame($0, own) } ?? false
    if !isDerived { entry.note(board: own) }
    return entry
  }

  private func set(_ rate: Int?, of entry: inout TwisterEntry) {
    if let rate, entry.text("baud") != "\(rate)" {
      entry.set("baud", YAMLNode("\(rate)", isPlain: true))
    }
  }

  private static func isSame(_ derived: YAMLNode, _ own: YAMLNode) -> Bool {
    func keys(_ node: YAMLNode) -> [String: String] {
      var keys: [String: String] = [:]
      for member in node.members ?? [] { keys[member.key.text ?? ""] = member.value.flow }
      let link = node["link"]?.text ?? ""
      keys["link"] = link.replacing(/,interface=[0-9]+/, with: "")
      for key in ["name", "firmware", "profile"] { keys[key] = node[key]?.text }
      return keys
    }
    return keys(derived) == keys(own)
  }
}

extension YAMLNode {
  fileprivate func joined(with other: YAMLNode) -> YAMLNode {
    YAMLNode(pairs: (members ?? []) + (other.members ?? []))
  }
}

extension Form<Bool> {
  /// A list of mappings with any keys.
  static var hardwareMap: Form {
    Form(["type": "array", "items": ["type": "object"]]) { field in
      guard let items = field.node.items, items.allSatisfy({ $0.members != nil }) else {
        return field.refuse(allowed: "a list of mappings, as twister's hardware map has them")
      }
      return true
    }
  }
}

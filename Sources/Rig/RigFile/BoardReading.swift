import BootProtocols
import FileGrammar
import FoundationEssentials
import Links
import NearbyAccessory
import Notation
import Room
import UCI
import VirtualBoards
import WireFormat

/// One entry of `boards` while the file is read: its values, and where they stand.
struct BoardReading {
  let values: MappingValues<BoardKeys>
  /// Nil in the file means nil here: defaults that depend on the other boards come last.
  private let use: RigBoard.Use?
  var board: RigBoard
  /// The settings of a virtual board alone.
  private(set) var part = RigBoard.VirtualPart()

  init(_ values: MappingValues<BoardKeys>, directory: String) {
    self.values = values
    let name = values.name
    let spoken = values.firmware ?? []
    let firmware = spoken.first
    let link = values.link?.relative(to: directory)
    use = values.use
    board = RigBoard(
      name: name ?? "", kind: .unknown, link: link ?? .virtual, profile: values.profile,
      claims: values.claims ?? RigBoard.Claims(), settle: values.settle,
      log: values.log?.relative(to: directory), reset: values.reset,
      power: values.power ?? (link == .virtual ? .virtual : .none), probe: values.probe,
      recovery: values.recovery, position: values.position, facing: values.facing ?? Facing(),
      image: values.image?.relative(to: directory), retries: values.retries ?? 0)
    board.alsoSpeaks = Array(spoken.dropFirst())
    if spoken.count > 1 {
      values[\.gatt]?.fault(allowed: "no gatt where two protocols share a link")
    }
    checkKeys(firmware, link)
    checkProbe()
    if let firmware {
      board.kind = RigBoard.Kind(
        firmware, framing: readFraming(link: link), uci: readUCI(),
        encoding: link?.scheme == .ble ? .raw : values.encoding)
    }
    if link == .virtual { readVirtual(firmware) }
    readLine(firmware)
    if let field = values[\.flash], let flash = values.flash {
      part.flash = readFlash(flash, field, firmware, link: link, directory: directory)
    }
    part.radio = values.radio
    if link == .virtual { board.part = part }
    guard firmware != nil, link != nil else { return }
    for (key, what) in board.notAvailable {
      values.field.findings.missing(what, at: values[key] ?? values.field)
    }
  }

  /// The board with the defaults that depend on the rest of the file.
  func finished(besideAccessory: Bool) -> RigBoard {
    var board = board
    let playsAlong = board.firmware == .uci && board.role == .controller && besideAccessory
    board.use = use ?? (playsAlong ? .helper : .device)
    return board
  }

  private func checkKeys(_ firmware: Firmware?, _ link: LinkAddress?) {
    var refused: Set<String> = []
    for rule in BoardRule.all where !rule.admits(firmware, link) {
      guard let field = values[rule.key], refused.insert(rule.key).inserted else { continue }
      field.fault(allowed: rule.allowed)
    }
  }

  /// A reset through a debug probe needs the probe's number and the chip behind it.
  private func checkProbe() {
    guard board.link != .virtual else {
      values[\.probe]?.fault(allowed: "no probe for boards with link: virtual")
      if let field = values[\.reset], board.reset == .probe {
        field.findings.missing("reset of a virtual board by probe is", at: field)
      }
      for item in values[\.recovery]?.scalars ?? [] where item.text == "probe" {
        item.findings.missing("recovery of a virtual board by probe is", at: item)
      }
      return
    }
    guard board.probe == nil || board.profile == nil else { return }
    let rule = "only beside probe: and profile:, which say which chip to reset"
    if board.reset == .probe { values[\.reset]?.fault(allowed: "reset: probe \(rule)") }
    if board.recovery.contains(.probe) {
      values[\.recovery]?.fault(allowed: "recovery by probe \(rule)")
    }
  }

  private func readFraming(link: LinkAddress?) -> StreamFraming? {
    guard let field = values[\.framing] else {
      return link?.preservesMessages == false && values[\.gatt] == nil ? .length16 : nil
    }
    if values[\.gatt] != nil {
      field.fault(allowed: "no framing beside gatt, where one write is one message")
    } else if let link, link.preservesMessages {
      field.fault(allowed: "no framing on a ble: link, where one write is one message")
    }
    return field.choice(StreamFraming.allCases.map(\.rawValue))
      .flatMap(StreamFraming.init(rawValue:))
  }

  private func readUCI() -> RigBoard.UCISettings {
    var settings = RigBoard.UCISettings(role: values.role)
    settings.dialect = values.dialect
    settings.framing = values[\.framing]?.choice(UCIFraming.allCases.map(\.rawValue))
      .flatMap(UCIFraming.init(rawValue:))
    settings.setup = values.setup ?? []
    return settings
  }

  private mutating func readVirtual(_ firmware: Firmware?) {
    part.gatt = values.gatt
    if part.gatt == GATTLayout.findHub.name, firmware == .niAccessory {
      values[\.gatt]?.fault(allowed: "find-hub only for firmware ranging-oob")
    }
    guard let firmware else { return }
    part.misbehaviour = values[\.misbehaviour]?.misbehaviour(
      among: ([firmware] + board.alsoSpeaks).flatMap(\.misbehaviours))
    guard let field = values[\.personality] else {
      part.personality = firmware.personalities.first
      return
    }
    part.personality = field.choice(firmware.personalities)
    if let name = part.personality, !firmware.isAvailable(name) {
      field.findings.missing("personality \(name) is", at: field)
    }
  }

  private mutating func readLine(_ firmware: Firmware?) {
    part.rate = values.rate
    guard let boot = firmware?.bootProtocol, let field = values[\.buffer] else {
      part.buffer = values.buffer
      return
    }
    part.buffer = field.integer(boot.buffers ?? 16...65_535)
    if boot.buffers == nil {
      field.fault(allowed: "no buffer for \(boot.rawValue), whose protocol fixes it")
    }
  }

  private func readFlash(
    _ keys: MappingValues<FlashKeys>, _ field: Field, _ firmware: Firmware?, link: LinkAddress?,
    directory: String
  ) -> RigBoard.Flash {
    var flash = RigBoard.Flash()
    flash.file = keys.file.map { RigPath.path($0, relativeTo: directory) }
    flash.times = keys.times
    flash.powerLoss = keys.powerLoss
    flash.enter = keys.enter
    guard let firmware, link == .virtual else { return flash }
    flash.loader = keys.loader
    if let field = keys[\.loader] {
      if firmware.bootProtocol != nil {
        field.fault(allowed: "no loader for firmware \(firmware.rawValue), which is one")
      } else if firmware.hasLine || firmware == .unknown {
        field.fault(allowed: "loader only for firmware ni-accessory or uci")
      } else if values[\.gatt] != nil {
        field.fault(allowed: "no loader beside gatt, where there is no line")
      }
    }
    if firmware.bootProtocol == nil {
      for (name, what) in [
        ("loader", "a bootloader, where the firmware is none"),
        ("enter", "what brings the board into its loader"),
      ] where keys[name] == nil {
        keys.missing(name, allowed: what)
      }
    }
    return flash
  }
}

extension Field {
  /// The name of a fault; another one is refused with the nearest, since a list of all is long.
  func misbehaviour(among names: [String]) -> String? {
    guard let name = name(longest: 64) else { return nil }
    if names.contains(name) { return name }
    return refuse(
      allowed: names.count > 12
        ? "one of \(names.count) misbehaviours, such as \(names.prefix(3).joined(separator: ", "))"
        : names.isEmpty ? "no misbehaviour here" : Wording.alternatives(names),
      suggestion: nearest(to: name, among: names))
  }
}

/// Paths in a rig file.
enum RigPath {
  static func path(_ path: String, relativeTo directory: String) -> String {
    path.hasPrefix("/") || directory.isEmpty ? path : directory + "/" + path
  }
}

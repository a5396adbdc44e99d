import BootProtocols
import Foundation
import Links
import Notation
import Room
import VirtualBoards
import WireFormat

/// One entry of `boards` while the file is read: its values, and where they stand.
struct BoardReading {
  let place: Field
  let entries: Entries
  /// Nil in the file means nil here: defaults that depend on the other boards come last.
  var use: RigBoard.Use?
  var board: RigBoard
  /// What the file says that only a virtual board plays.
  private(set) var part = RigBoard.VirtualPart()

  /// Reads an entry; nil where it is too broken to be compared with the other boards.
  init?(_ place: Field, directory: String) {
    guard let entries = place.entries(RigGrammar.board, allowed: "a mapping that describes a board")
    else { return nil }
    self.place = place
    self.entries = entries
    let names = "1 to 32 of a-z, 0-9 and -"
    let name = entries.required("name", allowed: names)?.name()
    let firmware = entries.required("firmware", allowed: "what speaks on the link")?
      .choice(Firmware.self)
    let link = entries.required("link", allowed: "how bytes reach the board")?.link()?
      .relative(to: directory)
    board = RigBoard(
      name: name ?? "", kind: .unknown, link: link ?? .virtual, use: .device,
      claims: RigBoard.Claims(), power: link == .virtual ? .virtual : .none,
      recovery: RigBoard.RecoveryRung.standard, facing: Facing(), retries: 0)
    use = entries["use"]?.choice(RigBoard.Use.self)
    readCommon(directory: directory)
    readEquipment(directory: directory)
    // What follows depends on the firmware and the link, so it is judged only where both are known.
    let encoding = entries["encoding"]?.choice(SMPEncoding.self)
    if let firmware { board.kind = readKind(firmware, encoding ?? .base64, link: link) }
    if let link { checkVirtual(link, firmware) }
    if link == .virtual { readVirtual(firmware) }
    readLine(firmware)
    if let flash = entries["flash"]?.entries(RigGrammar.flash) {
      part.flash = readFlash(flash, firmware, link: link, directory: directory)
    }
    if link == .virtual { board.part = part }
    guard firmware != nil, link != nil else { return }
    for (key, what) in board.notAvailable {
      place.findings.missing(what, at: entries[key] ?? place)
    }
  }

  /// The board with the defaults that depend on the rest of the file.
  func finished(besideAccessory: Bool) -> RigBoard {
    var board = board
    let playsAlong = board.firmware == .uci && board.role == .controller && besideAccessory
    board.use = use ?? (playsAlong ? .helper : .device)
    return board
  }

  private mutating func readCommon(directory: String) {
    board.profile = entries["profile"]?.line("the name of a board profile", longest: 64)
    board.settle = entries["settle"]?.duration()
    board.retries = entries["retries"].map(RigRetries.init(reading:)) ?? 0
    board.position = entries["position"].flatMap(Position.init(reading:))
    board.facing = entries["facing"].flatMap(Facing.init(reading:)) ?? Facing()
    board.claims = entries["claims"].flatMap(RigBoard.Claims.init(reading:)) ?? RigBoard.Claims()
    if let log = entries["log"] {
      board.log = log.link("the link of the board's console")?.relative(to: directory)
      if board.log == .virtual { log.fault(allowed: "a link that carries bytes from outside") }
    }
  }

  private mutating func readEquipment(directory: String) {
    if let recovery = entries["recovery"] {
      board.recovery = RigBoard.RecoveryRung.list(reading: recovery, link: board.link)
    }
    if let reset = entries["reset"] {
      board.reset = RigBoard.Reset(reading: reset, link: board.link)
    }
    if let power = entries["power"], let value = RigBoard.Power(reading: power) {
      board.power = value
    }
    readProbe()
    if let image = entries["image"] {
      board.image = RigBoard.Image(reading: image, directory: directory)
    }
  }

  /// What goes through a debug probe has to know which one, and what hangs on it.
  private mutating func readProbe() {
    if let field = entries["probe"] {
      let text = field.text ?? ""
      if (1...64).contains(text.utf8.count),
        text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
      {
        board.probe = text
      } else {
        field.fault(allowed: "the serial number of a debug probe, letters and digits")
      }
      if board.link == .virtual { field.fault(allowed: "no probe for boards with link: virtual") }
    }
    guard board.link != .virtual, board.probe == nil || board.profile == nil else { return }
    let rule = "only beside probe: and profile:, which say which chip to reset"
    if board.reset == .probe { entries["reset"]?.fault(allowed: "reset: probe \(rule)") }
    if board.recovery.contains(.probe) {
      entries["recovery"]?.fault(allowed: "recovery by probe \(rule)")
    }
  }

  /// Reads what a board of that firmware can have and no other.
  private func readKind(
    _ firmware: Firmware, _ encoding: SMPEncoding, link: LinkAddress?
  ) -> RigBoard.Kind {
    let framing = readFraming(firmware, link: link)
    for name in ["role", "dialect"] where firmware != .uci {
      entries[name]?.fault(allowed: "\(name) only for firmware uci")
    }
    let role = entries["role"]?.choice(RigBoard.Role.self)
    let dialect = entries["dialect"]?.choice(RigBoard.Dialect.names)
      .flatMap(RigBoard.Dialect.init)
    if let field = entries["encoding"], let link,
      firmware != .bootloader(.mcubootSMP) || link != .virtual
    {
      field.fault(allowed: "encoding only for firmware mcuboot-smp with link: virtual")
    }
    return switch firmware {
    case .niAccessory: .accessory(framing: framing)
    case .uci: .uci(role: role, dialect: dialect)
    case .shell(let shell): .shell(shell)
    case .bootloader(let boot): .bootloader(boot, encoding: encoding)
    case .unknown: .unknown
    }
  }

  private func readFraming(_ firmware: Firmware, link: LinkAddress?) -> StreamFraming? {
    guard let field = entries["framing"] else {
      return link?.preservesMessages == false && entries["gatt"] == nil ? .length16 : nil
    }
    let framing = field.choice(StreamFraming.self)
    if firmware != .niAccessory {
      field.fault(allowed: "framing only for firmware ni-accessory")
    } else if entries["gatt"] != nil {
      field.fault(allowed: "no framing beside gatt, where one write is one message")
    } else if let link, link.preservesMessages {
      field.fault(allowed: "no framing on a ble: link, where one write is one message")
    }
    return framing
  }

  /// What virtual boards have and no others.
  private func checkVirtual(_ link: LinkAddress, _ firmware: Firmware?) {
    if link != .virtual {
      for name in ["personality", "misbehaviour", "gatt", "flash"] {
        entries[name]?.fault(allowed: "\(name) only for boards with link: virtual")
      }
    }
    guard let firmware else { return }
    if link != .virtual || firmware.bootProtocol == nil {
      entries["buffer"]?.fault(
        allowed: "buffer only for bootloaders (\(Self.bootloaders)) with link: virtual")
    }
    if link != .virtual || !firmware.hasLine {
      entries["rate"]?.fault(
        allowed: "rate only for bootloaders and shells (\(Self.lines)) with link: virtual")
    }
  }

  private mutating func readVirtual(_ firmware: Firmware?) {
    guard let firmware else { return }
    part.misbehaviour = entries["misbehaviour"]?.misbehaviour(among: firmware.misbehaviours)
    if let field = entries["gatt"] {
      part.gatt = field.choice(RigGrammar.gatt)
      if firmware != .niAccessory { field.fault(allowed: "gatt only for firmware ni-accessory") }
    }
    guard let field = entries["personality"] else {
      part.personality = firmware.personalities.first
      return
    }
    part.personality = field.choice(firmware.personalities)
    if let name = part.personality, !firmware.isAvailable(name) {
      field.findings.missing("personality \(name) is", at: field)
    }
  }

  /// The line of a virtual bootloader or shell.
  private mutating func readLine(_ firmware: Firmware?) {
    part.rate = entries["rate"]?.integer(300...100_000_000)
    part.buffer = entries["buffer"]?.integer(firmware?.bootProtocol?.buffers ?? 16...65_535)
    if let boot = firmware?.bootProtocol, boot.buffers == nil {
      entries["buffer"]?.fault(allowed: "no buffer for \(boot.rawValue), whose protocol fixes it")
    }
  }

  private func readFlash(
    _ keys: Entries, _ firmware: Firmware?, link: LinkAddress?, directory: String
  ) -> RigBoard.Flash {
    var flash = RigBoard.Flash()
    if let path = keys["file"]?.line("the path of a file") {
      flash.file = path.hasPrefix("/") || directory.isEmpty ? path : directory + "/" + path
    }
    flash.times = keys["times"]?.choice(RigBoard.Flash.Times.self) ?? .typical
    flash.powerLoss = keys["power-loss"]?.integer(0...1_000_000_000)
    flash.enter = keys["enter"].flatMap(VirtualEntry.init(reading:))
    guard let firmware, link == .virtual else { return flash }
    if let field = keys["loader"] {
      flash.loader = field.choice(BootProtocol.self)
      if firmware.bootProtocol != nil {
        field.fault(allowed: "no loader for firmware \(firmware.rawValue), which is one")
      } else if firmware.hasLine || firmware == .unknown {
        field.fault(allowed: "loader only for firmware ni-accessory or uci")
      } else if entries["gatt"] != nil {
        field.fault(allowed: "no loader beside gatt, where there is no line")
      }
    }
    guard firmware.bootProtocol == nil else { return flash }
    _ = keys.required("loader", allowed: "a bootloader, where the firmware is none")
    _ = keys.required("enter", allowed: "what brings the board into its loader")
    return flash
  }

  private static let bootloaders = Wording.alternatives(
    BootProtocol.allCases.map(\.rawValue))
  private static let lines = Wording.alternatives(
    Firmware.allCases.filter(\.hasLine).map(\.rawValue))
}

extension Field {
  /// The name of something wrong; another one is refused with the nearest, since a list of all is long.
  func misbehaviour(among names: [String]) -> String? {
    guard let name = name(longest: 64) else { return nil }
    guard names.contains(name) else {
      fault(
        allowed: names.count > 12
          ? "one of \(names.count) misbehaviours, such as \(names.prefix(3).joined(separator: ", "))"
          : names.isEmpty ? "no misbehaviour here" : Wording.alternatives(names),
        suggestion: nearest(to: name, among: names))
      return nil
    }
    return name
  }
}

extension VirtualEntry {
  init?(reading field: Field) {
    guard field.isMapping else {
      guard let name = field.choice(VirtualEntry.names) else { return nil }
      self.init(named: name)
      return
    }
    guard let entries = field.entries(RigGrammar.enterCommand),
      let command = entries.required("command", allowed: "what the application is told")?
        .line("what the application is told", longest: 256)
    else { return nil }
    self = .command(command)
  }
}

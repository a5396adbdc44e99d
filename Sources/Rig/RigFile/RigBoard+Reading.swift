import Links
package import Notation
import Room

extension RigBoard.Claims {
  init?(reading field: Field) {
    guard let entries = field.entries(RigGrammar.claims) else { return nil }
    acd = entries["acd"]?.choice(RigBoard.Claims.acdVersions)
    background = entries["background"]?.boolean()
    sessions = entries["sessions"]?.integer(1...255)
    guard let list = entries["vendor-ids"] else { return }
    let items = list.items("a list of message identifiers") ?? []
    vendorIDs = items.compactMap {
      $0.integer(0...255, hexadecimal: true).flatMap(UInt8.init(exactly:))
    }
  }
}

extension Position {
  init?(reading field: Field) {
    let allowed = "three numbers [x, y, z] in metres"
    guard let items = field.items(allowed) else { return nil }
    guard items.count == 3 else {
      field.fault(found: "a list of \(items.count)", allowed: allowed)
      return nil
    }
    // Beyond this, sums of squares and conversions to millimetres would need care everywhere.
    let numbers = items.compactMap { $0.number(-100_000...100_000, unit: "metres") }
    guard numbers.count == 3 else { return nil }
    self.init(numbers[0], numbers[1], numbers[2])
  }
}

extension Facing {
  init?(reading field: Field) {
    guard let entries = field.entries(RigGrammar.facing) else { return nil }
    func degrees(_ key: String) -> Double {
      entries[key]?.number(-360...360, unit: "degrees") ?? 0
    }
    self.init(yaw: degrees("yaw"), pitch: degrees("pitch"), roll: degrees("roll"))
  }
}

extension RigBoard.RecoveryRung {
  static func list(reading field: Field, link: LinkAddress) -> [RigBoard.RecoveryRung] {
    var rungs: [RigBoard.RecoveryRung] = []
    for item in field.items("a list of reopen, lines, protocol, probe and power") ?? [] {
      guard let rung = item.choice(RigBoard.RecoveryRung.self) else { continue }
      if rungs.contains(rung) {
        item.fault(found: "\(item.described) again", allowed: "each rung once")
      }
      if rung == .probe, link == .virtual {
        item.findings.missing("recovery of a virtual board by \(rung.rawValue) is", at: item)
      }
      rungs.append(rung)
    }
    return rungs
  }
}

extension RigBoard.Reset {
  init?(reading field: Field, link: LinkAddress) {
    guard !field.isMapping else {
      guard let entries = field.entries(RigGrammar.resetCommand),
        let command = entries.required("command", allowed: "a command")?.line("a command")
      else { return nil }
      self = .command(command)
      return
    }
    guard let text = field.text, RigGrammar.resets.contains(text) else {
      field.fault(
        allowed: Wording.choices(RigGrammar.resets + ["{command: …}"]),
        suggestion: field.nearest(to: field.text, among: RigGrammar.resets))
      return nil
    }
    switch text {
    case "dtr": self = .dtr
    case "rts": self = .rts
    case "power": self = .power
    default: self = .probe
    }
    if self == .probe, link == .virtual {
      field.findings.missing("reset of a virtual board by \(text) is", at: field)
    }
  }
}

extension RigBoard.Power {
  init?(reading field: Field) {
    guard !field.isMapping else {
      self.init(programs: field)
      return
    }
    let parts = (field.text ?? "").split(separator: ":", omittingEmptySubsequences: false)
    switch (parts.first, parts.count) {
    case ("virtual", 1): self = .virtual
    case ("none", 1): self = .none
    case ("hub", 3) where RigBoard.Power.isHubPath(parts[1]):
      guard let port = RigBoard.Power.port(parts[2], of: field) else { return nil }
      self = .hub(path: String(parts[1]), port: port)
    case ("ykush", 3) where !parts[1].isEmpty:
      guard let port = RigBoard.Power.port(parts[2], of: field) else { return nil }
      self = .ykush(serial: String(parts[1]), port: port)
    default:
      field.fault(
        allowed: Wording.choices(RigGrammar.powers + ["{command: …}"]),
        suggestion: field.nearest(to: field.text, among: ["virtual", "none"]))
      return nil
    }
  }

  private init?(programs field: Field) {
    guard let outer = field.entries(RigGrammar.powerCommand),
      let entries = outer.required("command", allowed: "cut and restore")?
        .entries(RigGrammar.powerPrograms)
    else { return nil }
    let cut = entries.required("cut", allowed: "a command")?.line("a command")
    let restore = entries.required("restore", allowed: "a command")?.line("a command")
    let timeout = entries["timeout"]?.duration(positive: true) ?? .seconds(10)
    guard let cut, let restore else { return nil }
    self = .command(cut: cut, restore: restore, timeout: timeout)
  }

  /// `1`, `1-1` or `1-1.4`.
  private static func isHubPath(_ text: Substring) -> Bool {
    let sides = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    let numbers =
      [sides[0]]
      + (sides.count > 1 ? sides[1].split(separator: ".", omittingEmptySubsequences: false) : [])
    return numbers.allSatisfy { number in
      (1...3).contains(number.utf8.count) && number.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
  }

  private static func port(_ text: Substring, of field: Field) -> Int? {
    guard ("1"..."9").contains(text.first ?? "0"), let port = Int(text), (1...255).contains(port)
    else {
      field.fault(allowed: "a port from 1 to 255 at the end")
      return nil
    }
    return port
  }
}

extension RigBoard.Image {
  init?(reading field: Field, directory: String) {
    guard let entries = field.entries(RigGrammar.image) else { return nil }
    let path = entries.required("file", allowed: "the path of an image")?
      .line("the path of an image")
    method = entries["method"]?.name() ?? "auto"
    if let field = entries["sha256"] {
      guard let digest = Self.digest(field) else { return nil }
      sha256 = digest
    }
    guard let path else { return nil }
    file = path.hasPrefix("/") || directory.isEmpty ? path : directory + "/" + path
  }

  /// Reads a SHA-256 as a file has it; in lower case.
  package static func digest(_ field: Field) -> String? {
    guard let text = field.text, text.utf8.count == 64,
      text.allSatisfy({ $0.isASCII && $0.isHexDigit })
    else {
      field.fault(allowed: "64 hexadecimal digits")
      return nil
    }
    return text.lowercased()
  }
}

import FileGrammar
import Journal
import Notation

private struct PowerKeys {
  static let mapping = Mapping(PowerKeys())

  let command = Key(
    "command", Mapping(ProgramKeys()).form, required: "cut and restore")
}

private struct ProgramKeys {
  let cut = Key("cut", .line("a command"), required: "a command")
  let restore = Key("restore", .line("a command"), required: "a command")
  let timeout = Setting("timeout", .duration(positive: true), default: .seconds(10))
}

extension Form<RigBoard.Power> {
  static var power: Form {
    either(
      Form([
        "type": "string",
        "pattern": .string(
          "^(virtual|none|hub:[0-9]{1,3}(-[0-9]{1,3}([.][0-9]{1,3})*)?:\(port)|ykush:[^:]+:\(port))$"
        ),
      ]) { RigBoard.Power(reading: $0) },
      orMapping: PowerKeys.mapping.form.map { outer in
        guard let programs = outer.command else { return nil }
        let (cut, restore, timeout) = (programs.cut, programs.restore, programs.timeout)
        guard let cut, let restore else { return nil }
        return .command(cut: cut, restore: restore, timeout: timeout)
      })
  }

  /// 1 to 255.
  private static var port: String { "([1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-5])" }
}

extension RigBoard.Power {
  fileprivate init?(reading field: Field) {
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
        allowed: Wording.choices([
          "virtual", "none", "hub:<usb path>:<port>", "ykush:<serial>:<port>", "{command: …}",
        ]),
        suggestion: field.nearest(to: field.text, among: ["virtual", "none"]))
      return nil
    }
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
    else { return field.refuse(allowed: "a port from 1 to 255 at the end") }
    return port
  }
}

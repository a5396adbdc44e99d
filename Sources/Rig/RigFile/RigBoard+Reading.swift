import BootProtocols
package import FileGrammar
import Journal
import Links
import Notation
import Room
import UCI
import VirtualBoards
import WireFormat

private struct ClaimsKeys {
  static let mapping = Mapping(ClaimsKeys())

  let acd = Key("acd", .acd, "version of its accessory configuration data")
  let background = Key("background", .boolean, "ranging in the background")
  let vendorIDs = Key(
    "vendor-ids",
    .list(
      Form<Int>.integer(0...255, hexadecimal: true).map(UInt8.init(exactly:)),
      "a list of message identifiers"), "messages of its vendor")
  let sessions = Key("sessions", .integer(1...255), "sessions at the same time")
  let oob = Key("oob", .integer(1...3), "version of Ranging OOB")
  let accountKeys = Key(
    "account-keys", .list(.accountKey, "a list of account keys"), "keys of the Find Hub network")
  let skipsAuthentication = Key(
    "skips-authentication", .boolean, "the tag is in the mode of unwanted tracking")
  let motionID = Key(
    "motion-id", Form<Int>.integer(0...255, hexadecimal: true).map(UInt8.init(exactly:)),
    "data identifier of motion in the Find Hub network")
}

extension Form<RigBoard.Claims> {
  static var claims: Form {
    ClaimsKeys.mapping.form.map { values in
      var claims = RigBoard.Claims()
      claims.acd = values.acd
      claims.background = values.background
      claims.sessions = values.sessions
      claims.vendorIDs = values.vendorIDs
      claims.oob = values.oob
      claims.accountKeys = values.accountKeys
      claims.skipsAuthentication = values.skipsAuthentication
      claims.motionID = values.motionID
      return claims
    }
  }
}

extension Form<[UInt8]> {
  /// A key of the Find Hub network.
  fileprivate static var accountKey: Form {
    Form(["type": "string", "pattern": "^[0-9A-Fa-f]{32}$"]) { field in
      guard let bytes = field.text.flatMap({ try? Hexadecimal.decode($0) }), bytes.count == 16
      else {
        field.fault(allowed: "16 bytes in hexadecimal, with quotation marks")
        return nil
      }
      return bytes
    }
  }
}

extension Form<String> {
  /// A version, with quotation marks or without.
  fileprivate static var acd: Form {
    let versions = RigBoard.Claims.acdVersions
    let all =
      versions.map(JSONValue.string) + versions.compactMap(Double.init).map(JSONValue.number)
    return Form(["enum": .array(all)]) { $0.choice(versions) }
  }

  static var probe: Form {
    Form([
      "type": ["string", "integer"], "pattern": "^[A-Za-z0-9]{1,64}$", "minimum": 0,
    ]) { field in
      guard let text = field.text, (1...64).contains(text.utf8.count),
        text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
      else {
        field.fault(allowed: "the serial number of a debug probe, letters and digits")
        return nil
      }
      return text
    }
  }

  /// A SHA-256, in lower case once it is read.
  package static var digest: Form {
    Form(["type": "string", "pattern": "^[0-9A-Fa-f]{64}$"]) { field in
      guard let text = field.text, text.utf8.count == 64,
        text.allSatisfy({ $0.isASCII && $0.isHexDigit })
      else {
        field.fault(allowed: "64 hexadecimal digits")
        return nil
      }
      return text.lowercased()
    }
  }
}

extension Form<UCIPacket> {
  /// A whole UCI command; spaces between its bytes do not count.
  static var uciCommand: Form {
    Form(["type": "string", "pattern": "^ *2[0-9A-Fa-f]( *[0-9A-Fa-f]{2}){3,258} *$"]) { field in
      let text = (field.text ?? "").filter { $0 != " " }
      var receiver = UCIReceiver(dialect: UCIDialect(vendor: .nxp))
      guard let bytes = try? Hexadecimal.decode(text),
        case .packet(let packet, let raw)? = receiver.append(bytes).first, raw == bytes,
        packet.messageType == .command
      else {
        field.fault(allowed: "one whole UCI command in hexadecimal, such as 20020000")
        return nil
      }
      return packet
    }
  }
}

extension Form<LinkAddress> {
  static var console: Form {
    let link = Form.link("the link of the board's console")
    return Form(link.schema.with(["not": ["const": "virtual"]])) { field in
      let value = link.read(field)
      if value == .virtual { field.fault(allowed: "a link that carries bytes from outside") }
      return value
    }
  }
}

extension Form<Position> {
  // Beyond this, sums of squares and conversions to millimetres would need care everywhere.
  static var metres: Form<Double> { .number(-100_000...100_000, unit: "metres") }

  static var position: Form {
    Form<[Double]>.list(metres, of: 3, "three numbers [x, y, z] in metres")
      .map { Position($0[0], $0[1], $0[2]) }
  }
}

private struct FacingKeys {
  static let mapping = Mapping(FacingKeys())

  let yaw = Setting("yaw", degrees, default: 0)
  let pitch = Setting("pitch", degrees, default: 0)
  let roll = Setting("roll", degrees, default: 0)
  private static let degrees = Form<Double>.number(-360...360, unit: "degrees")
}

extension Form<Facing> {
  static var facing: Form {
    FacingKeys.mapping.form.map {
      Facing(yaw: $0.yaw, pitch: $0.pitch, roll: $0.roll)
    }
  }
}

extension Form<[RigBoard.RecoveryRung]> {
  static var rungs: Form {
    let list = Form.list(
      Form<RigBoard.RecoveryRung>.choice, "a list of reopen, lines, protocol, probe and power")
    return Form(list.schema.with(["uniqueItems": true])) { field in
      var seen: Set<String> = []
      for item in field.scalars where !seen.insert(item.text ?? "").inserted {
        item.fault(found: "\(item.described) again", allowed: "each rung once")
      }
      return list.read(field)
    }
  }
}

/// `{command: …}`.
private struct CommandKeys {
  let command: Key<String>

  init(_ what: String, longest: Int = 4096) {
    command = Key("command", .line(what, longest: longest), required: what)
  }
}

extension Form<RigBoard.Reset> {
  private static var words: [(name: String, value: RigBoard.Reset)] {
    [("dtr", .dtr), ("rts", .rts), ("power", .power), ("probe", .probe)]
  }

  static var reset: Form {
    either(
      Form(["enum": .strings(words.map(\.name))]) { field in
        if let word = words.first(where: { $0.name == field.text }) { return word.value }
        let names = words.map(\.name)
        field.fault(
          allowed: Wording.choices(names + ["{command: …}"]),
          suggestion: field.nearest(to: field.text, among: names))
        return nil
      },
      orMapping: Mapping(CommandKeys("a command")).form.map {
        $0.command.map(RigBoard.Reset.command)
      })
  }
}

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
    else {
      field.fault(allowed: "a port from 1 to 255 at the end")
      return nil
    }
    return port
  }
}

private struct ImageKeys {
  static let mapping = Mapping(ImageKeys())

  let file = Key(
    "file", .line("the path of an image"), "the file", required: "the path of an image")
  let method = Setting("method", .name(), default: "auto", "how it is written")
  let sha256 = Key("sha256", .digest, "digest that the file must have")
}

extension Form<RigBoard.Image> {
  static var image: Form {
    ImageKeys.mapping.form.map { values in
      let (file, method, digest) = (values.file, values.method, values.sha256)
      return file.map { RigBoard.Image(file: $0, method: method, sha256: digest) }
    }
  }
}

extension RigBoard.Image {
  func relative(to directory: String) -> Self {
    Self(file: RigPath.path(file, relativeTo: directory), method: method, sha256: sha256)
  }
}

/// The keys of the flash of a virtual board.
struct FlashKeys {
  static let mapping = Mapping(FlashKeys())

  let file = Key(
    "file", .line("the path of a file"),
    "holds the content, byte for byte; made where there is none")
  let times = Setting<RigBoard.Flash.Times>(
    "times", .choice, default: .typical,
    "how long erasing and writing take: as in the chip's data sheet, or no time")
  let powerLoss = Key(
    "power-loss", .integer(0...1_000_000_000),
    "bytes that are written or erased before the power goes, once")
  let loader = Key<BootProtocol>(
    "loader", .choice, "bootloader of a virtual board whose firmware is an application")
  let enter = Key(
    "enter",
    .either(
      Form<String>.choice(VirtualEntry.names).map(VirtualEntry.init(named:)),
      orMapping: Mapping(CommandKeys("what the application is told", longest: 256)).form
        .map { $0.command.map(VirtualEntry.command) }),
    "what brings the board from its application into its bootloader")
}

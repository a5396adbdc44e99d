import BootProtocols
package import FileGrammar
import Journal
import Links
import Notation
import UCI
import VirtualBoards
import WireFormat

extension Form<String> {
  static var probe: Form {
    Form([
      "type": ["string", "integer"], "pattern": "^[A-Za-z0-9]{1,64}$", "minimum": 0,
    ]) { field in
      guard let text = field.text, (1...64).contains(text.utf8.count),
        text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
      else {
        return field.refuse(allowed: "the serial number of a debug probe, letters and digits")
      }
      return text
    }
  }

  /// A SHA-256, in lower case once it is read.
  package static var digest: Form {
    Form(["type": "string", "pattern": "^[0-9A-Fa-f]{64}$"]) { field in
      guard let text = field.text, text.utf8.count == 64,
        text.allSatisfy({ $0.isASCII && $0.isHexDigit })
      else { return field.refuse(allowed: "64 hexadecimal digits") }
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
        return field.refuse(allowed: "one whole UCI command in hexadecimal, such as 20020000")
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
        return field.refuse(
          allowed: Wording.choices(names + ["{command: …}"]),
          suggestion: field.nearest(to: field.text, among: names))
      },
      orMapping: Mapping(CommandKeys("a command")).form.map {
        $0.command.map(RigBoard.Reset.command)
      })
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

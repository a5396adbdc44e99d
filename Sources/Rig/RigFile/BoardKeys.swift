import BootProtocols
import FileGrammar
import Journal
import Links
import NearbyAccessory
import Notation
import Room
import UCI
import WireFormat

/// The keys of a board.
struct BoardKeys {
  static let mapping = Mapping(
    BoardKeys(), allowed: "a mapping that describes a board",
    rules: ["allOf": .array(BoardRule.all.map(\.schema) + together + personalities)])

  let name = Key(
    "name", .name(), "what reports print; unique in the file",
    required: "1 to 32 of a-z, 0-9 and -")
  let firmware = Key<[Firmware]>(
    "firmware", .firmware, "what speaks on the link", required: "what speaks on the link")
  let link = Key(
    "link", .link(), "how bytes reach the board", required: "how bytes reach the board")
  let use = Key<RigBoard.Use>(
    "use", .choice,
    "device: judged; helper: plays along. Default: device, but a uci board with role controller is "
      + "a helper beside an ni-accessory or a ranging-oob board")
  let profile = Key("profile", .line("the name of a board profile", longest: 64), "board profile")
  let framing = Key(
    "framing",
    Form<String>.choice(
      StreamFraming.allCases.map(\.rawValue) + UCIFraming.allCases.map(\.rawValue)),
    "how messages are told apart on a byte stream: of an accessory length16 (default), slip, cobs or "
      + "hexline; of a uci board nxp-pnp for NXP's plug-and-play firmware, default: as they are")
  let setup = Key(
    "setup", .list(.uciCommand),
    "UCI commands in hexadecimal that the board is given after each reset; uci only")
  let claims = Key("claims", .claims, "what the board says it implements")
  let settle = Key("settle", .duration(), "wait after opening before the first byte")
  let log = Key("log", .console, "the board's own console")
  let reset = Key("reset", .reset, "last resort of the start state")
  let power = Key("power", .power, "how the board is powered; default: none")
  let probe = Key(
    "probe", .probe,
    "serial number of the debug probe that leads to the board's chip, for reset and recovery by "
      + "probe")
  let recovery = Setting(
    "recovery", .rungs, default: RigBoard.RecoveryRung.standard,
    "allowed rungs after a fault of the rig")
  let position = Key(
    "position", .position, "x, y, z in metres: ground truth, and where a virtual board stands")
  let facing = Key("facing", .facing, "degrees")
  let image = Key("image", .image, "flashed before the run unless already there")
  let retries = Key(
    "retries", .retries, "how often a case that went wrong is tried again on this board")
  let role = Key<RigBoard.Role>("role", .choice, "part in a ranging round; uci only")
  let dialect = Key(
    "dialect", Form.choice(dialects.map(\.description)).map { UCIDialect($0) },
    "uci only; default: asked from the board")
  let personality = Key(
    "personality", .choice(Firmware.allCases.flatMap(\.personalities)),
    "what a virtual board imitates; virtual boards only")
  let misbehaviour = Key(
    "misbehaviour", .name(longest: 64),
    "a named deviation of a virtual board, to rehearse a failure")
  let gatt = Key(
    "gatt", .choice(GATTLayout.dataChannels.map(\.name)),
    "the data channel of a virtual accessory that is a Bluetooth LE device; find-hub for ranging-oob "
      + "alone")
  let rate = Key(
    "rate", .integer(300...100_000_000),
    "bits per second of a virtual bootloader's or shell's line; default: it takes no time")
  let buffer = Key(
    "buffer", .integer(16...65_535),
    "bytes of a virtual bootloader's buffer: MTU, or longest message")
  let encoding = Setting<SMPEncoding>(
    "encoding", .choice, default: .base64, "how messages of a virtual mcuboot-smp board travel")
  let radio = Key(
    "radio", .radio, "what is wrong with a virtual board's radio, to be found and calibrated")
  let flash = Key("flash", FlashKeys.mapping.form, "flash of a virtual bootloader")

  private static let dialects = UCIVersion.allCases.flatMap { version in
    UCIVendor.allCases.map { UCIDialect(version: version, vendor: $0) }
  }

  /// Rules of the schema about several keys together.
  private static let together: [JSONValue] = [
    [
      "$comment": "one write to a GATT server is one message",
      "if": ["required": ["gatt"]], "then": ["not": ["required": ["framing"]]],
    ],
    [
      "$comment": "framing belongs to byte streams",
      "if": ["required": ["framing"]],
      "then": ["properties": ["link": ["not": ["pattern": "^ble:"]]]],
    ],
    [
      "$comment": "UCI has a framing of its own",
      "if": ["properties": ["firmware": BoardRule.schema(of: [.uci])]],
      "then": ["properties": ["framing": ["enum": .strings(UCIFraming.allCases.map(\.rawValue))]]],
      "else": [
        "properties": ["framing": ["enum": .strings(StreamFraming.allCases.map(\.rawValue))]]
      ],
    ],
    [
      "$comment": "power: virtual belongs to virtual boards",
      "if": ["required": ["power"], "properties": ["power": ["const": "virtual"]]],
      "then": ["properties": ["link": ["const": "virtual"]]],
    ],
    [
      "$comment": "the flash of an application's board has a loader, that of a loader is its own",
      "if": ["required": ["flash"]],
      "then": [
        "if": ["properties": ["firmware": BoardRule.schema(of: [.niAccessory, .uci])]],
        "then": ["properties": ["flash": ["required": ["loader", "enter"]]]],
        "else": [
          "properties": [
            "firmware": BoardRule.schema(of: BoardRule.bootloaders),
            "flash": ["not": ["required": ["loader"]]],
          ]
        ],
      ],
    ],
  ]

  private static let personalities: [JSONValue] = Firmware.allCases.map { firmware in
    [
      "if": ["properties": ["firmware": BoardRule.schema(of: [firmware])]],
      "then": ["properties": ["personality": ["enum": .strings(firmware.personalities)]]],
    ]
  }
}

extension Form<[Firmware]> {
  /// One firmware, or the two of an accessory for both kinds of phone.
  fileprivate static var firmware: Form {
    let one = Form<Firmware>.choice
    let both: [Firmware] = [.niAccessory, .rangingOOB]
    let list: JSONValue = [
      "type": "array", "minItems": 2, "maxItems": 2, "uniqueItems": true,
      "items": ["enum": .strings(both.map(\.rawValue))],
    ]
    return Form(["anyOf": [one.schema, list]]) { field in
      guard field.text == nil else { return one.read(field).map { [$0] } }
      let words = field.scalars.compactMap(\.text)
      if words.count == 2, Set(words) == Set(both.map(\.rawValue)) { return both }
      return field.refuse(allowed: "one firmware, or [\(both[0].rawValue), \(both[1].rawValue)]")
    }
  }
}

/// A key that some boards have and no others.
struct BoardRule {
  static let bootloaders = Firmware.allCases.filter { $0.bootProtocol != nil }
  static let lines = Firmware.allCases.filter(\.hasLine)

  /// Of several rules of one key the first that is broken is reported.
  static let all = [
    BoardRule("framing", [.niAccessory, .rangingOOB, .uci], "accessories and UCI boards"),
    BoardRule("role", [.uci]), BoardRule("dialect", [.uci]), BoardRule("setup", [.uci]),
    BoardRule("personality", isVirtual: true), BoardRule("misbehaviour", isVirtual: true),
    BoardRule("gatt", isVirtual: true),
    BoardRule("gatt", [.niAccessory, .rangingOOB], "accessories"),
    BoardRule("flash", isVirtual: true),
    BoardRule("radio", [.uci, .shell(.qorvoCLI)], "UCI boards and qorvo-cli", isVirtual: true),
    BoardRule("encoding", [.bootloader(.mcubootSMP)], isVirtual: true),
    BoardRule("buffer", bootloaders, "bootloaders", isVirtual: true),
    BoardRule("rate", lines, "bootloaders and shells", isVirtual: true),
  ]

  let key: String
  /// Empty for any.
  private let firmware: [Firmware]
  private let isVirtual: Bool
  private let noun: String?

  private init(
    _ key: String, _ firmware: [Firmware] = [], _ noun: String? = nil, isVirtual: Bool = false
  ) {
    (self.key, self.firmware, self.noun, self.isVirtual) = (key, firmware, noun, isVirtual)
  }

  /// Whether a board may have the key; what is nil cannot speak against it.
  func admits(_ firmware: Firmware?, _ link: LinkAddress?) -> Bool {
    if isVirtual, let link, link != .virtual { return false }
    return firmware.map { self.firmware.isEmpty || self.firmware.contains($0) } ?? true
  }

  var allowed: String {
    let words = firmware.map(\.rawValue)
    let boards =
      noun.map { "\($0) (\(Wording.alternatives(words)))" }
      ?? words.first.map { "firmware \($0)" } ?? "boards"
    return "\(key) only for \(boards)\(isVirtual ? " with link: virtual" : "")"
  }

  var schema: JSONValue {
    let speaks: JSONValue = firmware.isEmpty ? [:] : ["firmware": Self.schema(of: firmware)]
    return [
      "$comment": .string(allowed), "if": ["required": [.string(key)]],
      "then": ["properties": speaks.with(isVirtual ? ["link": ["const": "virtual"]] : [:])],
    ]
  }

  static func schema(of firmware: [Firmware]) -> JSONValue {
    let names: JSONValue = ["enum": .strings(firmware.map(\.rawValue))]
    // An accessory for both kinds of phone has a list of its two.
    return firmware.contains(.rangingOOB) && firmware.count > 1
      ? ["anyOf": [names, ["type": "array", "items": names]]] : names
  }
}

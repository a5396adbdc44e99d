import BootProtocols
import FileGrammar
import FirmwareImages
import Journal
import Links
import UCI

/// The keys of a board profile: how each is read, and what its JSON schema says of it.
struct ProfileKeys {
  static let kind = FileKind(
    "a board profile", words: "a board profile", name: "board:1",
    title: "uwbrig board profile, version 1",
    about:
      "What is known about a kind of board: how it shows on USB, which of its ports does what, "
      + "what it is made of and how it is flashed. Files of this shape in "
      + "$XDG_CONFIG_HOME/uwbrig/boards (else ~/.config/uwbrig/boards) are read beside the built-in "
      + "ones; one of the same name takes the place of a built-in one.")
  static let mapping = Mapping(ProfileKeys(), allowed: "a mapping of keys and values")

  /// Of a profile, and of one that says no more than which boards are of a known kind.
  static var schema: JSONValue {
    let common: [JSONValue] = ["version", "name"]
    let full = (mapping.schema["required"]?.array ?? []).filter { !common.contains($0) }
    let own = OwnKeys.mapping.names.map { JSONValue.Member($0, true) }
    return mapping.schema.with([
      "required": .array(common),
      "anyOf": [
        [
          "required": .array(full),
          "not": ["anyOf": [["required": ["like"]], ["required": ["serials"]]]],
        ],
        [
          "required": ["like", "serials"], "properties": .object(own),
          "additionalProperties": false,
        ],
      ],
    ])
  }

  let version = Key("version", .version, required: "1")
  let name = Key(
    "name", .name(longest: 64), "what a rig file's `profile` calls it", required: "a name")
  let title = Key(
    "title", .line("a title"), "what its maker calls it",
    required: "what the maker calls the board")
  let confidence = Key<Confidence>(
    "confidence", .choice, "the trust in every value that has none of its own",
    required: "the trust in this file")
  let sources = Key("sources", .texts("a list of sources"), "where the values are from")
  let chip = Key("chip", ChipKeys.mapping.form, required: "what the board is made of")
  let memory = Key("memory", .list(MemoryKeys.mapping.form), "the memory map")
  let preserved = Key(
    "preserved", .list(PreservedKeys.mapping.form), "pages that a flash must not lose")
  let mcuboot = Key(
    "mcuboot", LayoutKeys.mapping.form, "how MCUboot and its images share the flash")
  let parts = Key(
    "parts", .list(PartKeys.mapping.form, least: "a list of at least one USB device"),
    "the USB devices that the board is made of, each plugged in or not",
    required: "a list of USB devices")
  let firmware = Key(
    "firmware", .list(VariantKeys.mapping.form), "what is known to run on it, the likeliest first")
  let flash = Key("flash", .list(RouteKeys.mapping.form), "how it is flashed, the best way first")
  let quirks = Key("quirks", .list(QuirkKeys.mapping.form), "what surprises people")
  let like = OwnKeys().like
  let serials = OwnKeys().serials
}

/// The keys of a profile for boards of one's own.
struct OwnKeys {
  static let mapping = Mapping(OwnKeys(), allowed: "a mapping of keys and values")

  let version = Key("version", .version, required: "1")
  let name = Key("name", .name(longest: 64), required: "a name")
  let title = Key("title", .line("a title"))
  let like = Key(
    "like", .any(Form<String>.name(longest: 64).schema),
    "a profile that says everything but the serial numbers: for boards of your own")
  let serials = Key(
    "serials",
    .any([
      "type": "object", "minProperties": 1,
      "additionalProperties": Form.texts("").schema,
    ]),
    "beside like: the serial numbers of your boards by part, as patterns with * and ?; one for each "
      + "part says as well that they are one board")
}

struct ChipKeys {
  static let mapping = Mapping(ChipKeys())

  let mcu = Key(
    "mcu", .rated(.line("the name of a chip", longest: 64)), "the microcontroller",
    required: "the name of a chip")
  let uwb = Key("uwb", .rated(.line("a radio", longest: 64)), "the radio")
  let target = Key(
    "target", .rated(.line("a debug probe's name for the chip", longest: 64)),
    "the microcontroller's name for debug probes")
  let nearbyInteraction = Key(
    "nearby-interaction", .rated(.boolean), "whether it can be a Nearby Interaction accessory")
  let confidence = Key<Confidence>.confidence
}

/// A name and a span of addresses.
struct SpanKeys: KeyGroup {
  let name = Key("name", .line("a name", longest: 32), required: "a name")
  let start = Key("start", .address, required: "an address")
  let size = Key("size", .size, required: "a number of bytes")
}

struct MemoryKeys {
  static let mapping = Mapping(MemoryKeys())

  let span = SpanKeys()
  let page = Key("page", .size, "bytes that are erased together")
  let confidence = Key<Confidence>.confidence
}

struct PreservedKeys {
  static let mapping = Mapping(PreservedKeys())

  let span = SpanKeys()
  let why = Key("why", .line("a sentence"), "what is lost with them", required: "a sentence")
  let layout = Key(
    "layout", .line("the name of a firmware", longest: 64),
    "the firmware that keeps them there, where other firmware has its program there")
  let confidence = Key<Confidence>.confidence
}

struct LayoutKeys {
  static let mapping = Mapping(LayoutKeys())

  let name = Key(
    "name", .line("a name", longest: 64), required: "the firmware that shares the flash so")
  let areas = Key("areas", .list(AreaKeys.mapping.form), required: "a list of areas")
}

struct AreaKeys {
  static let mapping = Mapping(AreaKeys())

  let span = SpanKeys()
  let purpose = Key<FlashMap.Purpose>("purpose", .choice, required: "what the area is for")
}

struct PartKeys {
  static let mapping = Mapping(PartKeys())

  let name = Key("name", .name(), required: "a name")
  let socket = Key(
    "socket", .line("what is printed at the socket", longest: 32), "what is printed at the socket")
  let match = Key(
    "match", MatchKeys.mapping.form,
    "what tells it from other devices; everything that is given must hold",
    required: "what tells the device from others")
  let ports = Key("ports", .list(PortKeys.mapping.form), "its serial ports")
}

struct MatchKeys {
  static let mapping = Mapping(MatchKeys())

  let vendor = Key("vendor", .identifier, required: "a USB vendor id")
  let products = Key("products", .list(.identifier))
  let decoder = Key<BoardProfile.Decoder>(
    "decoder", .choice, "jlink: any product id of SEGGER that has a J-Link interface")
  let productName = Key(
    "product-name", .line("a pattern with * and ?", longest: 64), "pattern with * and ?")
  let interfaces = Key(
    "interfaces", .list(.integer(0...255)), "interface numbers that must be there")
  let serials = Key(
    "serials", .texts("a list of patterns with * and ?"),
    "patterns for serial numbers: these boards are of this kind, whatever else would fit")
  let hints = Key(
    "hints", HintKeys.mapping.form,
    "makes the profile likelier than others that fit; decides nothing")
  let generic = Setting(
    "generic", .boolean, default: false,
    "the ids of a bridge chip that is in thousands of other devices")
  let confidence = Key<Confidence>.confidence
}

struct HintKeys {
  static let mapping = Mapping(HintKeys())

  let products = Key("products", .list(.identifier))
  let serialPrefixes = Key("serial-prefixes", .texts("a list of digits"))
}

struct PortKeys {
  static let mapping = Mapping(PortKeys())

  let interface = Key("interface", .integer(0...255), required: "an interface number")
  let role = Key<BoardProfile.PortRole>("role", .choice, required: "what the port is for")
  let baud = Key("baud", .rated(.integer(50...12_000_000)))
  let flow = Setting<SerialParameters.FlowControl>(
    "flow", .choice([.none, .rtscts]), default: .none)
  let dtr = Setting("dtr", .level, default: .on)
  let rts = Setting("rts", .level, default: .on)
  let settle = Key("settle", .duration(), "wait after opening, before the first byte")
  let forbid = Key("forbid", .forbidden, "what must never be asked here")
  let note = Key("note", .line("a sentence"))
  let confidence = Key<Confidence>.confidence
}

struct VariantKeys {
  static let mapping = Mapping(VariantKeys())

  let name = Key("name", .name(longest: 64), required: "a name")
  let speaks = Key<Firmware>("speaks", .choice, required: "what the firmware speaks")
  let port = Key(
    "port", .any(["type": "string", "pattern": #"^[a-z0-9-]{1,32}\.[0-9]{1,3}$"#]),
    "part and interface, such as native.0; none where it is no serial port")
  let probes = Key(
    "probes", .list(Form<Firmware>.choice(Firmware.probed)),
    "harmless questions that tell it, in order")
  let baud = Key("baud", .integer(50...12_000_000), "its rate where that is not the port's")
  let flow = Key<SerialParameters.FlowControl>(
    "flow", .choice([.none, .rtscts]), "its flow control where that is not the port's")
  let framing = Key<UCIFraming>("framing", .choice, "how its UCI packets travel; none: as they are")
  let images = Key("images", .texts("a list of names"), "names of images that hold it")
  let confidence = Key<Confidence>.confidence
}

struct RouteKeys {
  static let mapping = Mapping(RouteKeys())

  let method = Key<FlashMethod>("method", .choice, required: "a way to flash")
  let part = Key("part", .any(Form<String>.name(longest: 64).schema))
  let enter = Setting(
    "enter", .entry, default: .byHand, "how the board gets into what takes the image")
  let note = Key("note", .line("a sentence"))
  let confidence = Key<Confidence>.confidence
}

struct QuirkKeys {
  static let mapping = Mapping(QuirkKeys())

  let name = Key("name", .name(longest: 64), required: "a name")
  let text = Key("text", .line("a sentence"), required: "a sentence")
  let confidence = Key<Confidence>.confidence
}

import BootProtocols
import Links
import Notation

extension BoardProfile.Part {
  init?(reading field: Field, _ trust: Trust) {
    guard let entries = field.entries(ProfileGrammar.part) else { return nil }
    let name = entries.required("name", allowed: "a name")?.name()
    let match = entries.required("match", allowed: "what tells the device from others").flatMap {
      BoardProfile.MatchRule(reading: $0, trust)
    }
    let ports = entries["ports"].list { BoardProfile.Port(reading: $0, trust) }
    var seen: [Int] = []
    for port in ports {
      if seen.contains(port.interface) {
        entries["ports"]?.fault(
          found: "interface \(port.interface) more than once", allowed: "each interface once")
      }
      seen.append(port.interface)
    }
    guard let name, let match else { return nil }
    self.init(
      name: name, socket: entries["socket"]?.line("what is printed at the socket", longest: 32),
      match: match, ports: ports)
  }
}

extension BoardProfile.MatchRule {
  init?(reading field: Field, _ trust: Trust) {
    guard let entries = field.entries(ProfileGrammar.match) else { return nil }
    let vendor = entries.required("vendor", allowed: "a USB vendor id")?.identifier()
    let decoder = entries["decoder"]?.choice(BoardProfile.Decoder.self)
    if let decoder, let products = entries["products"] {
      products.fault(allowed: "no products beside decoder: \(decoder.rawValue)")
    }
    if decoder == .jlink, let vendor, vendor != 0x1366 {
      entries["vendor"]?.fault(allowed: "0x1366 beside decoder: jlink")
    }
    let hints = entries["hints"].flatMap(BoardProfile.Hints.init(reading:))
    guard let vendor else { return nil }
    self.init(
      vendor: vendor, products: entries["products"].list { $0.identifier() }, decoder: decoder,
      productName: entries["product-name"]?.line("a pattern with * and ?", longest: 64),
      interfaces: entries["interfaces"].list { $0.integer(0...255) },
      serials: entries["serials"]?.texts("a list of patterns with * and ?") ?? [],
      hints: hints ?? BoardProfile.Hints(products: [], serialPrefixes: []),
      isGeneric: entries["generic"]?.boolean() ?? false, confidence: trust.within(entries).fallback)
  }
}

extension BoardProfile.Hints {
  init?(reading field: Field) {
    guard let entries = field.entries(ProfileGrammar.hints) else { return nil }
    self.init(
      products: entries["products"].list { $0.identifier() },
      serialPrefixes: entries["serial-prefixes"]?.texts("a list of digits") ?? [])
  }
}

extension BoardProfile.Port {
  init?(reading field: Field, _ trust: Trust) {
    guard let entries = field.entries(ProfileGrammar.port) else { return nil }
    let trust = trust.within(entries)
    let interface = entries.required("interface", allowed: "an interface number")?
      .integer(0...255)
    let role = entries.required("role", allowed: "what the port is for")?
      .choice(BoardProfile.PortRole.self)
    let baud = entries["baud"].flatMap { trust.rated($0) { $0.integer(50...12_000_000) } }
    guard let interface, let role else { return nil }
    self.init(
      interface: interface, role: role, baud: baud,
      flow: entries["flow"]?.choice([.none, .rtscts]) ?? .none,
      dtr: Self.level(entries["dtr"]),
      rts: Self.level(entries["rts"]),
      settle: entries["settle"]?.duration(), forbidden: Self.forbidden(entries["forbid"]),
      note: entries["note"]?.line("a sentence"), confidence: trust.fallback)
  }

  /// The level of a control line while the port is open; nil for one that is left to the driver.
  private static func level(_ field: Field?) -> Bool? {
    let name = field?.choice(["on", "off", "keep"]) ?? "on"
    return name == "keep" ? nil : name == "on"
  }

  /// `all`, or a list of what must not be asked.
  private static func forbidden(_ field: Field?) -> [Firmware] {
    guard let field else { return [] }
    if field.text == "all" { return Firmware.probed }
    guard field.isList else {
      let names = Firmware.probed.map(\.rawValue)
      field.fault(
        allowed: "all, or a list of \(Wording.choices(names))",
        suggestion: field.nearest(to: field.text, among: ["all"] + names))
      return []
    }
    return Optional(field).list { $0.choice(Firmware.probed) }
  }
}

/// The trust that values have which name none of their own.
struct Trust {
  let fallback: Confidence

  init(_ fallback: Confidence) { self.fallback = fallback }

  /// The trust inside a mapping, which may name its own.
  func within(_ entries: Entries) -> Trust {
    Trust(entries["confidence"]?.choice(Confidence.self) ?? fallback)
  }

  /// A value, alone or as `{value: …, confidence: …}`.
  func rated<Value>(_ field: Field, _ read: (Field) -> Value?) -> Rated<Value>? {
    guard field.isMapping else { return read(field).map { Rated($0, fallback) } }
    guard let entries = field.entries(ProfileGrammar.rated) else { return nil }
    let trust = within(entries)
    return entries.required("value", allowed: "the value").flatMap(read).map {
      Rated($0, trust.fallback)
    }
  }
}

extension Optional<Field> {
  /// The entries of a list that can be read; nothing where the key is missing.
  func list<Value>(_ read: (Field) -> Value?) -> [Value] {
    guard let self else { return [] }
    return (self.items("a list") ?? []).compactMap(read)
  }
}

extension Field {
  /// The entries of a list, nothing reported where it is none.
  var itemsOrNil: [Field]? { isList ? items("a list") : nil }

  /// A list of texts for people or programs.
  func texts(_ allowed: String) -> [String] {
    (items(allowed) ?? []).compactMap { $0.line("a text") }
  }

  /// A vendor or product id.
  func identifier() -> UInt16? {
    integer(0...0xFFFF, hexadecimal: true).flatMap(UInt16.init(exactly:))
  }

  func address() -> Int? { integer(0...0xFFFF_FFFF, hexadecimal: true) }

  func size() -> Int? { integer(1...0x1_0000_0000, hexadecimal: true) }

  func choice<Value: RawRepresentable<String>>(_ values: [Value]) -> Value? {
    choice(values.map(\.rawValue)).flatMap(Value.init(rawValue:))
  }
}

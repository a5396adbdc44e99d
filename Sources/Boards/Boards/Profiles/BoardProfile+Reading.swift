import BootProtocols
import FirmwareImages
public import Notation

extension BoardProfile {
  /// Reads the text of a profile.
  ///
  /// `file` is its name in messages, `known` what `like` may name. Throws every fault of the text, each
  /// with line and column.
  public static func parse(
    _ text: String, file: String, isShipped: Bool = false, known: [BoardProfile] = []
  ) throws(DocumentErrors) -> BoardProfile {
    let findings = Findings(file: file)
    let root = YAMLDocument.root(of: text, findings: findings, kind: "a board profile")
    let isOwn = root?.keys.contains { $0.text == "like" } ?? false
    let profile = root.flatMap { root in
      isOwn ? BoardProfile(readingOwn: root, known) : BoardProfile(reading: root)
    }
    guard var profile, findings.faults == nil else {
      throw findings.faults ?? DocumentErrors(findings)
    }
    profile.file = isShipped ? nil : file
    return profile
  }

  private init?(reading root: Field) {
    guard let entries = root.entries(ProfileGrammar.file, allowed: "a mapping of keys and values")
    else { return nil }
    _ = entries.required("version", allowed: "1")?.integer(1...1)
    entries["serials"]?.fault(
      allowed: "serials only beside like:; else under match: of a part")
    let name = entries.required("name", allowed: "a name")?.name(longest: 64)
    let title = entries.required("title", allowed: "what the maker calls the board")?.line(
      "a title")
    let trust = Trust(
      entries.required("confidence", allowed: "the trust in this file")?.choice(Confidence.self)
        ?? .unverified)
    let sources = entries["sources"]?.texts("a list of sources") ?? []
    let chip = entries.required("chip", allowed: "what the board is made of").flatMap {
      Chip(reading: $0, trust)
    }
    let parts = entries.required("parts", allowed: "a list of USB devices").map {
      Self.parts(reading: $0, trust)
    }
    guard let name, let title, let chip, let parts else { return nil }
    self.init(
      name: name, title: title, confidence: trust.fallback, sources: sources, chip: chip,
      memory: entries["memory"].list { MemoryRegion(reading: $0, trust) },
      preserved: entries["preserved"].list { PreservedPages(reading: $0, trust) },
      mcuboot: entries["mcuboot"].flatMap(FlashLayout.init(reading:)), parts: parts,
      firmware: entries["firmware"].list { FirmwareVariant(reading: $0, trust, parts: parts) },
      flash: entries["flash"].list { FlashRoute(reading: $0, trust, parts: parts) },
      quirks: entries["quirks"].list { Quirk(reading: $0, trust) }, file: nil)
    Self.refuseTwins(entries["firmware"], named: firmware.map(\.name))
    Self.refuseTwins(entries["quirks"], named: quirks.map(\.name))
  }

  /// Boards of a known kind, told by their serial numbers: nothing else has to be written again.
  private init?(readingOwn root: Field, _ known: [BoardProfile]) {
    guard let entries = root.entries(ProfileGrammar.own, allowed: "a mapping of keys and values")
    else { return nil }
    _ = entries.required("version", allowed: "1")?.integer(1...1)
    let name = entries.required("name", allowed: "a name")?.name(longest: 64)
    let title = entries["title"]?.line("a title")
    let like = entries["like"]?.choice(known.map(\.name))
    guard let model = known.first(where: { $0.name == like }) else { return nil }
    let serials = entries.required("serials", allowed: "serial numbers by part")
    guard let given = serials?.entries(model.parts.map(\.name)) else { return nil }
    let parts = model.parts.compactMap { part -> Part? in
      guard let patterns = given[part.name]?.texts("a list of patterns with * and ?") else {
        return nil
      }
      var part = part
      part.match.serials = patterns
      return part
    }
    if root.findings.faults == nil, parts.allSatisfy(\.match.serials.isEmpty) {
      serials?.fault(found: "no serial number", allowed: "at least one, such as probe: [760123456]")
    }
    guard let name else { return nil }
    self = model
    self.name = name
    self.title = title ?? "\(model.title) (\(name))"
    self.parts = parts.filter { !$0.match.serials.isEmpty }
  }

  private static func parts(reading field: Field, _ trust: Trust) -> [Part] {
    let parts = Optional(field).list { Part(reading: $0, trust) }
    if let items = field.itemsOrNil, items.isEmpty {
      field.fault(found: "an empty list", allowed: "a list of at least one USB device")
    }
    refuseTwins(field, named: parts.map(\.name))
    return parts
  }

  /// Entries of one list have names of their own.
  private static func refuseTwins(_ field: Field?, named names: [String]) {
    var seen: [String] = []
    for name in names {
      if seen.contains(name) {
        field?.fault(
          found: "\(PrintableText.code(name)) more than once", allowed: "each name once")
      }
      seen.append(name)
    }
  }
}

extension BoardProfile.Chip {
  init?(reading field: Field, _ trust: Trust) {
    guard let entries = field.entries(ProfileGrammar.chip) else { return nil }
    let trust = trust.within(entries)
    let mcu = entries.required("mcu", allowed: "the name of a chip").flatMap {
      trust.rated($0) { $0.line("the name of a chip", longest: 64) }
    }
    guard let mcu else { return nil }
    self.init(
      mcu: mcu,
      uwb: entries["uwb"].flatMap { trust.rated($0) { $0.line("a radio", longest: 64) } },
      target: entries["target"].flatMap {
        trust.rated($0) { $0.line("a debug probe's name for the chip", longest: 64) }
      },
      nearbyInteraction: entries["nearby-interaction"].flatMap {
        trust.rated($0) { $0.boolean() }
      })
  }
}

extension BoardProfile.MemoryRegion {
  init?(reading field: Field, _ trust: Trust) {
    guard let entries = field.entries(ProfileGrammar.memory) else { return nil }
    let name = entries.required("name", allowed: "a name")?.line("a name", longest: 32)
    let start = entries.required("start", allowed: "an address")?.address()
    let size = entries.required("size", allowed: "a number of bytes")?.size()
    let page = entries["page"]?.size()
    guard let name, let start, let size else { return nil }
    self.init(
      name: name, start: start, size: size, page: page, confidence: trust.within(entries).fallback)
  }
}

extension BoardProfile.PreservedPages {
  init?(reading field: Field, _ trust: Trust) {
    guard let entries = field.entries(ProfileGrammar.preserved) else { return nil }
    let name = entries.required("name", allowed: "a name")?.line("a name", longest: 32)
    let start = entries.required("start", allowed: "an address")?.address()
    let size = entries.required("size", allowed: "a number of bytes")?.size()
    let why = entries.required("why", allowed: "a sentence")?.line("a sentence")
    guard let name, let start, let size, let why else { return nil }
    self.init(
      name: name, start: start, size: size, why: why, confidence: trust.within(entries).fallback)
  }
}

extension BoardProfile.FirmwareVariant {
  init?(reading field: Field, _ trust: Trust, parts: [BoardProfile.Part]) {
    guard let entries = field.entries(ProfileGrammar.firmware) else { return nil }
    let name = entries.required("name", allowed: "a name")?.name(longest: 64)
    let speaks = entries.required("speaks", allowed: "what the firmware speaks")?
      .choice(Firmware.self)
    let port = entries["port"].flatMap { BoardProfile.PortReference(reading: $0, parts: parts) }
    let probes = entries["probes"].list { $0.choice(Firmware.probed) }
    if let port, let given = entries["probes"]?.itemsOrNil,
      let forbidden = parts.first(where: { $0.name == port.part })?.port(interface: port.interface)?
        .forbidden
    {
      for item in given where forbidden.map(\.rawValue).contains(item.text ?? "") {
        item.fault(allowed: "what port \(port) does not forbid")
      }
    }
    guard let name, let speaks else { return nil }
    self.init(
      name: name, speaks: speaks, port: port, probes: probes,
      images: entries["images"]?.texts("a list of names") ?? [],
      confidence: trust.within(entries).fallback)
  }
}

extension BoardProfile.PortReference {
  /// `native.0`, of a part and a port that the profile has.
  init?(reading field: Field, parts: [BoardProfile.Part]) {
    let known = parts.flatMap { part in
      part.ports.map { BoardProfile.PortReference(part: part.name, interface: $0.interface) }
    }
    let names = known.map(\.description)
    guard !names.isEmpty else {
      field.fault(allowed: "no port, since no part of the profile has one")
      return nil
    }
    guard let name = field.choice(names), let index = names.firstIndex(of: name) else { return nil }
    self = known[index]
  }
}

extension BoardProfile.FlashRoute {
  init?(reading field: Field, _ trust: Trust, parts: [BoardProfile.Part]) {
    guard let entries = field.entries(ProfileGrammar.flash) else { return nil }
    let method = entries.required("method", allowed: "a way to flash")?.choice(FlashMethod.self)
    let part = entries["part"]?.choice(parts.map(\.name))
    let enter = entries["enter"].flatMap(BootloaderEntry.init(reading:))
    let note = entries["note"]?.line("a sentence")
    guard let method else { return nil }
    self.init(
      method: method, part: part, enter: enter ?? .byHand, note: note,
      confidence: trust.within(entries).fallback)
  }
}

extension BoardProfile.FlashLayout {
  init?(reading field: Field) {
    guard let entries = field.entries(ProfileGrammar.layout) else { return nil }
    let name = entries.required("name", allowed: "the firmware that shares the flash so")?
      .line("a name", longest: 64)
    let areas = entries.required("areas", allowed: "a list of areas")
    guard let name, let areas else { return nil }
    self.init(name: name, areas: Optional(areas).list(FlashMap.Area.init(reading:)))
  }
}

extension FlashMap.Area {
  init?(reading field: Field) {
    guard let entries = field.entries(ProfileGrammar.area) else { return nil }
    let name = entries.required("name", allowed: "a name")?.line("a name", longest: 32)
    let start = entries.required("start", allowed: "an address")?.address()
    let size = entries.required("size", allowed: "bytes")?.size()
    let purpose = entries.required("purpose", allowed: "what the area is for")?
      .choice(FlashMap.Purpose.self)
    guard let name, let start, let size, let purpose else { return nil }
    self.init(name, start..<(start + size), purpose)
  }
}

extension BootloaderEntry {
  init?(reading field: Field) {
    guard field.isMapping else {
      let name = field.choice(Self.named.map(\.0))
      guard let entry = Self.named.first(where: { $0.0 == name })?.1 else { return nil }
      self = entry
      return
    }
    guard let entries = field.entries(ProfileGrammar.enterCommand),
      let command = entries.required("command", allowed: "what the application is told")?
        .line("what the application is told", longest: 256)
    else { return nil }
    self = .command(command + "\r\n")
  }
}

extension BoardProfile.Quirk {
  init?(reading field: Field, _ trust: Trust) {
    guard let entries = field.entries(ProfileGrammar.quirk) else { return nil }
    let name = entries.required("name", allowed: "a name")?.name(longest: 64)
    let text = entries.required("text", allowed: "a sentence")?.line("a sentence")
    guard let name, let text else { return nil }
    self.init(name: name, text: text, confidence: trust.within(entries).fallback)
  }
}

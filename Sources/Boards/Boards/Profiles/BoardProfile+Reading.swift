import BootProtocols
import FileGrammar
import FirmwareImages
import Links
public import Notation

extension BoardProfile {
  /// Reads the text of a profile.
  ///
  /// `file` is its name in messages, `known` what `like` may name. Throws every fault of the text, each
  /// with line and column.
  public static func parse(
    _ text: String, file: String, known: [BoardProfile] = []
  ) throws(DocumentErrors) -> BoardProfile {
    let findings = Findings(file: file)
    let root = YAMLDocument.root(of: text, findings: findings, kind: "a board profile")
    let isOwn = root?.keys.contains { $0.text == "like" } ?? false
    let profile = root.flatMap { root in
      isOwn ? BoardProfile(readingOwn: root, known) : BoardProfile(reading: root)
    }
    guard let profile, findings.faults == nil else {
      throw findings.faults ?? DocumentErrors(findings)
    }
    return profile
  }

  private init?(reading root: Field) {
    guard let values = ProfileKeys.mapping.values(root) else { return nil }
    _ = values.version
    values[\.serials]?.fault(
      allowed: "serials only beside like:; else under match: of a part")
    let (name, title) = (values.name, values.title)
    let trust = Trust(fallback: values.confidence ?? .unverified)
    let chip = values.chip.flatMap { Chip($0, trust) }
    let parts = values.parts.map { $0.compactMap { Part($0, trust) } }
    values[\.parts]?.refuseTwins(of: "name", parts?.map { PrintableText.code($0.name) } ?? [])
    guard let name, let title, let chip, let parts else { return nil }
    self.init(
      name: name, title: title, confidence: trust.fallback, sources: values.sources ?? [],
      chip: chip, memory: (values.memory ?? []).compactMap { MemoryRegion($0, trust) },
      preserved: (values.preserved ?? []).compactMap { PreservedPages($0, trust) },
      mcuboot: values.mcuboot.flatMap(FlashLayout.init), parts: parts,
      firmware: (values.firmware ?? []).compactMap { FirmwareVariant($0, trust, parts: parts) },
      flash: (values.flash ?? []).compactMap { FlashRoute($0, trust, parts: parts) },
      quirks: (values.quirks ?? []).compactMap { Quirk($0, trust) })
    values[\.firmware]?.refuseTwins(of: "name", firmware.map { PrintableText.code($0.name) })
    values[\.quirks]?.refuseTwins(of: "name", quirks.map { PrintableText.code($0.name) })
  }

  /// Boards of a known kind, told by their serial numbers: nothing else has to be written again.
  private init?(readingOwn root: Field, _ known: [BoardProfile]) {
    guard let values = OwnKeys.mapping.values(root) else { return nil }
    _ = values.version
    let (name, title) = (values.name, values.title)
    let like = values.like?.choice(known.map(\.name))
    guard let model = known.first(where: { $0.name == like }) else { return nil }
    guard let serials = values[\.serials] else {
      values.missing("serials", allowed: "serial numbers by part")
      return nil
    }
    guard let given = serials.entries(model.parts.map(\.name)) else { return nil }
    let patterns = Form.texts("a list of patterns with * and ?")
    let parts = model.parts.compactMap { part -> Part? in
      guard let field = given[part.name] else { return nil }
      var part = part
      part.match.serials = patterns.read(field) ?? []
      return part
    }
    if root.findings.faults == nil, parts.allSatisfy(\.match.serials.isEmpty) {
      serials.fault(found: "no serial number", allowed: "at least one, such as probe: [760123456]")
    }
    guard let name else { return nil }
    self = model
    self.name = name
    self.title = title ?? "\(model.title) (\(name))"
    self.parts = parts.filter { !$0.match.serials.isEmpty }
  }
}

extension Field {
  /// Entries of one list have names or numbers of their own.
  func refuseTwins(of kind: String, _ shown: [String]) {
    for (index, twin) in shown.enumerated() where shown[..<index].contains(twin) {
      fault(found: "\(twin) more than once", allowed: "each \(kind) once")
    }
  }
}

extension BoardProfile.Chip {
  init?(_ values: MappingValues<ChipKeys>, _ trust: Trust) {
    let trust = trust.within(values.confidence)
    guard let mcu = trust.rate(values.mcu) else { return nil }
    self.init(
      mcu: mcu, uwb: trust.rate(values.uwb), target: trust.rate(values.target),
      nearbyInteraction: trust.rate(values.nearbyInteraction))
  }
}

extension BoardProfile.MemoryRegion {
  init?(_ values: MappingValues<MemoryKeys>, _ trust: Trust) {
    guard let (name, start, size) = values.span.span else { return nil }
    self.init(
      name: name, start: start, size: size, page: values.page,
      confidence: trust.within(values.confidence).fallback)
  }
}

extension BoardProfile.PreservedPages {
  init?(_ values: MappingValues<PreservedKeys>, _ trust: Trust) {
    let (span, why) = (values.span.span, values.why)
    guard let (name, start, size) = span, let why else { return nil }
    self.init(
      name: name, start: start, size: size, why: why, layout: values.layout,
      confidence: trust.within(values.confidence).fallback)
  }
}

extension BoardProfile.FirmwareVariant {
  init?(_ values: MappingValues<VariantKeys>, _ trust: Trust, parts: [BoardProfile.Part]) {
    let (name, speaks) = (values.name, values.speaks)
    let port = values.port.flatMap { BoardProfile.PortReference(reading: $0, parts: parts) }
    let probes = values.probes ?? []
    if let port,
      let forbidden = parts.first(where: { $0.name == port.part })?.port(interface: port.interface)?
        .forbidden
    {
      for item in values[\.probes]?.scalars ?? []
      where forbidden.map(\.rawValue).contains(item.text ?? "") {
        item.fault(allowed: "what port \(port) does not forbid")
      }
    }
    guard let name, let speaks else { return nil }
    self.init(
      name: name, speaks: speaks, port: port, probes: probes,
      line: SerialParameters(baud: values.baud, flow: values.flow), framing: values.framing,
      images: values.images ?? [],
      confidence: trust.within(values.confidence).fallback)
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
  init?(_ values: MappingValues<RouteKeys>, _ trust: Trust, parts: [BoardProfile.Part]) {
    let part = values.part?.choice(parts.map(\.name))
    guard let method = values.method else { return nil }
    self.init(
      method: method, part: part, enter: values.enter, note: values.note,
      confidence: trust.within(values.confidence).fallback)
  }
}

extension BoardProfile.FlashLayout {
  init?(_ values: MappingValues<LayoutKeys>) {
    let (name, areas) = (values.name, values.areas)
    guard let name, let areas else { return nil }
    self.init(name: name, areas: areas.compactMap(FlashMap.Area.init))
  }
}

extension FlashMap.Area {
  init?(_ values: MappingValues<AreaKeys>) {
    let (span, purpose) = (values.span.span, values.purpose)
    guard let (name, start, size) = span, let purpose else { return nil }
    self.init(name, start..<(start + size), purpose)
  }
}

extension BoardProfile.Quirk {
  init?(_ values: MappingValues<QuirkKeys>, _ trust: Trust) {
    let (name, text) = (values.name, values.text)
    guard let name, let text else { return nil }
    self.init(name: name, text: text, confidence: trust.within(values.confidence).fallback)
  }
}

extension MappingValues<SpanKeys> {
  /// Name, first address and bytes; nil where one is refused.
  var span: (name: String, start: Int, size: Int)? {
    let (name, start, size) = (self.name, self.start, self.size)
    guard let name, let start, let size else { return nil }
    return (name, start, size)
  }
}

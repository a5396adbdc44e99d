import BootProtocols
import FileGrammar
import Links
import Notation

extension BoardProfile.Part {
  init?(_ values: MappingValues<PartKeys>, _ trust: Trust) {
    let name = values.name
    let match = values.match.flatMap { BoardProfile.MatchRule($0, trust) }
    let ports = (values.ports ?? []).compactMap { BoardProfile.Port($0, trust) }
    values[\.ports]?.refuseTwins(of: "interface", ports.map { "interface \($0.interface)" })
    let socket = values.socket
    guard let name, let match else { return nil }
    self.init(name: name, socket: socket, match: match, ports: ports)
  }
}

extension BoardProfile.MatchRule {
  init?(_ values: MappingValues<MatchKeys>, _ trust: Trust) {
    let (vendor, decoder, hints) = (values.vendor, values.decoder, values.hints)
    if let decoder, let products = values[\.products] {
      products.fault(allowed: "no products beside decoder: \(decoder.rawValue)")
    }
    if decoder == .jlink, let vendor, vendor != 0x1366 {
      values[\.vendor]?.fault(allowed: "0x1366 beside decoder: jlink")
    }
    guard let vendor else { return nil }
    self.init(
      vendor: vendor, products: values.products ?? [], decoder: decoder,
      productName: values.productName, interfaces: values.interfaces ?? [],
      serials: values.serials ?? [],
      hints: BoardProfile.Hints(
        products: hints?.products ?? [], serialPrefixes: hints?.serialPrefixes ?? []),
      isGeneric: values.generic, confidence: trust.within(values.confidence).fallback)
  }
}

extension BoardProfile.Port {
  init?(_ values: MappingValues<PortKeys>, _ trust: Trust) {
    let trust = trust.within(values.confidence)
    let (interface, role, baud) = (values.interface, values.role, trust.rate(values.baud))
    guard let interface, let role else { return nil }
    self.init(
      interface: interface, role: role, baud: baud, flow: values.flow, dtr: values.dtr.isHigh,
      rts: values.rts.isHigh, settle: values.settle, forbidden: values.forbid ?? [],
      note: values.note, confidence: trust.fallback)
  }
}

/// The trust that values have which name none of their own.
struct Trust {
  let fallback: Confidence

  /// The trust inside a mapping, which may name its own.
  func within(_ confidence: Confidence?) -> Trust { Trust(fallback: confidence ?? fallback) }

  func rate<Value>(_ stated: StatedValue<Value>?) -> Rated<Value>? {
    stated.map { Rated(value: $0.value, confidence: $0.confidence ?? fallback) }
  }
}

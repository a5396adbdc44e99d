import UCI
import WireFormat

/// Goes through the payload of a message by the descriptions of its fields.
enum MessageWalk {
  /// The fields of a packet; `message` says which of several layouts fits.
  static func fields(
    of packet: UCIPacket, _ message: UCIMessage, _ dialect: UCIDialect
  ) -> [Field] {
    let layout = message.layout(in: dialect)
    let isResponse = packet.messageType == .response
    let fields = layout?.fields ?? (isResponse ? [status] : [])
    var places = fields.places(in: packet.payload, dialect: dialect)
    if isResponse, let first = places.first, first.field.name == status.name, !first.isCut {
      let isOK = packet.payload[0] == UCIStatus.ok.rawValue
      let endsThere =
        packet.payload.count == 1
        ? !isOK || layout?.mayEndAfterStatus ?? true
        // What a board adds to a refusal need not be the layout of a success.
        : !isOK && places.contains { $0.isCut }
      if endsThere { places.removeLast(places.count - 1) }
    }
    var walker = FieldWalker(packet.payload, dialect: dialect)
    if layout is CoreGetCapsInfoResponse.Type, hasFiRa1Capabilities(packet.payload) {
      walker.capabilities = FiRa1CapabilityID.self
    }
    for place in places { show(place, &walker) }
    walker.rest(walker.fields.isEmpty ? "payload" : "trailing")
    return walker.fields
  }

  /// The first field of every response but a few that are known.
  private static let status = FieldDescription(
    "status", .enumeration, .bytes(1), values: UCIStatus.self)

  /// Whether the capability 0x02 is one byte long, as in FiRa 1.x, which numbers them otherwise
  /// (AOSP).
  private static func hasFiRa1Capabilities(_ payload: [UInt8]) -> Bool {
    let list = (try? UCITLV.list(from: Array(payload.dropFirst(2)))) ?? []
    return list.first { $0.id == 0x02 }?.value.count == 1
  }

  private static func show(_ place: PlacedField, _ walker: inout FieldWalker) {
    let field = place.field
    switch field.kind {
    case .list:
      for element in place.parts { show(element, &walker) }
    case .record(let fields):
      guard let table = parameters(fields) else {
        return group(place, &walker) { value(of: place.field.name, fields, $0) }
      }
      ParameterField.walk(&walker, table is CapabilityID.Type ? walker.capabilities : table)
    case .bytes where !place.parts.isEmpty: group(place, &walker) { _ in "" }
    case .bytes:
      if let table = field.values as? any ParameterIdentifier.Type {
        showParameters(table, orElse: field.name, &walker)
      } else if place.wanted > 0 || !field.size.isOptional {
        walker.hexadecimal(field.name, place.wanted)
      }
    case .unsigned:
      walker.number(
        field.name, place.wanted, unit: field.unit, divisor: field.divisor, none: field.none)
    case .signed:
      walker.number(
        field.name, place.wanted, isSigned: true, unit: field.unit, divisor: field.divisor)
    case .enumeration:
      if let values = field.values { walker.named(field.name, values) }
    case .address: walker.address(field.name, place.wanted)
    case .text: walker.take(field.name, place.wanted) { printable($0) }
    case .version:
      walker.take(field.name, place.wanted) { bytes in
        let (major, minor) = (bytes.first ?? 0, bytes.last ?? 0)
        return "\(major).\(minor >> 4).\(minor & 15)"
      }
    case .choice: break
    }
  }

  private static func group(
    _ place: PlacedField, _ walker: inout FieldWalker, value: ([Field]) -> String
  ) {
    walker.group(place.field.name, value: value) { walker in
      for part in place.parts { show(part, &walker) }
    }
  }

  /// The value that stands for a record: the first of its fields that is no length of another one,
  /// and behind it a last one that has names.
  private static func value(
    of name: String, _ fields: [FieldDescription], _ shown: [Field]
  ) -> String {
    if name == "measurement" { return Summary.measurement(shown) }
    let lengths = fields.compactMap { if case .field(let name) = $0.size { name } else { nil } }
    guard let key = fields.first(where: { !lengths.contains($0.name) }) else { return "" }
    let value = shown.first { $0.name == key.name }?.value ?? ""
    guard let last = fields.last, last.name != key.name, last.values != nil else { return value }
    let separator = key.values is any ParameterIdentifier.Type ? ": " : " "
    return value + separator + (shown.last?.value ?? "")
  }

  /// The table of a record that is an identifier, a length and a value.
  private static func parameters(_ fields: [FieldDescription]) -> (any ParameterIdentifier.Type)? {
    guard fields.count == 3, fields[1].name == "len" else { return nil }
    return fields[0].values as? any ParameterIdentifier.Type
  }

  /// A list to the end of the payload, with identifiers of one or two bytes; its count may be wrong
  /// (AOSP).
  private static func showParameters(
    _ table: any ParameterIdentifier.Type, orElse name: String, _ walker: inout FieldWalker
  ) {
    let list = Array(walker.bytes[walker.offset...])
    guard (try? UCITLV.list(from: list, dialect: walker.dialect)) != nil else {
      return walker.rest(name)
    }
    while walker.remaining > 0 { ParameterField.walk(&walker, table, wideIdentifiers: true) }
  }
}

extension FieldDescription.Size {
  /// Whether a field of this size may be absent: it is, without bytes.
  fileprivate var isOptional: Bool {
    switch self {
    case .rest, .derived: true
    case .bytes, .field, .unsaid, .parts: false
    }
  }
}

import RangingOOB
import UCI

/// The messages that an accessory sends to an Android phone, from the tables of their fields.
enum OOBMessages {
  static let all: [MessageDefinition] = [
    MessageDefinition(
      .capabilitiesResponse, technologies + blocks.flatMap(\.fields) + tail,
      lasting: ["uwb.minimum_interval"], walk: places),
    // No phone awaits these: they may be left out, and come late or twice.
    MessageDefinition(.configurationResponse, technologies, isAwaited: false),
    MessageDefinition(.stopResponse, technologies, isAwaited: false),
    MessageDefinition(
      .motion,
      [
        FieldDescription("version", .unsigned, .bytes(1), least: 3, most: 3), id,
        FieldDescription("motion", .unsigned, .bytes(1), most: 3),
      ], isAwaited: false),
  ]

  private static let technologies = [
    FieldDescription("version", .unsigned, .bytes(1), least: 1, most: 3),
    id, FieldDescription("technologies", .unsigned, .bytes(2)),
  ]

  private static let id = FieldDescription(
    "message_id", .enumeration, .bytes(1), values: Kinds.self)

  /// The technologies that the reference offers.
  private static let blocks = OOBResponderBehaviour().blocks.map { block in
    let kind = CapabilityBlock.kinds.first { $0.technology == block.technology }
    return (
      technology: block.technology,
      fields: [
        FieldDescription("\(block.technology).technology", .unsigned, .bytes(1)),
        FieldDescription("\(block.technology).size", .unsigned, .bytes(1)),
      ] + (kind?.fields ?? []).map { FieldDescription($0, prefix: "\(block.technology).") }
    )
  }
  private static let tail = OOBMessage.Capabilities.Tail.fields.map {
    FieldDescription($0, prefix: "tail.")
  }

  private enum Kinds: FieldValues {
    static let values = OOBMessage.Kind.names.map(\.value)
  }

  /// Where the fields of capabilities stand: blocks come as they were asked for.
  private static func places(in bytes: [UInt8]) -> [MessageDefinition.Place] {
    var places: [MessageDefinition.Place] = []
    var offset = 0
    func take(_ fields: [FieldDescription]) {
      for field in fields {
        guard case .bytes(let size) = field.size, offset + size <= bytes.count else { return }
        places.append(.init(name: field.name, offset: offset, length: size))
        offset += size
      }
    }
    take(technologies)
    let end = bytes.count - ((bytes.first ?? 1) > 1 ? 3 : 0)
    while offset < end,
      let block = blocks.first(where: { $0.technology.rawValue == bytes[offset] })
    {
      take(block.fields)
    }
    if offset == end { take(tail) }
    return places
  }
}

extension MessageDefinition {
  fileprivate init(
    _ kind: OOBMessage.Kind, _ fields: [FieldDescription], lasting: [String] = [],
    isAwaited: Bool = true, walk: (@Sendable ([UInt8]) -> [Place])? = nil
  ) {
    self.init(kind.description, id: [kind.rawValue], fields, lasting: lasting)
    self.isAwaited = isAwaited
    self.walk = walk
  }
}

extension FieldDescription {
  fileprivate init(_ field: OOBField, prefix: String) {
    self.init(
      prefix + "\(field.name)".replacing(" ", with: "_"), field.isNumber ? .unsigned : .bytes,
      .bytes(field.size ?? 1), least: field.known?.lowerBound, most: field.known?.upperBound)
  }
}

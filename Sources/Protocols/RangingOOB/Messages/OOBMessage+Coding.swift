public import WireFormat

extension OOBMessage {
  /// The bytes of one write or notification.
  public func encode() -> [UInt8] { [version, kind.rawValue] + payload }

  private var payload: [UInt8] {
    switch body {
    case .capabilitiesRequest(let set), .configurationResponse(let set), .stopRequest(let set),
      .stopResponse(let set):
      Self.bytes(of: set)
    case .capabilitiesResponse(let content):
      Self.bytes(of: content.technologies) + content.blocks.flatMap { $0.encode() }
        + (content.tail?.bytes ?? [])
    case .configurationRequest(let content):
      Self.bytes(of: content.configure) + Self.bytes(of: content.start)
        + content.blocks.flatMap { $0.encode() } + (content.motion.map { [$0.rawValue] } ?? [])
    case .motion(let motion): [motion.rawValue]
    case .unknown(_, let payload): payload
    }
  }

  private static func bytes(of set: OOBTechnologySet) -> [UInt8] {
    [UInt8(set.rawValue & 0xFF), UInt8(set.rawValue >> 8)]
  }

  /// Reads one message.
  ///
  /// What the strict decoder takes, it keeps to the byte; a reserved kind is a message like others.
  /// - Throws: ``WireError`` when bytes are missing, left over, or none that a decoder takes.
  public static func decode(
    _ bytes: [UInt8], tolerance: OOBTolerance = .strict
  ) throws(WireError) -> OOBMessage {
    var reader = WireReader(bytes)
    var name = "Ranging OOB message"
    do throws(WireError) {
      let version: UInt8 = try reader.read(field: "version")
      let kind = Kind(rawValue: try reader.read(field: "message id"))
      if kind.isKnown { name = kind.description }
      let body = try Body(kind, version: version, &reader, tolerance)
      guard reader.remaining == 0 || tolerance.contains(.trailing) else {
        throw excess(reader.offset, reader.remaining)
      }
      return OOBMessage(version: version, body)
    } catch {
      throw error.within(name)
    }
  }
}

extension OOBMessage.Body {
  init(
    _ kind: OOBMessage.Kind, version: UInt8, _ reader: inout WireReader, _ tolerance: OOBTolerance
  ) throws(WireError) {
    switch kind {
    case .capabilitiesRequest: self = .capabilitiesRequest(try Self.set(&reader))
    case .configurationResponse: self = .configurationResponse(try Self.set(&reader))
    case .stopRequest: self = .stopRequest(try Self.set(&reader))
    case .stopResponse: self = .stopResponse(try Self.set(&reader))
    case .motion: self = .motion(OOBMotion(rawValue: try reader.read(field: "motion")))
    case .capabilitiesResponse:
      let technologies = try Self.set(&reader)
      let tailSize = version == 1 ? 0 : OOBMessage.Capabilities.Tail.leastSize
      var content = OOBMessage.Capabilities(
        blocks: try Self.blocks(&reader, end: reader.byteCount - tailSize, tolerance))
      content.technologies = technologies
      if tailSize > 0 { content.tail = try OOBMessage.Capabilities.Tail(reading: &reader) }
      self = .capabilitiesResponse(content)
    case .configurationRequest:
      let configure = try Self.set(&reader)
      let start = try Self.set(&reader)
      // A block has two bytes at least: one byte that is left is motion. Version 2 comes with and
      // without (Ranging OOB §1.2).
      let needsMotion = version > 2 && !tolerance.contains(.missingMotion)
      let end = reader.byteCount - (needsMotion ? 1 : 0)
      var content = OOBMessage.Configuration(
        blocks: try Self.blocks(&reader, end: end, tolerance, spare: version > 1 ? 1 : 0))
      (content.configure, content.start) = (configure, start)
      if needsMotion || version > 1 && reader.remaining == 1 {
        content.motion = OOBMotionSupport(rawValue: try reader.read(field: "motion support"))
      }
      self = .configurationRequest(content)
    default: self = .unknown(kind, reader.readRest())
    }
  }

  private static func set(_ reader: inout WireReader) throws(WireError) -> OOBTechnologySet {
    OOBTechnologySet(rawValue: try reader.read(field: "technologies"))
  }

  /// Blocks up to `end`, where `spare` bytes that are left over are none.
  private static func blocks<Block: OOBBlock>(
    _ reader: inout WireReader, end: Int, _ tolerance: OOBTolerance, spare: Int = 0
  ) throws(WireError) -> [Block] {
    var blocks: [Block] = []
    while reader.offset + spare < end {
      blocks.append(try Block.read(&reader, end: end, tolerance))
    }
    return blocks
  }
}

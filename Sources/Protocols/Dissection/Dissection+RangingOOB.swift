import NearbyAccessory
import RangingOOB
public import UCI
import WireFormat

extension Dissection {
  /// One frame on the link of a board, and the protocol that it is of; nil where that is not known of
  /// the firmware, which is named as rig files name it.
  public static func onLink(
    _ bytes: [UInt8], firmware: String, dialect: UCIDialect, isFromBoard: Bool
  ) -> (packet: DissectedPacket, kind: PacketProtocol)? {
    switch firmware {
    case "uci": (uci(bytes, dialect: dialect), .uci)
    case "ni-accessory":
      onAccessoryLink(bytes, direction: isFromBoard ? .accessoryToPhone : .phoneToAccessory)
    case "ranging-oob": (rangingOOB(bytes), .rangingOOB)
    default: nil
    }
  }

  /// One message on the link of an accessory, which may serve both kinds of phone on it: what is
  /// none of the accessory protocol's is one of Ranging OOB where it holds what that asks for.
  private static func onAccessoryLink(
    _ bytes: [UInt8], direction: AccessoryMessage.Direction
  ) -> (packet: DissectedPacket, kind: PacketProtocol) {
    let packet = accessory(bytes, direction: direction)
    guard packet.error != nil || packet.fields.first?.note != nil else {
      return (packet, .accessory)
    }
    let other = rangingOOB(bytes)
    return other.error == nil && other.reencodes && other["payload"] == nil
      ? (other, .rangingOOB) : (packet, .accessory)
  }

  /// One message of Ranging OOB, its header included.
  public static func rangingOOB(_ bytes: [UInt8]) -> DissectedPacket {
    var walker = FieldWalker(bytes)
    let version = walker.number("version", 1) ?? 0
    let id = walker.number("message id", 1).map { UInt8(truncatingIfNeeded: $0) }
    let kind = id.map(OOBMessage.Kind.init) ?? OOBMessage.Kind(rawValue: 0xFF)
    if id != nil { walker.amend { $0.value = kind.description } }
    switch kind {
    case .capabilitiesRequest, .configurationResponse, .stopRequest, .stopResponse:
      walker.technologies("technologies")
    case .capabilitiesResponse:
      walker.technologies("technologies")
      let tail = OOBMessage.Capabilities.Tail.fields
      walker.blocks(CapabilityBlock.self, behind: version == 1 ? 0 : 3)
      if version != 1 { for field in tail { walker.field(field) } }
    case .configurationRequest:
      walker.technologies("configure")
      walker.technologies("start")
      walker.blocks(ConfigurationBlock.self, behind: version > 2 ? 1 : 0)
      if version > 1, walker.remaining == 1 {
        walker.named("motion support", OOBMotionSupport.self)
      }
    case .motion: walker.named("motion", OOBMotion.self)
    default: break
    }
    walker.rest(kind.isKnown ? "trailing" : "payload")
    let name = kind.isKnown ? kind.description : "Ranging OOB message"
    do throws(WireError) {
      let message = try OOBMessage.decode(bytes)
      return DissectedPacket(
        name: name, summary: "\(name) version \(version)\(message.remark)", fields: walker.fields,
        error: nil, reencodes: message.encode() == bytes, bytes: bytes)
    } catch {
      return malformed(name, error, walker)
    }
  }

  /// A write or notification of the Find Hub network, the Ranging OOB message in it included, or the
  /// challenge that is read in front of it.
  public static func findHub(_ bytes: [UInt8]) -> DissectedPacket {
    var walker = FieldWalker(bytes)
    if let challenge = try? FindHubFrame.Challenge.decode(bytes) {
      walker.number("major version", 1)
      walker.hexadecimal("nonce", challenge.nonce.count)
      return DissectedPacket(
        name: "challenge", summary: "challenge of version \(challenge.majorVersion)",
        fields: walker.fields, error: nil, reencodes: challenge.encode() == bytes, bytes: bytes)
    }
    walker.named("data id", FindHubFrame.Operation.self)
    walker.number("data length", 1)
    walker.hexadecimal("authentication", FindHubFrame.authenticationSize)
    do throws(WireError) {
      let frame = try FindHubFrame.decode(bytes)
      // In front of motion stands its number; which data id it has is not known.
      let isMotion =
        !frame.operation.isKnown && frame.data.count == 4
        && frame.data[2] == OOBMessage.Kind.motion.rawValue
      if isMotion { walker.number("number", 1) }
      let start = walker.offset
      let message = Array(frame.data.dropFirst(isMotion ? 1 : 0))
      let inner = rangingOOB(message)
      walker.take(inner.name, message.count) { _, offset in
        Field(
          inner.name, "", offset: offset, length: message.count,
          children: inner.fields.map { $0.moved { $0 + start } })
      }
      return DissectedPacket(
        name: "\(frame.operation)", summary: "\(frame.operation): \(inner.summary)",
        fields: walker.fields, error: inner.error,
        reencodes: inner.reencodes && frame.encode() == bytes, bytes: bytes)
    } catch {
      walker.rest("data")
      return malformed("Find Hub frame", error, walker)
    }
  }
}

extension FieldWalker {
  fileprivate mutating func technologies(_ name: String) {
    guard let bits = number(name, 2) else { return }
    amend { $0.value = "\(OOBTechnologySet(rawValue: UInt16(truncatingIfNeeded: bits)))" }
  }

  fileprivate mutating func named<Value: NamedNumber>(_ name: String, _ type: Value.Type) {
    guard let number = number(name, Value.RawValue.bitWidth / 8) else { return }
    let value = Value(rawValue: Value.RawValue(truncatingIfNeeded: number))
    amend {
      $0.value = "\(value)"
      if !value.isKnown { $0.note = "not a known value" }
    }
  }

  /// A field by its table.
  fileprivate mutating func field(_ field: OOBField) {
    let name = "\(field.name)"
    guard let size = field.size else {
      guard let count = number("\(name) length", 1) else { return }
      return hexadecimal(name, Int(count))
    }
    take(name, size) { bytes, offset in
      Field(
        name, field.words(bytes), unit: field.unit,
        number: field.isNumber ? Int64(littleEndian(bytes)) : nil, offset: offset, length: size)
    }
  }

  /// Blocks, up to a number of bytes before the end.
  fileprivate mutating func blocks<Block: OOBBlock>(_ type: Block.Type, behind tail: Int) {
    while remaining >= Block.headerSize + tail {
      let technology = OOBTechnology(rawValue: bytes[offset])
      let size = Int(bytes[offset + 1])
      guard size >= Block.headerSize, size + tail <= remaining else { return }
      let kind = Block.kinds.first { $0.technology == technology && $0.fits(size) }
      group("\(technology)") { walker in
        walker.named("technology", OOBTechnology.self)
        walker.number("size", 1)
        let end = walker.offset + size - Block.headerSize
        var inner = FieldWalker(Array(walker.bytes[..<end]), from: walker.offset)
        for field in kind?.fields ?? [] { inner.field(field) }
        inner.rest("payload")
        for field in inner.fields { walker.take(field.name, field.length) { _, _ in field } }
      }
    }
  }
}

extension OOBMessage {
  /// The content in one line.
  fileprivate var remark: String {
    switch body {
    case .capabilitiesRequest(let set), .configurationResponse(let set), .stopRequest(let set),
      .stopResponse(let set):
      ": \(set)"
    case .capabilitiesResponse(let content): ": \(content.technologies)"
    case .configurationRequest(let content):
      ": \(content.configure)"
        + (content.blocks.ultraWideband.map {
          ", session \($0.sessionID), channel \($0.channel), preamble \($0.preamble), "
            + "slots of \($0.slot) ms every \($0.interval) ms, \($0.role)"
        } ?? "")
    case .motion(let motion): ": \(motion)"
    case .unknown: ""
    }
  }
}

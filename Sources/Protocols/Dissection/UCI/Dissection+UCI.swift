public import UCI
import WireFormat

extension Dissection {
  /// One UCI message: a packet, or all segments of a long one behind each other.
  ///
  /// Bytes that are no message, or more than one, give an error and what can be said of them.
  public static func uci(_ bytes: [UInt8], dialect: UCIDialect = .fira2) -> DissectedPacket {
    guard bytes.count >= UCIHeader.size else {
      return broken(bytes, "a UCI packet has at least \(UCIHeader.size) bytes", [])
    }
    let header = UCIHeader(bytes[0], bytes[1], bytes[2], bytes[3], dialect: dialect)
    var headerField = field(header, bytes, dialect)
    var receiver = UCIReceiver(dialect: dialect)
    let items = receiver.append(bytes)
    guard items.count == 1, let item = items.first, case .packet(let packet, let raw) = item,
      raw.count == bytes.count
    else {
      return unfinished(bytes, header, headerField, items, dialect)
    }
    let message = UCIMessage.decode(packet: packet, dialect: dialect)
    let parts = MessageWalk.fields(of: packet, message, dialect)
    let name = name(of: packet, message, dialect)
    headerField.value = name
    let place = payloadPlaces(bytes, dialect)
    let fields = [headerField] + parts.map { $0.moved(place) }
    var error: String?
    if case .malformed(_, let reason) = message { error = "\(reason)" }
    let encoded = UCIPacket(
      packet.messageType, gid: packet.gid, oid: packet.oid, payload: message.encode().payload,
      hasExtendedLength: packet.hasExtendedLength, reserved: packet.reserved)
    // Of several segments only the payload can be compared: where they were cut is not kept.
    let isOneSegment = raw.count == UCIHeader.size + packet.payload.count
    let reencodes =
      error == nil
      && (isOneSegment
        ? oneSegment(encoded) == bytes : encoded == packet)
    return DissectedPacket(
      name: name,
      summary: Summary.of(packet, name, parts) + (error == nil ? "" : " (malformed)"),
      fields: fields, error: error, reencodes: reencodes, bytes: bytes)
  }

  /// The notification of a round shares its opcode with SESSION_START, so the message knows better.
  private static func name(
    of packet: UCIPacket, _ message: UCIMessage, _ dialect: UCIDialect
  ) -> String {
    switch message {
    case .unknown: packet.opcodeName(vendor: dialect.vendor)
    default: message.name
    }
  }

  private static func oneSegment(_ packet: UCIPacket) -> [UInt8] {
    UCIPacketizer(controlLimit: 255, dataLimit: 65_535).segments(of: packet).flatMap { $0 }
  }

  /// Where in the bytes of all segments a byte of the payload stands.
  private static func payloadPlaces(
    _ bytes: [UInt8], _ dialect: UCIDialect
  ) -> (Int) -> Int {
    var decoder = UCIStreamDecoder(dialect: dialect)
    var ends: [(payload: Int, shift: Int)] = []
    var payload = 0
    for case .segment(let segment) in decoder.append(bytes) {
      payload += segment.payload.count
      ends.append((payload, (ends.count + 1) * UCIHeader.size))
    }
    return { place in
      place + (ends.first { place < $0.payload } ?? ends.last ?? (0, UCIHeader.size)).shift
    }
  }

  private static func field(
    _ header: UCIHeader, _ bytes: [UInt8], _ dialect: UCIDialect
  ) -> Field {
    let packet = UCIPacket(header.messageType, gid: header.gid, oid: header.oid)
    let group = UCIGroup(rawValue: header.gid)
    let isData = header.messageType == .data
    var children = [
      Field(
        "mt", header.messageType.name, number: Int64(header.messageType.rawValue), offset: 0,
        length: 1),
      Field(
        "pbf", header.moreSegments ? "more segments follow" : "last segment",
        number: header.moreSegments ? 1 : 0, offset: 0, length: 1),
      Field(
        isData ? "dpf" : "gid",
        isData ? UCIDataFormat(rawValue: header.gid).name : group.name,
        number: Int64(header.gid), offset: 0, length: 1),
    ]
    if !isData {
      children.append(
        Field(
          "oid", Hexadecimal.name(header.oid), number: Int64(header.oid), offset: 1, length: 1))
    }
    if header.reserved != 0 {
      children.append(
        Field(
          "reserved", "not zero", number: Int64(header.reserved), offset: 1, length: 2))
    }
    children.append(
      Field(
        "length", "\(header.payloadLength)", number: Int64(header.payloadLength),
        offset: header.hasWideLength ? 2 : 3, length: header.hasWideLength ? 2 : 1))
    return Field(
      "header", packet.opcodeName(vendor: dialect.vendor), offset: 0, length: UCIHeader.size,
      children: children)
  }

  /// A part of a message, or bytes that are none.
  private static func unfinished(
    _ bytes: [UInt8], _ header: UCIHeader, _ headerField: Field, _ items: [UCIItem],
    _ dialect: UCIDialect
  ) -> DissectedPacket {
    let payload = Field(
      "payload", Hexadecimal.encode(bytes.dropFirst(UCIHeader.size)), offset: UCIHeader.size,
      length: bytes.count - UCIHeader.size)
    let found = bytes.count - UCIHeader.size
    if items.isEmpty, header.moreSegments, found == header.payloadLength {
      return DissectedPacket(
        name: headerField.value,
        summary: "\(headerField.value), a segment of \(found) bytes, more follow",
        fields: [headerField, payload], error: nil, reencodes: true, bytes: bytes)
    }
    let reason =
      items.contains { if case .packet = $0 { true } else { false } }
      ? "more than one message, or bytes behind the last" : words(items, header, found)
    return broken(bytes, reason, [headerField, payload], name: headerField.value)
  }

  private static func words(_ items: [UCIItem], _ header: UCIHeader, _ found: Int) -> String {
    for case .damage(let reason, _) in items { return reason.description }
    return "the header says \(header.payloadLength) bytes of payload, found \(found)"
  }

  static func broken(
    _ bytes: [UInt8], _ reason: String, _ fields: [Field], name: String = "broken packet"
  ) -> DissectedPacket {
    let raw = Field("bytes", Hexadecimal.encode(bytes), offset: 0, length: bytes.count)
    return DissectedPacket(
      name: name, summary: "\(name) (\(reason))", fields: fields.isEmpty ? [raw] : fields,
      error: reason, reencodes: false, bytes: bytes)
  }
}

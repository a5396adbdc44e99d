/// An item that a receiver reads from the bytes of a board.
public enum UCIItem: Hashable, Sendable {
  /// A complete message, and its bytes as they came, all segments with their headers.
  case packet(UCIPacket, raw: [UInt8])
  /// Bytes that belong to no complete message.
  case damage(UCIDamage, bytes: [UInt8])
}

extension UCIPacket {
  fileprivate init(_ header: UCIHeader, payload: [UInt8]) {
    self.init(
      header.messageType, gid: header.gid, oid: header.oid, payload: payload,
      hasExtendedLength: header.hasExtendedLength, reserved: header.reserved)
  }

  /// The packet of which a segment is the only one.
  public init(_ segment: UCISegment) {
    self.init(segment.header, payload: Array(segment.payload))
  }
}

/// Puts segments together; control and data messages may interleave.
public struct UCIReassembler: Sendable {
  private struct Assembly: Sendable {
    var packet: UCIPacket
    var raw: [UInt8]
    /// Too long already: what follows of it is dropped.
    var isDiscarded = false

    func continues(with header: UCIHeader) -> Bool {
      packet.messageType == header.messageType && packet.gid == header.gid
        && packet.oid == header.oid
    }
  }

  /// The longest payload of a message, in bytes.
  public let limit: Int
  private var control: Assembly?
  private var data: Assembly?

  /// - Parameter limit: the longest payload of a message; a longer one is damage.
  public init(limit: Int = 65_535) {
    self.limit = max(limit, 0)
  }

  /// Whether no message is unfinished.
  public var isIdle: Bool { control == nil && data == nil }

  /// Forgets unfinished messages.
  public mutating func reset() {
    control = nil
    data = nil
  }

  /// The bytes of unfinished messages, as damage; they are forgotten.
  public mutating func finish() -> [UCIItem] {
    let unfinished = [control, data].compactMap { $0 }
    reset()
    return unfinished.filter { !$0.isDiscarded }.map { .damage(.incomplete, bytes: $0.raw) }
  }

  /// Takes the next segment.
  public mutating func append(_ segment: UCISegment) -> [UCIItem] {
    segment.header.messageType == .data
      ? append(segment, to: &data) : append(segment, to: &control)
  }

  private func append(_ segment: UCISegment, to slot: inout Assembly?) -> [UCIItem] {
    var items: [UCIItem] = []
    let header = segment.header
    if let unfinished = slot, !unfinished.continues(with: header) {
      slot = nil
      if !unfinished.isDiscarded {
        let reason: UCIDamage =
          Self.isDeviceError(segment) ? .abortedByDeviceError : .interrupted
        items.append(.damage(reason, bytes: unfinished.raw))
      }
    }
    var assembly = slot ?? Assembly(packet: UCIPacket(header, payload: []), raw: [])
    slot = nil
    if assembly.isDiscarded {
      items.append(.damage(.tooLong, bytes: segment.raw))
    } else {
      assembly.packet.payload += segment.payload
      assembly.raw += segment.raw
      // Segments without payload cost memory too.
      if assembly.packet.payload.count > limit || assembly.raw.count > 2 * limit + 1024 {
        items.append(.damage(.tooLong, bytes: assembly.raw))
        assembly.isDiscarded = true
        assembly.packet.payload = []
        assembly.raw = []
      }
    }
    if header.moreSegments {
      slot = assembly
    } else if !assembly.isDiscarded {
      items.append(.packet(assembly.packet, raw: assembly.raw))
    }
    return items
  }

  /// CORE_DEVICE_STATUS_NTF with the state ERROR.
  private static func isDeviceError(_ segment: UCISegment) -> Bool {
    segment.header.messageType == .notification
      && segment.header.gid == CoreDeviceStatusNotification.gid
      && segment.header.oid == CoreDeviceStatusNotification.oid
      && segment.payload.first == UCIDeviceState.error.rawValue
  }
}

/// From the bytes of a board to complete messages: a stream decoder and a reassembler.
public struct UCIReceiver: Sendable {
  private var decoder: UCIStreamDecoder
  private var reassembler: UCIReassembler

  /// - Parameters:
  ///   - dialect: how headers are read.
  ///   - synchronize: drop chunks until one starts like a response or a notification.
  ///   - limit: the longest payload of a message.
  public init(dialect: UCIDialect = .fira2, synchronize: Bool = false, limit: Int = 65_535) {
    decoder = UCIStreamDecoder(dialect: dialect, synchronize: synchronize)
    reassembler = UCIReassembler(limit: limit)
  }

  /// How headers are read; may change when the board has said what it is.
  public var dialect: UCIDialect {
    get { decoder.dialect }
    set { decoder.dialect = newValue }
  }

  /// Whether nothing is unfinished.
  public var isIdle: Bool { decoder.pending.isEmpty && reassembler.isIdle }

  /// Takes one chunk as it was read.
  public mutating func append(_ chunk: [UInt8]) -> [UCIItem] {
    var items: [UCIItem] = []
    for item in decoder.append(chunk) {
      switch item {
      case .segment(let segment): items += reassembler.append(segment)
      case .damage(let reason, let bytes):
        if reason == .reservedMessageType { items += reassembler.finish() }
        items.append(.damage(reason, bytes: bytes))
      }
    }
    return items
  }

  /// Forgets everything unfinished.
  public mutating func reset() {
    decoder.reset()
    reassembler.reset()
  }

  /// The rest when the stream ends: unfinished messages and bytes, as damage.
  public mutating func finish() -> [UCIItem] {
    var items = reassembler.finish()
    if !decoder.pending.isEmpty { items.append(.damage(.incomplete, bytes: decoder.pending)) }
    decoder.reset()
    return items
  }
}

/// Why bytes could not become a packet.
public enum UCIDamage: String, Hashable, Sendable, CustomStringConvertible {
  /// They came before the first packet: the port was opened in the middle of one.
  case notSynchronized
  /// Message type 6 or 7: neither it nor what came with it can be read.
  case reservedMessageType
  /// A segment of another message came before the last one of this message.
  case interrupted
  /// The board reported an error in the middle of the message.
  case abortedByDeviceError
  /// The message is longer than the receiver takes.
  case tooLong
  /// The bytes ended in the middle of a packet or message.
  case incomplete

  /// The reason in words.
  public var description: String {
    switch self {
    case .notSynchronized: "bytes before the first packet"
    case .reservedMessageType: "a reserved message type"
    case .interrupted: "a message interrupted by another one"
    case .abortedByDeviceError: "a message aborted by a device error"
    case .tooLong: "a message that is too long"
    case .incomplete: "bytes that end in the middle of a message"
    }
  }
}

/// One segment of a message.
public struct UCISegment: Hashable, Sendable {
  /// Its header.
  public let header: UCIHeader
  /// The bytes as they came, the header first.
  public let raw: [UInt8]

  init(header: UCIHeader, raw: [UInt8]) {
    self.header = header
    self.raw = raw
  }

  /// The segment that `bytes` are; nil when they are none, or more than one.
  public init?(_ bytes: [UInt8], dialect: UCIDialect) {
    guard bytes.count >= UCIHeader.size else { return nil }
    header = UCIHeader(bytes[0], bytes[1], bytes[2], bytes[3], dialect: dialect)
    raw = bytes
    guard header.payloadLength == payload.count else { return nil }
  }

  /// Its payload, as long as the header says.
  public var payload: ArraySlice<UInt8> { raw.dropFirst(UCIHeader.size) }
}

/// Cuts a stream of bytes into UCI segments, chunk by chunk.
///
/// It keeps at most one unfinished segment: 65 538 bytes.
public struct UCIStreamDecoder: Sendable {
  /// An item of a chunk.
  public enum Item: Hashable, Sendable {
    case segment(UCISegment)
    case damage(UCIDamage, bytes: [UInt8])
  }

  /// How headers are read.
  public var dialect: UCIDialect
  private let synchronizes: Bool
  private var isSynchronized: Bool
  private var buffer: [UInt8] = []

  /// - Parameters:
  ///   - dialect: how headers are read.
  ///   - synchronize: drop chunks until one starts like a response or a notification, that is
  ///     with 4 to 7 in its high four bits; for a host that opens a port on which a board may be
  ///     talking (observed: Qorvo host tools).
  public init(dialect: UCIDialect = .fira2, synchronize: Bool = false) {
    self.dialect = dialect
    self.synchronizes = synchronize
    self.isSynchronized = !synchronize
  }

  /// Bytes of an unfinished segment.
  public var pending: [UInt8] { buffer }

  /// Forgets unfinished bytes and synchronizes again where it was asked to.
  public mutating func reset() {
    buffer = []
    isSynchronized = !synchronizes
  }

  /// Takes the next bytes of the stream, one chunk as it was read.
  public mutating func append(_ chunk: [UInt8]) -> [Item] {
    guard let first = chunk.first else { return [] }
    if !isSynchronized {
      guard (4...7).contains(first >> 4), !Self.isText(chunk) else {
        let text = Self.text(before: chunk)
        guard text > 0 else { return [.damage(.notSynchronized, bytes: chunk)] }
        return [.damage(.notSynchronized, bytes: Array(chunk.prefix(text)))]
          + append(Array(chunk.dropFirst(text)))
      }
      isSynchronized = true
    }
    guard !buffer.isEmpty else { return cut(chunk) }
    buffer += chunk
    guard startsWithWholeSegment else { return [] }
    let bytes = buffer
    buffer = []
    return cut(bytes)
  }

  /// Whether a chunk begins with text, as the banner of a terminal server does: the third byte of a
  /// header is zero, or its second has the highest bit.
  private static func isText(_ chunk: some Collection<UInt8>) -> Bool {
    chunk.count >= UCIHeader.size && chunk.prefix(UCIHeader.size).allSatisfy(isOfText)
  }

  private static func isOfText(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte) || byte == 0x0A || byte == 0x0D
  }

  /// How long the lines of text are behind which a packet begins in the same chunk; 0 where none does.
  private static func text(before chunk: [UInt8]) -> Int {
    guard let end = chunk.prefix(while: isOfText).lastIndex(of: 0x0A) else { return 0 }
    let rest = chunk[(end + 1)...]
    guard rest.count >= UCIHeader.size, let first = rest.first, (4...7).contains(first >> 4),
      !isText(rest)
    else { return 0 }
    return end + 1
  }

  /// Whether the unfinished segment is finished now; otherwise nothing of it is copied.
  private var startsWithWholeSegment: Bool {
    guard buffer.count >= UCIHeader.size else { return false }
    let header = UCIHeader(buffer[0], buffer[1], buffer[2], buffer[3], dialect: dialect)
    return buffer.count - UCIHeader.size >= header.payloadLength
  }

  private mutating func cut(_ bytes: [UInt8]) -> [Item] {
    var items: [Item] = []
    var start = 0
    while bytes.count - start >= UCIHeader.size {
      let header = UCIHeader(
        bytes[start], bytes[start + 1], bytes[start + 2], bytes[start + 3], dialect: dialect)
      if header.messageType.isReserved {
        items.append(.damage(.reservedMessageType, bytes: Array(bytes[start...])))
        reset()
        return items
      }
      let end = start + UCIHeader.size + header.payloadLength
      guard end <= bytes.count else { break }
      items.append(.segment(UCISegment(header: header, raw: Array(bytes[start..<end]))))
      start = end
    }
    // The type of a packet is in its first byte: do not wait for the others.
    if start < bytes.count, UCIMessageType(rawValue: bytes[start] >> 5).isReserved {
      items.append(.damage(.reservedMessageType, bytes: Array(bytes[start...])))
      reset()
      return items
    }
    buffer = Array(bytes[start...])
    return items
  }
}

internal import WireFormat

/// How messages travel over a serial line.
public enum SMPEncoding: String, Sendable, CaseIterable {
  /// Lines of base64 with a length and a CRC, among which a console may print.
  case base64
  /// The message as it is; its header says how long it is.
  case raw
  /// The message and its CRC, byte-stuffed between zeros (smpclient's option for serial recovery).
  case cobs

  /// Bytes of the board's buffer beside the message: the length and the CRC of base64, or the CRC.
  var overhead: Int {
    switch self {
    case .base64: 4
    case .raw: 0
    case .cobs: 2
    }
  }
}

/// Puts messages on a serial line and finds them there.
public struct SMPSerialFraming: Sendable {
  /// The longest line that boards take, newline included.
  public static let longestLine = 127

  /// How messages travel.
  public let encoding: SMPEncoding
  /// The longest message that is delivered, and about the most that is ever held.
  public let limit: Int
  /// Messages that were broken: a wrong length, CRC or line.
  public private(set) var damaged = 0

  private let lineLimit: Int
  private let checksCRC: Bool
  /// Raw bytes of a message that is not whole yet.
  private var held: [UInt8] = []
  private var stuffing: StreamDecoder
  private var line: [UInt8] = []
  /// The line is none of ours, or too long for one.
  private var isNoise = false
  private var isInside = false

  /// The framing of one direction of a line. Lines longer than `lineLimit`, newline included, are
  /// passed over as noise.
  public init(
    _ encoding: SMPEncoding, limit: Int = 65_535 + SMPMessage.headerSize, lineLimit: Int = 4096
  ) {
    self.init(encoding, limit: limit, lineLimit: lineLimit, checksCRC: true)
  }

  /// A framing that may take lines with a wrong CRC, as a board with a fault does.
  init(_ encoding: SMPEncoding, limit: Int, lineLimit: Int, checksCRC: Bool) {
    self.encoding = encoding
    self.lineLimit = lineLimit
    self.checksCRC = checksCRC
    self.limit = max(SMPMessage.headerSize, limit)
    stuffing = StreamFraming.cobs.makeDecoder(limit: self.limit + 2)
  }

  /// The bytes that carry a message.
  public func encode(_ message: [UInt8]) -> [UInt8] {
    guard encoding != .raw else { return message }
    let crc = CRC16.xmodem(message)
    let checked = message + [UInt8(crc >> 8), UInt8(truncatingIfNeeded: crc)]
    // Byte stuffing has no length that could be too much for it.
    if encoding == .cobs { return (try? StreamFraming.cobs.encode(checked)) ?? [] }
    let count = UInt16(truncatingIfNeeded: message.count + 2)
    let text = Base64.encode([UInt8(count >> 8), UInt8(truncatingIfNeeded: count)] + checked)
    // Two bytes for the mark, one for the newline.
    let portion = (Self.longestLine - 3) / 4 * 4
    var out: [UInt8] = []
    out.reserveCapacity(text.count + (text.count / portion + 1) * 3)
    var start = 0
    while start < text.count {
      let end = min(start + portion, text.count)
      out += start == 0 ? [0x06, 0x09] : [0x04, 0x14]
      out += text[start..<end]
      out.append(0x0A)
      start = end
    }
    return out
  }

  /// Takes bytes of the line and gives the messages that end in them.
  public mutating func feed(_ bytes: [UInt8]) -> [[UInt8]] {
    var messages: [[UInt8]] = []
    switch encoding {
    case .raw: feedRaw(bytes, &messages)
    case .base64: for byte in bytes { feedLine(byte, &messages) }
    case .cobs: feedStuffed(bytes, &messages)
    }
    return messages
  }

  /// Forgets what is not whole.
  public mutating func reset() {
    held = []
    line = []
    isNoise = false
    isInside = false
    stuffing.reset()
  }

  private mutating func feedStuffed(_ bytes: [UInt8], _ messages: inout [[UInt8]]) {
    for item in stuffing.feed(bytes) {
      guard case .frame(let frame) = item, frame.count > 2, CRC16.xmodem(frame) == 0 else {
        damaged += 1
        continue
      }
      messages.append(Array(frame.dropLast(2)))
    }
  }

  private mutating func feedRaw(_ bytes: [UInt8], _ messages: inout [[UInt8]]) {
    held += bytes
    var start = 0
    while let length = SMPMessage.length(held[start...]) {
      guard length <= limit, held[start] & 0xE4 == 0 else {
        // No header: the next byte may begin one.
        damaged += 1
        start += 1
        continue
      }
      guard held.count - start >= length else { break }
      messages.append(Array(held[start..<(start + length)]))
      start += length
    }
    held.removeFirst(start)
  }

  private mutating func feedLine(_ byte: UInt8, _ messages: inout [[UInt8]]) {
    guard byte == 0x0A else {
      // A mark in the middle of a line begins one all the same: the console was interrupted.
      if byte == 0x06 || byte == 0x04 {
        line = []
        isNoise = false
      }
      guard !isNoise else { return }
      line.append(byte)
      isNoise = !isOurs
      if isNoise { line = [] }
      return
    }
    defer {
      line = []
      isNoise = false
    }
    guard !isNoise, line.count > 2 else { return }
    if line[0] == 0x06 {
      if isInside { damaged += 1 }
      held = []
      isInside = true
    } else if !isInside {
      return
    }
    if line.last == 0x0D { line.removeLast() }
    guard let part = Base64.decode(line[2...]), held.count + part.count <= limit + 4 else {
      return drop()
    }
    held += part
    finish(&messages)
  }

  /// Whether the line so far can be one of ours.
  private var isOurs: Bool {
    switch line.count {
    case 1: line[0] == 0x06 || line[0] == 0x04
    case 2: line[0] == 0x06 ? line[1] == 0x09 : line[1] == 0x14
    default: line.count < lineLimit
    }
  }

  private mutating func drop() {
    damaged += 1
    held = []
    isInside = false
  }

  private mutating func finish(_ messages: inout [[UInt8]]) {
    guard held.count >= 2 else { return }
    let length = Int(held[0]) << 8 | Int(held[1])
    guard length >= 2, length <= limit + 2 else { return drop() }
    guard held.count >= length + 2 else { return }
    // The CRC of a message and its own CRC is zero.
    guard held.count == length + 2, !checksCRC || CRC16.xmodem(held[2...]) == 0 else {
      return drop()
    }
    messages.append(Array(held[2..<length]))
    held = []
    isInside = false
  }
}

/// Base64 of RFC 4648, without line breaks.
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let pad = UInt8(ascii: "=")
  /// The value of each character; 0xFF for what is none.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 0xFF, count: 256)
    for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
    return values
  }()

  static func encode(_ bytes: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let left = bytes.count - index
      let first = bytes[index]
      let second = left > 1 ? bytes[index + 1] : 0
      let third = left > 2 ? bytes[index + 2] : 0
      out.append(alphabet[Int(first >> 2)])
      out.append(alphabet[Int(first << 4 & 0x30 | second >> 4)])
      out.append(left > 1 ? alphabet[Int(second << 2 & 0x3C | third >> 6)] : pad)
      out.append(left > 2 ? alphabet[Int(third & 0x3F)] : pad)
      index += 3
    }
    return out
  }

  /// The bytes; nil where it is not a multiple of four characters of the alphabet, padded at most at
  /// the end.
  package static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.count % 4 == 0 else { return nil }
    var out: [UInt8] = []
    out.reserveCapacity(text.count / 4 * 3)
    var index = text.startIndex
    while index < text.endIndex {
      let isLast = index + 4 == text.endIndex
      let pads = isLast ? text[(index + 2)..<(index + 4)].count { $0 == pad } : 0
      guard pads == 0 || text[index + 3] == pad else { return nil }
      var word: UInt32 = 0
      for place in 0..<(4 - pads) {
        let value = values[Int(text[index + place])]
        guard value != 0xFF else { return nil }
        word |= UInt32(value) << (18 - 6 * place)
      }
      for place in 0..<(3 - pads) {
        out.append(UInt8(truncatingIfNeeded: word >> (16 - 8 * place)))
      }
      index += 4
    }
    return out
  }
}

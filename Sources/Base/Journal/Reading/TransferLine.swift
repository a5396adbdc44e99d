/// Reads the lines that most of a journal consists of, frames and chunks, where they are written as
/// the journal writes them. Any other spelling is left to ``JSONParser``, which reads the same.
struct TransferLine: ~Escapable {
  private static let head = Array("{\"t_us\":".utf8)
  private static let kind = Array(",\"kind\":\"".utf8)
  private static let frame = Array("frame\",\"board\":\"".utf8)
  private static let chunk = Array("chunk\",\"board\":\"".utf8)
  private static let incoming = Array("\",\"dir\":\"in\",\"hex\":\"".utf8)
  private static let outgoing = Array("\",\"dir\":\"out\",\"hex\":\"".utf8)
  private static let end = Array("\"}".utf8)
  /// More digits might not fit 64 bits.
  private static let maximumDigits = 18

  private let bytes: Span<UInt8>
  private var position = 0

  @_lifetime(copy bytes)
  private init(_ bytes: Span<UInt8>) { self.bytes = bytes }

  /// The entry of a line; `nil` where it is no such line.
  static func entry(_ line: ArraySlice<UInt8>) -> JournalEntry? {
    var reader = TransferLine(line.span)
    return reader.entry()
  }

  private mutating func entry() -> JournalEntry? {
    guard take(Self.head), let microseconds = integer(), take(Self.kind) else { return nil }
    let isFrame = take(Self.frame)
    guard isFrame || take(Self.chunk), let board = text() else { return nil }
    let isIncoming = take(Self.incoming)
    guard isIncoming || take(Self.outgoing), let content = hexadecimal(), take(Self.end),
      position == bytes.count
    else { return nil }
    let transfer = Event.Transfer(
      board: board, direction: isIncoming ? .in : .out, bytes: content)
    return JournalEntry(
      microseconds: microseconds, event: isFrame ? .frame(transfer) : .chunk(transfer))
  }

  private mutating func take(_ text: [UInt8]) -> Bool {
    guard bytes.count - position >= text.count else { return false }
    for index in text.indices where bytes[position + index] != text[index] { return false }
    position += text.count
    return true
  }

  private mutating func integer() -> Int64? {
    let start = position
    var value: Int64 = 0
    while position < bytes.count, (0x30...0x39).contains(bytes[position]) {
      if position - start >= Self.maximumDigits { return nil }
      value = value * 10 + Int64(bytes[position] - 0x30)
      position += 1
    }
    let count = position - start
    // JSON knows no number with a zero before it.
    return count == 0 || (count > 1 && bytes[start] == 0x30) ? nil : value
  }

  /// A text without escapes in ASCII, up to its quotation mark.
  private mutating func text() -> String? {
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      guard (0x20...0x7E).contains(bytes[position]), bytes[position] != UInt8(ascii: "\\") else {
        return nil
      }
      position += 1
    }
    do {
      return String(copying: try UTF8Span(validating: bytes.extracting(start..<position)))
    } catch { return nil }
  }

  /// Bytes as pairs of digits, up to the first character that is none.
  private mutating func hexadecimal() -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity((bytes.count - position) / 2)
    while position < bytes.count, let high = hexValue(bytes[position]) {
      guard position + 1 < bytes.count, let low = hexValue(bytes[position + 1]) else { return nil }
      result.append(high << 4 | low)
      position += 2
    }
    return result
  }
}

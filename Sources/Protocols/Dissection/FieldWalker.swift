import UCI
import WireFormat

/// Goes through bytes from front to back and writes down what it passes.
///
/// Bytes that are missing are written down once; after that nothing is read any more.
struct FieldWalker {
  let bytes: [UInt8]
  let dialect: UCIDialect
  /// The table that the capabilities of the message are of.
  var capabilities: any ParameterIdentifier.Type = CapabilityID.self
  private(set) var offset: Int
  private(set) var fields: [Field] = []
  private(set) var isTruncated = false

  init(_ bytes: [UInt8], from offset: Int = 0, dialect: UCIDialect = .fira2) {
    self.bytes = bytes
    self.dialect = dialect
    self.offset = min(max(offset, 0), bytes.count)
  }

  var remaining: Int { isTruncated ? 0 : bytes.count - offset }

  mutating func amend(_ change: (inout Field) -> Void) {
    guard !isTruncated, !fields.isEmpty else { return }
    change(&fields[fields.count - 1])
  }

  /// A number, little-endian, shown divided by `divisor`; `none` is the one that means there is no
  /// value.
  @discardableResult
  mutating func number(
    _ name: String, _ size: Int, isSigned: Bool = false, unit: String? = nil, divisor: Int = 1,
    none: Int64? = nil
  ) -> Int64? {
    guard let start = step(name, size) else { return nil }
    let unsigned = Int64(truncatingIfNeeded: littleEndian(bytes[start..<start + size]))
    let value = isSigned ? signExtended(unsigned, size) : unsigned
    let isNone = value == none
    let text = divisor == 1 ? "\(value)" : quotient(value, divisor)
    fields.append(
      Field(
        name, isNone ? "none" : text, unit: isNone ? nil : unit, number: value, offset: start,
        length: size))
    return value
  }

  mutating func named(_ name: String, _ values: any FieldValues.Type) {
    guard let start = step(name, 1) else { return }
    let value = bytes[start]
    let text = values.name(of: value, in: dialect)
    // New parameters are no surprise.
    let isStrange = text == nil && !(values is any ParameterIdentifier.Type)
    fields.append(
      Field(
        name, text ?? Hexadecimal.name(value), number: Int64(value), offset: start, length: 1,
        note: isStrange ? "not a known value" : nil))
  }

  /// An address, shown with its high byte first.
  mutating func address(_ name: String, _ size: Int) {
    guard let start = step(name, size) else { return }
    let text = Hexadecimal.encode(Array(bytes[start..<start + size].reversed()))
    fields.append(
      Field(
        name, text, number: size <= 7 ? Int64(littleEndian(bytes[start..<start + size])) : nil,
        offset: start, length: size))
  }

  mutating func hexadecimal(_ name: String, _ size: Int, note: String? = nil) {
    guard let start = step(name, size) else { return }
    fields.append(
      Field(
        name, Hexadecimal.encode(bytes[start..<start + size]), offset: start, length: size,
        note: note))
  }

  /// Everything that is left, in hexadecimal; nothing when nothing is.
  mutating func rest(_ name: String = "trailing", note: String? = nil) {
    guard remaining > 0 else { return }
    hexadecimal(name, remaining, note: note)
  }

  /// Bytes that `show` makes a field of.
  mutating func take(_ name: String, _ size: Int, _ show: ([UInt8], Int) -> Field) {
    guard let start = step(name, size) else { return }
    fields.append(show(Array(bytes[start..<start + size]), start))
  }

  /// Bytes that `show` puts into words.
  mutating func take(_ name: String, _ size: Int, _ show: ([UInt8]) -> String) {
    take(name, size) { Field(name, show($0), offset: $1, length: size) }
  }

  /// The fields that `body` passes, as the children of one field; `value` is taken from them.
  mutating func group(
    _ name: String, value: ([Field]) -> String = { _ in "" }, _ body: (inout FieldWalker) -> Void
  ) {
    guard !isTruncated else { return }
    let outer = fields
    let start = offset
    fields = []
    body(&self)
    let children = fields
    fields = outer
    let end = isTruncated ? bytes.count : offset
    fields.append(
      Field(name, value(children), offset: start, length: end - start, children: children))
  }

  private mutating func step(_ name: String, _ size: Int) -> Int? {
    guard !isTruncated else { return nil }
    guard size <= bytes.count - offset else {
      isTruncated = true
      fields.append(
        Field(
          name, "missing", offset: offset, length: bytes.count - offset,
          note: "cut off: \(bytes.count - offset) of \(size) bytes"))
      return nil
    }
    defer { offset += size }
    return offset
  }
}

/// A little-endian number of at most eight bytes.
func littleEndian(_ bytes: some BidirectionalCollection<UInt8>) -> UInt64 {
  bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
}

/// A number of `size` bytes with its highest bit taken as the sign.
func signExtended(_ value: Int64, _ size: Int) -> Int64 {
  let shift = 64 - min(max(size, 1), 8) * 8
  return (value << shift) >> shift
}

/// A number divided by `divisor`, with as many decimals as that is worth.
func quotient(_ value: Int64, _ divisor: Int) -> String {
  fixed(Double(value) / Double(divisor), max(1, "\(abs(divisor))".count - 1))
}

/// A number with `decimals` decimals, such as `2.10`.
func fixed(_ value: Double, _ decimals: Int) -> String {
  let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
  guard let scaled = Int64(exactly: (abs(value) * scale).rounded()) else { return "\(value)" }
  let sign = value < 0 && scaled != 0 ? "-" : ""
  let digits = String(scaled)
  let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
  guard decimals > 0 else { return sign + padded }
  return "\(sign)\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
}

/// Received text, with everything but printable ASCII as `\xNN`.
func printable(_ bytes: [UInt8]) -> String {
  bytes.map { byte in
    (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\\")
      ? String(UnicodeScalar(byte)) : "\\x" + Hexadecimal.encode([byte])
  }.joined()
}

extension CBORValue {
  /// Levels inside each other that are read.
  public static let deepest = 12
  /// Values in one message that are read.
  public static let most = 4096

  /// The shortest bytes of the value, with lengths before their content.
  public var encoded: [UInt8] {
    var out: [UInt8] = []
    append(to: &out)
    return out
  }

  private func append(to out: inout [UInt8]) {
    switch self {
    case .unsigned(let number): Self.head(0, number, &out)
    case .negative(let number): Self.head(1, number, &out)
    case .bytes(let bytes):
      Self.head(2, UInt64(bytes.count), &out)
      out += bytes
    case .text(let text):
      Self.head(3, UInt64(text.utf8.count), &out)
      out += text.utf8
    case .array(let values):
      Self.head(4, UInt64(values.count), &out)
      for value in values { value.append(to: &out) }
    case .map(let pairs):
      Self.head(5, UInt64(pairs.count), &out)
      for pair in pairs {
        pair.key.append(to: &out)
        pair.value.append(to: &out)
      }
    case .boolean(let value): out.append(value ? 0xF5 : 0xF4)
    case .null: out.append(0xF6)
    case .float(let value): out += [0xFB] + LittleEndian.bytes(value.bitPattern).reversed()
    case .simple(let value):
      if value < 24 { out.append(0xE0 | value) } else { out += [0xF8, value] }
    }
  }

  private static func head(_ type: UInt8, _ number: UInt64, _ out: inout [UInt8]) {
    let type = type << 5
    switch number {
    case 0..<24: out.append(type | UInt8(number))
    case 24..<0x100: out += [type | 24, UInt8(number)]
    case 0x100..<0x1_0000: out += [type | 25] + LittleEndian.bytes(UInt16(number)).reversed()
    case 0x1_0000..<0x1_0000_0000:
      out += [type | 26] + LittleEndian.bytes(UInt32(number)).reversed()
    default: out += [type | 27] + LittleEndian.bytes(number).reversed()
    }
  }

  /// Reads one value; what stands behind it is left alone.
  public init(decoding bytes: some Sequence<UInt8>) throws(CBORError) {
    var reader = CBORReader(rest: Array(bytes)[...])
    self = try reader.value(depth: 0)
  }
}

/// Reads values with bounds on depth and number, whatever the bytes say.
private struct CBORReader {
  var rest: ArraySlice<UInt8>
  var count = 0

  mutating func value(depth: Int) throws(CBORError) -> CBORValue {
    count += 1
    guard depth <= CBORValue.deepest, count <= CBORValue.most else { throw .tooMuch }
    guard let first = rest.popFirst() else { throw .truncated }
    let (type, information) = (first >> 5, first & 0x1F)
    switch type {
    case 0: return .unsigned(try number(information))
    case 1: return .negative(try number(information))
    case 2: return .bytes(try string(type, information))
    case 3:
      guard let text = String(validating: try string(type, information), as: UTF8.self) else {
        throw .malformed
      }
      return .text(text)
    case 4:
      return .array(
        try elements(information) { (reader: inout CBORReader) throws(CBORError) in
          try reader.value(depth: depth + 1)
        })
    case 5:
      return .map(
        try elements(information) { (reader: inout CBORReader) throws(CBORError) in
          CBORPair(
            key: try reader.value(depth: depth + 1), value: try reader.value(depth: depth + 1))
        })
    case 6:
      // A tag says how to understand the value, which is not needed here.
      _ = try number(information)
      return try value(depth: depth + 1)
    default: return try special(information)
    }
  }

  private mutating func number(_ information: UInt8) throws(CBORError) -> UInt64 {
    switch information {
    case 0..<24: return UInt64(information)
    case 24...27:
      let size = 1 << Int(information - 24)
      guard rest.count >= size else { throw .truncated }
      let value = rest.prefix(size).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      rest = rest.dropFirst(size)
      return value
    default: throw .malformed
    }
  }

  private mutating func take(_ count: UInt64) throws(CBORError) -> ArraySlice<UInt8> {
    guard count <= UInt64(rest.count) else { throw .truncated }
    defer { rest = rest.dropFirst(Int(count)) }
    return rest.prefix(Int(count))
  }

  /// Whether a value of unknown length ends here.
  private mutating func ends() throws(CBORError) -> Bool {
    guard let next = rest.first else { throw .truncated }
    if next == 0xFF { rest = rest.dropFirst() }
    return next == 0xFF
  }

  private mutating func string(
    _ type: UInt8, _ information: UInt8
  ) throws(CBORError) -> [UInt8] {
    guard information == 31 else { return Array(try take(try number(information))) }
    var whole: [UInt8] = []
    while try !ends() {
      count += 1
      guard count <= CBORValue.most else { throw .tooMuch }
      guard let head = rest.popFirst(), head >> 5 == type, head & 0x1F != 31 else {
        throw .malformed
      }
      whole += try take(try number(head & 0x1F))
    }
    return whole
  }

  /// The elements of an array or the pairs of a map.
  private mutating func elements<Element>(
    _ information: UInt8, _ next: (inout CBORReader) throws(CBORError) -> Element
  ) throws(CBORError) -> [Element] {
    var elements: [Element] = []
    if information == 31 {
      while try !ends() { elements.append(try next(&self)) }
      return elements
    }
    // Each element takes a byte at least: a length that cannot be true is not even begun.
    let number = try number(information)
    guard number <= UInt64(rest.count) else { throw .truncated }
    for _ in 0..<number { elements.append(try next(&self)) }
    return elements
  }

  private mutating func special(_ information: UInt8) throws(CBORError) -> CBORValue {
    switch information {
    case 20: return .boolean(false)
    case 21: return .boolean(true)
    case 22: return .null
    case 0..<24: return .simple(information)
    case 24: return .simple(UInt8(truncatingIfNeeded: try number(24)))
    case 25: return .float(Self.half(try number(25)))
    case 26: return .float(Double(Float(bitPattern: UInt32(truncatingIfNeeded: try number(26)))))
    case 27: return .float(Double(bitPattern: try number(27)))
    default: throw .malformed
    }
  }

  /// A half-precision number, put together from its parts.
  private static func half(_ bits: UInt64) -> Double {
    let sign: Double = bits & 0x8000 == 0 ? 1 : -1
    let exponent = Int(bits >> 10 & 0x1F)
    let fraction = Double(bits & 0x3FF)
    switch exponent {
    case 0: return sign * fraction / 16_777_216
    case 31: return fraction == 0 ? sign * .infinity : .nan
    default:
      let scale = Double(sign: .plus, exponent: exponent - 25, significand: 1)
      return sign * (1024 + fraction) * scale
    }
  }
}

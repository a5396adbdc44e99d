import WireFormat

/// The values that tell one board from another, each with one that stands for it everywhere.
///
/// A replacement is as long as the original, and text stays text, so that the bytes around it keep
/// their meaning.
struct Redaction {
  struct Value {
    let kind: SecretKind
    let original: [UInt8]
    let replacement: [UInt8]
    /// Its bytes, without the zeros around them, in both orders; empty where so few stand in any
    /// recording by chance.
    let anywhere: [(original: [UInt8], replacement: [UInt8])]
    var places = 0

    init(_ kind: SecretKind, _ original: [UInt8], _ replacement: [UInt8]) {
      (self.kind, self.original, self.replacement) = (kind, original, replacement)
      let start = original.firstIndex { $0 != 0 } ?? 0
      let end = (original.lastIndex { $0 != 0 } ?? -1) + 1
      let (core, cover) = (Array(original[start..<end]), Array(replacement[start..<end]))
      anywhere =
        core.count < 4 ? [] : [(core, cover), (Array(core.reversed()), Array(cover.reversed()))]
    }
  }

  private(set) var values: [Value] = []
  /// Addresses and keys that this program gave the boards: the same in each recording.
  private(set) var given: Set<[UInt8]> = []

  /// Takes the texts that tell a board: as they are written, and as the bytes that their digits are.
  init(serials: [String]) {
    for text in serials where text.utf8.count >= 4 {
      guard let replacement = add(.serial, Array(text.utf8)) else { continue }
      if let bytes = Self.digits(text),
        let cover = Self.digits(String(decoding: replacement, as: UTF8.self))
      {
        values.append(Value(.serial, bytes, cover))
      }
    }
  }

  /// Takes the values of a frame: those that a board sends are its own, unless this program gave them
  /// before.
  mutating func learn(_ fields: [SecretField], isGiven: Bool) {
    for field in fields where !values.contains(where: { $0.original == field.bytes }) {
      if isGiven {
        given.insert(field.bytes)
      } else if !given.contains(field.bytes) {
        add(field.kind, field.bytes)
      }
    }
  }

  @discardableResult
  private mutating func add(_ kind: SecretKind, _ original: [UInt8]) -> [UInt8]? {
    guard original.contains(where: { $0 != 0 && $0 != 0xFF }) else { return nil }
    let isTaken = { [values, given] (candidate: [UInt8]) in
      candidate == original || given.contains(candidate)
        || values.contains { $0.original == candidate || $0.replacement == candidate }
    }
    let number = UInt64(values.count)
    let candidates = (0..<1000).lazy.map {
      Self.replacement(of: original, UInt64($0) << 16 | number)
    }
    guard let replacement = candidates.first(where: { !isTaken($0) }) else { return nil }
    values.append(Value(kind, original, replacement))
    return replacement
  }

  private static func replacement(of original: [UInt8], _ seed: UInt64) -> [UInt8] {
    let isText = original.count > 2 && original.allSatisfy { (0x20...0x7E).contains($0) }
    let letters: UInt64 = digits(String(decoding: original, as: UTF8.self)) == nil ? 26 : 6
    return original.enumerated().map { place, byte in
      let draw = mixed(seed << 16 | UInt64(place)) >> 33
      switch byte {
      case 0, 0xFF: return byte
      case 0x30...0x39 where isText: return 0x30 + UInt8(draw % 10)
      case 0x41...0x5A where isText: return 0x41 + UInt8(draw % letters)
      case 0x61...0x7A where isText: return 0x61 + UInt8(draw % letters)
      default: return isText ? byte : 1 + UInt8(draw % 254)
      }
    }
  }

  /// The finisher of splitmix64.
  private static func mixed(_ value: UInt64) -> UInt64 {
    var value = value &+ 0x9E37_79B9_7F4A_7C15
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }

  private static func digits(_ text: String) -> [UInt8]? { try? Hexadecimal.decode(text) }

  /// Replaces the values of known fields, then long values wherever they stand.
  mutating func apply(to bytes: inout [UInt8], _ fields: [SecretField]) {
    for index in values.indices {
      let value = values[index]
      for field in fields where field.bytes == value.original {
        bytes.replaceSubrange(field.range, with: value.replacement)
        values[index].places += 1
      }
      for (original, replacement) in value.anywhere {
        for range in Self.places(of: original, in: bytes) {
          bytes.replaceSubrange(range, with: replacement)
          values[index].places += 1
        }
      }
    }
  }

  /// The originals that are still there: in fields, and the long ones anywhere.
  func left(in bytes: [UInt8], _ fields: [SecretField]) -> Int {
    values.count { value in
      fields.contains { $0.bytes == value.original }
        || value.anywhere.contains { !Self.places(of: $0.original, in: bytes).isEmpty }
    }
  }

  /// The long originals that a text holds, as they are or in hexadecimal.
  func left(in text: String) -> Int {
    let text = text.lowercased()
    return values.count { value in
      value.anywhere.contains { original, _ in
        text.contains(Hexadecimal.encode(original))
          || text.contains(String(decoding: original, as: UTF8.self).lowercased())
      }
    }
  }

  static func places(of part: [UInt8], in bytes: [UInt8], from start: Int = 0) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var start = start
    while let range = place(of: part, in: bytes, from: start) {
      found.append(range)
      start = range.upperBound
    }
    return found
  }

  static func place(of part: [UInt8], in bytes: [UInt8], from start: Int) -> Range<Int>? {
    guard let first = part.first, bytes.count >= part.count else { return nil }
    var start = start
    while start <= bytes.count - part.count {
      if bytes[start] == first, bytes[start..<start + part.count].elementsEqual(part) {
        return start..<start + part.count
      }
      start += 1
    }
    return nil
  }
}

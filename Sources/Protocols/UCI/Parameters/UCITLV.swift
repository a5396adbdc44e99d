public import WireFormat

/// One identifier, length and value of a parameter list, whatever table it belongs to.
public struct UCITLV: Hashable, Sendable {
  /// The identifier; of the two-byte ones of NXP the first byte is the high one.
  public var id: UInt16
  /// The value.
  public var value: [UInt8]

  /// An identifier and a value.
  public init(id: UInt16, value: [UInt8]) {
    self.id = id
    self.value = value
  }

  /// Reads a list that fills `bytes`.
  ///
  /// - Parameters:
  ///   - bytes: the list without its count.
  ///   - dialect: says which identifiers have two bytes: ``isWide(_:dialect:)``.
  /// - Throws: ``WireError`` when an identifier, a length or a value is cut off.
  public static func list(
    from bytes: [UInt8], dialect: UCIDialect = .fira2
  ) throws(WireError) -> [UCITLV] {
    var reader = WireReader(bytes)
    var list: [UCITLV] = []
    while reader.remaining > 0 {
      let first = try reader.read(UInt8.self, field: "id")
      var id = UInt16(first)
      if isWide(first, dialect: dialect) {
        id = id << 8 | UInt16(try reader.read(UInt8.self, field: "id"))
      }
      let length = Int(try reader.read(UInt8.self, field: "len"))
      list.append(UCITLV(id: id, value: try reader.readBytes(length, field: "value")))
    }
    return list
  }

  /// The bytes of a list, without a count; a value is cut at 255 bytes.
  public static func bytes(of list: [UCITLV]) -> [UInt8] {
    var writer = WireWriter()
    for element in list {
      if element.id > 0xFF { writer.write(UInt8(element.id >> 8)) }
      writer.write(UInt8(element.id & 0xFF))
      writer.write(UInt8(clamping: element.value.count))
      writer.write(element.value.prefix(255))
    }
    return writer.bytes
  }

  /// Whether an identifier that starts with this byte has two: NXP's with 0xE3 and 0xE4 do (AOSP).
  public static func isWide(_ first: UInt8, dialect: UCIDialect) -> Bool {
    dialect.vendor == .nxp && (0xE3...0xE4).contains(first)
  }
}

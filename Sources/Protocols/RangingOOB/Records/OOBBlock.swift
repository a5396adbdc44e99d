import WireFormat

/// What a decoder takes beyond the letter of the layout.
public struct OOBTolerance: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt8
  /// Any bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Bytes behind a complete message are left out.
  public static let trailing = OOBTolerance(rawValue: 1)
  /// Of a block that is longer than its layout the known part is read; else it is an unknown one.
  public static let largerBlocks = OOBTolerance(rawValue: 2)
  /// A configuration of version 3 may be without its motion byte.
  public static let missingMotion = OOBTolerance(rawValue: 4)

  /// The generated decoder of Android 16 QPR3 and later.
  public static let strict: OOBTolerance = []
  /// The hand-written decoder of the first Android 16.
  public static let lenient: OOBTolerance = [.trailing, .largerBlocks, .missingMotion]
  /// A board that takes what it can use (Ranging OOB §4).
  public static let board: OOBTolerance = [.largerBlocks, .missingMotion]
}

/// A block of one technology: its number, a size that counts these two bytes too, a payload.
public protocol OOBBlock: Hashable, Sendable {
  /// The technologies whose payload has a layout.
  static var kinds: [OOBBlockKind<Self>] { get }
  /// Bytes of a technology without a layout, or of another size than the layout's.
  static func unknown(_ technology: OOBTechnology, _ payload: [UInt8]) -> Self
  /// The technology and the payload of an unknown block; nil for one with a layout.
  var unread: (technology: OOBTechnology, payload: [UInt8])? { get }
}

/// A technology's payload.
public struct OOBBlockKind<Block>: Sendable {
  /// The technology.
  public let technology: OOBTechnology
  /// The fields of the payload.
  public let fields: [OOBField]
  /// Bytes of the payload, without those that it counts.
  let size: Int
  let isFixed: Bool
  let read: @Sendable ([UInt8]) throws(WireError) -> Block
  let write: @Sendable (Block) -> [UInt8]?

  init<Record: OOBRecord>(
    _ technology: OOBTechnology, _ record: Record.Type,
    wrap: @escaping @Sendable (Record) -> Block, unwrap: @escaping @Sendable (Block) -> Record?
  ) {
    self.technology = technology
    fields = Record.table.map(\.field)
    size = Record.leastSize
    isFixed = Record.isFixed
    read = { (bytes: [UInt8]) throws(WireError) in
      var reader = WireReader(bytes)
      let record = try Record(reading: &reader)
      guard Record.isFixed || reader.remaining == 0 else {
        throw WireError(
          .excess, field: "block", offset: reader.offset, found: "\(reader.remaining) bytes more",
          allowed: "the bytes that its lengths say")
      }
      return wrap(record)
    }
    write = { unwrap($0).map(\.bytes) }
  }

  /// Whether a block of that size, header and all, has this payload and nothing more.
  public func fits(_ size: Int) -> Bool {
    isFixed ? size - 2 == self.size : size - 2 >= self.size
  }
}

extension OOBBlock {
  /// Bytes in front of the payload.
  public static var headerSize: Int { 2 }

  /// The technology.
  public var technology: OOBTechnology {
    unread?.technology ?? Self.kinds.first { $0.write(self) != nil }?.technology ?? .uwb
  }

  /// The bytes, header and all; a payload over 253 bytes wraps its size.
  public func encode() -> [UInt8] {
    let payload = unread?.payload ?? Self.kinds.lazy.compactMap { $0.write(self) }.first ?? []
    return [technology.rawValue, UInt8(truncatingIfNeeded: payload.count + Self.headerSize)]
      + payload
  }

  static func read(
    _ reader: inout WireReader, end: Int, _ tolerance: OOBTolerance
  ) throws(WireError) -> Self {
    let start = reader.offset
    let technology = OOBTechnology(rawValue: try reader.read(field: "technology"))
    let size = Int(try reader.read(UInt8.self, field: "size"))
    guard size >= headerSize, start + size <= end else {
      throw WireError(
        size < headerSize ? .invalid : .truncated, field: "size", offset: start + 1,
        found: "\(size)", allowed: "2 to \(max(end - start, 0)), these two bytes counted")
    }
    let payload = try reader.readBytes(size - headerSize, field: "payload")
    guard let kind = kinds.first(where: { $0.technology == technology }),
      kind.fits(size) || size > kind.size + headerSize && tolerance.contains(.largerBlocks)
    else { return unknown(technology, payload) }
    do throws(WireError) {
      return try kind.read(payload)
    } catch {
      throw WireError(
        error.code, message: error.message, field: "\(technology) \(error.field)",
        offset: start + headerSize + error.offset, found: error.found, allowed: error.allowed)
    }
  }
}

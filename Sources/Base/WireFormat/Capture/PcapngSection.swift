/// The state of a section of a capture; reads its blocks.
struct PcapngSection: Sendable {
  private struct Known: Sendable {
    var interface: CaptureInterface
    /// Longest packet that was kept; 0 for no limit.
    var limit: UInt32
    var clock: PcapngClock
  }

  let isBigEndian: Bool
  private var interfaces: [Known] = []

  init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  /// Reads the body of a block; offsets of errors count from its start.
  mutating func read(_ type: UInt32, body: [UInt8]) throws(WireError) -> CaptureItem? {
    var fields = OrderedReader(WireReader(body), isBigEndian: isBigEndian)
    switch type {
    case Pcapng.Block.section: return try header(&fields)
    case Pcapng.Block.interface: return try interface(&fields)
    case Pcapng.Block.enhancedPacket: return try enhancedPacket(&fields)
    case Pcapng.Block.simplePacket: return try simplePacket(&fields)
    case Pcapng.Block.statistics: return try statistics(&fields)
    default: return nil
    }
  }

  private func header(_ fields: inout OrderedReader) throws(WireError) -> CaptureItem {
    try fields.skip(4, "byte order magic")
    let version = try fields.read(UInt16.self, "major version")
    guard version == 1 else {
      throw WireError(
        .invalid, field: "major version", offset: 4, found: "\(version)", allowed: "1")
    }
    try fields.skip(2 + 8, "minor version and section length")
    var application = ""
    let comments = try options(&fields) { code, value throws(WireError) in
      if code == Pcapng.Option.application { application = value.text }
    }
    return .section(application: application, comments: comments)
  }

  private mutating func interface(_ fields: inout OrderedReader) throws(WireError) -> CaptureItem {
    guard interfaces.count < PcapngReader.maximumInterfaces else {
      throw WireError(
        .oversize, field: "interfaces", offset: 0, found: "one more",
        allowed: "\(PcapngReader.maximumInterfaces) in a section")
    }
    let linkType = LinkType(rawValue: try fields.read(UInt16.self, "link type"))
    try fields.skip(2, "reserved")
    var known = Known(
      interface: CaptureInterface(linkType: linkType),
      limit: try fields.read(UInt32.self, "snap length"), clock: PcapngClock())
    let isBigEndian = isBigEndian
    _ = try options(&fields) { code, value throws(WireError) in
      switch code {
      case Pcapng.Option.interfaceName: known.interface.name = value.text
      case Pcapng.Option.interfaceDescription: known.interface.description = value.text
      case Pcapng.Option.timestampResolution:
        var number = OrderedReader(WireReader(value), isBigEndian: isBigEndian)
        known.clock.resolution = try number.read(UInt8.self, "if_tsresol")
      case Pcapng.Option.timestampOffset:
        var number = OrderedReader(WireReader(value), isBigEndian: isBigEndian)
        known.clock.offset = try number.read(Int64.self, "if_tsoffset")
      default: break
      }
    }
    interfaces.append(known)
    return .interface(known.interface)
  }

  private func enhancedPacket(_ fields: inout OrderedReader) throws(WireError) -> CaptureItem {
    let known = try interface(numbered: try fields.read(UInt32.self, "interface"))
    let ticks = try fields.readTime()
    let captured = try fields.read(UInt32.self, "captured length")
    let original = try fields.read(UInt32.self, "original length")
    let bytes = try fields.readPadded(Int(captured), "packet")
    var direction: CaptureDirection?
    let isBigEndian = isBigEndian
    let comments = try options(&fields) { code, value throws(WireError) in
      guard code == Pcapng.Option.packetFlags else { return }
      var number = OrderedReader(WireReader(value), isBigEndian: isBigEndian)
      switch try number.read(UInt32.self, "epb_flags") & 0b11 {
      case 0b01: direction = .inbound
      case 0b10: direction = .outbound
      default: direction = nil
      }
    }
    let packet = CapturePacket(
      nanoseconds: known.clock.nanoseconds(ticks), direction: direction, bytes: bytes,
      originalLength: Int(original), comments: comments)
    return .packet(packet, on: known.interface)
  }

  private func simplePacket(_ fields: inout OrderedReader) throws(WireError) -> CaptureItem {
    let known = try interface(numbered: 0)
    let original = try fields.read(UInt32.self, "original length")
    let captured = known.limit == 0 ? original : min(original, known.limit)
    let bytes = try fields.readPadded(Int(captured), "packet")
    let packet = CapturePacket(
      nanoseconds: nil, direction: nil, bytes: bytes, originalLength: Int(original))
    return .packet(packet, on: known.interface)
  }

  private func statistics(_ fields: inout OrderedReader) throws(WireError) -> CaptureItem {
    let known = try interface(numbered: try fields.read(UInt32.self, "interface"))
    _ = try fields.readTime()
    let comments = try options(&fields) { _, _ throws(WireError) in }
    return .closing(comments: comments, of: known.interface)
  }

  private func interface(numbered number: UInt32) throws(WireError) -> Known {
    guard let index = Int(exactly: number), interfaces.indices.contains(index) else {
      throw WireError(
        .invalid, field: "interface", offset: 0, found: "\(number)",
        allowed: "one of \(interfaces.count) interfaces, counted from 0")
    }
    return interfaces[index]
  }

  /// Reads the options up to their end; gives the comments and shows every other option.
  private func options(
    _ fields: inout OrderedReader, _ see: (UInt16, [UInt8]) throws(WireError) -> Void
  ) throws(WireError) -> [String] {
    var comments: [String] = []
    while fields.remaining > 0 {
      let code = try fields.read(UInt16.self, "option code")
      let length = try fields.read(UInt16.self, "option length")
      if code == Pcapng.Option.end { break }
      let place = fields.offset
      let value = try fields.readPadded(Int(length), "option")
      if code != Pcapng.Option.comment {
        do throws(WireError) {
          try see(code, value)
        } catch {
          throw WireError(
            error.code, field: error.field, offset: place, found: error.found,
            allowed: error.allowed)
        }
      } else if comments.count < PcapngReader.maximumComments {
        comments.append(value.text)
      }
    }
    return comments
  }
}

/// How an interface counts time.
struct PcapngClock: Sendable {
  /// A power of ten, or of two where the highest bit is set, that a second is divided by.
  var resolution: UInt8 = 6
  var offset: Int64 = 0

  /// The time in nanoseconds since the epoch; the nearest that can be said where it is beyond.
  func nanoseconds(_ ticks: UInt64) -> Int64 {
    let exponent = Int(resolution & 0x7F)
    let scaled = UInt128(ticks) * 1_000_000_000
    var time: UInt128
    if resolution & 0x80 != 0 {
      time = scaled >> UInt128(exponent)
    } else {
      time = scaled
      for _ in 0..<exponent where time > 0 { time /= 10 }
    }
    return Int64(clamping: Int128(time) + Int128(offset) * 1_000_000_000)
  }
}

/// Reads the fields of a block in the byte order of its section.
struct OrderedReader: ~Escapable {
  private var reader: WireReader
  private let isBigEndian: Bool

  @_lifetime(copy reader)
  init(_ reader: consuming WireReader, isBigEndian: Bool) {
    self.reader = reader
    self.isBigEndian = isBigEndian
  }

  var remaining: Int { reader.remaining }
  var offset: Int { reader.offset }

  @_lifetime(self: copy self)
  mutating func read<T: FixedWidthInteger & BitwiseCopyable>(
    _ type: T.Type, _ field: StaticString
  ) throws(WireError) -> T {
    let value = try reader.read(type, field: field)
    return isBigEndian ? value.byteSwapped : value
  }

  /// A time: its upper half comes first, whatever the byte order.
  @_lifetime(self: copy self)
  mutating func readTime() throws(WireError) -> UInt64 {
    let upper = try read(UInt32.self, "timestamp")
    let lower = try read(UInt32.self, "timestamp")
    return UInt64(upper) << 32 | UInt64(lower)
  }

  /// Bytes and what fills them up to a multiple of four.
  @_lifetime(self: copy self)
  mutating func readPadded(_ count: Int, _ field: StaticString) throws(WireError) -> [UInt8] {
    let bytes = try reader.readBytes(count, field: field)
    try reader.skip(Pcapng.padding(count), field: "padding")
    return bytes
  }

  @_lifetime(self: copy self)
  mutating func skip(_ count: Int, _ field: StaticString) throws(WireError) {
    try reader.skip(count, field: field)
  }
}

extension [UInt8] {
  /// The bytes as text; what is no UTF-8 becomes U+FFFD.
  fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}

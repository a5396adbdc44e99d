/// Reads a capture in the pcapng format from the pieces in which it arrives, of either byte order,
/// with any number of sections.
///
/// Blocks that it does not know are passed over without being held. What it holds and gives is at
/// most a small multiple of what it was fed, whatever that says.
public struct PcapngReader: Sendable {
  /// Comments of one block beyond this many are passed over.
  public static let maximumComments = 1024
  /// The most interfaces of one section.
  public static let maximumInterfaces = 4096

  private enum Phase: Sendable {
    case between
    /// Inside a block that is not read; the number of bytes missing before its last four.
    case skipping(missing: Int, length: UInt32)
    case failed(WireError)
  }

  private var buffer: [UInt8] = []
  private var start = 0
  /// Offset in the file of the first byte of the buffer.
  private var base = 0
  private var phase = Phase.between
  private var section: PcapngSection?

  /// A reader at the start of a file.
  public init() {}

  /// Bytes that are held and not read yet.
  public var pending: Int { buffer.count - start }

  /// Takes the next bytes of the file.
  public mutating func feed(_ bytes: [UInt8]) {
    if start > buffer.count / 2 {
      buffer.removeSubrange(..<start)
      base += start
      start = 0
    }
    if case .failed = phase { return }
    buffer.append(contentsOf: bytes)
  }

  /// The next item; `nil` when more bytes have to be fed first.
  ///
  /// - Throws: ``WireError`` whose offset counts from the start of the file. Nothing behind it is
  ///   read: every later call throws the same.
  public mutating func next() throws(WireError) -> CaptureItem? {
    do throws(WireError) {
      while true {
        switch phase {
        case .failed(let error): throw error
        case .skipping(let missing, let length):
          guard try skip(missing, length: length) else { return nil }
        case .between:
          guard let (type, length) = try header() else { return nil }
          guard Self.isRead(type) else {
            start += 8
            phase = .skipping(missing: Int(length) - Pcapng.frameLength, length: length)
            continue
          }
          guard pending >= Int(length) else { return nil }
          let item = try block(type, length: length)
          start += Int(length)
          if let item { return item }
        }
      }
    } catch {
      phase = .failed(error)
      buffer = []
      start = 0
      throw error
    }
  }

  /// Says that the file has ended.
  ///
  /// - Throws: ``WireError`` `truncated` when it ended inside a block, or held nothing at all.
  public func finish() throws(WireError) {
    switch phase {
    case .failed(let error): throw error
    case .between where pending == 0 && section != nil: return
    case .between, .skipping:
      throw WireError(
        .truncated, field: "block", offset: base + start, found: "the end of the file",
        allowed: section == nil ? "a section header" : "the rest of the block")
    }
  }

  // MARK: Blocks

  private static func isRead(_ type: UInt32) -> Bool {
    switch type {
    case Pcapng.Block.section, Pcapng.Block.interface, Pcapng.Block.simplePacket,
      Pcapng.Block.enhancedPacket, Pcapng.Block.statistics:
      true
    default: false
    }
  }

  /// Type and length of the block that begins here, once they have arrived and are sound.
  private mutating func header() throws(WireError) -> (type: UInt32, length: UInt32)? {
    guard pending >= 4 else { return nil }
    let place = base + start
    var isBigEndian = section?.isBigEndian ?? false
    let type = value(at: 0, isBigEndian: isBigEndian)
    let isSection = type == Pcapng.Block.section
    if section == nil, !isSection { throw Self.noCapture(type, offset: place) }
    // The byte order of a section stands behind its length.
    guard pending >= (isSection ? 12 : 8) else { return nil }
    if isSection {
      let magic = value(at: 8, isBigEndian: false)
      guard magic == Pcapng.byteOrderMagic || magic.byteSwapped == Pcapng.byteOrderMagic else {
        throw WireError(
          .invalid, field: "byte order magic", offset: place + 8,
          found: Self.hexadecimal(magic), allowed: Self.hexadecimal(Pcapng.byteOrderMagic))
      }
      isBigEndian = magic != Pcapng.byteOrderMagic
    }
    let length = value(at: 4, isBigEndian: isBigEndian)
    guard length >= UInt32(Pcapng.frameLength), length % 4 == 0 else {
      throw WireError(
        .invalid, field: "block length", offset: place + 4, found: "\(length)",
        allowed: "a multiple of 4 of at least \(Pcapng.frameLength)")
    }
    guard length <= UInt32(Pcapng.maximumBlockLength) || !Self.isRead(type) else {
      throw WireError(
        .oversize, field: "block length", offset: place + 4, found: "\(length) bytes",
        allowed: "at most \(Pcapng.maximumBlockLength) bytes")
    }
    return (type, length)
  }

  /// Passes over bytes of a block that is not read; false when more have to come.
  private mutating func skip(_ missing: Int, length: UInt32) throws(WireError) -> Bool {
    let step = min(missing, pending)
    start += step
    phase = .skipping(missing: missing - step, length: length)
    guard missing == step, pending >= 4 else { return false }
    try checkTrailer(
      value(at: 0, isBigEndian: section?.isBigEndian ?? false), length: length,
      offset: base + start)
    start += 4
    phase = .between
    return true
  }

  private mutating func block(_ type: UInt32, length: UInt32) throws(WireError) -> CaptureItem? {
    let count = Int(length)
    let place = base + start
    let body = Array(buffer[(start + 8)..<(start + count - 4)])
    if type == Pcapng.Block.section {
      section = PcapngSection(
        isBigEndian: value(at: 8, isBigEndian: false) != Pcapng.byteOrderMagic)
    }
    guard section != nil else { return nil }
    try checkTrailer(
      value(at: count - 4, isBigEndian: section?.isBigEndian ?? false), length: length,
      offset: place + count - 4)
    do throws(WireError) {
      return try section?.read(type, body: body)
    } catch {
      throw error.moved(by: place + 8)
    }
  }

  private func checkTrailer(
    _ found: UInt32, length: UInt32, offset: Int
  ) throws(WireError) {
    guard found == length else {
      throw WireError(
        .invalid, field: "block length at the end", offset: offset, found: "\(found)",
        allowed: "\(length), as at the start")
    }
  }

  /// Four bytes of the buffer, which the caller has seen to be there.
  private func value(at offset: Int, isBigEndian: Bool) -> UInt32 {
    var value: UInt32 = 0
    for byte in buffer[(start + offset)..<(start + offset + 4)] {
      value = value << 8 | UInt32(byte)
    }
    return isBigEndian ? value : value.byteSwapped
  }

  private static func noCapture(_ magic: UInt32, offset: Int) -> WireError {
    let isClassic = [0xA1B2_C3D4, 0xA1B2_3C4D].contains { $0 == magic || $0 == magic.byteSwapped }
    return WireError(
      .invalid, field: "section header", offset: offset,
      found: isClassic
        ? "a capture of the older pcap format (convert it with editcap)" : hexadecimal(magic),
      allowed: hexadecimal(Pcapng.Block.section))
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    "0x" + Hexadecimal.encode((0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) })
  }
}

extension WireError {
  /// The same error where what was read stands further on in a file.
  fileprivate func moved(by distance: Int) -> WireError {
    WireError(
      code, message: message, field: field, offset: offset + distance, found: found,
      allowed: allowed)
  }
}

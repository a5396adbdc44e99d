/// Writes a capture in the pcapng format: one section, little-endian, timestamps in nanoseconds.
///
/// The bytes are taken away piece by piece with ``take()``, so that a capture of any length
/// needs little memory.
public struct PcapngWriter: Sendable {
  private var out: WireWriter
  private var body = WireWriter()
  private var hasOptions = false
  private var receivedPackets: [UInt64] = []

  /// A capture without interfaces.
  ///
  /// - Throws: ``WireError`` `oversize` when a text is longer than 65535 bytes, or all of them
  ///   longer than a block.
  public init(application: String = "", comments: [String] = []) throws(WireError) {
    out = WireWriter()
    body.write(Pcapng.byteOrderMagic)
    body.write(UInt16(1))
    body.write(UInt16(0))
    // The length of the section is not known before its end.
    body.write(Int64(-1))
    try options(comments: comments)
    try option(Pcapng.Option.application, ifPresent: application, field: "shb_userappl")
    try finishBlock(Pcapng.Block.section)
  }

  /// Bytes that wait to be taken.
  public var count: Int { out.count }

  /// The bytes written since the last call.
  public mutating func take() -> [UInt8] {
    let bytes = out.bytes
    out = WireWriter()
    return bytes
  }

  /// Introduces an interface; the result names it in packets.
  ///
  /// - Throws: ``WireError`` `oversize` when a text is longer than 65535 bytes.
  public mutating func add(_ interface: CaptureInterface) throws(WireError) -> Int {
    begin()
    body.write(interface.linkType.rawValue)
    body.write(UInt16(0))
    // No limit to the length of packets.
    body.write(UInt32(0))
    try option(Pcapng.Option.interfaceName, ifPresent: interface.name, field: "if_name")
    try option(
      Pcapng.Option.interfaceDescription, ifPresent: interface.description,
      field: "if_description")
    try option(Pcapng.Option.timestampResolution, [9], field: "if_tsresol")
    try finishBlock(Pcapng.Block.interface)
    receivedPackets.append(0)
    return receivedPackets.count - 1
  }

  /// Writes a packet. Times before the epoch are written as the epoch.
  ///
  /// - Throws: ``WireError`` `invalid` when there is no such interface, `oversize` when a comment is
  ///   longer than 65535 bytes or the block longer than 16 MiB.
  public mutating func add(_ packet: CapturePacket, on interface: Int) throws(WireError) {
    let number = try number(of: interface)
    try check(length: packet.bytes.count, field: "packet")
    begin()
    body.write(number)
    write(nanoseconds: packet.nanoseconds ?? 0)
    body.write(UInt32(clamping: packet.bytes.count))
    body.write(UInt32(clamping: max(packet.originalLength, packet.bytes.count)))
    body.write(packet.bytes)
    pad(packet.bytes.count)
    try options(comments: packet.comments)
    if let direction = packet.direction {
      let flags: UInt8 = direction == .inbound ? 0b01 : 0b10
      try option(Pcapng.Option.packetFlags, [flags, 0, 0, 0], field: "epb_flags")
    }
    try finishBlock(Pcapng.Block.enhancedPacket)
    receivedPackets[interface] += 1
  }

  /// Writes how many packets an interface had, with what is to be said behind the last of them.
  ///
  /// - Throws: ``WireError`` as for packets.
  public mutating func close(
    _ interface: Int, nanoseconds: Int64, comments: [String] = []
  ) throws(WireError) {
    let number = try number(of: interface)
    begin()
    body.write(number)
    write(nanoseconds: nanoseconds)
    try options(comments: comments)
    var count = WireWriter()
    count.write(receivedPackets[interface])
    try option(Pcapng.Option.received, count.bytes, field: "isb_ifrecv")
    try finishBlock(Pcapng.Block.statistics)
  }

  // MARK: Parts of a block

  /// Forgets a block that was given up half-way.
  private mutating func begin() {
    body.removeAll()
    hasOptions = false
  }

  private func number(of interface: Int) throws(WireError) -> UInt32 {
    guard receivedPackets.indices.contains(interface), let number = UInt32(exactly: interface)
    else {
      throw WireError(
        .invalid, field: "interface", offset: 0, found: "\(interface)",
        allowed: "one of \(receivedPackets.count) interfaces, counted from 0")
    }
    return number
  }

  private mutating func write(nanoseconds: Int64) {
    let time = UInt64(clamping: nanoseconds)
    body.write(UInt32(truncatingIfNeeded: time >> 32))
    body.write(UInt32(truncatingIfNeeded: time))
  }

  private mutating func pad(_ count: Int) {
    for _ in 0..<Pcapng.padding(count) { body.write(UInt8(0)) }
  }

  private mutating func options(comments: [String]) throws(WireError) {
    for comment in comments {
      try option(Pcapng.Option.comment, Array(comment.utf8), field: "opt_comment")
    }
  }

  private mutating func option(
    _ code: UInt16, ifPresent text: String, field: String
  ) throws(WireError) {
    if !text.isEmpty { try option(code, Array(text.utf8), field: field) }
  }

  private mutating func option(
    _ code: UInt16, _ value: [UInt8], field: String
  ) throws(WireError) {
    guard let length = UInt16(exactly: value.count) else {
      throw WireError(
        .oversize, field: field, offset: 0, found: "\(value.count) bytes",
        allowed: "at most 65535 bytes")
    }
    body.write(code)
    body.write(length)
    body.write(value)
    pad(value.count)
    hasOptions = true
  }

  /// Closes the options, if there are any, and puts the block behind the others.
  private mutating func finishBlock(_ type: UInt32) throws(WireError) {
    if hasOptions {
      body.write(Pcapng.Option.end)
      body.write(UInt16(0))
    }
    try check(length: body.count, field: "block")
    let length = UInt32(clamping: body.count + Pcapng.frameLength)
    out.write(type)
    out.write(length)
    out.write(body.bytes)
    out.write(length)
  }

  private func check(length: Int, field: String) throws(WireError) {
    let limit = Pcapng.maximumBlockLength - Pcapng.frameLength
    guard length <= limit else {
      throw WireError(
        .oversize, field: field, offset: 0, found: "\(length) bytes",
        allowed: "at most \(limit) bytes")
    }
  }
}

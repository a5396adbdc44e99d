import Errors

/// The bytes to and from a probe, one command at a time.
protocol JLinkCarrier {
  func write(_ bytes: [UInt8]) throws(RigError)
  /// What one transfer brings when `count` bytes are wanted: it may be less, or more.
  func read(_ count: Int) throws(RigError) -> [UInt8]
}

/// The questions that change nothing.
///
/// A probe does not answer a command that it does not know, and may hang on it: everything beyond
/// the three oldest commands is asked only where its capability is announced.
struct JLinkDialogue<Carrier: JLinkCarrier> {
  enum Capability: Int {
    case hardwareVersion = 1
    case hardwareInformation = 12
  }

  /// A firmware's name is 112 bytes long; more than this is no name.
  static var longestName: Int { 512 }

  private let carrier: Carrier
  private var pending: [UInt8] = []

  init(carrier: Carrier) { self.carrier = carrier }

  /// Asks everything, oldest commands first.
  mutating func information() throws(RigError) -> JLinkInformation {
    let capabilities = try number(0xE8, "its capabilities")
    let name = try firmware()
    let status = try ask([0x07], 8, "its state")
    var information = JLinkInformation(
      firmware: name, hardwareVersion: nil, targetMillivolts: Int(Self.word16(status, 0)),
      targetMilliamperes: nil, capabilities: capabilities)
    if Self.has(.hardwareVersion, capabilities) {
      let version = try number(0xF0, "the version of its hardware")
      information.hardwareVersion = .init(number: version)
    }
    if Self.has(.hardwareInformation, capabilities) {
      // Bit 2 of the mask: the current that the target takes. All ones: it does not measure.
      let answer = try ask([0xC1, 4, 0, 0, 0], 4, "the current of its target")
      let current = Self.word32(answer, 0)
      if current < 100_000 { information.targetMilliamperes = Int(current) }
    }
    return information
  }

  private mutating func firmware() throws(RigError) -> String {
    let what = "its firmware"
    try send([0x01])
    let length = Int(Self.word16(try receive(2, what), 0))
    guard length > 0, length <= Self.longestName else {
      throw RigError(
        .malformed, reason: "the probe says that its firmware's name has \(length) bytes")
    }
    let bytes = try receive(length, what)
    return DescriptorText.readable(bytes.prefix { $0 != 0 }, "firmware").0
  }

  private mutating func number(_ command: UInt8, _ what: String) throws(RigError) -> UInt32 {
    Self.word32(try ask([command], 4, what), 0)
  }

  private mutating func ask(
    _ command: [UInt8], _ count: Int, _ what: String
  ) throws(RigError) -> [UInt8] {
    try send(command)
    return try receive(count, what)
  }

  private mutating func send(_ command: [UInt8]) throws(RigError) {
    guard pending.isEmpty else {
      throw RigError(
        .malformed, reason: "the probe answered \(pending.count) bytes more than it was asked for")
    }
    try carrier.write(command)
  }

  /// An answer may come in pieces, and a piece may hold the beginning of the next part.
  private mutating func receive(_ count: Int, _ what: String) throws(RigError) -> [UInt8] {
    while pending.count < count {
      let piece = try carrier.read(count - pending.count)
      guard !piece.isEmpty else {
        throw RigError(
          .malformed,
          reason: "the probe answered \(pending.count) bytes when asked for \(what), not "
            + "\(count)")
      }
      pending += piece
    }
    defer { pending.removeFirst(count) }
    return Array(pending.prefix(count))
  }

  private static func has(_ capability: Capability, _ capabilities: UInt32) -> Bool {
    capabilities >> capability.rawValue & 1 == 1
  }

  private static func word16(_ bytes: [UInt8], _ offset: Int) -> UInt16 {
    guard offset + 2 <= bytes.count else { return 0 }
    return UInt16(bytes[offset]) | UInt16(bytes[offset + 1]) << 8
  }

  private static func word32(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
    UInt32(word16(bytes, offset)) | UInt32(word16(bytes, offset + 2)) << 16
  }
}

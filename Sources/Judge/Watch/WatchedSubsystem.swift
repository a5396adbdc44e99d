import LabRuntime
import RigFile
import UCI

/// A UCI board as the watch follows it.
///
/// It is lenient where sources differ: in the order of responses and notifications, in what a refusal
/// looks like, in when a board says that it is ready.
struct WatchedSubsystem: WatchedBoard {
  /// Commands that are waiting for an answer, by group and opcode.
  private var commands: [UInt16: Int] = [:]
  /// The commands in the order in which they were sent.
  private var order: [UInt16] = []
  /// Cuts what is sent past the framing, as far as packets can be found in it.
  private var outgoing: UCIReceiver
  /// What was sent past the framing may have left a packet unfinished.
  private var hasLoose = false
  private var reassembler = UCIReassembler()
  private var dialect: UCIDialect
  private let knowsDialect: Bool
  private var isFirst = true
  private var sessions: WatchedSessions
  private var identity: CoreGetDeviceInfoResponse?
  private var capabilities: CoreGetCapsInfoResponse?
  /// By type, group and opcode the payload whose fields have passed last.
  private var passed: [UInt32: [UInt8]] = [:]
  /// What it measures, of those that stand somewhere known.
  private(set) var ranges: [WatchedRange] = []

  init(_ board: RigBoard) {
    dialect = board.uciDialect
    knowsDialect = board.dialect != nil
    outgoing = UCIReceiver(dialect: board.uciDialect)
    sessions = WatchedSessions()
  }

  mutating func opened(at now: LabInstant) {
    isFirst = true
    reassembler.reset()
    outgoing.reset()
    sessions.opened(at: now)
  }

  mutating func sent(_ bytes: [UInt8], frame: [UInt8]?, at now: LabInstant) {
    // What was begun past the framing is not finished by a whole frame.
    if frame != nil, hasLoose {
      outgoing.reset()
      hasLoose = false
    }
    if frame == nil { hasLoose = true }
    for case .packet(let packet, _) in outgoing.append(bytes) {
      if packet.messageType == .command {
        let key = Self.key(packet)
        commands[key, default: 0] += 1
        order.append(key)
        if order.count > Self.mostWaiting { order.removeFirst(Self.mostWaiting / 2) }
      }
      sessions.commanded(UCIMessage.decode(packet: packet, dialect: dialect), at: now)
    }
  }

  /// Commands whose answers are awaited; a board that answers none is found by every case.
  private static let mostWaiting = 4096

  private static let initKey =
    UInt16(SessionInitCommand.gid) << 8 | UInt16(SessionInitCommand.oid)

  private static func key(_ packet: UCIPacket) -> UInt16 {
    UInt16(packet.gid) << 8 | UInt16(packet.oid)
  }

  mutating func noise(_ reason: String, bytes: Int, at now: LabInstant) -> [Finding] {
    UCIRules.all.findings(in: sight(.noise(reason: reason, bytes: bytes)))
  }

  func judge(_ deviation: Deviation) -> [Finding] {
    UCIRules.all.findings(in: sight(.deviation(deviation)))
  }

  mutating func forgetIdentity() { (identity, capabilities) = (nil, nil) }

  /// The addresses that its sessions have now, the low byte first.
  var addresses: [[UInt8]] { sessions.addresses }

  private func sight(_ content: UCISight.Content) -> UCISight {
    UCISight(content: content, dialect: dialect, isFirst: isFirst)
  }

  mutating func received(_ frame: [UInt8], at now: LabInstant) -> [Finding] {
    ranges = []
    guard let segment = UCISegment(frame, dialect: dialect) else {
      return noise("a segment of another length", bytes: frame.count, at: now)
    }
    var findings = UCIRules.all.findings(in: sight(.segment(segment.header)))
    for item in reassembler.append(segment) {
      switch item {
      case .damage(.abortedByDeviceError, _): break
      case .damage(let reason, let bytes):
        findings += noise("\(reason)", bytes: bytes.count, at: now)
      case .packet(let packet, _): findings += take(packet, at: now)
      }
    }
    isFirst = false
    return findings
  }

  private mutating func take(_ packet: UCIPacket, at now: LabInstant) -> [Finding] {
    let message = read(packet)
    var sight = sight(.message(message, packet))
    judgeFields(of: message, packet, &sight)
    if packet.messageType == .response {
      if !answered(packet) {
        sight.trespass = Breach(
          expected: "no response", got: "\(message.name) without its command")
      }
      describe(message, &sight)
    }
    sessions.received(message, at: now, &sight)
    if case .coreGenericErrorNotification(let error) = message, error.status == .commandRetry,
      let first = order.first
    {
      // It asks for a command again, and will not answer the first.
      forget(first)
      if first == Self.initKey { sessions.forgetBegun() }
    }
    if case .sessionInfoNotification(let report) = message { ranges = report.watchedRanges }
    return UCIRules.all.findings(in: sight)
  }

  /// Reads a packet; where nothing says whose board it is, as the vendor whose layout fits it.
  private func read(_ packet: UCIPacket) -> UCIMessage {
    let first = UCIMessage.decode(packet: packet, dialect: dialect)
    if dialect.vendor != .none || first.isExact { return first }
    let others = UCIVendor.allCases.lazy.map { vendor in
      UCIMessage.decode(
        packet: packet, dialect: UCIDialect(version: dialect.version, vendor: vendor))
    }
    return others.first { $0.isExact } ?? first
  }

  /// Holds the fields against the table, unless the same message has just passed.
  private mutating func judgeFields(
    of message: UCIMessage, _ packet: UCIPacket, _ sight: inout UCISight
  ) {
    guard !packet.isOfVendor, let body = message.body else { return }
    let key = UInt32(packet.messageType.rawValue) << 16 | UInt32(Self.key(packet))
    guard passed[key] != packet.payload else { return }
    let check = UCIFieldCheck(type(of: body).fields, packet.payload, dialect)
    (sight.field, sight.reserved) = (check.value, check.reserved)
    if check.value == nil, check.reserved == nil { passed[key] = packet.payload }
  }

  private mutating func answered(_ packet: UCIPacket) -> Bool {
    let key = Self.key(packet)
    guard commands[key] ?? 0 > 0 else { return false }
    forget(key)
    return true
  }

  private mutating func forget(_ key: UInt16) {
    commands[key] = max(0, (commands[key] ?? 0) - 1)
    if let index = order.firstIndex(of: key) { order.remove(at: index) }
  }

  /// What it says of itself, against what it said at first.
  private mutating func describe(_ message: UCIMessage, _ sight: inout UCISight) {
    switch message {
    case .coreGetDeviceInfoResponse(let info) where info.status == .ok && info.body != nil:
      if let identity, identity != info {
        sight.otherIdentity = Self.difference(identity, info, dialect)
      }
      identity = identity ?? info
      if !knowsDialect {
        let found = UCIDialect(deviceInfo: info)
        if found != dialect { passed = [:] }
        dialect = found
        outgoing.dialect = dialect
      }
    case .coreGetCapsInfoResponse(let list) where list.status == .ok && list.tlvs != nil:
      if let capabilities, capabilities != list {
        sight.otherCapabilities = Self.difference(capabilities, list, dialect)
      }
      capabilities = capabilities ?? list
    default: break
    }
  }

  /// The first field that differs.
  private static func difference(
    _ one: any UCIMessageBody, _ other: any UCIMessageBody, _ dialect: UCIDialect
  ) -> Breach {
    let (left, right) = (one.payload, other.payload)
    let place = zip(left, right).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    let offset = place ?? min(left.count, right.count)
    func words(_ bytes: [UInt8]) -> String {
      let shown = bytes.dropFirst(offset).prefix(8)
      return shown.isEmpty ? "the end" : "\(shown.map { String($0, radix: 16) })"
    }
    return Breach(
      expected: "at byte \(offset) \(words(left)) as at first", got: words(right))
  }
}

extension UCIMessage {
  /// Whether a layout takes all of its bytes.
  fileprivate var isExact: Bool { body.map { $0.trailing.isEmpty } ?? false }
}

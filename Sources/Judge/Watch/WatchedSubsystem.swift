import LabRuntime
import RigFile
import UCI

/// A UCI board as the watch follows it.
///
/// It is lenient where sources differ: in the order of responses and notifications, in what a refusal
/// looks like, in when a board says that it is ready.
struct WatchedSubsystem: WatchedBoard {
  /// The fields of a message.
  private struct Layout {
    /// The fields; nil where they take the longer way.
    let path: FieldPath?
    /// The payload that has passed last by the longer way.
    var passed: [UInt8]?

    func hasPassed(_ packet: UCIPacket) -> Bool {
      guard let path else { return packet.payload == passed }
      return path.fits(packet.payload) || packet.isRefusal && path.begins(with: packet.payload)
        || packet.payload == passed
    }
  }

  /// The commands that are waiting for an answer, by group and opcode, in the order of their sending.
  private var commands: [UInt16] = []
  /// Cuts what is sent past the framing, as far as packets can be found in it.
  private var outgoing: UCIReceiver
  /// What was sent past the framing may have left a packet unfinished.
  private var hasLoose = false
  private var reassembler = UCIReassembler()
  private var dialect: UCIDialect
  private let knowsDialect: Bool
  private var isFirst = true
  /// Whether a command was answered over this link. What the board owed an earlier host, or what was cut
  /// when the port was opened, comes before that and is not this host's to judge.
  private var isHeard = false
  private var sessions: WatchedSessions
  private var requests = WatchedRequests()
  /// What it said of itself at first.
  private var identity: [UInt8]?
  /// What it said at first that it can.
  private var capabilities: [UInt8]?
  /// The layouts of what has come, by the key of the packet.
  private var layouts: [UInt32: Layout] = [:]
  /// What it measures, of those that stand somewhere known.
  private(set) var ranges: [WatchedRange] = []
  var distanceRule: WatchRule { UCIRules.distance }

  init(_ board: RigBoard) {
    dialect = board.uciDialect
    knowsDialect = board.dialect != nil
    outgoing = UCIReceiver(dialect: board.uciDialect)
    sessions = WatchedSessions()
  }

  mutating func opened(at now: LabInstant) {
    (isFirst, isHeard) = (true, false)
    reassembler.reset()
    outgoing.reset()
    sessions.opened(at: now)
  }

  mutating func sent(_ bytes: [UInt8], frame: [UInt8]?, at now: LabInstant) {
    // A segment of data, of which more may follow.
    requests.sent(
      looseData: frame == nil && bytes.first.map { $0 & 0xEF == 0x01 } ?? false, at: now)
    // What was begun past the framing is not finished by a whole frame.
    if frame != nil, hasLoose {
      outgoing.reset()
      hasLoose = false
    }
    if frame == nil { hasLoose = true }
    if let frame, outgoing.isIdle, let header = header(of: frame), !header.moreSegments {
      return command(header, frame[UCIHeader.size...], at: now)
    }
    for case .packet(let packet, _) in outgoing.append(bytes) {
      command(UCIHeader(packet), packet.payload[...], at: now)
    }
  }

  /// The header of a segment; nil for bytes that are no segment, or more than one.
  private func header(of frame: [UInt8]) -> UCIHeader? {
    guard frame.count >= UCIHeader.size else { return nil }
    let header = UCIHeader(frame[0], frame[1], frame[2], frame[3], dialect: dialect)
    return header.payloadLength == frame.count - UCIHeader.size ? header : nil
  }

  private mutating func command(
    _ header: UCIHeader, _ payload: ArraySlice<UInt8>, at now: LabInstant
  ) {
    if header.messageType == .command {
      commands.append(Self.key(header))
      if commands.count > Self.mostWaiting { commands.removeFirst(Self.mostWaiting / 2) }
    }
    if WatchedSessions.follows(header) {
      sessions.commanded(header, payload, at: now)
      requests.asked(header, payload, at: now)
    }
  }

  /// Commands whose answers are awaited; a board that answers none is found by every case.
  private static let mostWaiting = 4096

  private static let initKey =
    UInt16(SessionInitCommand.gid) << 8 | UInt16(SessionInitCommand.oid)

  private static let infoKey =
    UInt16(CoreGetDeviceInfoResponse.gid) << 8 | UInt16(CoreGetDeviceInfoResponse.oid)
  private static let capsKey =
    UInt16(CoreGetCapsInfoResponse.gid) << 8 | UInt16(CoreGetCapsInfoResponse.oid)

  private static func key(_ header: UCIHeader) -> UInt16 {
    UInt16(header.gid) << 8 | UInt16(header.oid)
  }

  mutating func noise(_ reason: String, bytes: Int, at now: LabInstant) -> [Finding] {
    UCIRules.all.findings(in: sight(.noise(reason: reason, bytes: bytes)))
  }

  mutating func forgetIdentity() { (identity, capabilities) = (nil, nil) }

  func isCalled(_ address: [UInt8]) -> Bool { sessions.areCalled(address) }

  private func sight(_ content: UCISight.Content) -> UCISight {
    var sight = UCISight(content, dialect)
    sight.isFirst = isFirst
    return sight
  }

  mutating func received(_ frame: [UInt8], at now: LabInstant) -> [Finding] {
    if !ranges.isEmpty { ranges = [] }
    guard let header = header(of: frame) else {
      return noise("a segment of another length", bytes: frame.count, at: now)
    }
    let wasHeard = isHeard
    let isWhole = !header.moreSegments && reassembler.isIdle
    var isKnown = false
    if isWhole, isPlain(header, frame, at: now, &isKnown) {
      isFirst = false
      return []
    }
    guard let segment = UCISegment(frame, dialect: dialect) else { return [] }
    var findings: [Finding] = []
    if !header.isRight {
      findings = UCIRules.all.findings(in: sight(.segment(header)))
    }
    if isWhole {
      let more = take(UCIPacket(segment), header, at: now, isKnown: isKnown)
      if !more.isEmpty { findings += more }
    } else {
      for item in reassembler.append(segment) {
        switch item {
        case .damage(.abortedByDeviceError, _): break
        case .damage(let reason, let bytes):
          findings += noise("\(reason)", bytes: bytes.count, at: now)
        case .packet(let packet, _): findings += take(packet, UCIHeader(packet), at: now)
        }
      }
    }
    isFirst = false
    return wasHeard || isHeard || !header.mayBeLeftOver ? findings : []
  }

  /// Takes most of what comes: the answer to a command, a state, a vendor's notification, right, of a
  /// known layout and of no consequence. It is looked at where it stands.
  ///
  /// - Parameter isKnown: becomes true where its layout is known and its fields are right.
  /// - Returns: false for anything else, of which nothing was taken.
  private mutating func isPlain(
    _ header: UCIHeader, _ frame: [UInt8], at now: LabInstant, _ isKnown: inout Bool
  ) -> Bool {
    guard header.isRight else { return false }
    switch header.messageType {
    case .response:
      if WatchedSessions.follows(header) {
        guard frame.count > UCIHeader.size, fits(header, frame),
          answered(header, frame[UCIHeader.size])
        else { return false }
        sessions.takes(answer: frame, header, at: now)
        return true
      }
      guard !isOfItself(header, frame, from: UCIHeader.size),
        header.isOfVendor || fits(header, frame)
      else { return false }
      return answered(header, frame.count > UCIHeader.size ? frame[UCIHeader.size] : nil)
    case .notification:
      if header.isOfVendor { return true }
      isKnown = fits(header, frame)
      return isKnown && sessions.takes(header, frame, at: now)
    default: return false
    }
  }

  /// Whether the layout of a frame is known, and every field of it is right or has passed already.
  private func fits(_ header: UCIHeader, _ frame: [UInt8]) -> Bool {
    guard let known = layouts[header.key] else { return false }
    if let path = known.path { return path.fits(frame, from: UCIHeader.size) }
    return known.passed.map { frame.ends(with: $0, at: UCIHeader.size) } ?? false
  }

  /// - Parameter isKnown: whether its fields are known to be right.
  private mutating func take(
    _ packet: UCIPacket, _ header: UCIHeader, at now: LabInstant, isKnown: Bool = false
  ) -> [Finding] {
    let isRight = isKnown || packet.isOfVendor || hasPassed(packet)
    let wasAsked = packet.messageType != .response || answered(header, packet.payload.first)
    if isRight, wasAsked, !WatchedSessions.follows(header),
      !isOfItself(header, packet.payload, from: 0)
    {
      return []
    }
    let message = read(packet)
    var sight = sight(.message(message, packet))
    sight.isRight = isRight
    if !isRight { judgeFields(of: message, packet, &sight) }
    if !wasAsked {
      sight[.trespass] = Breach(
        expected: "no response", got: "\(message.name) without its command", unasked: message.name)
    }
    if packet.messageType == .response { describe(message, packet, &sight) }
    sessions.received(message, at: now, &sight)
    sight[.trespass] = requests.breach(
      of: packet, message.name, isWaiting: !commands.isEmpty, at: now)
    if case .coreGenericErrorNotification(let error) = message, error.status == .commandRetry,
      let first = commands.first
    {
      // It asks for a command again, and will not answer the first.
      commands.removeFirst()
      if first == Self.initKey { sessions.forgetBegun() }
    }
    if case .sessionInfoNotification(let report) = message { ranges = report.watchedRanges }
    return sight.isClean ? [] : UCIRules.all.findings(in: sight)
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

  /// Whether the payload is one in which every field is right, or has passed already.
  private mutating func hasPassed(_ packet: UCIPacket) -> Bool {
    if let known = layouts[packet.key] { return known.hasPassed(packet) }
    let known = Layout(path: FieldPath.of(packet, in: dialect))
    layouts[packet.key] = known
    return known.hasPassed(packet)
  }

  /// Holds the fields against the table.
  private mutating func judgeFields(
    of message: UCIMessage, _ packet: UCIPacket, _ sight: inout UCISight
  ) {
    guard let body = message.body else { return }
    let check = UCIFieldCheck(type(of: body).fields, packet.payload, dialect)
    (sight[.field], sight[.reserved]) = (check.value, check.reserved)
    if check.value == nil, check.reserved == nil, body.trailing.isEmpty {
      layouts[packet.key]?.passed = packet.payload
    }
  }

  private mutating func answered(_ header: UCIHeader, _ status: UInt8?) -> Bool {
    guard let index = commands.firstIndex(of: Self.key(header)) else { return false }
    commands.remove(at: index)
    isHeard = true
    requests.answered(header, status)
    return true
  }

  /// Whether it is what the board says of itself, and has not said like this before.
  private func isOfItself(_ header: UCIHeader, _ bytes: [UInt8], from start: Int) -> Bool {
    func isNew(_ known: [UInt8]?) -> Bool { known.map { !bytes.ends(with: $0, at: start) } ?? true }
    guard header.messageType == .response else { return false }
    return switch Self.key(header) {
    case Self.infoKey: isNew(identity)
    case Self.capsKey: isNew(capabilities)
    default: false
    }
  }

  /// What it says of itself, against what it said at first.
  private mutating func describe(
    _ message: UCIMessage, _ packet: UCIPacket, _ sight: inout UCISight
  ) {
    switch message {
    case .coreGetDeviceInfoResponse(let info) where info.status == .ok && info.body != nil:
      sight[.identity] = Self.difference(identity, packet.payload)
      identity = identity ?? packet.payload
      if !knowsDialect {
        let found = UCIDialect(deviceInfo: info)
        if found != dialect { layouts = [:] }
        dialect = found
        outgoing.dialect = dialect
      }
    case .coreGetCapsInfoResponse(let list) where list.status == .ok && list.tlvs != nil:
      sight[.capabilities] = Self.difference(capabilities, packet.payload)
      capabilities = capabilities ?? packet.payload
    default: break
    }
  }

  /// The first field that differs.
  private static func difference(_ left: [UInt8]?, _ right: [UInt8]) -> Breach? {
    guard let left, left != right else { return nil }
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

extension UCIHeader {
  /// Whether a packet may be the rest of what an earlier host had asked for, or of its sessions.
  fileprivate var mayBeLeftOver: Bool {
    messageType == .response
      || messageType == .notification
        && ([1, 2].contains(gid)
          || gid == CoreGenericErrorNotification.gid && oid == CoreGenericErrorNotification.oid)
  }
}

extension UCIMessage {
  /// Whether a layout takes all of its bytes.
  fileprivate var isExact: Bool { body.map { $0.trailing.isEmpty } ?? false }
}

extension [UInt8] {
  /// Whether the bytes from a place on are others.
  fileprivate func ends(with bytes: [UInt8], at start: Int) -> Bool {
    guard count == start + bytes.count else { return false }
    for index in bytes.indices where self[start + index] != bytes[index] { return false }
    return true
  }
}

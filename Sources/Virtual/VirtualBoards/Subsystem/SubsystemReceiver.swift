import UCI

/// What a subsystem makes of the bytes that its host sends: whole packets, as its personality and its
/// faults have it read them.
struct SubsystemReceiver {
  /// What a chunk of bytes brought.
  struct Received {
    var packets: [UCIPacket] = []
    /// Answers of the microcontroller in front of the subsystem.
    var answers: [[UInt8]] = []
    /// Whether damage has brought it out of step, so that it hears nothing more.
    var losesStep = false
  }

  private let hooks: UCIHooks
  private let creditsIdleData: Bool
  private var segments: UCIStreamDecoder
  /// Takes the headers off; nil for a board that has plain UCI.
  private var headers: PnPReceiver?
  // A longer command than any that exists is not held.
  private var reassembler = UCIReassembler(limit: 4096)
  /// The header of the last segment, when more were to follow it.
  private var unfinished: UCIHeader?

  init(_ personality: UWBSPersonality, _ hooks: UCIHooks, hasHeaders: Bool) {
    self.hooks = hooks
    creditsIdleData = personality.creditsIdleData
    segments = UCIStreamDecoder(dialect: personality.dialect)
    headers = hasHeaders ? PnPReceiver() : nil
  }

  /// Forgets what is not whole yet.
  mutating func reset() {
    segments.reset()
    headers?.reset()
    reassembler.reset()
    unfinished = nil
  }

  /// Takes a chunk as it was read.
  mutating func append(_ chunk: [UInt8]) -> Received {
    var received = Received()
    let items = hooks.read(segments.append(unwrapped(chunk, &received)))
    if hooks.needsWholeReads { segments.reset() }
    for item in items {
      switch item {
      case .segment(let segment): take(segment, &received)
      case .damage(let reason, _):
        if reason == .reservedMessageType {
          reassembler.reset()
          unfinished = nil
        }
        if hooks.losesStepOnDamage { received.losesStep = true }
      }
    }
    return received
  }

  /// What stood behind the headers of a board that wants them; requests to its microcontroller are
  /// answered as in the log of an SR250.
  private mutating func unwrapped(_ chunk: [UInt8], _ received: inout Received) -> [UInt8] {
    guard let items = headers?.append(chunk) else { return chunk }
    var bytes: [UInt8] = []
    for item in items {
      if item.type == PnPFraming.uci {
        bytes += item.bytes
      } else if let step = PnPFraming.start.first(where: { $0.request[0] == item.type }) {
        received.answers.append(step.answer)
      }
    }
    return bytes
  }

  /// Adds the message that a segment completes, if it does.
  private mutating func take(_ segment: UCISegment, _ received: inout Received) {
    let isAlone = creditsIdleData && segment.header.messageType == .data
    let fate = isAlone ? .takeWhole : hooks.segment(segment, unfinished)
    if segment.header.messageType != .data {
      unfinished = segment.header.moreSegments ? segment.header : nil
    }
    switch fate {
    case .take: break
    case .takeAnew: reassembler.reset()
    case .takeWhole:
      let header = segment.header
      received.packets.append(
        UCIPacket(
          header.messageType, gid: header.gid, oid: header.oid, payload: Array(segment.payload)))
      return
    case .drop: return
    }
    for item in reassembler.append(segment) {
      switch item {
      case .packet(let packet, _): received.packets.append(packet)
      case .damage: if hooks.losesStepOnDamage { received.losesStep = true }
      }
    }
  }
}

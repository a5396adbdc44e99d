import LabRuntime
import UCI

/// One way in which a UWB subsystem is not what it should be, by name.
public struct UCIFault: Sendable {
  /// A name for the command line and for reports.
  public let name: String
  /// The violation, in one sentence.
  public let summary: String
  let hooks: UCIHooks

  init(_ name: String, _ summary: String, _ change: (inout UCIHooks) -> Void) {
    self.name = name
    self.summary = summary
    var hooks = UCIHooks()
    change(&hooks)
    self.hooks = hooks
  }

  /// Every fault, group by group.
  public static let all: [UCIFault] =
    packets + core + sessions + control + ranging + framing + device + parameters + sessionStates
    + rounds + multicast + data + rangingQuality + dialects + words + unprovoked

  /// The names of all, of those of calibration, and of the variations behind them.
  public static let names = (all + calibration + variations).map(\.name)

  /// The fault or variation of that name.
  public static func named(_ name: String) -> UCIFault? {
    (all + calibration + variations).first { $0.name == name }
  }
}

/// Where a fault takes hold of a subsystem; every hook is the reference until it is changed.
struct UCIHooks: Sendable {
  typealias Incoming = @Sendable (UCIPacket, UCIHistory) -> [UCIStep]
  typealias Outgoing = @Sendable (UCIPacket, UCIHistory) -> [UCIDelivery]

  var personality: @Sendable (inout UWBSPersonality) -> Void = { _ in }
  var incoming: Incoming = { packet, _ in [.take(packet)] }
  var outgoing: Outgoing = { packet, _ in [.now(packet)] }
  /// Changes the measurements of a round of a session; false reports nothing of it.
  var round: @Sendable (inout [UWBSMeasurement], SubsystemRanging) -> Bool = { _, _ in true }
  /// The time from block to block, from the one that was configured.
  var interval: @Sendable (Duration) -> Duration = { $0 }
  /// Whether SESSION_STOP ends the ranging.
  var stopsRanging = true
  /// Whether the radio hears only peers with its own STS.
  var checksSTS = true
  /// The fate of a segment of the host; the header is that of the segment before it, when
  /// that one announced more.
  var segment: @Sendable (UCISegment, UCIHeader?) -> UCISegmentFate = { _, _ in .take }
  /// The segments kept of those that one read of the link has completed.
  var read: @Sendable ([UCIStreamDecoder.Item]) -> [UCIStreamDecoder.Item] = { $0 }
  /// Whether a packet that does not come in one read is lost.
  var needsWholeReads = false
  /// The segments sent in place of those of a message.
  var outgoingSegments: @Sendable ([[UInt8]]) -> [[UInt8]] = { $0 }
  /// What is sent on every connection again and again, and how often.
  var notices: (interval: Duration, packet: UCIPacket)?
  /// Bytes that are no packet and come first on every connection.
  var banner: [UInt8]?
  /// Whether only the first connection is heard.
  var hearsOneConnection = false
  /// Whether bytes that cannot be read put the board out of step until the connection ends.
  var losesStepOnDamage = false

  mutating func onReceive<Body: UCIMessageBody>(
    _ body: Body.Type, _ reaction: @escaping Incoming
  ) {
    let before = incoming
    incoming = { packet, history in
      Body.isNamed(by: packet) ? reaction(packet, history) : before(packet, history)
    }
  }

  /// Does these steps with messages of a kind where something is so, and takes the others.
  mutating func onReceive<Body: UCIMessageBody>(
    _ body: Body.Type, _ steps: [UCIStep],
    where isStruck: @escaping @Sendable (UCIPacket, UCIHistory) -> Bool
  ) {
    onReceive(body) { isStruck($0, $1) ? steps : [.take($0)] }
  }

  /// Does something else with messages of a kind that can be read; nil: takes them as they came.
  mutating func onBody<Body: UCIMessageBody>(
    _ body: Body.Type, _ reaction: @escaping @Sendable (Body, UCIHistory) -> UCIStep?
  ) {
    onReceive(body) { packet, history in
      let body = try? Body(packet: packet, dialect: history.dialect)
      return [body.flatMap { reaction($0, history) } ?? .take(packet)]
    }
  }

  /// Says another status in the responses that have one.
  mutating func changeStatus(_ found: UCIStatus, to status: UInt8) {
    outgoing = { packet, _ in
      guard packet.messageType == .response, packet.payload.first == found.rawValue else {
        return [.now(packet)]
      }
      var wrong = packet
      wrong.payload[0] = status
      return [.now(wrong)]
    }
  }

  mutating func omit<Body: UCIMessageBody>(
    _ body: Body.Type, where isLeftOut: @escaping @Sendable (Body, UCIHistory) -> Bool
  ) {
    onSend(body) { body, history in isLeftOut(body, history) ? [] : [body.packet] }
  }

  mutating func alter<Body: UCIMessageBody>(
    _ body: Body.Type, _ change: @escaping @Sendable (inout Body, UCIHistory) -> Void
  ) {
    onSend(body) { body, history in
      var changed = body
      change(&changed, history)
      return [changed.packet]
    }
  }

  mutating func alterBytes<Body: UCIMessageBody>(
    _ body: Body.Type, _ change: @escaping @Sendable (inout UCIPacket, UCIHistory) -> Void
  ) {
    onSendPacket(body) { packet, history in
      var changed = packet
      change(&changed, history)
      return [.now(changed)]
    }
  }

  mutating func onSend<Body: UCIMessageBody>(
    _ body: Body.Type, _ replacement: @escaping @Sendable (Body, UCIHistory) -> [UCIPacket]
  ) {
    onSendPacket(body) { packet, history in
      guard let body = try? Body(packet: packet, dialect: history.dialect) else {
        return [.now(packet)]
      }
      return replacement(body, history).map { .now($0) }
    }
  }

  /// Changes what is sent instead of one kind of message, byte by byte.
  mutating func onSendPacket<Body: UCIMessageBody>(
    _ body: Body.Type, _ replacement: @escaping Outgoing
  ) {
    let before = outgoing
    outgoing = { packet, history in
      Body.isNamed(by: packet) ? replacement(packet, history) : before(packet, history)
    }
  }
}

/// The fate of a segment.
enum UCISegmentFate: Hashable, Sendable {
  /// Put it behind the segments before it.
  case take
  /// Forget the segments before it.
  case takeAnew
  case takeWhole
  case drop
}

/// One thing that a subsystem does with a packet.
enum UCIStep: Hashable, Sendable {
  /// Hand this packet to the state machine.
  case take(UCIPacket)
  case say(UCIPacket)
  /// Do nothing at all any more until the next connection.
  case wedge
  /// Hang up and be gone for so long, then start again.
  case die(Duration)

  /// Hang up and be back after a second.
  static let die = UCIStep.die(.seconds(1))
}

/// A packet that is going to be sent.
struct UCIDelivery: Hashable, Sendable {
  var packet: UCIPacket
  var delay = Duration.zero

  static func now(_ packet: UCIPacket) -> UCIDelivery { UCIDelivery(packet: packet) }
}

/// The memory of a subsystem, for a fault.
struct UCIHistory: Sendable {
  let dialect: UCIDialect
  var lastCommand: UCIPacket?
  /// How long before this packet of the host the one before came; nil for the first.
  var quiet: Duration?
  /// Commands on this connection before that one.
  var commands = 0
  /// Reports of rounds on this connection so far.
  var reports: UInt32 = 0
  var sessions: [UWBSession] = []

  func wasAsked<Body: UCIMessageBody>(_ body: Body.Type) -> Bool {
    lastCommand?.gid == Body.gid && lastCommand?.oid == Body.oid
  }
}

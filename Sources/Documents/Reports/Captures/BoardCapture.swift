import Journal
import WireFormat

/// The capture of one board while the journal is read.
struct BoardCapture {
  /// Packets that are held until the framing of the link has shown itself.
  private static let maximumHeld = 64
  private static let maximumHeldBytes = 1 << 16
  private static let maximumComments = 200
  private static let maximumRawComments = 20
  private static let maximumRunning = 1000

  let name: String
  /// Whether the journal saw the board itself, and not its name alone.
  private(set) var isPresent = false
  private(set) var writer: PcapngWriter
  private var content = CaptureContent(firmware: "", framing: .unseen)
  private var interface: Int?
  /// The interface of Bluetooth packets.
  private var air: Int?
  private var held: [CapturePacket] = []
  private var heldBytes = 0
  private var lastIn: [UInt8]?
  private var lastOut: [UInt8]?
  /// What is said beside the next packet.
  private var comments: [String] = []
  private var rawComments = 0
  private var passedOver = 0
  private var running: [String] = []

  init(name: String, application: String, remark: String) throws(WireError) {
    self.name = name
    writer = try PcapngWriter(application: application, comments: remark.isEmpty ? [] : [remark])
  }

  mutating func open(_ change: Event.BoardChange) {
    isPresent = true
    // What was said first holds: the packets before are of that kind.
    if content.firmware.isEmpty, let firmware = change.firmware { content.firmware = firmware }
    if content.dialect.isEmpty, let dialect = change.dialect { content.dialect = dialect }
  }

  // MARK: Cases

  mutating func start(_ started: Event.CaseStarted) {
    let attempt = started.attempt > 1 ? " (attempt \(started.attempt))" : ""
    if running.count < Self.maximumRunning { running.append(started.instance) }
    comment("case \(started.instance) started\(attempt)")
  }

  /// Cases that never started, such as those that were skipped, leave no trace.
  mutating func finish(_ finished: Event.CaseFinished) {
    guard let index = running.firstIndex(of: finished.instance) else { return }
    running.remove(at: index)
    let reason = finished.reason.isEmpty ? "" : ": \(finished.reason)"
    comment("case \(finished.instance) finished \(finished.verdict.rawValue)\(reason)")
  }

  private mutating func comment(_ text: String) {
    guard comments.count < Self.maximumComments else { return passedOver += 1 }
    comments.append(Visible.text(text).clipped(to: 500))
  }

  private mutating func takeComments() -> [String] {
    if passedOver > 0 { comments.append("… and \(passedOver) more remarks") }
    defer {
      comments = []
      rawComments = 0
      passedOver = 0
    }
    return comments
  }

  // MARK: Bytes

  /// A chunk shows how the link is framed, and bytes that were sent without being a frame.
  mutating func chunk(_ transfer: Event.Transfer) {
    switch transfer.direction {
    case .in: lastIn = isUndecided ? transfer.bytes : nil
    case .out:
      if let frame = lastOut {
        learn(frame: frame, chunk: transfer.bytes)
        lastOut = nil
      } else if rawComments < Self.maximumRawComments {
        rawComments += 1
        let bytes = Visible.hexadecimal(
          Array(transfer.bytes.prefix(64)), of: transfer.bytes.count)
        comment("sent outside any frame: \(bytes)")
      } else {
        passedOver += 1
      }
    }
  }

  mutating func frame(_ transfer: Event.Transfer, nanoseconds: Int64) throws(WireError) {
    isPresent = true
    switch transfer.direction {
    case .in:
      if let chunk = lastIn { learn(frame: transfer.bytes, chunk: chunk) }
      lastIn = nil
    case .out: lastOut = transfer.bytes
    }
    let packet = CapturePacket(
      nanoseconds: nanoseconds, direction: transfer.direction == .in ? .inbound : .outbound,
      bytes: transfer.bytes, comments: takeComments())
    held.append(packet)
    heldBytes += packet.bytes.count
    if !isUndecided || held.count > Self.maximumHeld || heldBytes > Self.maximumHeldBytes {
      try writeHeld()
    }
  }

  /// A packet of the attribute protocol as its channel of a Bluetooth controller would carry it.
  mutating func packet(_ transfer: Event.Transfer, nanoseconds: Int64) throws(WireError) {
    isPresent = true
    let number: Int
    if let air {
      number = air
    } else {
      number = try writer.add(
        CaptureInterface(
          linkType: .bluetooth, name: "\(Visible.text(name).clipped(to: 90)) (air)",
          description: "attribute protocol over Bluetooth LE: no keys, nothing of the link layer"))
      air = number
    }
    let isReceived = transfer.direction == .in
    var out = WireWriter(capacity: transfer.bytes.count + 13)
    // The direction, most significant byte first; the type of the packet; its connection.
    for byte in [0, 0, 0, isReceived ? 1 : 0, 2] as [UInt8] { out.write(byte) }
    out.write(UInt16(isReceived ? 0x2001 : 0x0001))
    out.write(UInt16(clamping: transfer.bytes.count + 4))
    out.write(UInt16(clamping: transfer.bytes.count))
    out.write(UInt16(4))
    out.write(transfer.bytes)
    let packet = CapturePacket(
      nanoseconds: nanoseconds, direction: isReceived ? .inbound : .outbound, bytes: out.bytes)
    try writer.add(packet, on: number)
  }

  /// Ends the capture, with what is left to say about its last packet.
  mutating func end(nanoseconds: Int64) throws(WireError) {
    for name in running { comment("case \(name) not finished") }
    running = []
    try writeHeld()
    guard let interface else { return }
    try writer.close(interface, nanoseconds: nanoseconds, comments: takeComments())
  }

  mutating func take() -> [UInt8] { writer.take() }

  /// Only accessory messages are framed by the rig file's choice.
  private var isUndecided: Bool {
    interface == nil && content.firmware == CaptureContent.accessory && content.framing == .unseen
  }

  private mutating func learn(frame: [UInt8], chunk: [UInt8]) {
    guard isUndecided, let framing = CaptureContent.Framing(frame: frame, chunk: chunk) else {
      return
    }
    content.framing = framing
  }

  /// Writes the packets that were held, behind the interface that is now known.
  private mutating func writeHeld() throws(WireError) {
    let number: Int
    if let interface {
      number = interface
    } else {
      number = try writer.add(content.interface(named: name))
      interface = number
    }
    for packet in held { try writer.add(packet, on: number) }
    held = []
    heldBytes = 0
  }
}

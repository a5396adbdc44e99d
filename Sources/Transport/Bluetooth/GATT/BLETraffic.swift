import AttributeProtocol
import Errors
import Glibc
import Journal
import LabRuntime
import Links
import Synchronization
import WireFormat

/// What went over the connections with one board, for the record of a run.
final class BLETraffic: Sendable {
  private struct State {
    var attempts = 0
    var connections = 0
    var strength: Int?
    var unit: Int?
    /// Those of the last link; nil where this program may not see what the controller says.
    var parameters: LinkParameters?
    /// Why links have ended, how often each.
    var endings: [UInt8: Int] = [:]
    /// When the request that has no answer yet was sent.
    var askedAt: LabInstant?
    var roundTrips: [Duration] = []
    var lost = 0
    var left = BLETraffic.allowance
  }

  /// Bytes that are recorded in a run: a board that floods must not fill the disk.
  private static let allowance = 16 << 20
  /// Round trips that are kept; a longer run is judged by its beginning.
  private static let mostRoundTrips = 100_000

  private let lab: Lab
  private let board: String
  private let journal: Journal?
  private let state = Mutex(State())
  /// Held while a packet is sent and written down: its answer stands behind it.
  private let order = Mutex<Void>(())

  init(_ lab: Lab, board: String, journal: Journal?) {
    (self.lab, self.board, self.journal) = (lab, board, journal)
  }

  func attempted() { state.withLock { $0.attempts += 1 } }

  func heard(_ strength: Int?) { state.withLock { $0.strength = strength ?? $0.strength } }

  func connected() {
    state.withLock { state in
      state.connections += 1
      state.askedAt = nil
    }
  }

  func agreed(unit: Int) { state.withLock { $0.unit = unit } }

  func heard(_ news: ControllerNews) {
    state.withLock { state in
      switch news {
      case .connected(_, _, let parameters), .changed(_, let parameters):
        state.parameters = parameters
      case .ended(_, let reason): state.endings[reason, default: 0] += 1
      }
    }
  }

  /// Why links have ended, in words, once; nil where that was not seen.
  func takeEndings() -> String? {
    let endings = state.withLock { state in
      defer { state.endings = [:] }
      return state.endings
    }
    guard !endings.isEmpty else { return nil }
    let words = endings.sorted { $0.key < $1.key }.map {
      "\($0.value) × \(LinkEnding(reason: $0.key))"
    }
    return "\(board): how its links ended: " + words.joined(separator: ", ")
  }

  /// Writes a packet down as sent at the moment before `send`, if that sends it.
  ///
  /// It is written down while it is on its way, and before what answers it.
  func sending<Result: Sendable>(
    _ packet: [UInt8], _ send: () -> Result, isSent: (Result) -> Bool
  ) -> Result {
    order.withLock { _ in
      let now = lab.now
      if let opcode = packet.first, AttributePDU.role(of: opcode) == .request {
        state.withLock { $0.askedAt = now }
      }
      let result = send()
      // Who carries it to the controller goes first, where one processor does all of this.
      sched_yield()
      if isSent(result) { record(packet, .out, at: now) }
      return result
    }
  }

  func received(_ chunk: Chunk) {
    if let opcode = chunk.bytes.first, AttributePDU.role(of: opcode) == .response {
      state.withLock { state in
        guard let asked = state.askedAt else { return }
        state.askedAt = nil
        if state.roundTrips.count < Self.mostRoundTrips {
          state.roundTrips.append(asked.duration(to: chunk.at))
        }
      }
    }
    order.withLock { _ in record(chunk.bytes, .in, at: chunk.at) }
  }

  func lost(_ count: Int) {
    guard count > 0 else { return }
    state.withLock { $0.lost += count }
    journal?.emit(
      .note(Event.Remark("\(board): \(count) notifications were lost: this computer was too slow")))
  }

  private func record(_ packet: [UInt8], _ direction: Direction, at: LabInstant) {
    guard let journal else { return }
    let isFirstBeyond: Bool? = state.withLock { state in
      guard state.left > 0 else { return nil }
      state.left -= packet.count
      return state.left <= 0
    }
    guard let isFirstBeyond else { return }
    let transfer = Event.Transfer(board: board, direction: direction, bytes: packet)
    journal.emit(.packet(transfer), at: at)
    if isFirstBeyond {
      journal.emit(
        .note(Event.Remark("\(board): further packets of Bluetooth are not recorded")), at: at)
    }
  }

  var measurements: [Event.Measurement] {
    let state = state.withLock { $0 }
    guard state.attempts > 0 else { return [] }
    func measurement(_ name: String, _ value: Double, _ unit: String) -> Event.Measurement {
      Event.Measurement(name: "\(board): \(name)", value: value, unit: unit)
    }
    var all = [
      measurement("connections", Double(state.connections), ""),
      measurement("attempts to connect", Double(state.attempts), ""),
      state.strength.map { measurement("RSSI", Double($0), "dBm") },
      state.unit.map { measurement("MTU", Double($0), "bytes") },
      state.lost > 0 ? measurement("notifications lost", Double(state.lost), "") : nil,
    ].compactMap(\.self)
    func milliseconds(_ time: Duration) -> Double { Double(time.nanoseconds) / 1_000_000 }
    if let link = state.parameters {
      all += [
        measurement("connection interval", milliseconds(link.interval), "ms"),
        measurement("connection latency", Double(link.latency), "events"),
        measurement("supervision timeout", milliseconds(link.timeout), "ms"),
      ]
    }
    let sorted = state.roundTrips.sorted()
    guard let longest = sorted.last else { return all }
    for share in [50, 95] {
      let time = sorted[(sorted.count - 1) * share / 100]
      all.append(measurement("ATT round trip p\(share)", milliseconds(time), "ms"))
    }
    return all + [measurement("ATT round trip max", milliseconds(longest), "ms")]
  }
}

/// A channel whose packets are noted.
struct RecordedLink: ImmediateLink {
  let link: any ImmediateLink
  let traffic: BLETraffic
  /// How many packets the system has dropped.
  let drops: @Sendable () -> Int

  var name: String { link.name }
  var preservesMessages: Bool { link.preservesMessages }

  func start(_ receive: @escaping @Sendable (LinkEvent) -> Void) {
    link.start { [traffic] event in
      if case .received(let chunk) = event { traffic.received(chunk) }
      receive(event)
    }
  }

  func send(_ bytes: [UInt8]) async throws(RigError) {
    guard sendNow(bytes) != bytes.count else { return }
    // It has no room now, or has ended: a packet goes whole or not at all.
    traffic.sending(bytes, {}) { _ in true }
    try await link.send(bytes)
  }

  func sendNow(_ bytes: [UInt8]) -> Int? {
    traffic.sending(bytes, { link.sendNow(bytes) }) { $0 == bytes.count }
  }

  func setReading(_ reading: Bool) { link.setReading(reading) }

  func close() {
    traffic.lost(drops())
    link.close()
  }
}

import AttributeProtocol
import Errors
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

  func sent(_ packet: [UInt8]) {
    let now = lab.now
    if let opcode = packet.first, AttributePDU.role(of: opcode) == .request {
      state.withLock { $0.askedAt = now }
    }
    record(packet, .out, at: now)
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
    record(chunk.bytes, .in, at: chunk.at)
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
    ]
    if let strength = state.strength { all.append(measurement("RSSI", Double(strength), "dBm")) }
    if let unit = state.unit { all.append(measurement("MTU", Double(unit), "bytes")) }
    if state.lost > 0 {
      all.append(measurement("notifications lost", Double(state.lost), ""))
    }
    let sorted = state.roundTrips.sorted()
    guard let longest = sorted.last else { return all }
    func milliseconds(_ time: Duration) -> Double { Double(time.nanoseconds) / 1_000_000 }
    for share in [50, 95] {
      let time = sorted[(sorted.count - 1) * share / 100]
      all.append(measurement("ATT round trip p\(share)", milliseconds(time), "ms"))
    }
    return all + [measurement("ATT round trip max", milliseconds(longest), "ms")]
  }
}

/// A channel whose packets are noted.
struct RecordedLink: ImmediateLink {
  private let link: any ImmediateLink
  private let traffic: BLETraffic
  private let drops: @Sendable () -> Int

  /// - Parameter drops: how many packets the system has dropped.
  init(
    _ link: any ImmediateLink, _ traffic: BLETraffic, drops: @escaping @Sendable () -> Int
  ) {
    (self.link, self.traffic, self.drops) = (link, traffic, drops)
  }

  var name: String { link.name }
  var preservesMessages: Bool { link.preservesMessages }

  func start(_ receive: @escaping @Sendable (LinkEvent) -> Void) {
    link.start { [traffic] event in
      if case .received(let chunk) = event { traffic.received(chunk) }
      receive(event)
    }
  }

  func send(_ bytes: [UInt8]) async throws(RigError) {
    traffic.sent(bytes)
    try await link.send(bytes)
  }

  func sendNow(_ bytes: [UInt8]) -> Int? {
    let taken = link.sendNow(bytes)
    if taken == bytes.count { traffic.sent(bytes) }
    return taken
  }

  func setReading(_ reading: Bool) { link.setReading(reading) }

  func close() {
    traffic.lost(drops())
    link.close()
  }
}

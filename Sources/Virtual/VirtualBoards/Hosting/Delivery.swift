import LabRuntime

/// Bytes that a board is going to send.
struct Delivery: Hashable, Sendable {
  var bytes: [UInt8]
  /// How long after the moment at which it was decided.
  var delay = Duration.zero
  /// Again and again at this interval, until the connection ends.
  var interval: Duration?

  /// At once.
  static func now(_ bytes: [UInt8]) -> Delivery { Delivery(bytes: bytes) }

  static func after(_ delay: Duration, _ bytes: [UInt8]) -> Delivery {
    Delivery(bytes: bytes, delay: delay)
  }
}

/// Deliveries of a connection that are still to be sent, in order of time.
struct Outbox: Sendable {
  /// Deliveries that wait; what comes on top is lost, as in the small buffers of a board.
  static let limit = 1024

  private var waiting: [(due: LabInstant, delivery: Delivery)] = []

  var nextDue: LabInstant? { waiting.first?.due }

  mutating func add(_ delivery: Delivery, at now: LabInstant) {
    // A flood that is asked for twice is one flood.
    if delivery.interval != nil, waiting.contains(where: { $0.delivery == delivery }) { return }
    guard waiting.count < Self.limit else { return }
    let due = now.advanced(by: delivery.delay)
    let index = waiting.firstIndex { $0.due > due } ?? waiting.endIndex
    waiting.insert((due, delivery), at: index)
  }

  mutating func popDue(_ now: LabInstant) -> [UInt8]? {
    guard let first = waiting.first, first.due <= now else { return nil }
    waiting.removeFirst()
    if let interval = first.delivery.interval {
      var again = first.delivery
      again.delay = interval
      add(again, at: now)
    }
    return first.delivery.bytes
  }

  mutating func removeAll() { waiting.removeAll() }
}

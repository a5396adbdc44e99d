public import LabRuntime
public import UCI

/// A complete packet from the board.
public struct ReceivedPacket: Hashable, Sendable {
  /// The packet, its segments put together.
  public var packet: UCIPacket
  /// When its last byte was read.
  public var at: LabInstant
  /// It is an error that belongs to a refusal, perhaps to one long before it.
  public var isOwedError = false

  /// The message, typed where its layout is known.
  public func message(_ dialect: UCIDialect) -> UCIMessage {
    UCIMessage.decode(packet: packet, dialect: dialect)
  }
}

/// An arrival from the board: a packet, or bytes that could not become one.
enum Arrival: Hashable, Sendable {
  case packet(ReceivedPacket)
  case damage(UCIHostError)

  var packet: ReceivedPacket? {
    if case .packet(let packet) = self { packet } else { nil }
  }
}

/// Arrivals that were not taken yet, in order and with a limit.
struct Arrivals: Sendable {
  /// Packets that are kept at most.
  static let limit = 100_000
  /// Payload bytes that are kept at most.
  static let byteLimit = 64 << 20

  private var elements: [Arrival] = []
  private var head = 0
  private var bytes = 0

  var count: Int { elements.count - head }

  /// False when there is no room; then nothing was added.
  mutating func append(_ arrival: Arrival) -> Bool {
    let size = arrival.packet?.packet.payload.count ?? 0
    guard count < Self.limit, bytes + size <= Self.byteLimit else { return false }
    elements.append(arrival)
    bytes += size
    return true
  }

  mutating func removeFirst(where wanted: (Arrival) -> Bool) -> Arrival? {
    guard let index = elements[head...].firstIndex(where: wanted) else { return nil }
    let arrival = elements[index]
    bytes -= arrival.packet?.packet.payload.count ?? 0
    if index == head {
      head += 1
      if head == elements.count || head >= 256 {
        elements.removeFirst(head)
        head = 0
      }
    } else {
      elements.remove(at: index)
    }
    return arrival
  }

  /// Takes everything that is wanted and leaves the rest.
  mutating func removeAll(where wanted: (Arrival) -> Bool) -> [Arrival] {
    var taken: [Arrival] = []
    var left: [Arrival] = []
    for arrival in elements[head...] {
      if wanted(arrival) { taken.append(arrival) } else { left.append(arrival) }
    }
    elements = left
    head = 0
    bytes = left.reduce(0) { $0 + ($1.packet?.packet.payload.count ?? 0) }
    return taken
  }
}

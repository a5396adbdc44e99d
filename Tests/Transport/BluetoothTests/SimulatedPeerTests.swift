import AttributePeer
import AttributeProtocol
import Errors
import LabRuntime
import Links
import Synchronization
import Testing

@testable import Bluetooth

/// One end of a channel inside the lab: packets take their time to cross, as over the air.
final class AirChannel: ImmediateLink {
  let name = "air"
  let preservesMessages = true
  private let sent: LabChannel<[UInt8]>
  private let receiver = Mutex<(@Sendable (LinkEvent) -> Void)?>(nil)

  init(_ lab: Lab) { sent = LabChannel(lab, label: "a packet for the peer") }

  func start(_ receive: @escaping @Sendable (LinkEvent) -> Void) {
    receiver.withLock { $0 = receive }
  }
  func send(_ bytes: [UInt8]) async throws(RigError) { sent.send(bytes) }
  func sendNow(_ bytes: [UInt8]) -> Int? { sent.send(bytes) ? bytes.count : nil }
  func setReading(_ reading: Bool) {}
  func close() { sent.close() }

  /// Serves as the peer until the channel is closed: an interval of 30 ms each way.
  func serve(_ peer: Peer, _ lab: Lab) async {
    var peer = peer
    while let packet = try? await sent.receive() {
      guard (try? await lab.sleep(for: .milliseconds(30), label: "the air")) != nil else { return }
      for answer in peer.answers(packet) {
        receiver.withLock { $0 }?(.received(Chunk(bytes: answer, at: lab.now)))
      }
    }
  }
}

/// A right server, one of whose packets is changed on its way.
struct Peer: Sendable {
  private var server = AttributeServer(table)
  private var count = 0
  /// By the number of the packet, what arrives instead.
  private let change: @Sendable (Int, [UInt8]) -> [[UInt8]]

  init(_ change: @escaping @Sendable (Int, [UInt8]) -> [[UInt8]] = { [$1] }) {
    self.change = change
  }

  static let receive = GATTHandle(
    service: "0000FFF0-0000-1000-8000-00805F9B34FB",
    characteristic: "0000FFF1-0000-1000-8000-00805F9B34FB")
  static let transmit = GATTHandle(
    service: "0000FFF0-0000-1000-8000-00805F9B34FB",
    characteristic: "0000FFF2-0000-1000-8000-00805F9B34FB")
  static let value = GATTHandle(
    service: "0000FFF0-0000-1000-8000-00805F9B34FB",
    characteristic: "0000FFF3-0000-1000-8000-00805F9B34FB")

  private static let table: AttributeTable = {
    var table = AttributeTable()
    table.addService(BluetoothUUID(0xFFF0))
    table.addCharacteristic(BluetoothUUID(0xFFF1), properties: 0x0C)
    table.addCharacteristic(BluetoothUUID(0xFFF2), properties: 0x10, isConfigurable: true)
    table.addCharacteristic(BluetoothUUID(0xFFF3), properties: 0x02, value: [1, 2, 3, 4])
    return table
  }()

  mutating func answers(_ packet: [UInt8]) -> [[UInt8]] {
    let step = server.received(packet)
    var packets = step.send
    for event in step.events {
      switch event {
      case .asksValue: packets += server.answer(.failure(.readNotPermitted))
      case .asksWrite(_, let value), .wrote(_, let value):
        packets += server.answer(.success([]))
        if let transmit = server.configured.first {
          packets.append(server.notification(transmit, value))
        }
      default: break
      }
    }
    return packets.flatMap { packet in
      defer { count += 1 }
      return change(count, packet)
    }
  }
}

/// What a session with a peer has come to.
struct Outcome: Hashable, Sendable {
  var unit = 0
  var found: [GATTDiscovery] = []
  var value: [UInt8] = []
  var echo: [UInt8] = []
  /// Why it did not get to its end.
  var failure: RigError.Code?
  var took = Duration.zero

  /// Length, discovery, a value, notifications, a message with response and its echo.
  static func of(_ peer: Peer) throws -> Outcome {
    let lab = Lab.simulated(seed: 1)
    return try lab.run {
      let channel = AirChannel(lab)
      let connection = ATTConnection(lab, name: "peer", over: channel)
      return await withTaskGroup(of: Void.self) { group in
        group.addTask { await channel.serve(peer, lab) }
        var outcome = Outcome()
        do throws(RigError) {
          outcome.unit = try await connection.exchangeMTU(247)
          outcome.found = try await connection.discover()
          outcome.value = try await connection.read(Peer.value)
          try await connection.setNotifications(true, of: Peer.transmit)
          try await connection.write([0x0A, 0x0B], to: Peer.receive, withResponse: true)
          let event = try await connection.events.receive(
            until: lab.now.advanced(by: .seconds(5)))
          if case .notified(Peer.transmit, let chunk) = event { outcome.echo = chunk.bytes }
        } catch { outcome.failure = error.code }
        outcome.took = LabInstant.zero.duration(to: lab.now)
        connection.disconnect()
        return outcome
      }
    }
  }
}

@Suite("ATT in simulated time, with peers that are wrong once")
struct SimulatedPeerTests {
  /// The packets of a right peer, in their order.
  private static func packets() throws -> [[UInt8]] {
    let all = Mutex<[[UInt8]]>([])
    _ = try Outcome.of(
      Peer { _, packet in
        all.withLock { $0.append(packet) }
        return [packet]
      })
    return all.withLock { $0 }
  }

  @Test("a right peer: each request takes its two crossings and nothing else")
  func right() throws {
    let outcome = try Outcome.of(Peer())
    #expect(outcome.failure == nil)
    #expect(outcome.unit == 247 && outcome.value == [1, 2, 3, 4] && outcome.echo == [0x0A, 0x0B])
    #expect(outcome.found.map(\.handle) == [Peer.receive, Peer.transmit, Peer.value])
    #expect(outcome == (try Outcome.of(Peer())))
  }

  @Test("one changed byte, a cut, an addition: the session ends, typed and in time")
  func changes() throws {
    let right = try Outcome.of(Peer())
    let packets = try Self.packets()
    var count = 0
    var unnoticed: [String] = []
    for (number, packet) in packets.enumerated() {
      var changed: [(place: Int, bytes: [UInt8])] = []
      for place in packet.indices {
        for byte in Set([packet[place] ^ 1, packet[place] ^ 0x80, 0, 0xFF])
        where byte != packet[place] {
          var other = packet
          other[place] = byte
          changed.append((place, other))
        }
        changed.append((place, Array(packet[..<place])))
      }
      changed.append((packet.count, packet + [0]))
      for (place, bytes) in changed {
        let outcome = try Outcome.of(Peer { $0 == number ? [bytes] : [$1] })
        count += 1
        // Six requests at most wait for their limit of 30 s, and the echo for 5 s.
        #expect(outcome.took < .seconds(40), "packet \(number), \(bytes)")
        if place == 0, outcome == right { unnoticed.append("\(number): \(bytes)") }
      }
    }
    #expect(count > 250)
    // Another opcode, or nothing instead of the packet.
    #expect(unnoticed.isEmpty)
  }

  /// What a peer does wrong once, and how the session ends.
  static let wrongs: [(String, Peer, RigError.Code?)] = [
    ("answers nothing", Peer { $0 == 0 ? [] : [$1] }, .timedOut),
    ("answers twice", Peer { $1.first == 0x0B ? [$1, $1] : [$1] }, nil),
    (
      "answers twice when it is discovered", Peer { $1.first == 0x09 ? [$1, $1] : [$1] }, .malformed
    ),
    ("answers another request", Peer { $0 == 0 ? [[0x0B, 1]] : [$1] }, .malformed),
    ("refuses another request", Peer { $0 == 0 ? [[0x01, 0x0A, 1, 0, 0x0A]] : [$1] }, .malformed),
    (
      "refuses the MTU", Peer { $0 == 0 ? [[0x01, 0x02, 0, 0, 0x06]] : [$1] }, .requestNotSupported
    ),
    ("notifies before its answer", Peer { $0 == 1 ? [[0x1B, 9, 0, 7], $1] : [$1] }, nil),
    ("indicates before its answer", Peer { $0 == 1 ? [[0x1D, 9, 0, 7], $1] : [$1] }, nil),
    ("asks before its answer", Peer { $0 == 1 ? [[0x02, 0xF7, 0], $1] : [$1] }, nil),
    ("asks for services", Peer { $0 == 1 ? [[0x10, 1, 0, 0xFF, 0xFF, 0, 0x28], $1] : [$1] }, nil),
    (
      "is lost for ever in its services",
      Peer { _, packet in
        let isEnd = packet.starts(with: [0x01, 0x10])
        return [packet.first == 0x11 || isEnd ? [0x11, 6, 1, 0, 9, 0, 0xF0, 0xFF] : packet]
      },
      .malformed
    ),
    ("says what is not known", Peer { $0 == 1 ? [[0x7F, 1, 2], $1] : [$1] }, nil),
    ("says nothing in a packet", Peer { $0 == 1 ? [[], $1] : [$1] }, nil),
    (
      "has no attributes", Peer { [$1.first == 0x11 ? [0x01, 0x10, 1, 0, 0x0A] : $1] },
      .attributeNotFound
    ),
  ]

  @Test("what a peer does wrong once", arguments: wrongs.indices)
  func wrong(_ index: Int) throws {
    let (name, peer, code) = Self.wrongs[index]
    let outcome = try Outcome.of(peer)
    #expect(outcome.failure == code, "\(name)")
    if code == nil { #expect(outcome.value == [1, 2, 3, 4], "\(name)") }
    if code == .timedOut { #expect(outcome.took >= .seconds(30) && outcome.took < .seconds(31)) }
  }
}

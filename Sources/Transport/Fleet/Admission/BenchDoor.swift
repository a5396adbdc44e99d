import Admission
import Digests
public import Errors
public import LabRuntime
public import Links
import Notation
import Synchronization

/// A bench's door: who is not admitted by its owner gets to no port, and may ask to be here.
///
/// It is found on the network where avahi-daemon or systemd-resolved runs.
public final class BenchDoor: Sendable {
  /// Connections that are not through yet. One more, and the oldest is hung up on: who says what is asked is
  /// through in milliseconds, and strangers who say nothing keep nobody out.
  private static let mostGuests = 32
  private static let patience = Duration.seconds(5)
  private let lab: Lab
  private let name: String
  private let key: SigningKey
  private let keys: FleetKeys
  private let coordinators: [String]
  private let listener: TCPListener
  private let remark: @Sendable (String) -> Void
  private let guests = Mutex((last: 0, waiting: [(number: Int, link: any Link)]()))

  /// Listens at a free port.
  ///
  /// - Parameters:
  ///   - name: that of the bench.
  ///   - coordinators: where it shows its kits.
  ///   - remark: is told what people want to know.
  public init(
    _ lab: Lab, name: String, address: String, coordinators: [String], keys: FleetKeys,
    remark: @escaping @Sendable (String) -> Void
  ) throws(RigError) {
    self.lab = lab
    self.name = name
    self.keys = keys
    self.coordinators = coordinators
    self.remark = remark
    key = try keys.own()
    listener = try TCPListener(lab, address: address, port: 0)
  }

  /// The port of the network that clients ask at.
  public var port: UInt16 { listener.port }
  /// The bench's key as people compare it.
  public var keyPrint: String { KeyPrint.of(key.publicKey) }

  /// Hears those who ask, and announces the bench, until it is cancelled.
  public func serve() async {
    await withDiscardingTaskGroup { group in
      group.addTask {
        await ServiceDirectory.announce(
          self.lab,
          AnnouncedService(
            name: self.name, port: self.port, text: ["v": "1", "key": self.keyPrint]),
          remark: self.remark)
      }
      while let link = try? await listener.connections.receive() {
        group.addTask {
          _ = await self.admit(link)
          link.close()
        }
      }
      group.cancelAll()
    }
    listener.close()
  }

  /// Receives a client: its connection behind the messages, or nil for one that may not go on.
  public func admit(_ stranger: any Link) async -> (any Link)? {
    let (number, oldest) = guests.withLock { guests in
      guests.last += 1
      let isFull = guests.waiting.count == Self.mostGuests
      let oldest = isFull ? guests.waiting.removeFirst().link : nil
      guests.waiting.append((guests.last, stranger))
      return (guests.last, oldest)
    }
    defer { guests.withLock { $0.waiting.removeAll { $0.number == number } } }
    oldest?.close()
    let link = AdmissionLink(lab, stranger)
    do throws(RigError) { return try await receive(link) ? link : nil } catch {
      // Whoever knows the messages learns why; who does not has gone.
      if error.code != .closed {
        try? await link.say(.refused(reason: String(error.reason.prefix(200))))
      }
      return nil
    }
  }

  private func receive(_ link: AdmissionLink) async throws(RigError) -> Bool {
    var reception = AdmissionReception(
      key, name: name, nonce: SigningKey.fresh(), coordinators: coordinators)
    let deadline = lab.now.advanced(by: Self.patience)
    while true {
      let (answer, end) = try reception.take(try await link.next(until: deadline)) { client in
        client == key.publicKey || keys.all(.admitted).contains { $0.key == client }
      }
      if end == .asks, let client = reception.client { try note(client) }
      try await link.say(answer)
      if let end { return end == .entered }
    }
  }

  private func note(_ client: AdmissionParty) throws(RigError) {
    let isNew = !keys.all(.requests).contains { $0.key == client.key }
    try keys.add(KnownKey(key: client.key, name: client.name), to: .requests)
    if isNew {
      remark(
        "\(client.name) asks to be admitted: `uwbrig fleet admit \(KeyPrint.of(client.key))`")
    }
  }
}

import BootProtocols
import Errors
import LabRuntime
import Links
import NearbyAccessory
import Synchronization

/// The service of a device that takes firmware, as the line that boot protocols work on: SMP in writes
/// as long as the link takes, Secure DFU at its two characteristics.
final class UpdateLink: Link {
  private struct State {
    var receive: (@Sendable (LinkEvent) -> Void)?
    var dfu: SecureDFUCarrier?
  }

  let name: String
  /// Messages are found by their headers: long ones take several writes.
  let preservesMessages = false
  private let lab: Lab
  private let connection: any AirConnection
  private let requests: GATTDiscovery
  private let packets: GATTDiscovery?
  private let room: Int
  private let state: Mutex<State>

  /// Makes the service of a connected device ready; a link that has to be encrypted for it is.
  ///
  /// - Throws: ``RigError`` `notFound` where the device lacks a characteristic of the service.
  static func open(
    _ lab: Lab, over connection: any AirConnection, _ channel: GATTDataChannel
  ) async throws(RigError) -> UpdateLink {
    let link = try UpdateLink(lab, connection, channel, among: try await connection.discover())
    try await connection.encryptingIfAsked { () throws(RigError) in
      try await connection.setNotifications(true, of: link.requests.handle)
    }
    return link
  }

  private init(
    _ lab: Lab, _ connection: any AirConnection, _ channel: GATTDataChannel,
    among found: [GATTDiscovery]
  ) throws(RigError) {
    func find(_ characteristic: GATTCharacteristic) throws(RigError) -> GATTDiscovery {
      let discovery = found.first {
        $0.handle.service == channel.service.uuid
          && $0.handle.characteristic == characteristic.uuid
      }
      if let discovery { return discovery }
      let isButtonless = found.contains { each in
        GATTLayout.buttonless.contains { $0.uuid == each.handle.characteristic }
      }
      throw RigError(
        .notFound, connection.name,
        reason: "it has no \(characteristic.name) of the service \(channel.service.name)",
        advice: isButtonless
          ? "Its application runs: `uwbrig flash` tells it to become its bootloader"
          : "`uwbrig inspect` shows the services that take firmware")
    }
    (self.lab, self.connection) = (lab, connection)
    name = connection.name
    room = connection.maximumTransmissionUnit - 3
    requests = try find(channel.receive)
    let isDFU = channel == GATTLayout.dfu
    packets = isDFU ? try find(GATTLayout.dfuPacket) : nil
    state = Mutex(State(dfu: isDFU ? SecureDFUCarrier(room: room) : nil))
  }

  func start(_ receive: @escaping @Sendable (LinkEvent) -> Void) {
    state.withLock { $0.receive = receive }
    connection.deliver { [weak self] in self?.take($0) }
  }

  private func take(_ event: GATTEvent) {
    switch event {
    case .disconnected(let error): deliver(.closed(error))
    case .notified(let handle, let chunk):
      guard handle == requests.handle else { return }
      let bytes = state.withLock { $0.dfu?.notified(chunk.bytes) } ?? chunk.bytes
      deliver(.received(Chunk(bytes: bytes, at: chunk.at)))
    }
  }

  private func deliver(_ event: LinkEvent) {
    state.withLock { $0.receive }?(event)
  }

  func send(_ bytes: [UInt8]) async throws(RigError) {
    guard let actions = state.withLock({ $0.dfu?.send(bytes) }) else {
      for start in stride(from: 0, to: bytes.count, by: room) {
        let part = Array(bytes[start..<min(start + room, bytes.count)])
        try await connection.write(part, to: requests.handle, withResponse: false)
      }
      return
    }
    for action in actions {
      switch action {
      case .control(let request):
        try await connection.write(request, to: requests.handle, withResponse: true)
      case .packet(let data):
        guard let packets else { continue }
        try await connection.write(data, to: packets.handle, withResponse: false)
      case .received(let answer): deliver(.received(Chunk(bytes: answer, at: lab.now)))
      }
    }
  }

  func setReading(_ reading: Bool) {}

  func close() { connection.disconnect() }
}

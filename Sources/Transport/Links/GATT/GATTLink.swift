public import Errors
public import LabRuntime
public import NearbyAccessory
import Synchronization

/// A data channel of a Bluetooth LE device as a link: one send is one write, one notification is
/// one message.
final class GATTLink: Link {
  private struct State {
    var outlet = EventOutlet()
    var isClosed = false
  }

  let name: String
  let preservesMessages = true
  private let connection: any GATTConnection
  /// Nil where the server lacks it: then nothing that is sent arrives.
  private let receiveHandle: GATTHandle?
  private let wrapping: GATTWrapping?
  private let state = Mutex(State())

  init(
    name: String, connection: any GATTConnection, receive: GATTHandle?,
    envelope: (any GATTEnvelope)? = nil
  ) {
    self.name = name
    self.connection = connection
    receiveHandle = receive
    wrapping = envelope.map(GATTWrapping.init)
  }

  func start(_ receive: @escaping @Sendable (LinkEvent) -> Void) {
    for event in state.withLock({ $0.outlet.start(receive) }) { receive(event) }
  }

  /// Writes a message, with response.
  func send(_ bytes: [UInt8]) async throws(RigError) {
    guard let receiveHandle else { return }
    do throws(RigError) {
      if let wrapping {
        return try await wrapping.send(bytes, over: connection, to: receiveHandle)
      }
      try await connection.write(bytes, to: receiveHandle, withResponse: true)
    } catch {
      throw error.at(name)
    }
  }

  func setReading(_ reading: Bool) {}

  func close() {
    state.withLock { $0.isClosed = true }
    connection.disconnect()
  }

  /// Hands on what comes until the connection ends.
  func pump() async {
    while let event = try? await connection.events.receive() {
      switch event {
      case .notified(_, let chunk):
        if let chunk = wrapping.unwrap(chunk) { deliver(.received(chunk)) }
      case .disconnected(let error): deliver(.closed(error.at(name)))
      }
    }
  }

  private func deliver(_ event: LinkEvent) {
    state.withLock { $0.isClosed ? nil : $0.outlet.take(event) }?(event)
  }
}

/// Opens the data channel of a Bluetooth LE device: connect, a larger MTU, encryption, discovery,
/// notifications on.
///
/// A device whose server lacks a part of the channel opens all the same and is deaf or silent: what
/// is missing is for a case to judge.
public final class GATTLinkSource: PumpedSource {
  /// The name of this place in messages.
  public let name: String
  private let lab: Lab
  private let peripheral: any GATTPeripheral
  private let channel: GATTDataChannel
  private let envelope: (any GATTEnvelope)?
  private static let patience = Duration.seconds(10)
  private let opened: LabChannel<GATTLink>

  /// A link source that is not open yet; ``pump()`` must run beside.
  public init(
    _ lab: Lab, peripheral: any GATTPeripheral, channel: GATTDataChannel,
    envelope: (any GATTEnvelope)? = nil
  ) {
    self.lab = lab
    self.envelope = envelope
    self.peripheral = peripheral
    self.channel = channel
    name = "gatt:\(peripheral.name)"
    opened = LabChannel(lab, label: "a connection to \(name)")
  }

  /// Connects and makes the channel ready.
  public func open() async throws(RigError) -> any Link {
    do throws(RigError) {
      let connection = try await peripheral.connect(until: lab.now.advanced(by: Self.patience))
      do throws(RigError) {
        return try await prepare(connection)
      } catch {
        connection.disconnect()
        throw error
      }
    } catch {
      throw error.at(name)
    }
  }

  private func prepare(_ connection: any GATTConnection) async throws(RigError) -> GATTLink {
    _ = try await connection.exchangeMTU(247)
    // A device that does not pair may still have an open channel: what needs more says so.
    do throws(RigError) { try await connection.encrypt() } catch {
      if error.code != .pairingFailed { throw error }
    }
    let found = try await connection.discover()
    func handle(_ characteristic: GATTCharacteristic) -> GATTHandle? {
      found.map(\.handle).first {
        $0.service == channel.service.uuid && $0.characteristic == characteristic.uuid
      }
    }
    if let transmit = handle(channel.transmit) {
      do throws(RigError) { try await connection.setNotifications(true, of: transmit) } catch {
        if error.code != .attributeNotFound { throw error }
      }
    }
    let link = GATTLink(
      name: name, connection: connection, receive: handle(channel.receive), envelope: envelope)
    opened.send(link)
    return link
  }

  /// Hands on what comes over the links that were opened, until ``close()`` or cancellation.
  public func pump() async {
    await opened.serveEach { await $0.pump() }
  }

  /// No further links.
  public func close() { opened.close() }
}

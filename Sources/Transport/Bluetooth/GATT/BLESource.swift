public import Errors
public import Journal
import LabRuntime
public import Links
import NearbyAccessory
import Notation
import Synchronization
import WireFormat

/// The data channel of an accessory on the air: found, connected, a larger MTU, notifications on.
///
/// Where the accessory has the Nearby Interaction service the link is encrypted as well: that
/// service's value is for encrypted links alone. A server that lacks a part of the channel opens all
/// the same and is deaf or silent: what is missing is for a case to judge.
public final class BLESource: LinkSource {
  /// `ble:` and how the device is found.
  public let name: String
  /// How long finding and connecting may take.
  private static let patience = Duration.seconds(30)
  private let lab: Lab
  private let first: BLEPeripheral
  private let second: BLEPeripheral
  private let host: BluetoothHost
  private let traffic: BLETraffic
  /// Its word in a link, or its UUID.
  private let service: String
  private let envelope: (any GATTEnvelope)?
  /// Whether an application may be told to become its bootloader.
  private let mayEnter: Bool
  /// The bootloader that it has become.
  private let bootloader = Mutex<BLESource?>(nil)
  private let doesNotPair = Mutex(false)
  /// It has paired in this run, and not refused since.
  private let hasPaired = Atomic(false)
  /// What was refused, in words.
  private let refusals = Mutex<Set<String>>([])

  init(
    _ lab: Lab, _ first: BLEPeripheral, _ second: BLEPeripheral, host: BluetoothHost,
    traffic: BLETraffic, service: String? = nil, envelope: (any GATTEnvelope)?,
    mayEnter: Bool = false
  ) {
    self.mayEnter = mayEnter
    (self.lab, self.first, self.second, self.host) = (lab, first, second, host)
    self.traffic = traffic
    self.service = service ?? first.parameters.service
    self.envelope = envelope
    name = first.name
  }

  /// How the board was reached: connections, signal, round trips; nothing where it never was.
  public var measurements: [Event.Measurement] { traffic.measurements }

  /// A service of the same device that takes firmware; an application that has no such service and can become
  /// the bootloader that has is told to, at the first opening.
  public func updating(_ service: String) -> BLESource {
    BLESource(
      lab, first, second, host: host, traffic: traffic, service: service, envelope: nil,
      mayEnter: true)
  }

  /// The device for a central of this computer: the first, or another one, which needs an adapter of
  /// its own; nil where there is none.
  public func peripheral(isSecond: Bool) -> BLEPeripheral? {
    isSecond ? (host.hasSecondAdapter ? second : nil) : first
  }

  /// Finds the device. Throws ``RigError`` where none, or more than one, is meant.
  public func locate() async throws(RigError) {
    // Some advertise no more often than every 10.24 s.
    try await first.locate(until: lab.now.advanced(by: .seconds(15)))
  }

  /// Connects and makes the channel ready.
  public func open() async throws(RigError) -> any Link {
    if let bootloader = bootloader.withLock({ $0 }) { return try await bootloader.open() }
    await second.endClosed(until: lab.now.advanced(by: Self.patience))
    let connection = try await first.open(until: lab.now.advanced(by: Self.patience))
    do throws(RigError) { return try await prepare(connection) } catch {
      connection.disconnect()
      guard error.code == .pairingFailed else { throw error }
      let isForgotten = try await first.forget()
      let wasPaired = hasPaired.exchange(false, ordering: .acquiringAndReleasing)
      // bluetoothd may have forgotten the bond by itself when it was refused.
      if isForgotten || wasPaired {
        host.remark("\(name): it has lost its bond, and is paired again")
      } else {
        doesNotPair.withLock { $0 = true }
        host.remark("\(name): it does not pair, and is talked to without encryption")
      }
    }
    let again = try await first.open(until: lab.now.advanced(by: Self.patience))
    do throws(RigError) { return try await prepare(again) } catch {
      again.disconnect()
      throw error
    }
  }

  private func prepare(_ connection: any AirConnection) async throws(RigError) -> any Link {
    let unit = first.parameters.unit ?? BLEParameters.usualUnit
    if unit > 23 {
      // A server without the request stays at 23: that alone is no fault.
      do throws(RigError) { _ = try await connection.exchangeMTU(unit) } catch {
        if !error.code.isAttributeRefusal { throw error }
      }
    }
    traffic.agreed(unit: connection.maximumTransmissionUnit)
    let channel = GATTLayout.channel(service)
    if let channel, GATTLayout.updates.contains(channel) {
      do throws(RigError) { return try await UpdateLink.open(lab, over: connection, channel) } catch
      {
        guard error.code == .notFound, channel == GATTLayout.dfu, mayEnter,
          let bootloader = try await enter(over: connection)
        else { throw error }
        self.bootloader.withLock { $0 = bootloader }
        return try await bootloader.open()
      }
    }
    let found = try await connection.discover()
    let isForBackground = found.contains {
      $0.handle.service == GATTLayout.nearbyInteraction.uuid
    }
    let pairs = !doesNotPair.withLock { $0 }
    if isForBackground, pairs {
      try await connection.encrypt()
      hasPaired.store(true, ordering: .releasing)
    }
    let (receive, transmit) = characteristics(of: channel, among: found)
    if let transmit {
      do throws(RigError) {
        try await turnOn(transmit.handle, of: connection, pairs: pairs)
      } catch {
        guard error.code.isAttributeRefusal else { throw error }
        if error.code != .attributeNotFound { refused(error) }
      }
    }
    return BLELink(
      connection, receive: receive, transmit: transmit?.handle,
      wrapping: envelope.map(GATTWrapping.init)
    ) { [weak self] in self?.refused($0) }
  }

  /// Has the application become its bootloader; nil where it cannot.
  private func enter(over connection: any AirConnection) async throws(RigError) -> BLESource? {
    guard
      let exit = ApplicationExit(lab, connection, among: try await connection.discover())
    else { return nil }
    let octets = first.address.split(separator: ":")
    let found = try await exit.perform(calling: "DFU" + octets.suffix(3).joined())
    await first.waitUntilDisconnected(until: lab.now.advanced(by: Self.patience))
    var parameters = first.parameters
    parameters.service = service
    let selector: LinkAddress.BLESelector?
    switch found {
    case .sameAddress: selector = nil
    case .named(let name): selector = .name(name)
    case .nextAddress:
      guard let last = octets.last.flatMap({ UInt8($0, radix: 16) }) else { return nil }
      let next = Hexadecimal.encode([last &+ 1]).uppercased()
      selector = .address((octets.dropLast().map(String.init) + [next]).joined(separator: ":"))
    }
    host.remark(
      "\(PrintableText.escaped(name)): its application has become its bootloader"
        + (selector.map { ", \($0)" } ?? ""))
    // Under the same address it is the same peripheral.
    let (first, second) =
      selector.map { host.peripherals($0, parameters, traffic) } ?? (first, second)
    return BLESource(
      lab, first, second, host: host, traffic: traffic, service: service, envelope: nil)
  }

  private func turnOn(
    _ transmit: GATTHandle, of connection: any AirConnection, pairs: Bool
  ) async throws(RigError) {
    // A pairing that fails leaves a channel that is of no use.
    guard pairs else { return try await connection.setNotifications(true, of: transmit) }
    try await connection.encryptingIfAsked { () throws(RigError) in
      try await connection.setNotifications(true, of: transmit)
    }
  }

  /// Says, for each refusal once, that the server did not do what it was asked.
  private func refused(_ error: RigError) {
    let isNews = refusals.withLock { $0.count < 16 && $0.insert(error.reason).inserted }
    if isNews { host.remark("\(name): it refuses, and has not done it: \(error.reason)") }
  }

  /// The two characteristics that carry messages: those of a layout that is known, else the first of
  /// the service that can be written and the first that notifies.
  private func characteristics(
    of channel: GATTDataChannel?, among found: [GATTDiscovery]
  ) -> (receive: GATTDiscovery?, transmit: GATTDiscovery?) {
    if let known = channel {
      let own = found.filter { $0.handle.service == known.service.uuid }
      return (
        own.first { $0.handle.characteristic == known.receive.uuid },
        own.first { $0.handle.characteristic == known.transmit.uuid }
      )
    }
    return GATTLayout.messages(of: service, among: found)
  }
}

/// The open data channel: one send is one write, one notification one message.
final class BLELink: Link {
  let name: String
  let preservesMessages = true
  private let connection: any AirConnection
  private let receive: GATTDiscovery?
  private let transmit: GATTHandle?
  private let wrapping: GATTWrapping?
  private let refused: @Sendable (RigError) -> Void

  /// - Parameter refused: told of a message that the server has refused.
  init(
    _ connection: any AirConnection, receive: GATTDiscovery?, transmit: GATTHandle?,
    wrapping: GATTWrapping?, refused: @escaping @Sendable (RigError) -> Void
  ) {
    (self.wrapping, self.refused) = (wrapping, refused)
    (self.connection, self.receive, self.transmit) = (connection, receive, transmit)
    name = connection.name
  }

  func start(_ receive: @escaping @Sendable (LinkEvent) -> Void) {
    connection.deliver { [transmit, wrapping] event in
      switch event {
      case .notified(let handle, let chunk):
        if handle == transmit, let chunk = wrapping.unwrap(chunk) { receive(.received(chunk)) }
      case .disconnected(let error): receive(.closed(error))
      }
    }
  }

  func send(_ bytes: [UInt8]) async throws(RigError) {
    guard let receive else { return }
    if let wrapping {
      return try await wrapping.send(bytes, over: connection, to: receive.handle)
    }
    // A refused write was not taken: it is written once more over an encrypted link, as phones do.
    do throws(RigError) {
      try await connection.encryptingIfAsked { () throws(RigError) in
        try await connection.write(
          bytes, to: receive.handle, withResponse: receive.properties.contains(.write))
      }
    } catch {
      // Some refuse a message that makes no sense instead of being silent: the case judges what follows.
      guard error.code.isAttributeRefusal else { throw error }
      refused(error)
    }
  }

  /// The kernel drops in silence what is not read, so that all is read.
  func setReading(_ reading: Bool) {}

  func close() { connection.disconnect() }
}

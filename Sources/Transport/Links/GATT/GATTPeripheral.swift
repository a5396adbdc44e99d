public import Errors
public import LabRuntime
public import NearbyAccessory

/// A Bluetooth LE device as a central finds it: the seam behind which a modelled GATT server and a
/// real one are the same.
public protocol GATTPeripheral: Sendable {
  var name: String { get }
  /// Its Bluetooth address or, where the system hides it, its identifier.
  var address: String { get }

  /// Its advertisement of this moment; nil while it sends none.
  func advertisement() async -> GATTAdvertisement?

  /// Listens for an advertisement until one comes or the deadline is there; a device that knows
  /// answers at once.
  ///
  /// - Parameter service: the UUID of a service, uppercase, of which it is to be certain whether
  ///   the advertisement itself names it; nil for none.
  /// - Throws: ``RigError`` where this computer cannot listen.
  func listen(
    until deadline: LabInstant, for service: String?
  ) async throws(RigError) -> GATTHearing

  /// Connects. The attempt lasts until the device is in reach, or until the deadline.
  func connect(until deadline: LabInstant) async throws(RigError) -> any GATTConnection

  /// Waits for a connection that was ended here to end there too: a kernel may keep the link for a
  /// while in case it is wanted again.
  func waitUntilDisconnected(until deadline: LabInstant) async
}

extension GATTPeripheral {
  /// The advertisement of this moment.
  public func listen(
    until deadline: LabInstant, for service: String?
  ) async throws(RigError) -> GATTHearing {
    await advertisement().map(GATTHearing.heard) ?? .silent
  }

  /// Nothing: the device knows at once.
  public func waitUntilDisconnected(until deadline: LabInstant) async {}
}

/// What listening for a device has come to.
public enum GATTHearing: Hashable, Sendable {
  case heard(GATTAdvertisement)
  /// Others were heard, or would have been.
  case silent
  /// Nothing was heard at all: that tells as little of the device as of who listened.
  case deaf
}

/// A device's advertisement.
public struct GATTAdvertisement: Hashable, Sendable {
  /// Its name; nil when it gives none.
  public var localName: String?
  /// UUIDs of services, uppercase.
  public var services: [String]

  /// An advertisement.
  public init(localName: String? = nil, services: [String] = []) {
    self.localName = localName
    self.services = services
  }
}

/// A characteristic as it was discovered: equal UUIDs may occur several times, each is an instance
/// of its own.
public struct GATTHandle: Hashable, Sendable {
  /// UUID of the service, uppercase.
  public var service: String
  /// UUID of the characteristic, uppercase.
  public var characteristic: String
  /// Counts from 0 among equal UUIDs in discovery order.
  public var instance: Int

  /// A characteristic of a service.
  public init(service: String, characteristic: String, instance: Int = 0) {
    self.service = service
    self.characteristic = characteristic
    self.instance = instance
  }
}

/// A characteristic that discovery found.
public struct GATTDiscovery: Hashable, Sendable {
  /// Where it is.
  public var handle: GATTHandle
  /// The operations that a central may do.
  public var properties: GATTCharacteristic.Properties
  /// UUIDs of its descriptors, uppercase.
  public var descriptors: [String]
  /// The number of its value in the attribute protocol; nil in a model without one.
  public var attribute: UInt16?

  /// A discovered characteristic.
  public init(
    handle: GATTHandle, properties: GATTCharacteristic.Properties, descriptors: [String] = [],
    attribute: UInt16? = nil
  ) {
    self.handle = handle
    self.properties = properties
    self.descriptors = descriptors
    self.attribute = attribute
  }
}

/// An unsolicited event of a connected device.
public enum GATTEvent: Hashable, Sendable {
  case notified(GATTHandle, Chunk)
  /// The connection has ended; comes once, at the end.
  case disconnected(RigError)
}

/// A connection to a device; one owner.
public protocol GATTConnection: Sendable {
  /// ATT_MTU as agreed; 23 before an exchange. One write or notification carries three bytes less.
  var maximumTransmissionUnit: Int { get }
  var isEncrypted: Bool { get }
  /// Notifications, and the end of the connection.
  var events: LabChannel<GATTEvent> { get }

  /// Asks for a larger ATT_MTU and returns what was agreed.
  func exchangeMTU(_ wanted: Int) async throws(RigError) -> Int
  /// Encrypts the link, with the bond of an earlier connection or by pairing (Just Works).
  func encrypt() async throws(RigError)
  /// Every characteristic of every service, in the order of the server.
  func discover() async throws(RigError) -> [GATTDiscovery]
  func read(_ handle: GATTHandle) async throws(RigError) -> [UInt8]
  /// Writes a value of at most ATT_MTU − 3 bytes.
  func write(
    _ value: [UInt8], to handle: GATTHandle, withResponse: Bool
  ) async throws(RigError)
  /// Turns notifications on or off through the client configuration descriptor.
  func setNotifications(_ on: Bool, of handle: GATTHandle) async throws(RigError)
  func disconnect()
}

/// A service as discovery found it.
public struct DiscoveredService: Hashable, Sendable {
  /// The attributes of the service.
  public var handles: AttributePDU.ClosedHandles
  /// Its identifier.
  public var uuid: BluetoothUUID
  /// Its characteristics, in the order of the server.
  public var characteristics: [Characteristic] = []

  /// A characteristic.
  public struct Characteristic: Hashable, Sendable {
    /// Where its value is.
    public var value: AttributePDU.Handle
    /// Its identifier.
    public var uuid: BluetoothUUID
    /// The properties byte of the declaration.
    public var properties: UInt8
    /// The attributes behind its value.
    public var descriptors: [AttributePDU.Information] = []

    /// Reads the value of a declaration: properties, handle, identifier.
    init?(declaration: [UInt8]) {
      guard declaration.count >= 3, let uuid = BluetoothUUID(wire: declaration[3...]) else {
        return nil
      }
      self.uuid = uuid
      properties = declaration[0]
      value = UInt16(declaration[1]) | UInt16(declaration[2]) << 8
    }

    /// Where notifications are turned on; nil where the server has no such descriptor.
    public var clientConfiguration: AttributePDU.Handle? {
      descriptors.first { $0.type == .clientConfiguration }?.handle
    }
  }
}

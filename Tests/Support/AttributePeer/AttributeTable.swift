public import AttributeProtocol

/// The attributes of a server, in the order of their handles from 1 on.
public struct AttributeTable: Hashable, Sendable {
  /// The content of an attribute.
  enum Content: Hashable, Sendable {
    /// Always the same, readable.
    case fixed([UInt8])
    /// The owner of the server knows it.
    case asked
    /// Notifications of the value of this handle.
    case configuration(of: AttributePDU.Handle)
  }

  struct Attribute: Hashable, Sendable {
    var type: BluetoothUUID
    var content: Content
    /// The last handle of the service that begins here; 0 for what is no service.
    var groupEnd: AttributePDU.Handle = 0
  }

  private(set) var attributes: [Attribute] = []

  /// An empty table.
  public init() {}

  /// A service without characteristics; those that are added next are its own.
  public mutating func addService(_ uuid: BluetoothUUID) {
    append(Attribute(type: .primaryService, content: .fixed(uuid.wire)))
  }

  /// A characteristic, and the handle of its value.
  ///
  /// - Parameters:
  ///   - value: what is read, always; nil where the owner is asked.
  ///   - isConfigurable: whether a descriptor turns its notifications on.
  @discardableResult
  public mutating func addCharacteristic(
    _ uuid: BluetoothUUID, properties: UInt8, value: [UInt8]? = nil, isConfigurable: Bool = false
  ) -> AttributePDU.Handle {
    let handle = AttributePDU.Handle(attributes.count + 2)
    let wire = [properties, UInt8(truncatingIfNeeded: handle), UInt8(handle >> 8)] + uuid.wire
    append(Attribute(type: .characteristic, content: .fixed(wire)))
    append(Attribute(type: uuid, content: value.map { .fixed($0) } ?? .asked))
    if isConfigurable {
      append(Attribute(type: .clientConfiguration, content: .configuration(of: handle)))
    }
    return handle
  }

  private mutating func append(_ attribute: Attribute) {
    attributes.append(attribute)
    guard let service = attributes.lastIndex(where: { $0.type == .primaryService }) else { return }
    attributes[service].groupEnd = AttributePDU.Handle(attributes.count)
  }

  subscript(_ handle: AttributePDU.Handle) -> Attribute? {
    handle > 0 && Int(handle) <= attributes.count ? attributes[Int(handle) - 1] : nil
  }

  /// The attributes of a range that keep to a rule, with their handles.
  func find(
    _ range: AttributePDU.ClosedHandles, where isWanted: (Attribute) -> Bool
  ) -> [(handle: AttributePDU.Handle, attribute: Attribute)] {
    attributes.enumerated().compactMap { index, attribute in
      let handle = AttributePDU.Handle(index + 1)
      return range.contains(handle) && isWanted(attribute) ? (handle, attribute) : nil
    }
  }
}

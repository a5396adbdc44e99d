/// The application configuration of a session: values by parameter, in the order of identifiers.
///
/// A number that was never set is the parameter's default.
public struct AppConfiguration: Equatable, Sendable {
  /// The parameters that were set.
  public private(set) var parameters: [AppConfigTLV] = []

  /// A configuration in which nothing is set.
  public init() {}

  /// A configuration of these parameters; the last of several values of one counts.
  public init(_ parameters: [AppConfigTLV]) {
    for parameter in parameters { self[parameter.id] = parameter.value }
  }

  /// The value of a parameter; nil when it was not set.
  public subscript(id: AppConfigID) -> [UInt8]? {
    get { parameters.first { $0.id == id }?.value }
    set {
      let index = parameters.firstIndex { $0.id >= id } ?? parameters.endIndex
      if index < parameters.endIndex, parameters[index].id == id { parameters.remove(at: index) }
      guard let newValue else { return }
      parameters.insert(AppConfigTLV(id: id, value: newValue), at: index)
    }
  }

  /// The number of a parameter, or its default; nil when it has neither.
  public func number(_ id: AppConfigID) -> Int64? {
    guard let definition = id.definition else { return nil }
    guard let value = self[id] else { return definition.defaultValue.first }
    return definition.numbers(of: value)?.first
  }

  /// Sets a number in a size that the parameter has; a parameter without numbers stays as it is.
  public mutating func set(_ id: AppConfigID, _ number: Int64, size: Int? = nil) {
    guard let bytes = id.definition?.bytes(of: [number], size: size) else { return }
    self[id] = bytes
  }

  /// Whether every one of `ids` was set.
  public func contains(all ids: [AppConfigID]) -> Bool {
    ids.allSatisfy { self[$0] != nil }
  }
}

extension AppConfiguration {
  /// Whether the device is the controller (DEVICE_TYPE 1).
  public var isController: Bool { number(.deviceType) == 1 }
  /// Whether the device starts a ranging round (DEVICE_ROLE 1).
  public var isInitiator: Bool { number(.deviceRole) == 1 }
  /// Whether one controller ranges with several controlees (MULTI_NODE_MODE 1).
  public var isOneToMany: Bool { number(.multiNodeMode) == 1 }
  /// The channel.
  public var channel: Int { Int(number(.channelNumber) ?? 9) }
  /// The preamble code.
  public var preambleCode: Int { Int(number(.preambleCodeIndex) ?? 10) }
  /// The duration of a ranging block, in ms.
  public var rangingDurationMilliseconds: Int { Int(number(.rangingDuration) ?? 200) }
  /// The duration of a slot, in RSTU; 1200 are 1 ms.
  public var slotDurationRSTU: Int { Int(number(.slotDuration) ?? 2400) }
  /// Slots of a ranging round.
  public var slotsPerRound: Int { Int(number(.slotsPerRR) ?? 25) }
  /// Bytes of an address: 2, or 8 when MAC_ADDRESS_MODE is not 0.
  public var addressSize: Int { number(.macAddressMode) == 0 ? 2 : 8 }
  /// The device's own address, in wire order.
  public var address: [UInt8] { self[.deviceMACAddress] ?? [] }

  /// The addresses of the peers, in wire order; an incomplete last one is left out.
  public var destinations: [[UInt8]] {
    get {
      let bytes = self[.dstMACAddress] ?? []
      let size = addressSize
      return stride(from: 0, to: bytes.count - bytes.count % size, by: size).map {
        Array(bytes[$0..<$0 + size])
      }
    }
    set {
      self[.dstMACAddress] = newValue.flatMap { $0 }
      set(.numberOfControlees, Int64(newValue.count))
    }
  }
}

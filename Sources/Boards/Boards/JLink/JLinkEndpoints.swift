/// The interface of a probe for its own commands: vendor specific, with a bulk endpoint each way.
struct JLinkEndpoints: Equatable, Sendable {
  var interface: Int
  var input: UInt8
  var output: UInt8

  /// nil for a device that has none.
  init?(_ device: USBDevice) {
    guard device.vendor == SerialNumber.segger else { return nil }
    for interface in device.interfaces
    where interface.interfaceClass == 0xFF && interface.interfaceSubclass == 0xFF {
      let bulk = interface.endpoints.filter(\.isBulk)
      guard let input = bulk.first(where: \.isInput),
        let output = bulk.first(where: { !$0.isInput })
      else { continue }
      self.interface = interface.number
      self.input = input.address
      self.output = output.address
      return
    }
    return nil
  }
}

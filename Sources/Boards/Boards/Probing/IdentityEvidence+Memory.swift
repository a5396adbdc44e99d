extension IdentityEvidence {
  /// The remembered facts about these devices.
  public init(_ memory: ProbeMemory, _ inventory: USBInventory) {
    self.init()
    for pair in memory.pairs(in: inventory) {
      guard let serial = pair.probe(in: inventory)?.serial else { continue }
      nativeSerials[serial] = pair.port
      chips[serial] = pair.chip
    }
    for device in inventory.devices {
      guard let serial = device.serial else { continue }
      for interface in device.interfaces {
        let result = memory.recall(device, interface: interface.number)
        if let kind = result?.firmware { firmware[serial, default: [:]][interface.number] = kind }
      }
    }
  }
}

public import Links
import NearbyAccessory
import Synchronization

extension VirtualGATTAccessory {
  /// The characteristics of the server, in its order.
  public var characteristics: [GATTDiscovery] {
    var found: [GATTDiscovery] = []
    let channel = layout.dataChannel
    for characteristic in channel.service.characteristics {
      if faults.lacksTransmit, characteristic == channel.transmit { continue }
      found.append(discovery(of: characteristic, in: channel.service))
    }
    guard layout.hasNearbyInteraction, !faults.lacksNearbyInteraction else { return found }
    let instances = state.withLock { $0.boards.count }
    for instance in 0..<instances {
      found.append(
        discovery(
          of: GATTLayout.configurationData, in: GATTLayout.nearbyInteraction, instance: instance))
    }
    return found
  }

  private func discovery(
    of characteristic: GATTCharacteristic, in service: GATTService, instance: Int = 0
  ) -> GATTDiscovery {
    var properties = characteristic.properties
    if faults.refusesWriteCommands { properties.remove(.writeWithoutResponse) }
    let isNotified = properties.contains(.notify) && !faults.lacksClientConfiguration
    return GATTDiscovery(
      handle: GATTHandle(
        service: service.uuid, characteristic: characteristic.uuid, instance: instance),
      properties: properties, descriptors: isNotified ? [GATTLayout.clientConfiguration] : [])
  }
}

import Errors
import LabRuntime
import Links
import NearbyAccessory
import Synchronization

/// A virtual device as one central sees it.
struct VirtualGATTPeripheral: GATTPeripheral {
  let device: VirtualGATTAccessory
  let central: String

  var name: String { device.name }
  var address: String { "virtual:\(device.name)" }

  func advertisement() async -> GATTAdvertisement? {
    device.state.withLock { state in
      guard device.isConnectable(state) else { return nil }
      guard !device.faults.advertisesNothing else {
        return GATTAdvertisement(localName: device.name)
      }
      var services = [device.layout.dataChannel.service.uuid]
      if device.personality.advertisesBothServices, device.layout.hasNearbyInteraction {
        services.append(GATTLayout.nearbyInteraction.uuid)
      }
      return GATTAdvertisement(localName: device.name, services: services)
    }
  }

  func connect(until deadline: LabInstant) async throws(RigError) -> any GATTConnection {
    try await device.lab.connection(to: name, until: deadline) { device.accept(central) }
  }
}

package import Dissection
import NearbyAccessory
package import UCI

/// Bytes to named fields, as the arguments of `decode` say.
package struct PacketDecoder {
  package enum PacketProtocol: String, Codable, CaseIterable, Sendable {
    case uci
    /// A message of the accessory data channel.
    case accessory
    /// Accessory configuration data.
    case acd
    case scd
    /// A message of Android's Ranging OOB.
    case rangingOOB = "ranging-oob"
    /// A Ranging OOB message in a frame of the Find Hub network.
    case findHub = "find-hub"
  }

  package enum PacketDirection: String, CaseIterable, Sendable {
    case `in`
    case out
  }

  package let packetProtocol: PacketProtocol
  package let direction: PacketDirection?
  package let dialect: UCIDialect

  package init(packetProtocol: PacketProtocol, direction: PacketDirection?, dialect: UCIDialect) {
    self.packetProtocol = packetProtocol
    self.direction = direction
    self.dialect = dialect
  }

  package func decode(_ bytes: [UInt8]) -> DissectedPacket {
    switch packetProtocol {
    case .uci: Dissection.uci(bytes, dialect: dialect)
    case .accessory: Dissection.accessory(bytes, direction: accessoryDirection(bytes))
    case .acd: Dissection.accessoryConfigurationData(bytes)
    case .scd: Dissection.shareableConfigurationData(bytes)
    case .rangingOOB: Dissection.rangingOOB(bytes)
    case .findHub: Dissection.findHub(bytes)
    }
  }

  /// Without a word from the user the identifier tells: most mean something in one direction only.
  private func accessoryDirection(_ bytes: [UInt8]) -> AccessoryMessage.Direction {
    switch direction {
    case .in: return .accessoryToPhone
    case .out: return .phoneToAccessory
    case nil: break
    }
    guard let first = bytes.first else { return .accessoryToPhone }
    let identifier = AccessoryMessage.Identifier(rawValue: first)
    return !identifier.isDefined(in: .accessoryToPhone)
      && identifier.isDefined(in: .phoneToAccessory)
      ? .phoneToAccessory : .accessoryToPhone
  }
}

import ArgumentParser
import Dissection
import NearbyAccessory
import UCI

/// Bytes to named fields, as the arguments of `decode` say.
struct PacketDecoder {
  enum PacketProtocol: String, Codable, ExpressibleByArgument, CaseIterable {
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

  enum PacketDirection: String, ExpressibleByArgument, CaseIterable {
    case `in`
    case out
  }

  let packetProtocol: PacketProtocol
  let direction: PacketDirection?
  let dialect: UCIDialect

  func decode(_ bytes: [UInt8]) -> DissectedPacket {
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

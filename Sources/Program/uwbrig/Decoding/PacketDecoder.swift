import ArgumentParser
import Dissection
import NearbyAccessory
import UCI

/// Bytes to named fields, as the arguments of `decode` say.
struct PacketDecoder {
  /// What the bytes are.
  enum PacketProtocol: String, Codable, ExpressibleByArgument, CaseIterable {
    /// A FiRa UCI message.
    case uci
    /// A message of the accessory data channel.
    case accessory
    /// Accessory configuration data.
    case acd
    /// Shareable configuration data.
    case scd
  }

  /// Which way a message went, seen from the rig.
  enum PacketDirection: String, ExpressibleByArgument, CaseIterable {
    /// From the board.
    case `in`
    /// To the board.
    case out
  }

  let packetProtocol: PacketProtocol
  let direction: PacketDirection?
  let dialect: UCIDialect

  /// The packet in named fields.
  func decode(_ bytes: [UInt8]) -> DissectedPacket {
    switch packetProtocol {
    case .uci: Dissection.uci(bytes, dialect: dialect)
    case .accessory: Dissection.accessory(bytes, direction: accessoryDirection(bytes))
    case .acd: Dissection.accessoryConfigurationData(bytes)
    case .scd: Dissection.shareableConfigurationData(bytes)
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

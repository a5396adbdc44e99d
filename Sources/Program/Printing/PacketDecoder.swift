package import Dissection
package import Journal
import NearbyAccessory
package import UCI

/// Bytes to named fields, as the arguments of `decode` say.
package struct PacketDecoder {
  package typealias PacketProtocol = Dissection.PacketProtocol

  package let packetProtocol: PacketProtocol
  package let direction: Direction?
  package let dialect: UCIDialect

  package init(packetProtocol: PacketProtocol, direction: Direction?, dialect: UCIDialect) {
    self.packetProtocol = packetProtocol
    self.direction = direction
    self.dialect = dialect
  }

  /// The packet, and the protocol that it is of.
  ///
  /// - Parameter firmware: what speaks on the link, as rig files name it; what the arguments say counts
  ///   where that is not known.
  package func decode(
    _ bytes: [UInt8], on firmware: String? = nil
  ) -> (packet: DissectedPacket, kind: PacketProtocol) {
    let direction = accessoryDirection(bytes)
    if let firmware,
      let frame = Dissection.onLink(
        bytes, firmware: firmware, dialect: dialect, isFromBoard: direction == .accessoryToPhone)
    {
      return frame
    }
    let packet =
      switch packetProtocol {
      case .uci: Dissection.uci(bytes, dialect: dialect)
      case .accessory: Dissection.accessory(bytes, direction: direction)
      case .acd: Dissection.accessoryConfigurationData(bytes)
      case .scd: Dissection.shareableConfigurationData(bytes)
      case .rangingOOB: Dissection.rangingOOB(bytes)
      case .findHub: Dissection.findHub(bytes)
      }
    return (packet, packetProtocol)
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

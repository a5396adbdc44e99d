import Boards
import BootProtocols
import WireFormat

extension ChannelReport {
  static func items(_ identity: ESPIdentity) -> [InspectedItem] {
    let flags = identity.securityFlags
    return [
      InspectedItem("chip", identity.chip?.name),
      InspectedItem("address", colons(identity.address)),
      InspectedItem(
        "flash chip",
        identity.flashIdentifier.map { number in
          // Manufacturer, type and capacity, in the order in which the flash chip says them.
          Hexadecimal.encode((0..<3).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) })
        }),
      InspectedItem("flash", identity.flashSize.map { "\($0)" }, unit: "bytes"),
      InspectedItem("security flags", flags.map { Hexadecimal.number($0) }),
    ].compactMap(\.self)
  }

  /// The answers of an NXP wireless chip's loader, as items.
  static func items(_ identity: DK6Identity) -> [InspectedItem] {
    let flash = identity.flash
    return [
      InspectedItem(
        "chip", identity.chipName ?? identity.chip.map { Hexadecimal.number($0) }),
      InspectedItem("type", identity.type.map { "\($0)" }),
      InspectedItem("ROM version", identity.romVersion.map { Hexadecimal.number($0) }),
      InspectedItem("address", colons(identity.address)),
      flash.map { memory in
        InspectedItem(
          "flash", "\(memory.length)", unit: "bytes",
          parts: [
            InspectedItem("address", Hexadecimal.number(memory.base)),
            InspectedItem("sector", "\(memory.sectorSize)", unit: "bytes"),
          ])
      },
    ].compactMap(\.self)
  }

  /// The answers of NXP's MCU bootloader, as items.
  static func items(_ identity: MBootIdentity) -> [InspectedItem] {
    let number = identity.uniqueIdentifier.map(\.hexadecimal)
    return [
      InspectedItem("bootloader", identity.version),
      InspectedItem("protocol", identity.protocolVersion),
      InspectedItem("system", identity.systemIdentifier.map { Hexadecimal.number($0) }),
      InspectedItem("unique number", number.joined(separator: " ")),
      InspectedItem("packet", identity.packetSize.map { "\($0)" }, unit: "bytes"),
      InspectedItem("flash", identity.flashSize.map { "\($0)" }, unit: "bytes"),
      InspectedItem("flash address", identity.flashStart.map { Hexadecimal.number($0) }),
      InspectedItem("sector", identity.sectorSize.map { "\($0)" }, unit: "bytes"),
    ].compactMap(\.self)
  }

  private static func colons(_ bytes: [UInt8]) -> String {
    bytes.map { Hexadecimal.encode([$0]) }.joined(separator: ":")
  }
}

extension Hexadecimal {
  /// A number as people write it: `0x72000`.
  static func number(_ number: UInt32) -> String { "0x" + String(number, radix: 16) }
}

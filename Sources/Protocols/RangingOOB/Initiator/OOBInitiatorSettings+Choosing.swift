extension OOBInitiatorSettings {
  /// What the phone sends to a board of these capabilities: the message, and the block of
  /// ultra-wideband in it.
  ///
  /// - Throws: ``UWBSelection/Mismatch`` where nothing fits.
  public func configuration(
    for capabilities: OOBMessage.Capabilities, version: UInt8,
    random: inout some RandomNumberGenerator
  ) throws(UWBSelection.Mismatch) -> (message: OOBMessage, block: ConfigurationBlock.UWB) {
    var mismatch: UWBSelection.Mismatch?
    let blocks = choose(
      for: capabilities, of: 1, address: Self.address(&random), mismatch: &mismatch,
      random: &random)
    guard let block = blocks.ultraWideband else {
      throw mismatch ?? .technology
    }
    return (message(blocks, to: version), block)
  }

  /// A random short address.
  static func address(_ random: inout some RandomNumberGenerator) -> [UInt8] {
    [UInt8.random(in: 1...0xFE, using: &random), UInt8.random(in: 0...0xFF, using: &random)]
  }

  /// The configuration with these blocks, in the form for a board of that version.
  func message(_ blocks: [ConfigurationBlock], to peer: UInt8) -> OOBMessage {
    let version = generation.configurationVersion(for: peer)
    return OOBMessage(
      version: version,
      .configurationRequest(.init(blocks: blocks, motion: version == 3 ? .supported : nil)))
  }

  /// The blocks of what both can do.
  func choose(
    for capabilities: OOBMessage.Capabilities, of count: Int, address: [UInt8],
    mismatch: inout UWBSelection.Mismatch?, random: inout some RandomNumberGenerator
  ) -> [ConfigurationBlock] {
    var blocks: [ConfigurationBlock] = []
    for block in capabilities.blocks where technologies.contains(block.technology) {
      switch block {
      case .uwb(let board):
        do throws(UWBSelection.Mismatch) {
          let chosen = try UWBSelection(
            self, peer: board, of: capabilities.tail?.deviceType ?? .unknown, peers: count)
          blocks.append(.uwb(configuration(chosen, address: address, random: &random)))
        } catch { mismatch = error }
      case .channelSounding:
        var sounding = ConfigurationBlock.ChannelSounding()
        sounding.securityLevel = isSecure ? 4 : 1
        sounding.address = bluetoothAddress
        blocks.append(.channelSounding(sounding))
      case .rssi:
        var rssi = CapabilityBlock.BLERSSI()
        rssi.address = bluetoothAddress
        blocks.append(.rssi(rssi))
      case .wifiNAN, .wifiPD, .unknown: break
      }
    }
    // The strength of the signal adds nothing to channel sounding.
    if blocks.contains(where: { $0.technology == .channelSounding }) {
      blocks.removeAll { $0.technology == .rssi }
    }
    return blocks
  }

  private func configuration(
    _ chosen: UWBSelection, address: [UInt8], random: inout some RandomNumberGenerator
  ) -> ConfigurationBlock.UWB {
    var uwb = ConfigurationBlock.UWB()
    uwb.address = address
    uwb.sessionID = UInt32.random(in: 1 ... .max, using: &random)
    uwb.configID = chosen.configID
    uwb.channel = chosen.channel
    uwb.preamble = UInt8(chosen.preambles.randomElement(using: &random) ?? 10)
    uwb.interval = chosen.interval
    uwb.slot = chosen.slot
    uwb.key =
      switch keySource {
      case .random: (0..<chosen.keyLength).map { _ in UInt8.random(in: 0...255, using: &random) }
      case .seeded: seededSessionKey(sessionID: uwb.sessionID, count: chosen.keyLength)
      }
    uwb.country = Array((country + "\0\0").utf8.prefix(2))
    uwb.role = chosen.role
    uwb.mode = chosen.mode
    return uwb
  }
}

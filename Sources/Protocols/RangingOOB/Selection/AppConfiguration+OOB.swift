public import UCI

/// One of the two ends of a session.
public enum OOBSide: Hashable, Sendable {
  /// The end that sent the configuration.
  case phone
  /// The end that received it.
  case board
}

extension AppConfiguration {
  /// The parameters of one end's radio for a configuration; the session id is not among them
  /// (Ranging OOB §9.2).
  ///
  /// - Parameters:
  ///   - boardAddress: The short address of the board's capabilities.
  ///   - roundControl: RANGING_ROUND_CONTROL, which is not in the message.
  ///   - measuresAngles: Whether angles of arrival are asked for.
  public init(
    _ block: ConfigurationBlock.UWB, boardAddress: [UInt8], side: OOBSide,
    roundControl: UInt8 = 0x02, measuresAngles: Bool = false
  ) {
    let isInitiator = (block.role == .initiator) == (side == .board)
    let isOneToMany = OOBConfigID.isOneToMany(block.configID)
    let sts = OOBConfigID.stsConfiguration(of: block.configID)
    let (own, peer) =
      side == .board ? (boardAddress, block.address) : (block.address, boardAddress)
    let numbers: [(AppConfigID, Int64)] = [
      (.deviceType, isInitiator ? 1 : 0), (.deviceRole, isInitiator ? 1 : 0),
      (.rangingRoundUsage, 2), (.scheduleMode, 1), (.rangingTimeStruct, 1),
      (.multiNodeMode, isOneToMany ? 1 : 0), (.numberOfControlees, 1), (.macAddressMode, 0),
      (.channelNumber, Int64(block.channel)), (.preambleCodeIndex, Int64(block.preamble)),
      (.prfMode, OOBConfigID.isHPRF(Int(block.preamble)) ? 1 : 0), (.sfdID, 2),
      (.rframeConfig, 3), (.psduDataRate, 0), (.preambleDuration, 1), (.bprfPHRDataRate, 0),
      (.macFCSType, 0), (.slotDuration, Int64(block.slot) * 1200),
      (.rangingDuration, Int64(block.interval)),
      (.slotsPerRR, Int64(OOBConfigID.slotsPerRound(of: block.configID))), (.hoppingMode, 1),
      (.rangingRoundControl, Int64(roundControl)), (.aoaResultReq, measuresAngles ? 1 : 0),
      (.sessionInfoNtfConfig, 1), (.resultReportConfig, 1), (.numberOfSTSSegments, 1),
      (.stsLength, 1), (.stsConfig, Int64(sts)), (.keyRotation, sts == 0 ? 0 : 1),
      (.keyRotationRate, 0), (.sessionPriority, 50), (.maxRRRetry, 0), (.blockStrideLength, 0),
      (.inBandTerminationAttemptCount, 3),
    ]
    self.init()
    for (id, number) in numbers { set(id, number) }
    set(.uwbInitiationTime, 0, size: 4)
    self[.deviceMACAddress] = own
    self[.dstMACAddress] = peer
    if sts == 0 {
      self[.vendorID] = Array(block.key.prefix(2))
      self[.staticSTSIV] = Array(block.key.dropFirst(2))
    } else {
      self[.sessionKey] = block.key
    }
  }
}

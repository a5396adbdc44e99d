extension UWBSPersonality {
  /// A DWM3001CDK with the UCI firmware of QM33 SDK 0.1.1.
  ///
  /// Read in its source: the chip restarts 10 ms after the response to a reset and says READY to the
  /// first byte of a host, UWB_INITIATION_TIME has 4 bytes, 0x13 is RX_MODE and 0x36 RSSI_REPORTING.
  /// Chosen: how long the restart takes, the shape of its vendor information, and everything that
  /// ``fira1`` chooses.
  public static let fira1Qorvo: UWBSPersonality = {
    var personality = fira1
    personality.name = "fira1-qorvo"
    personality.dialect.vendor = .qorvo
    personality.deviceInfo.body?.vendorInfo = fira2Qorvo.deviceInfo.body?.vendorInfo ?? []
    personality.groups = [0x00, 0x01, 0x02, 0x09, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F]
    personality.resetOrder = [.response]
    personality.restartTime = .milliseconds(300)
    return personality
  }()
}

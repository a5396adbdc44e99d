extension UWBSPersonality {
  /// A DWM3001CDK with the UCI firmware of QM33 SDK 1.1.
  ///
  /// Device information, capabilities, orders of notifications, the parameters needed to start and
  /// the statuses for unknown things are observed on the board, and so is the status of very short
  /// distances. Not observed, and chosen: how short these are, `maximumSessions`, data transfer,
  /// `startWhenActive`, `changeableWhileActive`, and STOP of a configured idle session (of one in
  /// INIT it is observed).
  public static let fira2Qorvo = UWBSPersonality(
    name: "fira2-qorvo",
    dialect: UCIDialect(version: .fira2, vendor: .qorvo),
    deviceInfo: CoreGetDeviceInfoResponse(
      status: .ok, uciVersion: [2, 0], macVersion: [2, 0], phyVersion: [2, 0],
      uciTestVersion: [1, 0x10], vendorInfo: dwm3001Information),
    capabilities: dwm3001Capabilities,
    groups: [0x00, 0x01, 0x02, 0x0B, 0x0D, 0x0E],
    maximumSessions: 5,
    maximumDataPayload: 255,
    requiredToStart: [
      .deviceType, .deviceRole, .multiNodeMode, .rangingRoundUsage, .deviceMACAddress,
      .dstMACAddress, .channelNumber, .stsConfig, .rframeConfig, .scheduleMode,
      .preambleCodeIndex, .sfdID, .slotDuration, .rangingDuration, .slotsPerRR,
    ],
    supportedValues: [
      .channelNumber: [5, 9], .rframeConfig: [1, 3], .multiNodeMode: [0, 1],
      .rangingRoundUsage: [1, 2, 3, 4], .stsConfig: [0, 3, 4], .scheduleMode: [1],
      .macAddressMode: [0], .prfMode: [0], .preambleCodeIndex: [9, 10, 11, 12], .sfdID: [0, 2],
      .deviceRole: [0, 1],
    ],
    resetOrder: [.deviceStatus, .response, .deviceStatus, .sessionStatus],
    startOrder: [.response, .deviceStatus, .sessionStatus],
    negativeBelowCentimetres: 10,
    measuresAngles: false)

  /// Firmware 1.1.0, its build, the chip's identity (lot 505634583230) and device 0xDECA0302.
  private static let dwm3001Information: [UInt8] =
    [1, 1, 0, 0] + [UInt8](repeating: 0, count: 8) + [0, 0, 0]
    + [0, 0, 0x50, 0x56, 0x34, 0x58, 0x32, 0x30, 0x0E, 0xE0, 0xCA, 0x09]
    + [UInt8](repeating: 0, count: 20) + [0x02, 0x03, 0xCA, 0xDE, 0]

  private static let dwm3001Capabilities = list([
    0x00: [0x03, 0x01], 0x01: [0xFF, 0x00], 0x02: [0x02, 0x00, 0x02, 0x00],
    0x03: [0x02, 0x00, 0x02, 0x00], 0x04: [0x03], 0x05: [0x03, 0x00], 0x06: [0x1E, 0x00],
    0x07: [0x19], 0x08: [0x03], 0x09: [0x02], 0x0A: [0x02], 0x0B: [0x01], 0x0C: [0x01],
    0x0D: [0x01], 0x0E: [0x09], 0x0F: [0x0A], 0x10: [0x01], 0x11: [0x3F],
    0x12: [0x00, 0x00, 0x00, 0x00, 0x00], 0x13: [0x00], 0x14: [0x00], 0x15: [0x00], 0x16: [0x02],
    0x17: [0x00], 0x18: [0x00], 0x19: [0x00],
  ])
}

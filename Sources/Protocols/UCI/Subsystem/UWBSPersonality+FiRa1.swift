extension UWBSPersonality {
  /// A board of FiRa 1.3 without anything of a vendor's.
  ///
  /// No board of this generation was observed. Documented: the short SESSION_INIT_RSP, the session
  /// id as token, the capabilities' numbers, the status-only multicast response with its longer
  /// notification, the four bytes of UWB_INITIATION_TIME (AOSP). The six parameters that a session
  /// needs and the order of notifications are those of pica, which answers as FiRa 1.x does.
  /// Chosen: all limits, the values it supports, and `startWhenActive` and `stopWhenIdle` as the
  /// names of the statuses say (pica has them the other way round).
  public static let fira1 = UWBSPersonality(
    name: "fira1",
    dialect: UCIDialect(version: .fira1),
    deviceInfo: CoreGetDeviceInfoResponse(
      status: .ok, uciVersion: [1, 0x10], macVersion: [1, 0x30], phyVersion: [1, 0x30],
      uciTestVersion: [1, 0x10], vendorInfo: []),
    capabilities: fira1Capabilities,
    groups: [0x00, 0x01, 0x02, 0x0D],
    sessionTypes: [.firaRanging, .firaRangingAndInBandData],
    maximumSessions: 4,
    maximumControlees: 8,
    maximumMessageSize: 259,
    maximumDataPayload: 1024,
    dataCredits: 1,
    dataAttempts: 3,
    firstHandle: 1,
    requiredToConfigure: [],
    requiredToStart: sixParameters,
    changeableWhileActive: fira2Qorvo.changeableWhileActive,
    supportedValues: withExtendedAddresses(fira2Qorvo.supportedValues),
    bootOrder: [.deviceStatus],
    resetOrder: [.response, .deviceStatus],
    startOrder: [.response, .sessionStatus, .deviceStatus],
    stopOrder: [.response, .sessionStatus, .deviceStatus],
    deinitOrder: [.response, .sessionStatus, .deviceStatus],
    startWhenActive: .errorSessionActive,
    stopWhenIdle: .errorSessionNotConfigured,
    busyTime: nil,
    negativeBelowCentimetres: nil,
    measurementTrailer: 0,
    acknowledged: [],
    interleaving: .rangeFirst,
    measuresAngles: true,
    firstMissedSlot: 2)

  /// What FiRa needs of a session before it may start (pica's remark).
  static let sixParameters: [AppConfigID] = [
    .deviceType, .deviceRole, .multiNodeMode, .rangingRoundUsage, .deviceMACAddress,
    .scheduleMode,
  ]

  static func withExtendedAddresses(
    _ values: [AppConfigID: [Int64]]
  ) -> [AppConfigID: [Int64]] {
    var values = values
    // Mode 1 is supported by nobody (AOSP, pica).
    values[.macAddressMode] = [0, 2]
    return values
  }

  private static let fira1Capabilities: [CapabilityTLV] = [
    CapabilityTLV(id: 0x00, value: [0x01, 0x10, 0x01, 0x30]),
    CapabilityTLV(id: 0x01, value: [0x01, 0x10, 0x01, 0x30]),
    CapabilityTLV(id: 0x02, value: [0x03]),
    CapabilityTLV(id: 0x03, value: [0x1E]),
    CapabilityTLV(id: 0x04, value: [0x19]),
    CapabilityTLV(id: 0x05, value: [0x03]),
    CapabilityTLV(id: 0x06, value: [0x02]),
    CapabilityTLV(id: 0x07, value: [0x02]),
    CapabilityTLV(id: 0x08, value: [0x01]),
    CapabilityTLV(id: 0x09, value: [0x01]),
    CapabilityTLV(id: 0x0A, value: [0x01]),
    CapabilityTLV(id: 0x0B, value: [0x09]),
    CapabilityTLV(id: 0x0C, value: [0x0A]),
    CapabilityTLV(id: 0x0D, value: [0x01]),
    CapabilityTLV(id: 0x0E, value: [0x3F]),
    CapabilityTLV(id: 0x0F, value: [0x00, 0x00, 0x00, 0x00, 0x00]),
    CapabilityTLV(id: 0x10, value: [0x0D]),
    CapabilityTLV(id: 0x11, value: [0x01]),
    CapabilityTLV(id: 0x12, value: [0x03, 0x01]),
    CapabilityTLV(id: 0x13, value: [0x00, 0x04]),
    CapabilityTLV(id: 0xE9, value: [0x04, 0x00, 0x00, 0x00]),
  ]
}

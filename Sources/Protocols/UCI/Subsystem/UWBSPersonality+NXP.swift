extension UWBSPersonality {
  /// A board like those of NXP's SR2xx family.
  ///
  /// Reported of such boards: state 0 at boot before READY, READY before the response of
  /// SESSION_DEINIT, the request to send a command again while the board is busy (seen with STOP
  /// and DEINIT), 21 bytes behind the measurements, packets with extended length in their own
  /// groups, two-byte identifiers in CORE_SET_CONFIG, and the order of the interleaving parameters
  /// (AOSP's NXP HAL). Chosen: how long it is busy, what the 21 bytes hold (zeros), the order of
  /// START and STOP, every limit and capability, the vendor commands that it takes, and READY at a
  /// DEINIT of a session that was idle.
  public static let nxp = UWBSPersonality(
    name: "nxp",
    dialect: UCIDialect(version: .fira2, vendor: .nxp),
    deviceInfo: CoreGetDeviceInfoResponse(
      status: .ok, uciVersion: [2, 0], macVersion: [2, 0], phyVersion: [2, 0],
      uciTestVersion: [1, 0x10], vendorInfo: []),
    capabilities: nxpCapabilities,
    groups: [0x00, 0x01, 0x02, 0x09, 0x0A, 0x0B, 0x0D, 0x0E, 0x0F],
    sessionTypes: [.firaRanging, .firaRangingAndInBandData],
    maximumSessions: 8,
    maximumControlees: 8,
    maximumMessageSize: 2052,
    maximumDataPayload: 1024,
    dataCredits: 2,
    dataAttempts: 3,
    firstHandle: 1,
    requiredToConfigure: [],
    requiredToStart: sixParameters,
    changeableWhileActive: fira2Qorvo.changeableWhileActive,
    supportedValues: withExtendedAddresses(fira2Qorvo.supportedValues),
    bootOrder: [.booting, .deviceStatus],
    resetOrder: [.response, .booting, .deviceStatus],
    startOrder: [.response, .sessionStatus, .deviceStatus],
    stopOrder: [.response, .sessionStatus, .deviceStatus],
    deinitOrder: [.ready, .response, .sessionStatus],
    startWhenActive: .errorSessionActive,
    stopWhenIdle: .errorSessionNotConfigured,
    busyTime: .milliseconds(5),
    negativeBelowCentimetres: nil,
    measurementTrailer: 21,
    acknowledged: [
      // CORE_DEVICE_INIT, SET_DEVICE_CALIBRATION, WRITE_CALIB_DATA, SET_PROFILE.
      VendorCommand(gid: 0x0E, oid: 0x00), VendorCommand(gid: 0x0F, oid: 0x21),
      VendorCommand(gid: 0x0A, oid: 0x00), VendorCommand(gid: 0x0A, oid: 0x05),
    ],
    interleaving: .azimuthFirst,
    measuresAngles: true,
    firstMissedSlot: 2)

  private static let nxpCapabilities: [CapabilityTLV] = [
    CapabilityTLV(id: 0x00, value: [0x04, 0x08]),
    CapabilityTLV(id: 0x01, value: [0x00, 0x04]),
    CapabilityTLV(id: 0x02, value: [0x01, 0x10, 0x02, 0x00]),
    CapabilityTLV(id: 0x03, value: [0x01, 0x10, 0x02, 0x00]),
    CapabilityTLV(id: 0x04, value: [0x03]),
    CapabilityTLV(id: 0x05, value: [0x03, 0x00]),
    CapabilityTLV(id: 0x06, value: [0x1E, 0x00]),
    CapabilityTLV(id: 0x07, value: [0x19]),
    CapabilityTLV(id: 0x08, value: [0x03]),
    CapabilityTLV(id: 0x09, value: [0x02]),
    CapabilityTLV(id: 0x0A, value: [0x02]),
    CapabilityTLV(id: 0x0B, value: [0x01]),
    CapabilityTLV(id: 0x0C, value: [0x01]),
    CapabilityTLV(id: 0x0D, value: [0x01]),
    CapabilityTLV(id: 0x0E, value: [0x09]),
    CapabilityTLV(id: 0x0F, value: [0x0A]),
    CapabilityTLV(id: 0x10, value: [0x01]),
    CapabilityTLV(id: 0x11, value: [0x3F]),
    CapabilityTLV(id: 0x12, value: [0x00, 0x00, 0x00, 0x00, 0x00]),
    CapabilityTLV(id: 0x13, value: [0x0D]),
    CapabilityTLV(id: 0x14, value: [0x01]),
    CapabilityTLV(id: 0x15, value: [0x00]),
    CapabilityTLV(id: 0x16, value: [0x02]),
    CapabilityTLV(id: 0x17, value: [0x00]),
    CapabilityTLV(id: 0x18, value: [0x00]),
    CapabilityTLV(id: 0x19, value: [0x00]),
    CapabilityTLV(id: 0xE9, value: [0x08, 0x00, 0x00, 0x00]),
  ]
}

extension UWBSPersonality {
  /// A board like those of NXP's SR2xx family.
  ///
  /// From the log of an SR250: UCI 3.0, the vendor information with the name of the chip, handles
  /// from 0x80000001, and the request to send a command again at each first send. Reported of such
  /// boards: state 0 at boot before READY, READY before the response of
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
      status: .ok, uciVersion: [3, 0], macVersion: [2, 0], phyVersion: [2, 0],
      uciTestVersion: [1, 0x10], vendorInfo: [0, 15] + Array("SR250_A1V2_PROD".utf8)),
    capabilities: nxpCapabilities,
    groups: [0x00, 0x01, 0x02, 0x09, 0x0A, 0x0B, 0x0D, 0x0E, 0x0F],
    maximumSessions: 8,
    maximumMessageSize: 2052,
    maximumDataPayload: 1024,
    dataCredits: 2,
    firstHandle: 0x8000_0001,
    requiredToStart: sixParameters,
    supportedValues: withExtendedAddresses(fira2Qorvo.supportedValues),
    bootOrder: [.booting, .deviceStatus],
    resetOrder: [.response, .booting, .deviceStatus],
    startOrder: [.response, .sessionStatus, .deviceStatus],
    deinitOrder: [.ready, .response, .sessionStatus],
    busyTime: .milliseconds(5),
    defersFirstSend: true,
    measurementTrailer: 21,
    acknowledged: [
      // CORE_DEVICE_INIT, WRITE_CALIB_DATA, SET_PROFILE.
      VendorCommand(gid: 0x0E, oid: 0x00),
      VendorCommand(gid: 0x0A, oid: 0x00), VendorCommand(gid: 0x0A, oid: 0x05),
      // The antenna definitions, which ranging wants first.
      VendorCommand(gid: 0x0F, oid: 0x00),
      // SET_DEVICE_CALIBRATION, in whichever layout a firmware has it.
      VendorCommand(gid: 0x0F, oid: 0x21),
    ],
    interleaving: .azimuthFirst)

  private static let nxpCapabilities = list([
    0x00: [0x04, 0x08], 0x01: [0x00, 0x04], 0x02: [0x01, 0x10, 0x02, 0x00],
    0x03: [0x01, 0x10, 0x02, 0x00], 0x04: [0x03], 0x05: [0x03, 0x00], 0x06: [0x1E, 0x00],
    0x07: [0x19], 0x08: [0x03], 0x09: [0x02], 0x0A: [0x02], 0x0B: [0x01], 0x0C: [0x01],
    0x0D: [0x01], 0x0E: [0x09], 0x0F: [0x0A], 0x10: [0x01], 0x11: [0x3F],
    0x12: [0x00, 0x00, 0x00, 0x00, 0x00], 0x13: [0x0D], 0x14: [0x01], 0x15: [0x00], 0x16: [0x02],
    0x17: [0x00], 0x18: [0x00], 0x19: [0x00], 0xE9: [0x08, 0x00, 0x00, 0x00],
  ])
}

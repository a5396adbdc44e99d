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
    maximumSessions: 4,
    maximumDataPayload: 1024,
    requiredToStart: sixParameters,
    supportedValues: contending,
    resetOrder: [.response, .deviceStatus],
    startOrder: [.response, .sessionStatus, .deviceStatus])

  /// The parameters that FiRa needs before a session may start (pica's remark).
  static let sixParameters: [AppConfigID] = [
    .deviceType, .deviceRole, .multiNodeMode, .rangingRoundUsage, .deviceMACAddress,
    .scheduleMode,
  ]

  static func withExtendedAddresses(
    _ values: [AppConfigID: [Int64]]
  ) -> [AppConfigID: [Int64]] {
    var values = values
    // Mode 1 is not supported (AOSP, pica).
    values[.macAddressMode] = [0, 2]
    return values
  }

  /// What a board of FiRa 1.x takes: contention as well as a schedule, and one-way ranging.
  private static let contending: [AppConfigID: [Int64]] = {
    var values = withExtendedAddresses(fira2Qorvo.supportedValues)
    values[.scheduleMode] = [0, 1]
    values[.rangingRoundUsage, default: []].append(6)
    return values
  }()

  /// The board that pica's clients were written for.
  ///
  /// Documented: UCI 2.0 in the device information and the multicast messages, everything else in
  /// layouts and numbers of FiRa 1.x; parameters without which a configuration is rejected, of which
  /// clients of its earlier versions give two alone; no record of a peer that was not heard.
  /// Its clients send data to a session in IDLE, in segments that each are a message, and wait for a
  /// credit after each; they put the bytes of the address in the other order, so such data has
  /// nobody to go to. Chosen: everything else, as ``fira1`` has it.
  public static let pica: UWBSPersonality = {
    var pica = fira1
    pica.name = "pica"
    pica.deviceInfo = CoreGetDeviceInfoResponse(
      status: .ok, uciVersion: [2, 0], macVersion: [1, 0x30], phyVersion: [1, 0x30],
      uciTestVersion: [1, 0x10], vendorInfo: [])
    pica.requiredToConfigure = [.deviceRole, .deviceMACAddress]
    pica.requiredToStart = pica.requiredToConfigure
    pica.creditsIdleData = true
    pica.reportsMissing = false
    return pica
  }()

  private static let fira1Capabilities = list([
    0x00: [0x01, 0x10, 0x01, 0x30], 0x01: [0x01, 0x10, 0x01, 0x30], 0x02: [0x03], 0x03: [0x5E],
    0x04: [0x19], 0x05: [0x03], 0x06: [0x02], 0x07: [0x03], 0x08: [0x01], 0x09: [0x01],
    0x0A: [0x01], 0x0B: [0x09], 0x0C: [0x0A], 0x0D: [0x01], 0x0E: [0x3F],
    0x0F: [0x00, 0x00, 0x00, 0x00, 0x00], 0x10: [0x0D], 0x11: [0x01], 0x12: [0x03, 0x01],
    0x13: [0x00, 0x04], 0xE9: [0x04, 0x00, 0x00, 0x00],
  ])
}

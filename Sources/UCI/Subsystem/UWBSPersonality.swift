/// What distinguishes one make of UWB subsystem from another: what it says of itself, in which
/// order it talks, what it insists on.
public struct UWBSPersonality: Sendable {
  /// One thing that a subsystem sends when a command is carried out.
  public enum Step: Hashable, Sendable {
    /// The response to the command.
    case response
    /// CORE_DEVICE_STATUS_NTF, when the device's state has changed or was asked to be told.
    case deviceStatus
    /// SESSION_STATUS_NTF of the session, or of every session that the command ended.
    case sessionStatus
  }

  /// A name for logs.
  public var name: String
  /// The generation and vendor of its messages.
  public var dialect: UCIDialect
  /// CORE_GET_DEVICE_INFO_RSP.
  public var deviceInfo: CoreGetDeviceInfoResponse
  /// The list of CORE_GET_CAPS_INFO_RSP.
  public var capabilities: [CapabilityTLV]
  /// Groups whose unknown opcodes are answered with UNKNOWN_OID; the others get UNKNOWN_GID.
  public var groups: [UInt8]
  /// Session types that SESSION_INIT takes.
  public var sessionTypes: [UCISessionType]
  /// Sessions at once.
  public var maximumSessions: Int
  /// Controlees of one session.
  public var maximumControlees: Int
  /// The handle of the first session after a reset.
  public var firstHandle: UInt32
  /// Parameters without which SET_APP_CONFIG is rejected.
  public var requiredToConfigure: [AppConfigID]
  /// Parameters without which a session stays in INIT and START answers
  /// ERROR_SESSION_NOT_CONFIGURED.
  public var requiredToStart: [AppConfigID]
  /// Parameters that an active session takes.
  public var changeableWhileActive: [AppConfigID]
  /// Values that the board supports where it supports fewer than the table has.
  public var supportedValues: [AppConfigID: [Int64]]
  /// What it sends upon CORE_DEVICE_RESET.
  public var resetOrder: [Step]
  /// What it sends upon SESSION_START.
  public var startOrder: [Step]
  /// What it sends upon SESSION_STOP.
  public var stopOrder: [Step]
  /// What it sends upon SESSION_DEINIT.
  public var deinitOrder: [Step]
  /// The answer to SESSION_START of an active session.
  public var startWhenActive: UCIStatus
  /// The answer to SESSION_STOP of a session that does not range.
  public var stopWhenIdle: UCIStatus
  /// Whether the board measures angles.
  public var measuresAngles: Bool
  /// The slot in which a response that does not come is missed; the responders follow each other.
  public var firstMissedSlot: UInt8
}

extension UWBSPersonality {
  /// A DWM3001CDK with the UCI firmware of QM33 SDK 1.1.
  ///
  /// Device information, capabilities, orders of notifications, the parameters needed to start and
  /// the statuses for unknown things are observed on the board. Not observed, and chosen:
  /// `maximumSessions`, `startWhenActive`, `changeableWhileActive`, and STOP of a configured idle
  /// session (of one in INIT it is observed).
  public static let fira2Qorvo = UWBSPersonality(
    name: "fira2-qorvo",
    dialect: UCIDialect(version: .fira2, vendor: .qorvo),
    deviceInfo: CoreGetDeviceInfoResponse(
      status: .ok, uciVersion: [2, 0], macVersion: [2, 0], phyVersion: [2, 0],
      uciTestVersion: [1, 0x10], vendorInfo: dwm3001Information),
    capabilities: dwm3001Capabilities,
    groups: [0x00, 0x01, 0x02, 0x0B, 0x0D, 0x0E],
    sessionTypes: [.firaRanging],
    maximumSessions: 5,
    maximumControlees: 8,
    firstHandle: 1,
    requiredToConfigure: [],
    requiredToStart: [
      .deviceType, .deviceRole, .multiNodeMode, .rangingRoundUsage, .deviceMACAddress,
      .dstMACAddress, .channelNumber, .stsConfig, .rframeConfig, .scheduleMode,
      .preambleCodeIndex, .sfdID, .slotDuration, .rangingDuration, .slotsPerRR,
    ],
    changeableWhileActive: [
      .sessionInfoNtfConfig, .nearProximityConfig, .farProximityConfig, .aoaBoundConfig,
      .blockStrideLength, .suspendRangingRounds,
    ],
    supportedValues: [
      .channelNumber: [5, 9], .rframeConfig: [1, 3], .multiNodeMode: [0, 1],
      .rangingRoundUsage: [1, 2, 3, 4], .stsConfig: [0, 3, 4], .scheduleMode: [1],
      .macAddressMode: [0], .prfMode: [0], .preambleCodeIndex: [9, 10, 11, 12], .sfdID: [0, 2],
      .deviceRole: [0, 1],
    ],
    resetOrder: [.deviceStatus, .response, .deviceStatus, .sessionStatus],
    startOrder: [.response, .deviceStatus, .sessionStatus],
    stopOrder: [.response, .sessionStatus, .deviceStatus],
    deinitOrder: [.response, .sessionStatus, .deviceStatus],
    startWhenActive: .errorSessionActive,
    stopWhenIdle: .errorSessionNotConfigured,
    measuresAngles: false,
    firstMissedSlot: 2)

  /// Firmware 1.1.0, its build, the chip's identity (lot 505634583230) and device 0xDECA0302.
  private static let dwm3001Information: [UInt8] =
    [1, 1, 0, 0] + [UInt8](repeating: 0, count: 8) + [0, 0, 0]
    + [0, 0, 0x50, 0x56, 0x34, 0x58, 0x32, 0x30, 0x0E, 0xE0, 0xCA, 0x09]
    + [UInt8](repeating: 0, count: 20) + [0x02, 0x03, 0xCA, 0xDE, 0]

  private static let dwm3001Capabilities: [CapabilityTLV] = [
    CapabilityTLV(id: 0x00, value: [0x03, 0x01]),
    CapabilityTLV(id: 0x01, value: [0xFF, 0x00]),
    CapabilityTLV(id: 0x02, value: [0x02, 0x00, 0x02, 0x00]),
    CapabilityTLV(id: 0x03, value: [0x02, 0x00, 0x02, 0x00]),
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
    CapabilityTLV(id: 0x13, value: [0x00]),
    CapabilityTLV(id: 0x14, value: [0x00]),
    CapabilityTLV(id: 0x15, value: [0x00]),
    CapabilityTLV(id: 0x16, value: [0x02]),
    CapabilityTLV(id: 0x17, value: [0x00]),
    CapabilityTLV(id: 0x18, value: [0x00]),
    CapabilityTLV(id: 0x19, value: [0x00]),
  ]
}

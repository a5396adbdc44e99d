// Made by Definitions/generate.py from Definitions/uci.yaml. Change those, not this.

/// `mt`: a byte with named values; others are kept (AOSP, pica, observed: Qorvo host tools).
public struct UCIMessageType: UCIEnumeration {
  /// The byte.
  public let rawValue: UInt8
  /// Any byte, named or not.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `DATA`.
  public static let data = UCIMessageType(rawValue: 0x00)
  /// `COMMAND`.
  public static let command = UCIMessageType(rawValue: 0x01)
  /// `RESPONSE`.
  public static let response = UCIMessageType(rawValue: 0x02)
  /// `NOTIFICATION`.
  public static let notification = UCIMessageType(rawValue: 0x03)
  /// `RESERVED_FOR_TESTING_1`.
  public static let reservedForTesting1 = UCIMessageType(rawValue: 0x04)
  /// `RESERVED_FOR_TESTING_2`.
  public static let reservedForTesting2 = UCIMessageType(rawValue: 0x05)
  /// `RFU_6`.
  public static let rfu6 = UCIMessageType(rawValue: 0x06)
  /// `RFU_7`.
  public static let rfu7 = UCIMessageType(rawValue: 0x07)

  /// The names of the values.
  public static let names: KeyValuePairs<UInt8, String> = [
    0x00: "DATA", 0x01: "COMMAND", 0x02: "RESPONSE", 0x03: "NOTIFICATION",
    0x04: "RESERVED_FOR_TESTING_1", 0x05: "RESERVED_FOR_TESTING_2", 0x06: "RFU_6", 0x07: "RFU_7",
  ]
}

/// `dpf`: a byte with named values; others are kept (AOSP, pica).
public struct UCIDataFormat: UCIEnumeration {
  /// The byte.
  public let rawValue: UInt8
  /// Any byte, named or not.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `DATA_SND`.
  public static let dataSnd = UCIDataFormat(rawValue: 0x01)
  /// `DATA_RCV`.
  public static let dataRcv = UCIDataFormat(rawValue: 0x02)
  /// `RADAR_DATA`.
  public static let radarData = UCIDataFormat(rawValue: 0x0F)

  /// The names of the values.
  public static let names: KeyValuePairs<UInt8, String> = [
    0x01: "DATA_SND", 0x02: "DATA_RCV", 0x0F: "RADAR_DATA",
  ]
}

/// `gid`: a byte with named values; others are kept (AOSP, pica, observed: Qorvo host tools, observed: NXP SR1xx and SR2xx).
public struct UCIGroup: UCIEnumeration {
  /// The byte.
  public let rawValue: UInt8
  /// Any byte, named or not.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `CORE`.
  public static let core = UCIGroup(rawValue: 0x00)
  /// `SESSION_CONFIG`.
  public static let sessionConfig = UCIGroup(rawValue: 0x01)
  /// `SESSION_CONTROL`.
  public static let sessionControl = UCIGroup(rawValue: 0x02)
  /// `DATA_CONTROL`.
  public static let dataControl = UCIGroup(rawValue: 0x03)
  /// `VENDOR_9`.
  public static let vendor9 = UCIGroup(rawValue: 0x09)
  /// `VENDOR_A`.
  public static let vendorA = UCIGroup(rawValue: 0x0A)
  /// `VENDOR_B`.
  public static let vendorB = UCIGroup(rawValue: 0x0B)
  /// `VENDOR_C`.
  public static let vendorC = UCIGroup(rawValue: 0x0C)
  /// `TEST`.
  public static let test = UCIGroup(rawValue: 0x0D)
  /// `VENDOR_E`.
  public static let vendorE = UCIGroup(rawValue: 0x0E)
  /// `VENDOR_F`.
  public static let vendorF = UCIGroup(rawValue: 0x0F)

  /// The names of the values.
  public static let names: KeyValuePairs<UInt8, String> = [
    0x00: "CORE", 0x01: "SESSION_CONFIG", 0x02: "SESSION_CONTROL", 0x03: "DATA_CONTROL",
    0x09: "VENDOR_9", 0x0A: "VENDOR_A", 0x0B: "VENDOR_B", 0x0C: "VENDOR_C", 0x0D: "TEST",
    0x0E: "VENDOR_E", 0x0F: "VENDOR_F",
  ]
}

/// `status`: a byte with named values; others are kept (AOSP, pica).
public struct UCIStatus: UCIEnumeration {
  /// The byte.
  public let rawValue: UInt8
  /// Any byte, named or not.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `OK`.
  public static let ok = UCIStatus(rawValue: 0x00)
  /// `REJECTED`.
  public static let rejected = UCIStatus(rawValue: 0x01)
  /// `FAILED`.
  public static let failed = UCIStatus(rawValue: 0x02)
  /// `SYNTAX_ERROR`.
  public static let syntaxError = UCIStatus(rawValue: 0x03)
  /// `INVALID_PARAM`.
  public static let invalidParam = UCIStatus(rawValue: 0x04)
  /// `INVALID_RANGE`.
  public static let invalidRange = UCIStatus(rawValue: 0x05)
  /// `INVALID_MESSAGE_SIZE`.
  public static let invalidMessageSize = UCIStatus(rawValue: 0x06)
  /// `UNKNOWN_GID`.
  public static let unknownGID = UCIStatus(rawValue: 0x07)
  /// `UNKNOWN_OID`.
  public static let unknownOID = UCIStatus(rawValue: 0x08)
  /// `READ_ONLY`.
  public static let readOnly = UCIStatus(rawValue: 0x09)
  /// `COMMAND_RETRY`.
  public static let commandRetry = UCIStatus(rawValue: 0x0A)
  /// `UNKNOWN`.
  public static let unknown = UCIStatus(rawValue: 0x0B)
  /// `NOT_APPLICABLE`.
  public static let notApplicable = UCIStatus(rawValue: 0x0C)
  /// `ERROR_SESSION_NOT_EXIST`.
  public static let errorSessionNotExist = UCIStatus(rawValue: 0x11)
  /// `ERROR_SESSION_DUPLICATE`.
  public static let errorSessionDuplicate = UCIStatus(rawValue: 0x12)
  /// `ERROR_SESSION_ACTIVE`.
  public static let errorSessionActive = UCIStatus(rawValue: 0x13)
  /// `ERROR_MAX_SESSIONS_EXCEEDED`.
  public static let errorMaxSessionsExceeded = UCIStatus(rawValue: 0x14)
  /// `ERROR_SESSION_NOT_CONFIGURED`.
  public static let errorSessionNotConfigured = UCIStatus(rawValue: 0x15)
  /// `ERROR_ACTIVE_SESSIONS_ONGOING`.
  public static let errorActiveSessionsOngoing = UCIStatus(rawValue: 0x16)
  /// `ERROR_MULTICAST_LIST_FULL`.
  public static let errorMulticastListFull = UCIStatus(rawValue: 0x17)
  /// `ERROR_ADDRESS_NOT_FOUND`.
  public static let errorAddressNotFound = UCIStatus(rawValue: 0x18)
  /// `ERROR_ADDRESS_ALREADY_PRESENT`.
  public static let errorAddressAlreadyPresent = UCIStatus(rawValue: 0x19)
  /// `ERROR_UWB_INITIATION_TIME_TOO_OLD`.
  public static let errorUWBInitiationTimeTooOld = UCIStatus(rawValue: 0x1A)
  /// `OK_NEGATIVE_DISTANCE_REPORT`.
  public static let okNegativeDistanceReport = UCIStatus(rawValue: 0x1B)
  /// `RANGING_TX_FAILED`.
  public static let rangingTXFailed = UCIStatus(rawValue: 0x20)
  /// `RANGING_RX_TIMEOUT`.
  public static let rangingRXTimeout = UCIStatus(rawValue: 0x21)
  /// `RANGING_RX_PHY_DEC_FAILED`.
  public static let rangingRXPHYDecFailed = UCIStatus(rawValue: 0x22)
  /// `RANGING_RX_PHY_TOA_FAILED`.
  public static let rangingRXPHYToAFailed = UCIStatus(rawValue: 0x23)
  /// `RANGING_RX_PHY_STS_FAILED`.
  public static let rangingRXPHYSTSFailed = UCIStatus(rawValue: 0x24)
  /// `RANGING_RX_MAC_DEC_FAILED`.
  public static let rangingRXMACDecFailed = UCIStatus(rawValue: 0x25)
  /// `RANGING_RX_MAC_IE_DEC_FAILED`.
  public static let rangingRXMACIEDecFailed = UCIStatus(rawValue: 0x26)
  /// `RANGING_RX_MAC_IE_MISSING`.
  public static let rangingRXMACIEMissing = UCIStatus(rawValue: 0x27)
  /// `ERROR_ROUND_INDEX_NOT_ACTIVATED`.
  public static let errorRoundIndexNotActivated = UCIStatus(rawValue: 0x28)
  /// `ERROR_NUMBER_OF_ACTIVE_RANGING_ROUNDS_EXCEEDED`.
  public static let errorNumberOfActiveRangingRoundsExceeded = UCIStatus(rawValue: 0x29)
  /// `ERROR_DL_TDOA_DEVICE_ADDRESS_NOT_MATCHING_IN_REPLY_TIME_LIST`.
  public static let errorDLTDoADeviceAddressNotMatchingInReplyTimeList = UCIStatus(rawValue: 0x2A)
  /// `DATA_MAX_TX_PSDU_SIZE_EXCEEDED`.
  public static let dataMaxTXPSDUSizeExceeded = UCIStatus(rawValue: 0x30)
  /// `DATA_RX_CRC_ERROR`.
  public static let dataRXCRCError = UCIStatus(rawValue: 0x31)
  /// `ERROR_CCC_SE_BUSY`.
  public static let errorCCCSEBusy = UCIStatus(rawValue: 0x50)
  /// `ERROR_CCC_LIFECYCLE`.
  public static let errorCCCLifecycle = UCIStatus(rawValue: 0x51)
  /// `ERROR_STOPPED_DUE_TO_OTHER_SESSION_CONFLICT`.
  public static let errorStoppedDueToOtherSessionConflict = UCIStatus(rawValue: 0x52)
  /// `REGULATION_UWB_OFF`.
  public static let regulationUWBOff = UCIStatus(rawValue: 0x53)
  /// `VENDOR_OR_INTERNAL`.
  public static let vendorOrInternal = UCIStatus(rawValue: 0xFF)

  /// The values that vendors give a meaning.
  public static let vendorValues: [ClosedRange<UInt8>] = [0x50...0xFF]

  /// The names of the values.
  public static let names: KeyValuePairs<UInt8, String> = [
    0x00: "OK", 0x01: "REJECTED", 0x02: "FAILED", 0x03: "SYNTAX_ERROR", 0x04: "INVALID_PARAM",
    0x05: "INVALID_RANGE", 0x06: "INVALID_MESSAGE_SIZE", 0x07: "UNKNOWN_GID", 0x08: "UNKNOWN_OID",
    0x09: "READ_ONLY", 0x0A: "COMMAND_RETRY", 0x0B: "UNKNOWN", 0x0C: "NOT_APPLICABLE",
    0x11: "ERROR_SESSION_NOT_EXIST", 0x12: "ERROR_SESSION_DUPLICATE", 0x13: "ERROR_SESSION_ACTIVE",
    0x14: "ERROR_MAX_SESSIONS_EXCEEDED", 0x15: "ERROR_SESSION_NOT_CONFIGURED",
    0x16: "ERROR_ACTIVE_SESSIONS_ONGOING", 0x17: "ERROR_MULTICAST_LIST_FULL",
    0x18: "ERROR_ADDRESS_NOT_FOUND", 0x19: "ERROR_ADDRESS_ALREADY_PRESENT",
    0x1A: "ERROR_UWB_INITIATION_TIME_TOO_OLD", 0x1B: "OK_NEGATIVE_DISTANCE_REPORT",
    0x20: "RANGING_TX_FAILED", 0x21: "RANGING_RX_TIMEOUT", 0x22: "RANGING_RX_PHY_DEC_FAILED",
    0x23: "RANGING_RX_PHY_TOA_FAILED", 0x24: "RANGING_RX_PHY_STS_FAILED",
    0x25: "RANGING_RX_MAC_DEC_FAILED", 0x26: "RANGING_RX_MAC_IE_DEC_FAILED",
    0x27: "RANGING_RX_MAC_IE_MISSING", 0x28: "ERROR_ROUND_INDEX_NOT_ACTIVATED",
    0x29: "ERROR_NUMBER_OF_ACTIVE_RANGING_ROUNDS_EXCEEDED",
    0x2A: "ERROR_DL_TDOA_DEVICE_ADDRESS_NOT_MATCHING_IN_REPLY_TIME_LIST",
    0x30: "DATA_MAX_TX_PSDU_SIZE_EXCEEDED", 0x31: "DATA_RX_CRC_ERROR", 0x50: "ERROR_CCC_SE_BUSY",
    0x51: "ERROR_CCC_LIFECYCLE", 0x52: "ERROR_STOPPED_DUE_TO_OTHER_SESSION_CONFLICT",
    0x53: "REGULATION_UWB_OFF", 0xFF: "VENDOR_OR_INTERNAL",
  ]

  /// The name that the vendor of `dialect` gives the value; nil for one that has none.
  public func knownName(in dialect: UCIDialect) -> String? {
    switch (dialect.vendor, rawValue) {
    case (.nxp, 0x50): "BINDING_SUCCESS"
    case (.nxp, 0x51): "BINDING_FAILURE"
    case (.nxp, 0x52): "BINDING_LIMIT_REACHED"
    case (.nxp, 0x53): "CALIBRATION_IN_PROGRESS"
    case (.nxp, 0x54): "THERMAL_RUNAWAY"
    case (.nxp, 0x55): "FEATURE_NOT_SUPPORTED"
    case (.nxp, 0x56): "COUNTRY_CODE_BLOCKED_CHANNEL"
    case (.nxp, 0x58): "BUFFER_UNDERFLOW"
    case (.nxp, 0x59): "LOW_VBAT"
    case (.nxp, 0x70): "NO_ESE"
    case (.nxp, 0x71): "ESE_RSP_TIMEOUT"
    case (.nxp, 0x72): "ESE_RECOVERY_FAILURE"
    case (.nxp, 0x73): "ESE_RECOVERY_SUCCESS"
    case (.nxp, 0x74): "SE_APDU_CMD_FAIL"
    case (.nxp, 0x75): "SE_AUTH_FAIL"
    case (.nxp, 0xFE): "HW_RESET"
    default: knownName
    }
  }
}

/// `data_rcv_status`: a byte with named values; others are kept (AOSP, pica).
public struct UCIDataRcvStatus: UCIEnumeration {
  /// The byte.
  public let rawValue: UInt8
  /// Any byte, named or not.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `SUCCESS`.
  public static let success = UCIDataRcvStatus(rawValue: 0x00)
  /// `ERROR`.
  public static let error = UCIDataRcvStatus(rawValue: 0x01)
  /// `UNKNOWN`.
  public static let unknown = UCIDataRcvStatus(rawValue: 0x02)

  /// The names of the values.
  public static let names: KeyValuePairs<UInt8, String> = [
    0x00: "SUCCESS", 0x01: "ERROR", 0x02: "UNKNOWN",
  ]
}

/// `data_transfer_status`: a byte with named values; others are kept (AOSP, pica).
public struct UCIDataTransferStatus: UCIEnumeration {
  /// The byte.
  public let rawValue: UInt8
  /// Any byte, named or not.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `REPETITION_OK`.
  public static let repetitionOk = UCIDataTransferStatus(rawValue: 0x00)
  /// `OK`.
  public static let ok = UCIDataTransferStatus(rawValue: 0x01)
  /// `ERROR_DATA_TRANSFER`.
  public static let errorDataTransfer = UCIDataTransferStatus(rawValue: 0x02)
  /// `ERROR_NO_CREDIT_AVAILABLE`.
  public static let errorNoCreditAvailable = UCIDataTransferStatus(rawValue: 0x03)
  /// `ERROR_REJECTED`.
  public static let errorRejected = UCIDataTransferStatus(rawValue: 0x04)
  /// `SESSION_TYPE_NOT_SUPPORTED`.
  public static let sessionTypeNotSupported = UCIDataTransferStatus(rawValue: 0x05)
  /// `ERROR_DATA_TRANSFER_IS_ONGOING`.
  public static let errorDataTransferIsOngoing = UCIDataTransferStatus(rawValue: 0x06)
  /// `INVALID_FORMAT`.
  public static let invalidFormat = UCIDataTransferStatus(rawValue: 0x07)

  /// The names of the values.
  public static let names: KeyValuePairs<UInt8, String> = [
    0x00: "REPETITION_OK", 0x01: "OK", 0x02: "ERROR_DATA_TRANSFER",
    0x03: "ERROR_NO_CREDIT_AVAILABLE", 0x04: "ERROR_REJECTED", 0x05: "SESSION_TYPE_NOT_SUPPORTED",
    0x06: "ERROR_DATA_TRANSFER_IS_ONGOING", 0x07: "INVALID_FORMAT",
  ]
}

/// `dtpcm_status`: a byte with named values; others are kept (AOSP).
public struct UCIDtpcmStatus: UCIEnumeration {
  /// The byte.
  public let rawValue: UInt8
  /// Any byte, named or not.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `OK`.
  public static let ok = UCIDtpcmStatus(rawValue: 0x00)
  /// `ERROR_DUPLICATE_SLOT_ASSIGNMENT`.
  public static let errorDuplicateSlotAssignment = UCIDtpcmStatus(rawValue: 0x01)

  /// The names of the values.
  public static let names: KeyValuePairs<UInt8, String> = [
    0x00: "OK", 0x01: "ERROR_DUPLICATE_SLOT_ASSIGNMENT",
  ]
}

/// `credit`: a byte with named values; others are kept (AOSP, pica).
public struct UCICredit: UCIEnumeration {
  /// The byte.
  public let rawValue: UInt8
  /// Any byte, named or not.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `NOT_AVAILABLE`.
  public static let notAvailable = UCICredit(rawValue: 0x00)
  /// `AVAILABLE`.
  public static let available = UCICredit(rawValue: 0x01)

  /// The names of the values.
  public static let names: KeyValuePairs<UInt8, String> = [
    0x00: "NOT_AVAILABLE", 0x01: "AVAILABLE",
  ]
}

/// `reset_config`: a byte with named values; others are kept (AOSP, pica).
public struct UCIResetConfig: UCIEnumeration {
  /// The byte.
  public let rawValue: UInt8
  /// Any byte, named or not.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `UWBS_RESET`.
  public static let uwbsReset = UCIResetConfig(rawValue: 0x00)

  /// The names of the values.
  public static let names: KeyValuePairs<UInt8, String> = [0x00: "UWBS_RESET"]
}

/// `multicast_action`: a byte with named values; others are kept (AOSP, pica).
public struct UCIMulticastAction: UCIEnumeration {
  /// The byte.
  public let rawValue: UInt8
  /// Any byte, named or not.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `ADD`.
  public static let add = UCIMulticastAction(rawValue: 0x00)
  /// `REMOVE`.
  public static let remove = UCIMulticastAction(rawValue: 0x01)
  /// `ADD_WITH_16_BYTE_SUB_SESSION_KEY`.
  public static let addWith16ByteSubSessionKey = UCIMulticastAction(rawValue: 0x02)
  /// `ADD_WITH_32_BYTE_SUB_SESSION_KEY`.
  public static let addWith32ByteSubSessionKey = UCIMulticastAction(rawValue: 0x03)

  /// The names of the values.
  public static let names: KeyValuePairs<UInt8, String> = [
    0x00: "ADD", 0x01: "REMOVE", 0x02: "ADD_WITH_16_BYTE_SUB_SESSION_KEY",
    0x03: "ADD_WITH_32_BYTE_SUB_SESSION_KEY",
  ]
}

/// `multicast_status`: a byte with named values; others are kept (AOSP, pica).
public struct UCIMulticastStatus: UCIEnumeration {
  /// The byte.
  public let rawValue: UInt8
  /// Any byte, named or not.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `OK`.
  public static let ok = UCIMulticastStatus(rawValue: 0x00)
  /// `LIST_FULL`.
  public static let listFull = UCIMulticastStatus(rawValue: 0x01)
  /// `KEY_FETCH_FAIL`.
  public static let keyFetchFail = UCIMulticastStatus(rawValue: 0x02)
  /// `SUB_SESSION_ID_NOT_FOUND`.
  public static let subSessionIDNotFound = UCIMulticastStatus(rawValue: 0x03)
  /// `SUB_SESSION_KEY_NOT_FOUND`.
  public static let subSessionKeyNotFound = UCIMulticastStatus(rawValue: 0x04)
  /// `SUB_SESSION_KEY_NOT_APPLICABLE`.
  public static let subSessionKeyNotApplicable = UCIMulticastStatus(rawValue: 0x05)
  /// `SESSION_KEY_NOT_FOUND`.
  public static let sessionKeyNotFound = UCIMulticastStatus(rawValue: 0x06)
  /// `ADDRESS_NOT_FOUND`.
  public static let addressNotFound = UCIMulticastStatus(rawValue: 0x07)
  /// `ADDRESS_ALREADY_PRESENT`.
  public static let addressAlreadyPresent = UCIMulticastStatus(rawValue: 0x08)

  /// The names of the values.
  public static let names: KeyValuePairs<UInt8, String> = [
    0x00: "OK", 0x01: "LIST_FULL", 0x02: "KEY_FETCH_FAIL", 0x03: "SUB_SESSION_ID_NOT_FOUND",
    0x04: "SUB_SESSION_KEY_NOT_FOUND", 0x05: "SUB_SESSION_KEY_NOT_APPLICABLE",
    0x06: "SESSION_KEY_NOT_FOUND", 0x07: "ADDRESS_NOT_FOUND", 0x08: "ADDRESS_ALREADY_PRESENT",
  ]
}

/// `device_state`: a byte with named values; others are kept (AOSP, pica).
public struct UCIDeviceState: UCIEnumeration {
  /// The byte.
  public let rawValue: UInt8
  /// Any byte, named or not.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `READY`.
  public static let ready = UCIDeviceState(rawValue: 0x01)
  /// `ACTIVE`.
  public static let active = UCIDeviceState(rawValue: 0x02)
  /// `ERROR`.
  public static let error = UCIDeviceState(rawValue: 0xFF)

  /// The names of the values.
  public static let names: KeyValuePairs<UInt8, String> = [
    0x01: "READY", 0x02: "ACTIVE", 0xFF: "ERROR",
  ]

  /// The name that the vendor of `dialect` gives the value; nil for one that has none.
  public func knownName(in dialect: UCIDialect) -> String? {
    switch (dialect.vendor, rawValue) {
    case (.nxp, 0x00): "BOOT"
    case (.nxp, 0xFE): "HW_RESET"
    default: knownName
    }
  }
}

/// `session_state`: a byte with named values; others are kept (AOSP, pica, observed: DWM3001CDK).
public struct UCISessionState: UCIEnumeration {
  /// The byte.
  public let rawValue: UInt8
  /// Any byte, named or not.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `INIT`.
  public static let initial = UCISessionState(rawValue: 0x00)
  /// `DEINIT`.
  public static let deinitialized = UCISessionState(rawValue: 0x01)
  /// `ACTIVE`.
  public static let active = UCISessionState(rawValue: 0x02)
  /// `IDLE`.
  public static let idle = UCISessionState(rawValue: 0x03)

  /// The names of the values.
  public static let names: KeyValuePairs<UInt8, String> = [
    0x00: "INIT", 0x01: "DEINIT", 0x02: "ACTIVE", 0x03: "IDLE",
  ]
}

/// `session_type`: a byte with named values; others are kept (AOSP, pica).
public struct UCISessionType: UCIEnumeration {
  /// The byte.
  public let rawValue: UInt8
  /// Any byte, named or not.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `FIRA_RANGING`.
  public static let firaRanging = UCISessionType(rawValue: 0x00)
  /// `FIRA_RANGING_AND_IN_BAND_DATA`.
  public static let firaRangingAndInBandData = UCISessionType(rawValue: 0x01)
  /// `FIRA_DATA_TRANSFER`.
  public static let firaDataTransfer = UCISessionType(rawValue: 0x02)
  /// `FIRA_RANGING_ONLY_PHASE`.
  public static let firaRangingOnlyPhase = UCISessionType(rawValue: 0x03)
  /// `FIRA_IN_BAND_DATA_PHASE`.
  public static let firaInBandDataPhase = UCISessionType(rawValue: 0x04)
  /// `FIRA_RANGING_WITH_DATA_PHASE`.
  public static let firaRangingWithDataPhase = UCISessionType(rawValue: 0x05)
  /// `FIRA_HUS_PRIMARY`.
  public static let firaHUSPrimary = UCISessionType(rawValue: 0x9F)
  /// `CCC`.
  public static let ccc = UCISessionType(rawValue: 0xA0)
  /// `RADAR`.
  public static let radar = UCISessionType(rawValue: 0xA1)
  /// `ALIRO`.
  public static let aliro = UCISessionType(rawValue: 0xA2)
  /// `DEVICE_TEST_MODE`.
  public static let deviceTestMode = UCISessionType(rawValue: 0xD0)

  /// The names of the values.
  public static let names: KeyValuePairs<UInt8, String> = [
    0x00: "FIRA_RANGING", 0x01: "FIRA_RANGING_AND_IN_BAND_DATA", 0x02: "FIRA_DATA_TRANSFER",
    0x03: "FIRA_RANGING_ONLY_PHASE", 0x04: "FIRA_IN_BAND_DATA_PHASE",
    0x05: "FIRA_RANGING_WITH_DATA_PHASE", 0x9F: "FIRA_HUS_PRIMARY", 0xA0: "CCC", 0xA1: "RADAR",
    0xA2: "ALIRO", 0xD0: "DEVICE_TEST_MODE",
  ]
}

/// `reason_code`: a byte with named values; others are kept (AOSP, pica).
public struct UCIReasonCode: UCIEnumeration {
  /// The byte.
  public let rawValue: UInt8
  /// Any byte, named or not.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `STATE_CHANGE_WITH_SESSION_MANAGEMENT_COMMANDS`.
  public static let stateChangeWithSessionManagementCommands = UCIReasonCode(rawValue: 0x00)
  /// `MAX_RANGING_ROUND_RETRY_COUNT_REACHED`.
  public static let maxRangingRoundRetryCountReached = UCIReasonCode(rawValue: 0x01)
  /// `MAX_NUMBER_OF_MEASUREMENTS_REACHED`.
  public static let maxNumberOfMeasurementsReached = UCIReasonCode(rawValue: 0x02)
  /// `SESSION_SUSPENDED_DUE_TO_INBAND_SIGNAL`.
  public static let sessionSuspendedDueToInbandSignal = UCIReasonCode(rawValue: 0x03)
  /// `SESSION_RESUMED_DUE_TO_INBAND_SIGNAL`.
  public static let sessionResumedDueToInbandSignal = UCIReasonCode(rawValue: 0x04)
  /// `SESSION_STOPPED_DUE_TO_INBAND_SIGNAL`.
  public static let sessionStoppedDueToInbandSignal = UCIReasonCode(rawValue: 0x05)
  /// `ERROR_INVALID_UL_TDOA_RANDOM_WINDOW`.
  public static let errorInvalidULTDoARandomWindow = UCIReasonCode(rawValue: 0x1D)
  /// `ERROR_MIN_RFRAMES_PER_RR_NOT_SUPPORTED`.
  public static let errorMinRframesPerRRNotSupported = UCIReasonCode(rawValue: 0x1E)
  /// `ERROR_INTER_FRAME_INTERVAL_NOT_SUPPORTED`.
  public static let errorInterFrameIntervalNotSupported = UCIReasonCode(rawValue: 0x1F)
  /// `ERROR_SLOT_LENGTH_NOT_SUPPORTED`.
  public static let errorSlotLengthNotSupported = UCIReasonCode(rawValue: 0x20)
  /// `ERROR_INSUFFICIENT_SLOTS_PER_RR`.
  public static let errorInsufficientSlotsPerRR = UCIReasonCode(rawValue: 0x21)
  /// `ERROR_MAC_ADDRESS_MODE_NOT_SUPPORTED`.
  public static let errorMACAddressModeNotSupported = UCIReasonCode(rawValue: 0x22)
  /// `ERROR_INVALID_RANGING_DURATION`.
  public static let errorInvalidRangingDuration = UCIReasonCode(rawValue: 0x23)
  /// `ERROR_INVALID_STS_CONFIG`.
  public static let errorInvalidSTSConfig = UCIReasonCode(rawValue: 0x24)
  /// `ERROR_INVALID_RFRAME_CONFIG`.
  public static let errorInvalidRframeConfig = UCIReasonCode(rawValue: 0x25)
  /// `ERROR_HUS_NOT_ENOUGH_SLOTS`.
  public static let errorHUSNotEnoughSlots = UCIReasonCode(rawValue: 0x26)
  /// `ERROR_HUS_CFP_PHASE_TOO_SHORT`.
  public static let errorHUSCfpPhaseTooShort = UCIReasonCode(rawValue: 0x27)
  /// `ERROR_HUS_CAP_PHASE_TOO_SHORT`.
  public static let errorHUSCapPhaseTooShort = UCIReasonCode(rawValue: 0x28)
  /// `ERROR_HUS_OTHERS`.
  public static let errorHUSOthers = UCIReasonCode(rawValue: 0x29)
  /// `ERROR_SESSION_KEY_NOT_FOUND`.
  public static let errorSessionKeyNotFound = UCIReasonCode(rawValue: 0x2A)
  /// `ERROR_SUB_SESSION_KEY_NOT_FOUND`.
  public static let errorSubSessionKeyNotFound = UCIReasonCode(rawValue: 0x2B)
  /// `ERROR_INVALID_PREAMBLE_CODE_INDEX`.
  public static let errorInvalidPreambleCodeIndex = UCIReasonCode(rawValue: 0x2C)
  /// `ERROR_INVALID_SFD_ID`.
  public static let errorInvalidSFDID = UCIReasonCode(rawValue: 0x2D)
  /// `ERROR_INVALID_PSDU_DATA_RATE`.
  public static let errorInvalidPSDUDataRate = UCIReasonCode(rawValue: 0x2E)
  /// `ERROR_INVALID_PHR_DATA_RATE`.
  public static let errorInvalidPHRDataRate = UCIReasonCode(rawValue: 0x2F)
  /// `ERROR_INVALID_PREAMBLE_DURATION`.
  public static let errorInvalidPreambleDuration = UCIReasonCode(rawValue: 0x30)
  /// `ERROR_INVALID_STS_LENGTH`.
  public static let errorInvalidSTSLength = UCIReasonCode(rawValue: 0x31)
  /// `ERROR_INVALID_NUM_OF_STS_SEGMENTS`.
  public static let errorInvalidNumOfSTSSegments = UCIReasonCode(rawValue: 0x32)
  /// `ERROR_INVALID_NUM_OF_CONTROLEES`.
  public static let errorInvalidNumOfControlees = UCIReasonCode(rawValue: 0x33)
  /// `ERROR_MAX_RANGING_REPLY_TIME_EXCEEDED`.
  public static let errorMaxRangingReplyTimeExceeded = UCIReasonCode(rawValue: 0x34)
  /// `ERROR_INVALID_DST_ADDRESS_LIST`.
  public static let errorInvalidDstAddressList = UCIReasonCode(rawValue: 0x35)
  /// `ERROR_INVALID_OR_NOT_FOUND_SUB_SESSION_ID`.
  public static let errorInvalidOrNotFoundSubSessionID = UCIReasonCode(rawValue: 0x36)
  /// `ERROR_INVALID_RESULT_REPORT_CONFIG`.
  public static let errorInvalidResultReportConfig = UCIReasonCode(rawValue: 0x37)
  /// `ERROR_INVALID_RANGING_ROUND_CONTROL_CONFIG`.
  public static let errorInvalidRangingRoundControlConfig = UCIReasonCode(rawValue: 0x38)
  /// `ERROR_INVALID_RANGING_ROUND_USAGE`.
  public static let errorInvalidRangingRoundUsage = UCIReasonCode(rawValue: 0x39)
  /// `ERROR_INVALID_MULTI_NODE_MODE`.
  public static let errorInvalidMultiNodeMode = UCIReasonCode(rawValue: 0x3A)
  /// `ERROR_RDS_FETCH_FAILURE`.
  public static let errorRdsFetchFailure = UCIReasonCode(rawValue: 0x3B)
  /// `ERROR_REF_UWB_SESSION_DOES_NOT_EXIST`.
  public static let errorRefUWBSessionDoesNotExist = UCIReasonCode(rawValue: 0x3C)
  /// `ERROR_REF_UWB_SESSION_RANGING_DURATION_MISMATCH`.
  public static let errorRefUWBSessionRangingDurationMismatch = UCIReasonCode(rawValue: 0x3D)
  /// `ERROR_REF_UWB_SESSION_INVALID_OFFSET_TIME`.
  public static let errorRefUWBSessionInvalidOffsetTime = UCIReasonCode(rawValue: 0x3E)
  /// `ERROR_REF_UWB_SESSION_LOST`.
  public static let errorRefUWBSessionLost = UCIReasonCode(rawValue: 0x3F)
  /// `ERROR_DT_ANCHOR_RANGING_ROUNDS_NOT_CONFIGURED`.
  public static let errorDTAnchorRangingRoundsNotConfigured = UCIReasonCode(rawValue: 0x40)
  /// `ERROR_DT_TAG_RANGING_ROUNDS_NOT_CONFIGURED`.
  public static let errorDTTagRangingRoundsNotConfigured = UCIReasonCode(rawValue: 0x41)
  /// `ERROR_INVALID_CHANNEL_WITH_AOA`.
  public static let errorInvalidChannelWithAoA = UCIReasonCode(rawValue: 0x80)
  /// `ERROR_STOPPED_DUE_TO_OTHER_SESSION_CONFLICT`.
  public static let errorStoppedDueToOtherSessionConflict = UCIReasonCode(rawValue: 0x81)
  /// `SESSION_STOPPED_DUE_TO_MAX_STS_INDEX_VALUE`.
  public static let sessionStoppedDueToMaxSTSIndexValue = UCIReasonCode(rawValue: 0xA2)
  /// `VENDOR_OR_INTERNAL`.
  public static let vendorOrInternal = UCIReasonCode(rawValue: 0xFF)

  /// The values that vendors give a meaning.
  public static let vendorValues: [ClosedRange<UInt8>] = [0x80...0xFF]

  /// The names of the values.
  public static let names: KeyValuePairs<UInt8, String> = [
    0x00: "STATE_CHANGE_WITH_SESSION_MANAGEMENT_COMMANDS",
    0x01: "MAX_RANGING_ROUND_RETRY_COUNT_REACHED", 0x02: "MAX_NUMBER_OF_MEASUREMENTS_REACHED",
    0x03: "SESSION_SUSPENDED_DUE_TO_INBAND_SIGNAL", 0x04: "SESSION_RESUMED_DUE_TO_INBAND_SIGNAL",
    0x05: "SESSION_STOPPED_DUE_TO_INBAND_SIGNAL", 0x1D: "ERROR_INVALID_UL_TDOA_RANDOM_WINDOW",
    0x1E: "ERROR_MIN_RFRAMES_PER_RR_NOT_SUPPORTED",
    0x1F: "ERROR_INTER_FRAME_INTERVAL_NOT_SUPPORTED", 0x20: "ERROR_SLOT_LENGTH_NOT_SUPPORTED",
    0x21: "ERROR_INSUFFICIENT_SLOTS_PER_RR", 0x22: "ERROR_MAC_ADDRESS_MODE_NOT_SUPPORTED",
    0x23: "ERROR_INVALID_RANGING_DURATION", 0x24: "ERROR_INVALID_STS_CONFIG",
    0x25: "ERROR_INVALID_RFRAME_CONFIG", 0x26: "ERROR_HUS_NOT_ENOUGH_SLOTS",
    0x27: "ERROR_HUS_CFP_PHASE_TOO_SHORT", 0x28: "ERROR_HUS_CAP_PHASE_TOO_SHORT",
    0x29: "ERROR_HUS_OTHERS", 0x2A: "ERROR_SESSION_KEY_NOT_FOUND",
    0x2B: "ERROR_SUB_SESSION_KEY_NOT_FOUND", 0x2C: "ERROR_INVALID_PREAMBLE_CODE_INDEX",
    0x2D: "ERROR_INVALID_SFD_ID", 0x2E: "ERROR_INVALID_PSDU_DATA_RATE",
    0x2F: "ERROR_INVALID_PHR_DATA_RATE", 0x30: "ERROR_INVALID_PREAMBLE_DURATION",
    0x31: "ERROR_INVALID_STS_LENGTH", 0x32: "ERROR_INVALID_NUM_OF_STS_SEGMENTS",
    0x33: "ERROR_INVALID_NUM_OF_CONTROLEES", 0x34: "ERROR_MAX_RANGING_REPLY_TIME_EXCEEDED",
    0x35: "ERROR_INVALID_DST_ADDRESS_LIST", 0x36: "ERROR_INVALID_OR_NOT_FOUND_SUB_SESSION_ID",
    0x37: "ERROR_INVALID_RESULT_REPORT_CONFIG", 0x38: "ERROR_INVALID_RANGING_ROUND_CONTROL_CONFIG",
    0x39: "ERROR_INVALID_RANGING_ROUND_USAGE", 0x3A: "ERROR_INVALID_MULTI_NODE_MODE",
    0x3B: "ERROR_RDS_FETCH_FAILURE", 0x3C: "ERROR_REF_UWB_SESSION_DOES_NOT_EXIST",
    0x3D: "ERROR_REF_UWB_SESSION_RANGING_DURATION_MISMATCH",
    0x3E: "ERROR_REF_UWB_SESSION_INVALID_OFFSET_TIME", 0x3F: "ERROR_REF_UWB_SESSION_LOST",
    0x40: "ERROR_DT_ANCHOR_RANGING_ROUNDS_NOT_CONFIGURED",
    0x41: "ERROR_DT_TAG_RANGING_ROUNDS_NOT_CONFIGURED", 0x80: "ERROR_INVALID_CHANNEL_WITH_AOA",
    0x81: "ERROR_STOPPED_DUE_TO_OTHER_SESSION_CONFLICT",
    0xA2: "SESSION_STOPPED_DUE_TO_MAX_STS_INDEX_VALUE", 0xFF: "VENDOR_OR_INTERNAL",
  ]

  /// The name that the vendor of `dialect` gives the value; nil for one that has none.
  public func knownName(in dialect: UCIDialect) -> String? {
    switch (dialect.vendor, rawValue) {
    case (.qorvo, 0x42): "ERROR_UWB_INITIATION_TIME_EXPIRED"
    case (.qorvo, 0x82): "ERROR_REGULATION_UWB_OFF"
    case (.qorvo, 0xF2): "MAX_STS_REACHED"
    case (.qorvo, 0xF3): "RADAR_MEASUREMENT_TIME_REACHED"
    case (.qorvo, 0xF4): "INVALID_DEVICE_ROLE"
    case (.qorvo, 0xF5): "NO_MEM"
    case (.qorvo, 0xF7): "DRIVER_DOWN"
    case (.qorvo, 0xF8): "INVALID_PROXIMITY_RANGE"
    case (.qorvo, 0xF9): "INVALID_FRAME_INTERVAL"
    case (.qorvo, 0xFA): "INVALID_CAP_SIZE_RANGE"
    case (.qorvo, 0xFB): "INVALID_SCHEDULE_MODE"
    case (.qorvo, 0xFC): "INVALID_PRF_MODE"
    case (.qorvo, 0xFE): "START_CONFIG"
    case (.qorvo, 0xFF): "RDS_BUSY"
    default: knownName
    }
  }
}

/// `measurement_type`: a byte with named values; others are kept (AOSP, pica).
public struct UCIMeasurementType: UCIEnumeration {
  /// The byte.
  public let rawValue: UInt8
  /// Any byte, named or not.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `OWR_UL_TDOA`.
  public static let owrULTDoA = UCIMeasurementType(rawValue: 0x00)
  /// `TWR`.
  public static let twr = UCIMeasurementType(rawValue: 0x01)
  /// `OWR_DL_TDOA`.
  public static let owrDLTDoA = UCIMeasurementType(rawValue: 0x02)
  /// `OWR_AOA`.
  public static let owrAoA = UCIMeasurementType(rawValue: 0x03)

  /// The names of the values.
  public static let names: KeyValuePairs<UInt8, String> = [
    0x00: "OWR_UL_TDOA", 0x01: "TWR", 0x02: "OWR_DL_TDOA", 0x03: "OWR_AOA",
  ]
}

/// `mac_addr_mode`: a byte with named values; others are kept (AOSP, pica).
public struct UCIMACAddressMode: UCIEnumeration {
  /// The byte.
  public let rawValue: UInt8
  /// Any byte, named or not.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `SHORT`.
  public static let short = UCIMACAddressMode(rawValue: 0x00)
  /// `EXTENDED`.
  public static let extended = UCIMACAddressMode(rawValue: 0x01)

  /// The names of the values.
  public static let names: KeyValuePairs<UInt8, String> = [0x00: "SHORT", 0x01: "EXTENDED"]
}

/// `nlos`: a byte with named values; others are kept (AOSP, observed: DWM3001CDK).
public struct UCILineOfSight: UCIEnumeration {
  /// The byte.
  public let rawValue: UInt8
  /// Any byte, named or not.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `LOS`.
  public static let los = UCILineOfSight(rawValue: 0x00)
  /// `NLOS`.
  public static let nlos = UCILineOfSight(rawValue: 0x01)
  /// `UNKNOWN`.
  public static let unknown = UCILineOfSight(rawValue: 0xFF)

  /// The values that vendors give a meaning.
  public static let vendorValues: [ClosedRange<UInt8>] = [0x02...0xFE]

  /// The names of the values.
  public static let names: KeyValuePairs<UInt8, String> = [
    0x00: "LOS", 0x01: "NLOS", 0xFF: "UNKNOWN",
  ]
}

/// `dl_tdoa_message_type`: a byte with named values; others are kept (observed: Qorvo host tools).
public struct UCIDLTDoAMessageType: UCIEnumeration {
  /// The byte.
  public let rawValue: UInt8
  /// Any byte, named or not.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `POLL_DTM`.
  public static let pollDtm = UCIDLTDoAMessageType(rawValue: 0x00)
  /// `RESPONSE_DTM`.
  public static let responseDtm = UCIDLTDoAMessageType(rawValue: 0x01)
  /// `FINAL_DTM`.
  public static let finalDtm = UCIDLTDoAMessageType(rawValue: 0x02)

  /// The names of the values.
  public static let names: KeyValuePairs<UInt8, String> = [
    0x00: "POLL_DTM", 0x01: "RESPONSE_DTM", 0x02: "FINAL_DTM",
  ]
}

/// `dt_round_role`: a byte with named values; others are kept (observed: Qorvo host tools).
public struct UCIDTRoundRole: UCIEnumeration {
  /// The byte.
  public let rawValue: UInt8
  /// Any byte, named or not.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `RESPONDER`.
  public static let responder = UCIDTRoundRole(rawValue: 0x00)
  /// `INITIATOR`.
  public static let initiator = UCIDTRoundRole(rawValue: 0x01)

  /// The names of the values.
  public static let names: KeyValuePairs<UInt8, String> = [0x00: "RESPONDER", 0x01: "INITIATOR"]
}

/// `hus_participation`: a byte with named values; others are kept (AOSP).
public struct UCIHUSParticipation: UCIEnumeration {
  /// The byte.
  public let rawValue: UInt8
  /// Any byte, named or not.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `AS_DEFINED_DEVICE_ROLE`.
  public static let asDefinedDeviceRole = UCIHUSParticipation(rawValue: 0x00)
  /// `NONE`.
  public static let notParticipating = UCIHUSParticipation(rawValue: 0x01)
  /// `INITIATOR`.
  public static let initiator = UCIHUSParticipation(rawValue: 0x02)
  /// `RESPONDER`.
  public static let responder = UCIHUSParticipation(rawValue: 0x03)

  /// The names of the values.
  public static let names: KeyValuePairs<UInt8, String> = [
    0x00: "AS_DEFINED_DEVICE_ROLE", 0x01: "NONE", 0x02: "INITIATOR", 0x03: "RESPONDER",
  ]
}

/// `radar_bits_per_sample`: a byte with named values; others are kept (AOSP).
public struct UCIRadarBitsPerSample: UCIEnumeration {
  /// The byte.
  public let rawValue: UInt8
  /// Any byte, named or not.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `BITS_32`.
  public static let bits32 = UCIRadarBitsPerSample(rawValue: 0x00)
  /// `BITS_48`.
  public static let bits48 = UCIRadarBitsPerSample(rawValue: 0x01)
  /// `BITS_64`.
  public static let bits64 = UCIRadarBitsPerSample(rawValue: 0x02)

  /// The names of the values.
  public static let names: KeyValuePairs<UInt8, String> = [
    0x00: "BITS_32", 0x01: "BITS_48", 0x02: "BITS_64",
  ]
}

/// `radar_data_type`: a byte with named values; others are kept (AOSP).
public struct UCIRadarDataType: UCIEnumeration {
  /// The byte.
  public let rawValue: UInt8
  /// Any byte, named or not.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `RADAR_SWEEP_SAMPLES`.
  public static let radarSweepSamples = UCIRadarDataType(rawValue: 0x00)

  /// The names of the values.
  public static let names: KeyValuePairs<UInt8, String> = [0x00: "RADAR_SWEEP_SAMPLES"]
}

/// `diag_message_id`: a byte with named values; others are kept (observed: Qorvo host tools).
public struct UCIDiagMessageID: UCIEnumeration {
  /// The byte.
  public let rawValue: UInt8
  /// Any byte, named or not.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `RIM`.
  public static let rim = UCIDiagMessageID(rawValue: 0x00)
  /// `RRM`.
  public static let rrm = UCIDiagMessageID(rawValue: 0x01)
  /// `RFM`.
  public static let rfm = UCIDiagMessageID(rawValue: 0x02)
  /// `CM`.
  public static let cm = UCIDiagMessageID(rawValue: 0x03)
  /// `MRM`.
  public static let mrm = UCIDiagMessageID(rawValue: 0x04)
  /// `RRRM`.
  public static let rrrm = UCIDiagMessageID(rawValue: 0x05)
  /// `CU`.
  public static let cu = UCIDiagMessageID(rawValue: 0x06)

  /// The names of the values.
  public static let names: KeyValuePairs<UInt8, String> = [
    0x00: "RIM", 0x01: "RRM", 0x02: "RFM", 0x03: "CM", 0x04: "MRM", 0x05: "RRRM", 0x06: "CU",
  ]
}

/// `diag_action`: a byte with named values; others are kept (observed: Qorvo host tools).
public struct UCIDiagAction: UCIEnumeration {
  /// The byte.
  public let rawValue: UInt8
  /// Any byte, named or not.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `RX`.
  public static let rx = UCIDiagAction(rawValue: 0x00)
  /// `TX`.
  public static let tx = UCIDiagAction(rawValue: 0x01)

  /// The names of the values.
  public static let names: KeyValuePairs<UInt8, String> = [0x00: "RX", 0x01: "TX"]
}

/// `diag_field_type`: a byte with named values; others are kept (AOSP, pica, observed: Qorvo host tools).
public struct UCIDiagFieldType: UCIEnumeration {
  /// The byte.
  public let rawValue: UInt8
  /// Any byte, named or not.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `RSSI`.
  public static let rssi = UCIDiagFieldType(rawValue: 0x00)
  /// `AOA`.
  public static let aoa = UCIDiagFieldType(rawValue: 0x01)
  /// `CIR_ANDROID`.
  public static let cirAndroid = UCIDiagFieldType(rawValue: 0x02)
  /// `FRAME_STATUS`.
  public static let frameStatus = UCIDiagFieldType(rawValue: 0x03)
  /// `CFO`.
  public static let cfo = UCIDiagFieldType(rawValue: 0x04)
  /// `EMITTER_SHORT_ADDR`.
  public static let emitterShortAddr = UCIDiagFieldType(rawValue: 0x05)
  /// `SEGMENT_METRICS`.
  public static let segmentMetrics = UCIDiagFieldType(rawValue: 0x06)
  /// `CIR`.
  public static let cir = UCIDiagFieldType(rawValue: 0x07)

  /// The names of the values.
  public static let names: KeyValuePairs<UInt8, String> = [
    0x00: "RSSI", 0x01: "AOA", 0x02: "CIR_ANDROID", 0x03: "FRAME_STATUS", 0x04: "CFO",
    0x05: "EMITTER_SHORT_ADDR", 0x06: "SEGMENT_METRICS", 0x07: "CIR",
  ]
}

/// `diag_segment`: a byte with named values; others are kept (AOSP, observed: Qorvo host tools).
public struct UCIDiagSegment: UCIEnumeration {
  /// The byte.
  public let rawValue: UInt8
  /// Any byte, named or not.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `IPATOV`.
  public static let ipatov = UCIDiagSegment(rawValue: 0x00)
  /// `STS0`.
  public static let sts0 = UCIDiagSegment(rawValue: 0x01)
  /// `STS1`.
  public static let sts1 = UCIDiagSegment(rawValue: 0x02)
  /// `STS2`.
  public static let sts2 = UCIDiagSegment(rawValue: 0x03)
  /// `STS3`.
  public static let sts3 = UCIDiagSegment(rawValue: 0x04)

  /// The names of the values.
  public static let names: KeyValuePairs<UInt8, String> = [
    0x00: "IPATOV", 0x01: "STS0", 0x02: "STS1", 0x03: "STS2", 0x04: "STS3",
  ]
}

/// `pll_lock_status`: a byte with named values; others are kept (observed: Qorvo host tools).
public struct UCIPLLLockStatus: UCIEnumeration {
  /// The byte.
  public let rawValue: UInt8
  /// Any byte, named or not.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `SUCCESS`.
  public static let success = UCIPLLLockStatus(rawValue: 0x00)
  /// `CHANNEL_SET_ERROR`.
  public static let channelSetError = UCIPLLLockStatus(rawValue: 0x01)
  /// `STATE_SET_ERROR`.
  public static let stateSetError = UCIPLLLockStatus(rawValue: 0x02)

  /// The names of the values.
  public static let names: KeyValuePairs<UInt8, String> = [
    0x00: "SUCCESS", 0x01: "CHANNEL_SET_ERROR", 0x02: "STATE_SET_ERROR",
  ]
}

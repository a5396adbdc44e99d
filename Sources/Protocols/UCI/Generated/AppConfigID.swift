// Made by Definitions/generate.py from Definitions/uci.yaml. Change those, not this.

/// The identifier of a application configuration parameter of a session.
public struct AppConfigID: ParameterIdentifier {
  /// The byte.
  public let rawValue: UInt8
  /// Any byte, known or not.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `DEVICE_TYPE` (AOSP, pica, observed: DWM3001CDK).
  public static let deviceType = AppConfigID(rawValue: 0x00)
  /// `RANGING_ROUND_USAGE` (AOSP, pica, observed: DWM3001CDK).
  public static let rangingRoundUsage = AppConfigID(rawValue: 0x01)
  /// `STS_CONFIG` (AOSP, pica, observed: DWM3001CDK).
  public static let stsConfig = AppConfigID(rawValue: 0x02)
  /// `MULTI_NODE_MODE` (AOSP, pica, observed: DWM3001CDK).
  public static let multiNodeMode = AppConfigID(rawValue: 0x03)
  /// `CHANNEL_NUMBER` (AOSP, pica, observed: DWM3001CDK).
  public static let channelNumber = AppConfigID(rawValue: 0x04)
  /// `NUMBER_OF_CONTROLEES` (AOSP, pica, observed: DWM3001CDK).
  public static let numberOfControlees = AppConfigID(rawValue: 0x05)
  /// `DEVICE_MAC_ADDRESS` (AOSP, pica, observed: DWM3001CDK).
  public static let deviceMACAddress = AppConfigID(rawValue: 0x06)
  /// `DST_MAC_ADDRESS` (AOSP, pica, observed: DWM3001CDK).
  public static let dstMACAddress = AppConfigID(rawValue: 0x07)
  /// `SLOT_DURATION` (AOSP, pica, observed: DWM3001CDK).
  public static let slotDuration = AppConfigID(rawValue: 0x08)
  /// `RANGING_DURATION` (AOSP, pica, observed: DWM3001CDK).
  public static let rangingDuration = AppConfigID(rawValue: 0x09)
  /// `STS_INDEX` (AOSP, pica).
  public static let stsIndex = AppConfigID(rawValue: 0x0A)
  /// `MAC_FCS_TYPE` (AOSP, pica).
  public static let macFCSType = AppConfigID(rawValue: 0x0B)
  /// `RANGING_ROUND_CONTROL` (AOSP, pica).
  public static let rangingRoundControl = AppConfigID(rawValue: 0x0C)
  /// `AOA_RESULT_REQ` (AOSP, pica, observed: DWM3001CDK).
  public static let aoaResultReq = AppConfigID(rawValue: 0x0D)
  /// `SESSION_INFO_NTF_CONFIG` (AOSP, pica).
  public static let sessionInfoNtfConfig = AppConfigID(rawValue: 0x0E)
  /// `NEAR_PROXIMITY_CONFIG` (AOSP, pica).
  public static let nearProximityConfig = AppConfigID(rawValue: 0x0F)
  /// `FAR_PROXIMITY_CONFIG` (AOSP, pica).
  public static let farProximityConfig = AppConfigID(rawValue: 0x10)
  /// `DEVICE_ROLE` (AOSP, pica, observed: DWM3001CDK).
  public static let deviceRole = AppConfigID(rawValue: 0x11)
  /// `RFRAME_CONFIG` (AOSP, pica, observed: DWM3001CDK).
  public static let rframeConfig = AppConfigID(rawValue: 0x12)
  /// `RSSI_REPORTING` (AOSP, pica, observed: DWM3001CDK).
  public static let rssiReporting = AppConfigID(rawValue: 0x13)
  /// `PREAMBLE_CODE_INDEX` (AOSP, pica, observed: DWM3001CDK).
  public static let preambleCodeIndex = AppConfigID(rawValue: 0x14)
  /// `SFD_ID` (AOSP, pica, observed: DWM3001CDK).
  public static let sfdID = AppConfigID(rawValue: 0x15)
  /// `PSDU_DATA_RATE` (AOSP, pica).
  public static let psduDataRate = AppConfigID(rawValue: 0x16)
  /// `PREAMBLE_DURATION` (AOSP, pica).
  public static let preambleDuration = AppConfigID(rawValue: 0x17)
  /// `LINK_LAYER_MODE` (AOSP, pica).
  public static let linkLayerMode = AppConfigID(rawValue: 0x18)
  /// `DATA_REPETITION_COUNT` (AOSP, pica).
  public static let dataRepetitionCount = AppConfigID(rawValue: 0x19)
  /// `RANGING_TIME_STRUCT` (AOSP, pica).
  public static let rangingTimeStruct = AppConfigID(rawValue: 0x1A)
  /// `SLOTS_PER_RR` (AOSP, pica, observed: DWM3001CDK).
  public static let slotsPerRR = AppConfigID(rawValue: 0x1B)
  /// `TX_ADAPTIVE_PAYLOAD_POWER` (AOSP).
  public static let txAdaptivePayloadPower = AppConfigID(rawValue: 0x1C)
  /// `AOA_BOUND_CONFIG` (AOSP, pica).
  public static let aoaBoundConfig = AppConfigID(rawValue: 0x1D)
  /// `RESPONDER_SLOT_INDEX` (AOSP, observed: Qorvo host tools).
  public static let responderSlotIndex = AppConfigID(rawValue: 0x1E)
  /// `PRF_MODE` (AOSP, pica).
  public static let prfMode = AppConfigID(rawValue: 0x1F)
  /// `CAP_SIZE_RANGE` (AOSP, pica).
  public static let capSizeRange = AppConfigID(rawValue: 0x20)
  /// `TX_JITTER_WINDOW_SIZE` (AOSP, pica).
  public static let txJitterWindowSize = AppConfigID(rawValue: 0x21)
  /// `SCHEDULE_MODE` (AOSP, pica, observed: DWM3001CDK).
  public static let scheduleMode = AppConfigID(rawValue: 0x22)
  /// `KEY_ROTATION` (AOSP, pica).
  public static let keyRotation = AppConfigID(rawValue: 0x23)
  /// `KEY_ROTATION_RATE` (AOSP, pica, observed: DWM3001CDK).
  public static let keyRotationRate = AppConfigID(rawValue: 0x24)
  /// `SESSION_PRIORITY` (AOSP, pica).
  public static let sessionPriority = AppConfigID(rawValue: 0x25)
  /// `MAC_ADDRESS_MODE` (AOSP, pica).
  public static let macAddressMode = AppConfigID(rawValue: 0x26)
  /// `VENDOR_ID` (AOSP, pica, observed: DWM3001CDK).
  public static let vendorID = AppConfigID(rawValue: 0x27)
  /// `STATIC_STS_IV` (AOSP, pica, observed: DWM3001CDK).
  public static let staticSTSIV = AppConfigID(rawValue: 0x28)
  /// `NUMBER_OF_STS_SEGMENTS` (AOSP, pica).
  public static let numberOfSTSSegments = AppConfigID(rawValue: 0x29)
  /// `MAX_RR_RETRY` (AOSP, pica).
  public static let maxRRRetry = AppConfigID(rawValue: 0x2A)
  /// `UWB_INITIATION_TIME` (AOSP, pica, observed: DWM3001CDK).
  public static let uwbInitiationTime = AppConfigID(rawValue: 0x2B)
  /// `HOPPING_MODE` (AOSP, pica, observed: DWM3001CDK).
  public static let hoppingMode = AppConfigID(rawValue: 0x2C)
  /// `BLOCK_STRIDE_LENGTH` (AOSP, pica, observed: DWM3001CDK).
  public static let blockStrideLength = AppConfigID(rawValue: 0x2D)
  /// `RESULT_REPORT_CONFIG` (AOSP, pica, observed: DWM3001CDK).
  public static let resultReportConfig = AppConfigID(rawValue: 0x2E)
  /// `IN_BAND_TERMINATION_ATTEMPT_COUNT` (AOSP, pica).
  public static let inBandTerminationAttemptCount = AppConfigID(rawValue: 0x2F)
  /// `SUB_SESSION_ID` (AOSP, pica).
  public static let subSessionID = AppConfigID(rawValue: 0x30)
  /// `BPRF_PHR_DATA_RATE` (AOSP, pica).
  public static let bprfPHRDataRate = AppConfigID(rawValue: 0x31)
  /// `MAX_NUMBER_OF_MEASUREMENTS` (AOSP, pica, observed: DWM3001CDK).
  public static let maxNumberOfMeasurements = AppConfigID(rawValue: 0x32)
  /// `UL_TDOA_TX_INTERVAL` (AOSP, observed: Qorvo host tools).
  public static let ulTDoATXInterval = AppConfigID(rawValue: 0x33)
  /// `UL_TDOA_RANDOM_WINDOW` (AOSP, observed: Qorvo host tools).
  public static let ulTDoARandomWindow = AppConfigID(rawValue: 0x34)
  /// `STS_LENGTH` (AOSP, pica, observed: DWM3001CDK).
  public static let stsLength = AppConfigID(rawValue: 0x35)
  /// `SUSPEND_RANGING_ROUNDS` (AOSP).
  public static let suspendRangingRounds = AppConfigID(rawValue: 0x36)
  /// `UL_TDOA_NTF_REPORT_CONFIG` (AOSP; uncertain).
  public static let ulTDoANtfReportConfig = AppConfigID(rawValue: 0x37)
  /// `UL_TDOA_DEVICE_ID` (AOSP, observed: Qorvo host tools).
  public static let ulTDoADeviceID = AppConfigID(rawValue: 0x38)
  /// `UL_TDOA_TX_TIMESTAMP` (AOSP, observed: Qorvo host tools).
  public static let ulTDoATXTimestamp = AppConfigID(rawValue: 0x39)
  /// `MIN_FRAMES_PER_RR` (AOSP, pica, observed: Qorvo host tools).
  public static let minFramesPerRR = AppConfigID(rawValue: 0x3A)
  /// `MTU_SIZE` (AOSP, pica, observed: Qorvo host tools).
  public static let mtuSize = AppConfigID(rawValue: 0x3B)
  /// `INTER_FRAME_INTERVAL` (AOSP, pica, observed: Qorvo host tools).
  public static let interFrameInterval = AppConfigID(rawValue: 0x3C)
  /// `DL_TDOA_RANGING_METHOD` (AOSP, pica, observed: Qorvo host tools).
  public static let dlTDoARangingMethod = AppConfigID(rawValue: 0x3D)
  /// `DL_TDOA_TX_TIMESTAMP_CONF` (AOSP, pica, observed: Qorvo host tools; reported).
  public static let dlTDoATXTimestampConf = AppConfigID(rawValue: 0x3E)
  /// `DL_TDOA_HOP_COUNT` (AOSP, pica, observed: Qorvo host tools; reported).
  public static let dlTDoAHopCount = AppConfigID(rawValue: 0x3F)
  /// `DL_TDOA_ANCHOR_CFO` (AOSP, pica, observed: Qorvo host tools).
  public static let dlTDoAAnchorCFO = AppConfigID(rawValue: 0x40)
  /// `DL_TDOA_ANCHOR_LOCATION` (AOSP, pica, observed: Qorvo host tools; reported).
  public static let dlTDoAAnchorLocation = AppConfigID(rawValue: 0x41)
  /// `DL_TDOA_TX_ACTIVE_RANGING_ROUNDS` (AOSP, pica, observed: Qorvo host tools; reported).
  public static let dlTDoATXActiveRangingRounds = AppConfigID(rawValue: 0x42)
  /// `DL_TDOA_BLOCK_STRIDING` (AOSP, pica, observed: Qorvo host tools).
  public static let dlTDoABlockStriding = AppConfigID(rawValue: 0x43)
  /// `DL_TDOA_TIME_REFERENCE_ANCHOR` (AOSP, pica, observed: Qorvo host tools; reported).
  public static let dlTDoATimeReferenceAnchor = AppConfigID(rawValue: 0x44)
  /// `SESSION_KEY` (AOSP, pica, observed: Qorvo host tools).
  public static let sessionKey = AppConfigID(rawValue: 0x45)
  /// `SUB_SESSION_KEY` (AOSP, pica, observed: Qorvo host tools).
  public static let subSessionKey = AppConfigID(rawValue: 0x46)
  /// `SESSION_DATA_TRANSFER_STATUS_NTF_CONFIG` (AOSP, pica).
  public static let sessionDataTransferStatusNtfConfig = AppConfigID(rawValue: 0x47)
  /// `SESSION_TIME_BASE` (AOSP, pica).
  public static let sessionTimeBase = AppConfigID(rawValue: 0x48)
  /// `DL_TDOA_RESPONDER_TOF` (AOSP, pica, observed: Qorvo host tools; reported).
  public static let dlTDoAResponderToF = AppConfigID(rawValue: 0x49)
  /// `SECURE_RANGING_NEFA_LEVEL` (AOSP, pica; uncertain).
  public static let secureRangingNefaLevel = AppConfigID(rawValue: 0x4A)
  /// `SECURE_RANGING_CSW_LENGTH` (AOSP, pica; uncertain).
  public static let secureRangingCswLength = AppConfigID(rawValue: 0x4B)
  /// `APPLICATION_DATA_ENDPOINT` (AOSP, pica).
  public static let applicationDataEndpoint = AppConfigID(rawValue: 0x4C)
  /// `OWR_AOA_MEASUREMENT_NTF_PERIOD` (AOSP, pica, observed: Qorvo host tools; reported).
  public static let owrAoAMeasurementNtfPeriod = AppConfigID(rawValue: 0x4D)
  /// `CCC_HOP_MODE_KEY` (AOSP, pica, observed: Qorvo host tools).
  public static let cccHopModeKey = AppConfigID(rawValue: 0xA0)
  /// `CCC_UWB_TIME0` (AOSP, pica, observed: Qorvo host tools).
  public static let cccUWBTime0 = AppConfigID(rawValue: 0xA1)
  /// `CCC_RANGING_PROTOCOL_VER` (AOSP, pica, observed: Qorvo host tools).
  public static let cccRangingProtocolVer = AppConfigID(rawValue: 0xA3)
  /// `CCC_UWB_CONFIG_ID` (AOSP, pica, observed: Qorvo host tools).
  public static let cccUWBConfigID = AppConfigID(rawValue: 0xA4)
  /// `CCC_PULSESHAPE_COMBO` (AOSP, pica, observed: Qorvo host tools).
  public static let cccPulseshapeCombo = AppConfigID(rawValue: 0xA5)
  /// `CCC_URSK_TTL` (AOSP, pica, observed: Qorvo host tools).
  public static let cccURSKTTL = AppConfigID(rawValue: 0xA6)
  /// `CCC_LAST_INDEX_USED` (AOSP, pica, observed: Qorvo host tools).
  public static let cccLastIndexUsed = AppConfigID(rawValue: 0xA8)
  /// `ALIRO_MAC_MODE` (AOSP, observed: Qorvo host tools).
  public static let aliroMACMode = AppConfigID(rawValue: 0xA9)
  /// `URSK` (observed: Qorvo host tools; reported).
  public static let ursk = AppConfigID(rawValue: 0xAA)
  /// `NB_OF_RANGE_MEASUREMENTS` (AOSP, pica, observed: Qorvo host tools).
  public static let nbOfRangeMeasurements = AppConfigID(rawValue: 0xE3)
  /// `NB_OF_AZIMUTH_MEASUREMENTS` (AOSP, pica, observed: Qorvo host tools).
  public static let nbOfAzimuthMeasurements = AppConfigID(rawValue: 0xE4)
  /// `NB_OF_ELEVATION_MEASUREMENTS` (AOSP, pica, observed: Qorvo host tools).
  public static let nbOfElevationMeasurements = AppConfigID(rawValue: 0xE5)
  /// `RX_ANTENNA_SELECTION` (observed: Qorvo host tools; reported).
  public static let rxAntennaSelection = AppConfigID(rawValue: 0xE6)
  /// `TX_ANTENNA_SELECTION` (observed: Qorvo host tools; reported).
  public static let txAntennaSelection = AppConfigID(rawValue: 0xE7)
  /// `ENABLE_DIAGNOSTICS` (AOSP, pica, observed: Qorvo host tools).
  public static let enableDiagnostics = AppConfigID(rawValue: 0xE8)
  /// `DIAGS_FRAME_REPORTS_FIELDS` (AOSP, pica, observed: Qorvo host tools).
  public static let diagsFrameReportsFields = AppConfigID(rawValue: 0xE9)
  /// `ANTENNA_MODE` (AOSP).
  public static let antennaMode = AppConfigID(rawValue: 0xEA)

  /// All known parameters, in the order of their identifiers.
  public static let definitions: [ParameterDefinition] = [
    ParameterDefinition(
      id: 0x00, name: "DEVICE_TYPE", sizes: [1], isMandatory: true,
      values: ["CONTROLEE": 0, "CONTROLLER": 1]),
    ParameterDefinition(
      id: 0x01, name: "RANGING_ROUND_USAGE", sizes: [1], defaultValue: [2], isMandatory: true,
      values: [
        "OWR_UL_TDOA": 0, "SS_TWR_DEFERRED": 1, "DS_TWR_DEFERRED": 2, "SS_TWR_NON_DEFERRED": 3,
        "DS_TWR_NON_DEFERRED": 4, "OWR_DL_TDOA": 5, "OWR_AOA": 6,
        "ESS_TWR_NON_DEFERRED_CONTENTION": 7, "ADS_TWR_CONTENTION": 8, "DATA_TRANSFER": 9,
        "HYBRID": 10,
      ]),
    ParameterDefinition(
      id: 0x02, name: "STS_CONFIG", sizes: [1], defaultValue: [0],
      values: [
        "STATIC": 0, "DYNAMIC": 1, "DYNAMIC_RESPONDER_SUB_SESSION_KEY": 2, "PROVISIONED": 3,
        "PROVISIONED_RESPONDER_SUB_SESSION_KEY": 4,
      ]),
    ParameterDefinition(
      id: 0x03, name: "MULTI_NODE_MODE", sizes: [1], isMandatory: true,
      values: ["ONE_TO_ONE": 0, "ONE_TO_MANY": 1, "MANY_TO_MANY": 2]),
    ParameterDefinition(
      id: 0x04, name: "CHANNEL_NUMBER", sizes: [1], defaultValue: [9],
      values: [
        "CHANNEL_5": 5, "CHANNEL_6": 6, "CHANNEL_8": 8, "CHANNEL_9": 9, "CHANNEL_10": 10,
        "CHANNEL_12": 12, "CHANNEL_13": 13, "CHANNEL_14": 14,
      ]),
    ParameterDefinition(
      id: 0x05, name: "NUMBER_OF_CONTROLEES", sizes: [1], defaultValue: [1], range: 1...8,
      aliases: ["NO_OF_CONTROLEE"]),
    ParameterDefinition(
      id: 0x06, name: "DEVICE_MAC_ADDRESS", sizes: [2, 8], kind: .address, isMandatory: true),
    ParameterDefinition(
      id: 0x07, name: "DST_MAC_ADDRESS", sizes: [], kind: .address, elementSizes: [2, 8],
      countFrom: "NUMBER_OF_CONTROLEES"),
    ParameterDefinition(
      id: 0x08, name: "SLOT_DURATION", sizes: [2], defaultValue: [2400], unit: "RSTU"),
    ParameterDefinition(
      id: 0x09, name: "RANGING_DURATION", sizes: [4], defaultValue: [200], unit: "ms",
      aliases: ["RANGING_INTERVAL"]),
    ParameterDefinition(id: 0x0A, name: "STS_INDEX", sizes: [4], defaultValue: [0]),
    ParameterDefinition(
      id: 0x0B, name: "MAC_FCS_TYPE", sizes: [1], defaultValue: [0],
      values: ["CRC16": 0, "CRC32": 1]),
    ParameterDefinition(
      id: 0x0C, name: "RANGING_ROUND_CONTROL", sizes: [1], defaultValue: [3],
      bits: [
        BitField("rrrm", shift: 0, width: 1), BitField("control_message", shift: 1, width: 1),
        BitField("rcp", shift: 2, width: 1), BitField("mrp", shift: 6, width: 1),
        BitField("mrm", shift: 7, width: 1),
      ]),
    ParameterDefinition(
      id: 0x0D, name: "AOA_RESULT_REQ", sizes: [1], defaultValue: [1],
      values: ["DISABLED": 0, "ALL": 1, "AZIMUTH_ONLY": 2, "ELEVATION_ONLY": 3, "INTERLEAVED": 240]),
    ParameterDefinition(
      id: 0x0E, name: "SESSION_INFO_NTF_CONFIG", sizes: [1], defaultValue: [1],
      values: [
        "DISABLE": 0, "ENABLE": 1, "PROXIMITY_LEVEL": 2, "AOA_LEVEL": 3, "PROXIMITY_AOA_LEVEL": 4,
        "PROXIMITY_EDGE": 5, "AOA_EDGE": 6, "PROXIMITY_AOA_EDGE": 7,
      ], aliases: ["RNG_DATA_NTF", "RANGE_DATA_NTF_CONFIG"]),
    ParameterDefinition(
      id: 0x0F, name: "NEAR_PROXIMITY_CONFIG", sizes: [2], defaultValue: [0], unit: "cm"),
    ParameterDefinition(
      id: 0x10, name: "FAR_PROXIMITY_CONFIG", sizes: [2], defaultValue: [20000], unit: "cm"),
    ParameterDefinition(
      id: 0x11, name: "DEVICE_ROLE", sizes: [1], isMandatory: true,
      values: [
        "RESPONDER": 0, "INITIATOR": 1, "UT_SYNC_ANCHOR": 2, "UT_ANCHOR": 3, "UT_TAG": 4,
        "ADVERTISER": 5, "OBSERVER": 6, "DT_ANCHOR": 7, "DT_TAG": 8,
      ]),
    ParameterDefinition(
      id: 0x12, name: "RFRAME_CONFIG", sizes: [1], defaultValue: [3],
      values: ["SP0": 0, "SP1": 1, "SP3": 3]),
    ParameterDefinition(
      id: 0x13, name: "RSSI_REPORTING", sizes: [1], defaultValue: [0],
      values: ["DISABLE": 0, "ENABLE": 1]),
    ParameterDefinition(id: 0x14, name: "PREAMBLE_CODE_INDEX", sizes: [1], defaultValue: [10]),
    ParameterDefinition(id: 0x15, name: "SFD_ID", sizes: [1], defaultValue: [2]),
    ParameterDefinition(
      id: 0x16, name: "PSDU_DATA_RATE", sizes: [1], defaultValue: [0],
      values: ["RATE_6M81": 0, "RATE_7M80": 1, "RATE_27M2": 2, "RATE_31M2": 3]),
    ParameterDefinition(
      id: 0x17, name: "PREAMBLE_DURATION", sizes: [1], defaultValue: [1],
      values: ["SYMBOLS_32": 0, "SYMBOLS_64": 1]),
    ParameterDefinition(
      id: 0x18, name: "LINK_LAYER_MODE", sizes: [1], defaultValue: [0],
      values: ["BYPASS": 0, "CONNECTIONLESS_DATA": 1]),
    ParameterDefinition(id: 0x19, name: "DATA_REPETITION_COUNT", sizes: [1], defaultValue: [0]),
    ParameterDefinition(
      id: 0x1A, name: "RANGING_TIME_STRUCT", sizes: [1], defaultValue: [1],
      values: ["INTERVAL": 0, "BLOCK": 1]),
    ParameterDefinition(id: 0x1B, name: "SLOTS_PER_RR", sizes: [1], defaultValue: [25]),
    ParameterDefinition(
      id: 0x1C, name: "TX_ADAPTIVE_PAYLOAD_POWER", sizes: [1], defaultValue: [0],
      values: ["DISABLE": 0, "ENABLE": 1]),
    ParameterDefinition(
      id: 0x1D, name: "AOA_BOUND_CONFIG", sizes: [8], kind: .packed(size: 2, signed: true),
      defaultValue: [0, 0, 0, 0], unit: "deg", divisor: 128,
      aliases: ["RNG_DATA_NTF_AOA_BOUND", "SESSION_INFO_NTF_BOUND_AOA"]),
    ParameterDefinition(id: 0x1E, name: "RESPONDER_SLOT_INDEX", sizes: [1], defaultValue: [1]),
    ParameterDefinition(
      id: 0x1F, name: "PRF_MODE", sizes: [1], defaultValue: [0],
      values: ["BPRF_62M4": 0, "HPRF_124M8": 1, "HPRF_249M6": 2]),
    ParameterDefinition(
      id: 0x20, name: "CAP_SIZE_RANGE", sizes: [2], kind: .packed(size: 1, signed: false),
      defaultValue: [24, 5], aliases: ["CONTENTION_PHASE_RANGE"]),
    ParameterDefinition(id: 0x21, name: "TX_JITTER_WINDOW_SIZE", sizes: [1], defaultValue: [0]),
    ParameterDefinition(
      id: 0x22, name: "SCHEDULE_MODE", sizes: [1], defaultValue: [1], isMandatory: true,
      values: ["CONTENTION_BASED": 0, "TIME_SCHEDULED": 1, "HYBRID": 2], aliases: ["SCHEDULED_MODE"]
    ),
    ParameterDefinition(
      id: 0x23, name: "KEY_ROTATION", sizes: [1], defaultValue: [0],
      values: ["DISABLE": 0, "ENABLE": 1]),
    ParameterDefinition(id: 0x24, name: "KEY_ROTATION_RATE", sizes: [1], defaultValue: [0]),
    ParameterDefinition(
      id: 0x25, name: "SESSION_PRIORITY", sizes: [1], defaultValue: [50], range: 1...100),
    ParameterDefinition(
      id: 0x26, name: "MAC_ADDRESS_MODE", sizes: [1], defaultValue: [0],
      values: ["SHORT_2": 0, "EXTENDED_8_HEADER_2": 1, "EXTENDED_8": 2]),
    ParameterDefinition(id: 0x27, name: "VENDOR_ID", sizes: [2], kind: .bytes),
    ParameterDefinition(id: 0x28, name: "STATIC_STS_IV", sizes: [6], kind: .bytes),
    ParameterDefinition(
      id: 0x29, name: "NUMBER_OF_STS_SEGMENTS", sizes: [1], defaultValue: [1], range: 0...4),
    ParameterDefinition(id: 0x2A, name: "MAX_RR_RETRY", sizes: [2], defaultValue: [0]),
    ParameterDefinition(id: 0x2B, name: "UWB_INITIATION_TIME", sizes: [4, 8], defaultValue: [0]),
    ParameterDefinition(
      id: 0x2C, name: "HOPPING_MODE", sizes: [1], defaultValue: [0],
      values: ["DISABLE": 0, "ENABLE": 1]),
    ParameterDefinition(id: 0x2D, name: "BLOCK_STRIDE_LENGTH", sizes: [1], defaultValue: [0]),
    ParameterDefinition(
      id: 0x2E, name: "RESULT_REPORT_CONFIG", sizes: [1], defaultValue: [1],
      bits: [
        BitField("tof", shift: 0, width: 1), BitField("aoa_azimuth", shift: 1, width: 1),
        BitField("aoa_elevation", shift: 2, width: 1), BitField("aoa_fom", shift: 3, width: 1),
      ]),
    ParameterDefinition(
      id: 0x2F, name: "IN_BAND_TERMINATION_ATTEMPT_COUNT", sizes: [1], defaultValue: [1],
      range: 1...10),
    ParameterDefinition(id: 0x30, name: "SUB_SESSION_ID", sizes: [4], defaultValue: [0]),
    ParameterDefinition(
      id: 0x31, name: "BPRF_PHR_DATA_RATE", sizes: [1], defaultValue: [0],
      values: ["RATE_850K": 0, "RATE_6M81": 1]),
    ParameterDefinition(
      id: 0x32, name: "MAX_NUMBER_OF_MEASUREMENTS", sizes: [2], defaultValue: [0]),
    ParameterDefinition(id: 0x33, name: "UL_TDOA_TX_INTERVAL", sizes: [4], unit: "ms"),
    ParameterDefinition(id: 0x34, name: "UL_TDOA_RANDOM_WINDOW", sizes: [4], unit: "ms"),
    ParameterDefinition(
      id: 0x35, name: "STS_LENGTH", sizes: [1], defaultValue: [1],
      values: ["SYMBOLS_32": 0, "SYMBOLS_64": 1, "SYMBOLS_128": 2]),
    ParameterDefinition(
      id: 0x36, name: "SUSPEND_RANGING_ROUNDS", sizes: [1], defaultValue: [0],
      values: ["DISABLE": 0, "ENABLE": 1]),
    ParameterDefinition(id: 0x37, name: "UL_TDOA_NTF_REPORT_CONFIG", sizes: [], kind: .bytes),
    ParameterDefinition(id: 0x38, name: "UL_TDOA_DEVICE_ID", sizes: [1, 3, 5, 9], kind: .bytes),
    ParameterDefinition(
      id: 0x39, name: "UL_TDOA_TX_TIMESTAMP", sizes: [1],
      values: ["NONE": 0, "BITS_40": 1, "BITS_64": 2]),
    ParameterDefinition(id: 0x3A, name: "MIN_FRAMES_PER_RR", sizes: [1], defaultValue: [4]),
    ParameterDefinition(id: 0x3B, name: "MTU_SIZE", sizes: [2]),
    ParameterDefinition(id: 0x3C, name: "INTER_FRAME_INTERVAL", sizes: [1], defaultValue: [1]),
    ParameterDefinition(
      id: 0x3D, name: "DL_TDOA_RANGING_METHOD", sizes: [1], defaultValue: [1],
      values: ["SS_TWR": 0, "DS_TWR": 1]),
    ParameterDefinition(id: 0x3E, name: "DL_TDOA_TX_TIMESTAMP_CONF", sizes: [1]),
    ParameterDefinition(id: 0x3F, name: "DL_TDOA_HOP_COUNT", sizes: [1]),
    ParameterDefinition(
      id: 0x40, name: "DL_TDOA_ANCHOR_CFO", sizes: [1], defaultValue: [1],
      values: ["NOT_INCLUDED": 0, "INCLUDED": 1]),
    ParameterDefinition(
      id: 0x41, name: "DL_TDOA_ANCHOR_LOCATION", sizes: [1, 11, 13], kind: .bytes),
    ParameterDefinition(id: 0x42, name: "DL_TDOA_TX_ACTIVE_RANGING_ROUNDS", sizes: [1]),
    ParameterDefinition(
      id: 0x43, name: "DL_TDOA_BLOCK_STRIDING", sizes: [1], aliases: ["DL_TDOA_BLOCK_SKIPPING"]),
    ParameterDefinition(id: 0x44, name: "DL_TDOA_TIME_REFERENCE_ANCHOR", sizes: [1]),
    ParameterDefinition(id: 0x45, name: "SESSION_KEY", sizes: [16, 32], kind: .bytes),
    ParameterDefinition(id: 0x46, name: "SUB_SESSION_KEY", sizes: [16, 32], kind: .bytes),
    ParameterDefinition(
      id: 0x47, name: "SESSION_DATA_TRANSFER_STATUS_NTF_CONFIG", sizes: [1], defaultValue: [0],
      values: ["DISABLE": 0, "ENABLE": 1]),
    ParameterDefinition(id: 0x48, name: "SESSION_TIME_BASE", sizes: [9], kind: .bytes),
    ParameterDefinition(id: 0x49, name: "DL_TDOA_RESPONDER_TOF", sizes: [1]),
    ParameterDefinition(id: 0x4A, name: "SECURE_RANGING_NEFA_LEVEL", sizes: [1]),
    ParameterDefinition(id: 0x4B, name: "SECURE_RANGING_CSW_LENGTH", sizes: [1]),
    ParameterDefinition(
      id: 0x4C, name: "APPLICATION_DATA_ENDPOINT", sizes: [1], defaultValue: [0],
      values: ["HOST": 0, "SECURE_COMPONENT": 1]),
    ParameterDefinition(id: 0x4D, name: "OWR_AOA_MEASUREMENT_NTF_PERIOD", sizes: [1]),
    ParameterDefinition(id: 0xA0, name: "CCC_HOP_MODE_KEY", sizes: [4, 16], kind: .bytes),
    ParameterDefinition(id: 0xA1, name: "CCC_UWB_TIME0", sizes: [8]),
    ParameterDefinition(id: 0xA3, name: "CCC_RANGING_PROTOCOL_VER", sizes: [2], kind: .bytes),
    ParameterDefinition(id: 0xA4, name: "CCC_UWB_CONFIG_ID", sizes: [2]),
    ParameterDefinition(id: 0xA5, name: "CCC_PULSESHAPE_COMBO", sizes: [1]),
    ParameterDefinition(id: 0xA6, name: "CCC_URSK_TTL", sizes: [2]),
    ParameterDefinition(id: 0xA8, name: "CCC_LAST_INDEX_USED", sizes: [4]),
    ParameterDefinition(id: 0xA9, name: "ALIRO_MAC_MODE", sizes: [1], vendor: .android),
    ParameterDefinition(id: 0xAA, name: "URSK", sizes: [32], kind: .bytes, vendor: .qorvo),
    ParameterDefinition(id: 0xE3, name: "NB_OF_RANGE_MEASUREMENTS", sizes: [1]),
    ParameterDefinition(id: 0xE4, name: "NB_OF_AZIMUTH_MEASUREMENTS", sizes: [1]),
    ParameterDefinition(id: 0xE5, name: "NB_OF_ELEVATION_MEASUREMENTS", sizes: [1]),
    ParameterDefinition(id: 0xE6, name: "RX_ANTENNA_SELECTION", sizes: [1], vendor: .qorvo),
    ParameterDefinition(id: 0xE7, name: "TX_ANTENNA_SELECTION", sizes: [1], vendor: .qorvo),
    ParameterDefinition(
      id: 0xE8, name: "ENABLE_DIAGNOSTICS", sizes: [1], defaultValue: [0],
      values: ["DISABLE": 0, "ENABLE": 1]),
    ParameterDefinition(
      id: 0xE9, name: "DIAGS_FRAME_REPORTS_FIELDS", sizes: [1, 4],
      bits: [
        BitField("aoa", shift: 1, width: 1), BitField("cfo", shift: 3, width: 1),
        BitField("segment_metrics", shift: 5, width: 1), BitField("cir", shift: 6, width: 1),
      ], aliases: ["DIAGRAMS_FRAME_REPORTS_FIELDS"]),
    ParameterDefinition(
      id: 0xEA, name: "ANTENNA_MODE", sizes: [1], defaultValue: [0], vendor: .android,
      values: ["OMNI": 0, "DIRECTIONAL": 1]),
  ]
  static let index = ParameterIndex(definitions)
  /// The definition of the parameter; nil for an unknown one.
  public var definition: ParameterDefinition? { Self.index[rawValue] }
}

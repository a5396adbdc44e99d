// Made by Definitions/generate.py from Definitions/uci.yaml. Change those, not this.

/// The identifier of a capability, as FiRa 2.x numbers them; vendor capabilities included.
public struct CapabilityID: ParameterIdentifier {
  /// The byte.
  public let rawValue: UInt8
  /// Any byte, known or not.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `MAX_MESSAGE_SIZE` (AOSP, observed: Qorvo host tools, observed: DWM3001CDK).
  public static let maxMessageSize = CapabilityID(rawValue: 0x00)
  /// `MAX_DATA_PACKET_PAYLOAD_SIZE` (AOSP, observed: Qorvo host tools, observed: DWM3001CDK).
  public static let maxDataPacketPayloadSize = CapabilityID(rawValue: 0x01)
  /// `FIRA_PHY_VERSION_RANGE` (AOSP, observed: Qorvo host tools, observed: DWM3001CDK).
  public static let firaPHYVersionRange = CapabilityID(rawValue: 0x02)
  /// `FIRA_MAC_VERSION_RANGE` (AOSP, observed: Qorvo host tools, observed: DWM3001CDK).
  public static let firaMACVersionRange = CapabilityID(rawValue: 0x03)
  /// `DEVICE_TYPE` (AOSP, observed: Qorvo host tools, observed: DWM3001CDK).
  public static let deviceType = CapabilityID(rawValue: 0x04)
  /// `DEVICE_ROLES` (AOSP, observed: Qorvo host tools, observed: DWM3001CDK).
  public static let deviceRoles = CapabilityID(rawValue: 0x05)
  /// `RANGING_METHOD` (AOSP, observed: Qorvo host tools, observed: DWM3001CDK).
  public static let rangingMethod = CapabilityID(rawValue: 0x06)
  /// `STS_CONFIG` (AOSP, observed: Qorvo host tools, observed: DWM3001CDK).
  public static let stsConfig = CapabilityID(rawValue: 0x07)
  /// `MULTI_NODE_MODE` (AOSP, observed: Qorvo host tools, observed: DWM3001CDK).
  public static let multiNodeMode = CapabilityID(rawValue: 0x08)
  /// `RANGING_TIME_STRUCT` (AOSP, observed: Qorvo host tools, observed: DWM3001CDK).
  public static let rangingTimeStruct = CapabilityID(rawValue: 0x09)
  /// `SCHEDULE_MODE` (AOSP, observed: Qorvo host tools, observed: DWM3001CDK).
  public static let scheduleMode = CapabilityID(rawValue: 0x0A)
  /// `HOPPING_MODE` (AOSP, observed: Qorvo host tools, observed: DWM3001CDK).
  public static let hoppingMode = CapabilityID(rawValue: 0x0B)
  /// `BLOCK_STRIDING` (AOSP, observed: Qorvo host tools, observed: DWM3001CDK).
  public static let blockStriding = CapabilityID(rawValue: 0x0C)
  /// `UWB_INITIATION_TIME` (AOSP, observed: Qorvo host tools, observed: DWM3001CDK).
  public static let uwbInitiationTime = CapabilityID(rawValue: 0x0D)
  /// `CHANNELS` (AOSP, observed: Qorvo host tools, observed: DWM3001CDK).
  public static let channels = CapabilityID(rawValue: 0x0E)
  /// `RFRAME_CONFIG` (AOSP, observed: Qorvo host tools, observed: DWM3001CDK).
  public static let rframeConfig = CapabilityID(rawValue: 0x0F)
  /// `CC_CONSTRAINT_LENGTH` (AOSP, observed: Qorvo host tools, observed: DWM3001CDK).
  public static let ccConstraintLength = CapabilityID(rawValue: 0x10)
  /// `BPRF_PARAMETER_SETS` (AOSP, observed: Qorvo host tools, observed: DWM3001CDK).
  public static let bprfParameterSets = CapabilityID(rawValue: 0x11)
  /// `HPRF_PARAMETER_SETS` (AOSP, observed: Qorvo host tools, observed: DWM3001CDK).
  public static let hprfParameterSets = CapabilityID(rawValue: 0x12)
  /// `AOA_SUPPORT` (AOSP, observed: Qorvo host tools, observed: DWM3001CDK).
  public static let aoaSupport = CapabilityID(rawValue: 0x13)
  /// `EXTENDED_MAC_ADDRESS` (AOSP, observed: Qorvo host tools, observed: DWM3001CDK).
  public static let extendedMACAddress = CapabilityID(rawValue: 0x14)
  /// `SUSPEND_RANGING` (AOSP, observed: Qorvo host tools, observed: DWM3001CDK).
  public static let suspendRanging = CapabilityID(rawValue: 0x15)
  /// `SESSION_KEY_LENGTH` (AOSP, observed: Qorvo host tools, observed: DWM3001CDK).
  public static let sessionKeyLength = CapabilityID(rawValue: 0x16)
  /// `DT_ANCHOR_MAX_ACTIVE_RR` (AOSP, observed: Qorvo host tools, observed: DWM3001CDK).
  public static let dtAnchorMaxActiveRR = CapabilityID(rawValue: 0x17)
  /// `DT_TAG_MAX_ACTIVE_RR` (AOSP, observed: Qorvo host tools, observed: DWM3001CDK).
  public static let dtTagMaxActiveRR = CapabilityID(rawValue: 0x18)
  /// `DT_TAG_BLOCK_SKIPPING` (AOSP, observed: Qorvo host tools, observed: DWM3001CDK).
  public static let dtTagBlockSkipping = CapabilityID(rawValue: 0x19)
  /// `PSDU_LENGTH_SUPPORT` (AOSP, observed: Qorvo host tools, observed: DWM3001CDK).
  public static let psduLengthSupport = CapabilityID(rawValue: 0x1A)
  /// `CCC_CHAPS_PER_SLOT` (AOSP, pica).
  public static let cccChapsPerSlot = CapabilityID(rawValue: 0xA0)
  /// `CCC_SYNC_CODES` (AOSP, pica).
  public static let cccSyncCodes = CapabilityID(rawValue: 0xA1)
  /// `CCC_HOPPING_CONFIG_MODES_AND_SEQUENCES` (AOSP, pica).
  public static let cccHoppingConfigModesAndSequences = CapabilityID(rawValue: 0xA2)
  /// `CCC_CHANNELS` (AOSP, pica).
  public static let cccChannels = CapabilityID(rawValue: 0xA3)
  /// `CCC_VERSIONS` (AOSP, pica).
  public static let cccVersions = CapabilityID(rawValue: 0xA4)
  /// `CCC_UWB_CONFIGS` (AOSP, pica).
  public static let cccUWBConfigs = CapabilityID(rawValue: 0xA5)
  /// `CCC_PULSE_SHAPE_COMBOS` (AOSP, pica).
  public static let cccPulseShapeCombos = CapabilityID(rawValue: 0xA6)
  /// `CCC_RAN_MULTIPLIER` (AOSP, pica).
  public static let cccRanMultiplier = CapabilityID(rawValue: 0xA7)
  /// `CCC_MAX_RANGING_SESSION_NUMBER` (AOSP, pica).
  public static let cccMaxRangingSessionNumber = CapabilityID(rawValue: 0xA8)
  /// `CCC_MIN_UWB_INITIATION_TIME_MS` (AOSP).
  public static let cccMinUWBInitiationTimeMs = CapabilityID(rawValue: 0xA9)
  /// `CCC_PRIORITIZED_CHANNEL_LIST` (AOSP).
  public static let cccPrioritizedChannelList = CapabilityID(rawValue: 0xAA)
  /// `CCC_UWBS_MAX_PPM` (AOSP).
  public static let cccUWBSMaxPpm = CapabilityID(rawValue: 0xAB)
  /// `ALIRO_MAC_MODES` (AOSP).
  public static let aliroMACModes = CapabilityID(rawValue: 0xAC)
  /// `RADAR_SUPPORT` (AOSP).
  public static let radarSupport = CapabilityID(rawValue: 0xB0)
  /// `SUPPORTED_POWER_STATS` (AOSP, pica).
  public static let supportedPowerStats = CapabilityID(rawValue: 0xC0)
  /// `SUPPORTED_ANTENNA_MODES` (AOSP).
  public static let supportedAntennaModes = CapabilityID(rawValue: 0xC1)
  /// `AOA_RESULT_REQ_ANTENNA_INTERLEAVING` (AOSP, pica).
  public static let aoaResultReqAntennaInterleaving = CapabilityID(rawValue: 0xE3)
  /// `MIN_RANGING_INTERVAL_MS` (AOSP, pica).
  public static let minRangingIntervalMs = CapabilityID(rawValue: 0xE4)
  /// `RANGE_DATA_NTF_CONFIG` (AOSP, pica).
  public static let rangeDataNtfConfig = CapabilityID(rawValue: 0xE5)
  /// `RSSI_REPORTING` (AOSP, pica).
  public static let rssiReporting = CapabilityID(rawValue: 0xE6)
  /// `DIAGNOSTICS` (AOSP, pica).
  public static let diagnostics = CapabilityID(rawValue: 0xE7)
  /// `MIN_SLOT_DURATION_RSTU` (AOSP, pica).
  public static let minSlotDurationRstu = CapabilityID(rawValue: 0xE8)
  /// `MAX_RANGING_SESSION_NUMBER` (AOSP, pica).
  public static let maxRangingSessionNumber = CapabilityID(rawValue: 0xE9)
  /// `CHANNELS_AOA` (AOSP; uncertain).
  public static let channelsAoA = CapabilityID(rawValue: 0xEA)
  /// `MAX_SESSION_COUNT` (AOSP).
  public static let maxSessionCount = CapabilityID(rawValue: 0xEB)

  /// All known parameters, in the order of their identifiers.
  public static let definitions: [ParameterDefinition] = [
    ParameterDefinition(id: 0x00, name: "MAX_MESSAGE_SIZE", sizes: [2, 1]),
    ParameterDefinition(id: 0x01, name: "MAX_DATA_PACKET_PAYLOAD_SIZE", sizes: [2, 1]),
    ParameterDefinition(id: 0x02, name: "FIRA_PHY_VERSION_RANGE", sizes: [4]),
    ParameterDefinition(id: 0x03, name: "FIRA_MAC_VERSION_RANGE", sizes: [4]),
    ParameterDefinition(
      id: 0x04, name: "DEVICE_TYPE", sizes: [1],
      bits: [BitField("controller", shift: 0, width: 1), BitField("controlee", shift: 1, width: 1)]),
    ParameterDefinition(
      id: 0x05, name: "DEVICE_ROLES", sizes: [2],
      bits: [
        BitField("responder", shift: 0, width: 1), BitField("initiator", shift: 1, width: 1),
        BitField("ut_sync_anchor", shift: 2, width: 1), BitField("ut_anchor", shift: 3, width: 1),
        BitField("ut_tag", shift: 4, width: 1), BitField("advertiser", shift: 5, width: 1),
        BitField("observer", shift: 6, width: 1), BitField("dt_anchor", shift: 7, width: 1),
        BitField("dt_tag", shift: 8, width: 1),
      ]),
    ParameterDefinition(
      id: 0x06, name: "RANGING_METHOD", sizes: [2],
      bits: [
        BitField("owr_ul_tdoa", shift: 0, width: 1),
        BitField("ss_twr_deferred", shift: 1, width: 1),
        BitField("ds_twr_deferred", shift: 2, width: 1),
        BitField("ss_twr_non_deferred", shift: 3, width: 1),
        BitField("ds_twr_non_deferred", shift: 4, width: 1),
        BitField("owr_dl_tdoa", shift: 5, width: 1), BitField("owr_aoa", shift: 6, width: 1),
        BitField("ess_twr_non_deferred", shift: 7, width: 1),
        BitField("ads_twr", shift: 8, width: 1),
      ]),
    ParameterDefinition(
      id: 0x07, name: "STS_CONFIG", sizes: [1],
      bits: [
        BitField("static", shift: 0, width: 1), BitField("dynamic", shift: 1, width: 1),
        BitField("dynamic_responder_key", shift: 2, width: 1),
        BitField("provisioned", shift: 3, width: 1),
        BitField("provisioned_responder_key", shift: 4, width: 1),
      ]),
    ParameterDefinition(
      id: 0x08, name: "MULTI_NODE_MODE", sizes: [1],
      bits: [
        BitField("unicast", shift: 0, width: 1), BitField("one_to_many", shift: 1, width: 1),
        BitField("many_to_many", shift: 2, width: 1),
      ]),
    ParameterDefinition(
      id: 0x09, name: "RANGING_TIME_STRUCT", sizes: [1],
      bits: [BitField("interval", shift: 0, width: 1), BitField("block", shift: 1, width: 1)]),
    ParameterDefinition(
      id: 0x0A, name: "SCHEDULE_MODE", sizes: [1],
      bits: [
        BitField("contention", shift: 0, width: 1), BitField("time_scheduled", shift: 1, width: 1),
        BitField("hybrid", shift: 2, width: 1),
      ]),
    ParameterDefinition(id: 0x0B, name: "HOPPING_MODE", sizes: [1]),
    ParameterDefinition(id: 0x0C, name: "BLOCK_STRIDING", sizes: [1]),
    ParameterDefinition(id: 0x0D, name: "UWB_INITIATION_TIME", sizes: [1]),
    ParameterDefinition(
      id: 0x0E, name: "CHANNELS", sizes: [1],
      bits: [
        BitField("ch5", shift: 0, width: 1), BitField("ch6", shift: 1, width: 1),
        BitField("ch8", shift: 2, width: 1), BitField("ch9", shift: 3, width: 1),
        BitField("ch10", shift: 4, width: 1), BitField("ch12", shift: 5, width: 1),
        BitField("ch13", shift: 6, width: 1), BitField("ch14", shift: 7, width: 1),
      ]),
    ParameterDefinition(
      id: 0x0F, name: "RFRAME_CONFIG", sizes: [1],
      bits: [
        BitField("sp0", shift: 0, width: 1), BitField("sp1", shift: 1, width: 1),
        BitField("sp2", shift: 2, width: 1), BitField("sp3", shift: 3, width: 1),
      ]),
    ParameterDefinition(
      id: 0x10, name: "CC_CONSTRAINT_LENGTH", sizes: [1],
      bits: [BitField("k3", shift: 0, width: 1), BitField("k7", shift: 1, width: 1)]),
    ParameterDefinition(id: 0x11, name: "BPRF_PARAMETER_SETS", sizes: [1]),
    ParameterDefinition(id: 0x12, name: "HPRF_PARAMETER_SETS", sizes: [5], kind: .bytes),
    ParameterDefinition(
      id: 0x13, name: "AOA_SUPPORT", sizes: [1],
      bits: [
        BitField("azimuth_90", shift: 0, width: 1), BitField("azimuth_180", shift: 1, width: 1),
        BitField("elevation", shift: 2, width: 1), BitField("fom", shift: 3, width: 1),
      ]),
    ParameterDefinition(id: 0x14, name: "EXTENDED_MAC_ADDRESS", sizes: [1]),
    ParameterDefinition(id: 0x15, name: "SUSPEND_RANGING", sizes: [1]),
    ParameterDefinition(
      id: 0x16, name: "SESSION_KEY_LENGTH", sizes: [1],
      bits: [
        BitField("dynamic_256", shift: 0, width: 1),
        BitField("provisioned_256", shift: 1, width: 1),
      ]),
    ParameterDefinition(id: 0x17, name: "DT_ANCHOR_MAX_ACTIVE_RR", sizes: [1]),
    ParameterDefinition(id: 0x18, name: "DT_TAG_MAX_ACTIVE_RR", sizes: [1]),
    ParameterDefinition(id: 0x19, name: "DT_TAG_BLOCK_SKIPPING", sizes: [1]),
    ParameterDefinition(id: 0x1A, name: "PSDU_LENGTH_SUPPORT", sizes: [1]),
    ParameterDefinition(id: 0xA0, name: "CCC_CHAPS_PER_SLOT", sizes: [1]),
    ParameterDefinition(id: 0xA1, name: "CCC_SYNC_CODES", sizes: [4]),
    ParameterDefinition(
      id: 0xA2, name: "CCC_HOPPING_CONFIG_MODES_AND_SEQUENCES", sizes: [1],
      bits: [
        BitField("aes", shift: 0, width: 1), BitField("default", shift: 1, width: 1),
        BitField("adaptive", shift: 2, width: 1), BitField("continuous", shift: 3, width: 1),
        BitField("none", shift: 4, width: 1),
      ]),
    ParameterDefinition(id: 0xA3, name: "CCC_CHANNELS", sizes: [1]),
    ParameterDefinition(id: 0xA4, name: "CCC_VERSIONS", sizes: [], kind: .bytes),
    ParameterDefinition(id: 0xA5, name: "CCC_UWB_CONFIGS", sizes: [], kind: .bytes),
    ParameterDefinition(id: 0xA6, name: "CCC_PULSE_SHAPE_COMBOS", sizes: [], kind: .bytes),
    ParameterDefinition(id: 0xA7, name: "CCC_RAN_MULTIPLIER", sizes: [4]),
    ParameterDefinition(id: 0xA8, name: "CCC_MAX_RANGING_SESSION_NUMBER", sizes: [4]),
    ParameterDefinition(id: 0xA9, name: "CCC_MIN_UWB_INITIATION_TIME_MS", sizes: [4]),
    ParameterDefinition(id: 0xAA, name: "CCC_PRIORITIZED_CHANNEL_LIST", sizes: [], kind: .bytes),
    ParameterDefinition(id: 0xAB, name: "CCC_UWBS_MAX_PPM", sizes: [2]),
    ParameterDefinition(id: 0xAC, name: "ALIRO_MAC_MODES", sizes: [], kind: .bytes),
    ParameterDefinition(
      id: 0xB0, name: "RADAR_SUPPORT", sizes: [1],
      bits: [BitField("sweep_samples", shift: 0, width: 1)]),
    ParameterDefinition(id: 0xC0, name: "SUPPORTED_POWER_STATS", sizes: [1]),
    ParameterDefinition(id: 0xC1, name: "SUPPORTED_ANTENNA_MODES", sizes: [1]),
    ParameterDefinition(id: 0xE3, name: "AOA_RESULT_REQ_ANTENNA_INTERLEAVING", sizes: [1]),
    ParameterDefinition(id: 0xE4, name: "MIN_RANGING_INTERVAL_MS", sizes: [4]),
    ParameterDefinition(id: 0xE5, name: "RANGE_DATA_NTF_CONFIG", sizes: [4]),
    ParameterDefinition(id: 0xE6, name: "RSSI_REPORTING", sizes: [1]),
    ParameterDefinition(id: 0xE7, name: "DIAGNOSTICS", sizes: [1]),
    ParameterDefinition(id: 0xE8, name: "MIN_SLOT_DURATION_RSTU", sizes: [4]),
    ParameterDefinition(id: 0xE9, name: "MAX_RANGING_SESSION_NUMBER", sizes: [4]),
    ParameterDefinition(id: 0xEA, name: "CHANNELS_AOA", sizes: [], kind: .bytes),
    ParameterDefinition(id: 0xEB, name: "MAX_SESSION_COUNT", sizes: [4]),
  ]
  static let index = ParameterIndex(definitions)
  /// The definition of the parameter; nil for an unknown one.
  public var definition: ParameterDefinition? { Self.index[rawValue] }
}

// Made by Definitions/generate.py from Definitions/uci.yaml. Change those, not this.

public import WireFormat

/// Any UCI message: typed where its layout is known, never without its bytes.
public enum UCIMessage: Hashable, Sendable {
  /// `CORE_DEVICE_RESET_CMD`.
  case coreDeviceResetCommand(CoreDeviceResetCommand)
  /// `CORE_DEVICE_RESET_RSP`.
  case coreDeviceResetResponse(CoreDeviceResetResponse)
  /// `CORE_DEVICE_STATUS_NTF`.
  case coreDeviceStatusNotification(CoreDeviceStatusNotification)
  /// `CORE_GET_DEVICE_INFO_CMD`.
  case coreGetDeviceInfoCommand(CoreGetDeviceInfoCommand)
  /// `CORE_GET_DEVICE_INFO_RSP`.
  case coreGetDeviceInfoResponse(CoreGetDeviceInfoResponse)
  /// `CORE_GET_CAPS_INFO_CMD`.
  case coreGetCapsInfoCommand(CoreGetCapsInfoCommand)
  /// `CORE_GET_CAPS_INFO_RSP`.
  case coreGetCapsInfoResponse(CoreGetCapsInfoResponse)
  /// `CORE_SET_CONFIG_CMD`.
  case coreSetConfigCommand(CoreSetConfigCommand)
  /// `CORE_SET_CONFIG_CMD`, layout `nxp`.
  case coreSetConfigCommandNXP(CoreSetConfigCommandNXP)
  /// `CORE_SET_CONFIG_RSP`.
  case coreSetConfigResponse(CoreSetConfigResponse)
  /// `CORE_GET_CONFIG_CMD`.
  case coreGetConfigCommand(CoreGetConfigCommand)
  /// `CORE_GET_CONFIG_RSP`.
  case coreGetConfigResponse(CoreGetConfigResponse)
  /// `CORE_GENERIC_ERROR_NTF`.
  case coreGenericErrorNotification(CoreGenericErrorNotification)
  /// `CORE_QUERY_UWBS_TIMESTAMP_CMD`.
  case coreQueryUWBSTimestampCommand(CoreQueryUWBSTimestampCommand)
  /// `CORE_QUERY_UWBS_TIMESTAMP_RSP`.
  case coreQueryUWBSTimestampResponse(CoreQueryUWBSTimestampResponse)
  /// `SESSION_INIT_CMD`.
  case sessionInitCommand(SessionInitCommand)
  /// `SESSION_INIT_RSP`.
  case sessionInitResponse(SessionInitResponse)
  /// `SESSION_DEINIT_CMD`.
  case sessionDeinitCommand(SessionDeinitCommand)
  /// `SESSION_DEINIT_RSP`.
  case sessionDeinitResponse(SessionDeinitResponse)
  /// `SESSION_STATUS_NTF`.
  case sessionStatusNotification(SessionStatusNotification)
  /// `SESSION_SET_APP_CONFIG_CMD`.
  case sessionSetAppConfigCommand(SessionSetAppConfigCommand)
  /// `SESSION_SET_APP_CONFIG_RSP`.
  case sessionSetAppConfigResponse(SessionSetAppConfigResponse)
  /// `SESSION_GET_APP_CONFIG_CMD`.
  case sessionGetAppConfigCommand(SessionGetAppConfigCommand)
  /// `SESSION_GET_APP_CONFIG_RSP`.
  case sessionGetAppConfigResponse(SessionGetAppConfigResponse)
  /// `SESSION_GET_COUNT_CMD`.
  case sessionGetCountCommand(SessionGetCountCommand)
  /// `SESSION_GET_COUNT_RSP`.
  case sessionGetCountResponse(SessionGetCountResponse)
  /// `SESSION_GET_STATE_CMD`.
  case sessionGetStateCommand(SessionGetStateCommand)
  /// `SESSION_GET_STATE_RSP`.
  case sessionGetStateResponse(SessionGetStateResponse)
  /// `SESSION_UPDATE_CONTROLLER_MULTICAST_LIST_CMD`.
  case sessionUpdateControllerMulticastListCommand(SessionUpdateControllerMulticastListCommand)
  /// `SESSION_UPDATE_CONTROLLER_MULTICAST_LIST_RSP`.
  case sessionUpdateControllerMulticastListResponse(SessionUpdateControllerMulticastListResponse)
  /// `SESSION_UPDATE_CONTROLLER_MULTICAST_LIST_NTF`.
  case sessionUpdateControllerMulticastListNotification(
    SessionUpdateControllerMulticastListNotification)
  /// `SESSION_UPDATE_CONTROLLER_MULTICAST_LIST_NTF`, layout `fira1`.
  case sessionUpdateControllerMulticastListNotificationFiRa1(
    SessionUpdateControllerMulticastListNotificationFiRa1)
  /// `SESSION_UPDATE_DT_ANCHOR_RANGING_ROUNDS_CMD`.
  case sessionUpdateDTAnchorRangingRoundsCommand(SessionUpdateDTAnchorRangingRoundsCommand)
  /// `SESSION_UPDATE_DT_ANCHOR_RANGING_ROUNDS_RSP`.
  case sessionUpdateDTAnchorRangingRoundsResponse(SessionUpdateDTAnchorRangingRoundsResponse)
  /// `SESSION_UPDATE_DT_TAG_RANGING_ROUNDS_CMD`.
  case sessionUpdateDTTagRangingRoundsCommand(SessionUpdateDTTagRangingRoundsCommand)
  /// `SESSION_UPDATE_DT_TAG_RANGING_ROUNDS_RSP`.
  case sessionUpdateDTTagRangingRoundsResponse(SessionUpdateDTTagRangingRoundsResponse)
  /// `SESSION_QUERY_DATA_SIZE_IN_RANGING_CMD`.
  case sessionQueryDataSizeInRangingCommand(SessionQueryDataSizeInRangingCommand)
  /// `SESSION_QUERY_DATA_SIZE_IN_RANGING_RSP`.
  case sessionQueryDataSizeInRangingResponse(SessionQueryDataSizeInRangingResponse)
  /// `SESSION_QUERY_DATA_SIZE_IN_RANGING_RSP`, layout `pica`.
  case sessionQueryDataSizeInRangingResponsePica(SessionQueryDataSizeInRangingResponsePica)
  /// `SESSION_SET_HUS_CONTROLLER_CONFIG_CMD`.
  case sessionSetHUSControllerConfigCommand(SessionSetHUSControllerConfigCommand)
  /// `SESSION_SET_HUS_CONTROLLER_CONFIG_RSP`.
  case sessionSetHUSControllerConfigResponse(SessionSetHUSControllerConfigResponse)
  /// `SESSION_SET_HUS_CONTROLEE_CONFIG_CMD`.
  case sessionSetHUSControleeConfigCommand(SessionSetHUSControleeConfigCommand)
  /// `SESSION_SET_HUS_CONTROLEE_CONFIG_CMD`, layout `with_participation`.
  case sessionSetHUSControleeConfigCommandWithParticipation(
    SessionSetHUSControleeConfigCommandWithParticipation)
  /// `SESSION_SET_HUS_CONTROLEE_CONFIG_RSP`.
  case sessionSetHUSControleeConfigResponse(SessionSetHUSControleeConfigResponse)
  /// `SESSION_DATA_TRANSFER_PHASE_CONFIG_CMD`.
  case sessionDataTransferPhaseConfigCommand(SessionDataTransferPhaseConfigCommand)
  /// `SESSION_DATA_TRANSFER_PHASE_CONFIG_RSP`.
  case sessionDataTransferPhaseConfigResponse(SessionDataTransferPhaseConfigResponse)
  /// `SESSION_DATA_TRANSFER_PHASE_CONFIG_NTF`.
  case sessionDataTransferPhaseConfigNotification(SessionDataTransferPhaseConfigNotification)
  /// `SESSION_START_CMD`.
  case sessionStartCommand(SessionStartCommand)
  /// `SESSION_START_RSP`.
  case sessionStartResponse(SessionStartResponse)
  /// `SESSION_INFO_NTF`.
  case sessionInfoNotification(SessionInfoNotification)
  /// `SESSION_STOP_CMD`.
  case sessionStopCommand(SessionStopCommand)
  /// `SESSION_STOP_RSP`.
  case sessionStopResponse(SessionStopResponse)
  /// `SESSION_GET_RANGING_COUNT_CMD`.
  case sessionGetRangingCountCommand(SessionGetRangingCountCommand)
  /// `SESSION_GET_RANGING_COUNT_RSP`.
  case sessionGetRangingCountResponse(SessionGetRangingCountResponse)
  /// `SESSION_DATA_CREDIT_NTF`.
  case sessionDataCreditNotification(SessionDataCreditNotification)
  /// `SESSION_DATA_TRANSFER_STATUS_NTF`.
  case sessionDataTransferStatusNotification(SessionDataTransferStatusNotification)
  /// `SESSION_DATA_TRANSFER_STATUS_NTF`, layout `pica`.
  case sessionDataTransferStatusNotificationPica(SessionDataTransferStatusNotificationPica)
  /// `NXP_CCC_RANGE_DATA_NTF`.
  case nxpcccRangeDataNotification(NXPCCCRangeDataNotification)
  /// `ANDROID_GET_POWER_STATS_CMD`.
  case androidGetPowerStatsCommand(AndroidGetPowerStatsCommand)
  /// `ANDROID_GET_POWER_STATS_RSP`.
  case androidGetPowerStatsResponse(AndroidGetPowerStatsResponse)
  /// `ANDROID_SET_COUNTRY_CODE_CMD`.
  case androidSetCountryCodeCommand(AndroidSetCountryCodeCommand)
  /// `ANDROID_SET_COUNTRY_CODE_RSP`.
  case androidSetCountryCodeResponse(AndroidSetCountryCodeResponse)
  /// `ANDROID_RANGE_DIAGNOSTICS_NTF`.
  case androidRangeDiagnosticsNotification(AndroidRangeDiagnosticsNotification)
  /// `ANDROID_RADAR_SET_APP_CONFIG_CMD`.
  case androidRadarSetAppConfigCommand(AndroidRadarSetAppConfigCommand)
  /// `ANDROID_RADAR_SET_APP_CONFIG_RSP`.
  case androidRadarSetAppConfigResponse(AndroidRadarSetAppConfigResponse)
  /// `ANDROID_RADAR_GET_APP_CONFIG_CMD`.
  case androidRadarGetAppConfigCommand(AndroidRadarGetAppConfigCommand)
  /// `ANDROID_RADAR_GET_APP_CONFIG_RSP`.
  case androidRadarGetAppConfigResponse(AndroidRadarGetAppConfigResponse)
  /// `TEST_CONFIG_SET_CMD`.
  case testConfigSetCommand(TestConfigSetCommand)
  /// `TEST_CONFIG_SET_RSP`.
  case testConfigSetResponse(TestConfigSetResponse)
  /// `TEST_CONFIG_GET_CMD`.
  case testConfigGetCommand(TestConfigGetCommand)
  /// `TEST_CONFIG_GET_RSP`.
  case testConfigGetResponse(TestConfigGetResponse)
  /// `TEST_PERIODIC_TX_CMD`.
  case testPeriodicTXCommand(TestPeriodicTXCommand)
  /// `TEST_PERIODIC_TX_RSP`.
  case testPeriodicTXResponse(TestPeriodicTXResponse)
  /// `TEST_PERIODIC_TX_NTF`.
  case testPeriodicTXNotification(TestPeriodicTXNotification)
  /// `TEST_PER_RX_CMD`.
  case testPerRXCommand(TestPerRXCommand)
  /// `TEST_PER_RX_RSP`.
  case testPerRXResponse(TestPerRXResponse)
  /// `TEST_PER_RX_NTF`.
  case testPerRXNotification(TestPerRXNotification)
  /// `TEST_RX_CMD`.
  case testRXCommand(TestRXCommand)
  /// `TEST_RX_RSP`.
  case testRXResponse(TestRXResponse)
  /// `TEST_RX_NTF`.
  case testRXNotification(TestRXNotification)
  /// `TEST_LOOPBACK_CMD`.
  case testLoopbackCommand(TestLoopbackCommand)
  /// `TEST_LOOPBACK_RSP`.
  case testLoopbackResponse(TestLoopbackResponse)
  /// `TEST_LOOPBACK_NTF`.
  case testLoopbackNotification(TestLoopbackNotification)
  /// `TEST_STOP_SESSION_CMD`.
  case testStopSessionCommand(TestStopSessionCommand)
  /// `TEST_STOP_SESSION_RSP`.
  case testStopSessionResponse(TestStopSessionResponse)
  /// `TEST_SS_TWR_CMD`.
  case testSSTWRCommand(TestSSTWRCommand)
  /// `TEST_SS_TWR_RSP`.
  case testSSTWRResponse(TestSSTWRResponse)
  /// `TEST_SS_TWR_NTF`.
  case testSSTWRNotification(TestSSTWRNotification)
  /// `QORVO_TEST_DEBUG_NTF`.
  case qorvoTestDebugNotification(QorvoTestDebugNotification)
  /// `QORVO_TEST_TX_CW_CMD`.
  case qorvoTestTXCWCommand(QorvoTestTXCWCommand)
  /// `QORVO_TEST_TX_CW_RSP`.
  case qorvoTestTXCWResponse(QorvoTestTXCWResponse)
  /// `QORVO_TEST_PLL_LOCK_CMD`.
  case qorvoTestPLLLockCommand(QorvoTestPLLLockCommand)
  /// `QORVO_TEST_PLL_LOCK_RSP`.
  case qorvoTestPLLLockResponse(QorvoTestPLLLockResponse)
  /// `QORVO_TEST_PLL_LOCK_NTF`.
  case qorvoTestPLLLockNotification(QorvoTestPLLLockNotification)
  /// `QORVO_RANGE_DIAGNOSTICS_NTF`.
  case qorvoRangeDiagnosticsNotification(QorvoRangeDiagnosticsNotification)
  /// `QORVO_TEST_RTC_CMD`.
  case qorvoTestRTCCommand(QorvoTestRTCCommand)
  /// `QORVO_TEST_RTC_RSP`.
  case qorvoTestRTCResponse(QorvoTestRTCResponse)
  /// `QORVO_TEST_RTC_NTF`.
  case qorvoTestRTCNotification(QorvoTestRTCNotification)
  /// `QORVO_SESSION_DATA_TRANSFER_STATUS_NTF`.
  case qorvoSessionDataTransferStatusNotification(QorvoSessionDataTransferStatusNotification)
  /// `QORVO_TEST_TOF_CMD`.
  case qorvoTestToFCommand(QorvoTestToFCommand)
  /// `QORVO_TEST_TOF_RSP`.
  case qorvoTestToFResponse(QorvoTestToFResponse)
  /// `QORVO_TEST_TOF_NTF`.
  case qorvoTestToFNotification(QorvoTestToFNotification)
  /// `QORVO_CALIBRATION_SET_CMD`.
  case qorvoCalibrationSetCommand(QorvoCalibrationSetCommand)
  /// `QORVO_CALIBRATION_SET_RSP`.
  case qorvoCalibrationSetResponse(QorvoCalibrationSetResponse)
  /// `QORVO_CALIBRATION_GET_CMD`.
  case qorvoCalibrationGetCommand(QorvoCalibrationGetCommand)
  /// `QORVO_CALIBRATION_GET_RSP`.
  case qorvoCalibrationGetResponse(QorvoCalibrationGetResponse)
  /// `DATA_MESSAGE_SND`.
  case dataMessageSnd(DataMessageSnd)
  /// `DATA_MESSAGE_RCV`.
  case dataMessageRcv(DataMessageRcv)
  /// `DATA_MESSAGE_RCV`, layout `nxp`.
  case dataMessageRcvNXP(DataMessageRcvNXP)
  /// `RADAR_DATA_MESSAGE`.
  case radarDataMessage(RadarDataMessage)
  /// A packet of no known group and opcode.
  case unknown(UCIPacket)
  /// A packet whose payload does not hold what its layout says.
  case malformed(UCIPacket, WireError)
}

extension UCIMessage {
  /// Reads a complete packet; every packet gives a message.
  public static func decode(packet: UCIPacket, dialect: UCIDialect) -> UCIMessage {
    switch packet.key {
    case 0x010000:
      return only(packet, dialect, UCIMessage.coreDeviceResetCommand)
    case 0x020000:
      return only(packet, dialect, UCIMessage.coreDeviceResetResponse)
    case 0x030001:
      return only(packet, dialect, UCIMessage.coreDeviceStatusNotification)
    case 0x010002:
      return only(packet, dialect, UCIMessage.coreGetDeviceInfoCommand)
    case 0x020002:
      return only(packet, dialect, UCIMessage.coreGetDeviceInfoResponse)
    case 0x010003:
      return only(packet, dialect, UCIMessage.coreGetCapsInfoCommand)
    case 0x020003:
      return only(packet, dialect, UCIMessage.coreGetCapsInfoResponse)
    case 0x010004:
      if dialect.vendor == .nxp && [227, 228].contains(packet.payload.dropFirst().first ?? 0) {
        return firstExact(
          [
            { read(packet, dialect, UCIMessage.coreSetConfigCommandNXP) },
            { read(packet, dialect, UCIMessage.coreSetConfigCommand) },
          ], packet)
      }
      if dialect.vendor == .nxp {
        return firstExact(
          [
            { read(packet, dialect, UCIMessage.coreSetConfigCommand) },
            { read(packet, dialect, UCIMessage.coreSetConfigCommandNXP) },
          ], packet)
      }
      return firstExact([{ read(packet, dialect, UCIMessage.coreSetConfigCommand) }], packet)
    case 0x020004:
      return only(packet, dialect, UCIMessage.coreSetConfigResponse)
    case 0x010005:
      return only(packet, dialect, UCIMessage.coreGetConfigCommand)
    case 0x020005:
      return only(packet, dialect, UCIMessage.coreGetConfigResponse)
    case 0x030007:
      return only(packet, dialect, UCIMessage.coreGenericErrorNotification)
    case 0x010008:
      return only(packet, dialect, UCIMessage.coreQueryUWBSTimestampCommand)
    case 0x020008:
      return only(packet, dialect, UCIMessage.coreQueryUWBSTimestampResponse)
    case 0x010100:
      return only(packet, dialect, UCIMessage.sessionInitCommand)
    case 0x020100:
      return only(packet, dialect, UCIMessage.sessionInitResponse)
    case 0x010101:
      return only(packet, dialect, UCIMessage.sessionDeinitCommand)
    case 0x020101:
      return only(packet, dialect, UCIMessage.sessionDeinitResponse)
    case 0x030102:
      return only(packet, dialect, UCIMessage.sessionStatusNotification)
    case 0x010103:
      return only(packet, dialect, UCIMessage.sessionSetAppConfigCommand)
    case 0x020103:
      return only(packet, dialect, UCIMessage.sessionSetAppConfigResponse)
    case 0x010104:
      return only(packet, dialect, UCIMessage.sessionGetAppConfigCommand)
    case 0x020104:
      return only(packet, dialect, UCIMessage.sessionGetAppConfigResponse)
    case 0x010105:
      return only(packet, dialect, UCIMessage.sessionGetCountCommand)
    case 0x020105:
      return only(packet, dialect, UCIMessage.sessionGetCountResponse)
    case 0x010106:
      return only(packet, dialect, UCIMessage.sessionGetStateCommand)
    case 0x020106:
      return only(packet, dialect, UCIMessage.sessionGetStateResponse)
    case 0x010107:
      return only(packet, dialect, UCIMessage.sessionUpdateControllerMulticastListCommand)
    case 0x020107:
      return only(packet, dialect, UCIMessage.sessionUpdateControllerMulticastListResponse)
    case 0x030107:
      if dialect.version == .fira1 {
        return firstExact(
          [
            {
              read(
                packet, dialect, UCIMessage.sessionUpdateControllerMulticastListNotificationFiRa1)
            },
            { read(packet, dialect, UCIMessage.sessionUpdateControllerMulticastListNotification) },
          ], packet)
      }
      return firstExact(
        [
          { read(packet, dialect, UCIMessage.sessionUpdateControllerMulticastListNotification) },
          {
            read(packet, dialect, UCIMessage.sessionUpdateControllerMulticastListNotificationFiRa1)
          },
        ], packet)
    case 0x010108:
      return firstExact(
        [
          {
            read(UCIMessage.sessionUpdateDTAnchorRangingRoundsCommand) { () throws(WireError) in
              try SessionUpdateDTAnchorRangingRoundsCommand(
                packet: packet, dialect: dialect, macSize: 2)
            }
          },
          {
            read(UCIMessage.sessionUpdateDTAnchorRangingRoundsCommand) { () throws(WireError) in
              try SessionUpdateDTAnchorRangingRoundsCommand(
                packet: packet, dialect: dialect, macSize: 8)
            }
          },
        ], packet)
    case 0x020108:
      return only(packet, dialect, UCIMessage.sessionUpdateDTAnchorRangingRoundsResponse)
    case 0x010109:
      return only(packet, dialect, UCIMessage.sessionUpdateDTTagRangingRoundsCommand)
    case 0x020109:
      return only(packet, dialect, UCIMessage.sessionUpdateDTTagRangingRoundsResponse)
    case 0x01010B:
      return only(packet, dialect, UCIMessage.sessionQueryDataSizeInRangingCommand)
    case 0x02010B:
      if packet.payload.count == 6 {
        return firstExact(
          [
            { read(packet, dialect, UCIMessage.sessionQueryDataSizeInRangingResponsePica) },
            { read(packet, dialect, UCIMessage.sessionQueryDataSizeInRangingResponse) },
          ], packet)
      }
      return firstExact(
        [{ read(packet, dialect, UCIMessage.sessionQueryDataSizeInRangingResponse) }], packet)
    case 0x01010C:
      return only(packet, dialect, UCIMessage.sessionSetHUSControllerConfigCommand)
    case 0x02010C:
      return only(packet, dialect, UCIMessage.sessionSetHUSControllerConfigResponse)
    case 0x01010D:
      return firstExact(
        [
          { read(packet, dialect, UCIMessage.sessionSetHUSControleeConfigCommand) },
          {
            read(packet, dialect, UCIMessage.sessionSetHUSControleeConfigCommandWithParticipation)
          },
        ], packet)
    case 0x02010D:
      return only(packet, dialect, UCIMessage.sessionSetHUSControleeConfigResponse)
    case 0x01010E:
      return only(packet, dialect, UCIMessage.sessionDataTransferPhaseConfigCommand)
    case 0x02010E:
      return only(packet, dialect, UCIMessage.sessionDataTransferPhaseConfigResponse)
    case 0x03010E:
      return only(packet, dialect, UCIMessage.sessionDataTransferPhaseConfigNotification)
    case 0x010200:
      return only(packet, dialect, UCIMessage.sessionStartCommand)
    case 0x020200:
      return only(packet, dialect, UCIMessage.sessionStartResponse)
    case 0x030200:
      return only(packet, dialect, UCIMessage.sessionInfoNotification)
    case 0x010201:
      return only(packet, dialect, UCIMessage.sessionStopCommand)
    case 0x020201:
      return only(packet, dialect, UCIMessage.sessionStopResponse)
    case 0x010203:
      return only(packet, dialect, UCIMessage.sessionGetRangingCountCommand)
    case 0x020203:
      return only(packet, dialect, UCIMessage.sessionGetRangingCountResponse)
    case 0x030204:
      return only(packet, dialect, UCIMessage.sessionDataCreditNotification)
    case 0x030205:
      if packet.payload.count == 7 {
        return firstExact(
          [
            { read(packet, dialect, UCIMessage.sessionDataTransferStatusNotificationPica) },
            { read(packet, dialect, UCIMessage.sessionDataTransferStatusNotification) },
          ], packet)
      }
      return firstExact(
        [{ read(packet, dialect, UCIMessage.sessionDataTransferStatusNotification) }], packet)
    case 0x030220 where dialect.vendor == .nxp:
      return only(packet, dialect, UCIMessage.nxpcccRangeDataNotification)
    case 0x010C00 where dialect.vendor == .android:
      return only(packet, dialect, UCIMessage.androidGetPowerStatsCommand)
    case 0x020C00 where dialect.vendor == .android:
      return only(packet, dialect, UCIMessage.androidGetPowerStatsResponse)
    case 0x010C01 where dialect.vendor == .android:
      return only(packet, dialect, UCIMessage.androidSetCountryCodeCommand)
    case 0x020C01 where dialect.vendor == .android:
      return only(packet, dialect, UCIMessage.androidSetCountryCodeResponse)
    case 0x030C02 where dialect.vendor == .android:
      return only(packet, dialect, UCIMessage.androidRangeDiagnosticsNotification)
    case 0x010C11 where dialect.vendor == .android:
      return only(packet, dialect, UCIMessage.androidRadarSetAppConfigCommand)
    case 0x020C11 where dialect.vendor == .android:
      return only(packet, dialect, UCIMessage.androidRadarSetAppConfigResponse)
    case 0x010C12 where dialect.vendor == .android:
      return only(packet, dialect, UCIMessage.androidRadarGetAppConfigCommand)
    case 0x020C12 where dialect.vendor == .android:
      return only(packet, dialect, UCIMessage.androidRadarGetAppConfigResponse)
    case 0x010D00:
      return only(packet, dialect, UCIMessage.testConfigSetCommand)
    case 0x020D00:
      return only(packet, dialect, UCIMessage.testConfigSetResponse)
    case 0x010D01:
      return only(packet, dialect, UCIMessage.testConfigGetCommand)
    case 0x020D01:
      return only(packet, dialect, UCIMessage.testConfigGetResponse)
    case 0x010D02:
      return only(packet, dialect, UCIMessage.testPeriodicTXCommand)
    case 0x020D02:
      return only(packet, dialect, UCIMessage.testPeriodicTXResponse)
    case 0x030D02:
      return only(packet, dialect, UCIMessage.testPeriodicTXNotification)
    case 0x010D03:
      return only(packet, dialect, UCIMessage.testPerRXCommand)
    case 0x020D03:
      return only(packet, dialect, UCIMessage.testPerRXResponse)
    case 0x030D03:
      return only(packet, dialect, UCIMessage.testPerRXNotification)
    case 0x010D05:
      return only(packet, dialect, UCIMessage.testRXCommand)
    case 0x020D05:
      return only(packet, dialect, UCIMessage.testRXResponse)
    case 0x030D05:
      return only(packet, dialect, UCIMessage.testRXNotification)
    case 0x010D06:
      return only(packet, dialect, UCIMessage.testLoopbackCommand)
    case 0x020D06:
      return only(packet, dialect, UCIMessage.testLoopbackResponse)
    case 0x030D06:
      return only(packet, dialect, UCIMessage.testLoopbackNotification)
    case 0x010D07:
      return only(packet, dialect, UCIMessage.testStopSessionCommand)
    case 0x020D07:
      return only(packet, dialect, UCIMessage.testStopSessionResponse)
    case 0x010D08:
      return only(packet, dialect, UCIMessage.testSSTWRCommand)
    case 0x020D08:
      return only(packet, dialect, UCIMessage.testSSTWRResponse)
    case 0x030D08:
      return only(packet, dialect, UCIMessage.testSSTWRNotification)
    case 0x030B00 where dialect.vendor == .qorvo:
      return only(packet, dialect, UCIMessage.qorvoTestDebugNotification)
    case 0x010B01 where dialect.vendor == .qorvo:
      return only(packet, dialect, UCIMessage.qorvoTestTXCWCommand)
    case 0x020B01 where dialect.vendor == .qorvo:
      return only(packet, dialect, UCIMessage.qorvoTestTXCWResponse)
    case 0x010B02 where dialect.vendor == .qorvo:
      return only(packet, dialect, UCIMessage.qorvoTestPLLLockCommand)
    case 0x020B02 where dialect.vendor == .qorvo:
      return only(packet, dialect, UCIMessage.qorvoTestPLLLockResponse)
    case 0x030B02 where dialect.vendor == .qorvo:
      return only(packet, dialect, UCIMessage.qorvoTestPLLLockNotification)
    case 0x030B03 where dialect.vendor == .qorvo:
      return only(packet, dialect, UCIMessage.qorvoRangeDiagnosticsNotification)
    case 0x010B04 where dialect.vendor == .qorvo:
      return only(packet, dialect, UCIMessage.qorvoTestRTCCommand)
    case 0x020B04 where dialect.vendor == .qorvo:
      return only(packet, dialect, UCIMessage.qorvoTestRTCResponse)
    case 0x030B04 where dialect.vendor == .qorvo:
      return only(packet, dialect, UCIMessage.qorvoTestRTCNotification)
    case 0x030B05 where dialect.vendor == .qorvo:
      return only(packet, dialect, UCIMessage.qorvoSessionDataTransferStatusNotification)
    case 0x010B32 where dialect.vendor == .qorvo:
      return only(packet, dialect, UCIMessage.qorvoTestToFCommand)
    case 0x020B32 where dialect.vendor == .qorvo:
      return only(packet, dialect, UCIMessage.qorvoTestToFResponse)
    case 0x030B32 where dialect.vendor == .qorvo:
      return only(packet, dialect, UCIMessage.qorvoTestToFNotification)
    case 0x010E2A where dialect.vendor == .qorvo:
      return only(packet, dialect, UCIMessage.qorvoCalibrationSetCommand)
    case 0x020E2A where dialect.vendor == .qorvo:
      return only(packet, dialect, UCIMessage.qorvoCalibrationSetResponse)
    case 0x010E2B where dialect.vendor == .qorvo:
      return only(packet, dialect, UCIMessage.qorvoCalibrationGetCommand)
    case 0x020E2B where dialect.vendor == .qorvo:
      return only(packet, dialect, UCIMessage.qorvoCalibrationGetResponse)
    case 0x000100:
      return only(packet, dialect, UCIMessage.dataMessageSnd)
    case 0x000200:
      if dialect.vendor == .nxp {
        return firstExact(
          [
            { read(packet, dialect, UCIMessage.dataMessageRcvNXP) },
            { read(packet, dialect, UCIMessage.dataMessageRcv) },
          ], packet)
      }
      return firstExact([{ read(packet, dialect, UCIMessage.dataMessageRcv) }], packet)
    case 0x000F00 where dialect.vendor == .android:
      return only(packet, dialect, UCIMessage.radarDataMessage)
    default: return .unknown(packet)
    }
  }

  /// The layout of every message, alternatives left out, in the order of the definitions.
  public static let layouts: [any UCIMessageBody.Type] = [
    CoreDeviceResetCommand.self,
    CoreDeviceResetResponse.self,
    CoreDeviceStatusNotification.self,
    CoreGetDeviceInfoCommand.self,
    CoreGetDeviceInfoResponse.self,
    CoreGetCapsInfoCommand.self,
    CoreGetCapsInfoResponse.self,
    CoreSetConfigCommand.self,
    CoreSetConfigResponse.self,
    CoreGetConfigCommand.self,
    CoreGetConfigResponse.self,
    CoreGenericErrorNotification.self,
    CoreQueryUWBSTimestampCommand.self,
    CoreQueryUWBSTimestampResponse.self,
    SessionInitCommand.self,
    SessionInitResponse.self,
    SessionDeinitCommand.self,
    SessionDeinitResponse.self,
    SessionStatusNotification.self,
    SessionSetAppConfigCommand.self,
    SessionSetAppConfigResponse.self,
    SessionGetAppConfigCommand.self,
    SessionGetAppConfigResponse.self,
    SessionGetCountCommand.self,
    SessionGetCountResponse.self,
    SessionGetStateCommand.self,
    SessionGetStateResponse.self,
    SessionUpdateControllerMulticastListCommand.self,
    SessionUpdateControllerMulticastListResponse.self,
    SessionUpdateControllerMulticastListNotification.self,
    SessionUpdateDTAnchorRangingRoundsCommand.self,
    SessionUpdateDTAnchorRangingRoundsResponse.self,
    SessionUpdateDTTagRangingRoundsCommand.self,
    SessionUpdateDTTagRangingRoundsResponse.self,
    SessionQueryDataSizeInRangingCommand.self,
    SessionQueryDataSizeInRangingResponse.self,
    SessionSetHUSControllerConfigCommand.self,
    SessionSetHUSControllerConfigResponse.self,
    SessionSetHUSControleeConfigCommand.self,
    SessionSetHUSControleeConfigResponse.self,
    SessionDataTransferPhaseConfigCommand.self,
    SessionDataTransferPhaseConfigResponse.self,
    SessionDataTransferPhaseConfigNotification.self,
    SessionStartCommand.self,
    SessionStartResponse.self,
    SessionInfoNotification.self,
    SessionStopCommand.self,
    SessionStopResponse.self,
    SessionGetRangingCountCommand.self,
    SessionGetRangingCountResponse.self,
    SessionDataCreditNotification.self,
    SessionDataTransferStatusNotification.self,
    NXPCCCRangeDataNotification.self,
    AndroidGetPowerStatsCommand.self,
    AndroidGetPowerStatsResponse.self,
    AndroidSetCountryCodeCommand.self,
    AndroidSetCountryCodeResponse.self,
    AndroidRangeDiagnosticsNotification.self,
    AndroidRadarSetAppConfigCommand.self,
    AndroidRadarSetAppConfigResponse.self,
    AndroidRadarGetAppConfigCommand.self,
    AndroidRadarGetAppConfigResponse.self,
    TestConfigSetCommand.self,
    TestConfigSetResponse.self,
    TestConfigGetCommand.self,
    TestConfigGetResponse.self,
    TestPeriodicTXCommand.self,
    TestPeriodicTXResponse.self,
    TestPeriodicTXNotification.self,
    TestPerRXCommand.self,
    TestPerRXResponse.self,
    TestPerRXNotification.self,
    TestRXCommand.self,
    TestRXResponse.self,
    TestRXNotification.self,
    TestLoopbackCommand.self,
    TestLoopbackResponse.self,
    TestLoopbackNotification.self,
    TestStopSessionCommand.self,
    TestStopSessionResponse.self,
    TestSSTWRCommand.self,
    TestSSTWRResponse.self,
    TestSSTWRNotification.self,
    QorvoTestDebugNotification.self,
    QorvoTestTXCWCommand.self,
    QorvoTestTXCWResponse.self,
    QorvoTestPLLLockCommand.self,
    QorvoTestPLLLockResponse.self,
    QorvoTestPLLLockNotification.self,
    QorvoRangeDiagnosticsNotification.self,
    QorvoTestRTCCommand.self,
    QorvoTestRTCResponse.self,
    QorvoTestRTCNotification.self,
    QorvoSessionDataTransferStatusNotification.self,
    QorvoTestToFCommand.self,
    QorvoTestToFResponse.self,
    QorvoTestToFNotification.self,
    QorvoCalibrationSetCommand.self,
    QorvoCalibrationSetResponse.self,
    QorvoCalibrationGetCommand.self,
    QorvoCalibrationGetResponse.self,
    DataMessageSnd.self,
    DataMessageRcv.self,
    RadarDataMessage.self,
  ]

  /// The payload as a value, or the packet where that cannot be.
  var contents: Contents {
    switch self {
    case .coreDeviceResetCommand(let body): .body(body)
    case .coreDeviceResetResponse(let body): .body(body)
    case .coreDeviceStatusNotification(let body): .body(body)
    case .coreGetDeviceInfoCommand(let body): .body(body)
    case .coreGetDeviceInfoResponse(let body): .body(body)
    case .coreGetCapsInfoCommand(let body): .body(body)
    case .coreGetCapsInfoResponse(let body): .body(body)
    case .coreSetConfigCommand(let body): .body(body)
    case .coreSetConfigCommandNXP(let body): .body(body)
    case .coreSetConfigResponse(let body): .body(body)
    case .coreGetConfigCommand(let body): .body(body)
    case .coreGetConfigResponse(let body): .body(body)
    case .coreGenericErrorNotification(let body): .body(body)
    case .coreQueryUWBSTimestampCommand(let body): .body(body)
    case .coreQueryUWBSTimestampResponse(let body): .body(body)
    case .sessionInitCommand(let body): .body(body)
    case .sessionInitResponse(let body): .body(body)
    case .sessionDeinitCommand(let body): .body(body)
    case .sessionDeinitResponse(let body): .body(body)
    case .sessionStatusNotification(let body): .body(body)
    case .sessionSetAppConfigCommand(let body): .body(body)
    case .sessionSetAppConfigResponse(let body): .body(body)
    case .sessionGetAppConfigCommand(let body): .body(body)
    case .sessionGetAppConfigResponse(let body): .body(body)
    case .sessionGetCountCommand(let body): .body(body)
    case .sessionGetCountResponse(let body): .body(body)
    case .sessionGetStateCommand(let body): .body(body)
    case .sessionGetStateResponse(let body): .body(body)
    case .sessionUpdateControllerMulticastListCommand(let body): .body(body)
    case .sessionUpdateControllerMulticastListResponse(let body): .body(body)
    case .sessionUpdateControllerMulticastListNotification(let body): .body(body)
    case .sessionUpdateControllerMulticastListNotificationFiRa1(let body): .body(body)
    case .sessionUpdateDTAnchorRangingRoundsCommand(let body): .body(body)
    case .sessionUpdateDTAnchorRangingRoundsResponse(let body): .body(body)
    case .sessionUpdateDTTagRangingRoundsCommand(let body): .body(body)
    case .sessionUpdateDTTagRangingRoundsResponse(let body): .body(body)
    case .sessionQueryDataSizeInRangingCommand(let body): .body(body)
    case .sessionQueryDataSizeInRangingResponse(let body): .body(body)
    case .sessionQueryDataSizeInRangingResponsePica(let body): .body(body)
    case .sessionSetHUSControllerConfigCommand(let body): .body(body)
    case .sessionSetHUSControllerConfigResponse(let body): .body(body)
    case .sessionSetHUSControleeConfigCommand(let body): .body(body)
    case .sessionSetHUSControleeConfigCommandWithParticipation(let body): .body(body)
    case .sessionSetHUSControleeConfigResponse(let body): .body(body)
    case .sessionDataTransferPhaseConfigCommand(let body): .body(body)
    case .sessionDataTransferPhaseConfigResponse(let body): .body(body)
    case .sessionDataTransferPhaseConfigNotification(let body): .body(body)
    case .sessionStartCommand(let body): .body(body)
    case .sessionStartResponse(let body): .body(body)
    case .sessionInfoNotification(let body): .body(body)
    case .sessionStopCommand(let body): .body(body)
    case .sessionStopResponse(let body): .body(body)
    case .sessionGetRangingCountCommand(let body): .body(body)
    case .sessionGetRangingCountResponse(let body): .body(body)
    case .sessionDataCreditNotification(let body): .body(body)
    case .sessionDataTransferStatusNotification(let body): .body(body)
    case .sessionDataTransferStatusNotificationPica(let body): .body(body)
    case .nxpcccRangeDataNotification(let body): .body(body)
    case .androidGetPowerStatsCommand(let body): .body(body)
    case .androidGetPowerStatsResponse(let body): .body(body)
    case .androidSetCountryCodeCommand(let body): .body(body)
    case .androidSetCountryCodeResponse(let body): .body(body)
    case .androidRangeDiagnosticsNotification(let body): .body(body)
    case .androidRadarSetAppConfigCommand(let body): .body(body)
    case .androidRadarSetAppConfigResponse(let body): .body(body)
    case .androidRadarGetAppConfigCommand(let body): .body(body)
    case .androidRadarGetAppConfigResponse(let body): .body(body)
    case .testConfigSetCommand(let body): .body(body)
    case .testConfigSetResponse(let body): .body(body)
    case .testConfigGetCommand(let body): .body(body)
    case .testConfigGetResponse(let body): .body(body)
    case .testPeriodicTXCommand(let body): .body(body)
    case .testPeriodicTXResponse(let body): .body(body)
    case .testPeriodicTXNotification(let body): .body(body)
    case .testPerRXCommand(let body): .body(body)
    case .testPerRXResponse(let body): .body(body)
    case .testPerRXNotification(let body): .body(body)
    case .testRXCommand(let body): .body(body)
    case .testRXResponse(let body): .body(body)
    case .testRXNotification(let body): .body(body)
    case .testLoopbackCommand(let body): .body(body)
    case .testLoopbackResponse(let body): .body(body)
    case .testLoopbackNotification(let body): .body(body)
    case .testStopSessionCommand(let body): .body(body)
    case .testStopSessionResponse(let body): .body(body)
    case .testSSTWRCommand(let body): .body(body)
    case .testSSTWRResponse(let body): .body(body)
    case .testSSTWRNotification(let body): .body(body)
    case .qorvoTestDebugNotification(let body): .body(body)
    case .qorvoTestTXCWCommand(let body): .body(body)
    case .qorvoTestTXCWResponse(let body): .body(body)
    case .qorvoTestPLLLockCommand(let body): .body(body)
    case .qorvoTestPLLLockResponse(let body): .body(body)
    case .qorvoTestPLLLockNotification(let body): .body(body)
    case .qorvoRangeDiagnosticsNotification(let body): .body(body)
    case .qorvoTestRTCCommand(let body): .body(body)
    case .qorvoTestRTCResponse(let body): .body(body)
    case .qorvoTestRTCNotification(let body): .body(body)
    case .qorvoSessionDataTransferStatusNotification(let body): .body(body)
    case .qorvoTestToFCommand(let body): .body(body)
    case .qorvoTestToFResponse(let body): .body(body)
    case .qorvoTestToFNotification(let body): .body(body)
    case .qorvoCalibrationSetCommand(let body): .body(body)
    case .qorvoCalibrationSetResponse(let body): .body(body)
    case .qorvoCalibrationGetCommand(let body): .body(body)
    case .qorvoCalibrationGetResponse(let body): .body(body)
    case .dataMessageSnd(let body): .body(body)
    case .dataMessageRcv(let body): .body(body)
    case .dataMessageRcvNXP(let body): .body(body)
    case .radarDataMessage(let body): .body(body)
    case .unknown(let packet): .packet(packet, nil)
    case .malformed(let packet, let error): .packet(packet, error)
    }
  }
}

extension UCIPacket {
  /// The name of a group's opcode, without its direction; nil for one that has none.
  public static func knownOpcodeName(gid: UInt8, oid: UInt8, vendor: UCIVendor) -> String? {
    switch (gid, oid) {
    case (0x00, 0x00): "CORE_DEVICE_RESET"
    case (0x00, 0x01): "CORE_DEVICE_STATUS"
    case (0x00, 0x02): "CORE_GET_DEVICE_INFO"
    case (0x00, 0x03): "CORE_GET_CAPS_INFO"
    case (0x00, 0x04): "CORE_SET_CONFIG"
    case (0x00, 0x05): "CORE_GET_CONFIG"
    case (0x00, 0x06): "CORE_DEVICE_SUSPEND"
    case (0x00, 0x07): "CORE_GENERIC_ERROR"
    case (0x00, 0x08): "CORE_QUERY_UWBS_TIMESTAMP"
    case (0x01, 0x00): "SESSION_INIT"
    case (0x01, 0x01): "SESSION_DEINIT"
    case (0x01, 0x02): "SESSION_STATUS"
    case (0x01, 0x03): "SESSION_SET_APP_CONFIG"
    case (0x01, 0x04): "SESSION_GET_APP_CONFIG"
    case (0x01, 0x05): "SESSION_GET_COUNT"
    case (0x01, 0x06): "SESSION_GET_STATE"
    case (0x01, 0x07): "SESSION_UPDATE_CONTROLLER_MULTICAST_LIST"
    case (0x01, 0x08): "SESSION_UPDATE_DT_ANCHOR_RANGING_ROUNDS"
    case (0x01, 0x09): "SESSION_UPDATE_DT_TAG_RANGING_ROUNDS"
    case (0x01, 0x0A): "SESSION_SET_INITIATOR_DT_ANCHOR_RR_RDM_LIST"
    case (0x01, 0x0B): "SESSION_QUERY_DATA_SIZE_IN_RANGING"
    case (0x01, 0x0C): "SESSION_SET_HUS_CONTROLLER_CONFIG"
    case (0x01, 0x0D): "SESSION_SET_HUS_CONTROLEE_CONFIG"
    case (0x01, 0x0E): "SESSION_DATA_TRANSFER_PHASE_CONFIG"
    case (0x02, 0x00): "SESSION_START"
    case (0x02, 0x01): "SESSION_STOP"
    case (0x02, 0x03): "SESSION_GET_RANGING_COUNT"
    case (0x02, 0x04): "SESSION_DATA_CREDIT"
    case (0x02, 0x05): "SESSION_DATA_TRANSFER_STATUS"
    case (0x02, 0x20) where vendor == .nxp: "NXP_CCC_RANGE_DATA"
    case (0x0C, 0x00) where vendor == .android: "ANDROID_GET_POWER_STATS"
    case (0x0C, 0x01) where vendor == .android: "ANDROID_SET_COUNTRY_CODE"
    case (0x0C, 0x02) where vendor == .android: "ANDROID_RANGE_DIAGNOSTICS"
    case (0x0C, 0x11) where vendor == .android: "ANDROID_RADAR_SET_APP_CONFIG"
    case (0x0C, 0x12) where vendor == .android: "ANDROID_RADAR_GET_APP_CONFIG"
    case (0x0D, 0x00): "TEST_CONFIG_SET"
    case (0x0D, 0x01): "TEST_CONFIG_GET"
    case (0x0D, 0x02): "TEST_PERIODIC_TX"
    case (0x0D, 0x03): "TEST_PER_RX"
    case (0x0D, 0x05): "TEST_RX"
    case (0x0D, 0x06): "TEST_LOOPBACK"
    case (0x0D, 0x07): "TEST_STOP_SESSION"
    case (0x0D, 0x08): "TEST_SS_TWR"
    case (0x0B, 0x00) where vendor == .qorvo: "QORVO_TEST_DEBUG"
    case (0x0B, 0x01) where vendor == .qorvo: "QORVO_TEST_TX_CW"
    case (0x0B, 0x02) where vendor == .qorvo: "QORVO_TEST_PLL_LOCK"
    case (0x0B, 0x03) where vendor == .qorvo: "QORVO_RANGE_DIAGNOSTICS"
    case (0x0B, 0x04) where vendor == .qorvo: "QORVO_TEST_RTC"
    case (0x0B, 0x05) where vendor == .qorvo: "QORVO_SESSION_DATA_TRANSFER_STATUS"
    case (0x0B, 0x32) where vendor == .qorvo: "QORVO_TEST_TOF"
    case (0x0E, 0x2A) where vendor == .qorvo: "QORVO_CALIBRATION_SET"
    case (0x0E, 0x2B) where vendor == .qorvo: "QORVO_CALIBRATION_GET"
    case (0x09, 0x0A) where vendor == .nxp: "RADAR_NTF"
    case (0x0A, 0x00) where vendor == .nxp: "WRITE_CALIB_DATA"
    case (0x0A, 0x01) where vendor == .nxp: "READ_CALIB_DATA"
    case (0x0A, 0x02) where vendor == .nxp: "GET_TRNG"
    case (0x0A, 0x03) where vendor == .nxp: "WRITE_MODULE_MAKER_ID"
    case (0x0A, 0x04) where vendor == .nxp: "READ_MODULE_MAKER_ID"
    case (0x0A, 0x05) where vendor == .nxp: "SET_PROFILE"
    case (0x0A, 0x10) where vendor == .nxp: "GET_HIF_I2C_CFG"
    case (0x0A, 0x11) where vendor == .nxp: "SET_HIF_I2C_CFG"
    case (0x0E, 0x00) where vendor == .nxp: "CORE_DEVICE_INIT"
    case (0x0E, 0x01) where vendor == .nxp: "DBG_DATA_LOGGER_NTF"
    case (0x0E, 0x02) where vendor == .nxp: "DBG_GET_ERROR_LOG"
    case (0x0E, 0x03) where vendor == .nxp: "SE_GET_BINDING_COUNT"
    case (0x0E, 0x04) where vendor == .nxp: "SE_DO_TEST_LOOP"
    case (0x0E, 0x05) where vendor == .nxp: "SE_COMM_ERROR_NTF"
    case (0x0E, 0x06) where vendor == .nxp: "SE_GET_BINDING_STATUS"
    case (0x0E, 0x07) where vendor == .nxp: "SCHEDULER_STATUS_NTF"
    case (0x0E, 0x08) where vendor == .nxp: "SESSION_KDF_NTF"
    case (0x0E, 0x09) where vendor == .nxp: "WIFI_COEX_IND_NTF"
    case (0x0E, 0x0A) where vendor == .nxp: "WLAN_UWB_IND_ERR_NTF"
    case (0x0E, 0x0B) where vendor == .nxp: "QUERY_TEMPERATURE"
    case (0x0E, 0x0E) where vendor == .nxp: "GENERATE_TAG"
    case (0x0E, 0x0F) where vendor == .nxp: "VERIFY_CALIB_DATA"
    case (0x0E, 0x10) where vendor == .nxp: "CONFIGURE_AUTH_TAG_OPTIONS"
    case (0x0E, 0x11) where vendor == .nxp: "CONFIGURE_AUTH_TAG_VERSION"
    case (0x0E, 0x12) where vendor == .nxp: "CALIBRATION_INTEGRITY_PROTECTION"
    case (0x0E, 0x13) where vendor == .nxp: "UWB_WLAN_COEX_NTF"
    case (0x0F, 0x01) where vendor == .nxp: "URSK_DELETE"
    case (0x0F, 0x21) where vendor == .nxp: "SET_DEVICE_CALIBRATION"
    case (0x0F, 0x22) where vendor == .nxp: "GET_DEVICE_CALIBRATION"
    case (0x0F, 0x31) where vendor == .nxp: "UWB_ESE_BINDING"
    case (0x0F, 0x32) where vendor == .nxp: "UWB_ESE_BINDING_CHECK"
    case (0x09, 0x00) where vendor == .nxp: "UNNAMED_9_00"
    case (0x09, 0x01) where vendor == .nxp: "UNNAMED_9_01"
    case (0x09, 0x02) where vendor == .nxp: "UNNAMED_9_02"
    case (0x09, 0x03) where vendor == .nxp: "UNNAMED_9_03"
    case (0x09, 0x04) where vendor == .nxp: "UNNAMED_9_04"
    case (0x09, 0x05) where vendor == .nxp: "UNNAMED_9_05"
    case (0x09, 0x06) where vendor == .nxp: "UNNAMED_9_06"
    default: nil
    }
  }
}

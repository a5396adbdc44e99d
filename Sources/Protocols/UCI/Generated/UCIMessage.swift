// Made by Definitions/generate.py from Definitions/uci.yaml. Change those, not this.

public import WireFormat

/// Any UCI message: typed where its layout is known, never without its bytes.
public enum UCIMessage: Equatable, Sendable {
  case coreDeviceResetCommand(CoreDeviceResetCommand)
  case coreDeviceResetResponse(CoreDeviceResetResponse)
  case coreDeviceStatusNotification(CoreDeviceStatusNotification)
  case coreGetDeviceInfoCommand(CoreGetDeviceInfoCommand)
  case coreGetDeviceInfoResponse(CoreGetDeviceInfoResponse)
  case coreGetCapsInfoCommand(CoreGetCapsInfoCommand)
  case coreGetCapsInfoResponse(CoreGetCapsInfoResponse)
  case coreSetConfigCommand(CoreSetConfigCommand)
  case coreSetConfigCommandNXP(CoreSetConfigCommandNXP)
  case coreSetConfigResponse(CoreSetConfigResponse)
  case coreGetConfigCommand(CoreGetConfigCommand)
  case coreGetConfigResponse(CoreGetConfigResponse)
  case coreGenericErrorNotification(CoreGenericErrorNotification)
  case coreQueryUWBSTimestampCommand(CoreQueryUWBSTimestampCommand)
  case coreQueryUWBSTimestampResponse(CoreQueryUWBSTimestampResponse)
  case sessionInitCommand(SessionInitCommand)
  case sessionInitResponse(SessionInitResponse)
  case sessionDeinitCommand(SessionDeinitCommand)
  case sessionDeinitResponse(SessionDeinitResponse)
  case sessionStatusNotification(SessionStatusNotification)
  case sessionSetAppConfigCommand(SessionSetAppConfigCommand)
  case sessionSetAppConfigResponse(SessionSetAppConfigResponse)
  case sessionGetAppConfigCommand(SessionGetAppConfigCommand)
  case sessionGetAppConfigResponse(SessionGetAppConfigResponse)
  case sessionGetCountCommand(SessionGetCountCommand)
  case sessionGetCountResponse(SessionGetCountResponse)
  case sessionGetStateCommand(SessionGetStateCommand)
  case sessionGetStateResponse(SessionGetStateResponse)
  case sessionUpdateControllerMulticastListCommand(SessionUpdateControllerMulticastListCommand)
  case sessionUpdateControllerMulticastListResponse(SessionUpdateControllerMulticastListResponse)
  case sessionUpdateControllerMulticastListNotification(
    SessionUpdateControllerMulticastListNotification)
  case sessionUpdateControllerMulticastListNotificationFiRa1(
    SessionUpdateControllerMulticastListNotificationFiRa1)
  case sessionUpdateDTAnchorRangingRoundsCommand(SessionUpdateDTAnchorRangingRoundsCommand)
  case sessionUpdateDTAnchorRangingRoundsResponse(SessionUpdateDTAnchorRangingRoundsResponse)
  case sessionUpdateDTTagRangingRoundsCommand(SessionUpdateDTTagRangingRoundsCommand)
  case sessionUpdateDTTagRangingRoundsResponse(SessionUpdateDTTagRangingRoundsResponse)
  case sessionQueryDataSizeInRangingCommand(SessionQueryDataSizeInRangingCommand)
  case sessionQueryDataSizeInRangingResponse(SessionQueryDataSizeInRangingResponse)
  case sessionQueryDataSizeInRangingResponsePica(SessionQueryDataSizeInRangingResponsePica)
  case sessionSetHUSControllerConfigCommand(SessionSetHUSControllerConfigCommand)
  case sessionSetHUSControllerConfigResponse(SessionSetHUSControllerConfigResponse)
  case sessionSetHUSControleeConfigCommand(SessionSetHUSControleeConfigCommand)
  case sessionSetHUSControleeConfigCommandWithParticipation(
    SessionSetHUSControleeConfigCommandWithParticipation)
  case sessionSetHUSControleeConfigResponse(SessionSetHUSControleeConfigResponse)
  case sessionDataTransferPhaseConfigCommand(SessionDataTransferPhaseConfigCommand)
  case sessionDataTransferPhaseConfigResponse(SessionDataTransferPhaseConfigResponse)
  case sessionDataTransferPhaseConfigNotification(SessionDataTransferPhaseConfigNotification)
  case sessionStartCommand(SessionStartCommand)
  case sessionStartResponse(SessionStartResponse)
  case sessionInfoNotification(SessionInfoNotification)
  case sessionStopCommand(SessionStopCommand)
  case sessionStopResponse(SessionStopResponse)
  case sessionGetRangingCountCommand(SessionGetRangingCountCommand)
  case sessionGetRangingCountResponse(SessionGetRangingCountResponse)
  case sessionDataCreditNotification(SessionDataCreditNotification)
  case sessionDataTransferStatusNotification(SessionDataTransferStatusNotification)
  case sessionDataTransferStatusNotificationPica(SessionDataTransferStatusNotificationPica)
  case nxpcccRangeDataNotification(NXPCCCRangeDataNotification)
  case androidGetPowerStatsCommand(AndroidGetPowerStatsCommand)
  case androidGetPowerStatsResponse(AndroidGetPowerStatsResponse)
  case androidSetCountryCodeCommand(AndroidSetCountryCodeCommand)
  case androidSetCountryCodeResponse(AndroidSetCountryCodeResponse)
  case androidRangeDiagnosticsNotification(AndroidRangeDiagnosticsNotification)
  case androidRadarSetAppConfigCommand(AndroidRadarSetAppConfigCommand)
  case androidRadarSetAppConfigResponse(AndroidRadarSetAppConfigResponse)
  case androidRadarGetAppConfigCommand(AndroidRadarGetAppConfigCommand)
  case androidRadarGetAppConfigResponse(AndroidRadarGetAppConfigResponse)
  case testConfigSetCommand(TestConfigSetCommand)
  case testConfigSetResponse(TestConfigSetResponse)
  case testConfigGetCommand(TestConfigGetCommand)
  case testConfigGetResponse(TestConfigGetResponse)
  case testPeriodicTXCommand(TestPeriodicTXCommand)
  case testPeriodicTXResponse(TestPeriodicTXResponse)
  case testPeriodicTXNotification(TestPeriodicTXNotification)
  case testPerRXCommand(TestPerRXCommand)
  case testPerRXResponse(TestPerRXResponse)
  case testPerRXNotification(TestPerRXNotification)
  case testRXCommand(TestRXCommand)
  case testRXResponse(TestRXResponse)
  case testRXNotification(TestRXNotification)
  case testLoopbackCommand(TestLoopbackCommand)
  case testLoopbackResponse(TestLoopbackResponse)
  case testLoopbackNotification(TestLoopbackNotification)
  case testStopSessionCommand(TestStopSessionCommand)
  case testStopSessionResponse(TestStopSessionResponse)
  case testSSTWRCommand(TestSSTWRCommand)
  case testSSTWRResponse(TestSSTWRResponse)
  case testSSTWRNotification(TestSSTWRNotification)
  case qorvoTestDebugNotification(QorvoTestDebugNotification)
  case qorvoTestTXCWCommand(QorvoTestTXCWCommand)
  case qorvoTestTXCWResponse(QorvoTestTXCWResponse)
  case qorvoTestPLLLockCommand(QorvoTestPLLLockCommand)
  case qorvoTestPLLLockResponse(QorvoTestPLLLockResponse)
  case qorvoTestPLLLockNotification(QorvoTestPLLLockNotification)
  case qorvoRangeDiagnosticsNotification(QorvoRangeDiagnosticsNotification)
  case qorvoTestRTCCommand(QorvoTestRTCCommand)
  case qorvoTestRTCResponse(QorvoTestRTCResponse)
  case qorvoTestRTCNotification(QorvoTestRTCNotification)
  case qorvoSessionDataTransferStatusNotification(QorvoSessionDataTransferStatusNotification)
  case qorvoTestToFCommand(QorvoTestToFCommand)
  case qorvoTestToFResponse(QorvoTestToFResponse)
  case qorvoTestToFNotification(QorvoTestToFNotification)
  case qorvoCalibrationSetCommand(QorvoCalibrationSetCommand)
  case qorvoCalibrationSetResponse(QorvoCalibrationSetResponse)
  case qorvoCalibrationGetCommand(QorvoCalibrationGetCommand)
  case qorvoCalibrationGetResponse(QorvoCalibrationGetResponse)
  case nxpSetDeviceCalibrationCommand(NXPSetDeviceCalibrationCommand)
  case nxpSetDeviceCalibrationResponse(NXPSetDeviceCalibrationResponse)
  case nxpGetDeviceCalibrationCommand(NXPGetDeviceCalibrationCommand)
  case nxpGetDeviceCalibrationResponse(NXPGetDeviceCalibrationResponse)
  case dataMessageSnd(DataMessageSnd)
  case dataMessageRcv(DataMessageRcv)
  case dataMessageRcvNXP(DataMessageRcvNXP)
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
    case 0x010F21 where dialect.vendor == .nxp:
      return only(packet, dialect, UCIMessage.nxpSetDeviceCalibrationCommand)
    case 0x020F21 where dialect.vendor == .nxp:
      return only(packet, dialect, UCIMessage.nxpSetDeviceCalibrationResponse)
    case 0x010F22 where dialect.vendor == .nxp:
      return only(packet, dialect, UCIMessage.nxpGetDeviceCalibrationCommand)
    case 0x020F22 where dialect.vendor == .nxp:
      return only(packet, dialect, UCIMessage.nxpGetDeviceCalibrationResponse)
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
    NXPSetDeviceCalibrationCommand.self,
    NXPSetDeviceCalibrationResponse.self,
    NXPGetDeviceCalibrationCommand.self,
    NXPGetDeviceCalibrationResponse.self,
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
    case .nxpSetDeviceCalibrationCommand(let body): .body(body)
    case .nxpSetDeviceCalibrationResponse(let body): .body(body)
    case .nxpGetDeviceCalibrationCommand(let body): .body(body)
    case .nxpGetDeviceCalibrationResponse(let body): .body(body)
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
    case (0x0F, 0x21) where vendor == .nxp: "NXP_SET_DEVICE_CALIBRATION"
    case (0x0F, 0x22) where vendor == .nxp: "NXP_GET_DEVICE_CALIBRATION"
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

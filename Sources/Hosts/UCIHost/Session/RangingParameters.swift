public import UCI

/// Everything that two boards must agree on for two-way ranging, and on which side a board stands.
///
/// The defaults are those of Qorvo's `run_fira_twr` (SDK 1.0.2 to 1.1.x), and so are the 27
/// parameters that are always sent.
public struct RangingParameters: Equatable, Sendable {
  /// DEVICE_TYPE.
  public enum DeviceType: UInt8, Hashable, Sendable {
    case controlee = 0
    case controller = 1
  }

  /// DEVICE_ROLE.
  public enum DeviceRole: UInt8, Hashable, Sendable {
    /// Answers the first frame of a round.
    case responder = 0
    /// Sends the first frame of a round.
    case initiator = 1
  }

  /// DEVICE_TYPE.
  public var deviceType: DeviceType
  /// DEVICE_ROLE.
  public var deviceRole: DeviceRole
  /// DEVICE_MAC_ADDRESS: the board's own short address.
  public var deviceAddress: UInt16
  /// DST_MAC_ADDRESS: the short addresses of its peers.
  public var peerAddresses: [UInt16]
  /// MULTI_NODE_MODE: 0 one-to-one, 1 one-to-many.
  public var multiNodeMode: UInt8 = 0
  /// RANGING_ROUND_USAGE: 2 is double-sided two-way ranging, deferred.
  public var rangingRoundUsage: UInt8 = 2
  /// CHANNEL_NUMBER.
  public var channel: UInt8 = 9
  /// PREAMBLE_CODE_INDEX.
  public var preambleCode: UInt8 = 10
  /// SFD_ID.
  public var sfd: UInt8 = 2
  /// RFRAME_CONFIG: 3 is SP3.
  public var frameConfiguration: UInt8 = 3
  /// STS_CONFIG: 0 is static.
  public var stsConfiguration: UInt8 = 0
  /// STS_LENGTH: 1 is 64 symbols.
  public var stsLength: UInt8 = 1
  /// VENDOR_ID of the static STS, in wire order.
  public var vendorID: [UInt8] = [0x08, 0x07]
  /// STATIC_STS_IV, in wire order.
  public var staticSTSIV: [UInt8] = [0x01, 0x02, 0x03, 0x04, 0x05, 0x06]
  /// SLOT_DURATION in RSTU (1200 RSTU are 1 ms).
  public var slotDuration: UInt16 = 2400
  /// SLOTS_PER_RR.
  public var slotsPerRound: UInt8 = 25
  /// RANGING_DURATION: the block interval in milliseconds.
  public var interval: UInt32 = 200
  /// SCHEDULE_MODE: 1 is time scheduled.
  public var scheduleMode: UInt8 = 1
  /// HOPPING_MODE.
  public var hoppingMode: UInt8 = 0
  /// BLOCK_STRIDE_LENGTH.
  public var blockStride: UInt8 = 0
  /// KEY_ROTATION_RATE.
  public var keyRotationRate: UInt8 = 0
  /// UWB_INITIATION_TIME: relative milliseconds in FiRa 1.x, absolute microseconds in FiRa 2.x.
  public var initiationTime: UInt64 = 0
  /// MAX_NUMBER_OF_MEASUREMENTS; 0 is no limit.
  public var maximumMeasurements: UInt16 = 0
  /// AOA_RESULT_REQ: 1 asks for all angles.
  public var angleRequest: UInt8 = 1
  /// RESULT_REPORT_CONFIG: time of flight, azimuth and figure of merit.
  public var resultReport: UInt8 = 0x0B
  /// RSSI_REPORTING; not sent when nil.
  public var reportsRSSI: Bool? = false
  /// RANGING_ROUND_CONTROL; sent only when it is set.
  public var roundControl: UInt8?
  /// Parameters sent behind the others; one with the identifier of another takes its place.
  public var additional: [AppConfigParameter] = []

  /// STS_CONFIG of a key that the host gives.
  private static let provisionedSTS: UInt8 = 3

  /// Controller and initiator; address 0 with the peer 1 by default, as `run_fira_twr` has it.
  public static func controller(
    address: UInt16 = 0, peers: [UInt16] = [1]
  ) -> RangingParameters {
    RangingParameters(
      deviceType: .controller, deviceRole: .initiator, deviceAddress: address,
      peerAddresses: peers)
  }

  /// Controlee and responder; address 1 with the peer 0 by default, as `run_fira_twr` has it.
  public static func controlee(
    address: UInt16 = 1, peers: [UInt16] = [0]
  ) -> RangingParameters {
    RangingParameters(
      deviceType: .controlee, deviceRole: .responder, deviceAddress: address,
      peerAddresses: peers)
  }

  /// The parameters as a board of this dialect takes them.
  public func tlvs(dialect: UCIDialect) -> [AppConfigParameter] {
    let number = { (id: AppConfigID, value: UInt8) in AppConfigParameter(id, UInt64(value)) }
    // NUMBER_OF_CONTROLEES before the addresses that it counts, as vendors' hosts have it: some
    // boards refuse the other order.
    var list = [
      number(.deviceType, deviceType.rawValue), number(.deviceRole, deviceRole.rawValue),
      number(.multiNodeMode, multiNodeMode), number(.rangingRoundUsage, rangingRoundUsage),
      AppConfigParameter(.deviceMACAddress, Self.bytes(deviceAddress)),
      number(.numberOfControlees, UInt8(clamping: peerAddresses.count)),
      AppConfigParameter(.dstMACAddress, peerAddresses.flatMap(Self.bytes)),
      number(.channelNumber, channel), number(.stsConfig, stsConfiguration),
      number(.rframeConfig, frameConfiguration), number(.scheduleMode, scheduleMode),
      number(.preambleCodeIndex, preambleCode), number(.sfdID, sfd),
      AppConfigParameter(.slotDuration, UInt64(slotDuration)),
      AppConfigParameter(.rangingDuration, UInt64(interval)),
      number(.slotsPerRR, slotsPerRound), number(.resultReportConfig, resultReport),
      AppConfigParameter(.vendorID, vendorID), AppConfigParameter(.staticSTSIV, staticSTSIV),
      number(.aoaResultReq, angleRequest),
      AppConfigParameter(
        .uwbInitiationTime, initiationTime, size: dialect.version == .fira1 ? 4 : 8),
      AppConfigParameter(.maxNumberOfMeasurements, UInt64(maximumMeasurements), size: 2),
      number(.hoppingMode, hoppingMode),
    ]
    if let reportsRSSI {
      list.append(number(.rssiReporting(in: dialect), reportsRSSI ? 1 : 0))
    }
    list += [
      number(.blockStrideLength, blockStride), number(.keyRotationRate, keyRotationRate),
      number(.stsLength, stsLength),
    ]
    if let roundControl { list.append(number(.rangingRoundControl, roundControl)) }
    // The parts of a static key are none of a provisioned one.
    if stsConfiguration == Self.provisionedSTS {
      list.removeAll { [.vendorID, .staticSTSIV].contains($0.id) }
    }
    for parameter in additional {
      // A board that reads in order has to know how long the addresses are.
      if parameter.id == .macAddressMode {
        list.insert(parameter, at: 0)
      } else if let index = list.firstIndex(where: { $0.id == parameter.id }) {
        list[index] = parameter
      } else {
        list.append(parameter)
      }
    }
    return list
  }

  private static func bytes(_ address: UInt16) -> [UInt8] {
    [UInt8(address & 0xFF), UInt8(address >> 8)]
  }
}

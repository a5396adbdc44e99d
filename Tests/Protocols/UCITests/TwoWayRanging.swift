import UCI

extension AppConfiguration {
  /// Two-way ranging with the defaults of Qorvo's `run_fira_twr` (observed: SDK 1.0.2 to 1.1):
  /// channel 9, deferred DS-TWR, static STS, 2 ms slots, 25 of them, a block every 200 ms.
  ///
  /// - Parameters:
  ///   - isController: the controller is the initiator too.
  ///   - address: the device's own short address, in wire order.
  ///   - destinations: the short addresses of its peers; several make it one-to-many.
  static func twoWayRanging(
    isController: Bool, address: [UInt8], destinations: [[UInt8]]
  ) -> AppConfiguration {
    var configuration = AppConfiguration()
    let numbers: [(AppConfigID, Int64)] = [
      (.deviceType, isController ? 1 : 0), (.deviceRole, isController ? 1 : 0),
      (.rangingRoundUsage, 2), (.stsConfig, 0), (.multiNodeMode, destinations.count > 1 ? 1 : 0),
      (.channelNumber, 9), (.slotDuration, 2400), (.rangingDuration, 200), (.aoaResultReq, 1),
      (.rframeConfig, 3), (.rssiReporting, 0), (.preambleCodeIndex, 10), (.sfdID, 2),
      (.slotsPerRR, 25), (.scheduleMode, 1), (.uwbInitiationTime, 0), (.hoppingMode, 0),
      (.blockStrideLength, 0), (.resultReportConfig, 0x0B), (.maxNumberOfMeasurements, 0),
      (.stsLength, 1),
    ]
    for (id, number) in numbers { configuration.set(id, number) }
    configuration[.vendorID] = [0x08, 0x07]
    configuration[.staticSTSIV] = [1, 2, 3, 4, 5, 6]
    configuration[.deviceMACAddress] = address
    configuration.destinations = destinations
    return configuration
  }
}

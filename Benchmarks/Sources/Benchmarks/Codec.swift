import NearbyAccessory
import UCI
import WireFormat

/// SESSION_INFO_NTF with one short-address two-way measurement, as a DWM3001CDK sends it.
private let sessionInfo: [UInt8] =
  [0, 0, 0, 0, 1, 0, 0, 0, 0, 0xc8, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]
  + [1, 0, 0x21, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0]
  + [UInt8](repeating: 0, count: 11)

/// Configuration data of a development board (capture).
private let accessoryData: [UInt8] =
  (try? Hexadecimal.decode(
    "01000000140000000000000000000015010001003ff50300b80b0000000001010111d71900")) ?? []

func benchmarkCodec() {
  // Locals: a global is looked at behind a lock-free once, and retained, at every use.
  let sessionInfo = sessionInfo
  let accessoryData = accessoryData
  let dialect = UCIDialect.fira2
  print(
    padded("Codec, one message", 44)
      + "        ns       alloc  array: ns       alloc       ratio")
  compare("SESSION_INFO_NTF view, all fields") {
    sumOfFields(sessionInfo)
  } to: {
    ReferenceSessionInfo(sessionInfo)?.sumOfFields ?? 0
  }
  compare("SESSION_INFO_NTF decode") {
    var reader = WireReader(sessionInfo)
    guard
      let message = try? SessionInfoNotification(reading: &reader, dialect: dialect)
    else { return 0 }
    return Int(truncatingIfNeeded: message.sequenceNumber) &+ message.measurements.count
  } to: {
    ReferenceSessionInfo(sessionInfo).map { $0.sequence + $0.measurements.count } ?? 0
  }
  if let message = decodedSessionInfo() {
    var writer = WireWriter(capacity: 256)
    compare("SESSION_INFO_NTF encode") {
      writer.removeAll()
      message.encode(into: &writer)
      return writer.count
    } to: {
      ReferenceSessionInfo(sessionInfo)?.encoded().count ?? 0
    }
  }
  compare("Accessory configuration data decode") {
    (try? AccessoryConfigurationData.decode(accessoryData)).map { Int($0.uwb.sourceAddress) } ?? 0
  } to: {
    ReferenceConfiguration(accessoryData).map { Int($0.address) } ?? 0
  }
  if let data = try? AccessoryConfigurationData.decode(accessoryData) {
    compare("Accessory configuration data encode") {
      (try? data.encode())?.count ?? 0
    } to: {
      ReferenceConfiguration(accessoryData)?.encoded().count ?? 0
    }
  }
}

/// Reads every field through the borrowed view.
@inline(never)
private func sumOfFields(_ payload: borrowing [UInt8]) -> Int {
  guard let view = try? SessionInfoNotificationView(payload.wireBytes) else { return 0 }
  var sum = Int(view.sequenceNumber) &+ Int(view.sessionToken) &+ Int(view.rcrIndicator)
  sum &+= Int(view.currentRangingInterval) &+ Int(view.measurementType.rawValue)
  sum &+= Int(view.rfu1) &+ Int(view.macAddrMode.rawValue) &+ Int(view.husPrimarySessionID)
  sum &+= Int(view.rfu2) &+ Int(view.num)
  for index in 0..<Int(view.num) {
    guard let one = view.twrShort(at: index) else { return sum }
    sum &+= Int(one.macNumber) &+ Int(one.status.rawValue) &+ Int(one.nlos.rawValue)
    sum &+= Int(one.distance) &+ Int(one.aoaAzimuth) &+ Int(one.aoaAzimuthFoM)
    sum &+= Int(one.aoaElevation) &+ Int(one.aoaElevationFoM) &+ Int(one.aoaDestAzimuth)
    sum &+= Int(one.aoaDestAzimuthFoM) &+ Int(one.aoaDestElevation)
    sum &+= Int(one.aoaDestElevationFoM) &+ Int(one.slotIndex) &+ Int(one.rssi)
    sum &+= Int(truncatingIfNeeded: one.rfu.unsigned(at: 0, count: 8))
    sum &+= Int(truncatingIfNeeded: one.rfu.unsigned(at: 8, count: 3))
  }
  return sum
}

private func decodedSessionInfo() -> SessionInfoNotification? {
  var reader = WireReader(sessionInfo)
  return try? SessionInfoNotification(reading: &reader, dialect: .fira2)
}

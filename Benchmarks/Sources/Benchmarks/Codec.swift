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

private func decodedSessionInfo() -> SessionInfoNotification? {
  var reader = WireReader(sessionInfo)
  return try? SessionInfoNotification(reading: &reader, dialect: .fira2)
}

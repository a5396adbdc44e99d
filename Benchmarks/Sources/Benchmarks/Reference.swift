/// The codec that one writes without spans: slices of arrays and shifts. It stands here to be
/// compared with, and reads the same fields.
struct ReferenceSessionInfo {
  struct Measurement {
    var mac: [UInt8]
    var status: Int
    var nlos: Int
    var distance: Int
    var azimuth: Int
    var azimuthFom: Int
    var elevation: Int
    var elevationFom: Int
    var destinationAzimuth: Int
    var destinationAzimuthFom: Int
    var destinationElevation: Int
    var destinationElevationFom: Int
    var slot: Int
    var rssi: Int
    var rest: [UInt8]
  }

  var sequence: Int
  var token: Int
  var interval: Int
  var type: Int
  var macMode: Int
  var primary: Int
  var measurements: [Measurement] = []

  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 25 else { return nil }
    sequence = little(Array(bytes[0..<4]))
    token = little(Array(bytes[4..<8]))
    interval = little(Array(bytes[9..<13]))
    type = Int(bytes[13])
    macMode = Int(bytes[15])
    primary = little(Array(bytes[16..<20]))
    for index in 0..<Int(bytes[24]) {
      let start = 25 + 31 * index
      guard bytes.count >= start + 31 else { return nil }
      let part = Array(bytes[start..<start + 31])
      measurements.append(
        Measurement(
          mac: Array(part[0..<2]), status: Int(part[2]), nlos: Int(part[3]),
          distance: little(Array(part[4..<6])), azimuth: little(Array(part[6..<8])),
          azimuthFom: Int(part[8]), elevation: little(Array(part[9..<11])),
          elevationFom: Int(part[11]), destinationAzimuth: little(Array(part[12..<14])),
          destinationAzimuthFom: Int(part[14]), destinationElevation: little(Array(part[15..<17])),
          destinationElevationFom: Int(part[17]), slot: Int(part[18]), rssi: Int(part[19]),
          rest: Array(part[20...])))
    }
  }

  func encoded() -> [UInt8] {
    var out = bytes(sequence, 4) + bytes(token, 4) + [0] + bytes(interval, 4)
    out += [UInt8(type), 0, UInt8(macMode)] + bytes(primary, 4) + [0, 0, 0, 0]
    out += [UInt8(measurements.count)]
    for one in measurements {
      out += one.mac + [UInt8(one.status), UInt8(one.nlos)] + bytes(one.distance, 2)
      out += bytes(one.azimuth, 2) + [UInt8(one.azimuthFom)] + bytes(one.elevation, 2)
      out += [UInt8(one.elevationFom)] + bytes(one.destinationAzimuth, 2)
      out += [UInt8(one.destinationAzimuthFom)] + bytes(one.destinationElevation, 2)
      out += [UInt8(one.destinationElevationFom), UInt8(one.slot), UInt8(one.rssi)] + one.rest
    }
    return out
  }
}

struct ReferenceConfiguration {
  var header: [UInt8]
  var major: Int
  var minor: Int
  var manufacturer: Int
  var model: Int
  var middleware: Int
  var role: Int
  var address: UInt16
  var drift: Int

  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 37 else { return nil }
    header = Array(bytes[0..<16])
    major = little(Array(bytes[16..<18]))
    minor = little(Array(bytes[18..<20]))
    manufacturer = little(Array(bytes[20..<24]))
    model = little(Array(bytes[24..<28]))
    middleware = little(Array(bytes[28..<32]))
    role = Int(bytes[32])
    address = UInt16(little(Array(bytes[33..<35])))
    drift = little(Array(bytes[35..<37]))
  }

  func encoded() -> [UInt8] {
    var out = header + bytes(major, 2) + bytes(minor, 2) + bytes(manufacturer, 4)
    out += bytes(model, 4) + bytes(middleware, 4) + [UInt8(role)] + bytes(Int(address), 2)
    return out + bytes(drift, 2)
  }
}

private func little(_ bytes: [UInt8]) -> Int {
  bytes.enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
}

private func bytes(_ value: Int, _ count: Int) -> [UInt8] {
  (0..<count).map { UInt8((value >> (8 * $0)) & 255) }
}

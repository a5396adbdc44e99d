// Made by Definitions/generate.py from Definitions/uci.yaml. Change those, not this.

public import WireFormat

/// The record `twr_short` (AOSP, pica, observed: DWM3001CDK, observed: Qorvo host tools).
public struct TWRShortMeasurement: Equatable, Sendable {
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("mac", .address, .bytes(2)),
    .init("status", .enumeration, .bytes(1), values: UCIStatus.self),
    .init("nlos", .enumeration, .bytes(1), values: UCILineOfSight.self),
    .init("distance", .unsigned, .bytes(2), unit: "m", divisor: 100, none: 0xFFFF),
    .init("aoa_azimuth", .signed, .bytes(2), unit: "deg", divisor: 128),
    .init("aoa_azimuth_fom", .unsigned, .bytes(1), unit: "%", most: 100),
    .init("aoa_elevation", .signed, .bytes(2), unit: "deg", divisor: 128),
    .init("aoa_elevation_fom", .unsigned, .bytes(1), unit: "%", most: 100),
    .init("aoa_dest_azimuth", .signed, .bytes(2), unit: "deg", divisor: 128),
    .init("aoa_dest_azimuth_fom", .unsigned, .bytes(1), unit: "%", most: 100),
    .init("aoa_dest_elevation", .signed, .bytes(2), unit: "deg", divisor: 128),
    .init("aoa_dest_elevation_fom", .unsigned, .bytes(1), unit: "%", most: 100),
    .init("slot_index", .unsigned, .bytes(1)),
    .init("rssi", .unsigned, .bytes(1), unit: "dBm", divisor: -2, none: 0x00),
    .init("rfu", .bytes, .bytes(11), constant: 0),
  ]

  /// `mac`, 2 bytes, as a little-endian number.
  public var macNumber: UInt16
  /// `status`.
  public var status: UCIStatus
  /// `nlos`.
  public var nlos: UCILineOfSight
  /// `distance`, raw; divide by 100 for m; 0xFFFF is none.
  public var distance: UInt16
  /// `aoa_azimuth`, raw; divide by 128 for deg.
  public var aoaAzimuth: Int16
  /// `aoa_azimuth_fom`, in %.
  public var aoaAzimuthFoM: UInt8
  /// `aoa_elevation`, raw; divide by 128 for deg.
  public var aoaElevation: Int16
  /// `aoa_elevation_fom`, in %.
  public var aoaElevationFoM: UInt8
  /// `aoa_dest_azimuth`, raw; divide by 128 for deg.
  public var aoaDestAzimuth: Int16
  /// `aoa_dest_azimuth_fom`, in %.
  public var aoaDestAzimuthFoM: UInt8
  /// `aoa_dest_elevation`, raw; divide by 128 for deg.
  public var aoaDestElevation: Int16
  /// `aoa_dest_elevation_fom`, in %.
  public var aoaDestElevationFoM: UInt8
  /// `slot_index`.
  public var slotIndex: UInt8
  /// `rssi`, raw; divide by -2 for dBm; 0x00 is none.
  public var rssi: UInt8
  var rfuKept: ReservedBytes
  /// `mac`, 2 bytes.
  public var mac: [UInt8] {
    get { bytes(of: macNumber) }
    set { macNumber = number(of: newValue) }
  }
  /// `rfu`, 11 bytes; reserved, empty when all zero.
  public var rfu: [UInt8] {
    get { rfuKept.bytes(count: 11) }
    set { rfuKept = ReservedBytes(newValue, count: 11) }
  }

  /// All fields.
  public init(
    mac: [UInt8], status: UCIStatus, nlos: UCILineOfSight, distance: UInt16, aoaAzimuth: Int16,
    aoaAzimuthFoM: UInt8, aoaElevation: Int16, aoaElevationFoM: UInt8, aoaDestAzimuth: Int16,
    aoaDestAzimuthFoM: UInt8, aoaDestElevation: Int16, aoaDestElevationFoM: UInt8, slotIndex: UInt8,
    rssi: UInt8, rfu: [UInt8] = []
  ) {
    self.macNumber = number(of: mac)
    self.status = status
    self.nlos = nlos
    self.distance = distance
    self.aoaAzimuth = aoaAzimuth
    self.aoaAzimuthFoM = aoaAzimuthFoM
    self.aoaElevation = aoaElevation
    self.aoaElevationFoM = aoaElevationFoM
    self.aoaDestAzimuth = aoaDestAzimuth
    self.aoaDestAzimuthFoM = aoaDestAzimuthFoM
    self.aoaDestElevation = aoaDestElevation
    self.aoaDestElevationFoM = aoaDestElevationFoM
    self.slotIndex = slotIndex
    self.rssi = rssi
    self.rfuKept = ReservedBytes(rfu, count: 11)
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(
      31,
      "mac:2 status:1 nlos:1 distance:2 aoa_azimuth:2 aoa_azimuth_fom:1 aoa_elevation:2 aoa_elevation_fom:1 aoa_dest_azimuth:2 aoa_dest_azimuth_fom:1 aoa_dest_elevation:2 aoa_dest_elevation_fom:1 slot_index:1 rssi:1 rfu:11"
    )
    self.macNumber = run.integer(at: 0)
    self.status = UCIStatus(rawValue: run.integer(at: 2))
    self.nlos = UCILineOfSight(rawValue: run.integer(at: 3))
    self.distance = run.integer(at: 4)
    self.aoaAzimuth = run.integer(at: 6)
    self.aoaAzimuthFoM = run.integer(at: 8)
    self.aoaElevation = run.integer(at: 9)
    self.aoaElevationFoM = run.integer(at: 11)
    self.aoaDestAzimuth = run.integer(at: 12)
    self.aoaDestAzimuthFoM = run.integer(at: 14)
    self.aoaDestElevation = run.integer(at: 15)
    self.aoaDestElevationFoM = run.integer(at: 17)
    self.slotIndex = run.integer(at: 18)
    self.rssi = run.integer(at: 19)
    self.rfuKept = ReservedBytes(run, at: 20, count: 11)
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    var run = writer.writeRun(31)
    run.put(self.macNumber, at: 0)
    run.put(self.status.rawValue, at: 2)
    run.put(self.nlos.rawValue, at: 3)
    run.put(self.distance, at: 4)
    run.put(self.aoaAzimuth, at: 6)
    run.put(self.aoaAzimuthFoM, at: 8)
    run.put(self.aoaElevation, at: 9)
    run.put(self.aoaElevationFoM, at: 11)
    run.put(self.aoaDestAzimuth, at: 12)
    run.put(self.aoaDestAzimuthFoM, at: 14)
    run.put(self.aoaDestElevation, at: 15)
    run.put(self.aoaDestElevationFoM, at: 17)
    run.put(self.slotIndex, at: 18)
    run.put(self.rssi, at: 19)
    self.rfuKept.put(into: &run, at: 20, count: 11)
  }

  /// ``aoaAzimuth`` in deg.
  public var aoaAzimuthDegrees: Double { Double(aoaAzimuth) / 128 }

  /// ``aoaElevation`` in deg.
  public var aoaElevationDegrees: Double { Double(aoaElevation) / 128 }

  /// ``aoaDestAzimuth`` in deg.
  public var aoaDestAzimuthDegrees: Double { Double(aoaDestAzimuth) / 128 }

  /// ``aoaDestElevation`` in deg.
  public var aoaDestElevationDegrees: Double { Double(aoaDestElevation) / 128 }

  /// ``rssi`` in dBm; nil when there is none.
  public var rssiDBm: Double? { rssi == 0x00 ? nil : Double(rssi) / -2 }
}

/// The record `twr_extended` (AOSP, pica, observed: DWM3001CDK, observed: Qorvo host tools).
public struct TWRExtendedMeasurement: Equatable, Sendable {
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("mac", .address, .bytes(8)),
    .init("status", .enumeration, .bytes(1), values: UCIStatus.self),
    .init("nlos", .enumeration, .bytes(1), values: UCILineOfSight.self),
    .init("distance", .unsigned, .bytes(2), unit: "m", divisor: 100, none: 0xFFFF),
    .init("aoa_azimuth", .signed, .bytes(2), unit: "deg", divisor: 128),
    .init("aoa_azimuth_fom", .unsigned, .bytes(1), unit: "%", most: 100),
    .init("aoa_elevation", .signed, .bytes(2), unit: "deg", divisor: 128),
    .init("aoa_elevation_fom", .unsigned, .bytes(1), unit: "%", most: 100),
    .init("aoa_dest_azimuth", .signed, .bytes(2), unit: "deg", divisor: 128),
    .init("aoa_dest_azimuth_fom", .unsigned, .bytes(1), unit: "%", most: 100),
    .init("aoa_dest_elevation", .signed, .bytes(2), unit: "deg", divisor: 128),
    .init("aoa_dest_elevation_fom", .unsigned, .bytes(1), unit: "%", most: 100),
    .init("slot_index", .unsigned, .bytes(1)),
    .init("rssi", .unsigned, .bytes(1), unit: "dBm", divisor: -2, none: 0x00),
    .init("rfu", .bytes, .bytes(5), constant: 0),
  ]

  /// `mac`, 8 bytes, as a little-endian number.
  public var macNumber: UInt64
  /// `status`.
  public var status: UCIStatus
  /// `nlos`.
  public var nlos: UCILineOfSight
  /// `distance`, raw; divide by 100 for m; 0xFFFF is none.
  public var distance: UInt16
  /// `aoa_azimuth`, raw; divide by 128 for deg.
  public var aoaAzimuth: Int16
  /// `aoa_azimuth_fom`, in %.
  public var aoaAzimuthFoM: UInt8
  /// `aoa_elevation`, raw; divide by 128 for deg.
  public var aoaElevation: Int16
  /// `aoa_elevation_fom`, in %.
  public var aoaElevationFoM: UInt8
  /// `aoa_dest_azimuth`, raw; divide by 128 for deg.
  public var aoaDestAzimuth: Int16
  /// `aoa_dest_azimuth_fom`, in %.
  public var aoaDestAzimuthFoM: UInt8
  /// `aoa_dest_elevation`, raw; divide by 128 for deg.
  public var aoaDestElevation: Int16
  /// `aoa_dest_elevation_fom`, in %.
  public var aoaDestElevationFoM: UInt8
  /// `slot_index`.
  public var slotIndex: UInt8
  /// `rssi`, raw; divide by -2 for dBm; 0x00 is none.
  public var rssi: UInt8
  var rfuKept: ReservedBytes
  /// `mac`, 8 bytes.
  public var mac: [UInt8] {
    get { bytes(of: macNumber) }
    set { macNumber = number(of: newValue) }
  }
  /// `rfu`, 5 bytes; reserved, empty when all zero.
  public var rfu: [UInt8] {
    get { rfuKept.bytes(count: 5) }
    set { rfuKept = ReservedBytes(newValue, count: 5) }
  }

  /// All fields.
  public init(
    mac: [UInt8], status: UCIStatus, nlos: UCILineOfSight, distance: UInt16, aoaAzimuth: Int16,
    aoaAzimuthFoM: UInt8, aoaElevation: Int16, aoaElevationFoM: UInt8, aoaDestAzimuth: Int16,
    aoaDestAzimuthFoM: UInt8, aoaDestElevation: Int16, aoaDestElevationFoM: UInt8, slotIndex: UInt8,
    rssi: UInt8, rfu: [UInt8] = []
  ) {
    self.macNumber = number(of: mac)
    self.status = status
    self.nlos = nlos
    self.distance = distance
    self.aoaAzimuth = aoaAzimuth
    self.aoaAzimuthFoM = aoaAzimuthFoM
    self.aoaElevation = aoaElevation
    self.aoaElevationFoM = aoaElevationFoM
    self.aoaDestAzimuth = aoaDestAzimuth
    self.aoaDestAzimuthFoM = aoaDestAzimuthFoM
    self.aoaDestElevation = aoaDestElevation
    self.aoaDestElevationFoM = aoaDestElevationFoM
    self.slotIndex = slotIndex
    self.rssi = rssi
    self.rfuKept = ReservedBytes(rfu, count: 5)
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(
      31,
      "mac:8 status:1 nlos:1 distance:2 aoa_azimuth:2 aoa_azimuth_fom:1 aoa_elevation:2 aoa_elevation_fom:1 aoa_dest_azimuth:2 aoa_dest_azimuth_fom:1 aoa_dest_elevation:2 aoa_dest_elevation_fom:1 slot_index:1 rssi:1 rfu:5"
    )
    self.macNumber = run.integer(at: 0)
    self.status = UCIStatus(rawValue: run.integer(at: 8))
    self.nlos = UCILineOfSight(rawValue: run.integer(at: 9))
    self.distance = run.integer(at: 10)
    self.aoaAzimuth = run.integer(at: 12)
    self.aoaAzimuthFoM = run.integer(at: 14)
    self.aoaElevation = run.integer(at: 15)
    self.aoaElevationFoM = run.integer(at: 17)
    self.aoaDestAzimuth = run.integer(at: 18)
    self.aoaDestAzimuthFoM = run.integer(at: 20)
    self.aoaDestElevation = run.integer(at: 21)
    self.aoaDestElevationFoM = run.integer(at: 23)
    self.slotIndex = run.integer(at: 24)
    self.rssi = run.integer(at: 25)
    self.rfuKept = ReservedBytes(run, at: 26, count: 5)
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    var run = writer.writeRun(31)
    run.put(self.macNumber, at: 0)
    run.put(self.status.rawValue, at: 8)
    run.put(self.nlos.rawValue, at: 9)
    run.put(self.distance, at: 10)
    run.put(self.aoaAzimuth, at: 12)
    run.put(self.aoaAzimuthFoM, at: 14)
    run.put(self.aoaElevation, at: 15)
    run.put(self.aoaElevationFoM, at: 17)
    run.put(self.aoaDestAzimuth, at: 18)
    run.put(self.aoaDestAzimuthFoM, at: 20)
    run.put(self.aoaDestElevation, at: 21)
    run.put(self.aoaDestElevationFoM, at: 23)
    run.put(self.slotIndex, at: 24)
    run.put(self.rssi, at: 25)
    self.rfuKept.put(into: &run, at: 26, count: 5)
  }

  /// ``aoaAzimuth`` in deg.
  public var aoaAzimuthDegrees: Double { Double(aoaAzimuth) / 128 }

  /// ``aoaElevation`` in deg.
  public var aoaElevationDegrees: Double { Double(aoaElevation) / 128 }

  /// ``aoaDestAzimuth`` in deg.
  public var aoaDestAzimuthDegrees: Double { Double(aoaDestAzimuth) / 128 }

  /// ``aoaDestElevation`` in deg.
  public var aoaDestElevationDegrees: Double { Double(aoaDestElevation) / 128 }

  /// ``rssi`` in dBm; nil when there is none.
  public var rssiDBm: Double? { rssi == 0x00 ? nil : Double(rssi) / -2 }
}

/// The record `owr_aoa_short` (AOSP, pica, observed: Qorvo host tools).
public struct OWRAoAShortMeasurement: Equatable, Sendable {
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("mac", .address, .bytes(2)),
    .init("status", .enumeration, .bytes(1), values: UCIStatus.self),
    .init("nlos", .enumeration, .bytes(1), values: UCILineOfSight.self),
    .init("frame_sequence_number", .unsigned, .bytes(1)),
    .init("block_index", .unsigned, .bytes(2)),
    .init("aoa_azimuth", .signed, .bytes(2), unit: "deg", divisor: 128),
    .init("aoa_azimuth_fom", .unsigned, .bytes(1), unit: "%", most: 100),
    .init("aoa_elevation", .signed, .bytes(2), unit: "deg", divisor: 128),
    .init("aoa_elevation_fom", .unsigned, .bytes(1), unit: "%", most: 100),
  ]

  /// `mac`, 2 bytes, as a little-endian number.
  public var macNumber: UInt16
  /// `status`.
  public var status: UCIStatus
  /// `nlos`.
  public var nlos: UCILineOfSight
  /// `frame_sequence_number`.
  public var frameSequenceNumber: UInt8
  /// `block_index`.
  public var blockIndex: UInt16
  /// `aoa_azimuth`, raw; divide by 128 for deg.
  public var aoaAzimuth: Int16
  /// `aoa_azimuth_fom`, in %.
  public var aoaAzimuthFoM: UInt8
  /// `aoa_elevation`, raw; divide by 128 for deg.
  public var aoaElevation: Int16
  /// `aoa_elevation_fom`, in %.
  public var aoaElevationFoM: UInt8
  /// `mac`, 2 bytes.
  public var mac: [UInt8] {
    get { bytes(of: macNumber) }
    set { macNumber = number(of: newValue) }
  }

  /// All fields.
  public init(
    mac: [UInt8], status: UCIStatus, nlos: UCILineOfSight, frameSequenceNumber: UInt8,
    blockIndex: UInt16, aoaAzimuth: Int16, aoaAzimuthFoM: UInt8, aoaElevation: Int16,
    aoaElevationFoM: UInt8
  ) {
    self.macNumber = number(of: mac)
    self.status = status
    self.nlos = nlos
    self.frameSequenceNumber = frameSequenceNumber
    self.blockIndex = blockIndex
    self.aoaAzimuth = aoaAzimuth
    self.aoaAzimuthFoM = aoaAzimuthFoM
    self.aoaElevation = aoaElevation
    self.aoaElevationFoM = aoaElevationFoM
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(
      13,
      "mac:2 status:1 nlos:1 frame_sequence_number:1 block_index:2 aoa_azimuth:2 aoa_azimuth_fom:1 aoa_elevation:2 aoa_elevation_fom:1"
    )
    self.macNumber = run.integer(at: 0)
    self.status = UCIStatus(rawValue: run.integer(at: 2))
    self.nlos = UCILineOfSight(rawValue: run.integer(at: 3))
    self.frameSequenceNumber = run.integer(at: 4)
    self.blockIndex = run.integer(at: 5)
    self.aoaAzimuth = run.integer(at: 7)
    self.aoaAzimuthFoM = run.integer(at: 9)
    self.aoaElevation = run.integer(at: 10)
    self.aoaElevationFoM = run.integer(at: 12)
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    var run = writer.writeRun(13)
    run.put(self.macNumber, at: 0)
    run.put(self.status.rawValue, at: 2)
    run.put(self.nlos.rawValue, at: 3)
    run.put(self.frameSequenceNumber, at: 4)
    run.put(self.blockIndex, at: 5)
    run.put(self.aoaAzimuth, at: 7)
    run.put(self.aoaAzimuthFoM, at: 9)
    run.put(self.aoaElevation, at: 10)
    run.put(self.aoaElevationFoM, at: 12)
  }

  /// ``aoaAzimuth`` in deg.
  public var aoaAzimuthDegrees: Double { Double(aoaAzimuth) / 128 }

  /// ``aoaElevation`` in deg.
  public var aoaElevationDegrees: Double { Double(aoaElevation) / 128 }
}

/// The record `owr_aoa_extended` (AOSP, pica, observed: Qorvo host tools).
public struct OWRAoAExtendedMeasurement: Equatable, Sendable {
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("mac", .address, .bytes(8)),
    .init("status", .enumeration, .bytes(1), values: UCIStatus.self),
    .init("nlos", .enumeration, .bytes(1), values: UCILineOfSight.self),
    .init("frame_sequence_number", .unsigned, .bytes(1)),
    .init("block_index", .unsigned, .bytes(2)),
    .init("aoa_azimuth", .signed, .bytes(2), unit: "deg", divisor: 128),
    .init("aoa_azimuth_fom", .unsigned, .bytes(1), unit: "%", most: 100),
    .init("aoa_elevation", .signed, .bytes(2), unit: "deg", divisor: 128),
    .init("aoa_elevation_fom", .unsigned, .bytes(1), unit: "%", most: 100),
  ]

  /// `mac`, 8 bytes, as a little-endian number.
  public var macNumber: UInt64
  /// `status`.
  public var status: UCIStatus
  /// `nlos`.
  public var nlos: UCILineOfSight
  /// `frame_sequence_number`.
  public var frameSequenceNumber: UInt8
  /// `block_index`.
  public var blockIndex: UInt16
  /// `aoa_azimuth`, raw; divide by 128 for deg.
  public var aoaAzimuth: Int16
  /// `aoa_azimuth_fom`, in %.
  public var aoaAzimuthFoM: UInt8
  /// `aoa_elevation`, raw; divide by 128 for deg.
  public var aoaElevation: Int16
  /// `aoa_elevation_fom`, in %.
  public var aoaElevationFoM: UInt8
  /// `mac`, 8 bytes.
  public var mac: [UInt8] {
    get { bytes(of: macNumber) }
    set { macNumber = number(of: newValue) }
  }

  /// All fields.
  public init(
    mac: [UInt8], status: UCIStatus, nlos: UCILineOfSight, frameSequenceNumber: UInt8,
    blockIndex: UInt16, aoaAzimuth: Int16, aoaAzimuthFoM: UInt8, aoaElevation: Int16,
    aoaElevationFoM: UInt8
  ) {
    self.macNumber = number(of: mac)
    self.status = status
    self.nlos = nlos
    self.frameSequenceNumber = frameSequenceNumber
    self.blockIndex = blockIndex
    self.aoaAzimuth = aoaAzimuth
    self.aoaAzimuthFoM = aoaAzimuthFoM
    self.aoaElevation = aoaElevation
    self.aoaElevationFoM = aoaElevationFoM
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(
      19,
      "mac:8 status:1 nlos:1 frame_sequence_number:1 block_index:2 aoa_azimuth:2 aoa_azimuth_fom:1 aoa_elevation:2 aoa_elevation_fom:1"
    )
    self.macNumber = run.integer(at: 0)
    self.status = UCIStatus(rawValue: run.integer(at: 8))
    self.nlos = UCILineOfSight(rawValue: run.integer(at: 9))
    self.frameSequenceNumber = run.integer(at: 10)
    self.blockIndex = run.integer(at: 11)
    self.aoaAzimuth = run.integer(at: 13)
    self.aoaAzimuthFoM = run.integer(at: 15)
    self.aoaElevation = run.integer(at: 16)
    self.aoaElevationFoM = run.integer(at: 18)
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    var run = writer.writeRun(19)
    run.put(self.macNumber, at: 0)
    run.put(self.status.rawValue, at: 8)
    run.put(self.nlos.rawValue, at: 9)
    run.put(self.frameSequenceNumber, at: 10)
    run.put(self.blockIndex, at: 11)
    run.put(self.aoaAzimuth, at: 13)
    run.put(self.aoaAzimuthFoM, at: 15)
    run.put(self.aoaElevation, at: 16)
    run.put(self.aoaElevationFoM, at: 18)
  }

  /// ``aoaAzimuth`` in deg.
  public var aoaAzimuthDegrees: Double { Double(aoaAzimuth) / 128 }

  /// ``aoaElevation`` in deg.
  public var aoaElevationDegrees: Double { Double(aoaElevation) / 128 }
}

/// The record `dl_tdoa_short` (AOSP, pica, observed: Qorvo host tools).
public struct DLTDoAShortMeasurement: Equatable, Sendable {
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("mac", .address, .bytes(2)),
    .init("status", .enumeration, .bytes(1), values: UCIStatus.self),
    .init("message_type", .enumeration, .bytes(1), values: UCIDLTDoAMessageType.self),
    .init("message_control", .unsigned, .bytes(2)),
    .init("block_index", .unsigned, .bytes(2)),
    .init("round_index", .unsigned, .bytes(1)),
    .init("nlos", .enumeration, .bytes(1), values: UCILineOfSight.self),
    .init("aoa_azimuth", .signed, .bytes(2), unit: "deg", divisor: 128),
    .init("aoa_azimuth_fom", .unsigned, .bytes(1), unit: "%", most: 100),
    .init("aoa_elevation", .signed, .bytes(2), unit: "deg", divisor: 128),
    .init("aoa_elevation_fom", .unsigned, .bytes(1), unit: "%", most: 100),
    .init("rssi", .unsigned, .bytes(1), unit: "dBm", divisor: -2, none: 0x00),
    .init(
      "tx_timestamp", .unsigned,
      .derived(from: "message_control", mask: 0x02, shift: 1, values: [5, 8]), unit: "tick"),
    .init(
      "rx_timestamp", .unsigned,
      .derived(from: "message_control", mask: 0x08, shift: 3, values: [5, 8]), unit: "tick"),
    .init("anchor_cfo", .signed, .bytes(2), unit: "ppm", divisor: 1024),
    .init("cfo", .signed, .bytes(2), unit: "ppm", divisor: 1024),
    .init("initiator_reply_time", .unsigned, .bytes(4), unit: "tick"),
    .init("responder_reply_time", .unsigned, .bytes(4), unit: "tick"),
    .init("initiator_responder_tof", .unsigned, .bytes(2), unit: "tick"),
    .init(
      "anchor_location", .bytes,
      .derived(from: "message_control", mask: 0x60, shift: 5, values: [0, 12, 10])),
    .init(
      "active_round_indexes", .list(.init("active_round_index", .unsigned, .bytes(1))),
      .derived(
        from: "message_control", mask: 0x780, shift: 7,
        values: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])),
  ]

  /// `mac`, 2 bytes, as a little-endian number.
  public var macNumber: UInt16
  /// `status`.
  public var status: UCIStatus
  /// `message_type`.
  public var messageType: UCIDLTDoAMessageType
  /// `message_control`.
  public var messageControl: UInt16
  /// `block_index`.
  public var blockIndex: UInt16
  /// `round_index`.
  public var roundIndex: UInt8
  /// `nlos`.
  public var nlos: UCILineOfSight
  /// `aoa_azimuth`, raw; divide by 128 for deg.
  public var aoaAzimuth: Int16
  /// `aoa_azimuth_fom`, in %.
  public var aoaAzimuthFoM: UInt8
  /// `aoa_elevation`, raw; divide by 128 for deg.
  public var aoaElevation: Int16
  /// `aoa_elevation_fom`, in %.
  public var aoaElevationFoM: UInt8
  /// `rssi`, raw; divide by -2 for dBm; 0x00 is none.
  public var rssi: UInt8
  /// `tx_timestamp`, in tick.
  public var txTimestamp: UInt64
  /// `rx_timestamp`, in tick.
  public var rxTimestamp: UInt64
  /// `anchor_cfo`, raw; divide by 1024 for ppm.
  public var anchorCFO: Int16
  /// `cfo`, raw; divide by 1024 for ppm.
  public var cfo: Int16
  /// `initiator_reply_time`, in tick.
  public var initiatorReplyTime: UInt32
  /// `responder_reply_time`, in tick.
  public var responderReplyTime: UInt32
  /// `initiator_responder_tof`, in tick.
  public var initiatorResponderToF: UInt16
  /// `anchor_location`.
  public var anchorLocation: [UInt8]
  /// `active_round_indexes`, a list.
  public var activeRoundIndexes: [UInt8]
  /// `mac`, 2 bytes.
  public var mac: [UInt8] {
    get { bytes(of: macNumber) }
    set { macNumber = number(of: newValue) }
  }

  /// All fields.
  public init(
    mac: [UInt8], status: UCIStatus, messageType: UCIDLTDoAMessageType, messageControl: UInt16,
    blockIndex: UInt16, roundIndex: UInt8, nlos: UCILineOfSight, aoaAzimuth: Int16,
    aoaAzimuthFoM: UInt8, aoaElevation: Int16, aoaElevationFoM: UInt8, rssi: UInt8,
    txTimestamp: UInt64, rxTimestamp: UInt64, anchorCFO: Int16, cfo: Int16,
    initiatorReplyTime: UInt32, responderReplyTime: UInt32, initiatorResponderToF: UInt16,
    anchorLocation: [UInt8], activeRoundIndexes: [UInt8]
  ) {
    self.macNumber = number(of: mac)
    self.status = status
    self.messageType = messageType
    self.messageControl = messageControl
    self.blockIndex = blockIndex
    self.roundIndex = roundIndex
    self.nlos = nlos
    self.aoaAzimuth = aoaAzimuth
    self.aoaAzimuthFoM = aoaAzimuthFoM
    self.aoaElevation = aoaElevation
    self.aoaElevationFoM = aoaElevationFoM
    self.rssi = rssi
    self.txTimestamp = txTimestamp
    self.rxTimestamp = rxTimestamp
    self.anchorCFO = anchorCFO
    self.cfo = cfo
    self.initiatorReplyTime = initiatorReplyTime
    self.responderReplyTime = responderReplyTime
    self.initiatorResponderToF = initiatorResponderToF
    self.anchorLocation = anchorLocation
    self.activeRoundIndexes = activeRoundIndexes
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(
      17,
      "mac:2 status:1 message_type:1 message_control:2 block_index:2 round_index:1 nlos:1 aoa_azimuth:2 aoa_azimuth_fom:1 aoa_elevation:2 aoa_elevation_fom:1 rssi:1"
    )
    self.macNumber = run.integer(at: 0)
    self.status = UCIStatus(rawValue: run.integer(at: 2))
    self.messageType = UCIDLTDoAMessageType(rawValue: run.integer(at: 3))
    self.messageControl = run.integer(at: 4)
    self.blockIndex = run.integer(at: 6)
    self.roundIndex = run.integer(at: 8)
    self.nlos = UCILineOfSight(rawValue: run.integer(at: 9))
    self.aoaAzimuth = run.integer(at: 10)
    self.aoaAzimuthFoM = run.integer(at: 12)
    self.aoaElevation = run.integer(at: 13)
    self.aoaElevationFoM = run.integer(at: 15)
    self.rssi = run.integer(at: 16)
    let txTimestampSize = try reader.derived(
      from: Int(self.messageControl), mask: 0x02, shift: 1, values: [5, 8],
      field: "message_control", behind: 13)
    let rxTimestampSize = try reader.derived(
      from: Int(self.messageControl), mask: 0x08, shift: 3, values: [5, 8],
      field: "message_control", behind: 13)
    let locationSize = try reader.derived(
      from: Int(self.messageControl), mask: 0x60, shift: 5, values: [0, 12, 10],
      field: "message_control", behind: 13)
    let activeRoundCount = try reader.derived(
      from: Int(self.messageControl), mask: 0x780, shift: 7,
      values: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15], field: "message_control",
      behind: 13)
    self.txTimestamp = try reader.readUnsigned(count: txTimestampSize, field: "tx_timestamp")
    self.rxTimestamp = try reader.readUnsigned(count: rxTimestampSize, field: "rx_timestamp")
    let run2 = try reader.readRun(
      14,
      "anchor_cfo:2 cfo:2 initiator_reply_time:4 responder_reply_time:4 initiator_responder_tof:2")
    self.anchorCFO = run2.integer(at: 0)
    self.cfo = run2.integer(at: 2)
    self.initiatorReplyTime = run2.integer(at: 4)
    self.responderReplyTime = run2.integer(at: 8)
    self.initiatorResponderToF = run2.integer(at: 12)
    self.anchorLocation = try reader.readBytes(locationSize, field: "anchor_location")
    var activeRoundIndexesRead: [UInt8] = []
    for _ in 0..<activeRoundCount {
      activeRoundIndexesRead.append(try reader.read(UInt8.self, field: "active_round_indexes"))
    }
    self.activeRoundIndexes = activeRoundIndexesRead
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    var run = writer.writeRun(17)
    run.put(self.macNumber, at: 0)
    run.put(self.status.rawValue, at: 2)
    run.put(self.messageType.rawValue, at: 3)
    run.put(self.messageControl, at: 4)
    run.put(self.blockIndex, at: 6)
    run.put(self.roundIndex, at: 8)
    run.put(self.nlos.rawValue, at: 9)
    run.put(self.aoaAzimuth, at: 10)
    run.put(self.aoaAzimuthFoM, at: 12)
    run.put(self.aoaElevation, at: 13)
    run.put(self.aoaElevationFoM, at: 15)
    run.put(self.rssi, at: 16)
    let txTimestampSize = derivedSize(
      from: Int(self.messageControl), mask: 0x02, shift: 1, values: [5, 8])
    let rxTimestampSize = derivedSize(
      from: Int(self.messageControl), mask: 0x08, shift: 3, values: [5, 8])
    let locationSize = derivedSize(
      from: Int(self.messageControl), mask: 0x60, shift: 5, values: [0, 12, 10])
    let activeRoundCount = derivedSize(
      from: Int(self.messageControl), mask: 0x780, shift: 7,
      values: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])
    writer.writeUnsigned(self.txTimestamp, count: txTimestampSize)
    writer.writeUnsigned(self.rxTimestamp, count: rxTimestampSize)
    var run2 = writer.writeRun(14)
    run2.put(self.anchorCFO, at: 0)
    run2.put(self.cfo, at: 2)
    run2.put(self.initiatorReplyTime, at: 4)
    run2.put(self.responderReplyTime, at: 8)
    run2.put(self.initiatorResponderToF, at: 12)
    writer.write(self.anchorLocation, count: locationSize)
    for element in self.activeRoundIndexes.prefix(activeRoundCount) { writer.write(element) }
    for _ in min(self.activeRoundIndexes.count, activeRoundCount)..<activeRoundCount {
      writer.write(UInt8(0))
    }
  }

  /// ``aoaAzimuth`` in deg.
  public var aoaAzimuthDegrees: Double { Double(aoaAzimuth) / 128 }

  /// ``aoaElevation`` in deg.
  public var aoaElevationDegrees: Double { Double(aoaElevation) / 128 }

  /// ``rssi`` in dBm; nil when there is none.
  public var rssiDBm: Double? { rssi == 0x00 ? nil : Double(rssi) / -2 }
}

/// The record `dl_tdoa_extended` (AOSP, pica, observed: Qorvo host tools).
public struct DLTDoAExtendedMeasurement: Equatable, Sendable {
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("mac", .address, .bytes(8)),
    .init("status", .enumeration, .bytes(1), values: UCIStatus.self),
    .init("message_type", .enumeration, .bytes(1), values: UCIDLTDoAMessageType.self),
    .init("message_control", .unsigned, .bytes(2)),
    .init("block_index", .unsigned, .bytes(2)),
    .init("round_index", .unsigned, .bytes(1)),
    .init("nlos", .enumeration, .bytes(1), values: UCILineOfSight.self),
    .init("aoa_azimuth", .signed, .bytes(2), unit: "deg", divisor: 128),
    .init("aoa_azimuth_fom", .unsigned, .bytes(1), unit: "%", most: 100),
    .init("aoa_elevation", .signed, .bytes(2), unit: "deg", divisor: 128),
    .init("aoa_elevation_fom", .unsigned, .bytes(1), unit: "%", most: 100),
    .init("rssi", .unsigned, .bytes(1), unit: "dBm", divisor: -2, none: 0x00),
    .init(
      "tx_timestamp", .unsigned,
      .derived(from: "message_control", mask: 0x02, shift: 1, values: [5, 8]), unit: "tick"),
    .init(
      "rx_timestamp", .unsigned,
      .derived(from: "message_control", mask: 0x08, shift: 3, values: [5, 8]), unit: "tick"),
    .init("anchor_cfo", .signed, .bytes(2), unit: "ppm", divisor: 1024),
    .init("cfo", .signed, .bytes(2), unit: "ppm", divisor: 1024),
    .init("initiator_reply_time", .unsigned, .bytes(4), unit: "tick"),
    .init("responder_reply_time", .unsigned, .bytes(4), unit: "tick"),
    .init("initiator_responder_tof", .unsigned, .bytes(2), unit: "tick"),
    .init(
      "anchor_location", .bytes,
      .derived(from: "message_control", mask: 0x60, shift: 5, values: [0, 12, 10])),
    .init(
      "active_round_indexes", .list(.init("active_round_index", .unsigned, .bytes(1))),
      .derived(
        from: "message_control", mask: 0x780, shift: 7,
        values: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])),
  ]

  /// `mac`, 8 bytes, as a little-endian number.
  public var macNumber: UInt64
  /// `status`.
  public var status: UCIStatus
  /// `message_type`.
  public var messageType: UCIDLTDoAMessageType
  /// `message_control`.
  public var messageControl: UInt16
  /// `block_index`.
  public var blockIndex: UInt16
  /// `round_index`.
  public var roundIndex: UInt8
  /// `nlos`.
  public var nlos: UCILineOfSight
  /// `aoa_azimuth`, raw; divide by 128 for deg.
  public var aoaAzimuth: Int16
  /// `aoa_azimuth_fom`, in %.
  public var aoaAzimuthFoM: UInt8
  /// `aoa_elevation`, raw; divide by 128 for deg.
  public var aoaElevation: Int16
  /// `aoa_elevation_fom`, in %.
  public var aoaElevationFoM: UInt8
  /// `rssi`, raw; divide by -2 for dBm; 0x00 is none.
  public var rssi: UInt8
  /// `tx_timestamp`, in tick.
  public var txTimestamp: UInt64
  /// `rx_timestamp`, in tick.
  public var rxTimestamp: UInt64
  /// `anchor_cfo`, raw; divide by 1024 for ppm.
  public var anchorCFO: Int16
  /// `cfo`, raw; divide by 1024 for ppm.
  public var cfo: Int16
  /// `initiator_reply_time`, in tick.
  public var initiatorReplyTime: UInt32
  /// `responder_reply_time`, in tick.
  public var responderReplyTime: UInt32
  /// `initiator_responder_tof`, in tick.
  public var initiatorResponderToF: UInt16
  /// `anchor_location`.
  public var anchorLocation: [UInt8]
  /// `active_round_indexes`, a list.
  public var activeRoundIndexes: [UInt8]
  /// `mac`, 8 bytes.
  public var mac: [UInt8] {
    get { bytes(of: macNumber) }
    set { macNumber = number(of: newValue) }
  }

  /// All fields.
  public init(
    mac: [UInt8], status: UCIStatus, messageType: UCIDLTDoAMessageType, messageControl: UInt16,
    blockIndex: UInt16, roundIndex: UInt8, nlos: UCILineOfSight, aoaAzimuth: Int16,
    aoaAzimuthFoM: UInt8, aoaElevation: Int16, aoaElevationFoM: UInt8, rssi: UInt8,
    txTimestamp: UInt64, rxTimestamp: UInt64, anchorCFO: Int16, cfo: Int16,
    initiatorReplyTime: UInt32, responderReplyTime: UInt32, initiatorResponderToF: UInt16,
    anchorLocation: [UInt8], activeRoundIndexes: [UInt8]
  ) {
    self.macNumber = number(of: mac)
    self.status = status
    self.messageType = messageType
    self.messageControl = messageControl
    self.blockIndex = blockIndex
    self.roundIndex = roundIndex
    self.nlos = nlos
    self.aoaAzimuth = aoaAzimuth
    self.aoaAzimuthFoM = aoaAzimuthFoM
    self.aoaElevation = aoaElevation
    self.aoaElevationFoM = aoaElevationFoM
    self.rssi = rssi
    self.txTimestamp = txTimestamp
    self.rxTimestamp = rxTimestamp
    self.anchorCFO = anchorCFO
    self.cfo = cfo
    self.initiatorReplyTime = initiatorReplyTime
    self.responderReplyTime = responderReplyTime
    self.initiatorResponderToF = initiatorResponderToF
    self.anchorLocation = anchorLocation
    self.activeRoundIndexes = activeRoundIndexes
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(
      23,
      "mac:8 status:1 message_type:1 message_control:2 block_index:2 round_index:1 nlos:1 aoa_azimuth:2 aoa_azimuth_fom:1 aoa_elevation:2 aoa_elevation_fom:1 rssi:1"
    )
    self.macNumber = run.integer(at: 0)
    self.status = UCIStatus(rawValue: run.integer(at: 8))
    self.messageType = UCIDLTDoAMessageType(rawValue: run.integer(at: 9))
    self.messageControl = run.integer(at: 10)
    self.blockIndex = run.integer(at: 12)
    self.roundIndex = run.integer(at: 14)
    self.nlos = UCILineOfSight(rawValue: run.integer(at: 15))
    self.aoaAzimuth = run.integer(at: 16)
    self.aoaAzimuthFoM = run.integer(at: 18)
    self.aoaElevation = run.integer(at: 19)
    self.aoaElevationFoM = run.integer(at: 21)
    self.rssi = run.integer(at: 22)
    let txTimestampSize = try reader.derived(
      from: Int(self.messageControl), mask: 0x02, shift: 1, values: [5, 8],
      field: "message_control", behind: 13)
    let rxTimestampSize = try reader.derived(
      from: Int(self.messageControl), mask: 0x08, shift: 3, values: [5, 8],
      field: "message_control", behind: 13)
    let locationSize = try reader.derived(
      from: Int(self.messageControl), mask: 0x60, shift: 5, values: [0, 12, 10],
      field: "message_control", behind: 13)
    let activeRoundCount = try reader.derived(
      from: Int(self.messageControl), mask: 0x780, shift: 7,
      values: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15], field: "message_control",
      behind: 13)
    self.txTimestamp = try reader.readUnsigned(count: txTimestampSize, field: "tx_timestamp")
    self.rxTimestamp = try reader.readUnsigned(count: rxTimestampSize, field: "rx_timestamp")
    let run2 = try reader.readRun(
      14,
      "anchor_cfo:2 cfo:2 initiator_reply_time:4 responder_reply_time:4 initiator_responder_tof:2")
    self.anchorCFO = run2.integer(at: 0)
    self.cfo = run2.integer(at: 2)
    self.initiatorReplyTime = run2.integer(at: 4)
    self.responderReplyTime = run2.integer(at: 8)
    self.initiatorResponderToF = run2.integer(at: 12)
    self.anchorLocation = try reader.readBytes(locationSize, field: "anchor_location")
    var activeRoundIndexesRead: [UInt8] = []
    for _ in 0..<activeRoundCount {
      activeRoundIndexesRead.append(try reader.read(UInt8.self, field: "active_round_indexes"))
    }
    self.activeRoundIndexes = activeRoundIndexesRead
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    var run = writer.writeRun(23)
    run.put(self.macNumber, at: 0)
    run.put(self.status.rawValue, at: 8)
    run.put(self.messageType.rawValue, at: 9)
    run.put(self.messageControl, at: 10)
    run.put(self.blockIndex, at: 12)
    run.put(self.roundIndex, at: 14)
    run.put(self.nlos.rawValue, at: 15)
    run.put(self.aoaAzimuth, at: 16)
    run.put(self.aoaAzimuthFoM, at: 18)
    run.put(self.aoaElevation, at: 19)
    run.put(self.aoaElevationFoM, at: 21)
    run.put(self.rssi, at: 22)
    let txTimestampSize = derivedSize(
      from: Int(self.messageControl), mask: 0x02, shift: 1, values: [5, 8])
    let rxTimestampSize = derivedSize(
      from: Int(self.messageControl), mask: 0x08, shift: 3, values: [5, 8])
    let locationSize = derivedSize(
      from: Int(self.messageControl), mask: 0x60, shift: 5, values: [0, 12, 10])
    let activeRoundCount = derivedSize(
      from: Int(self.messageControl), mask: 0x780, shift: 7,
      values: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])
    writer.writeUnsigned(self.txTimestamp, count: txTimestampSize)
    writer.writeUnsigned(self.rxTimestamp, count: rxTimestampSize)
    var run2 = writer.writeRun(14)
    run2.put(self.anchorCFO, at: 0)
    run2.put(self.cfo, at: 2)
    run2.put(self.initiatorReplyTime, at: 4)
    run2.put(self.responderReplyTime, at: 8)
    run2.put(self.initiatorResponderToF, at: 12)
    writer.write(self.anchorLocation, count: locationSize)
    for element in self.activeRoundIndexes.prefix(activeRoundCount) { writer.write(element) }
    for _ in min(self.activeRoundIndexes.count, activeRoundCount)..<activeRoundCount {
      writer.write(UInt8(0))
    }
  }

  /// ``aoaAzimuth`` in deg.
  public var aoaAzimuthDegrees: Double { Double(aoaAzimuth) / 128 }

  /// ``aoaElevation`` in deg.
  public var aoaElevationDegrees: Double { Double(aoaElevation) / 128 }

  /// ``rssi`` in dBm; nil when there is none.
  public var rssiDBm: Double? { rssi == 0x00 ? nil : Double(rssi) / -2 }
}

/// The record `ul_tdoa_short` (observed: Qorvo host tools; uncertain).
public struct ULTDoAShortMeasurement: Equatable, Sendable {
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("mac", .address, .bytes(2)),
    .init("status", .enumeration, .bytes(1), values: UCIStatus.self),
    .init("message_control", .unsigned, .bytes(2)),
    .init("frame_type", .unsigned, .bytes(1)),
    .init("nlos", .enumeration, .bytes(1), values: UCILineOfSight.self),
    .init("aoa_azimuth", .signed, .bytes(2), unit: "deg", divisor: 128),
    .init("aoa_azimuth_fom", .unsigned, .bytes(1), unit: "%", most: 100),
    .init("aoa_elevation", .signed, .bytes(2), unit: "deg", divisor: 128),
    .init("aoa_elevation_fom", .unsigned, .bytes(1), unit: "%", most: 100),
    .init("frame_number", .unsigned, .bytes(4)),
    .init(
      "rx_timestamp", .unsigned,
      .derived(from: "message_control", mask: 0x08, shift: 3, values: [5, 8]), unit: "tick"),
    .init("remainder", .bytes, .rest),
  ]

  /// `mac`, 2 bytes, as a little-endian number.
  public var macNumber: UInt16
  /// `status`.
  public var status: UCIStatus
  /// `message_control`.
  public var messageControl: UInt16
  /// `frame_type`.
  public var frameType: UInt8
  /// `nlos`.
  public var nlos: UCILineOfSight
  /// `aoa_azimuth`, raw; divide by 128 for deg.
  public var aoaAzimuth: Int16
  /// `aoa_azimuth_fom`, in %.
  public var aoaAzimuthFoM: UInt8
  /// `aoa_elevation`, raw; divide by 128 for deg.
  public var aoaElevation: Int16
  /// `aoa_elevation_fom`, in %.
  public var aoaElevationFoM: UInt8
  /// `frame_number`.
  public var frameNumber: UInt32
  /// `rx_timestamp`, in tick.
  public var rxTimestamp: UInt64
  /// `remainder`, all bytes that are left.
  public var remainder: [UInt8]
  /// `mac`, 2 bytes.
  public var mac: [UInt8] {
    get { bytes(of: macNumber) }
    set { macNumber = number(of: newValue) }
  }

  /// All fields.
  public init(
    mac: [UInt8], status: UCIStatus, messageControl: UInt16, frameType: UInt8, nlos: UCILineOfSight,
    aoaAzimuth: Int16, aoaAzimuthFoM: UInt8, aoaElevation: Int16, aoaElevationFoM: UInt8,
    frameNumber: UInt32, rxTimestamp: UInt64, remainder: [UInt8]
  ) {
    self.macNumber = number(of: mac)
    self.status = status
    self.messageControl = messageControl
    self.frameType = frameType
    self.nlos = nlos
    self.aoaAzimuth = aoaAzimuth
    self.aoaAzimuthFoM = aoaAzimuthFoM
    self.aoaElevation = aoaElevation
    self.aoaElevationFoM = aoaElevationFoM
    self.frameNumber = frameNumber
    self.rxTimestamp = rxTimestamp
    self.remainder = remainder
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(
      17,
      "mac:2 status:1 message_control:2 frame_type:1 nlos:1 aoa_azimuth:2 aoa_azimuth_fom:1 aoa_elevation:2 aoa_elevation_fom:1 frame_number:4"
    )
    self.macNumber = run.integer(at: 0)
    self.status = UCIStatus(rawValue: run.integer(at: 2))
    self.messageControl = run.integer(at: 3)
    self.frameType = run.integer(at: 5)
    self.nlos = UCILineOfSight(rawValue: run.integer(at: 6))
    self.aoaAzimuth = run.integer(at: 7)
    self.aoaAzimuthFoM = run.integer(at: 9)
    self.aoaElevation = run.integer(at: 10)
    self.aoaElevationFoM = run.integer(at: 12)
    self.frameNumber = run.integer(at: 13)
    let rxTimestampSize = try reader.derived(
      from: Int(self.messageControl), mask: 0x08, shift: 3, values: [5, 8],
      field: "message_control", behind: 14)
    self.rxTimestamp = try reader.readUnsigned(count: rxTimestampSize, field: "rx_timestamp")
    self.remainder = reader.readRest()
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    var run = writer.writeRun(17)
    run.put(self.macNumber, at: 0)
    run.put(self.status.rawValue, at: 2)
    run.put(self.messageControl, at: 3)
    run.put(self.frameType, at: 5)
    run.put(self.nlos.rawValue, at: 6)
    run.put(self.aoaAzimuth, at: 7)
    run.put(self.aoaAzimuthFoM, at: 9)
    run.put(self.aoaElevation, at: 10)
    run.put(self.aoaElevationFoM, at: 12)
    run.put(self.frameNumber, at: 13)
    let rxTimestampSize = derivedSize(
      from: Int(self.messageControl), mask: 0x08, shift: 3, values: [5, 8])
    writer.writeUnsigned(self.rxTimestamp, count: rxTimestampSize)
    writer.write(self.remainder)
  }

  /// ``aoaAzimuth`` in deg.
  public var aoaAzimuthDegrees: Double { Double(aoaAzimuth) / 128 }

  /// ``aoaElevation`` in deg.
  public var aoaElevationDegrees: Double { Double(aoaElevation) / 128 }
}

/// The record `ul_tdoa_extended` (observed: Qorvo host tools; uncertain).
public struct ULTDoAExtendedMeasurement: Equatable, Sendable {
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("mac", .address, .bytes(8)),
    .init("status", .enumeration, .bytes(1), values: UCIStatus.self),
    .init("message_control", .unsigned, .bytes(2)),
    .init("frame_type", .unsigned, .bytes(1)),
    .init("nlos", .enumeration, .bytes(1), values: UCILineOfSight.self),
    .init("aoa_azimuth", .signed, .bytes(2), unit: "deg", divisor: 128),
    .init("aoa_azimuth_fom", .unsigned, .bytes(1), unit: "%", most: 100),
    .init("aoa_elevation", .signed, .bytes(2), unit: "deg", divisor: 128),
    .init("aoa_elevation_fom", .unsigned, .bytes(1), unit: "%", most: 100),
    .init("frame_number", .unsigned, .bytes(4)),
    .init(
      "rx_timestamp", .unsigned,
      .derived(from: "message_control", mask: 0x08, shift: 3, values: [5, 8]), unit: "tick"),
    .init("remainder", .bytes, .rest),
  ]

  /// `mac`, 8 bytes, as a little-endian number.
  public var macNumber: UInt64
  /// `status`.
  public var status: UCIStatus
  /// `message_control`.
  public var messageControl: UInt16
  /// `frame_type`.
  public var frameType: UInt8
  /// `nlos`.
  public var nlos: UCILineOfSight
  /// `aoa_azimuth`, raw; divide by 128 for deg.
  public var aoaAzimuth: Int16
  /// `aoa_azimuth_fom`, in %.
  public var aoaAzimuthFoM: UInt8
  /// `aoa_elevation`, raw; divide by 128 for deg.
  public var aoaElevation: Int16
  /// `aoa_elevation_fom`, in %.
  public var aoaElevationFoM: UInt8
  /// `frame_number`.
  public var frameNumber: UInt32
  /// `rx_timestamp`, in tick.
  public var rxTimestamp: UInt64
  /// `remainder`, all bytes that are left.
  public var remainder: [UInt8]
  /// `mac`, 8 bytes.
  public var mac: [UInt8] {
    get { bytes(of: macNumber) }
    set { macNumber = number(of: newValue) }
  }

  /// All fields.
  public init(
    mac: [UInt8], status: UCIStatus, messageControl: UInt16, frameType: UInt8, nlos: UCILineOfSight,
    aoaAzimuth: Int16, aoaAzimuthFoM: UInt8, aoaElevation: Int16, aoaElevationFoM: UInt8,
    frameNumber: UInt32, rxTimestamp: UInt64, remainder: [UInt8]
  ) {
    self.macNumber = number(of: mac)
    self.status = status
    self.messageControl = messageControl
    self.frameType = frameType
    self.nlos = nlos
    self.aoaAzimuth = aoaAzimuth
    self.aoaAzimuthFoM = aoaAzimuthFoM
    self.aoaElevation = aoaElevation
    self.aoaElevationFoM = aoaElevationFoM
    self.frameNumber = frameNumber
    self.rxTimestamp = rxTimestamp
    self.remainder = remainder
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(
      23,
      "mac:8 status:1 message_control:2 frame_type:1 nlos:1 aoa_azimuth:2 aoa_azimuth_fom:1 aoa_elevation:2 aoa_elevation_fom:1 frame_number:4"
    )
    self.macNumber = run.integer(at: 0)
    self.status = UCIStatus(rawValue: run.integer(at: 8))
    self.messageControl = run.integer(at: 9)
    self.frameType = run.integer(at: 11)
    self.nlos = UCILineOfSight(rawValue: run.integer(at: 12))
    self.aoaAzimuth = run.integer(at: 13)
    self.aoaAzimuthFoM = run.integer(at: 15)
    self.aoaElevation = run.integer(at: 16)
    self.aoaElevationFoM = run.integer(at: 18)
    self.frameNumber = run.integer(at: 19)
    let rxTimestampSize = try reader.derived(
      from: Int(self.messageControl), mask: 0x08, shift: 3, values: [5, 8],
      field: "message_control", behind: 14)
    self.rxTimestamp = try reader.readUnsigned(count: rxTimestampSize, field: "rx_timestamp")
    self.remainder = reader.readRest()
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    var run = writer.writeRun(23)
    run.put(self.macNumber, at: 0)
    run.put(self.status.rawValue, at: 8)
    run.put(self.messageControl, at: 9)
    run.put(self.frameType, at: 11)
    run.put(self.nlos.rawValue, at: 12)
    run.put(self.aoaAzimuth, at: 13)
    run.put(self.aoaAzimuthFoM, at: 15)
    run.put(self.aoaElevation, at: 16)
    run.put(self.aoaElevationFoM, at: 18)
    run.put(self.frameNumber, at: 19)
    let rxTimestampSize = derivedSize(
      from: Int(self.messageControl), mask: 0x08, shift: 3, values: [5, 8])
    writer.writeUnsigned(self.rxTimestamp, count: rxTimestampSize)
    writer.write(self.remainder)
  }

  /// ``aoaAzimuth`` in deg.
  public var aoaAzimuthDegrees: Double { Double(aoaAzimuth) / 128 }

  /// ``aoaElevation`` in deg.
  public var aoaElevationDegrees: Double { Double(aoaElevation) / 128 }
}

/// The record `frame_report_field`.
public struct FrameReportField: Equatable, Sendable {
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("type", .enumeration, .bytes(1), values: UCIDiagFieldType.self),
    .init("len", .unsigned, .bytes(2)),
    .init("value", .bytes, .field("len")),
  ]

  /// `type`.
  public var type: UCIDiagFieldType
  /// `value`.
  public var value: [UInt8]

  /// All fields.
  public init(type: UCIDiagFieldType, value: [UInt8]) {
    self.type = type
    self.value = value
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(3, "type:1 len:2")
    self.type = UCIDiagFieldType(rawValue: run.integer(at: 0))
    let len = Int(run.integer(UInt16.self, at: 1))
    self.value = try reader.readBytes(len, field: "value")
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    let len = min(self.value.count, Int(UInt16.max))
    var run = writer.writeRun(3)
    run.put(self.type.rawValue, at: 0)
    run.put(UInt16(truncatingIfNeeded: len), at: 1)
    writer.write(self.value, count: len)
  }
}

/// The record `frame_report` (AOSP, pica, observed: Qorvo host tools).
public struct FrameReport: Equatable, Sendable {
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("uwb_msg_id", .enumeration, .bytes(1), values: UCIDiagMessageID.self),
    .init("action", .enumeration, .bytes(1), values: UCIDiagAction.self),
    .init("antenna_set", .unsigned, .bytes(1)),
    .init("num", .unsigned, .bytes(1)),
    .init("fields", .list(.init("field", .record(FrameReportField.fields), .parts)), .field("num")),
  ]

  /// `uwb_msg_id`.
  public var uwbMsgID: UCIDiagMessageID
  /// `action`.
  public var action: UCIDiagAction
  /// `antenna_set`.
  public var antennaSet: UInt8
  /// `fields`, a list.
  public var fields: [FrameReportField]

  /// All fields.
  public init(
    uwbMsgID: UCIDiagMessageID, action: UCIDiagAction, antennaSet: UInt8, fields: [FrameReportField]
  ) {
    self.uwbMsgID = uwbMsgID
    self.action = action
    self.antennaSet = antennaSet
    self.fields = fields
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(4, "uwb_msg_id:1 action:1 antenna_set:1 num:1")
    self.uwbMsgID = UCIDiagMessageID(rawValue: run.integer(at: 0))
    self.action = UCIDiagAction(rawValue: run.integer(at: 1))
    self.antennaSet = run.integer(at: 2)
    let num = Int(run.integer(UInt8.self, at: 3))
    var fieldsRead: [FrameReportField] = []
    for _ in 0..<num { fieldsRead.append(try FrameReportField(reading: &reader, dialect: dialect)) }
    self.fields = fieldsRead
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    let num = min(self.fields.count, Int(UInt8.max))
    var run = writer.writeRun(4)
    run.put(self.uwbMsgID.rawValue, at: 0)
    run.put(self.action.rawValue, at: 1)
    run.put(self.antennaSet, at: 2)
    run.put(UInt8(truncatingIfNeeded: num), at: 3)
    for element in self.fields.prefix(num) { element.encode(into: &writer) }
  }
}

/// The record `device_info_vendor_qorvo` (observed: DWM3001CDK, observed: Qorvo host tools).
public struct DeviceInfoVendorQorvo: Equatable, Sendable {
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("fw_major", .unsigned, .bytes(1)),
    .init("fw_minor", .unsigned, .bytes(1)),
    .init("fw_patch", .unsigned, .bytes(1)),
    .init("fw_rc", .unsigned, .bytes(1)),
    .init("build_job", .unsigned, .bytes(8)),
    .init("oem_major", .unsigned, .bytes(1)),
    .init("oem_minor", .unsigned, .bytes(1)),
    .init("oem_revision", .unsigned, .bytes(1)),
    .init("soc_id", .bytes, .bytes(32)),
    .init("device_id", .address, .bytes(4)),
    .init("package_id", .unsigned, .bytes(1)),
  ]

  /// `fw_major`.
  public var fwMajor: UInt8
  /// `fw_minor`.
  public var fwMinor: UInt8
  /// `fw_patch`.
  public var fwPatch: UInt8
  /// `fw_rc`.
  public var fwRc: UInt8
  /// `build_job`.
  public var buildJob: UInt64
  /// `oem_major`.
  public var oemMajor: UInt8
  /// `oem_minor`.
  public var oemMinor: UInt8
  /// `oem_revision`.
  public var oemRevision: UInt8
  /// `soc_id`, 32 bytes.
  public var socID: [UInt8]
  /// `device_id`.
  public var deviceID: UInt32
  /// `package_id`.
  public var packageID: UInt8

  /// All fields.
  public init(
    fwMajor: UInt8, fwMinor: UInt8, fwPatch: UInt8, fwRc: UInt8, buildJob: UInt64, oemMajor: UInt8,
    oemMinor: UInt8, oemRevision: UInt8, socID: [UInt8], deviceID: UInt32, packageID: UInt8
  ) {
    self.fwMajor = fwMajor
    self.fwMinor = fwMinor
    self.fwPatch = fwPatch
    self.fwRc = fwRc
    self.buildJob = buildJob
    self.oemMajor = oemMajor
    self.oemMinor = oemMinor
    self.oemRevision = oemRevision
    self.socID = socID
    self.deviceID = deviceID
    self.packageID = packageID
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(
      52,
      "fw_major:1 fw_minor:1 fw_patch:1 fw_rc:1 build_job:8 oem_major:1 oem_minor:1 oem_revision:1 soc_id:32 device_id:4 package_id:1"
    )
    self.fwMajor = run.integer(at: 0)
    self.fwMinor = run.integer(at: 1)
    self.fwPatch = run.integer(at: 2)
    self.fwRc = run.integer(at: 3)
    self.buildJob = run.integer(at: 4)
    self.oemMajor = run.integer(at: 12)
    self.oemMinor = run.integer(at: 13)
    self.oemRevision = run.integer(at: 14)
    self.socID = run.slice(at: 15, count: 32).copied()
    self.deviceID = run.integer(at: 47)
    self.packageID = run.integer(at: 51)
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    var run = writer.writeRun(52)
    run.put(self.fwMajor, at: 0)
    run.put(self.fwMinor, at: 1)
    run.put(self.fwPatch, at: 2)
    run.put(self.fwRc, at: 3)
    run.put(self.buildJob, at: 4)
    run.put(self.oemMajor, at: 12)
    run.put(self.oemMinor, at: 13)
    run.put(self.oemRevision, at: 14)
    run.put(self.socID, at: 15, count: 32)
    run.put(self.deviceID, at: 47)
    run.put(self.packageID, at: 51)
  }
}

/// The record `capability_tlv`.
public struct CapabilityTLV: Equatable, Sendable {
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("id", .unsigned, .bytes(1), values: CapabilityID.self),
    .init("len", .unsigned, .bytes(1)),
    .init("value", .bytes, .field("len")),
  ]

  /// `id`.
  public var id: UInt8
  /// `value`.
  public var value: [UInt8]

  /// All fields.
  public init(id: UInt8, value: [UInt8]) {
    self.id = id
    self.value = value
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(2, "id:1 len:1")
    self.id = run.integer(at: 0)
    let len = Int(run.integer(UInt8.self, at: 1))
    self.value = try reader.readBytes(len, field: "value")
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    let len = min(self.value.count, Int(UInt8.max))
    var run = writer.writeRun(2)
    run.put(self.id, at: 0)
    run.put(UInt8(truncatingIfNeeded: len), at: 1)
    writer.write(self.value, count: len)
  }
}

/// The record `device_config_tlv`.
public struct DeviceConfigTLV: Equatable, Sendable {
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("id", .enumeration, .bytes(1), values: DeviceConfigID.self),
    .init("len", .unsigned, .bytes(1)),
    .init("value", .bytes, .field("len")),
  ]

  /// `id`.
  public var id: DeviceConfigID
  /// `value`.
  public var value: [UInt8]

  /// All fields.
  public init(id: DeviceConfigID, value: [UInt8]) {
    self.id = id
    self.value = value
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(2, "id:1 len:1")
    self.id = DeviceConfigID(rawValue: run.integer(at: 0))
    let len = Int(run.integer(UInt8.self, at: 1))
    self.value = try reader.readBytes(len, field: "value")
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    let len = min(self.value.count, Int(UInt8.max))
    var run = writer.writeRun(2)
    run.put(self.id.rawValue, at: 0)
    run.put(UInt8(truncatingIfNeeded: len), at: 1)
    writer.write(self.value, count: len)
  }
}

/// The record `device_config_failure`.
public struct DeviceConfigFailure: Equatable, Sendable {
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("id", .enumeration, .bytes(1), values: DeviceConfigID.self),
    .init("status", .enumeration, .bytes(1), values: UCIStatus.self),
  ]

  /// `id`.
  public var id: DeviceConfigID
  /// `status`.
  public var status: UCIStatus

  /// All fields.
  public init(id: DeviceConfigID, status: UCIStatus) {
    self.id = id
    self.status = status
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(2, "id:1 status:1")
    self.id = DeviceConfigID(rawValue: run.integer(at: 0))
    self.status = UCIStatus(rawValue: run.integer(at: 1))
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    var run = writer.writeRun(2)
    run.put(self.id.rawValue, at: 0)
    run.put(self.status.rawValue, at: 1)
  }
}

/// The record `app_config_tlv`.
public struct AppConfigTLV: Equatable, Sendable {
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("id", .enumeration, .bytes(1), values: AppConfigID.self),
    .init("len", .unsigned, .bytes(1)),
    .init("value", .bytes, .field("len")),
  ]

  /// `id`.
  public var id: AppConfigID
  /// `value`.
  public var value: [UInt8]

  /// All fields.
  public init(id: AppConfigID, value: [UInt8]) {
    self.id = id
    self.value = value
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(2, "id:1 len:1")
    self.id = AppConfigID(rawValue: run.integer(at: 0))
    let len = Int(run.integer(UInt8.self, at: 1))
    self.value = try reader.readBytes(len, field: "value")
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    let len = min(self.value.count, Int(UInt8.max))
    var run = writer.writeRun(2)
    run.put(self.id.rawValue, at: 0)
    run.put(UInt8(truncatingIfNeeded: len), at: 1)
    writer.write(self.value, count: len)
  }
}

/// The record `app_config_failure`.
public struct AppConfigFailure: Equatable, Sendable {
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("id", .enumeration, .bytes(1), values: AppConfigID.self),
    .init("status", .enumeration, .bytes(1), values: UCIStatus.self),
  ]

  /// `id`.
  public var id: AppConfigID
  /// `status`.
  public var status: UCIStatus

  /// All fields.
  public init(id: AppConfigID, status: UCIStatus) {
    self.id = id
    self.status = status
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(2, "id:1 status:1")
    self.id = AppConfigID(rawValue: run.integer(at: 0))
    self.status = UCIStatus(rawValue: run.integer(at: 1))
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    var run = writer.writeRun(2)
    run.put(self.id.rawValue, at: 0)
    run.put(self.status.rawValue, at: 1)
  }
}

/// The record `multicast_controlee`.
public struct MulticastControlee: Equatable, Sendable {
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("short_mac", .address, .bytes(2)),
    .init("sub_session_id", .unsigned, .bytes(4)),
    .init(
      "sub_session_key", .bytes,
      .derived(from: "action", mask: 0xFF, shift: 0, values: [0, 0, 16, 32])),
  ]

  /// `short_mac`, 2 bytes, as a little-endian number.
  public var shortMACNumber: UInt16
  /// `sub_session_id`.
  public var subSessionID: UInt32
  /// `sub_session_key`.
  public var subSessionKey: [UInt8]
  /// `short_mac`, 2 bytes.
  public var shortMAC: [UInt8] {
    get { bytes(of: shortMACNumber) }
    set { shortMACNumber = number(of: newValue) }
  }

  /// All fields.
  public init(shortMAC: [UInt8], subSessionID: UInt32, subSessionKey: [UInt8]) {
    self.shortMACNumber = number(of: shortMAC)
    self.subSessionID = subSessionID
    self.subSessionKey = subSessionKey
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect, subSessionKeySize: Int)
    throws(WireError)
  {
    let run = try reader.readRun(6, "short_mac:2 sub_session_id:4")
    self.shortMACNumber = run.integer(at: 0)
    self.subSessionID = run.integer(at: 2)
    self.subSessionKey = try reader.readBytes(subSessionKeySize, field: "sub_session_key")
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter, subSessionKeySize: Int) {
    var run = writer.writeRun(6)
    run.put(self.shortMACNumber, at: 0)
    run.put(self.subSessionID, at: 2)
    writer.write(self.subSessionKey, count: subSessionKeySize)
  }
}

/// The record `multicast_result`.
public struct MulticastResult: Equatable, Sendable {
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("short_mac", .address, .bytes(2)),
    .init("status", .enumeration, .bytes(1), values: UCIMulticastStatus.self),
  ]

  /// `short_mac`, 2 bytes, as a little-endian number.
  public var shortMACNumber: UInt16
  /// `status`.
  public var status: UCIMulticastStatus
  /// `short_mac`, 2 bytes.
  public var shortMAC: [UInt8] {
    get { bytes(of: shortMACNumber) }
    set { shortMACNumber = number(of: newValue) }
  }

  /// All fields.
  public init(shortMAC: [UInt8], status: UCIMulticastStatus) {
    self.shortMACNumber = number(of: shortMAC)
    self.status = status
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(3, "short_mac:2 status:1")
    self.shortMACNumber = run.integer(at: 0)
    self.status = UCIMulticastStatus(rawValue: run.integer(at: 2))
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    var run = writer.writeRun(3)
    run.put(self.shortMACNumber, at: 0)
    run.put(self.status.rawValue, at: 2)
  }
}

/// The record `multicast_result_fira1`.
public struct MulticastResultFiRa1: Equatable, Sendable {
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("short_mac", .address, .bytes(2)),
    .init("sub_session_id", .unsigned, .bytes(4)),
    .init("status", .enumeration, .bytes(1), values: UCIMulticastStatus.self),
  ]

  /// `short_mac`, 2 bytes, as a little-endian number.
  public var shortMACNumber: UInt16
  /// `sub_session_id`.
  public var subSessionID: UInt32
  /// `status`.
  public var status: UCIMulticastStatus
  /// `short_mac`, 2 bytes.
  public var shortMAC: [UInt8] {
    get { bytes(of: shortMACNumber) }
    set { shortMACNumber = number(of: newValue) }
  }

  /// All fields.
  public init(shortMAC: [UInt8], subSessionID: UInt32, status: UCIMulticastStatus) {
    self.shortMACNumber = number(of: shortMAC)
    self.subSessionID = subSessionID
    self.status = status
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(7, "short_mac:2 sub_session_id:4 status:1")
    self.shortMACNumber = run.integer(at: 0)
    self.subSessionID = run.integer(at: 2)
    self.status = UCIMulticastStatus(rawValue: run.integer(at: 6))
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    var run = writer.writeRun(7)
    run.put(self.shortMACNumber, at: 0)
    run.put(self.subSessionID, at: 2)
    run.put(self.status.rawValue, at: 6)
  }
}

/// The record `dt_anchor_round`.
public struct DTAnchorRound: Equatable, Sendable {
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("round_index", .unsigned, .bytes(1)),
    .init("role", .enumeration, .bytes(1), values: UCIDTRoundRole.self),
    .init("n_dst", .unsigned, .bytes(1), condition: .init("role", equals: 1)),
    .init(
      "dst_macs", .list(.init("dst_mac", .address, .unsaid([2, 8]))), .field("n_dst"),
      condition: .init("role", equals: 1)),
    .init("slots_present", .unsigned, .bytes(1), condition: .init("role", equals: 1)),
    .init(
      "slots", .list(.init("slot", .unsigned, .bytes(1))), .field("n_dst"),
      condition: .init("slots_present", equals: 1)),
  ]

  /// `round_index`.
  public var roundIndex: UInt8
  /// `role`.
  public var role: UCIDTRoundRole
  /// `dst_macs`, a list; present only when `role` is 1.
  public var dstMACs: [[UInt8]]?
  /// `slots_present`; present only when `role` is 1.
  public var slotsPresent: UInt8?
  /// `slots`, a list; present only when `slots_present` is 1.
  public var slots: [UInt8]?

  /// All fields.
  public init(
    roundIndex: UInt8, role: UCIDTRoundRole, dstMACs: [[UInt8]]? = nil, slotsPresent: UInt8? = nil,
    slots: [UInt8]? = nil
  ) {
    self.roundIndex = roundIndex
    self.role = role
    self.dstMACs = dstMACs
    self.slotsPresent = slotsPresent
    self.slots = slots
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect, macSize: Int) throws(WireError)
  {
    let run = try reader.readRun(2, "round_index:1 role:1")
    self.roundIndex = run.integer(at: 0)
    self.role = UCIDTRoundRole(rawValue: run.integer(at: 1))
    var nDst = 0
    if self.role.rawValue == 1 { nDst = Int(try reader.read(UInt8.self, field: "n_dst")) }
    var dstMACsRead: [[UInt8]] = []
    if self.role.rawValue == 1 {
      for _ in 0..<nDst { dstMACsRead.append(try reader.readBytes(macSize, field: "dst_macs")) }
    }
    self.dstMACs = self.role.rawValue == 1 ? dstMACsRead : nil
    self.slotsPresent = self.role.rawValue == 1 ? try reader.read(field: "slots_present") : nil
    var slotsRead: [UInt8] = []
    if self.slotsPresent == 1 {
      for _ in 0..<nDst { slotsRead.append(try reader.read(UInt8.self, field: "slots")) }
    }
    self.slots = self.slotsPresent == 1 ? slotsRead : nil
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter, macSize: Int) {
    var run = writer.writeRun(2)
    run.put(self.roundIndex, at: 0)
    run.put(self.role.rawValue, at: 1)
    let nDst = min((self.dstMACs ?? []).count, Int(UInt8.max))
    if self.role.rawValue == 1 { writer.write(UInt8(truncatingIfNeeded: nDst)) }
    if self.role.rawValue == 1 {
      for element in (self.dstMACs ?? []).prefix(nDst) { writer.write(element, count: macSize) }
    }
    if self.role.rawValue == 1 { writer.write(self.slotsPresent ?? 0) }
    if self.slotsPresent == 1 {
      for element in (self.slots ?? []).prefix(nDst) { writer.write(element) }
      for _ in min((self.slots ?? []).count, nDst)..<nDst { writer.write(UInt8(0)) }
    }
  }
}

/// The record `hus_controller_phase`.
public struct HUSControllerPhase: Equatable, Sendable {
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("phase_session_token", .unsigned, .bytes(4)),
    .init("start_slot_index", .unsigned, .bytes(2)),
    .init("end_slot_index", .unsigned, .bytes(2)),
    .init("control", .unsigned, .bytes(1)),
    .init("mac", .address, .derived(from: "control", mask: 0x01, shift: 0, values: [2, 8])),
  ]

  /// `phase_session_token`.
  public var phaseSessionToken: UInt32
  /// `start_slot_index`.
  public var startSlotIndex: UInt16
  /// `end_slot_index`.
  public var endSlotIndex: UInt16
  /// `control`.
  public var control: UInt8
  /// `mac`.
  public var mac: [UInt8]

  /// All fields.
  public init(
    phaseSessionToken: UInt32, startSlotIndex: UInt16, endSlotIndex: UInt16, control: UInt8,
    mac: [UInt8]
  ) {
    self.phaseSessionToken = phaseSessionToken
    self.startSlotIndex = startSlotIndex
    self.endSlotIndex = endSlotIndex
    self.control = control
    self.mac = mac
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(
      9, "phase_session_token:4 start_slot_index:2 end_slot_index:2 control:1")
    self.phaseSessionToken = run.integer(at: 0)
    self.startSlotIndex = run.integer(at: 4)
    self.endSlotIndex = run.integer(at: 6)
    self.control = run.integer(at: 8)
    let phaseMACSize = try reader.derived(
      from: Int(self.control), mask: 0x01, shift: 0, values: [2, 8], field: "control", behind: 1)
    self.mac = try reader.readBytes(phaseMACSize, field: "mac")
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    var run = writer.writeRun(9)
    run.put(self.phaseSessionToken, at: 0)
    run.put(self.startSlotIndex, at: 4)
    run.put(self.endSlotIndex, at: 6)
    run.put(self.control, at: 8)
    let phaseMACSize = derivedSize(from: Int(self.control), mask: 0x01, shift: 0, values: [2, 8])
    writer.write(self.mac, count: phaseMACSize)
  }
}

/// The record `hus_controlee_phase`.
public struct HUSControleePhase: Equatable, Sendable {
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("phase_session_token", .unsigned, .bytes(4))
  ]

  /// `phase_session_token`.
  public var phaseSessionToken: UInt32

  /// All fields.
  public init(phaseSessionToken: UInt32) {
    self.phaseSessionToken = phaseSessionToken
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    self.phaseSessionToken = try reader.read(field: "phase_session_token")
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.phaseSessionToken)
  }
}

/// The record `hus_controlee_participation`.
public struct HUSControleeParticipation: Equatable, Sendable {
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("phase_session_token", .unsigned, .bytes(4)),
    .init("participation", .enumeration, .bytes(1), values: UCIHUSParticipation.self),
  ]

  /// `phase_session_token`.
  public var phaseSessionToken: UInt32
  /// `participation`.
  public var participation: UCIHUSParticipation

  /// All fields.
  public init(phaseSessionToken: UInt32, participation: UCIHUSParticipation) {
    self.phaseSessionToken = phaseSessionToken
    self.participation = participation
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(5, "phase_session_token:4 participation:1")
    self.phaseSessionToken = run.integer(at: 0)
    self.participation = UCIHUSParticipation(rawValue: run.integer(at: 4))
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    var run = writer.writeRun(5)
    run.put(self.phaseSessionToken, at: 0)
    run.put(self.participation.rawValue, at: 4)
  }
}

/// The record `data_transfer_phase`.
public struct DataTransferPhase: Equatable, Sendable {
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init(
      "mac", .address,
      .derived(from: "data_transfer_control", mask: 0x01, shift: 0, values: [2, 8])),
    .init(
      "slot_bitmap", .bytes,
      .derived(
        from: "data_transfer_control", mask: 0x0E, shift: 1, values: [1, 2, 4, 8, 16, 32, 64, 128])),
    .init("stop_data_transfer", .unsigned, .bytes(1)),
  ]

  /// `mac`.
  public var mac: [UInt8]
  /// `slot_bitmap`.
  public var slotBitmap: [UInt8]
  /// `stop_data_transfer`.
  public var stopDataTransfer: UInt8

  /// All fields.
  public init(mac: [UInt8], slotBitmap: [UInt8], stopDataTransfer: UInt8) {
    self.mac = mac
    self.slotBitmap = slotBitmap
    self.stopDataTransfer = stopDataTransfer
  }

  /// Reads the record.
  public init(
    reading reader: inout WireReader, dialect: UCIDialect, dtpMACSize: Int, slotBitmapSize: Int
  ) throws(WireError) {
    self.mac = try reader.readBytes(dtpMACSize, field: "mac")
    self.slotBitmap = try reader.readBytes(slotBitmapSize, field: "slot_bitmap")
    self.stopDataTransfer = try reader.read(field: "stop_data_transfer")
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter, dtpMACSize: Int, slotBitmapSize: Int) {
    writer.write(self.mac, count: dtpMACSize)
    writer.write(self.slotBitmap, count: slotBitmapSize)
    writer.write(self.stopDataTransfer)
  }
}

/// The record `radar_config_tlv`.
public struct RadarConfigTLV: Equatable, Sendable {
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("id", .enumeration, .bytes(1), values: RadarConfigID.self),
    .init("len", .unsigned, .bytes(1)),
    .init("value", .bytes, .field("len")),
  ]

  /// `id`.
  public var id: RadarConfigID
  /// `value`.
  public var value: [UInt8]

  /// All fields.
  public init(id: RadarConfigID, value: [UInt8]) {
    self.id = id
    self.value = value
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(2, "id:1 len:1")
    self.id = RadarConfigID(rawValue: run.integer(at: 0))
    let len = Int(run.integer(UInt8.self, at: 1))
    self.value = try reader.readBytes(len, field: "value")
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    let len = min(self.value.count, Int(UInt8.max))
    var run = writer.writeRun(2)
    run.put(self.id.rawValue, at: 0)
    run.put(UInt8(truncatingIfNeeded: len), at: 1)
    writer.write(self.value, count: len)
  }
}

/// The record `radar_config_failure`.
public struct RadarConfigFailure: Equatable, Sendable {
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("id", .enumeration, .bytes(1), values: RadarConfigID.self),
    .init("status", .enumeration, .bytes(1), values: UCIStatus.self),
  ]

  /// `id`.
  public var id: RadarConfigID
  /// `status`.
  public var status: UCIStatus

  /// All fields.
  public init(id: RadarConfigID, status: UCIStatus) {
    self.id = id
    self.status = status
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(2, "id:1 status:1")
    self.id = RadarConfigID(rawValue: run.integer(at: 0))
    self.status = UCIStatus(rawValue: run.integer(at: 1))
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    var run = writer.writeRun(2)
    run.put(self.id.rawValue, at: 0)
    run.put(self.status.rawValue, at: 1)
  }
}

/// The record `test_config_tlv`.
public struct TestConfigTLV: Equatable, Sendable {
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("id", .enumeration, .bytes(1), values: TestConfigID.self),
    .init("len", .unsigned, .bytes(1)),
    .init("value", .bytes, .field("len")),
  ]

  /// `id`.
  public var id: TestConfigID
  /// `value`.
  public var value: [UInt8]

  /// All fields.
  public init(id: TestConfigID, value: [UInt8]) {
    self.id = id
    self.value = value
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(2, "id:1 len:1")
    self.id = TestConfigID(rawValue: run.integer(at: 0))
    let len = Int(run.integer(UInt8.self, at: 1))
    self.value = try reader.readBytes(len, field: "value")
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    let len = min(self.value.count, Int(UInt8.max))
    var run = writer.writeRun(2)
    run.put(self.id.rawValue, at: 0)
    run.put(UInt8(truncatingIfNeeded: len), at: 1)
    writer.write(self.value, count: len)
  }
}

/// The record `test_config_failure`.
public struct TestConfigFailure: Equatable, Sendable {
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("id", .enumeration, .bytes(1), values: TestConfigID.self),
    .init("status", .enumeration, .bytes(1), values: UCIStatus.self),
  ]

  /// `id`.
  public var id: TestConfigID
  /// `status`.
  public var status: UCIStatus

  /// All fields.
  public init(id: TestConfigID, status: UCIStatus) {
    self.id = id
    self.status = status
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(2, "id:1 status:1")
    self.id = TestConfigID(rawValue: run.integer(at: 0))
    self.status = UCIStatus(rawValue: run.integer(at: 1))
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    var run = writer.writeRun(2)
    run.put(self.id.rawValue, at: 0)
    run.put(self.status.rawValue, at: 1)
  }
}

/// The record `qorvo_test_result`.
public struct QorvoTestResult: Equatable, Sendable {
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("type", .unsigned, .bytes(1)),
    .init("len", .unsigned, .bytes(1)),
    .init("value", .bytes, .field("len")),
  ]

  /// `type`.
  public var type: UInt8
  /// `value`.
  public var value: [UInt8]

  /// All fields.
  public init(type: UInt8, value: [UInt8]) {
    self.type = type
    self.value = value
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(2, "type:1 len:1")
    self.type = run.integer(at: 0)
    let len = Int(run.integer(UInt8.self, at: 1))
    self.value = try reader.readBytes(len, field: "value")
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    let len = min(self.value.count, Int(UInt8.max))
    var run = writer.writeRun(2)
    run.put(self.type, at: 0)
    run.put(UInt8(truncatingIfNeeded: len), at: 1)
    writer.write(self.value, count: len)
  }
}

/// The record `qorvo_calibration_entry`.
public struct QorvoCalibrationEntry: Equatable, Sendable {
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("key_len", .unsigned, .bytes(1)),
    .init("key", .text, .field("key_len")),
    .init("value_len", .unsigned, .bytes(1)),
    .init("value", .bytes, .field("value_len")),
  ]

  /// `key`.
  public var key: [UInt8]
  /// `value`.
  public var value: [UInt8]

  /// All fields.
  public init(key: [UInt8], value: [UInt8]) {
    self.key = key
    self.value = value
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let keyLen = Int(try reader.read(UInt8.self, field: "key_len"))
    self.key = try reader.readBytes(keyLen, field: "key")
    let valueLen = Int(try reader.read(UInt8.self, field: "value_len"))
    self.value = try reader.readBytes(valueLen, field: "value")
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    let keyLen = min(self.key.count, Int(UInt8.max))
    writer.write(UInt8(truncatingIfNeeded: keyLen))
    writer.write(self.key, count: keyLen)
    let valueLen = min(self.value.count, Int(UInt8.max))
    writer.write(UInt8(truncatingIfNeeded: valueLen))
    writer.write(self.value, count: valueLen)
  }
}

/// The record `qorvo_calibration_key`.
public struct QorvoCalibrationKey: Equatable, Sendable {
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("key_len", .unsigned, .bytes(1)),
    .init("key", .text, .field("key_len")),
  ]

  /// `key`.
  public var key: [UInt8]

  /// All fields.
  public init(key: [UInt8]) {
    self.key = key
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let keyLen = Int(try reader.read(UInt8.self, field: "key_len"))
    self.key = try reader.readBytes(keyLen, field: "key")
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    let keyLen = min(self.key.count, Int(UInt8.max))
    writer.write(UInt8(truncatingIfNeeded: keyLen))
    writer.write(self.key, count: keyLen)
  }
}

/// The record `qorvo_calibration_value`.
public struct QorvoCalibrationValue: Equatable, Sendable {
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("key_len", .unsigned, .bytes(1)),
    .init("key", .text, .field("key_len")),
    .init("status", .enumeration, .bytes(1), values: UCIStatus.self),
    .init("value_len", .unsigned, .bytes(1)),
    .init("value", .bytes, .field("value_len")),
  ]

  /// `key`.
  public var key: [UInt8]
  /// `status`.
  public var status: UCIStatus
  /// `value`.
  public var value: [UInt8]

  /// All fields.
  public init(key: [UInt8], status: UCIStatus, value: [UInt8]) {
    self.key = key
    self.status = status
    self.value = value
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let keyLen = Int(try reader.read(UInt8.self, field: "key_len"))
    self.key = try reader.readBytes(keyLen, field: "key")
    let run = try reader.readRun(2, "status:1 value_len:1")
    self.status = UCIStatus(rawValue: run.integer(at: 0))
    let valueLen = Int(run.integer(UInt8.self, at: 1))
    self.value = try reader.readBytes(valueLen, field: "value")
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    let keyLen = min(self.key.count, Int(UInt8.max))
    writer.write(UInt8(truncatingIfNeeded: keyLen))
    writer.write(self.key, count: keyLen)
    let valueLen = min(self.value.count, Int(UInt8.max))
    var run = writer.writeRun(2)
    run.put(self.status.rawValue, at: 0)
    run.put(UInt8(truncatingIfNeeded: valueLen), at: 1)
    writer.write(self.value, count: valueLen)
  }
}

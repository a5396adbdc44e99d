// Made by Definitions/generate.py from Definitions/uci.yaml. Change those, not this.

public import WireFormat

/// The record `twr_short` (AOSP, pica, observed: DWM3001CDK, observed: Qorvo host tools).
public struct TWRShortMeasurement: Hashable, Sendable {
  /// `mac`, 2 bytes.
  public var mac: [UInt8]
  /// `status`.
  public var status: UCIStatus
  /// `nlos`.
  public var nlos: UCILineOfSight
  /// `distance`, in cm; 0xFFFF is none.
  public var distance: UInt16
  /// `aoa_azimuth`, raw; divide by 128 for deg.
  public var aoaAzimuth: Int16
  /// `aoa_azimuth_fom`.
  public var aoaAzimuthFoM: UInt8
  /// `aoa_elevation`, raw; divide by 128 for deg.
  public var aoaElevation: Int16
  /// `aoa_elevation_fom`.
  public var aoaElevationFoM: UInt8
  /// `aoa_dest_azimuth`, raw; divide by 128 for deg.
  public var aoaDestAzimuth: Int16
  /// `aoa_dest_azimuth_fom`.
  public var aoaDestAzimuthFoM: UInt8
  /// `aoa_dest_elevation`, raw; divide by 128 for deg.
  public var aoaDestElevation: Int16
  /// `aoa_dest_elevation_fom`.
  public var aoaDestElevationFoM: UInt8
  /// `slot_index`.
  public var slotIndex: UInt8
  /// `rssi`, raw; divide by -2 for dBm; 0x00 is none.
  public var rssi: UInt8
  /// `rfu`, 11 bytes; reserved, empty when all zero.
  public var rfu: [UInt8]

  /// All fields.
  public init(
    mac: [UInt8], status: UCIStatus, nlos: UCILineOfSight, distance: UInt16, aoaAzimuth: Int16,
    aoaAzimuthFoM: UInt8, aoaElevation: Int16, aoaElevationFoM: UInt8, aoaDestAzimuth: Int16,
    aoaDestAzimuthFoM: UInt8, aoaDestElevation: Int16, aoaDestElevationFoM: UInt8, slotIndex: UInt8,
    rssi: UInt8, rfu: [UInt8] = []
  ) {
    self.mac = mac
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
    self.rfu = rfu
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    self.mac = try reader.readBytes(2, field: "mac")
    self.status = UCIStatus(rawValue: try reader.read(field: "status"))
    self.nlos = UCILineOfSight(rawValue: try reader.read(field: "nlos"))
    self.distance = try reader.read(field: "distance")
    self.aoaAzimuth = try reader.read(field: "aoa_azimuth")
    self.aoaAzimuthFoM = try reader.read(field: "aoa_azimuth_fom")
    self.aoaElevation = try reader.read(field: "aoa_elevation")
    self.aoaElevationFoM = try reader.read(field: "aoa_elevation_fom")
    self.aoaDestAzimuth = try reader.read(field: "aoa_dest_azimuth")
    self.aoaDestAzimuthFoM = try reader.read(field: "aoa_dest_azimuth_fom")
    self.aoaDestElevation = try reader.read(field: "aoa_dest_elevation")
    self.aoaDestElevationFoM = try reader.read(field: "aoa_dest_elevation_fom")
    self.slotIndex = try reader.read(field: "slot_index")
    self.rssi = try reader.read(field: "rssi")
    self.rfu = try reader.readReserved(11, field: "rfu")
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.mac, count: 2)
    writer.write(self.status.rawValue)
    writer.write(self.nlos.rawValue)
    writer.write(self.distance)
    writer.write(self.aoaAzimuth)
    writer.write(self.aoaAzimuthFoM)
    writer.write(self.aoaElevation)
    writer.write(self.aoaElevationFoM)
    writer.write(self.aoaDestAzimuth)
    writer.write(self.aoaDestAzimuthFoM)
    writer.write(self.aoaDestElevation)
    writer.write(self.aoaDestElevationFoM)
    writer.write(self.slotIndex)
    writer.write(self.rssi)
    writer.write(self.rfu, count: 11)
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
public struct TWRExtendedMeasurement: Hashable, Sendable {
  /// `mac`, 8 bytes.
  public var mac: [UInt8]
  /// `status`.
  public var status: UCIStatus
  /// `nlos`.
  public var nlos: UCILineOfSight
  /// `distance`, in cm; 0xFFFF is none.
  public var distance: UInt16
  /// `aoa_azimuth`, raw; divide by 128 for deg.
  public var aoaAzimuth: Int16
  /// `aoa_azimuth_fom`.
  public var aoaAzimuthFoM: UInt8
  /// `aoa_elevation`, raw; divide by 128 for deg.
  public var aoaElevation: Int16
  /// `aoa_elevation_fom`.
  public var aoaElevationFoM: UInt8
  /// `aoa_dest_azimuth`, raw; divide by 128 for deg.
  public var aoaDestAzimuth: Int16
  /// `aoa_dest_azimuth_fom`.
  public var aoaDestAzimuthFoM: UInt8
  /// `aoa_dest_elevation`, raw; divide by 128 for deg.
  public var aoaDestElevation: Int16
  /// `aoa_dest_elevation_fom`.
  public var aoaDestElevationFoM: UInt8
  /// `slot_index`.
  public var slotIndex: UInt8
  /// `rssi`, raw; divide by -2 for dBm; 0x00 is none.
  public var rssi: UInt8
  /// `rfu`, 5 bytes; reserved, empty when all zero.
  public var rfu: [UInt8]

  /// All fields.
  public init(
    mac: [UInt8], status: UCIStatus, nlos: UCILineOfSight, distance: UInt16, aoaAzimuth: Int16,
    aoaAzimuthFoM: UInt8, aoaElevation: Int16, aoaElevationFoM: UInt8, aoaDestAzimuth: Int16,
    aoaDestAzimuthFoM: UInt8, aoaDestElevation: Int16, aoaDestElevationFoM: UInt8, slotIndex: UInt8,
    rssi: UInt8, rfu: [UInt8] = []
  ) {
    self.mac = mac
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
    self.rfu = rfu
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    self.mac = try reader.readBytes(8, field: "mac")
    self.status = UCIStatus(rawValue: try reader.read(field: "status"))
    self.nlos = UCILineOfSight(rawValue: try reader.read(field: "nlos"))
    self.distance = try reader.read(field: "distance")
    self.aoaAzimuth = try reader.read(field: "aoa_azimuth")
    self.aoaAzimuthFoM = try reader.read(field: "aoa_azimuth_fom")
    self.aoaElevation = try reader.read(field: "aoa_elevation")
    self.aoaElevationFoM = try reader.read(field: "aoa_elevation_fom")
    self.aoaDestAzimuth = try reader.read(field: "aoa_dest_azimuth")
    self.aoaDestAzimuthFoM = try reader.read(field: "aoa_dest_azimuth_fom")
    self.aoaDestElevation = try reader.read(field: "aoa_dest_elevation")
    self.aoaDestElevationFoM = try reader.read(field: "aoa_dest_elevation_fom")
    self.slotIndex = try reader.read(field: "slot_index")
    self.rssi = try reader.read(field: "rssi")
    self.rfu = try reader.readReserved(5, field: "rfu")
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.mac, count: 8)
    writer.write(self.status.rawValue)
    writer.write(self.nlos.rawValue)
    writer.write(self.distance)
    writer.write(self.aoaAzimuth)
    writer.write(self.aoaAzimuthFoM)
    writer.write(self.aoaElevation)
    writer.write(self.aoaElevationFoM)
    writer.write(self.aoaDestAzimuth)
    writer.write(self.aoaDestAzimuthFoM)
    writer.write(self.aoaDestElevation)
    writer.write(self.aoaDestElevationFoM)
    writer.write(self.slotIndex)
    writer.write(self.rssi)
    writer.write(self.rfu, count: 5)
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
public struct OWRAoAShortMeasurement: Hashable, Sendable {
  /// `mac`, 2 bytes.
  public var mac: [UInt8]
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
  /// `aoa_azimuth_fom`.
  public var aoaAzimuthFoM: UInt8
  /// `aoa_elevation`, raw; divide by 128 for deg.
  public var aoaElevation: Int16
  /// `aoa_elevation_fom`.
  public var aoaElevationFoM: UInt8

  /// All fields.
  public init(
    mac: [UInt8], status: UCIStatus, nlos: UCILineOfSight, frameSequenceNumber: UInt8,
    blockIndex: UInt16, aoaAzimuth: Int16, aoaAzimuthFoM: UInt8, aoaElevation: Int16,
    aoaElevationFoM: UInt8
  ) {
    self.mac = mac
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
    self.mac = try reader.readBytes(2, field: "mac")
    self.status = UCIStatus(rawValue: try reader.read(field: "status"))
    self.nlos = UCILineOfSight(rawValue: try reader.read(field: "nlos"))
    self.frameSequenceNumber = try reader.read(field: "frame_sequence_number")
    self.blockIndex = try reader.read(field: "block_index")
    self.aoaAzimuth = try reader.read(field: "aoa_azimuth")
    self.aoaAzimuthFoM = try reader.read(field: "aoa_azimuth_fom")
    self.aoaElevation = try reader.read(field: "aoa_elevation")
    self.aoaElevationFoM = try reader.read(field: "aoa_elevation_fom")
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.mac, count: 2)
    writer.write(self.status.rawValue)
    writer.write(self.nlos.rawValue)
    writer.write(self.frameSequenceNumber)
    writer.write(self.blockIndex)
    writer.write(self.aoaAzimuth)
    writer.write(self.aoaAzimuthFoM)
    writer.write(self.aoaElevation)
    writer.write(self.aoaElevationFoM)
  }

  /// ``aoaAzimuth`` in deg.
  public var aoaAzimuthDegrees: Double { Double(aoaAzimuth) / 128 }

  /// ``aoaElevation`` in deg.
  public var aoaElevationDegrees: Double { Double(aoaElevation) / 128 }
}

/// The record `owr_aoa_extended` (AOSP, pica, observed: Qorvo host tools).
public struct OWRAoAExtendedMeasurement: Hashable, Sendable {
  /// `mac`, 8 bytes.
  public var mac: [UInt8]
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
  /// `aoa_azimuth_fom`.
  public var aoaAzimuthFoM: UInt8
  /// `aoa_elevation`, raw; divide by 128 for deg.
  public var aoaElevation: Int16
  /// `aoa_elevation_fom`.
  public var aoaElevationFoM: UInt8

  /// All fields.
  public init(
    mac: [UInt8], status: UCIStatus, nlos: UCILineOfSight, frameSequenceNumber: UInt8,
    blockIndex: UInt16, aoaAzimuth: Int16, aoaAzimuthFoM: UInt8, aoaElevation: Int16,
    aoaElevationFoM: UInt8
  ) {
    self.mac = mac
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
    self.mac = try reader.readBytes(8, field: "mac")
    self.status = UCIStatus(rawValue: try reader.read(field: "status"))
    self.nlos = UCILineOfSight(rawValue: try reader.read(field: "nlos"))
    self.frameSequenceNumber = try reader.read(field: "frame_sequence_number")
    self.blockIndex = try reader.read(field: "block_index")
    self.aoaAzimuth = try reader.read(field: "aoa_azimuth")
    self.aoaAzimuthFoM = try reader.read(field: "aoa_azimuth_fom")
    self.aoaElevation = try reader.read(field: "aoa_elevation")
    self.aoaElevationFoM = try reader.read(field: "aoa_elevation_fom")
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.mac, count: 8)
    writer.write(self.status.rawValue)
    writer.write(self.nlos.rawValue)
    writer.write(self.frameSequenceNumber)
    writer.write(self.blockIndex)
    writer.write(self.aoaAzimuth)
    writer.write(self.aoaAzimuthFoM)
    writer.write(self.aoaElevation)
    writer.write(self.aoaElevationFoM)
  }

  /// ``aoaAzimuth`` in deg.
  public var aoaAzimuthDegrees: Double { Double(aoaAzimuth) / 128 }

  /// ``aoaElevation`` in deg.
  public var aoaElevationDegrees: Double { Double(aoaElevation) / 128 }
}

/// The record `dl_tdoa_short` (AOSP, pica, observed: Qorvo host tools).
public struct DLTDoAShortMeasurement: Hashable, Sendable {
  /// `mac`, 2 bytes.
  public var mac: [UInt8]
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
  /// `aoa_azimuth_fom`.
  public var aoaAzimuthFoM: UInt8
  /// `aoa_elevation`, raw; divide by 128 for deg.
  public var aoaElevation: Int16
  /// `aoa_elevation_fom`.
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

  /// All fields.
  public init(
    mac: [UInt8], status: UCIStatus, messageType: UCIDLTDoAMessageType, messageControl: UInt16,
    blockIndex: UInt16, roundIndex: UInt8, nlos: UCILineOfSight, aoaAzimuth: Int16,
    aoaAzimuthFoM: UInt8, aoaElevation: Int16, aoaElevationFoM: UInt8, rssi: UInt8,
    txTimestamp: UInt64, rxTimestamp: UInt64, anchorCFO: Int16, cfo: Int16,
    initiatorReplyTime: UInt32, responderReplyTime: UInt32, initiatorResponderToF: UInt16,
    anchorLocation: [UInt8], activeRoundIndexes: [UInt8]
  ) {
    self.mac = mac
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
    self.mac = try reader.readBytes(2, field: "mac")
    self.status = UCIStatus(rawValue: try reader.read(field: "status"))
    self.messageType = UCIDLTDoAMessageType(rawValue: try reader.read(field: "message_type"))
    self.messageControl = try reader.read(field: "message_control")
    let txTimestampSize = try reader.derived(
      from: Int(self.messageControl), mask: 0x02, shift: 1, values: [5, 8], field: "message_control"
    )
    let rxTimestampSize = try reader.derived(
      from: Int(self.messageControl), mask: 0x08, shift: 3, values: [5, 8], field: "message_control"
    )
    let locationSize = try reader.derived(
      from: Int(self.messageControl), mask: 0x60, shift: 5, values: [0, 12, 10],
      field: "message_control")
    let activeRoundCount = try reader.derived(
      from: Int(self.messageControl), mask: 0x780, shift: 7,
      values: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15], field: "message_control")
    self.blockIndex = try reader.read(field: "block_index")
    self.roundIndex = try reader.read(field: "round_index")
    self.nlos = UCILineOfSight(rawValue: try reader.read(field: "nlos"))
    self.aoaAzimuth = try reader.read(field: "aoa_azimuth")
    self.aoaAzimuthFoM = try reader.read(field: "aoa_azimuth_fom")
    self.aoaElevation = try reader.read(field: "aoa_elevation")
    self.aoaElevationFoM = try reader.read(field: "aoa_elevation_fom")
    self.rssi = try reader.read(field: "rssi")
    self.txTimestamp = try reader.readUnsigned(count: txTimestampSize, field: "tx_timestamp")
    self.rxTimestamp = try reader.readUnsigned(count: rxTimestampSize, field: "rx_timestamp")
    self.anchorCFO = try reader.read(field: "anchor_cfo")
    self.cfo = try reader.read(field: "cfo")
    self.initiatorReplyTime = try reader.read(field: "initiator_reply_time")
    self.responderReplyTime = try reader.read(field: "responder_reply_time")
    self.initiatorResponderToF = try reader.read(field: "initiator_responder_tof")
    self.anchorLocation = try reader.readBytes(locationSize, field: "anchor_location")
    var activeRoundIndexesRead: [UInt8] = []
    for _ in 0..<activeRoundCount {
      activeRoundIndexesRead.append(try reader.read(UInt8.self, field: "active_round_indexes"))
    }
    self.activeRoundIndexes = activeRoundIndexesRead
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.mac, count: 2)
    writer.write(self.status.rawValue)
    writer.write(self.messageType.rawValue)
    writer.write(self.messageControl)
    let txTimestampSize = derivedSize(
      from: Int(self.messageControl), mask: 0x02, shift: 1, values: [5, 8])
    let rxTimestampSize = derivedSize(
      from: Int(self.messageControl), mask: 0x08, shift: 3, values: [5, 8])
    let locationSize = derivedSize(
      from: Int(self.messageControl), mask: 0x60, shift: 5, values: [0, 12, 10])
    let activeRoundCount = derivedSize(
      from: Int(self.messageControl), mask: 0x780, shift: 7,
      values: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])
    writer.write(self.blockIndex)
    writer.write(self.roundIndex)
    writer.write(self.nlos.rawValue)
    writer.write(self.aoaAzimuth)
    writer.write(self.aoaAzimuthFoM)
    writer.write(self.aoaElevation)
    writer.write(self.aoaElevationFoM)
    writer.write(self.rssi)
    writer.writeUnsigned(self.txTimestamp, count: txTimestampSize)
    writer.writeUnsigned(self.rxTimestamp, count: rxTimestampSize)
    writer.write(self.anchorCFO)
    writer.write(self.cfo)
    writer.write(self.initiatorReplyTime)
    writer.write(self.responderReplyTime)
    writer.write(self.initiatorResponderToF)
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

  /// ``anchorCFO`` in ppm.
  public var anchorCFOPPM: Double { Double(anchorCFO) / 1024 }

  /// ``cfo`` in ppm.
  public var cfoPPM: Double { Double(cfo) / 1024 }
}

/// The record `dl_tdoa_extended` (AOSP, pica, observed: Qorvo host tools).
public struct DLTDoAExtendedMeasurement: Hashable, Sendable {
  /// `mac`, 8 bytes.
  public var mac: [UInt8]
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
  /// `aoa_azimuth_fom`.
  public var aoaAzimuthFoM: UInt8
  /// `aoa_elevation`, raw; divide by 128 for deg.
  public var aoaElevation: Int16
  /// `aoa_elevation_fom`.
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

  /// All fields.
  public init(
    mac: [UInt8], status: UCIStatus, messageType: UCIDLTDoAMessageType, messageControl: UInt16,
    blockIndex: UInt16, roundIndex: UInt8, nlos: UCILineOfSight, aoaAzimuth: Int16,
    aoaAzimuthFoM: UInt8, aoaElevation: Int16, aoaElevationFoM: UInt8, rssi: UInt8,
    txTimestamp: UInt64, rxTimestamp: UInt64, anchorCFO: Int16, cfo: Int16,
    initiatorReplyTime: UInt32, responderReplyTime: UInt32, initiatorResponderToF: UInt16,
    anchorLocation: [UInt8], activeRoundIndexes: [UInt8]
  ) {
    self.mac = mac
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
    self.mac = try reader.readBytes(8, field: "mac")
    self.status = UCIStatus(rawValue: try reader.read(field: "status"))
    self.messageType = UCIDLTDoAMessageType(rawValue: try reader.read(field: "message_type"))
    self.messageControl = try reader.read(field: "message_control")
    let txTimestampSize = try reader.derived(
      from: Int(self.messageControl), mask: 0x02, shift: 1, values: [5, 8], field: "message_control"
    )
    let rxTimestampSize = try reader.derived(
      from: Int(self.messageControl), mask: 0x08, shift: 3, values: [5, 8], field: "message_control"
    )
    let locationSize = try reader.derived(
      from: Int(self.messageControl), mask: 0x60, shift: 5, values: [0, 12, 10],
      field: "message_control")
    let activeRoundCount = try reader.derived(
      from: Int(self.messageControl), mask: 0x780, shift: 7,
      values: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15], field: "message_control")
    self.blockIndex = try reader.read(field: "block_index")
    self.roundIndex = try reader.read(field: "round_index")
    self.nlos = UCILineOfSight(rawValue: try reader.read(field: "nlos"))
    self.aoaAzimuth = try reader.read(field: "aoa_azimuth")
    self.aoaAzimuthFoM = try reader.read(field: "aoa_azimuth_fom")
    self.aoaElevation = try reader.read(field: "aoa_elevation")
    self.aoaElevationFoM = try reader.read(field: "aoa_elevation_fom")
    self.rssi = try reader.read(field: "rssi")
    self.txTimestamp = try reader.readUnsigned(count: txTimestampSize, field: "tx_timestamp")
    self.rxTimestamp = try reader.readUnsigned(count: rxTimestampSize, field: "rx_timestamp")
    self.anchorCFO = try reader.read(field: "anchor_cfo")
    self.cfo = try reader.read(field: "cfo")
    self.initiatorReplyTime = try reader.read(field: "initiator_reply_time")
    self.responderReplyTime = try reader.read(field: "responder_reply_time")
    self.initiatorResponderToF = try reader.read(field: "initiator_responder_tof")
    self.anchorLocation = try reader.readBytes(locationSize, field: "anchor_location")
    var activeRoundIndexesRead: [UInt8] = []
    for _ in 0..<activeRoundCount {
      activeRoundIndexesRead.append(try reader.read(UInt8.self, field: "active_round_indexes"))
    }
    self.activeRoundIndexes = activeRoundIndexesRead
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.mac, count: 8)
    writer.write(self.status.rawValue)
    writer.write(self.messageType.rawValue)
    writer.write(self.messageControl)
    let txTimestampSize = derivedSize(
      from: Int(self.messageControl), mask: 0x02, shift: 1, values: [5, 8])
    let rxTimestampSize = derivedSize(
      from: Int(self.messageControl), mask: 0x08, shift: 3, values: [5, 8])
    let locationSize = derivedSize(
      from: Int(self.messageControl), mask: 0x60, shift: 5, values: [0, 12, 10])
    let activeRoundCount = derivedSize(
      from: Int(self.messageControl), mask: 0x780, shift: 7,
      values: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])
    writer.write(self.blockIndex)
    writer.write(self.roundIndex)
    writer.write(self.nlos.rawValue)
    writer.write(self.aoaAzimuth)
    writer.write(self.aoaAzimuthFoM)
    writer.write(self.aoaElevation)
    writer.write(self.aoaElevationFoM)
    writer.write(self.rssi)
    writer.writeUnsigned(self.txTimestamp, count: txTimestampSize)
    writer.writeUnsigned(self.rxTimestamp, count: rxTimestampSize)
    writer.write(self.anchorCFO)
    writer.write(self.cfo)
    writer.write(self.initiatorReplyTime)
    writer.write(self.responderReplyTime)
    writer.write(self.initiatorResponderToF)
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

  /// ``anchorCFO`` in ppm.
  public var anchorCFOPPM: Double { Double(anchorCFO) / 1024 }

  /// ``cfo`` in ppm.
  public var cfoPPM: Double { Double(cfo) / 1024 }
}

/// The record `ul_tdoa_short` (observed: Qorvo host tools; uncertain).
public struct ULTDoAShortMeasurement: Hashable, Sendable {
  /// `mac`, 2 bytes.
  public var mac: [UInt8]
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
  /// `aoa_azimuth_fom`.
  public var aoaAzimuthFoM: UInt8
  /// `aoa_elevation`, raw; divide by 128 for deg.
  public var aoaElevation: Int16
  /// `aoa_elevation_fom`.
  public var aoaElevationFoM: UInt8
  /// `frame_number`.
  public var frameNumber: UInt32
  /// `rx_timestamp`, in tick.
  public var rxTimestamp: UInt64
  /// `remainder`, all bytes that are left.
  public var remainder: [UInt8]

  /// All fields.
  public init(
    mac: [UInt8], status: UCIStatus, messageControl: UInt16, frameType: UInt8, nlos: UCILineOfSight,
    aoaAzimuth: Int16, aoaAzimuthFoM: UInt8, aoaElevation: Int16, aoaElevationFoM: UInt8,
    frameNumber: UInt32, rxTimestamp: UInt64, remainder: [UInt8]
  ) {
    self.mac = mac
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
    self.mac = try reader.readBytes(2, field: "mac")
    self.status = UCIStatus(rawValue: try reader.read(field: "status"))
    self.messageControl = try reader.read(field: "message_control")
    let rxTimestampSize = try reader.derived(
      from: Int(self.messageControl), mask: 0x08, shift: 3, values: [5, 8], field: "message_control"
    )
    self.frameType = try reader.read(field: "frame_type")
    self.nlos = UCILineOfSight(rawValue: try reader.read(field: "nlos"))
    self.aoaAzimuth = try reader.read(field: "aoa_azimuth")
    self.aoaAzimuthFoM = try reader.read(field: "aoa_azimuth_fom")
    self.aoaElevation = try reader.read(field: "aoa_elevation")
    self.aoaElevationFoM = try reader.read(field: "aoa_elevation_fom")
    self.frameNumber = try reader.read(field: "frame_number")
    self.rxTimestamp = try reader.readUnsigned(count: rxTimestampSize, field: "rx_timestamp")
    self.remainder = reader.readRest()
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.mac, count: 2)
    writer.write(self.status.rawValue)
    writer.write(self.messageControl)
    let rxTimestampSize = derivedSize(
      from: Int(self.messageControl), mask: 0x08, shift: 3, values: [5, 8])
    writer.write(self.frameType)
    writer.write(self.nlos.rawValue)
    writer.write(self.aoaAzimuth)
    writer.write(self.aoaAzimuthFoM)
    writer.write(self.aoaElevation)
    writer.write(self.aoaElevationFoM)
    writer.write(self.frameNumber)
    writer.writeUnsigned(self.rxTimestamp, count: rxTimestampSize)
    writer.write(self.remainder)
  }

  /// ``aoaAzimuth`` in deg.
  public var aoaAzimuthDegrees: Double { Double(aoaAzimuth) / 128 }

  /// ``aoaElevation`` in deg.
  public var aoaElevationDegrees: Double { Double(aoaElevation) / 128 }
}

/// The record `ul_tdoa_extended` (observed: Qorvo host tools; uncertain).
public struct ULTDoAExtendedMeasurement: Hashable, Sendable {
  /// `mac`, 8 bytes.
  public var mac: [UInt8]
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
  /// `aoa_azimuth_fom`.
  public var aoaAzimuthFoM: UInt8
  /// `aoa_elevation`, raw; divide by 128 for deg.
  public var aoaElevation: Int16
  /// `aoa_elevation_fom`.
  public var aoaElevationFoM: UInt8
  /// `frame_number`.
  public var frameNumber: UInt32
  /// `rx_timestamp`, in tick.
  public var rxTimestamp: UInt64
  /// `remainder`, all bytes that are left.
  public var remainder: [UInt8]

  /// All fields.
  public init(
    mac: [UInt8], status: UCIStatus, messageControl: UInt16, frameType: UInt8, nlos: UCILineOfSight,
    aoaAzimuth: Int16, aoaAzimuthFoM: UInt8, aoaElevation: Int16, aoaElevationFoM: UInt8,
    frameNumber: UInt32, rxTimestamp: UInt64, remainder: [UInt8]
  ) {
    self.mac = mac
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
    self.mac = try reader.readBytes(8, field: "mac")
    self.status = UCIStatus(rawValue: try reader.read(field: "status"))
    self.messageControl = try reader.read(field: "message_control")
    let rxTimestampSize = try reader.derived(
      from: Int(self.messageControl), mask: 0x08, shift: 3, values: [5, 8], field: "message_control"
    )
    self.frameType = try reader.read(field: "frame_type")
    self.nlos = UCILineOfSight(rawValue: try reader.read(field: "nlos"))
    self.aoaAzimuth = try reader.read(field: "aoa_azimuth")
    self.aoaAzimuthFoM = try reader.read(field: "aoa_azimuth_fom")
    self.aoaElevation = try reader.read(field: "aoa_elevation")
    self.aoaElevationFoM = try reader.read(field: "aoa_elevation_fom")
    self.frameNumber = try reader.read(field: "frame_number")
    self.rxTimestamp = try reader.readUnsigned(count: rxTimestampSize, field: "rx_timestamp")
    self.remainder = reader.readRest()
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.mac, count: 8)
    writer.write(self.status.rawValue)
    writer.write(self.messageControl)
    let rxTimestampSize = derivedSize(
      from: Int(self.messageControl), mask: 0x08, shift: 3, values: [5, 8])
    writer.write(self.frameType)
    writer.write(self.nlos.rawValue)
    writer.write(self.aoaAzimuth)
    writer.write(self.aoaAzimuthFoM)
    writer.write(self.aoaElevation)
    writer.write(self.aoaElevationFoM)
    writer.write(self.frameNumber)
    writer.writeUnsigned(self.rxTimestamp, count: rxTimestampSize)
    writer.write(self.remainder)
  }

  /// ``aoaAzimuth`` in deg.
  public var aoaAzimuthDegrees: Double { Double(aoaAzimuth) / 128 }

  /// ``aoaElevation`` in deg.
  public var aoaElevationDegrees: Double { Double(aoaElevation) / 128 }
}

/// The record `frame_report_field`.
public struct FrameReportField: Hashable, Sendable {
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
    self.type = UCIDiagFieldType(rawValue: try reader.read(field: "type"))
    let len = Int(try reader.read(UInt16.self, field: "len"))
    self.value = try reader.readBytes(len, field: "value")
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.type.rawValue)
    let len = min(self.value.count, Int(UInt16.max))
    writer.write(UInt16(truncatingIfNeeded: len))
    writer.write(self.value, count: len)
  }
}

/// The record `frame_report` (AOSP, pica, observed: Qorvo host tools).
public struct FrameReport: Hashable, Sendable {
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
    self.uwbMsgID = UCIDiagMessageID(rawValue: try reader.read(field: "uwb_msg_id"))
    self.action = UCIDiagAction(rawValue: try reader.read(field: "action"))
    self.antennaSet = try reader.read(field: "antenna_set")
    let num = Int(try reader.read(UInt8.self, field: "num"))
    var fieldsRead: [FrameReportField] = []
    for _ in 0..<num { fieldsRead.append(try FrameReportField(reading: &reader, dialect: dialect)) }
    self.fields = fieldsRead
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.uwbMsgID.rawValue)
    writer.write(self.action.rawValue)
    writer.write(self.antennaSet)
    let num = min(self.fields.count, Int(UInt8.max))
    writer.write(UInt8(truncatingIfNeeded: num))
    for element in self.fields.prefix(num) { element.encode(into: &writer) }
  }
}

/// The record `diag_aoa` (AOSP, pica, observed: Qorvo host tools).
public struct DiagAoA: Hashable, Sendable {
  /// `tdoa`.
  public var tdoa: Int16
  /// `pdoa`.
  public var pdoa: Int16
  /// `aoa`.
  public var aoa: Int16
  /// `fom`.
  public var fom: UInt8
  /// `axis`.
  public var axis: UInt8

  /// All fields.
  public init(tdoa: Int16, pdoa: Int16, aoa: Int16, fom: UInt8, axis: UInt8) {
    self.tdoa = tdoa
    self.pdoa = pdoa
    self.aoa = aoa
    self.fom = fom
    self.axis = axis
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    self.tdoa = try reader.read(field: "tdoa")
    self.pdoa = try reader.read(field: "pdoa")
    self.aoa = try reader.read(field: "aoa")
    self.fom = try reader.read(field: "fom")
    self.axis = try reader.read(field: "axis")
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.tdoa)
    writer.write(self.pdoa)
    writer.write(self.aoa)
    writer.write(self.fom)
    writer.write(self.axis)
  }
}

/// The record `android_channel_response`.
public struct AndroidChannelResponse: Hashable, Sendable {
  /// `first_path_index`.
  public var firstPathIndex: UInt16
  /// `first_path_snr`.
  public var firstPathSnr: UInt16
  /// `first_path_ns`.
  public var firstPathNs: UInt16
  /// `peak_path_index`.
  public var peakPathIndex: UInt16
  /// `peak_path_snr`.
  public var peakPathSnr: UInt16
  /// `peak_path_ns`.
  public var peakPathNs: UInt16
  /// `first_path_sample_offset`.
  public var firstPathSampleOffset: UInt8
  /// `samples_number`.
  public var samplesNumber: UInt8
  /// `samples`.
  public var samples: [UInt8]

  /// All fields.
  public init(
    firstPathIndex: UInt16, firstPathSnr: UInt16, firstPathNs: UInt16, peakPathIndex: UInt16,
    peakPathSnr: UInt16, peakPathNs: UInt16, firstPathSampleOffset: UInt8, samplesNumber: UInt8,
    samples: [UInt8]
  ) {
    self.firstPathIndex = firstPathIndex
    self.firstPathSnr = firstPathSnr
    self.firstPathNs = firstPathNs
    self.peakPathIndex = peakPathIndex
    self.peakPathSnr = peakPathSnr
    self.peakPathNs = peakPathNs
    self.firstPathSampleOffset = firstPathSampleOffset
    self.samplesNumber = samplesNumber
    self.samples = samples
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    self.firstPathIndex = try reader.read(field: "first_path_index")
    self.firstPathSnr = try reader.read(field: "first_path_snr")
    self.firstPathNs = try reader.read(field: "first_path_ns")
    self.peakPathIndex = try reader.read(field: "peak_path_index")
    self.peakPathSnr = try reader.read(field: "peak_path_snr")
    self.peakPathNs = try reader.read(field: "peak_path_ns")
    self.firstPathSampleOffset = try reader.read(field: "first_path_sample_offset")
    self.samplesNumber = try reader.read(field: "samples_number")
    let len = Int(try reader.read(UInt16.self, field: "len"))
    self.samples = try reader.readBytes(len, field: "samples")
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.firstPathIndex)
    writer.write(self.firstPathSnr)
    writer.write(self.firstPathNs)
    writer.write(self.peakPathIndex)
    writer.write(self.peakPathSnr)
    writer.write(self.peakPathNs)
    writer.write(self.firstPathSampleOffset)
    writer.write(self.samplesNumber)
    let len = min(self.samples.count, Int(UInt16.max))
    writer.write(UInt16(truncatingIfNeeded: len))
    writer.write(self.samples, count: len)
  }
}

/// The record `diag_cir_android` (AOSP, pica).
public struct DiagCIRAndroid: Hashable, Sendable {
  /// `cirs`, a list.
  public var cirs: [AndroidChannelResponse]

  /// All fields.
  public init(cirs: [AndroidChannelResponse]) {
    self.cirs = cirs
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let num = Int(try reader.read(UInt8.self, field: "num"))
    var cirsRead: [AndroidChannelResponse] = []
    for _ in 0..<num {
      cirsRead.append(try AndroidChannelResponse(reading: &reader, dialect: dialect))
    }
    self.cirs = cirsRead
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    let num = min(self.cirs.count, Int(UInt8.max))
    writer.write(UInt8(truncatingIfNeeded: num))
    for element in self.cirs.prefix(num) { element.encode(into: &writer) }
  }
}

/// The record `diag_frame_status` (observed: Qorvo host tools; reported).
public struct DiagFrameStatus: Hashable, Sendable {
  /// `frame_status`.
  public var frameStatus: UInt16

  /// All fields.
  public init(frameStatus: UInt16) {
    self.frameStatus = frameStatus
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    self.frameStatus = try reader.read(field: "frame_status")
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.frameStatus)
  }
}

/// The record `diag_cfo` (observed: Qorvo host tools; reported).
public struct DiagCFO: Hashable, Sendable {
  /// `cfo`, raw; divide by 67108864 for ratio.
  public var cfo: Int32

  /// All fields.
  public init(cfo: Int32) {
    self.cfo = cfo
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    self.cfo = try reader.read(field: "cfo")
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.cfo)
  }

  /// ``cfo`` in ratio.
  public var cfoRatio: Double { Double(cfo) / 67108864 }
}

/// The record `diag_emitter` (observed: Qorvo host tools; uncertain).
public struct DiagEmitter: Hashable, Sendable {
  /// `short_addr`, 2 bytes.
  public var shortAddr: [UInt8]

  /// All fields.
  public init(shortAddr: [UInt8]) {
    self.shortAddr = shortAddr
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    self.shortAddr = try reader.readBytes(2, field: "short_addr")
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.shortAddr, count: 2)
  }
}

/// The record `diag_segment_metrics` (AOSP, observed: Qorvo host tools).
public struct DiagSegmentMetrics: Hashable, Sendable {
  /// `receiver_and_segment`.
  public var receiverAndSegment: UInt8
  /// `noise`.
  public var noise: Int16
  /// `segment_rsl`, raw; divide by -256 for dBm.
  public var segmentRsl: UInt16
  /// `first_path_index`.
  public var firstPathIndex: UInt16
  /// `first_path_rsl`, raw; divide by -256 for dBm.
  public var firstPathRsl: UInt16
  /// `first_path_time`, in ns.
  public var firstPathTime: UInt16
  /// `peak_path_index`.
  public var peakPathIndex: UInt16
  /// `peak_path_rsl`, raw; divide by -256 for dBm.
  public var peakPathRsl: UInt16
  /// `peak_path_time`, in ns.
  public var peakPathTime: UInt16

  /// All fields.
  public init(
    receiverAndSegment: UInt8, noise: Int16, segmentRsl: UInt16, firstPathIndex: UInt16,
    firstPathRsl: UInt16, firstPathTime: UInt16, peakPathIndex: UInt16, peakPathRsl: UInt16,
    peakPathTime: UInt16
  ) {
    self.receiverAndSegment = receiverAndSegment
    self.noise = noise
    self.segmentRsl = segmentRsl
    self.firstPathIndex = firstPathIndex
    self.firstPathRsl = firstPathRsl
    self.firstPathTime = firstPathTime
    self.peakPathIndex = peakPathIndex
    self.peakPathRsl = peakPathRsl
    self.peakPathTime = peakPathTime
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    self.receiverAndSegment = try reader.read(field: "receiver_and_segment")
    self.noise = try reader.read(field: "noise")
    self.segmentRsl = try reader.read(field: "segment_rsl")
    self.firstPathIndex = try reader.read(field: "first_path_index")
    self.firstPathRsl = try reader.read(field: "first_path_rsl")
    self.firstPathTime = try reader.read(field: "first_path_time")
    self.peakPathIndex = try reader.read(field: "peak_path_index")
    self.peakPathRsl = try reader.read(field: "peak_path_rsl")
    self.peakPathTime = try reader.read(field: "peak_path_time")
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.receiverAndSegment)
    writer.write(self.noise)
    writer.write(self.segmentRsl)
    writer.write(self.firstPathIndex)
    writer.write(self.firstPathRsl)
    writer.write(self.firstPathTime)
    writer.write(self.peakPathIndex)
    writer.write(self.peakPathRsl)
    writer.write(self.peakPathTime)
  }

  /// ``segmentRsl`` in dBm.
  public var segmentRslDBm: Double { Double(segmentRsl) / -256 }

  /// ``firstPathRsl`` in dBm.
  public var firstPathRslDBm: Double { Double(firstPathRsl) / -256 }

  /// ``peakPathRsl`` in dBm.
  public var peakPathRslDBm: Double { Double(peakPathRsl) / -256 }
}

/// The record `channel_response`.
public struct ChannelResponse: Hashable, Sendable {
  /// `receiver_and_segment`.
  public var receiverAndSegment: UInt8
  /// `first_path_relative_index`.
  public var firstPathRelativeIndex: UInt8
  /// `sample_size`.
  public var sampleSize: UInt8
  /// `samples`, a list.
  public var samples: [[UInt8]]

  /// All fields.
  public init(
    receiverAndSegment: UInt8, firstPathRelativeIndex: UInt8, sampleSize: UInt8, samples: [[UInt8]]
  ) {
    self.receiverAndSegment = receiverAndSegment
    self.firstPathRelativeIndex = firstPathRelativeIndex
    self.sampleSize = sampleSize
    self.samples = samples
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    self.receiverAndSegment = try reader.read(field: "receiver_and_segment")
    self.firstPathRelativeIndex = try reader.read(field: "first_path_relative_index")
    let nSamples = Int(try reader.read(UInt8.self, field: "n_samples"))
    self.sampleSize = try reader.read(field: "sample_size")
    var samplesRead: [[UInt8]] = []
    for _ in 0..<nSamples {
      samplesRead.append(try reader.readBytes(Int(sampleSize), field: "samples"))
    }
    self.samples = samplesRead
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.receiverAndSegment)
    writer.write(self.firstPathRelativeIndex)
    let nSamples = min(self.samples.count, Int(UInt8.max))
    writer.write(UInt8(truncatingIfNeeded: nSamples))
    writer.write(self.sampleSize)
    for element in self.samples.prefix(nSamples) {
      writer.write(element, count: Int(self.sampleSize))
    }
  }
}

/// The record `diag_cir` (observed: Qorvo host tools; reported).
public struct DiagCIR: Hashable, Sendable {
  /// `cirs`, a list.
  public var cirs: [ChannelResponse]

  /// All fields.
  public init(cirs: [ChannelResponse]) {
    self.cirs = cirs
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let num = Int(try reader.read(UInt8.self, field: "num"))
    var cirsRead: [ChannelResponse] = []
    for _ in 0..<num { cirsRead.append(try ChannelResponse(reading: &reader, dialect: dialect)) }
    self.cirs = cirsRead
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    let num = min(self.cirs.count, Int(UInt8.max))
    writer.write(UInt8(truncatingIfNeeded: num))
    for element in self.cirs.prefix(num) { element.encode(into: &writer) }
  }
}

/// The record `radar_sweep` (AOSP).
public struct RadarSweep: Hashable, Sendable {
  /// `sequence_number`.
  public var sequenceNumber: UInt32
  /// `timestamp`.
  public var timestamp: UInt32
  /// `vendor_data`.
  public var vendorData: [UInt8]
  /// `samples`, all bytes that are left.
  public var samples: [UInt8]

  /// All fields.
  public init(sequenceNumber: UInt32, timestamp: UInt32, vendorData: [UInt8] = [], samples: [UInt8])
  {
    self.sequenceNumber = sequenceNumber
    self.timestamp = timestamp
    self.vendorData = vendorData
    self.samples = samples
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    self.sequenceNumber = try reader.read(field: "sequence_number")
    self.timestamp = try reader.read(field: "timestamp")
    let vendorLen = Int(try reader.read(UInt8.self, field: "vendor_len"))
    self.vendorData = try reader.readBytes(vendorLen, field: "vendor_data")
    self.samples = reader.readRest()
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.sequenceNumber)
    writer.write(self.timestamp)
    let vendorLen = min(self.vendorData.count, Int(UInt8.max))
    writer.write(UInt8(truncatingIfNeeded: vendorLen))
    writer.write(self.vendorData, count: vendorLen)
    writer.write(self.samples)
  }
}

/// The record `device_info_vendor_qorvo` (observed: DWM3001CDK, observed: Qorvo host tools).
public struct DeviceInfoVendorQorvo: Hashable, Sendable {
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
    self.fwMajor = try reader.read(field: "fw_major")
    self.fwMinor = try reader.read(field: "fw_minor")
    self.fwPatch = try reader.read(field: "fw_patch")
    self.fwRc = try reader.read(field: "fw_rc")
    self.buildJob = try reader.read(field: "build_job")
    self.oemMajor = try reader.read(field: "oem_major")
    self.oemMinor = try reader.read(field: "oem_minor")
    self.oemRevision = try reader.read(field: "oem_revision")
    self.socID = try reader.readBytes(32, field: "soc_id")
    self.deviceID = try reader.read(field: "device_id")
    self.packageID = try reader.read(field: "package_id")
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.fwMajor)
    writer.write(self.fwMinor)
    writer.write(self.fwPatch)
    writer.write(self.fwRc)
    writer.write(self.buildJob)
    writer.write(self.oemMajor)
    writer.write(self.oemMinor)
    writer.write(self.oemRevision)
    writer.write(self.socID, count: 32)
    writer.write(self.deviceID)
    writer.write(self.packageID)
  }
}

/// The record `session_time_base` (AOSP).
public struct SessionTimeBase: Hashable, Sendable {
  /// `control`.
  public var control: UInt8
  /// `reference_session_handle`.
  public var referenceSessionHandle: UInt32
  /// `offset_us`.
  public var offsetUS: UInt32

  /// All fields.
  public init(control: UInt8, referenceSessionHandle: UInt32, offsetUS: UInt32) {
    self.control = control
    self.referenceSessionHandle = referenceSessionHandle
    self.offsetUS = offsetUS
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    self.control = try reader.read(field: "control")
    self.referenceSessionHandle = try reader.read(field: "reference_session_handle")
    self.offsetUS = try reader.read(field: "offset_us")
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.control)
    writer.write(self.referenceSessionHandle)
    writer.write(self.offsetUS)
  }
}

/// The record `radar_timing` (AOSP).
public struct RadarTiming: Hashable, Sendable {
  /// `burst_period`.
  public var burstPeriod: UInt32
  /// `sweep_period`.
  public var sweepPeriod: UInt16
  /// `sweeps_per_burst`.
  public var sweepsPerBurst: UInt8

  /// All fields.
  public init(burstPeriod: UInt32, sweepPeriod: UInt16, sweepsPerBurst: UInt8) {
    self.burstPeriod = burstPeriod
    self.sweepPeriod = sweepPeriod
    self.sweepsPerBurst = sweepsPerBurst
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    self.burstPeriod = try reader.read(field: "burst_period")
    self.sweepPeriod = try reader.read(field: "sweep_period")
    self.sweepsPerBurst = try reader.read(field: "sweeps_per_burst")
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.burstPeriod)
    writer.write(self.sweepPeriod)
    writer.write(self.sweepsPerBurst)
  }
}

/// The record `capability_tlv`.
public struct CapabilityTLV: Hashable, Sendable {
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
    self.id = try reader.read(field: "id")
    let len = Int(try reader.read(UInt8.self, field: "len"))
    self.value = try reader.readBytes(len, field: "value")
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.id)
    let len = min(self.value.count, Int(UInt8.max))
    writer.write(UInt8(truncatingIfNeeded: len))
    writer.write(self.value, count: len)
  }
}

/// The record `device_config_tlv`.
public struct DeviceConfigTLV: Hashable, Sendable {
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
    self.id = DeviceConfigID(rawValue: try reader.read(field: "id"))
    let len = Int(try reader.read(UInt8.self, field: "len"))
    self.value = try reader.readBytes(len, field: "value")
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.id.rawValue)
    let len = min(self.value.count, Int(UInt8.max))
    writer.write(UInt8(truncatingIfNeeded: len))
    writer.write(self.value, count: len)
  }
}

/// The record `device_config_failure`.
public struct DeviceConfigFailure: Hashable, Sendable {
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
    self.id = DeviceConfigID(rawValue: try reader.read(field: "id"))
    self.status = UCIStatus(rawValue: try reader.read(field: "status"))
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.id.rawValue)
    writer.write(self.status.rawValue)
  }
}

/// The record `app_config_tlv`.
public struct AppConfigTLV: Hashable, Sendable {
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
    self.id = AppConfigID(rawValue: try reader.read(field: "id"))
    let len = Int(try reader.read(UInt8.self, field: "len"))
    self.value = try reader.readBytes(len, field: "value")
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.id.rawValue)
    let len = min(self.value.count, Int(UInt8.max))
    writer.write(UInt8(truncatingIfNeeded: len))
    writer.write(self.value, count: len)
  }
}

/// The record `app_config_failure`.
public struct AppConfigFailure: Hashable, Sendable {
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
    self.id = AppConfigID(rawValue: try reader.read(field: "id"))
    self.status = UCIStatus(rawValue: try reader.read(field: "status"))
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.id.rawValue)
    writer.write(self.status.rawValue)
  }
}

/// The record `multicast_controlee`.
public struct MulticastControlee: Hashable, Sendable {
  /// `short_mac`, 2 bytes.
  public var shortMAC: [UInt8]
  /// `sub_session_id`.
  public var subSessionID: UInt32
  /// `sub_session_key`.
  public var subSessionKey: [UInt8]

  /// All fields.
  public init(shortMAC: [UInt8], subSessionID: UInt32, subSessionKey: [UInt8]) {
    self.shortMAC = shortMAC
    self.subSessionID = subSessionID
    self.subSessionKey = subSessionKey
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect, subSessionKeySize: Int)
    throws(WireError)
  {
    self.shortMAC = try reader.readBytes(2, field: "short_mac")
    self.subSessionID = try reader.read(field: "sub_session_id")
    self.subSessionKey = try reader.readBytes(subSessionKeySize, field: "sub_session_key")
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter, subSessionKeySize: Int) {
    writer.write(self.shortMAC, count: 2)
    writer.write(self.subSessionID)
    writer.write(self.subSessionKey, count: subSessionKeySize)
  }
}

/// The record `multicast_result`.
public struct MulticastResult: Hashable, Sendable {
  /// `short_mac`, 2 bytes.
  public var shortMAC: [UInt8]
  /// `status`.
  public var status: UCIMulticastStatus

  /// All fields.
  public init(shortMAC: [UInt8], status: UCIMulticastStatus) {
    self.shortMAC = shortMAC
    self.status = status
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    self.shortMAC = try reader.readBytes(2, field: "short_mac")
    self.status = UCIMulticastStatus(rawValue: try reader.read(field: "status"))
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.shortMAC, count: 2)
    writer.write(self.status.rawValue)
  }
}

/// The record `multicast_result_fira1`.
public struct MulticastResultFiRa1: Hashable, Sendable {
  /// `short_mac`, 2 bytes.
  public var shortMAC: [UInt8]
  /// `sub_session_id`.
  public var subSessionID: UInt32
  /// `status`.
  public var status: UCIMulticastStatus

  /// All fields.
  public init(shortMAC: [UInt8], subSessionID: UInt32, status: UCIMulticastStatus) {
    self.shortMAC = shortMAC
    self.subSessionID = subSessionID
    self.status = status
  }

  /// Reads the record.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    self.shortMAC = try reader.readBytes(2, field: "short_mac")
    self.subSessionID = try reader.read(field: "sub_session_id")
    self.status = UCIMulticastStatus(rawValue: try reader.read(field: "status"))
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.shortMAC, count: 2)
    writer.write(self.subSessionID)
    writer.write(self.status.rawValue)
  }
}

/// The record `dt_anchor_round`.
public struct DTAnchorRound: Hashable, Sendable {
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
    self.roundIndex = try reader.read(field: "round_index")
    self.role = UCIDTRoundRole(rawValue: try reader.read(field: "role"))
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
    writer.write(self.roundIndex)
    writer.write(self.role.rawValue)
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
public struct HUSControllerPhase: Hashable, Sendable {
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
    self.phaseSessionToken = try reader.read(field: "phase_session_token")
    self.startSlotIndex = try reader.read(field: "start_slot_index")
    self.endSlotIndex = try reader.read(field: "end_slot_index")
    self.control = try reader.read(field: "control")
    let phaseMACSize = try reader.derived(
      from: Int(self.control), mask: 0x01, shift: 0, values: [2, 8], field: "control")
    self.mac = try reader.readBytes(phaseMACSize, field: "mac")
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.phaseSessionToken)
    writer.write(self.startSlotIndex)
    writer.write(self.endSlotIndex)
    writer.write(self.control)
    let phaseMACSize = derivedSize(from: Int(self.control), mask: 0x01, shift: 0, values: [2, 8])
    writer.write(self.mac, count: phaseMACSize)
  }
}

/// The record `hus_controlee_phase`.
public struct HUSControleePhase: Hashable, Sendable {
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
public struct HUSControleeParticipation: Hashable, Sendable {
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
    self.phaseSessionToken = try reader.read(field: "phase_session_token")
    self.participation = UCIHUSParticipation(rawValue: try reader.read(field: "participation"))
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.phaseSessionToken)
    writer.write(self.participation.rawValue)
  }
}

/// The record `data_transfer_phase`.
public struct DataTransferPhase: Hashable, Sendable {
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
public struct RadarConfigTLV: Hashable, Sendable {
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
    self.id = RadarConfigID(rawValue: try reader.read(field: "id"))
    let len = Int(try reader.read(UInt8.self, field: "len"))
    self.value = try reader.readBytes(len, field: "value")
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.id.rawValue)
    let len = min(self.value.count, Int(UInt8.max))
    writer.write(UInt8(truncatingIfNeeded: len))
    writer.write(self.value, count: len)
  }
}

/// The record `radar_config_failure`.
public struct RadarConfigFailure: Hashable, Sendable {
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
    self.id = RadarConfigID(rawValue: try reader.read(field: "id"))
    self.status = UCIStatus(rawValue: try reader.read(field: "status"))
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.id.rawValue)
    writer.write(self.status.rawValue)
  }
}

/// The record `test_config_tlv`.
public struct TestConfigTLV: Hashable, Sendable {
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
    self.id = TestConfigID(rawValue: try reader.read(field: "id"))
    let len = Int(try reader.read(UInt8.self, field: "len"))
    self.value = try reader.readBytes(len, field: "value")
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.id.rawValue)
    let len = min(self.value.count, Int(UInt8.max))
    writer.write(UInt8(truncatingIfNeeded: len))
    writer.write(self.value, count: len)
  }
}

/// The record `test_config_failure`.
public struct TestConfigFailure: Hashable, Sendable {
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
    self.id = TestConfigID(rawValue: try reader.read(field: "id"))
    self.status = UCIStatus(rawValue: try reader.read(field: "status"))
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.id.rawValue)
    writer.write(self.status.rawValue)
  }
}

/// The record `qorvo_test_result`.
public struct QorvoTestResult: Hashable, Sendable {
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
    self.type = try reader.read(field: "type")
    let len = Int(try reader.read(UInt8.self, field: "len"))
    self.value = try reader.readBytes(len, field: "value")
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.type)
    let len = min(self.value.count, Int(UInt8.max))
    writer.write(UInt8(truncatingIfNeeded: len))
    writer.write(self.value, count: len)
  }
}

/// The record `qorvo_calibration_entry`.
public struct QorvoCalibrationEntry: Hashable, Sendable {
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
public struct QorvoCalibrationKey: Hashable, Sendable {
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
public struct QorvoCalibrationValue: Hashable, Sendable {
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
    self.status = UCIStatus(rawValue: try reader.read(field: "status"))
    let valueLen = Int(try reader.read(UInt8.self, field: "value_len"))
    self.value = try reader.readBytes(valueLen, field: "value")
  }

  /// Appends the record.
  public func encode(into writer: inout WireWriter) {
    let keyLen = min(self.key.count, Int(UInt8.max))
    writer.write(UInt8(truncatingIfNeeded: keyLen))
    writer.write(self.key, count: keyLen)
    writer.write(self.status.rawValue)
    let valueLen = min(self.value.count, Int(UInt8.max))
    writer.write(UInt8(truncatingIfNeeded: valueLen))
    writer.write(self.value, count: valueLen)
  }
}

// Made by Definitions/generate.py from Definitions/uci.yaml. Change those, not this.

public import WireFormat

/// The record `twr_short` read in place: the fields whose place is fixed.
public struct TWRShortMeasurementView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 31.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(
      31,
      "mac:2 status:1 nlos:1 distance:2 aoa_azimuth:2 aoa_azimuth_fom:1 aoa_elevation:2 aoa_elevation_fom:1 aoa_dest_azimuth:2 aoa_dest_azimuth_fom:1 aoa_dest_elevation:2 aoa_dest_elevation_fom:1 slot_index:1 rssi:1 rfu:11"
    )
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `mac`, 2 bytes, as a little-endian number.
  @inlinable public var macNumber: UInt16 { bytes.integer(at: 0) }

  /// `status`.
  @inlinable public var status: UCIStatus { UCIStatus(rawValue: bytes.integer(at: 2)) }

  /// `nlos`.
  @inlinable public var nlos: UCILineOfSight { UCILineOfSight(rawValue: bytes.integer(at: 3)) }

  /// `distance`, in cm; 0xFFFF is none.
  @inlinable public var distance: UInt16 { bytes.integer(at: 4) }

  /// `aoa_azimuth`, raw; divide by 128 for deg.
  @inlinable public var aoaAzimuth: Int16 { bytes.integer(at: 6) }

  /// `aoa_azimuth_fom`.
  @inlinable public var aoaAzimuthFoM: UInt8 { bytes.integer(at: 8) }

  /// `aoa_elevation`, raw; divide by 128 for deg.
  @inlinable public var aoaElevation: Int16 { bytes.integer(at: 9) }

  /// `aoa_elevation_fom`.
  @inlinable public var aoaElevationFoM: UInt8 { bytes.integer(at: 11) }

  /// `aoa_dest_azimuth`, raw; divide by 128 for deg.
  @inlinable public var aoaDestAzimuth: Int16 { bytes.integer(at: 12) }

  /// `aoa_dest_azimuth_fom`.
  @inlinable public var aoaDestAzimuthFoM: UInt8 { bytes.integer(at: 14) }

  /// `aoa_dest_elevation`, raw; divide by 128 for deg.
  @inlinable public var aoaDestElevation: Int16 { bytes.integer(at: 15) }

  /// `aoa_dest_elevation_fom`.
  @inlinable public var aoaDestElevationFoM: UInt8 { bytes.integer(at: 17) }

  /// `slot_index`.
  @inlinable public var slotIndex: UInt8 { bytes.integer(at: 18) }

  /// `rssi`, raw; divide by -2 for dBm; 0x00 is none.
  @inlinable public var rssi: UInt8 { bytes.integer(at: 19) }

  /// `rfu`, 11 bytes; reserved.
  @inlinable public var rfu: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 20, count: 11) }
  }

  /// ``aoaAzimuth`` in deg.
  @inlinable public var aoaAzimuthDegrees: Double { Double(aoaAzimuth) / 128 }

  /// ``aoaElevation`` in deg.
  @inlinable public var aoaElevationDegrees: Double { Double(aoaElevation) / 128 }

  /// ``aoaDestAzimuth`` in deg.
  @inlinable public var aoaDestAzimuthDegrees: Double { Double(aoaDestAzimuth) / 128 }

  /// ``aoaDestElevation`` in deg.
  @inlinable public var aoaDestElevationDegrees: Double { Double(aoaDestElevation) / 128 }

  /// ``rssi`` in dBm; nil when there is none.
  @inlinable public var rssiDBm: Double? { rssi == 0x00 ? nil : Double(rssi) / -2 }
}

/// The record `twr_extended` read in place: the fields whose place is fixed.
public struct TWRExtendedMeasurementView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 31.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(
      31,
      "mac:8 status:1 nlos:1 distance:2 aoa_azimuth:2 aoa_azimuth_fom:1 aoa_elevation:2 aoa_elevation_fom:1 aoa_dest_azimuth:2 aoa_dest_azimuth_fom:1 aoa_dest_elevation:2 aoa_dest_elevation_fom:1 slot_index:1 rssi:1 rfu:5"
    )
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `mac`, 8 bytes, as a little-endian number.
  @inlinable public var macNumber: UInt64 { bytes.integer(at: 0) }

  /// `status`.
  @inlinable public var status: UCIStatus { UCIStatus(rawValue: bytes.integer(at: 8)) }

  /// `nlos`.
  @inlinable public var nlos: UCILineOfSight { UCILineOfSight(rawValue: bytes.integer(at: 9)) }

  /// `distance`, in cm; 0xFFFF is none.
  @inlinable public var distance: UInt16 { bytes.integer(at: 10) }

  /// `aoa_azimuth`, raw; divide by 128 for deg.
  @inlinable public var aoaAzimuth: Int16 { bytes.integer(at: 12) }

  /// `aoa_azimuth_fom`.
  @inlinable public var aoaAzimuthFoM: UInt8 { bytes.integer(at: 14) }

  /// `aoa_elevation`, raw; divide by 128 for deg.
  @inlinable public var aoaElevation: Int16 { bytes.integer(at: 15) }

  /// `aoa_elevation_fom`.
  @inlinable public var aoaElevationFoM: UInt8 { bytes.integer(at: 17) }

  /// `aoa_dest_azimuth`, raw; divide by 128 for deg.
  @inlinable public var aoaDestAzimuth: Int16 { bytes.integer(at: 18) }

  /// `aoa_dest_azimuth_fom`.
  @inlinable public var aoaDestAzimuthFoM: UInt8 { bytes.integer(at: 20) }

  /// `aoa_dest_elevation`, raw; divide by 128 for deg.
  @inlinable public var aoaDestElevation: Int16 { bytes.integer(at: 21) }

  /// `aoa_dest_elevation_fom`.
  @inlinable public var aoaDestElevationFoM: UInt8 { bytes.integer(at: 23) }

  /// `slot_index`.
  @inlinable public var slotIndex: UInt8 { bytes.integer(at: 24) }

  /// `rssi`, raw; divide by -2 for dBm; 0x00 is none.
  @inlinable public var rssi: UInt8 { bytes.integer(at: 25) }

  /// `rfu`, 5 bytes; reserved.
  @inlinable public var rfu: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 26, count: 5) }
  }

  /// ``aoaAzimuth`` in deg.
  @inlinable public var aoaAzimuthDegrees: Double { Double(aoaAzimuth) / 128 }

  /// ``aoaElevation`` in deg.
  @inlinable public var aoaElevationDegrees: Double { Double(aoaElevation) / 128 }

  /// ``aoaDestAzimuth`` in deg.
  @inlinable public var aoaDestAzimuthDegrees: Double { Double(aoaDestAzimuth) / 128 }

  /// ``aoaDestElevation`` in deg.
  @inlinable public var aoaDestElevationDegrees: Double { Double(aoaDestElevation) / 128 }

  /// ``rssi`` in dBm; nil when there is none.
  @inlinable public var rssiDBm: Double? { rssi == 0x00 ? nil : Double(rssi) / -2 }
}

/// The record `owr_aoa_short` read in place: the fields whose place is fixed.
public struct OWRAoAShortMeasurementView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 13.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(
      13,
      "mac:2 status:1 nlos:1 frame_sequence_number:1 block_index:2 aoa_azimuth:2 aoa_azimuth_fom:1 aoa_elevation:2 aoa_elevation_fom:1"
    )
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `mac`, 2 bytes, as a little-endian number.
  @inlinable public var macNumber: UInt16 { bytes.integer(at: 0) }

  /// `status`.
  @inlinable public var status: UCIStatus { UCIStatus(rawValue: bytes.integer(at: 2)) }

  /// `nlos`.
  @inlinable public var nlos: UCILineOfSight { UCILineOfSight(rawValue: bytes.integer(at: 3)) }

  /// `frame_sequence_number`.
  @inlinable public var frameSequenceNumber: UInt8 { bytes.integer(at: 4) }

  /// `block_index`.
  @inlinable public var blockIndex: UInt16 { bytes.integer(at: 5) }

  /// `aoa_azimuth`, raw; divide by 128 for deg.
  @inlinable public var aoaAzimuth: Int16 { bytes.integer(at: 7) }

  /// `aoa_azimuth_fom`.
  @inlinable public var aoaAzimuthFoM: UInt8 { bytes.integer(at: 9) }

  /// `aoa_elevation`, raw; divide by 128 for deg.
  @inlinable public var aoaElevation: Int16 { bytes.integer(at: 10) }

  /// `aoa_elevation_fom`.
  @inlinable public var aoaElevationFoM: UInt8 { bytes.integer(at: 12) }

  /// ``aoaAzimuth`` in deg.
  @inlinable public var aoaAzimuthDegrees: Double { Double(aoaAzimuth) / 128 }

  /// ``aoaElevation`` in deg.
  @inlinable public var aoaElevationDegrees: Double { Double(aoaElevation) / 128 }
}

/// The record `owr_aoa_extended` read in place: the fields whose place is fixed.
public struct OWRAoAExtendedMeasurementView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 19.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(
      19,
      "mac:8 status:1 nlos:1 frame_sequence_number:1 block_index:2 aoa_azimuth:2 aoa_azimuth_fom:1 aoa_elevation:2 aoa_elevation_fom:1"
    )
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `mac`, 8 bytes, as a little-endian number.
  @inlinable public var macNumber: UInt64 { bytes.integer(at: 0) }

  /// `status`.
  @inlinable public var status: UCIStatus { UCIStatus(rawValue: bytes.integer(at: 8)) }

  /// `nlos`.
  @inlinable public var nlos: UCILineOfSight { UCILineOfSight(rawValue: bytes.integer(at: 9)) }

  /// `frame_sequence_number`.
  @inlinable public var frameSequenceNumber: UInt8 { bytes.integer(at: 10) }

  /// `block_index`.
  @inlinable public var blockIndex: UInt16 { bytes.integer(at: 11) }

  /// `aoa_azimuth`, raw; divide by 128 for deg.
  @inlinable public var aoaAzimuth: Int16 { bytes.integer(at: 13) }

  /// `aoa_azimuth_fom`.
  @inlinable public var aoaAzimuthFoM: UInt8 { bytes.integer(at: 15) }

  /// `aoa_elevation`, raw; divide by 128 for deg.
  @inlinable public var aoaElevation: Int16 { bytes.integer(at: 16) }

  /// `aoa_elevation_fom`.
  @inlinable public var aoaElevationFoM: UInt8 { bytes.integer(at: 18) }

  /// ``aoaAzimuth`` in deg.
  @inlinable public var aoaAzimuthDegrees: Double { Double(aoaAzimuth) / 128 }

  /// ``aoaElevation`` in deg.
  @inlinable public var aoaElevationDegrees: Double { Double(aoaElevation) / 128 }
}

/// The record `dl_tdoa_short` read in place: the fields whose place is fixed.
public struct DLTDoAShortMeasurementView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 17.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(
      17,
      "mac:2 status:1 message_type:1 message_control:2 block_index:2 round_index:1 nlos:1 aoa_azimuth:2 aoa_azimuth_fom:1 aoa_elevation:2 aoa_elevation_fom:1 rssi:1"
    )
    self.bytes = bytes
  }

  /// `mac`, 2 bytes, as a little-endian number.
  @inlinable public var macNumber: UInt16 { bytes.integer(at: 0) }

  /// `status`.
  @inlinable public var status: UCIStatus { UCIStatus(rawValue: bytes.integer(at: 2)) }

  /// `message_type`.
  @inlinable public var messageType: UCIDLTDoAMessageType {
    UCIDLTDoAMessageType(rawValue: bytes.integer(at: 3))
  }

  /// `message_control`.
  @inlinable public var messageControl: UInt16 { bytes.integer(at: 4) }

  /// `block_index`.
  @inlinable public var blockIndex: UInt16 { bytes.integer(at: 6) }

  /// `round_index`.
  @inlinable public var roundIndex: UInt8 { bytes.integer(at: 8) }

  /// `nlos`.
  @inlinable public var nlos: UCILineOfSight { UCILineOfSight(rawValue: bytes.integer(at: 9)) }

  /// `aoa_azimuth`, raw; divide by 128 for deg.
  @inlinable public var aoaAzimuth: Int16 { bytes.integer(at: 10) }

  /// `aoa_azimuth_fom`.
  @inlinable public var aoaAzimuthFoM: UInt8 { bytes.integer(at: 12) }

  /// `aoa_elevation`, raw; divide by 128 for deg.
  @inlinable public var aoaElevation: Int16 { bytes.integer(at: 13) }

  /// `aoa_elevation_fom`.
  @inlinable public var aoaElevationFoM: UInt8 { bytes.integer(at: 15) }

  /// `rssi`, raw; divide by -2 for dBm; 0x00 is none.
  @inlinable public var rssi: UInt8 { bytes.integer(at: 16) }

  /// ``aoaAzimuth`` in deg.
  @inlinable public var aoaAzimuthDegrees: Double { Double(aoaAzimuth) / 128 }

  /// ``aoaElevation`` in deg.
  @inlinable public var aoaElevationDegrees: Double { Double(aoaElevation) / 128 }

  /// ``rssi`` in dBm; nil when there is none.
  @inlinable public var rssiDBm: Double? { rssi == 0x00 ? nil : Double(rssi) / -2 }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 17, count: bytes.byteCount &- 17) }
  }
}

/// The record `dl_tdoa_extended` read in place: the fields whose place is fixed.
public struct DLTDoAExtendedMeasurementView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 23.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(
      23,
      "mac:8 status:1 message_type:1 message_control:2 block_index:2 round_index:1 nlos:1 aoa_azimuth:2 aoa_azimuth_fom:1 aoa_elevation:2 aoa_elevation_fom:1 rssi:1"
    )
    self.bytes = bytes
  }

  /// `mac`, 8 bytes, as a little-endian number.
  @inlinable public var macNumber: UInt64 { bytes.integer(at: 0) }

  /// `status`.
  @inlinable public var status: UCIStatus { UCIStatus(rawValue: bytes.integer(at: 8)) }

  /// `message_type`.
  @inlinable public var messageType: UCIDLTDoAMessageType {
    UCIDLTDoAMessageType(rawValue: bytes.integer(at: 9))
  }

  /// `message_control`.
  @inlinable public var messageControl: UInt16 { bytes.integer(at: 10) }

  /// `block_index`.
  @inlinable public var blockIndex: UInt16 { bytes.integer(at: 12) }

  /// `round_index`.
  @inlinable public var roundIndex: UInt8 { bytes.integer(at: 14) }

  /// `nlos`.
  @inlinable public var nlos: UCILineOfSight { UCILineOfSight(rawValue: bytes.integer(at: 15)) }

  /// `aoa_azimuth`, raw; divide by 128 for deg.
  @inlinable public var aoaAzimuth: Int16 { bytes.integer(at: 16) }

  /// `aoa_azimuth_fom`.
  @inlinable public var aoaAzimuthFoM: UInt8 { bytes.integer(at: 18) }

  /// `aoa_elevation`, raw; divide by 128 for deg.
  @inlinable public var aoaElevation: Int16 { bytes.integer(at: 19) }

  /// `aoa_elevation_fom`.
  @inlinable public var aoaElevationFoM: UInt8 { bytes.integer(at: 21) }

  /// `rssi`, raw; divide by -2 for dBm; 0x00 is none.
  @inlinable public var rssi: UInt8 { bytes.integer(at: 22) }

  /// ``aoaAzimuth`` in deg.
  @inlinable public var aoaAzimuthDegrees: Double { Double(aoaAzimuth) / 128 }

  /// ``aoaElevation`` in deg.
  @inlinable public var aoaElevationDegrees: Double { Double(aoaElevation) / 128 }

  /// ``rssi`` in dBm; nil when there is none.
  @inlinable public var rssiDBm: Double? { rssi == 0x00 ? nil : Double(rssi) / -2 }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 23, count: bytes.byteCount &- 23) }
  }
}

/// The record `ul_tdoa_short` read in place: the fields whose place is fixed.
public struct ULTDoAShortMeasurementView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 17.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(
      17,
      "mac:2 status:1 message_control:2 frame_type:1 nlos:1 aoa_azimuth:2 aoa_azimuth_fom:1 aoa_elevation:2 aoa_elevation_fom:1 frame_number:4"
    )
    self.bytes = bytes
  }

  /// `mac`, 2 bytes, as a little-endian number.
  @inlinable public var macNumber: UInt16 { bytes.integer(at: 0) }

  /// `status`.
  @inlinable public var status: UCIStatus { UCIStatus(rawValue: bytes.integer(at: 2)) }

  /// `message_control`.
  @inlinable public var messageControl: UInt16 { bytes.integer(at: 3) }

  /// `frame_type`.
  @inlinable public var frameType: UInt8 { bytes.integer(at: 5) }

  /// `nlos`.
  @inlinable public var nlos: UCILineOfSight { UCILineOfSight(rawValue: bytes.integer(at: 6)) }

  /// `aoa_azimuth`, raw; divide by 128 for deg.
  @inlinable public var aoaAzimuth: Int16 { bytes.integer(at: 7) }

  /// `aoa_azimuth_fom`.
  @inlinable public var aoaAzimuthFoM: UInt8 { bytes.integer(at: 9) }

  /// `aoa_elevation`, raw; divide by 128 for deg.
  @inlinable public var aoaElevation: Int16 { bytes.integer(at: 10) }

  /// `aoa_elevation_fom`.
  @inlinable public var aoaElevationFoM: UInt8 { bytes.integer(at: 12) }

  /// `frame_number`.
  @inlinable public var frameNumber: UInt32 { bytes.integer(at: 13) }

  /// ``aoaAzimuth`` in deg.
  @inlinable public var aoaAzimuthDegrees: Double { Double(aoaAzimuth) / 128 }

  /// ``aoaElevation`` in deg.
  @inlinable public var aoaElevationDegrees: Double { Double(aoaElevation) / 128 }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 17, count: bytes.byteCount &- 17) }
  }
}

/// The record `ul_tdoa_extended` read in place: the fields whose place is fixed.
public struct ULTDoAExtendedMeasurementView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 23.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(
      23,
      "mac:8 status:1 message_control:2 frame_type:1 nlos:1 aoa_azimuth:2 aoa_azimuth_fom:1 aoa_elevation:2 aoa_elevation_fom:1 frame_number:4"
    )
    self.bytes = bytes
  }

  /// `mac`, 8 bytes, as a little-endian number.
  @inlinable public var macNumber: UInt64 { bytes.integer(at: 0) }

  /// `status`.
  @inlinable public var status: UCIStatus { UCIStatus(rawValue: bytes.integer(at: 8)) }

  /// `message_control`.
  @inlinable public var messageControl: UInt16 { bytes.integer(at: 9) }

  /// `frame_type`.
  @inlinable public var frameType: UInt8 { bytes.integer(at: 11) }

  /// `nlos`.
  @inlinable public var nlos: UCILineOfSight { UCILineOfSight(rawValue: bytes.integer(at: 12)) }

  /// `aoa_azimuth`, raw; divide by 128 for deg.
  @inlinable public var aoaAzimuth: Int16 { bytes.integer(at: 13) }

  /// `aoa_azimuth_fom`.
  @inlinable public var aoaAzimuthFoM: UInt8 { bytes.integer(at: 15) }

  /// `aoa_elevation`, raw; divide by 128 for deg.
  @inlinable public var aoaElevation: Int16 { bytes.integer(at: 16) }

  /// `aoa_elevation_fom`.
  @inlinable public var aoaElevationFoM: UInt8 { bytes.integer(at: 18) }

  /// `frame_number`.
  @inlinable public var frameNumber: UInt32 { bytes.integer(at: 19) }

  /// ``aoaAzimuth`` in deg.
  @inlinable public var aoaAzimuthDegrees: Double { Double(aoaAzimuth) / 128 }

  /// ``aoaElevation`` in deg.
  @inlinable public var aoaElevationDegrees: Double { Double(aoaElevation) / 128 }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 23, count: bytes.byteCount &- 23) }
  }
}

/// The record `frame_report_field` read in place: the fields whose place is fixed.
public struct FrameReportFieldView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 3.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(3, "type:1 len:2")
    self.bytes = bytes
  }

  /// `type`.
  @inlinable public var type: UCIDiagFieldType { UCIDiagFieldType(rawValue: bytes.integer(at: 0)) }

  /// `len`.
  @inlinable public var len: UInt16 { bytes.integer(at: 1) }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 3, count: bytes.byteCount &- 3) }
  }
}

/// The record `frame_report` read in place: the fields whose place is fixed.
public struct FrameReportView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 4.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(4, "uwb_msg_id:1 action:1 antenna_set:1 num:1")
    self.bytes = bytes
  }

  /// `uwb_msg_id`.
  @inlinable public var uwbMsgID: UCIDiagMessageID {
    UCIDiagMessageID(rawValue: bytes.integer(at: 0))
  }

  /// `action`.
  @inlinable public var action: UCIDiagAction { UCIDiagAction(rawValue: bytes.integer(at: 1)) }

  /// `antenna_set`.
  @inlinable public var antennaSet: UInt8 { bytes.integer(at: 2) }

  /// `num`.
  @inlinable public var num: UInt8 { bytes.integer(at: 3) }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 4, count: bytes.byteCount &- 4) }
  }
}

/// The record `diag_aoa` read in place: the fields whose place is fixed.
public struct DiagAoAView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 8.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(8, "tdoa:2 pdoa:2 aoa:2 fom:1 axis:1")
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `tdoa`.
  @inlinable public var tdoa: Int16 { bytes.integer(at: 0) }

  /// `pdoa`.
  @inlinable public var pdoa: Int16 { bytes.integer(at: 2) }

  /// `aoa`.
  @inlinable public var aoa: Int16 { bytes.integer(at: 4) }

  /// `fom`.
  @inlinable public var fom: UInt8 { bytes.integer(at: 6) }

  /// `axis`.
  @inlinable public var axis: UInt8 { bytes.integer(at: 7) }
}

/// The record `android_channel_response` read in place: the fields whose place is fixed.
public struct AndroidChannelResponseView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 16.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(
      16,
      "first_path_index:2 first_path_snr:2 first_path_ns:2 peak_path_index:2 peak_path_snr:2 peak_path_ns:2 first_path_sample_offset:1 samples_number:1 len:2"
    )
    self.bytes = bytes
  }

  /// `first_path_index`.
  @inlinable public var firstPathIndex: UInt16 { bytes.integer(at: 0) }

  /// `first_path_snr`.
  @inlinable public var firstPathSnr: UInt16 { bytes.integer(at: 2) }

  /// `first_path_ns`.
  @inlinable public var firstPathNs: UInt16 { bytes.integer(at: 4) }

  /// `peak_path_index`.
  @inlinable public var peakPathIndex: UInt16 { bytes.integer(at: 6) }

  /// `peak_path_snr`.
  @inlinable public var peakPathSnr: UInt16 { bytes.integer(at: 8) }

  /// `peak_path_ns`.
  @inlinable public var peakPathNs: UInt16 { bytes.integer(at: 10) }

  /// `first_path_sample_offset`.
  @inlinable public var firstPathSampleOffset: UInt8 { bytes.integer(at: 12) }

  /// `samples_number`.
  @inlinable public var samplesNumber: UInt8 { bytes.integer(at: 13) }

  /// `len`.
  @inlinable public var len: UInt16 { bytes.integer(at: 14) }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 16, count: bytes.byteCount &- 16) }
  }
}

/// The record `diag_cir_android` read in place: the fields whose place is fixed.
public struct DiagCIRAndroidView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 1.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(1, "num:1")
    self.bytes = bytes
  }

  /// `num`.
  @inlinable public var num: UInt8 { bytes.integer(at: 0) }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 1, count: bytes.byteCount &- 1) }
  }
}

/// The record `diag_frame_status` read in place: the fields whose place is fixed.
public struct DiagFrameStatusView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 2.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(2, "frame_status:2")
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `frame_status`.
  @inlinable public var frameStatus: UInt16 { bytes.integer(at: 0) }
}

/// The record `diag_cfo` read in place: the fields whose place is fixed.
public struct DiagCFOView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 4.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(4, "cfo:4")
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `cfo`, raw; divide by 67108864 for ratio.
  @inlinable public var cfo: Int32 { bytes.integer(at: 0) }

  /// ``cfo`` in ratio.
  @inlinable public var cfoRatio: Double { Double(cfo) / 67108864 }
}

/// The record `diag_emitter` read in place: the fields whose place is fixed.
public struct DiagEmitterView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 2.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(2, "short_addr:2")
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `short_addr`, 2 bytes, as a little-endian number.
  @inlinable public var shortAddrNumber: UInt16 { bytes.integer(at: 0) }
}

/// The record `diag_segment_metrics` read in place: the fields whose place is fixed.
public struct DiagSegmentMetricsView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 17.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(
      17,
      "receiver_and_segment:1 noise:2 segment_rsl:2 first_path_index:2 first_path_rsl:2 first_path_time:2 peak_path_index:2 peak_path_rsl:2 peak_path_time:2"
    )
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `receiver_and_segment`.
  @inlinable public var receiverAndSegment: UInt8 { bytes.integer(at: 0) }

  /// `noise`.
  @inlinable public var noise: Int16 { bytes.integer(at: 1) }

  /// `segment_rsl`, raw; divide by -256 for dBm.
  @inlinable public var segmentRsl: UInt16 { bytes.integer(at: 3) }

  /// `first_path_index`.
  @inlinable public var firstPathIndex: UInt16 { bytes.integer(at: 5) }

  /// `first_path_rsl`, raw; divide by -256 for dBm.
  @inlinable public var firstPathRsl: UInt16 { bytes.integer(at: 7) }

  /// `first_path_time`, in ns.
  @inlinable public var firstPathTime: UInt16 { bytes.integer(at: 9) }

  /// `peak_path_index`.
  @inlinable public var peakPathIndex: UInt16 { bytes.integer(at: 11) }

  /// `peak_path_rsl`, raw; divide by -256 for dBm.
  @inlinable public var peakPathRsl: UInt16 { bytes.integer(at: 13) }

  /// `peak_path_time`, in ns.
  @inlinable public var peakPathTime: UInt16 { bytes.integer(at: 15) }

  /// ``segmentRsl`` in dBm.
  @inlinable public var segmentRslDBm: Double { Double(segmentRsl) / -256 }

  /// ``firstPathRsl`` in dBm.
  @inlinable public var firstPathRslDBm: Double { Double(firstPathRsl) / -256 }

  /// ``peakPathRsl`` in dBm.
  @inlinable public var peakPathRslDBm: Double { Double(peakPathRsl) / -256 }
}

/// The record `channel_response` read in place: the fields whose place is fixed.
public struct ChannelResponseView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 4.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(
      4, "receiver_and_segment:1 first_path_relative_index:1 n_samples:1 sample_size:1")
    self.bytes = bytes
  }

  /// `receiver_and_segment`.
  @inlinable public var receiverAndSegment: UInt8 { bytes.integer(at: 0) }

  /// `first_path_relative_index`.
  @inlinable public var firstPathRelativeIndex: UInt8 { bytes.integer(at: 1) }

  /// `n_samples`.
  @inlinable public var nSamples: UInt8 { bytes.integer(at: 2) }

  /// `sample_size`.
  @inlinable public var sampleSize: UInt8 { bytes.integer(at: 3) }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 4, count: bytes.byteCount &- 4) }
  }
}

/// The record `diag_cir` read in place: the fields whose place is fixed.
public struct DiagCIRView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 1.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(1, "num:1")
    self.bytes = bytes
  }

  /// `num`.
  @inlinable public var num: UInt8 { bytes.integer(at: 0) }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 1, count: bytes.byteCount &- 1) }
  }
}

/// The record `radar_sweep` read in place: the fields whose place is fixed.
public struct RadarSweepView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 9.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(9, "sequence_number:4 timestamp:4 vendor_len:1")
    self.bytes = bytes
  }

  /// `sequence_number`.
  @inlinable public var sequenceNumber: UInt32 { bytes.integer(at: 0) }

  /// `timestamp`.
  @inlinable public var timestamp: UInt32 { bytes.integer(at: 4) }

  /// `vendor_len`.
  @inlinable public var vendorLen: UInt8 { bytes.integer(at: 8) }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 9, count: bytes.byteCount &- 9) }
  }
}

/// The record `device_info_vendor_qorvo` read in place: the fields whose place is fixed.
public struct DeviceInfoVendorQorvoView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 52.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(
      52,
      "fw_major:1 fw_minor:1 fw_patch:1 fw_rc:1 build_job:8 oem_major:1 oem_minor:1 oem_revision:1 soc_id:32 device_id:4 package_id:1"
    )
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `fw_major`.
  @inlinable public var fwMajor: UInt8 { bytes.integer(at: 0) }

  /// `fw_minor`.
  @inlinable public var fwMinor: UInt8 { bytes.integer(at: 1) }

  /// `fw_patch`.
  @inlinable public var fwPatch: UInt8 { bytes.integer(at: 2) }

  /// `fw_rc`.
  @inlinable public var fwRc: UInt8 { bytes.integer(at: 3) }

  /// `build_job`.
  @inlinable public var buildJob: UInt64 { bytes.integer(at: 4) }

  /// `oem_major`.
  @inlinable public var oemMajor: UInt8 { bytes.integer(at: 12) }

  /// `oem_minor`.
  @inlinable public var oemMinor: UInt8 { bytes.integer(at: 13) }

  /// `oem_revision`.
  @inlinable public var oemRevision: UInt8 { bytes.integer(at: 14) }

  /// `soc_id`, 32 bytes.
  @inlinable public var socID: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 15, count: 32) }
  }

  /// `device_id`.
  @inlinable public var deviceID: UInt32 { bytes.integer(at: 47) }

  /// `package_id`.
  @inlinable public var packageID: UInt8 { bytes.integer(at: 51) }
}

/// The record `session_time_base` read in place: the fields whose place is fixed.
public struct SessionTimeBaseView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 9.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(9, "control:1 reference_session_handle:4 offset_us:4")
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `control`.
  @inlinable public var control: UInt8 { bytes.integer(at: 0) }

  /// `reference_session_handle`.
  @inlinable public var referenceSessionHandle: UInt32 { bytes.integer(at: 1) }

  /// `offset_us`.
  @inlinable public var offsetUS: UInt32 { bytes.integer(at: 5) }
}

/// The record `radar_timing` read in place: the fields whose place is fixed.
public struct RadarTimingView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 7.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(7, "burst_period:4 sweep_period:2 sweeps_per_burst:1")
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `burst_period`.
  @inlinable public var burstPeriod: UInt32 { bytes.integer(at: 0) }

  /// `sweep_period`.
  @inlinable public var sweepPeriod: UInt16 { bytes.integer(at: 4) }

  /// `sweeps_per_burst`.
  @inlinable public var sweepsPerBurst: UInt8 { bytes.integer(at: 6) }
}

/// The record `capability_tlv` read in place: the fields whose place is fixed.
public struct CapabilityTLVView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 2.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(2, "id:1 len:1")
    self.bytes = bytes
  }

  /// `id`.
  @inlinable public var id: UInt8 { bytes.integer(at: 0) }

  /// `len`.
  @inlinable public var len: UInt8 { bytes.integer(at: 1) }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 2, count: bytes.byteCount &- 2) }
  }
}

/// The record `device_config_tlv` read in place: the fields whose place is fixed.
public struct DeviceConfigTLVView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 2.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(2, "id:1 len:1")
    self.bytes = bytes
  }

  /// `id`.
  @inlinable public var id: DeviceConfigID { DeviceConfigID(rawValue: bytes.integer(at: 0)) }

  /// `len`.
  @inlinable public var len: UInt8 { bytes.integer(at: 1) }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 2, count: bytes.byteCount &- 2) }
  }
}

/// The record `device_config_failure` read in place: the fields whose place is fixed.
public struct DeviceConfigFailureView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 2.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(2, "id:1 status:1")
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `id`.
  @inlinable public var id: DeviceConfigID { DeviceConfigID(rawValue: bytes.integer(at: 0)) }

  /// `status`.
  @inlinable public var status: UCIStatus { UCIStatus(rawValue: bytes.integer(at: 1)) }
}

/// The record `app_config_tlv` read in place: the fields whose place is fixed.
public struct AppConfigTLVView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 2.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(2, "id:1 len:1")
    self.bytes = bytes
  }

  /// `id`.
  @inlinable public var id: AppConfigID { AppConfigID(rawValue: bytes.integer(at: 0)) }

  /// `len`.
  @inlinable public var len: UInt8 { bytes.integer(at: 1) }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 2, count: bytes.byteCount &- 2) }
  }
}

/// The record `app_config_failure` read in place: the fields whose place is fixed.
public struct AppConfigFailureView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 2.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(2, "id:1 status:1")
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `id`.
  @inlinable public var id: AppConfigID { AppConfigID(rawValue: bytes.integer(at: 0)) }

  /// `status`.
  @inlinable public var status: UCIStatus { UCIStatus(rawValue: bytes.integer(at: 1)) }
}

/// The record `multicast_controlee` read in place: the fields whose place is fixed.
public struct MulticastControleeView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 6.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(6, "short_mac:2 sub_session_id:4")
    self.bytes = bytes
  }

  /// `short_mac`, 2 bytes, as a little-endian number.
  @inlinable public var shortMACNumber: UInt16 { bytes.integer(at: 0) }

  /// `sub_session_id`.
  @inlinable public var subSessionID: UInt32 { bytes.integer(at: 2) }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 6, count: bytes.byteCount &- 6) }
  }
}

/// The record `multicast_result` read in place: the fields whose place is fixed.
public struct MulticastResultView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 3.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(3, "short_mac:2 status:1")
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `short_mac`, 2 bytes, as a little-endian number.
  @inlinable public var shortMACNumber: UInt16 { bytes.integer(at: 0) }

  /// `status`.
  @inlinable public var status: UCIMulticastStatus {
    UCIMulticastStatus(rawValue: bytes.integer(at: 2))
  }
}

/// The record `multicast_result_fira1` read in place: the fields whose place is fixed.
public struct MulticastResultFiRa1View: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 7.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(7, "short_mac:2 sub_session_id:4 status:1")
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `short_mac`, 2 bytes, as a little-endian number.
  @inlinable public var shortMACNumber: UInt16 { bytes.integer(at: 0) }

  /// `sub_session_id`.
  @inlinable public var subSessionID: UInt32 { bytes.integer(at: 2) }

  /// `status`.
  @inlinable public var status: UCIMulticastStatus {
    UCIMulticastStatus(rawValue: bytes.integer(at: 6))
  }
}

/// The record `dt_anchor_round` read in place: the fields whose place is fixed.
public struct DTAnchorRoundView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 2.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(2, "round_index:1 role:1")
    self.bytes = bytes
  }

  /// `round_index`.
  @inlinable public var roundIndex: UInt8 { bytes.integer(at: 0) }

  /// `role`.
  @inlinable public var role: UCIDTRoundRole { UCIDTRoundRole(rawValue: bytes.integer(at: 1)) }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 2, count: bytes.byteCount &- 2) }
  }
}

/// The record `hus_controller_phase` read in place: the fields whose place is fixed.
public struct HUSControllerPhaseView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 9.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(9, "phase_session_token:4 start_slot_index:2 end_slot_index:2 control:1")
    self.bytes = bytes
  }

  /// `phase_session_token`.
  @inlinable public var phaseSessionToken: UInt32 { bytes.integer(at: 0) }

  /// `start_slot_index`.
  @inlinable public var startSlotIndex: UInt16 { bytes.integer(at: 4) }

  /// `end_slot_index`.
  @inlinable public var endSlotIndex: UInt16 { bytes.integer(at: 6) }

  /// `control`.
  @inlinable public var control: UInt8 { bytes.integer(at: 8) }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 9, count: bytes.byteCount &- 9) }
  }
}

/// The record `hus_controlee_phase` read in place: the fields whose place is fixed.
public struct HUSControleePhaseView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 4.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(4, "phase_session_token:4")
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `phase_session_token`.
  @inlinable public var phaseSessionToken: UInt32 { bytes.integer(at: 0) }
}

/// The record `hus_controlee_participation` read in place: the fields whose place is fixed.
public struct HUSControleeParticipationView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 5.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(5, "phase_session_token:4 participation:1")
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `phase_session_token`.
  @inlinable public var phaseSessionToken: UInt32 { bytes.integer(at: 0) }

  /// `participation`.
  @inlinable public var participation: UCIHUSParticipation {
    UCIHUSParticipation(rawValue: bytes.integer(at: 4))
  }
}

/// The record `radar_config_tlv` read in place: the fields whose place is fixed.
public struct RadarConfigTLVView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 2.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(2, "id:1 len:1")
    self.bytes = bytes
  }

  /// `id`.
  @inlinable public var id: RadarConfigID { RadarConfigID(rawValue: bytes.integer(at: 0)) }

  /// `len`.
  @inlinable public var len: UInt8 { bytes.integer(at: 1) }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 2, count: bytes.byteCount &- 2) }
  }
}

/// The record `radar_config_failure` read in place: the fields whose place is fixed.
public struct RadarConfigFailureView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 2.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(2, "id:1 status:1")
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `id`.
  @inlinable public var id: RadarConfigID { RadarConfigID(rawValue: bytes.integer(at: 0)) }

  /// `status`.
  @inlinable public var status: UCIStatus { UCIStatus(rawValue: bytes.integer(at: 1)) }
}

/// The record `test_config_tlv` read in place: the fields whose place is fixed.
public struct TestConfigTLVView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 2.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(2, "id:1 len:1")
    self.bytes = bytes
  }

  /// `id`.
  @inlinable public var id: TestConfigID { TestConfigID(rawValue: bytes.integer(at: 0)) }

  /// `len`.
  @inlinable public var len: UInt8 { bytes.integer(at: 1) }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 2, count: bytes.byteCount &- 2) }
  }
}

/// The record `test_config_failure` read in place: the fields whose place is fixed.
public struct TestConfigFailureView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 2.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(2, "id:1 status:1")
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `id`.
  @inlinable public var id: TestConfigID { TestConfigID(rawValue: bytes.integer(at: 0)) }

  /// `status`.
  @inlinable public var status: UCIStatus { UCIStatus(rawValue: bytes.integer(at: 1)) }
}

/// The record `qorvo_test_result` read in place: the fields whose place is fixed.
public struct QorvoTestResultView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 2.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(2, "type:1 len:1")
    self.bytes = bytes
  }

  /// `type`.
  @inlinable public var type: UInt8 { bytes.integer(at: 0) }

  /// `len`.
  @inlinable public var len: UInt8 { bytes.integer(at: 1) }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 2, count: bytes.byteCount &- 2) }
  }
}

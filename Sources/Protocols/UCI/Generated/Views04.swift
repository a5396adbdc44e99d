// Made by Definitions/generate.py from Definitions/uci.yaml. Change those, not this.

public import WireFormat

/// `QORVO_TEST_TX_CW_RSP` read in place: the fields whose place is fixed.
public struct QorvoTestTXCWResponseView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 1.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(1, "status:1")
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `status`.
  @inlinable public var status: UCIStatus { UCIStatus(rawValue: bytes.integer(at: 0)) }
}

/// `QORVO_TEST_PLL_LOCK_RSP` read in place: the fields whose place is fixed.
public struct QorvoTestPLLLockResponseView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 1.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(1, "status:1")
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `status`.
  @inlinable public var status: UCIStatus { UCIStatus(rawValue: bytes.integer(at: 0)) }
}

/// `QORVO_TEST_PLL_LOCK_NTF` read in place: the fields whose place is fixed.
public struct QorvoTestPLLLockNotificationView: ~Escapable {
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

/// `QORVO_RANGE_DIAGNOSTICS_NTF` read in place: the fields whose place is fixed.
public struct QorvoRangeDiagnosticsNotificationView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 9.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(9, "session_token:4 sequence_number:4 num:1")
    self.bytes = bytes
  }

  /// `session_token`.
  @inlinable public var sessionToken: UInt32 { bytes.integer(at: 0) }

  /// `sequence_number`.
  @inlinable public var sequenceNumber: UInt32 { bytes.integer(at: 4) }

  /// `num`.
  @inlinable public var num: UInt8 { bytes.integer(at: 8) }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 9, count: bytes.byteCount &- 9) }
  }
}

/// `QORVO_TEST_RTC_CMD` read in place: the fields whose place is fixed.
public struct QorvoTestRTCCommandView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 2.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(2, "timeout:2")
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `timeout`, in ms.
  @inlinable public var timeout: UInt16 { bytes.integer(at: 0) }
}

/// `QORVO_TEST_RTC_RSP` read in place: the fields whose place is fixed.
public struct QorvoTestRTCResponseView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 1.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(1, "status:1")
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `status`.
  @inlinable public var status: UCIStatus { UCIStatus(rawValue: bytes.integer(at: 0)) }
}

/// `QORVO_TEST_RTC_NTF` read in place: the fields whose place is fixed.
public struct QorvoTestRTCNotificationView: ~Escapable {
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

/// `QORVO_TEST_TOF_CMD` read in place: the fields whose place is fixed.
public struct QorvoTestToFCommandView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 3.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(3, "start_voltage:1 end_voltage:1 code_offset:1")
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `start_voltage`.
  @inlinable public var startVoltage: UInt8 { bytes.integer(at: 0) }

  /// `end_voltage`.
  @inlinable public var endVoltage: UInt8 { bytes.integer(at: 1) }

  /// `code_offset`.
  @inlinable public var codeOffset: UInt8 { bytes.integer(at: 2) }
}

/// `QORVO_TEST_TOF_RSP` read in place: the fields whose place is fixed.
public struct QorvoTestToFResponseView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 1.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(1, "status:1")
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `status`.
  @inlinable public var status: UCIStatus { UCIStatus(rawValue: bytes.integer(at: 0)) }
}

/// `QORVO_CALIBRATION_SET_CMD` read in place: the fields whose place is fixed.
public struct QorvoCalibrationSetCommandView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 2.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(2, "num:2")
    self.bytes = bytes
  }

  /// `num`.
  @inlinable public var num: UInt16 { bytes.integer(at: 0) }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 2, count: bytes.byteCount &- 2) }
  }
}

/// `QORVO_CALIBRATION_SET_RSP` read in place: the fields whose place is fixed.
public struct QorvoCalibrationSetResponseView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 1.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(1, "status:1")
    self.bytes = bytes
  }

  /// `status`.
  @inlinable public var status: UCIStatus { UCIStatus(rawValue: bytes.integer(at: 0)) }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 1, count: bytes.byteCount &- 1) }
  }
}

/// `QORVO_CALIBRATION_GET_CMD` read in place: the fields whose place is fixed.
public struct QorvoCalibrationGetCommandView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 2.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(2, "num:2")
    self.bytes = bytes
  }

  /// `num`.
  @inlinable public var num: UInt16 { bytes.integer(at: 0) }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 2, count: bytes.byteCount &- 2) }
  }
}

/// `QORVO_CALIBRATION_GET_RSP` read in place: the fields whose place is fixed.
public struct QorvoCalibrationGetResponseView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 3.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(3, "status:1 num:2")
    self.bytes = bytes
  }

  /// `status`.
  @inlinable public var status: UCIStatus { UCIStatus(rawValue: bytes.integer(at: 0)) }

  /// `num`.
  @inlinable public var num: UInt16 { bytes.integer(at: 1) }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 3, count: bytes.byteCount &- 3) }
  }
}

/// `DATA_MESSAGE_SND` read in place: the fields whose place is fixed.
public struct DataMessageSndView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 16.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(16, "session_token:4 dest_mac:8 sequence_number:2 len:2")
    self.bytes = bytes
  }

  /// `session_token`.
  @inlinable public var sessionToken: UInt32 { bytes.integer(at: 0) }

  /// `dest_mac`, 8 bytes, as a little-endian number.
  @inlinable public var destMACNumber: UInt64 { bytes.integer(at: 4) }

  /// `sequence_number`.
  @inlinable public var sequenceNumber: UInt16 { bytes.integer(at: 12) }

  /// `len`.
  @inlinable public var len: UInt16 { bytes.integer(at: 14) }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 16, count: bytes.byteCount &- 16) }
  }
}

/// `DATA_MESSAGE_RCV` read in place: the fields whose place is fixed.
public struct DataMessageRcvView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 17.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(17, "session_token:4 status:1 src_mac:8 sequence_number:2 len:2")
    self.bytes = bytes
  }

  /// `session_token`.
  @inlinable public var sessionToken: UInt32 { bytes.integer(at: 0) }

  /// `status`.
  @inlinable public var status: UCIStatus { UCIStatus(rawValue: bytes.integer(at: 4)) }

  /// `src_mac`, 8 bytes, as a little-endian number.
  @inlinable public var srcMACNumber: UInt64 { bytes.integer(at: 5) }

  /// `sequence_number`.
  @inlinable public var sequenceNumber: UInt16 { bytes.integer(at: 13) }

  /// `len`.
  @inlinable public var len: UInt16 { bytes.integer(at: 15) }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 17, count: bytes.byteCount &- 17) }
  }
}

/// `DATA_MESSAGE_RCV` read in place: the fields whose place is fixed.
public struct DataMessageRcvNXPView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 21.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(
      21, "session_token:4 status:1 sequence_number:4 src_mac:8 src_endpoint:1 dst_endpoint:1 len:2"
    )
    self.bytes = bytes
  }

  /// `session_token`.
  @inlinable public var sessionToken: UInt32 { bytes.integer(at: 0) }

  /// `status`.
  @inlinable public var status: UCIStatus { UCIStatus(rawValue: bytes.integer(at: 4)) }

  /// `sequence_number`.
  @inlinable public var sequenceNumber: UInt32 { bytes.integer(at: 5) }

  /// `src_mac`, 8 bytes, as a little-endian number.
  @inlinable public var srcMACNumber: UInt64 { bytes.integer(at: 9) }

  /// `src_endpoint`.
  @inlinable public var srcEndpoint: UInt8 { bytes.integer(at: 17) }

  /// `dst_endpoint`.
  @inlinable public var dstEndpoint: UInt8 { bytes.integer(at: 18) }

  /// `len`.
  @inlinable public var len: UInt16 { bytes.integer(at: 19) }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 21, count: bytes.byteCount &- 21) }
  }
}

/// `RADAR_DATA_MESSAGE` read in place: the fields whose place is fixed.
public struct RadarDataMessageView: ~Escapable {
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
      "session_token:4 status:1 radar_data_type:1 num:1 samples_per_sweep:1 bits_per_sample:1 sweep_offset:2 sweep_data_size:2"
    )
    self.bytes = bytes
  }

  /// `session_token`.
  @inlinable public var sessionToken: UInt32 { bytes.integer(at: 0) }

  /// `status`.
  @inlinable public var status: UCIDataRcvStatus {
    UCIDataRcvStatus(rawValue: bytes.integer(at: 4))
  }

  /// `radar_data_type`.
  @inlinable public var radarDataType: UCIRadarDataType {
    UCIRadarDataType(rawValue: bytes.integer(at: 5))
  }

  /// `num`.
  @inlinable public var num: UInt8 { bytes.integer(at: 6) }

  /// `samples_per_sweep`.
  @inlinable public var samplesPerSweep: UInt8 { bytes.integer(at: 7) }

  /// `bits_per_sample`.
  @inlinable public var bitsPerSample: UCIRadarBitsPerSample {
    UCIRadarBitsPerSample(rawValue: bytes.integer(at: 8))
  }

  /// `sweep_offset`.
  @inlinable public var sweepOffset: Int16 { bytes.integer(at: 9) }

  /// `sweep_data_size`.
  @inlinable public var sweepDataSize: UInt16 { bytes.integer(at: 11) }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 13, count: bytes.byteCount &- 13) }
  }
}

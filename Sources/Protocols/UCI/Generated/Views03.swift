// Made by Definitions/generate.py from Definitions/uci.yaml. Change those, not this.

public import WireFormat

/// `SESSION_SET_HUS_CONTROLEE_CONFIG_CMD` read in place: the fields whose place is fixed.
public struct SessionSetHUSControleeConfigCommandView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 5.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(5, "session_token:4 num:1")
    self.bytes = bytes
  }

  /// `session_token`.
  @inlinable public var sessionToken: UInt32 { bytes.integer(at: 0) }

  /// `num`.
  @inlinable public var num: UInt8 { bytes.integer(at: 4) }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 5, count: bytes.byteCount &- 5) }
  }

  /// The element `hus_controlee_phase` at `index`; nil when there is none of that kind.
  @inlinable @_lifetime(copy self)
  public func phases(at index: Int) -> HUSControleePhaseView? {
    guard index >= 0, index < Int(num) else { return nil }
    let start = 5 &+ index &* 4
    guard start <= bytes.byteCount &- 4 else { return nil }
    return HUSControleePhaseView(whole: bytes.slice(at: start, count: 4))
  }
}

/// `SESSION_SET_HUS_CONTROLEE_CONFIG_CMD` read in place: the fields whose place is fixed.
public struct SessionSetHUSControleeConfigCommandWithParticipationView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 5.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(5, "session_token:4 num:1")
    self.bytes = bytes
  }

  /// `session_token`.
  @inlinable public var sessionToken: UInt32 { bytes.integer(at: 0) }

  /// `num`.
  @inlinable public var num: UInt8 { bytes.integer(at: 4) }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 5, count: bytes.byteCount &- 5) }
  }

  /// The element `hus_controlee_participation` at `index`; nil when there is none of that kind.
  @inlinable @_lifetime(copy self)
  public func phases(at index: Int) -> HUSControleeParticipationView? {
    guard index >= 0, index < Int(num) else { return nil }
    let start = 5 &+ index &* 5
    guard start <= bytes.byteCount &- 5 else { return nil }
    return HUSControleeParticipationView(whole: bytes.slice(at: start, count: 5))
  }
}

/// `SESSION_SET_HUS_CONTROLEE_CONFIG_RSP` read in place: the fields whose place is fixed.
public struct SessionSetHUSControleeConfigResponseView: ~Escapable {
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

/// `SESSION_DATA_TRANSFER_PHASE_CONFIG_CMD` read in place: the fields whose place is fixed.
public struct SessionDataTransferPhaseConfigCommandView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 7.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(
      7, "session_token:4 dtpcm_repetition:1 data_transfer_control:1 dtpml_size:1")
    self.bytes = bytes
  }

  /// `session_token`.
  @inlinable public var sessionToken: UInt32 { bytes.integer(at: 0) }

  /// `dtpcm_repetition`.
  @inlinable public var dtpcmRepetition: UInt8 { bytes.integer(at: 4) }

  /// `data_transfer_control`.
  @inlinable public var dataTransferControl: UInt8 { bytes.integer(at: 5) }

  /// `dtpml_size`.
  @inlinable public var dtpmlSize: UInt8 { bytes.integer(at: 6) }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 7, count: bytes.byteCount &- 7) }
  }
}

/// `SESSION_DATA_TRANSFER_PHASE_CONFIG_RSP` read in place: the fields whose place is fixed.
public struct SessionDataTransferPhaseConfigResponseView: ~Escapable {
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

/// `SESSION_DATA_TRANSFER_PHASE_CONFIG_NTF` read in place: the fields whose place is fixed.
public struct SessionDataTransferPhaseConfigNotificationView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 5.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(5, "session_token:4 status:1")
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `session_token`.
  @inlinable public var sessionToken: UInt32 { bytes.integer(at: 0) }

  /// `status`.
  @inlinable public var status: UCIDtpcmStatus { UCIDtpcmStatus(rawValue: bytes.integer(at: 4)) }
}

/// `SESSION_START_CMD` read in place: the fields whose place is fixed.
public struct SessionStartCommandView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 4.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(4, "session_token:4")
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `session_token`.
  @inlinable public var sessionToken: UInt32 { bytes.integer(at: 0) }
}

/// `SESSION_START_RSP` read in place: the fields whose place is fixed.
public struct SessionStartResponseView: ~Escapable {
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

/// `SESSION_INFO_NTF` read in place: the fields whose place is fixed.
public struct SessionInfoNotificationView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 25.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(
      25,
      "sequence_number:4 session_token:4 rcr_indicator:1 current_ranging_interval:4 measurement_type:1 rfu1:1 mac_addr_mode:1 hus_primary_session_id:4 rfu2:4 num:1"
    )
    self.bytes = bytes
  }

  /// `sequence_number`.
  @inlinable public var sequenceNumber: UInt32 { bytes.integer(at: 0) }

  /// `session_token`.
  @inlinable public var sessionToken: UInt32 { bytes.integer(at: 4) }

  /// `rcr_indicator`.
  @inlinable public var rcrIndicator: UInt8 { bytes.integer(at: 8) }

  /// `current_ranging_interval`, in ms.
  @inlinable public var currentRangingInterval: UInt32 { bytes.integer(at: 9) }

  /// `measurement_type`.
  @inlinable public var measurementType: UCIMeasurementType {
    UCIMeasurementType(rawValue: bytes.integer(at: 13))
  }

  /// `rfu1`; reserved.
  @inlinable public var rfu1: UInt8 { bytes.integer(at: 14) }

  /// `mac_addr_mode`.
  @inlinable public var macAddrMode: UCIMACAddressMode {
    UCIMACAddressMode(rawValue: bytes.integer(at: 15))
  }

  /// `hus_primary_session_id`.
  @inlinable public var husPrimarySessionID: UInt32 { bytes.integer(at: 16) }

  /// `rfu2`; reserved.
  @inlinable public var rfu2: UInt32 { bytes.integer(at: 20) }

  /// `num`.
  @inlinable public var num: UInt8 { bytes.integer(at: 24) }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 25, count: bytes.byteCount &- 25) }
  }

  /// The element `twr_short` at `index`; nil when there is none of that kind.
  @inlinable @_lifetime(copy self)
  public func twrShort(at index: Int) -> TWRShortMeasurementView? {
    guard index >= 0, index < Int(num), measurementType.rawValue == 1, macAddrMode.rawValue == 0
    else { return nil }
    let start = 25 &+ index &* 31
    guard start <= bytes.byteCount &- 31 else { return nil }
    return TWRShortMeasurementView(whole: bytes.slice(at: start, count: 31))
  }

  /// The element `twr_extended` at `index`; nil when there is none of that kind.
  @inlinable @_lifetime(copy self)
  public func twrExtended(at index: Int) -> TWRExtendedMeasurementView? {
    guard index >= 0, index < Int(num), measurementType.rawValue == 1, macAddrMode.rawValue == 1
    else { return nil }
    let start = 25 &+ index &* 31
    guard start <= bytes.byteCount &- 31 else { return nil }
    return TWRExtendedMeasurementView(whole: bytes.slice(at: start, count: 31))
  }

  /// The element `owr_aoa_short` at `index`; nil when there is none of that kind.
  @inlinable @_lifetime(copy self)
  public func owrAoAShort(at index: Int) -> OWRAoAShortMeasurementView? {
    guard index >= 0, index < Int(num), measurementType.rawValue == 3, macAddrMode.rawValue == 0
    else { return nil }
    let start = 25 &+ index &* 13
    guard start <= bytes.byteCount &- 13 else { return nil }
    return OWRAoAShortMeasurementView(whole: bytes.slice(at: start, count: 13))
  }

  /// The element `owr_aoa_extended` at `index`; nil when there is none of that kind.
  @inlinable @_lifetime(copy self)
  public func owrAoAExtended(at index: Int) -> OWRAoAExtendedMeasurementView? {
    guard index >= 0, index < Int(num), measurementType.rawValue == 3, macAddrMode.rawValue == 1
    else { return nil }
    let start = 25 &+ index &* 19
    guard start <= bytes.byteCount &- 19 else { return nil }
    return OWRAoAExtendedMeasurementView(whole: bytes.slice(at: start, count: 19))
  }
}

/// `SESSION_STOP_CMD` read in place: the fields whose place is fixed.
public struct SessionStopCommandView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 4.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(4, "session_token:4")
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `session_token`.
  @inlinable public var sessionToken: UInt32 { bytes.integer(at: 0) }
}

/// `SESSION_STOP_RSP` read in place: the fields whose place is fixed.
public struct SessionStopResponseView: ~Escapable {
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

/// `SESSION_GET_RANGING_COUNT_CMD` read in place: the fields whose place is fixed.
public struct SessionGetRangingCountCommandView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 4.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(4, "session_token:4")
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `session_token`.
  @inlinable public var sessionToken: UInt32 { bytes.integer(at: 0) }
}

/// `SESSION_GET_RANGING_COUNT_RSP` read in place: the fields whose place is fixed.
public struct SessionGetRangingCountResponseView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 5.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(5, "status:1 count:4")
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `status`.
  @inlinable public var status: UCIStatus { UCIStatus(rawValue: bytes.integer(at: 0)) }

  /// `count`.
  @inlinable public var count: UInt32 { bytes.integer(at: 1) }
}

/// `SESSION_DATA_CREDIT_NTF` read in place: the fields whose place is fixed.
public struct SessionDataCreditNotificationView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 5.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(5, "session_token:4 credit:1")
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `session_token`.
  @inlinable public var sessionToken: UInt32 { bytes.integer(at: 0) }

  /// `credit`.
  @inlinable public var credit: UCICredit { UCICredit(rawValue: bytes.integer(at: 4)) }
}

/// `SESSION_DATA_TRANSFER_STATUS_NTF` read in place: the fields whose place is fixed.
public struct SessionDataTransferStatusNotificationView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 8.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(8, "session_token:4 uci_sequence_number:2 status:1 tx_count:1")
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `session_token`.
  @inlinable public var sessionToken: UInt32 { bytes.integer(at: 0) }

  /// `uci_sequence_number`.
  @inlinable public var uciSequenceNumber: UInt16 { bytes.integer(at: 4) }

  /// `status`.
  @inlinable public var status: UCIDataTransferStatus {
    UCIDataTransferStatus(rawValue: bytes.integer(at: 6))
  }

  /// `tx_count`.
  @inlinable public var txCount: UInt8 { bytes.integer(at: 7) }
}

/// `SESSION_DATA_TRANSFER_STATUS_NTF` read in place: the fields whose place is fixed.
public struct SessionDataTransferStatusNotificationPicaView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 7.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(7, "session_token:4 uci_sequence_number:1 status:1 tx_count:1")
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `session_token`.
  @inlinable public var sessionToken: UInt32 { bytes.integer(at: 0) }

  /// `uci_sequence_number`.
  @inlinable public var uciSequenceNumber: UInt8 { bytes.integer(at: 4) }

  /// `status`.
  @inlinable public var status: UCIDataTransferStatus {
    UCIDataTransferStatus(rawValue: bytes.integer(at: 5))
  }

  /// `tx_count`.
  @inlinable public var txCount: UInt8 { bytes.integer(at: 6) }
}

/// `ANDROID_GET_POWER_STATS_RSP` read in place: the fields whose place is fixed.
public struct AndroidGetPowerStatsResponseView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 17.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(17, "status:1 idle_time:4 tx_time:4 rx_time:4 total_wake_count:4")
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `status`.
  @inlinable public var status: UCIStatus { UCIStatus(rawValue: bytes.integer(at: 0)) }

  /// `idle_time`, in ms.
  @inlinable public var idleTime: UInt32 { bytes.integer(at: 1) }

  /// `tx_time`, in ms.
  @inlinable public var txTime: UInt32 { bytes.integer(at: 5) }

  /// `rx_time`, in ms.
  @inlinable public var rxTime: UInt32 { bytes.integer(at: 9) }

  /// `total_wake_count`.
  @inlinable public var totalWakeCount: UInt32 { bytes.integer(at: 13) }
}

/// `ANDROID_SET_COUNTRY_CODE_CMD` read in place: the fields whose place is fixed.
public struct AndroidSetCountryCodeCommandView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 2.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(2, "country_code:2")
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `country_code`, 2 bytes.
  @inlinable public var countryCode: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 0, count: 2) }
  }
}

/// `ANDROID_SET_COUNTRY_CODE_RSP` read in place: the fields whose place is fixed.
public struct AndroidSetCountryCodeResponseView: ~Escapable {
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

/// `ANDROID_RANGE_DIAGNOSTICS_NTF` read in place: the fields whose place is fixed.
public struct AndroidRangeDiagnosticsNotificationView: ~Escapable {
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

/// `ANDROID_RADAR_SET_APP_CONFIG_CMD` read in place: the fields whose place is fixed.
public struct AndroidRadarSetAppConfigCommandView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 5.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(5, "session_token:4 num:1")
    self.bytes = bytes
  }

  /// `session_token`.
  @inlinable public var sessionToken: UInt32 { bytes.integer(at: 0) }

  /// `num`.
  @inlinable public var num: UInt8 { bytes.integer(at: 4) }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 5, count: bytes.byteCount &- 5) }
  }
}

/// `ANDROID_RADAR_SET_APP_CONFIG_RSP` read in place: the fields whose place is fixed.
public struct AndroidRadarSetAppConfigResponseView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 2.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(2, "status:1 num:1")
    self.bytes = bytes
  }

  /// `status`.
  @inlinable public var status: UCIStatus { UCIStatus(rawValue: bytes.integer(at: 0)) }

  /// `num`.
  @inlinable public var num: UInt8 { bytes.integer(at: 1) }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 2, count: bytes.byteCount &- 2) }
  }

  /// The element `radar_config_failure` at `index`; nil when there is none of that kind.
  @inlinable @_lifetime(copy self)
  public func failed(at index: Int) -> RadarConfigFailureView? {
    guard index >= 0, index < Int(num) else { return nil }
    let start = 2 &+ index &* 2
    guard start <= bytes.byteCount &- 2 else { return nil }
    return RadarConfigFailureView(whole: bytes.slice(at: start, count: 2))
  }
}

/// `ANDROID_RADAR_GET_APP_CONFIG_CMD` read in place: the fields whose place is fixed.
public struct AndroidRadarGetAppConfigCommandView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 5.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(5, "session_token:4 num:1")
    self.bytes = bytes
  }

  /// `session_token`.
  @inlinable public var sessionToken: UInt32 { bytes.integer(at: 0) }

  /// `num`.
  @inlinable public var num: UInt8 { bytes.integer(at: 4) }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 5, count: bytes.byteCount &- 5) }
  }
}

/// `ANDROID_RADAR_GET_APP_CONFIG_RSP` read in place: the fields whose place is fixed.
public struct AndroidRadarGetAppConfigResponseView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 2.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(2, "status:1 num:1")
    self.bytes = bytes
  }

  /// `status`.
  @inlinable public var status: UCIStatus { UCIStatus(rawValue: bytes.integer(at: 0)) }

  /// `num`.
  @inlinable public var num: UInt8 { bytes.integer(at: 1) }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 2, count: bytes.byteCount &- 2) }
  }
}

/// `TEST_CONFIG_SET_CMD` read in place: the fields whose place is fixed.
public struct TestConfigSetCommandView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 5.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(5, "session_token:4 num:1")
    self.bytes = bytes
  }

  /// `session_token`.
  @inlinable public var sessionToken: UInt32 { bytes.integer(at: 0) }

  /// `num`.
  @inlinable public var num: UInt8 { bytes.integer(at: 4) }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 5, count: bytes.byteCount &- 5) }
  }
}

/// `TEST_CONFIG_SET_RSP` read in place: the fields whose place is fixed.
public struct TestConfigSetResponseView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 2.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(2, "status:1 num:1")
    self.bytes = bytes
  }

  /// `status`.
  @inlinable public var status: UCIStatus { UCIStatus(rawValue: bytes.integer(at: 0)) }

  /// `num`.
  @inlinable public var num: UInt8 { bytes.integer(at: 1) }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 2, count: bytes.byteCount &- 2) }
  }

  /// The element `test_config_failure` at `index`; nil when there is none of that kind.
  @inlinable @_lifetime(copy self)
  public func failed(at index: Int) -> TestConfigFailureView? {
    guard index >= 0, index < Int(num) else { return nil }
    let start = 2 &+ index &* 2
    guard start <= bytes.byteCount &- 2 else { return nil }
    return TestConfigFailureView(whole: bytes.slice(at: start, count: 2))
  }
}

/// `TEST_CONFIG_GET_CMD` read in place: the fields whose place is fixed.
public struct TestConfigGetCommandView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 5.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(5, "session_token:4 num:1")
    self.bytes = bytes
  }

  /// `session_token`.
  @inlinable public var sessionToken: UInt32 { bytes.integer(at: 0) }

  /// `num`.
  @inlinable public var num: UInt8 { bytes.integer(at: 4) }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 5, count: bytes.byteCount &- 5) }
  }
}

/// `TEST_CONFIG_GET_RSP` read in place: the fields whose place is fixed.
public struct TestConfigGetResponseView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 2.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(2, "status:1 num:1")
    self.bytes = bytes
  }

  /// `status`.
  @inlinable public var status: UCIStatus { UCIStatus(rawValue: bytes.integer(at: 0)) }

  /// `num`.
  @inlinable public var num: UInt8 { bytes.integer(at: 1) }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 2, count: bytes.byteCount &- 2) }
  }
}

/// `TEST_PERIODIC_TX_RSP` read in place: the fields whose place is fixed.
public struct TestPeriodicTXResponseView: ~Escapable {
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

/// `TEST_PERIODIC_TX_NTF` read in place: the fields whose place is fixed.
public struct TestPeriodicTXNotificationView: ~Escapable {
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

/// `TEST_PER_RX_RSP` read in place: the fields whose place is fixed.
public struct TestPerRXResponseView: ~Escapable {
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

/// `TEST_PER_RX_NTF` read in place: the fields whose place is fixed.
public struct TestPerRXNotificationView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 53.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(
      53,
      "status:1 attempts:4 acq_detect:4 acq_reject:4 rx_fail:4 sync_cir_ready:4 sfd_fail:4 sfd_found:4 phr_dec_error:4 phr_bit_error:4 psdu_dec_error:4 psdu_bit_error:4 sts_found:4 eof:4"
    )
    self.bytes = bytes
  }

  /// `status`.
  @inlinable public var status: UCIStatus { UCIStatus(rawValue: bytes.integer(at: 0)) }

  /// `attempts`.
  @inlinable public var attempts: UInt32 { bytes.integer(at: 1) }

  /// `acq_detect`.
  @inlinable public var acqDetect: UInt32 { bytes.integer(at: 5) }

  /// `acq_reject`.
  @inlinable public var acqReject: UInt32 { bytes.integer(at: 9) }

  /// `rx_fail`.
  @inlinable public var rxFail: UInt32 { bytes.integer(at: 13) }

  /// `sync_cir_ready`.
  @inlinable public var syncCIRReady: UInt32 { bytes.integer(at: 17) }

  /// `sfd_fail`.
  @inlinable public var sfdFail: UInt32 { bytes.integer(at: 21) }

  /// `sfd_found`.
  @inlinable public var sfdFound: UInt32 { bytes.integer(at: 25) }

  /// `phr_dec_error`.
  @inlinable public var phrDecError: UInt32 { bytes.integer(at: 29) }

  /// `phr_bit_error`.
  @inlinable public var phrBitError: UInt32 { bytes.integer(at: 33) }

  /// `psdu_dec_error`.
  @inlinable public var psduDecError: UInt32 { bytes.integer(at: 37) }

  /// `psdu_bit_error`.
  @inlinable public var psduBitError: UInt32 { bytes.integer(at: 41) }

  /// `sts_found`.
  @inlinable public var stsFound: UInt32 { bytes.integer(at: 45) }

  /// `eof`.
  @inlinable public var eof: UInt32 { bytes.integer(at: 49) }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 53, count: bytes.byteCount &- 53) }
  }
}

/// `TEST_RX_RSP` read in place: the fields whose place is fixed.
public struct TestRXResponseView: ~Escapable {
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

/// `TEST_RX_NTF` read in place: the fields whose place is fixed.
public struct TestRXNotificationView: ~Escapable {
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
      "status:1 rx_timestamp_int:4 rx_timestamp_frac:2 aoa_azimuth:2 aoa_elevation:2 toa_gap:1 phr:2 psdu_len:2"
    )
    self.bytes = bytes
  }

  /// `status`.
  @inlinable public var status: UCIStatus { UCIStatus(rawValue: bytes.integer(at: 0)) }

  /// `rx_timestamp_int`.
  @inlinable public var rxTimestampInt: UInt32 { bytes.integer(at: 1) }

  /// `rx_timestamp_frac`.
  @inlinable public var rxTimestampFrac: UInt16 { bytes.integer(at: 5) }

  /// `aoa_azimuth`, raw; divide by 128 for deg.
  @inlinable public var aoaAzimuth: Int16 { bytes.integer(at: 7) }

  /// `aoa_elevation`, raw; divide by 128 for deg.
  @inlinable public var aoaElevation: Int16 { bytes.integer(at: 9) }

  /// `toa_gap`, in ns.
  @inlinable public var toaGap: UInt8 { bytes.integer(at: 11) }

  /// `phr`.
  @inlinable public var phr: UInt16 { bytes.integer(at: 12) }

  /// `psdu_len`.
  @inlinable public var psduLen: UInt16 { bytes.integer(at: 14) }

  /// ``aoaAzimuth`` in deg.
  @inlinable public var aoaAzimuthDegrees: Double { Double(aoaAzimuth) / 128 }

  /// ``aoaElevation`` in deg.
  @inlinable public var aoaElevationDegrees: Double { Double(aoaElevation) / 128 }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 16, count: bytes.byteCount &- 16) }
  }
}

/// `TEST_LOOPBACK_RSP` read in place: the fields whose place is fixed.
public struct TestLoopbackResponseView: ~Escapable {
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

/// `TEST_LOOPBACK_NTF` read in place: the fields whose place is fixed.
public struct TestLoopbackNotificationView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 21.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(
      21,
      "status:1 tx_timestamp_int:4 tx_timestamp_frac:2 rx_timestamp_int:4 rx_timestamp_frac:2 aoa_azimuth:2 aoa_elevation:2 phr:2 psdu_len:2"
    )
    self.bytes = bytes
  }

  /// `status`.
  @inlinable public var status: UCIStatus { UCIStatus(rawValue: bytes.integer(at: 0)) }

  /// `tx_timestamp_int`.
  @inlinable public var txTimestampInt: UInt32 { bytes.integer(at: 1) }

  /// `tx_timestamp_frac`.
  @inlinable public var txTimestampFrac: UInt16 { bytes.integer(at: 5) }

  /// `rx_timestamp_int`.
  @inlinable public var rxTimestampInt: UInt32 { bytes.integer(at: 7) }

  /// `rx_timestamp_frac`.
  @inlinable public var rxTimestampFrac: UInt16 { bytes.integer(at: 11) }

  /// `aoa_azimuth`, raw; divide by 128 for deg.
  @inlinable public var aoaAzimuth: Int16 { bytes.integer(at: 13) }

  /// `aoa_elevation`, raw; divide by 128 for deg.
  @inlinable public var aoaElevation: Int16 { bytes.integer(at: 15) }

  /// `phr`.
  @inlinable public var phr: UInt16 { bytes.integer(at: 17) }

  /// `psdu_len`.
  @inlinable public var psduLen: UInt16 { bytes.integer(at: 19) }

  /// ``aoaAzimuth`` in deg.
  @inlinable public var aoaAzimuthDegrees: Double { Double(aoaAzimuth) / 128 }

  /// ``aoaElevation`` in deg.
  @inlinable public var aoaElevationDegrees: Double { Double(aoaElevation) / 128 }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 21, count: bytes.byteCount &- 21) }
  }
}

/// `TEST_STOP_SESSION_RSP` read in place: the fields whose place is fixed.
public struct TestStopSessionResponseView: ~Escapable {
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

/// `TEST_SS_TWR_RSP` read in place: the fields whose place is fixed.
public struct TestSSTWRResponseView: ~Escapable {
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

/// `TEST_SS_TWR_NTF` read in place: the fields whose place is fixed.
public struct TestSSTWRNotificationView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 5.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(5, "status:1 delay:4")
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `status`.
  @inlinable public var status: UCIStatus { UCIStatus(rawValue: bytes.integer(at: 0)) }

  /// `delay`, in tick.
  @inlinable public var delay: UInt32 { bytes.integer(at: 1) }
}

/// `QORVO_TEST_TX_CW_CMD` read in place: the fields whose place is fixed.
public struct QorvoTestTXCWCommandView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 1.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(1, "start:1")
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `start`.
  @inlinable public var start: UInt8 { bytes.integer(at: 0) }
}

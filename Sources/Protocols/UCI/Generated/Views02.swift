// Made by Definitions/generate.py from Definitions/uci.yaml. Change those, not this.

public import WireFormat

/// The record `qorvo_calibration_entry` read in place: the fields whose place is fixed.
public struct QorvoCalibrationEntryView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 1.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(1, "key_len:1")
    self.bytes = bytes
  }

  /// `key_len`.
  @inlinable public var keyLen: UInt8 { bytes.integer(at: 0) }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 1, count: bytes.byteCount &- 1) }
  }
}

/// The record `qorvo_calibration_key` read in place: the fields whose place is fixed.
public struct QorvoCalibrationKeyView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 1.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(1, "key_len:1")
    self.bytes = bytes
  }

  /// `key_len`.
  @inlinable public var keyLen: UInt8 { bytes.integer(at: 0) }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 1, count: bytes.byteCount &- 1) }
  }
}

/// The record `qorvo_calibration_value` read in place: the fields whose place is fixed.
public struct QorvoCalibrationValueView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 1.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(1, "key_len:1")
    self.bytes = bytes
  }

  /// `key_len`.
  @inlinable public var keyLen: UInt8 { bytes.integer(at: 0) }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 1, count: bytes.byteCount &- 1) }
  }
}

/// `CORE_DEVICE_RESET_CMD` read in place: the fields whose place is fixed.
public struct CoreDeviceResetCommandView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 1.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(1, "reset_config:1")
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `reset_config`.
  @inlinable public var resetConfig: UCIResetConfig {
    UCIResetConfig(rawValue: bytes.integer(at: 0))
  }
}

/// `CORE_DEVICE_RESET_RSP` read in place: the fields whose place is fixed.
public struct CoreDeviceResetResponseView: ~Escapable {
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

/// `CORE_DEVICE_STATUS_NTF` read in place: the fields whose place is fixed.
public struct CoreDeviceStatusNotificationView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 1.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(1, "device_state:1")
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `device_state`.
  @inlinable public var deviceState: UCIDeviceState {
    UCIDeviceState(rawValue: bytes.integer(at: 0))
  }
}

/// `CORE_GET_DEVICE_INFO_RSP` read in place: the fields whose place is fixed.
public struct CoreGetDeviceInfoResponseView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 10.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(
      10, "status:1 uci_version:2 mac_version:2 phy_version:2 uci_test_version:2 vendor_len:1")
    self.bytes = bytes
  }

  /// `status`.
  @inlinable public var status: UCIStatus { UCIStatus(rawValue: bytes.integer(at: 0)) }

  /// `uci_version`, 2 bytes.
  @inlinable public var uciVersion: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 1, count: 2) }
  }

  /// `mac_version`, 2 bytes.
  @inlinable public var macVersion: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 3, count: 2) }
  }

  /// `phy_version`, 2 bytes.
  @inlinable public var phyVersion: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 5, count: 2) }
  }

  /// `uci_test_version`, 2 bytes.
  @inlinable public var uciTestVersion: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 7, count: 2) }
  }

  /// `vendor_len`.
  @inlinable public var vendorLen: UInt8 { bytes.integer(at: 9) }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 10, count: bytes.byteCount &- 10) }
  }
}

/// `CORE_GET_CAPS_INFO_RSP` read in place: the fields whose place is fixed.
public struct CoreGetCapsInfoResponseView: ~Escapable {
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

/// `CORE_SET_CONFIG_CMD` read in place: the fields whose place is fixed.
public struct CoreSetConfigCommandView: ~Escapable {
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

/// `CORE_SET_CONFIG_CMD` read in place: the fields whose place is fixed.
public struct CoreSetConfigCommandNXPView: ~Escapable {
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

/// `CORE_SET_CONFIG_RSP` read in place: the fields whose place is fixed.
public struct CoreSetConfigResponseView: ~Escapable {
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

  /// The element `device_config_failure` at `index`; nil when there is none of that kind.
  @inlinable @_lifetime(copy self)
  public func failed(at index: Int) -> DeviceConfigFailureView? {
    guard index >= 0, index < Int(num) else { return nil }
    let start = 2 &+ index &* 2
    guard start <= bytes.byteCount &- 2 else { return nil }
    return DeviceConfigFailureView(whole: bytes.slice(at: start, count: 2))
  }
}

/// `CORE_GET_CONFIG_CMD` read in place: the fields whose place is fixed.
public struct CoreGetConfigCommandView: ~Escapable {
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

/// `CORE_GET_CONFIG_RSP` read in place: the fields whose place is fixed.
public struct CoreGetConfigResponseView: ~Escapable {
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

/// `CORE_GENERIC_ERROR_NTF` read in place: the fields whose place is fixed.
public struct CoreGenericErrorNotificationView: ~Escapable {
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

/// `CORE_QUERY_UWBS_TIMESTAMP_RSP` read in place: the fields whose place is fixed.
public struct CoreQueryUWBSTimestampResponseView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 9.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(9, "status:1 timestamp:8")
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `status`.
  @inlinable public var status: UCIStatus { UCIStatus(rawValue: bytes.integer(at: 0)) }

  /// `timestamp`, in us.
  @inlinable public var timestamp: UInt64 { bytes.integer(at: 1) }
}

/// `SESSION_INIT_CMD` read in place: the fields whose place is fixed.
public struct SessionInitCommandView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 5.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(5, "session_id:4 session_type:1")
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `session_id`.
  @inlinable public var sessionID: UInt32 { bytes.integer(at: 0) }

  /// `session_type`.
  @inlinable public var sessionType: UCISessionType {
    UCISessionType(rawValue: bytes.integer(at: 4))
  }
}

/// `SESSION_INIT_RSP` read in place: the fields whose place is fixed.
public struct SessionInitResponseView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 5.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(5, "status:1 session_handle:4")
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `status`.
  @inlinable public var status: UCIStatus { UCIStatus(rawValue: bytes.integer(at: 0)) }

  /// `session_handle`.
  @inlinable public var sessionHandle: UInt32 { bytes.integer(at: 1) }
}

/// `SESSION_DEINIT_CMD` read in place: the fields whose place is fixed.
public struct SessionDeinitCommandView: ~Escapable {
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

/// `SESSION_DEINIT_RSP` read in place: the fields whose place is fixed.
public struct SessionDeinitResponseView: ~Escapable {
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

/// `SESSION_STATUS_NTF` read in place: the fields whose place is fixed.
public struct SessionStatusNotificationView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 6.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(6, "session_token:4 session_state:1 reason_code:1")
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `session_token`.
  @inlinable public var sessionToken: UInt32 { bytes.integer(at: 0) }

  /// `session_state`.
  @inlinable public var sessionState: UCISessionState {
    UCISessionState(rawValue: bytes.integer(at: 4))
  }

  /// `reason_code`.
  @inlinable public var reasonCode: UCIReasonCode { UCIReasonCode(rawValue: bytes.integer(at: 5)) }
}

/// `SESSION_SET_APP_CONFIG_CMD` read in place: the fields whose place is fixed.
public struct SessionSetAppConfigCommandView: ~Escapable {
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

/// `SESSION_SET_APP_CONFIG_RSP` read in place: the fields whose place is fixed.
public struct SessionSetAppConfigResponseView: ~Escapable {
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

  /// The element `app_config_failure` at `index`; nil when there is none of that kind.
  @inlinable @_lifetime(copy self)
  public func failed(at index: Int) -> AppConfigFailureView? {
    guard index >= 0, index < Int(num) else { return nil }
    let start = 2 &+ index &* 2
    guard start <= bytes.byteCount &- 2 else { return nil }
    return AppConfigFailureView(whole: bytes.slice(at: start, count: 2))
  }
}

/// `SESSION_GET_APP_CONFIG_CMD` read in place: the fields whose place is fixed.
public struct SessionGetAppConfigCommandView: ~Escapable {
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

/// `SESSION_GET_APP_CONFIG_RSP` read in place: the fields whose place is fixed.
public struct SessionGetAppConfigResponseView: ~Escapable {
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

/// `SESSION_GET_COUNT_RSP` read in place: the fields whose place is fixed.
public struct SessionGetCountResponseView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 2.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(2, "status:1 count:1")
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `status`.
  @inlinable public var status: UCIStatus { UCIStatus(rawValue: bytes.integer(at: 0)) }

  /// `count`.
  @inlinable public var count: UInt8 { bytes.integer(at: 1) }
}

/// `SESSION_GET_STATE_CMD` read in place: the fields whose place is fixed.
public struct SessionGetStateCommandView: ~Escapable {
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

/// `SESSION_GET_STATE_RSP` read in place: the fields whose place is fixed.
public struct SessionGetStateResponseView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 2.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(2, "status:1 session_state:1")
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `status`.
  @inlinable public var status: UCIStatus { UCIStatus(rawValue: bytes.integer(at: 0)) }

  /// `session_state`.
  @inlinable public var sessionState: UCISessionState {
    UCISessionState(rawValue: bytes.integer(at: 1))
  }
}

/// `SESSION_UPDATE_CONTROLLER_MULTICAST_LIST_CMD` read in place: the fields whose place is fixed.
public struct SessionUpdateControllerMulticastListCommandView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 6.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(6, "session_token:4 action:1 num:1")
    self.bytes = bytes
  }

  /// `session_token`.
  @inlinable public var sessionToken: UInt32 { bytes.integer(at: 0) }

  /// `action`.
  @inlinable public var action: UCIMulticastAction {
    UCIMulticastAction(rawValue: bytes.integer(at: 4))
  }

  /// `num`.
  @inlinable public var num: UInt8 { bytes.integer(at: 5) }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 6, count: bytes.byteCount &- 6) }
  }
}

/// `SESSION_UPDATE_CONTROLLER_MULTICAST_LIST_RSP` read in place: the fields whose place is fixed.
public struct SessionUpdateControllerMulticastListResponseView: ~Escapable {
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

  /// The element `multicast_result` at `index`; nil when there is none of that kind.
  @inlinable @_lifetime(copy self)
  public func list(at index: Int) -> MulticastResultView? {
    guard index >= 0, index < Int(num) else { return nil }
    let start = 2 &+ index &* 3
    guard start <= bytes.byteCount &- 3 else { return nil }
    return MulticastResultView(whole: bytes.slice(at: start, count: 3))
  }
}

/// `SESSION_UPDATE_CONTROLLER_MULTICAST_LIST_NTF` read in place: the fields whose place is fixed.
public struct SessionUpdateControllerMulticastListNotificationView: ~Escapable {
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

  /// The element `multicast_result` at `index`; nil when there is none of that kind.
  @inlinable @_lifetime(copy self)
  public func list(at index: Int) -> MulticastResultView? {
    guard index >= 0, index < Int(num) else { return nil }
    let start = 5 &+ index &* 3
    guard start <= bytes.byteCount &- 3 else { return nil }
    return MulticastResultView(whole: bytes.slice(at: start, count: 3))
  }
}

/// `SESSION_UPDATE_CONTROLLER_MULTICAST_LIST_NTF` read in place: the fields whose place is fixed.
public struct SessionUpdateControllerMulticastListNotificationFiRa1View: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 6.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(6, "session_token:4 remaining_list_size:1 num:1")
    self.bytes = bytes
  }

  /// `session_token`.
  @inlinable public var sessionToken: UInt32 { bytes.integer(at: 0) }

  /// `remaining_list_size`.
  @inlinable public var remainingListSize: UInt8 { bytes.integer(at: 4) }

  /// `num`.
  @inlinable public var num: UInt8 { bytes.integer(at: 5) }

  /// The bytes behind the fields whose place is fixed.
  @inlinable public var others: RawSpan {
    @_lifetime(copy self)
    get { bytes.slice(at: 6, count: bytes.byteCount &- 6) }
  }

  /// The element `multicast_result_fira1` at `index`; nil when there is none of that kind.
  @inlinable @_lifetime(copy self)
  public func list(at index: Int) -> MulticastResultFiRa1View? {
    guard index >= 0, index < Int(num) else { return nil }
    let start = 6 &+ index &* 7
    guard start <= bytes.byteCount &- 7 else { return nil }
    return MulticastResultFiRa1View(whole: bytes.slice(at: start, count: 7))
  }
}

/// `SESSION_UPDATE_DT_ANCHOR_RANGING_ROUNDS_CMD` read in place: the fields whose place is fixed.
public struct SessionUpdateDTAnchorRangingRoundsCommandView: ~Escapable {
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

/// `SESSION_UPDATE_DT_ANCHOR_RANGING_ROUNDS_RSP` read in place: the fields whose place is fixed.
public struct SessionUpdateDTAnchorRangingRoundsResponseView: ~Escapable {
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

/// `SESSION_UPDATE_DT_TAG_RANGING_ROUNDS_CMD` read in place: the fields whose place is fixed.
public struct SessionUpdateDTTagRangingRoundsCommandView: ~Escapable {
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

/// `SESSION_UPDATE_DT_TAG_RANGING_ROUNDS_RSP` read in place: the fields whose place is fixed.
public struct SessionUpdateDTTagRangingRoundsResponseView: ~Escapable {
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

/// `SESSION_QUERY_DATA_SIZE_IN_RANGING_CMD` read in place: the fields whose place is fixed.
public struct SessionQueryDataSizeInRangingCommandView: ~Escapable {
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

/// `SESSION_QUERY_DATA_SIZE_IN_RANGING_RSP` read in place: the fields whose place is fixed.
public struct SessionQueryDataSizeInRangingResponseView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 7.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(7, "session_token:4 status:1 max_data_size:2")
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `session_token`.
  @inlinable public var sessionToken: UInt32 { bytes.integer(at: 0) }

  /// `status`.
  @inlinable public var status: UCIStatus { UCIStatus(rawValue: bytes.integer(at: 4)) }

  /// `max_data_size`.
  @inlinable public var maxDataSize: UInt16 { bytes.integer(at: 5) }
}

/// `SESSION_QUERY_DATA_SIZE_IN_RANGING_RSP` read in place: the fields whose place is fixed.
public struct SessionQueryDataSizeInRangingResponsePicaView: ~Escapable {
  /// All bytes.
  public let bytes: RawSpan

  /// Looks at bytes without copying them.
  ///
  /// - Throws: ``WireError`` when they are fewer than 6.
  @inlinable @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    _ = try reader.readRun(6, "session_token:4 max_data_size:2")
    self.bytes = bytes
  }

  @usableFromInline @_lifetime(copy bytes)
  init(whole bytes: RawSpan) { self.bytes = bytes }

  /// `session_token`.
  @inlinable public var sessionToken: UInt32 { bytes.integer(at: 0) }

  /// `max_data_size`.
  @inlinable public var maxDataSize: UInt16 { bytes.integer(at: 4) }
}

/// `SESSION_SET_HUS_CONTROLLER_CONFIG_CMD` read in place: the fields whose place is fixed.
public struct SessionSetHUSControllerConfigCommandView: ~Escapable {
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

/// `SESSION_SET_HUS_CONTROLLER_CONFIG_RSP` read in place: the fields whose place is fixed.
public struct SessionSetHUSControllerConfigResponseView: ~Escapable {
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

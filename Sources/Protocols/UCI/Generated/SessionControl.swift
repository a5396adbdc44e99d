// Made by Definitions/generate.py from Definitions/uci.yaml. Change those, not this.

public import WireFormat

/// `SESSION_START_CMD` (AOSP, pica, observed: DWM3001CDK).
public struct SessionStartCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = SessionStartResponse
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "SESSION_START_CMD", .command, gid: 0x02, oid: 0x00, isInSubsystem: true)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("session_token", .unsigned, .bytes(4))
  ]

  /// `session_token`.
  public var sessionToken: UInt32
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(sessionToken: UInt32, trailing: [UInt8] = []) {
    self.sessionToken = sessionToken
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    self.sessionToken = try reader.read(field: "session_token")
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.sessionToken)
    writer.write(self.trailing)
  }
}

/// `SESSION_START_RSP` (AOSP, pica, observed: DWM3001CDK).
public struct SessionStartResponse: UCIResponseBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "SESSION_START_RSP", .response, gid: 0x02, oid: 0x00, isInSubsystem: true)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("status", .enumeration, .bytes(1), values: UCIStatus.self)
  ]

  /// `status`.
  public var status: UCIStatus
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(status: UCIStatus, trailing: [UInt8] = []) {
    self.status = status
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    self.status = UCIStatus(rawValue: try reader.read(field: "status"))
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.status.rawValue)
    writer.write(self.trailing)
  }
}

/// `SESSION_INFO_NTF` (AOSP, pica, observed: DWM3001CDK, observed: Qorvo host tools).
///
/// What one ranging round measured; the notification that shares its opcode with SESSION_START.
public struct SessionInfoNotification: UCIMessageBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "SESSION_INFO_NTF", .notification, gid: 0x02, oid: 0x00, isInSubsystem: true)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("sequence_number", .unsigned, .bytes(4)),
    .init("session_token", .unsigned, .bytes(4)),
    .init("rcr_indicator", .unsigned, .bytes(1)),
    .init("current_ranging_interval", .unsigned, .bytes(4), unit: "ms"),
    .init("measurement_type", .enumeration, .bytes(1), values: UCIMeasurementType.self),
    .init("rfu1", .unsigned, .bytes(1), constant: 0),
    .init("mac_addr_mode", .enumeration, .bytes(1), values: UCIMACAddressMode.self),
    .init("hus_primary_session_id", .unsigned, .bytes(4)),
    .init("rfu2", .unsigned, .bytes(4), constant: 0),
    .init("num", .unsigned, .bytes(1)),
    .init(
      "measurements", .list(.init("measurement", .choice(UCIMeasurement.layouts), .parts)),
      .field("num")),
    .init("vendor_data", .bytes, .rest),
  ]

  /// `sequence_number`.
  public var sequenceNumber: UInt32
  /// `session_token`.
  public var sessionToken: UInt32
  /// `rcr_indicator`.
  public var rcrIndicator: UInt8
  /// `current_ranging_interval`, in ms.
  public var currentRangingInterval: UInt32
  /// `measurement_type`.
  public var measurementType: UCIMeasurementType
  /// `rfu1`; reserved.
  public var rfu1: UInt8
  /// `mac_addr_mode`.
  public var macAddrMode: UCIMACAddressMode
  /// `hus_primary_session_id`.
  public var husPrimarySessionID: UInt32
  /// `rfu2`; reserved.
  public var rfu2: UInt32
  /// `measurements`, a list.
  public var measurements: [UCIMeasurement]
  /// `vendor_data`, all bytes that are left.
  public var vendorData: [UInt8]

  /// All fields.
  public init(
    sequenceNumber: UInt32, sessionToken: UInt32, rcrIndicator: UInt8,
    currentRangingInterval: UInt32, measurementType: UCIMeasurementType, rfu1: UInt8 = 0,
    macAddrMode: UCIMACAddressMode, husPrimarySessionID: UInt32, rfu2: UInt32 = 0,
    measurements: [UCIMeasurement], vendorData: [UInt8] = []
  ) {
    self.sequenceNumber = sequenceNumber
    self.sessionToken = sessionToken
    self.rcrIndicator = rcrIndicator
    self.currentRangingInterval = currentRangingInterval
    self.measurementType = measurementType
    self.rfu1 = rfu1
    self.macAddrMode = macAddrMode
    self.husPrimarySessionID = husPrimarySessionID
    self.rfu2 = rfu2
    self.measurements = measurements
    self.vendorData = vendorData
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(
      25,
      "sequence_number:4 session_token:4 rcr_indicator:1 current_ranging_interval:4 measurement_type:1 rfu1:1 mac_addr_mode:1 hus_primary_session_id:4 rfu2:4 num:1"
    )
    self.sequenceNumber = run.integer(at: 0)
    self.sessionToken = run.integer(at: 4)
    self.rcrIndicator = run.integer(at: 8)
    self.currentRangingInterval = run.integer(at: 9)
    self.measurementType = UCIMeasurementType(rawValue: run.integer(at: 13))
    self.rfu1 = run.integer(at: 14)
    self.macAddrMode = UCIMACAddressMode(rawValue: run.integer(at: 15))
    self.husPrimarySessionID = run.integer(at: 16)
    self.rfu2 = run.integer(at: 20)
    let num = Int(run.integer(UInt8.self, at: 24))
    self.measurements = try UCIMeasurement.read(
      count: num, from: &reader, dialect: dialect, measurementType: self.measurementType,
      macAddrMode: self.macAddrMode)
    self.vendorData = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    let num = min(UCIMeasurement.count(self.measurements), Int(UInt8.max))
    var run = writer.writeRun(25)
    run.put(self.sequenceNumber, at: 0)
    run.put(self.sessionToken, at: 4)
    run.put(self.rcrIndicator, at: 8)
    run.put(self.currentRangingInterval, at: 9)
    run.put(self.measurementType.rawValue, at: 13)
    run.put(self.rfu1, at: 14)
    run.put(self.macAddrMode.rawValue, at: 15)
    run.put(self.husPrimarySessionID, at: 16)
    run.put(self.rfu2, at: 20)
    run.put(UInt8(truncatingIfNeeded: num), at: 24)
    let measurementsSpan = self.measurements.span
    for index in measurementsSpan.indices { measurementsSpan[index].encode(into: &writer) }
    writer.write(self.vendorData)
  }
}

/// `SESSION_STOP_CMD` (AOSP, pica, observed: DWM3001CDK).
public struct SessionStopCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = SessionStopResponse
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "SESSION_STOP_CMD", .command, gid: 0x02, oid: 0x01, isInSubsystem: true)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("session_token", .unsigned, .bytes(4))
  ]

  /// `session_token`.
  public var sessionToken: UInt32
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(sessionToken: UInt32, trailing: [UInt8] = []) {
    self.sessionToken = sessionToken
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    self.sessionToken = try reader.read(field: "session_token")
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.sessionToken)
    writer.write(self.trailing)
  }
}

/// `SESSION_STOP_RSP` (AOSP, pica, observed: DWM3001CDK).
public struct SessionStopResponse: UCIResponseBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "SESSION_STOP_RSP", .response, gid: 0x02, oid: 0x01, isInSubsystem: true)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("status", .enumeration, .bytes(1), values: UCIStatus.self)
  ]

  /// `status`.
  public var status: UCIStatus
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(status: UCIStatus, trailing: [UInt8] = []) {
    self.status = status
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    self.status = UCIStatus(rawValue: try reader.read(field: "status"))
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.status.rawValue)
    writer.write(self.trailing)
  }
}

/// `SESSION_GET_RANGING_COUNT_CMD` (AOSP, pica, observed: DWM3001CDK).
public struct SessionGetRangingCountCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = SessionGetRangingCountResponse
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "SESSION_GET_RANGING_COUNT_CMD", .command, gid: 0x02, oid: 0x03, isInSubsystem: true)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("session_token", .unsigned, .bytes(4))
  ]

  /// `session_token`.
  public var sessionToken: UInt32
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(sessionToken: UInt32, trailing: [UInt8] = []) {
    self.sessionToken = sessionToken
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    self.sessionToken = try reader.read(field: "session_token")
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.sessionToken)
    writer.write(self.trailing)
  }
}

/// `SESSION_GET_RANGING_COUNT_RSP` (AOSP, pica, observed: DWM3001CDK).
public struct SessionGetRangingCountResponse: UCIResponseBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "SESSION_GET_RANGING_COUNT_RSP", .response, gid: 0x02, oid: 0x03, isInSubsystem: true)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("status", .enumeration, .bytes(1), values: UCIStatus.self),
    .init("count", .unsigned, .bytes(4)),
  ]

  /// `status`.
  public var status: UCIStatus
  /// The fields behind the status; absent when the board ended the response there.
  public var body: Body?
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// A response that ends after its status.
  public init(status: UCIStatus) {
    self.status = status
    self.body = nil
    self.trailing = []
  }

  /// All fields.
  public init(status: UCIStatus, count: UInt32, trailing: [UInt8] = []) {
    self.status = status
    self.body = Body(count: count)
    self.trailing = trailing
  }

  /// `count`; nil when the response ends after its status.
  public var count: UInt32? { body?.count }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let status = UCIStatus(rawValue: try reader.read(field: "status"))
    self.status = status
    if reader.remaining == 0, status != .ok {
      self.body = nil
    } else if status == .ok {
      self.body = try Body(reading: &reader, dialect: dialect)
    } else {
      // What a board adds to a failure need not be the layout of a success.
      var attempt = reader
      let body = try? Body(reading: &attempt, dialect: dialect)
      if body != nil { reader = attempt }
      self.body = body
    }
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.status.rawValue)
    self.body?.encode(into: &writer)
    writer.write(self.trailing)
  }

  /// The fields after the status.
  public struct Body: Equatable, Sendable {
    /// `count`.
    public var count: UInt32

    /// All fields.
    public init(count: UInt32) {
      self.count = count
    }

    /// Reads the fields.
    public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
      self.count = try reader.read(field: "count")
    }

    /// Appends the fields.
    public func encode(into writer: inout WireWriter) {
      writer.write(self.count)
    }
  }
}

/// `SESSION_DATA_CREDIT_NTF` (AOSP, pica).
public struct SessionDataCreditNotification: UCIMessageBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "SESSION_DATA_CREDIT_NTF", .notification, gid: 0x02, oid: 0x04, isInSubsystem: true)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("session_token", .unsigned, .bytes(4)),
    .init("credit", .enumeration, .bytes(1), values: UCICredit.self),
  ]

  /// `session_token`.
  public var sessionToken: UInt32
  /// `credit`.
  public var credit: UCICredit
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(sessionToken: UInt32, credit: UCICredit, trailing: [UInt8] = []) {
    self.sessionToken = sessionToken
    self.credit = credit
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(5, "session_token:4 credit:1")
    self.sessionToken = run.integer(at: 0)
    self.credit = UCICredit(rawValue: run.integer(at: 4))
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    var run = writer.writeRun(5)
    run.put(self.sessionToken, at: 0)
    run.put(self.credit.rawValue, at: 4)
    writer.write(self.trailing)
  }
}

/// `SESSION_DATA_TRANSFER_STATUS_NTF` (AOSP, pica, observed: Qorvo host tools).
public struct SessionDataTransferStatusNotification: UCIMessageBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "SESSION_DATA_TRANSFER_STATUS_NTF", .notification, gid: 0x02, oid: 0x05, isInSubsystem: true)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("session_token", .unsigned, .bytes(4)),
    .init("uci_sequence_number", .unsigned, .bytes(2)),
    .init("status", .enumeration, .bytes(1), values: UCIDataTransferStatus.self),
    .init("tx_count", .unsigned, .bytes(1)),
  ]

  /// `session_token`.
  public var sessionToken: UInt32
  /// `uci_sequence_number`.
  public var uciSequenceNumber: UInt16
  /// `status`.
  public var status: UCIDataTransferStatus
  /// `tx_count`.
  public var txCount: UInt8
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(
    sessionToken: UInt32, uciSequenceNumber: UInt16, status: UCIDataTransferStatus, txCount: UInt8,
    trailing: [UInt8] = []
  ) {
    self.sessionToken = sessionToken
    self.uciSequenceNumber = uciSequenceNumber
    self.status = status
    self.txCount = txCount
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(8, "session_token:4 uci_sequence_number:2 status:1 tx_count:1")
    self.sessionToken = run.integer(at: 0)
    self.uciSequenceNumber = run.integer(at: 4)
    self.status = UCIDataTransferStatus(rawValue: run.integer(at: 6))
    self.txCount = run.integer(at: 7)
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    var run = writer.writeRun(8)
    run.put(self.sessionToken, at: 0)
    run.put(self.uciSequenceNumber, at: 4)
    run.put(self.status.rawValue, at: 6)
    run.put(self.txCount, at: 7)
    writer.write(self.trailing)
  }
}

/// `SESSION_DATA_TRANSFER_STATUS_NTF`, layout `pica` (pica).
public struct SessionDataTransferStatusNotificationPica: UCIMessageBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "SESSION_DATA_TRANSFER_STATUS_NTF", .notification, gid: 0x02, oid: 0x05, isInSubsystem: true)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("session_token", .unsigned, .bytes(4)),
    .init("uci_sequence_number", .unsigned, .bytes(1)),
    .init("status", .enumeration, .bytes(1), values: UCIDataTransferStatus.self),
    .init("tx_count", .unsigned, .bytes(1)),
  ]

  /// `session_token`.
  public var sessionToken: UInt32
  /// `uci_sequence_number`.
  public var uciSequenceNumber: UInt8
  /// `status`.
  public var status: UCIDataTransferStatus
  /// `tx_count`.
  public var txCount: UInt8
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(
    sessionToken: UInt32, uciSequenceNumber: UInt8, status: UCIDataTransferStatus, txCount: UInt8,
    trailing: [UInt8] = []
  ) {
    self.sessionToken = sessionToken
    self.uciSequenceNumber = uciSequenceNumber
    self.status = status
    self.txCount = txCount
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(7, "session_token:4 uci_sequence_number:1 status:1 tx_count:1")
    self.sessionToken = run.integer(at: 0)
    self.uciSequenceNumber = run.integer(at: 4)
    self.status = UCIDataTransferStatus(rawValue: run.integer(at: 5))
    self.txCount = run.integer(at: 6)
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    var run = writer.writeRun(7)
    run.put(self.sessionToken, at: 0)
    run.put(self.uciSequenceNumber, at: 4)
    run.put(self.status.rawValue, at: 5)
    run.put(self.txCount, at: 6)
    writer.write(self.trailing)
  }
}

/// `NXP_CCC_RANGE_DATA_NTF` (observed: NXP SR1xx and SR2xx; uncertain).
public struct NXPCCCRangeDataNotification: UCIMessageBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "NXP_CCC_RANGE_DATA_NTF", .notification, gid: 0x02, oid: 0x20, vendor: .nxp)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("raw", .bytes, .rest)
  ]

  /// `raw`, all bytes that are left.
  public var raw: [UInt8]

  /// All fields.
  public init(raw: [UInt8]) {
    self.raw = raw
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    self.raw = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.raw)
  }
}

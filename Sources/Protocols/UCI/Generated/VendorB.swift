// Made by Definitions/generate.py from Definitions/uci.yaml. Change those, not this.

public import WireFormat

/// `QORVO_TEST_DEBUG_NTF` (observed: Qorvo host tools; uncertain).
public struct QorvoTestDebugNotification: UCIMessageBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "QORVO_TEST_DEBUG_NTF", .notification, gid: 0x0B, oid: 0x00, vendor: .qorvo)
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

/// `QORVO_TEST_TX_CW_CMD` (observed: Qorvo host tools; reported).
public struct QorvoTestTXCWCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = QorvoTestTXCWResponse
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "QORVO_TEST_TX_CW_CMD", .command, gid: 0x0B, oid: 0x01, vendor: .qorvo)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("start", .unsigned, .bytes(1))
  ]

  /// `start`.
  public var start: UInt8
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(start: UInt8, trailing: [UInt8] = []) {
    self.start = start
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    self.start = try reader.read(field: "start")
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.start)
    writer.write(self.trailing)
  }
}

/// `QORVO_TEST_TX_CW_RSP` (observed: Qorvo host tools; reported).
public struct QorvoTestTXCWResponse: UCIResponseBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "QORVO_TEST_TX_CW_RSP", .response, gid: 0x0B, oid: 0x01, vendor: .qorvo)
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

/// `QORVO_TEST_PLL_LOCK_CMD` (observed: Qorvo host tools; reported).
public struct QorvoTestPLLLockCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = QorvoTestPLLLockResponse
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "QORVO_TEST_PLL_LOCK_CMD", .command, gid: 0x0B, oid: 0x02, vendor: .qorvo)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("operation_and_timeout", .bytes, .rest)
  ]

  /// `operation_and_timeout`, all bytes that are left.
  public var operationAndTimeout: [UInt8]

  /// All fields.
  public init(operationAndTimeout: [UInt8]) {
    self.operationAndTimeout = operationAndTimeout
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    self.operationAndTimeout = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.operationAndTimeout)
  }
}

/// `QORVO_TEST_PLL_LOCK_RSP` (observed: Qorvo host tools; reported).
public struct QorvoTestPLLLockResponse: UCIResponseBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "QORVO_TEST_PLL_LOCK_RSP", .response, gid: 0x0B, oid: 0x02, vendor: .qorvo)
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

/// `QORVO_TEST_PLL_LOCK_NTF` (observed: Qorvo host tools; reported).
public struct QorvoTestPLLLockNotification: UCIMessageBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "QORVO_TEST_PLL_LOCK_NTF", .notification, gid: 0x0B, oid: 0x02, vendor: .qorvo)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("num", .unsigned, .bytes(1)),
    .init(
      "results", .list(.init("result", .record(QorvoTestResult.fields), .parts)), .field("num")),
  ]

  /// `results`, a list.
  public var results: [QorvoTestResult]
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(results: [QorvoTestResult], trailing: [UInt8] = []) {
    self.results = results
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let num = Int(try reader.read(UInt8.self, field: "num"))
    var resultsRead: [QorvoTestResult] = []
    for _ in 0..<num { resultsRead.append(try QorvoTestResult(reading: &reader, dialect: dialect)) }
    self.results = resultsRead
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    let num = min(self.results.count, Int(UInt8.max))
    writer.write(UInt8(truncatingIfNeeded: num))
    for element in self.results.prefix(num) { element.encode(into: &writer) }
    writer.write(self.trailing)
  }
}

/// `QORVO_RANGE_DIAGNOSTICS_NTF` (observed: Qorvo host tools; reported).
public struct QorvoRangeDiagnosticsNotification: UCIMessageBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "QORVO_RANGE_DIAGNOSTICS_NTF", .notification, gid: 0x0B, oid: 0x03, vendor: .qorvo)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("session_token", .unsigned, .bytes(4)),
    .init("sequence_number", .unsigned, .bytes(4)),
    .init("num", .unsigned, .bytes(1)),
    .init("reports", .list(.init("report", .record(FrameReport.fields), .parts)), .field("num")),
  ]

  /// `session_token`.
  public var sessionToken: UInt32
  /// `sequence_number`.
  public var sequenceNumber: UInt32
  /// `reports`, a list.
  public var reports: [FrameReport]
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(
    sessionToken: UInt32, sequenceNumber: UInt32, reports: [FrameReport], trailing: [UInt8] = []
  ) {
    self.sessionToken = sessionToken
    self.sequenceNumber = sequenceNumber
    self.reports = reports
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(9, "session_token:4 sequence_number:4 num:1")
    self.sessionToken = run.integer(at: 0)
    self.sequenceNumber = run.integer(at: 4)
    let num = Int(run.integer(UInt8.self, at: 8))
    var reportsRead: [FrameReport] = []
    for _ in 0..<num { reportsRead.append(try FrameReport(reading: &reader, dialect: dialect)) }
    self.reports = reportsRead
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    let num = min(self.reports.count, Int(UInt8.max))
    var run = writer.writeRun(9)
    run.put(self.sessionToken, at: 0)
    run.put(self.sequenceNumber, at: 4)
    run.put(UInt8(truncatingIfNeeded: num), at: 8)
    for element in self.reports.prefix(num) { element.encode(into: &writer) }
    writer.write(self.trailing)
  }
}

/// `QORVO_TEST_RTC_CMD` (observed: Qorvo host tools; reported).
public struct QorvoTestRTCCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = QorvoTestRTCResponse
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "QORVO_TEST_RTC_CMD", .command, gid: 0x0B, oid: 0x04, vendor: .qorvo)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("timeout", .unsigned, .bytes(2), unit: "ms")
  ]

  /// `timeout`, in ms.
  public var timeout: UInt16
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(timeout: UInt16, trailing: [UInt8] = []) {
    self.timeout = timeout
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    self.timeout = try reader.read(field: "timeout")
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.timeout)
    writer.write(self.trailing)
  }
}

/// `QORVO_TEST_RTC_RSP` (observed: Qorvo host tools; reported).
public struct QorvoTestRTCResponse: UCIResponseBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "QORVO_TEST_RTC_RSP", .response, gid: 0x0B, oid: 0x04, vendor: .qorvo)
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

/// `QORVO_TEST_RTC_NTF` (observed: Qorvo host tools; reported).
public struct QorvoTestRTCNotification: UCIMessageBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "QORVO_TEST_RTC_NTF", .notification, gid: 0x0B, oid: 0x04, vendor: .qorvo)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("num", .unsigned, .bytes(1)),
    .init(
      "results", .list(.init("result", .record(QorvoTestResult.fields), .parts)), .field("num")),
  ]

  /// `results`, a list.
  public var results: [QorvoTestResult]
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(results: [QorvoTestResult], trailing: [UInt8] = []) {
    self.results = results
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let num = Int(try reader.read(UInt8.self, field: "num"))
    var resultsRead: [QorvoTestResult] = []
    for _ in 0..<num { resultsRead.append(try QorvoTestResult(reading: &reader, dialect: dialect)) }
    self.results = resultsRead
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    let num = min(self.results.count, Int(UInt8.max))
    writer.write(UInt8(truncatingIfNeeded: num))
    for element in self.results.prefix(num) { element.encode(into: &writer) }
    writer.write(self.trailing)
  }
}

/// `QORVO_SESSION_DATA_TRANSFER_STATUS_NTF` (observed: Qorvo host tools; uncertain).
public struct QorvoSessionDataTransferStatusNotification: UCIMessageBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "QORVO_SESSION_DATA_TRANSFER_STATUS_NTF", .notification, gid: 0x0B, oid: 0x05, vendor: .qorvo)
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

/// `QORVO_TEST_TOF_CMD` (observed: Qorvo host tools; uncertain).
public struct QorvoTestToFCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = QorvoTestToFResponse
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "QORVO_TEST_TOF_CMD", .command, gid: 0x0B, oid: 0x32, vendor: .qorvo)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("start_voltage", .unsigned, .bytes(1)),
    .init("end_voltage", .unsigned, .bytes(1)),
    .init("code_offset", .unsigned, .bytes(1)),
  ]

  /// `start_voltage`.
  public var startVoltage: UInt8
  /// `end_voltage`.
  public var endVoltage: UInt8
  /// `code_offset`.
  public var codeOffset: UInt8
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(startVoltage: UInt8, endVoltage: UInt8, codeOffset: UInt8, trailing: [UInt8] = []) {
    self.startVoltage = startVoltage
    self.endVoltage = endVoltage
    self.codeOffset = codeOffset
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(3, "start_voltage:1 end_voltage:1 code_offset:1")
    self.startVoltage = run.integer(at: 0)
    self.endVoltage = run.integer(at: 1)
    self.codeOffset = run.integer(at: 2)
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    var run = writer.writeRun(3)
    run.put(self.startVoltage, at: 0)
    run.put(self.endVoltage, at: 1)
    run.put(self.codeOffset, at: 2)
    writer.write(self.trailing)
  }
}

/// `QORVO_TEST_TOF_RSP` (observed: Qorvo host tools; uncertain).
public struct QorvoTestToFResponse: UCIResponseBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "QORVO_TEST_TOF_RSP", .response, gid: 0x0B, oid: 0x32, vendor: .qorvo)
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

/// `QORVO_TEST_TOF_NTF` (observed: Qorvo host tools; uncertain).
public struct QorvoTestToFNotification: UCIMessageBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "QORVO_TEST_TOF_NTF", .notification, gid: 0x0B, oid: 0x32, vendor: .qorvo)
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

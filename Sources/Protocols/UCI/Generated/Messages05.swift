// Made by Definitions/generate.py from Definitions/uci.yaml. Change those, not this.

public import WireFormat

/// `TEST_LOOPBACK_CMD` (AOSP, observed: Qorvo host tools).
public struct TestLoopbackCommand: UCIMessageBody {
  /// `TEST_LOOPBACK_CMD`.
  public static let name = "TEST_LOOPBACK_CMD"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.command
  /// The group identifier.
  public static let gid: UInt8 = 0x0D
  /// The opcode identifier.
  public static let oid: UInt8 = 0x06

  /// `psdu`, all bytes that are left.
  public var psdu: [UInt8]

  /// All fields.
  public init(psdu: [UInt8]) {
    self.psdu = psdu
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    self.psdu = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.psdu)
  }
}

/// `TEST_LOOPBACK_RSP` (AOSP, observed: Qorvo host tools).
public struct TestLoopbackResponse: UCIMessageBody {
  /// `TEST_LOOPBACK_RSP`.
  public static let name = "TEST_LOOPBACK_RSP"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.response
  /// The group identifier.
  public static let gid: UInt8 = 0x0D
  /// The opcode identifier.
  public static let oid: UInt8 = 0x06

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

/// `TEST_LOOPBACK_NTF` (AOSP, observed: Qorvo host tools).
public struct TestLoopbackNotification: UCIMessageBody {
  /// `TEST_LOOPBACK_NTF`.
  public static let name = "TEST_LOOPBACK_NTF"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.notification
  /// The group identifier.
  public static let gid: UInt8 = 0x0D
  /// The opcode identifier.
  public static let oid: UInt8 = 0x06

  /// `status`.
  public var status: UCIStatus
  /// `tx_timestamp_int`.
  public var txTimestampInt: UInt32
  /// `tx_timestamp_frac`.
  public var txTimestampFrac: UInt16
  /// `rx_timestamp_int`.
  public var rxTimestampInt: UInt32
  /// `rx_timestamp_frac`.
  public var rxTimestampFrac: UInt16
  /// `aoa_azimuth`, raw; divide by 128 for deg.
  public var aoaAzimuth: Int16
  /// `aoa_elevation`, raw; divide by 128 for deg.
  public var aoaElevation: Int16
  /// `phr`.
  public var phr: UInt16
  /// `psdu`.
  public var psdu: [UInt8]
  /// `vendor_data`, all bytes that are left.
  public var vendorData: [UInt8]

  /// All fields.
  public init(
    status: UCIStatus, txTimestampInt: UInt32, txTimestampFrac: UInt16, rxTimestampInt: UInt32,
    rxTimestampFrac: UInt16, aoaAzimuth: Int16, aoaElevation: Int16, phr: UInt16, psdu: [UInt8],
    vendorData: [UInt8] = []
  ) {
    self.status = status
    self.txTimestampInt = txTimestampInt
    self.txTimestampFrac = txTimestampFrac
    self.rxTimestampInt = rxTimestampInt
    self.rxTimestampFrac = rxTimestampFrac
    self.aoaAzimuth = aoaAzimuth
    self.aoaElevation = aoaElevation
    self.phr = phr
    self.psdu = psdu
    self.vendorData = vendorData
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(
      21,
      "status:1 tx_timestamp_int:4 tx_timestamp_frac:2 rx_timestamp_int:4 rx_timestamp_frac:2 aoa_azimuth:2 aoa_elevation:2 phr:2 psdu_len:2"
    )
    self.status = UCIStatus(rawValue: run.integer(at: 0))
    self.txTimestampInt = run.integer(at: 1)
    self.txTimestampFrac = run.integer(at: 5)
    self.rxTimestampInt = run.integer(at: 7)
    self.rxTimestampFrac = run.integer(at: 11)
    self.aoaAzimuth = run.integer(at: 13)
    self.aoaElevation = run.integer(at: 15)
    self.phr = run.integer(at: 17)
    let psduLen = Int(run.integer(UInt16.self, at: 19))
    self.psdu = try reader.readBytes(psduLen, field: "psdu")
    self.vendorData = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    let psduLen = min(self.psdu.count, Int(UInt16.max))
    var run = writer.writeRun(21)
    run.put(self.status.rawValue, at: 0)
    run.put(self.txTimestampInt, at: 1)
    run.put(self.txTimestampFrac, at: 5)
    run.put(self.rxTimestampInt, at: 7)
    run.put(self.rxTimestampFrac, at: 11)
    run.put(self.aoaAzimuth, at: 13)
    run.put(self.aoaElevation, at: 15)
    run.put(self.phr, at: 17)
    run.put(UInt16(truncatingIfNeeded: psduLen), at: 19)
    writer.write(self.psdu, count: psduLen)
    writer.write(self.vendorData)
  }

  /// ``aoaAzimuth`` in deg.
  public var aoaAzimuthDegrees: Double { Double(aoaAzimuth) / 128 }

  /// ``aoaElevation`` in deg.
  public var aoaElevationDegrees: Double { Double(aoaElevation) / 128 }
}

/// `TEST_STOP_SESSION_CMD` (AOSP, observed: Qorvo host tools).
public struct TestStopSessionCommand: UCIMessageBody {
  /// `TEST_STOP_SESSION_CMD`.
  public static let name = "TEST_STOP_SESSION_CMD"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.command
  /// The group identifier.
  public static let gid: UInt8 = 0x0D
  /// The opcode identifier.
  public static let oid: UInt8 = 0x07

  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(trailing: [UInt8] = []) {
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.trailing)
  }
}

/// `TEST_STOP_SESSION_RSP` (AOSP, observed: Qorvo host tools).
public struct TestStopSessionResponse: UCIMessageBody {
  /// `TEST_STOP_SESSION_RSP`.
  public static let name = "TEST_STOP_SESSION_RSP"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.response
  /// The group identifier.
  public static let gid: UInt8 = 0x0D
  /// The opcode identifier.
  public static let oid: UInt8 = 0x07

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

/// `TEST_SS_TWR_CMD` (observed: Qorvo host tools; reported).
public struct TestSSTWRCommand: UCIMessageBody {
  /// `TEST_SS_TWR_CMD`.
  public static let name = "TEST_SS_TWR_CMD"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.command
  /// The group identifier.
  public static let gid: UInt8 = 0x0D
  /// The opcode identifier.
  public static let oid: UInt8 = 0x08

  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(trailing: [UInt8] = []) {
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.trailing)
  }
}

/// `TEST_SS_TWR_RSP` (observed: Qorvo host tools; reported).
public struct TestSSTWRResponse: UCIMessageBody {
  /// `TEST_SS_TWR_RSP`.
  public static let name = "TEST_SS_TWR_RSP"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.response
  /// The group identifier.
  public static let gid: UInt8 = 0x0D
  /// The opcode identifier.
  public static let oid: UInt8 = 0x08

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

/// `TEST_SS_TWR_NTF` (observed: Qorvo host tools; reported).
public struct TestSSTWRNotification: UCIMessageBody {
  /// `TEST_SS_TWR_NTF`.
  public static let name = "TEST_SS_TWR_NTF"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.notification
  /// The group identifier.
  public static let gid: UInt8 = 0x0D
  /// The opcode identifier.
  public static let oid: UInt8 = 0x08

  /// `status`.
  public var status: UCIStatus
  /// `delay`, in tick.
  public var delay: UInt32
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(status: UCIStatus, delay: UInt32, trailing: [UInt8] = []) {
    self.status = status
    self.delay = delay
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(5, "status:1 delay:4")
    self.status = UCIStatus(rawValue: run.integer(at: 0))
    self.delay = run.integer(at: 1)
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    var run = writer.writeRun(5)
    run.put(self.status.rawValue, at: 0)
    run.put(self.delay, at: 1)
    writer.write(self.trailing)
  }
}

/// `QORVO_TEST_DEBUG_NTF` (observed: Qorvo host tools; uncertain).
public struct QorvoTestDebugNotification: UCIMessageBody {
  /// `QORVO_TEST_DEBUG_NTF`.
  public static let name = "QORVO_TEST_DEBUG_NTF"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.notification
  /// The group identifier.
  public static let gid: UInt8 = 0x0B
  /// The opcode identifier.
  public static let oid: UInt8 = 0x00

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
public struct QorvoTestTXCWCommand: UCIMessageBody {
  /// `QORVO_TEST_TX_CW_CMD`.
  public static let name = "QORVO_TEST_TX_CW_CMD"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.command
  /// The group identifier.
  public static let gid: UInt8 = 0x0B
  /// The opcode identifier.
  public static let oid: UInt8 = 0x01

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
public struct QorvoTestTXCWResponse: UCIMessageBody {
  /// `QORVO_TEST_TX_CW_RSP`.
  public static let name = "QORVO_TEST_TX_CW_RSP"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.response
  /// The group identifier.
  public static let gid: UInt8 = 0x0B
  /// The opcode identifier.
  public static let oid: UInt8 = 0x01

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
public struct QorvoTestPLLLockCommand: UCIMessageBody {
  /// `QORVO_TEST_PLL_LOCK_CMD`.
  public static let name = "QORVO_TEST_PLL_LOCK_CMD"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.command
  /// The group identifier.
  public static let gid: UInt8 = 0x0B
  /// The opcode identifier.
  public static let oid: UInt8 = 0x02

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
public struct QorvoTestPLLLockResponse: UCIMessageBody {
  /// `QORVO_TEST_PLL_LOCK_RSP`.
  public static let name = "QORVO_TEST_PLL_LOCK_RSP"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.response
  /// The group identifier.
  public static let gid: UInt8 = 0x0B
  /// The opcode identifier.
  public static let oid: UInt8 = 0x02

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
  /// `QORVO_TEST_PLL_LOCK_NTF`.
  public static let name = "QORVO_TEST_PLL_LOCK_NTF"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.notification
  /// The group identifier.
  public static let gid: UInt8 = 0x0B
  /// The opcode identifier.
  public static let oid: UInt8 = 0x02

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
  /// `QORVO_RANGE_DIAGNOSTICS_NTF`.
  public static let name = "QORVO_RANGE_DIAGNOSTICS_NTF"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.notification
  /// The group identifier.
  public static let gid: UInt8 = 0x0B
  /// The opcode identifier.
  public static let oid: UInt8 = 0x03

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
public struct QorvoTestRTCCommand: UCIMessageBody {
  /// `QORVO_TEST_RTC_CMD`.
  public static let name = "QORVO_TEST_RTC_CMD"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.command
  /// The group identifier.
  public static let gid: UInt8 = 0x0B
  /// The opcode identifier.
  public static let oid: UInt8 = 0x04

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
public struct QorvoTestRTCResponse: UCIMessageBody {
  /// `QORVO_TEST_RTC_RSP`.
  public static let name = "QORVO_TEST_RTC_RSP"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.response
  /// The group identifier.
  public static let gid: UInt8 = 0x0B
  /// The opcode identifier.
  public static let oid: UInt8 = 0x04

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
  /// `QORVO_TEST_RTC_NTF`.
  public static let name = "QORVO_TEST_RTC_NTF"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.notification
  /// The group identifier.
  public static let gid: UInt8 = 0x0B
  /// The opcode identifier.
  public static let oid: UInt8 = 0x04

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
  /// `QORVO_SESSION_DATA_TRANSFER_STATUS_NTF`.
  public static let name = "QORVO_SESSION_DATA_TRANSFER_STATUS_NTF"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.notification
  /// The group identifier.
  public static let gid: UInt8 = 0x0B
  /// The opcode identifier.
  public static let oid: UInt8 = 0x05

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
public struct QorvoTestToFCommand: UCIMessageBody {
  /// `QORVO_TEST_TOF_CMD`.
  public static let name = "QORVO_TEST_TOF_CMD"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.command
  /// The group identifier.
  public static let gid: UInt8 = 0x0B
  /// The opcode identifier.
  public static let oid: UInt8 = 0x32

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

// Made by Definitions/generate.py from Definitions/uci.yaml. Change those, not this.

public import WireFormat

/// `QORVO_TEST_TOF_RSP` (observed: Qorvo host tools; uncertain).
public struct QorvoTestToFResponse: UCIMessageBody {
  /// `QORVO_TEST_TOF_RSP`.
  public static let name = "QORVO_TEST_TOF_RSP"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.response
  /// The group identifier.
  public static let gid: UInt8 = 0x0B
  /// The opcode identifier.
  public static let oid: UInt8 = 0x32

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
  /// `QORVO_TEST_TOF_NTF`.
  public static let name = "QORVO_TEST_TOF_NTF"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.notification
  /// The group identifier.
  public static let gid: UInt8 = 0x0B
  /// The opcode identifier.
  public static let oid: UInt8 = 0x32

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

/// `QORVO_CALIBRATION_SET_CMD` (observed: Qorvo host tools; reported).
public struct QorvoCalibrationSetCommand: UCIMessageBody {
  /// `QORVO_CALIBRATION_SET_CMD`.
  public static let name = "QORVO_CALIBRATION_SET_CMD"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.command
  /// The group identifier.
  public static let gid: UInt8 = 0x0E
  /// The opcode identifier.
  public static let oid: UInt8 = 0x2A

  /// `entries`, a list.
  public var entries: [QorvoCalibrationEntry]
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(entries: [QorvoCalibrationEntry], trailing: [UInt8] = []) {
    self.entries = entries
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let num = Int(try reader.read(UInt16.self, field: "num"))
    var entriesRead: [QorvoCalibrationEntry] = []
    for _ in 0..<num {
      entriesRead.append(try QorvoCalibrationEntry(reading: &reader, dialect: dialect))
    }
    self.entries = entriesRead
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    let num = min(self.entries.count, Int(UInt16.max))
    writer.write(UInt16(truncatingIfNeeded: num))
    for element in self.entries.prefix(num) { element.encode(into: &writer) }
    writer.write(self.trailing)
  }
}

/// `QORVO_CALIBRATION_SET_RSP` (observed: Qorvo host tools; reported).
public struct QorvoCalibrationSetResponse: UCIMessageBody {
  /// `QORVO_CALIBRATION_SET_RSP`.
  public static let name = "QORVO_CALIBRATION_SET_RSP"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.response
  /// The group identifier.
  public static let gid: UInt8 = 0x0E
  /// The opcode identifier.
  public static let oid: UInt8 = 0x2A

  /// `status`.
  public var status: UCIStatus
  /// What follows the status; absent when the board ended the response there.
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
  public init(status: UCIStatus, entries: [UInt8], trailing: [UInt8] = []) {
    self.status = status
    self.body = Body(entries: entries)
    self.trailing = trailing
  }

  /// `entries`, all bytes that are left; nil when the response ends after its status.
  public var entries: [UInt8]? { body?.entries }

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
  public struct Body: Hashable, Sendable {
    /// `entries`, all bytes that are left.
    public var entries: [UInt8]

    /// All fields.
    public init(entries: [UInt8]) {
      self.entries = entries
    }

    /// Reads the fields.
    public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
      self.entries = reader.readRest()
    }

    /// Appends the fields.
    public func encode(into writer: inout WireWriter) {
      writer.write(self.entries)
    }
  }
}

/// `QORVO_CALIBRATION_GET_CMD` (observed: Qorvo host tools; reported).
public struct QorvoCalibrationGetCommand: UCIMessageBody {
  /// `QORVO_CALIBRATION_GET_CMD`.
  public static let name = "QORVO_CALIBRATION_GET_CMD"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.command
  /// The group identifier.
  public static let gid: UInt8 = 0x0E
  /// The opcode identifier.
  public static let oid: UInt8 = 0x2B

  /// `keys`, a list.
  public var keys: [QorvoCalibrationKey]
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(keys: [QorvoCalibrationKey], trailing: [UInt8] = []) {
    self.keys = keys
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let num = Int(try reader.read(UInt16.self, field: "num"))
    var keysRead: [QorvoCalibrationKey] = []
    for _ in 0..<num {
      keysRead.append(try QorvoCalibrationKey(reading: &reader, dialect: dialect))
    }
    self.keys = keysRead
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    let num = min(self.keys.count, Int(UInt16.max))
    writer.write(UInt16(truncatingIfNeeded: num))
    for element in self.keys.prefix(num) { element.encode(into: &writer) }
    writer.write(self.trailing)
  }
}

/// `QORVO_CALIBRATION_GET_RSP` (observed: Qorvo host tools; reported).
public struct QorvoCalibrationGetResponse: UCIMessageBody {
  /// `QORVO_CALIBRATION_GET_RSP`.
  public static let name = "QORVO_CALIBRATION_GET_RSP"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.response
  /// The group identifier.
  public static let gid: UInt8 = 0x0E
  /// The opcode identifier.
  public static let oid: UInt8 = 0x2B

  /// `status`.
  public var status: UCIStatus
  /// What follows the status; absent when the board ended the response there.
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
  public init(status: UCIStatus, entries: [QorvoCalibrationValue], trailing: [UInt8] = []) {
    self.status = status
    self.body = Body(entries: entries)
    self.trailing = trailing
  }

  /// `entries`, a list; nil when the response ends after its status.
  public var entries: [QorvoCalibrationValue]? { body?.entries }

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
  public struct Body: Hashable, Sendable {
    /// `entries`, a list.
    public var entries: [QorvoCalibrationValue]

    /// All fields.
    public init(entries: [QorvoCalibrationValue]) {
      self.entries = entries
    }

    /// Reads the fields.
    public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
      let num = Int(try reader.read(UInt16.self, field: "num"))
      var entriesRead: [QorvoCalibrationValue] = []
      for _ in 0..<num {
        entriesRead.append(try QorvoCalibrationValue(reading: &reader, dialect: dialect))
      }
      self.entries = entriesRead
    }

    /// Appends the fields.
    public func encode(into writer: inout WireWriter) {
      let num = min(self.entries.count, Int(UInt16.max))
      writer.write(UInt16(truncatingIfNeeded: num))
      for element in self.entries.prefix(num) { element.encode(into: &writer) }
    }
  }
}

/// `DATA_MESSAGE_SND` (AOSP, pica).
public struct DataMessageSnd: UCIMessageBody {
  /// `DATA_MESSAGE_SND`.
  public static let name = "DATA_MESSAGE_SND"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.data
  /// The group identifier (the data packet format).
  public static let gid: UInt8 = 0x01
  /// The opcode identifier.
  public static let oid: UInt8 = 0x00

  /// `session_token`.
  public var sessionToken: UInt32
  /// `dest_mac`, 8 bytes, as a little-endian number.
  public var destMACNumber: UInt64
  /// `sequence_number`.
  public var sequenceNumber: UInt16
  /// `app_data`.
  public var appData: [UInt8]
  /// `dest_mac`, 8 bytes.
  public var destMAC: [UInt8] {
    get { bytes(of: destMACNumber) }
    set { destMACNumber = number(of: newValue) }
  }
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(
    sessionToken: UInt32, destMAC: [UInt8], sequenceNumber: UInt16, appData: [UInt8],
    trailing: [UInt8] = []
  ) {
    self.sessionToken = sessionToken
    self.destMACNumber = number(of: destMAC)
    self.sequenceNumber = sequenceNumber
    self.appData = appData
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(16, "session_token:4 dest_mac:8 sequence_number:2 len:2")
    self.sessionToken = run.integer(at: 0)
    self.destMACNumber = run.integer(at: 4)
    self.sequenceNumber = run.integer(at: 12)
    let len = Int(run.integer(UInt16.self, at: 14))
    self.appData = try reader.readBytes(len, field: "app_data")
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    let len = min(self.appData.count, Int(UInt16.max))
    var run = writer.writeRun(16)
    run.put(self.sessionToken, at: 0)
    run.put(self.destMACNumber, at: 4)
    run.put(self.sequenceNumber, at: 12)
    run.put(UInt16(truncatingIfNeeded: len), at: 14)
    writer.write(self.appData, count: len)
    writer.write(self.trailing)
  }
}

/// `DATA_MESSAGE_RCV` (AOSP, pica).
public struct DataMessageRcv: UCIMessageBody {
  /// `DATA_MESSAGE_RCV`.
  public static let name = "DATA_MESSAGE_RCV"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.data
  /// The group identifier (the data packet format).
  public static let gid: UInt8 = 0x02
  /// The opcode identifier.
  public static let oid: UInt8 = 0x00

  /// `session_token`.
  public var sessionToken: UInt32
  /// `status`.
  public var status: UCIStatus
  /// `src_mac`, 8 bytes, as a little-endian number.
  public var srcMACNumber: UInt64
  /// `sequence_number`.
  public var sequenceNumber: UInt16
  /// `app_data`.
  public var appData: [UInt8]
  /// `src_mac`, 8 bytes.
  public var srcMAC: [UInt8] {
    get { bytes(of: srcMACNumber) }
    set { srcMACNumber = number(of: newValue) }
  }
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(
    sessionToken: UInt32, status: UCIStatus, srcMAC: [UInt8], sequenceNumber: UInt16,
    appData: [UInt8], trailing: [UInt8] = []
  ) {
    self.sessionToken = sessionToken
    self.status = status
    self.srcMACNumber = number(of: srcMAC)
    self.sequenceNumber = sequenceNumber
    self.appData = appData
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(17, "session_token:4 status:1 src_mac:8 sequence_number:2 len:2")
    self.sessionToken = run.integer(at: 0)
    self.status = UCIStatus(rawValue: run.integer(at: 4))
    self.srcMACNumber = run.integer(at: 5)
    self.sequenceNumber = run.integer(at: 13)
    let len = Int(run.integer(UInt16.self, at: 15))
    self.appData = try reader.readBytes(len, field: "app_data")
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    let len = min(self.appData.count, Int(UInt16.max))
    var run = writer.writeRun(17)
    run.put(self.sessionToken, at: 0)
    run.put(self.status.rawValue, at: 4)
    run.put(self.srcMACNumber, at: 5)
    run.put(self.sequenceNumber, at: 13)
    run.put(UInt16(truncatingIfNeeded: len), at: 15)
    writer.write(self.appData, count: len)
    writer.write(self.trailing)
  }
}

/// `DATA_MESSAGE_RCV`, layout `nxp` (observed: NXP SR1xx and SR2xx).
public struct DataMessageRcvNXP: UCIMessageBody {
  /// `DATA_MESSAGE_RCV`.
  public static let name = "DATA_MESSAGE_RCV"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.data
  /// The group identifier (the data packet format).
  public static let gid: UInt8 = 0x02
  /// The opcode identifier.
  public static let oid: UInt8 = 0x00

  /// `session_token`.
  public var sessionToken: UInt32
  /// `status`.
  public var status: UCIStatus
  /// `sequence_number`.
  public var sequenceNumber: UInt32
  /// `src_mac`, 8 bytes, as a little-endian number.
  public var srcMACNumber: UInt64
  /// `src_endpoint`.
  public var srcEndpoint: UInt8
  /// `dst_endpoint`.
  public var dstEndpoint: UInt8
  /// `app_data`.
  public var appData: [UInt8]
  /// `src_mac`, 8 bytes.
  public var srcMAC: [UInt8] {
    get { bytes(of: srcMACNumber) }
    set { srcMACNumber = number(of: newValue) }
  }
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(
    sessionToken: UInt32, status: UCIStatus, sequenceNumber: UInt32, srcMAC: [UInt8],
    srcEndpoint: UInt8, dstEndpoint: UInt8, appData: [UInt8], trailing: [UInt8] = []
  ) {
    self.sessionToken = sessionToken
    self.status = status
    self.sequenceNumber = sequenceNumber
    self.srcMACNumber = number(of: srcMAC)
    self.srcEndpoint = srcEndpoint
    self.dstEndpoint = dstEndpoint
    self.appData = appData
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(
      21, "session_token:4 status:1 sequence_number:4 src_mac:8 src_endpoint:1 dst_endpoint:1 len:2"
    )
    self.sessionToken = run.integer(at: 0)
    self.status = UCIStatus(rawValue: run.integer(at: 4))
    self.sequenceNumber = run.integer(at: 5)
    self.srcMACNumber = run.integer(at: 9)
    self.srcEndpoint = run.integer(at: 17)
    self.dstEndpoint = run.integer(at: 18)
    let len = Int(run.integer(UInt16.self, at: 19))
    self.appData = try reader.readBytes(len, field: "app_data")
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    let len = min(self.appData.count, Int(UInt16.max))
    var run = writer.writeRun(21)
    run.put(self.sessionToken, at: 0)
    run.put(self.status.rawValue, at: 4)
    run.put(self.sequenceNumber, at: 5)
    run.put(self.srcMACNumber, at: 9)
    run.put(self.srcEndpoint, at: 17)
    run.put(self.dstEndpoint, at: 18)
    run.put(UInt16(truncatingIfNeeded: len), at: 19)
    writer.write(self.appData, count: len)
    writer.write(self.trailing)
  }
}

/// `RADAR_DATA_MESSAGE` (AOSP).
public struct RadarDataMessage: UCIMessageBody {
  /// `RADAR_DATA_MESSAGE`.
  public static let name = "RADAR_DATA_MESSAGE"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.data
  /// The group identifier (the data packet format).
  public static let gid: UInt8 = 0x0F
  /// The opcode identifier.
  public static let oid: UInt8 = 0x00

  /// `session_token`.
  public var sessionToken: UInt32
  /// `status`.
  public var status: UCIDataRcvStatus
  /// `radar_data_type`.
  public var radarDataType: UCIRadarDataType
  /// `num`.
  public var num: UInt8
  /// `samples_per_sweep`.
  public var samplesPerSweep: UInt8
  /// `bits_per_sample`.
  public var bitsPerSample: UCIRadarBitsPerSample
  /// `sweep_offset`.
  public var sweepOffset: Int16
  /// `sweep_data_size`.
  public var sweepDataSize: UInt16
  /// `sweeps`, all bytes that are left.
  public var sweeps: [UInt8]

  /// All fields.
  public init(
    sessionToken: UInt32, status: UCIDataRcvStatus, radarDataType: UCIRadarDataType, num: UInt8,
    samplesPerSweep: UInt8, bitsPerSample: UCIRadarBitsPerSample, sweepOffset: Int16,
    sweepDataSize: UInt16, sweeps: [UInt8]
  ) {
    self.sessionToken = sessionToken
    self.status = status
    self.radarDataType = radarDataType
    self.num = num
    self.samplesPerSweep = samplesPerSweep
    self.bitsPerSample = bitsPerSample
    self.sweepOffset = sweepOffset
    self.sweepDataSize = sweepDataSize
    self.sweeps = sweeps
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(
      13,
      "session_token:4 status:1 radar_data_type:1 num:1 samples_per_sweep:1 bits_per_sample:1 sweep_offset:2 sweep_data_size:2"
    )
    self.sessionToken = run.integer(at: 0)
    self.status = UCIDataRcvStatus(rawValue: run.integer(at: 4))
    self.radarDataType = UCIRadarDataType(rawValue: run.integer(at: 5))
    self.num = run.integer(at: 6)
    self.samplesPerSweep = run.integer(at: 7)
    self.bitsPerSample = UCIRadarBitsPerSample(rawValue: run.integer(at: 8))
    self.sweepOffset = run.integer(at: 9)
    self.sweepDataSize = run.integer(at: 11)
    self.sweeps = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    var run = writer.writeRun(13)
    run.put(self.sessionToken, at: 0)
    run.put(self.status.rawValue, at: 4)
    run.put(self.radarDataType.rawValue, at: 5)
    run.put(self.num, at: 6)
    run.put(self.samplesPerSweep, at: 7)
    run.put(self.bitsPerSample.rawValue, at: 8)
    run.put(self.sweepOffset, at: 9)
    run.put(self.sweepDataSize, at: 11)
    writer.write(self.sweeps)
  }
}

// Made by Definitions/generate.py from Definitions/uci.yaml. Change those, not this.

public import WireFormat

/// `DATA_MESSAGE_SND` (AOSP, pica).
public struct DataMessageSnd: UCIMessageBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "DATA_MESSAGE_SND", .data, gid: 0x01, oid: 0x00, isFromHost: true, isInSubsystem: true)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("session_token", .unsigned, .bytes(4)),
    .init("dest_mac", .address, .bytes(8)),
    .init("sequence_number", .unsigned, .bytes(2)),
    .init("len", .unsigned, .bytes(2)),
    .init("app_data", .bytes, .field("len")),
  ]

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
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "DATA_MESSAGE_RCV", .data, gid: 0x02, oid: 0x00, isInSubsystem: true)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("session_token", .unsigned, .bytes(4)),
    .init("status", .enumeration, .bytes(1), values: UCIStatus.self),
    .init("src_mac", .address, .bytes(8)),
    .init("sequence_number", .unsigned, .bytes(2)),
    .init("len", .unsigned, .bytes(2)),
    .init("app_data", .bytes, .field("len")),
  ]

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
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "DATA_MESSAGE_RCV", .data, gid: 0x02, oid: 0x00, isInSubsystem: true)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("session_token", .unsigned, .bytes(4)),
    .init("status", .enumeration, .bytes(1), values: UCIStatus.self),
    .init("sequence_number", .unsigned, .bytes(4)),
    .init("src_mac", .address, .bytes(8)),
    .init("src_endpoint", .unsigned, .bytes(1)),
    .init("dst_endpoint", .unsigned, .bytes(1)),
    .init("len", .unsigned, .bytes(2)),
    .init("app_data", .bytes, .field("len")),
  ]

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
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "RADAR_DATA_MESSAGE", .data, gid: 0x0F, oid: 0x00, vendor: .android)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("session_token", .unsigned, .bytes(4)),
    .init("status", .enumeration, .bytes(1), values: UCIDataRcvStatus.self),
    .init("radar_data_type", .enumeration, .bytes(1), values: UCIRadarDataType.self),
    .init("num", .unsigned, .bytes(1)),
    .init("samples_per_sweep", .unsigned, .bytes(1)),
    .init("bits_per_sample", .enumeration, .bytes(1), values: UCIRadarBitsPerSample.self),
    .init("sweep_offset", .signed, .bytes(2)),
    .init("sweep_data_size", .unsigned, .bytes(2)),
    .init("sweeps", .bytes, .rest),
  ]

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

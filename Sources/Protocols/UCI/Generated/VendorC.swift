// Made by Definitions/generate.py from Definitions/uci.yaml. Change those, not this.

public import WireFormat

/// `ANDROID_GET_POWER_STATS_CMD` (AOSP, pica).
public struct AndroidGetPowerStatsCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = AndroidGetPowerStatsResponse
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "ANDROID_GET_POWER_STATS_CMD", .command, gid: 0x0C, oid: 0x00, vendor: .android)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = []

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

/// `ANDROID_GET_POWER_STATS_RSP` (AOSP, pica).
public struct AndroidGetPowerStatsResponse: UCIResponseBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "ANDROID_GET_POWER_STATS_RSP", .response, gid: 0x0C, oid: 0x00, vendor: .android)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("status", .enumeration, .bytes(1), values: UCIStatus.self),
    .init("idle_time", .unsigned, .bytes(4), unit: "ms"),
    .init("tx_time", .unsigned, .bytes(4), unit: "ms"),
    .init("rx_time", .unsigned, .bytes(4), unit: "ms"),
    .init("total_wake_count", .unsigned, .bytes(4)),
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
  public init(
    status: UCIStatus, idleTime: UInt32, txTime: UInt32, rxTime: UInt32, totalWakeCount: UInt32,
    trailing: [UInt8] = []
  ) {
    self.status = status
    self.body = Body(
      idleTime: idleTime, txTime: txTime, rxTime: rxTime, totalWakeCount: totalWakeCount)
    self.trailing = trailing
  }

  /// `idle_time`, in ms; nil when the response ends after its status.
  public var idleTime: UInt32? { body?.idleTime }

  /// `tx_time`, in ms; nil when the response ends after its status.
  public var txTime: UInt32? { body?.txTime }

  /// `rx_time`, in ms; nil when the response ends after its status.
  public var rxTime: UInt32? { body?.rxTime }

  /// `total_wake_count`; nil when the response ends after its status.
  public var totalWakeCount: UInt32? { body?.totalWakeCount }

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
    /// `idle_time`, in ms.
    public var idleTime: UInt32
    /// `tx_time`, in ms.
    public var txTime: UInt32
    /// `rx_time`, in ms.
    public var rxTime: UInt32
    /// `total_wake_count`.
    public var totalWakeCount: UInt32

    /// All fields.
    public init(idleTime: UInt32, txTime: UInt32, rxTime: UInt32, totalWakeCount: UInt32) {
      self.idleTime = idleTime
      self.txTime = txTime
      self.rxTime = rxTime
      self.totalWakeCount = totalWakeCount
    }

    /// Reads the fields.
    public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
      let run = try reader.readRun(16, "idle_time:4 tx_time:4 rx_time:4 total_wake_count:4")
      self.idleTime = run.integer(at: 0)
      self.txTime = run.integer(at: 4)
      self.rxTime = run.integer(at: 8)
      self.totalWakeCount = run.integer(at: 12)
    }

    /// Appends the fields.
    public func encode(into writer: inout WireWriter) {
      var run = writer.writeRun(16)
      run.put(self.idleTime, at: 0)
      run.put(self.txTime, at: 4)
      run.put(self.rxTime, at: 8)
      run.put(self.totalWakeCount, at: 12)
    }
  }
}

/// `ANDROID_SET_COUNTRY_CODE_CMD` (AOSP, pica).
public struct AndroidSetCountryCodeCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = AndroidSetCountryCodeResponse
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "ANDROID_SET_COUNTRY_CODE_CMD", .command, gid: 0x0C, oid: 0x01, vendor: .android)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("country_code", .text, .bytes(2))
  ]

  /// `country_code`, 2 bytes.
  public var countryCode: [UInt8]
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(countryCode: [UInt8], trailing: [UInt8] = []) {
    self.countryCode = countryCode
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    self.countryCode = try reader.readBytes(2, field: "country_code")
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.countryCode, count: 2)
    writer.write(self.trailing)
  }
}

/// `ANDROID_SET_COUNTRY_CODE_RSP` (AOSP, pica).
public struct AndroidSetCountryCodeResponse: UCIResponseBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "ANDROID_SET_COUNTRY_CODE_RSP", .response, gid: 0x0C, oid: 0x01, vendor: .android)
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

/// `ANDROID_RANGE_DIAGNOSTICS_NTF` (AOSP, pica).
public struct AndroidRangeDiagnosticsNotification: UCIMessageBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "ANDROID_RANGE_DIAGNOSTICS_NTF", .notification, gid: 0x0C, oid: 0x02, vendor: .android)
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

/// `ANDROID_RADAR_SET_APP_CONFIG_CMD` (AOSP).
public struct AndroidRadarSetAppConfigCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = AndroidRadarSetAppConfigResponse
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "ANDROID_RADAR_SET_APP_CONFIG_CMD", .command, gid: 0x0C, oid: 0x11, vendor: .android)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("session_token", .unsigned, .bytes(4)),
    .init("num", .unsigned, .bytes(1)),
    .init("tlvs", .list(.init("tlvs", .record(RadarConfigTLV.fields), .parts)), .field("num")),
  ]

  /// `session_token`.
  public var sessionToken: UInt32
  /// `tlvs`, a list.
  public var tlvs: [RadarConfigTLV]
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(sessionToken: UInt32, tlvs: [RadarConfigTLV], trailing: [UInt8] = []) {
    self.sessionToken = sessionToken
    self.tlvs = tlvs
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(5, "session_token:4 num:1")
    self.sessionToken = run.integer(at: 0)
    let num = Int(run.integer(UInt8.self, at: 4))
    var tlvsRead: [RadarConfigTLV] = []
    for _ in 0..<num { tlvsRead.append(try RadarConfigTLV(reading: &reader, dialect: dialect)) }
    self.tlvs = tlvsRead
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    let num = min(self.tlvs.count, Int(UInt8.max))
    var run = writer.writeRun(5)
    run.put(self.sessionToken, at: 0)
    run.put(UInt8(truncatingIfNeeded: num), at: 4)
    for element in self.tlvs.prefix(num) { element.encode(into: &writer) }
    writer.write(self.trailing)
  }
}

/// `ANDROID_RADAR_SET_APP_CONFIG_RSP` (AOSP).
public struct AndroidRadarSetAppConfigResponse: UCIResponseBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "ANDROID_RADAR_SET_APP_CONFIG_RSP", .response, gid: 0x0C, oid: 0x11, vendor: .android)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("status", .enumeration, .bytes(1), values: UCIStatus.self),
    .init("num", .unsigned, .bytes(1)),
    .init(
      "failed", .list(.init("failed", .record(RadarConfigFailure.fields), .parts)), .field("num")),
  ]

  /// The parameters that were refused.
  public func refusal(in dialect: UCIDialect) -> String {
    (failed ?? []).map { "\($0.id) \($0.status.name(in: dialect))" }.joined(separator: ", ")
  }

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
  public init(status: UCIStatus, failed: [RadarConfigFailure], trailing: [UInt8] = []) {
    self.status = status
    self.body = Body(failed: failed)
    self.trailing = trailing
  }

  /// `failed`, a list; nil when the response ends after its status.
  public var failed: [RadarConfigFailure]? { body?.failed }

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
    /// `failed`, a list.
    public var failed: [RadarConfigFailure]

    /// All fields.
    public init(failed: [RadarConfigFailure]) {
      self.failed = failed
    }

    /// Reads the fields.
    public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
      let num = Int(try reader.read(UInt8.self, field: "num"))
      var failedRead: [RadarConfigFailure] = []
      for _ in 0..<num {
        failedRead.append(try RadarConfigFailure(reading: &reader, dialect: dialect))
      }
      self.failed = failedRead
    }

    /// Appends the fields.
    public func encode(into writer: inout WireWriter) {
      let num = min(self.failed.count, Int(UInt8.max))
      writer.write(UInt8(truncatingIfNeeded: num))
      for element in self.failed.prefix(num) { element.encode(into: &writer) }
    }
  }
}

/// `ANDROID_RADAR_GET_APP_CONFIG_CMD` (AOSP).
public struct AndroidRadarGetAppConfigCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = AndroidRadarGetAppConfigResponse
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "ANDROID_RADAR_GET_APP_CONFIG_CMD", .command, gid: 0x0C, oid: 0x12, vendor: .android)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("session_token", .unsigned, .bytes(4)),
    .init("num", .unsigned, .bytes(1)),
    .init(
      "ids", .list(.init("id", .enumeration, .bytes(1), values: RadarConfigID.self)), .field("num")),
  ]

  /// `session_token`.
  public var sessionToken: UInt32
  /// `ids`, a list.
  public var ids: [RadarConfigID]
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(sessionToken: UInt32, ids: [RadarConfigID], trailing: [UInt8] = []) {
    self.sessionToken = sessionToken
    self.ids = ids
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(5, "session_token:4 num:1")
    self.sessionToken = run.integer(at: 0)
    let num = Int(run.integer(UInt8.self, at: 4))
    var idsRead: [RadarConfigID] = []
    for _ in 0..<num { idsRead.append(RadarConfigID(rawValue: try reader.read(field: "ids"))) }
    self.ids = idsRead
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    let num = min(self.ids.count, Int(UInt8.max))
    var run = writer.writeRun(5)
    run.put(self.sessionToken, at: 0)
    run.put(UInt8(truncatingIfNeeded: num), at: 4)
    for element in self.ids.prefix(num) { writer.write(element.rawValue) }
    writer.write(self.trailing)
  }
}

/// `ANDROID_RADAR_GET_APP_CONFIG_RSP` (AOSP).
public struct AndroidRadarGetAppConfigResponse: UCIResponseBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "ANDROID_RADAR_GET_APP_CONFIG_RSP", .response, gid: 0x0C, oid: 0x12, vendor: .android)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("status", .enumeration, .bytes(1), values: UCIStatus.self),
    .init("num", .unsigned, .bytes(1)),
    .init("tlvs", .list(.init("tlvs", .record(RadarConfigTLV.fields), .parts)), .field("num")),
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
  public init(status: UCIStatus, tlvs: [RadarConfigTLV], trailing: [UInt8] = []) {
    self.status = status
    self.body = Body(tlvs: tlvs)
    self.trailing = trailing
  }

  /// `tlvs`, a list; nil when the response ends after its status.
  public var tlvs: [RadarConfigTLV]? { body?.tlvs }

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
    /// `tlvs`, a list.
    public var tlvs: [RadarConfigTLV]

    /// All fields.
    public init(tlvs: [RadarConfigTLV]) {
      self.tlvs = tlvs
    }

    /// Reads the fields.
    public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
      let num = Int(try reader.read(UInt8.self, field: "num"))
      var tlvsRead: [RadarConfigTLV] = []
      for _ in 0..<num { tlvsRead.append(try RadarConfigTLV(reading: &reader, dialect: dialect)) }
      self.tlvs = tlvsRead
    }

    /// Appends the fields.
    public func encode(into writer: inout WireWriter) {
      let num = min(self.tlvs.count, Int(UInt8.max))
      writer.write(UInt8(truncatingIfNeeded: num))
      for element in self.tlvs.prefix(num) { element.encode(into: &writer) }
    }
  }
}

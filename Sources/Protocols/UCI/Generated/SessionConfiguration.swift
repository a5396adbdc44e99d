// Made by Definitions/generate.py from Definitions/uci.yaml. Change those, not this.

public import WireFormat

/// `SESSION_INIT_CMD` (AOSP, pica, observed: DWM3001CDK).
///
/// FiRa 1.x answers with the status alone; then the session id is the token of later messages.
public struct SessionInitCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = SessionInitResponse
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "SESSION_INIT_CMD", .command, gid: 0x01, oid: 0x00, isInSubsystem: true)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("session_id", .unsigned, .bytes(4)),
    .init("session_type", .enumeration, .bytes(1), values: UCISessionType.self, usual: 0),
  ]

  /// `session_id`.
  public var sessionID: UInt32
  /// `session_type`.
  public var sessionType: UCISessionType
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(sessionID: UInt32, sessionType: UCISessionType, trailing: [UInt8] = []) {
    self.sessionID = sessionID
    self.sessionType = sessionType
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(5, "session_id:4 session_type:1")
    self.sessionID = run.integer(at: 0)
    self.sessionType = UCISessionType(rawValue: run.integer(at: 4))
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    var run = writer.writeRun(5)
    run.put(self.sessionID, at: 0)
    run.put(self.sessionType.rawValue, at: 4)
    writer.write(self.trailing)
  }
}

/// `SESSION_INIT_RSP` (AOSP, pica, observed: DWM3001CDK).
///
/// FiRa 1.x answers with the status alone; then the session id is the token of later messages.
public struct SessionInitResponse: UCIResponseBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "SESSION_INIT_RSP", .response, gid: 0x01, oid: 0x00, isInSubsystem: true,
    mayEndAfterStatus: true)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("status", .enumeration, .bytes(1), values: UCIStatus.self),
    .init("session_handle", .unsigned, .bytes(4)),
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
  public init(status: UCIStatus, sessionHandle: UInt32, trailing: [UInt8] = []) {
    self.status = status
    self.body = Body(sessionHandle: sessionHandle)
    self.trailing = trailing
  }

  /// `session_handle`; nil when the response ends after its status.
  public var sessionHandle: UInt32? { body?.sessionHandle }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let status = UCIStatus(rawValue: try reader.read(field: "status"))
    self.status = status
    if reader.remaining == 0 {
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
    /// `session_handle`.
    public var sessionHandle: UInt32

    /// All fields.
    public init(sessionHandle: UInt32) {
      self.sessionHandle = sessionHandle
    }

    /// Reads the fields.
    public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
      self.sessionHandle = try reader.read(field: "session_handle")
    }

    /// Appends the fields.
    public func encode(into writer: inout WireWriter) {
      writer.write(self.sessionHandle)
    }
  }
}

/// `SESSION_DEINIT_CMD` (AOSP, pica, observed: DWM3001CDK).
public struct SessionDeinitCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = SessionDeinitResponse
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "SESSION_DEINIT_CMD", .command, gid: 0x01, oid: 0x01, isInSubsystem: true)
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

/// `SESSION_DEINIT_RSP` (AOSP, pica, observed: DWM3001CDK).
public struct SessionDeinitResponse: UCIResponseBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "SESSION_DEINIT_RSP", .response, gid: 0x01, oid: 0x01, isInSubsystem: true)
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

/// `SESSION_STATUS_NTF` (AOSP, pica, observed: DWM3001CDK).
public struct SessionStatusNotification: UCIMessageBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "SESSION_STATUS_NTF", .notification, gid: 0x01, oid: 0x02, isInSubsystem: true)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("session_token", .unsigned, .bytes(4)),
    .init("session_state", .enumeration, .bytes(1), values: UCISessionState.self),
    .init("reason_code", .enumeration, .bytes(1), values: UCIReasonCode.self),
  ]

  /// `session_token`.
  public var sessionToken: UInt32
  /// `session_state`.
  public var sessionState: UCISessionState
  /// `reason_code`.
  public var reasonCode: UCIReasonCode
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(
    sessionToken: UInt32, sessionState: UCISessionState, reasonCode: UCIReasonCode,
    trailing: [UInt8] = []
  ) {
    self.sessionToken = sessionToken
    self.sessionState = sessionState
    self.reasonCode = reasonCode
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(6, "session_token:4 session_state:1 reason_code:1")
    self.sessionToken = run.integer(at: 0)
    self.sessionState = UCISessionState(rawValue: run.integer(at: 4))
    self.reasonCode = UCIReasonCode(rawValue: run.integer(at: 5))
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    var run = writer.writeRun(6)
    run.put(self.sessionToken, at: 0)
    run.put(self.sessionState.rawValue, at: 4)
    run.put(self.reasonCode.rawValue, at: 5)
    writer.write(self.trailing)
  }
}

/// `SESSION_SET_APP_CONFIG_CMD` (AOSP, pica, observed: DWM3001CDK).
public struct SessionSetAppConfigCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = SessionSetAppConfigResponse
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "SESSION_SET_APP_CONFIG_CMD", .command, gid: 0x01, oid: 0x03, isInSubsystem: true)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("session_token", .unsigned, .bytes(4)),
    .init("num", .unsigned, .bytes(1)),
    .init("tlvs", .list(.init("tlvs", .record(AppConfigTLV.fields), .parts)), .field("num")),
  ]

  /// `session_token`.
  public var sessionToken: UInt32
  /// `tlvs`, a list.
  public var tlvs: [AppConfigTLV]
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(sessionToken: UInt32, tlvs: [AppConfigTLV], trailing: [UInt8] = []) {
    self.sessionToken = sessionToken
    self.tlvs = tlvs
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(5, "session_token:4 num:1")
    self.sessionToken = run.integer(at: 0)
    let num = Int(run.integer(UInt8.self, at: 4))
    var tlvsRead: [AppConfigTLV] = []
    for _ in 0..<num { tlvsRead.append(try AppConfigTLV(reading: &reader, dialect: dialect)) }
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

/// `SESSION_SET_APP_CONFIG_RSP` (AOSP, pica, observed: DWM3001CDK).
public struct SessionSetAppConfigResponse: UCIResponseBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "SESSION_SET_APP_CONFIG_RSP", .response, gid: 0x01, oid: 0x03, isInSubsystem: true)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("status", .enumeration, .bytes(1), values: UCIStatus.self),
    .init("num", .unsigned, .bytes(1)),
    .init(
      "failed", .list(.init("failed", .record(AppConfigFailure.fields), .parts)), .field("num")),
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
  public init(status: UCIStatus, failed: [AppConfigFailure], trailing: [UInt8] = []) {
    self.status = status
    self.body = Body(failed: failed)
    self.trailing = trailing
  }

  /// `failed`, a list; nil when the response ends after its status.
  public var failed: [AppConfigFailure]? { body?.failed }

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
    public var failed: [AppConfigFailure]

    /// All fields.
    public init(failed: [AppConfigFailure]) {
      self.failed = failed
    }

    /// Reads the fields.
    public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
      let num = Int(try reader.read(UInt8.self, field: "num"))
      var failedRead: [AppConfigFailure] = []
      for _ in 0..<num {
        failedRead.append(try AppConfigFailure(reading: &reader, dialect: dialect))
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

/// `SESSION_GET_APP_CONFIG_CMD` (AOSP, pica).
///
/// An empty list asks an AOSP-like board for everything; pica answers with an empty list.
public struct SessionGetAppConfigCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = SessionGetAppConfigResponse
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "SESSION_GET_APP_CONFIG_CMD", .command, gid: 0x01, oid: 0x04, isInSubsystem: true)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("session_token", .unsigned, .bytes(4)),
    .init("num", .unsigned, .bytes(1)),
    .init(
      "ids", .list(.init("id", .enumeration, .bytes(1), values: AppConfigID.self)), .field("num")),
  ]

  /// `session_token`.
  public var sessionToken: UInt32
  /// `ids`, a list.
  public var ids: [AppConfigID]
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(sessionToken: UInt32, ids: [AppConfigID], trailing: [UInt8] = []) {
    self.sessionToken = sessionToken
    self.ids = ids
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(5, "session_token:4 num:1")
    self.sessionToken = run.integer(at: 0)
    let num = Int(run.integer(UInt8.self, at: 4))
    var idsRead: [AppConfigID] = []
    for _ in 0..<num { idsRead.append(AppConfigID(rawValue: try reader.read(field: "ids"))) }
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

/// `SESSION_GET_APP_CONFIG_RSP` (AOSP, pica).
///
/// An empty list asks an AOSP-like board for everything; pica answers with an empty list.
public struct SessionGetAppConfigResponse: UCIResponseBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "SESSION_GET_APP_CONFIG_RSP", .response, gid: 0x01, oid: 0x04, isInSubsystem: true)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("status", .enumeration, .bytes(1), values: UCIStatus.self),
    .init("num", .unsigned, .bytes(1)),
    .init("tlvs", .list(.init("tlvs", .record(AppConfigTLV.fields), .parts)), .field("num")),
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
  public init(status: UCIStatus, tlvs: [AppConfigTLV], trailing: [UInt8] = []) {
    self.status = status
    self.body = Body(tlvs: tlvs)
    self.trailing = trailing
  }

  /// `tlvs`, a list; nil when the response ends after its status.
  public var tlvs: [AppConfigTLV]? { body?.tlvs }

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
    public var tlvs: [AppConfigTLV]

    /// All fields.
    public init(tlvs: [AppConfigTLV]) {
      self.tlvs = tlvs
    }

    /// Reads the fields.
    public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
      let num = Int(try reader.read(UInt8.self, field: "num"))
      var tlvsRead: [AppConfigTLV] = []
      for _ in 0..<num { tlvsRead.append(try AppConfigTLV(reading: &reader, dialect: dialect)) }
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

/// `SESSION_GET_COUNT_CMD` (AOSP, pica, observed: DWM3001CDK).
public struct SessionGetCountCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = SessionGetCountResponse
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "SESSION_GET_COUNT_CMD", .command, gid: 0x01, oid: 0x05, isInSubsystem: true)
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

/// `SESSION_GET_COUNT_RSP` (AOSP, pica, observed: DWM3001CDK).
public struct SessionGetCountResponse: UCIResponseBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "SESSION_GET_COUNT_RSP", .response, gid: 0x01, oid: 0x05, isInSubsystem: true)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("status", .enumeration, .bytes(1), values: UCIStatus.self),
    .init("count", .unsigned, .bytes(1)),
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
  public init(status: UCIStatus, count: UInt8, trailing: [UInt8] = []) {
    self.status = status
    self.body = Body(count: count)
    self.trailing = trailing
  }

  /// `count`; nil when the response ends after its status.
  public var count: UInt8? { body?.count }

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
    public var count: UInt8

    /// All fields.
    public init(count: UInt8) {
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

/// `SESSION_GET_STATE_CMD` (AOSP, pica, observed: DWM3001CDK).
public struct SessionGetStateCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = SessionGetStateResponse
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "SESSION_GET_STATE_CMD", .command, gid: 0x01, oid: 0x06, isInSubsystem: true)
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

/// `SESSION_GET_STATE_RSP` (AOSP, pica, observed: DWM3001CDK).
public struct SessionGetStateResponse: UCIResponseBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "SESSION_GET_STATE_RSP", .response, gid: 0x01, oid: 0x06, isInSubsystem: true)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("status", .enumeration, .bytes(1), values: UCIStatus.self),
    .init("session_state", .enumeration, .bytes(1), values: UCISessionState.self),
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
  public init(status: UCIStatus, sessionState: UCISessionState, trailing: [UInt8] = []) {
    self.status = status
    self.body = Body(sessionState: sessionState)
    self.trailing = trailing
  }

  /// `session_state`; nil when the response ends after its status.
  public var sessionState: UCISessionState? { body?.sessionState }

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
    /// `session_state`.
    public var sessionState: UCISessionState

    /// All fields.
    public init(sessionState: UCISessionState) {
      self.sessionState = sessionState
    }

    /// Reads the fields.
    public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
      self.sessionState = UCISessionState(rawValue: try reader.read(field: "session_state"))
    }

    /// Appends the fields.
    public func encode(into writer: inout WireWriter) {
      writer.write(self.sessionState.rawValue)
    }
  }
}

/// `SESSION_UPDATE_CONTROLLER_MULTICAST_LIST_CMD` (AOSP, pica).
public struct SessionUpdateControllerMulticastListCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = SessionUpdateControllerMulticastListResponse
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "SESSION_UPDATE_CONTROLLER_MULTICAST_LIST_CMD", .command, gid: 0x01, oid: 0x07,
    isInSubsystem: true)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("session_token", .unsigned, .bytes(4)),
    .init("action", .enumeration, .bytes(1), values: UCIMulticastAction.self),
    .init("num", .unsigned, .bytes(1)),
    .init(
      "controlees", .list(.init("controlee", .record(MulticastControlee.fields), .parts)),
      .field("num")),
  ]

  /// `session_token`.
  public var sessionToken: UInt32
  /// `action`.
  public var action: UCIMulticastAction
  /// `controlees`, a list.
  public var controlees: [MulticastControlee]
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(
    sessionToken: UInt32, action: UCIMulticastAction, controlees: [MulticastControlee],
    trailing: [UInt8] = []
  ) {
    self.sessionToken = sessionToken
    self.action = action
    self.controlees = controlees
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(6, "session_token:4 action:1 num:1")
    self.sessionToken = run.integer(at: 0)
    self.action = UCIMulticastAction(rawValue: run.integer(at: 4))
    let num = Int(run.integer(UInt8.self, at: 5))
    let subSessionKeySize = try reader.derived(
      from: Int(self.action.rawValue), mask: 0xFF, shift: 0, values: [0, 0, 16, 32],
      field: "action", behind: 2)
    var controleesRead: [MulticastControlee] = []
    for _ in 0..<num {
      controleesRead.append(
        try MulticastControlee(
          reading: &reader, dialect: dialect, subSessionKeySize: subSessionKeySize))
    }
    self.controlees = controleesRead
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    let num = min(self.controlees.count, Int(UInt8.max))
    var run = writer.writeRun(6)
    run.put(self.sessionToken, at: 0)
    run.put(self.action.rawValue, at: 4)
    run.put(UInt8(truncatingIfNeeded: num), at: 5)
    let subSessionKeySize = derivedSize(
      from: Int(self.action.rawValue), mask: 0xFF, shift: 0, values: [0, 0, 16, 32])
    for element in self.controlees.prefix(num) {
      element.encode(into: &writer, subSessionKeySize: subSessionKeySize)
    }
    writer.write(self.trailing)
  }
}

/// `SESSION_UPDATE_CONTROLLER_MULTICAST_LIST_RSP` (AOSP, pica).
public struct SessionUpdateControllerMulticastListResponse: UCIResponseBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "SESSION_UPDATE_CONTROLLER_MULTICAST_LIST_RSP", .response, gid: 0x01, oid: 0x07,
    isInSubsystem: true, mayEndAfterStatus: true)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("status", .enumeration, .bytes(1), values: UCIStatus.self),
    .init("num", .unsigned, .bytes(1)),
    .init(
      "list", .list(.init("controlee", .record(MulticastResult.fields), .parts)), .field("num")),
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
  public init(status: UCIStatus, list: [MulticastResult], trailing: [UInt8] = []) {
    self.status = status
    self.body = Body(list: list)
    self.trailing = trailing
  }

  /// `list`, a list; nil when the response ends after its status.
  public var list: [MulticastResult]? { body?.list }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let status = UCIStatus(rawValue: try reader.read(field: "status"))
    self.status = status
    if reader.remaining == 0 {
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
    /// `list`, a list.
    public var list: [MulticastResult]

    /// All fields.
    public init(list: [MulticastResult]) {
      self.list = list
    }

    /// Reads the fields.
    public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
      let num = Int(try reader.read(UInt8.self, field: "num"))
      var listRead: [MulticastResult] = []
      for _ in 0..<num { listRead.append(try MulticastResult(reading: &reader, dialect: dialect)) }
      self.list = listRead
    }

    /// Appends the fields.
    public func encode(into writer: inout WireWriter) {
      let num = min(self.list.count, Int(UInt8.max))
      writer.write(UInt8(truncatingIfNeeded: num))
      for element in self.list.prefix(num) { element.encode(into: &writer) }
    }
  }
}

/// `SESSION_UPDATE_CONTROLLER_MULTICAST_LIST_NTF` (AOSP, pica).
public struct SessionUpdateControllerMulticastListNotification: UCIMessageBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "SESSION_UPDATE_CONTROLLER_MULTICAST_LIST_NTF", .notification, gid: 0x01, oid: 0x07,
    isInSubsystem: true)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("session_token", .unsigned, .bytes(4)),
    .init("num", .unsigned, .bytes(1)),
    .init(
      "list", .list(.init("controlee", .record(MulticastResult.fields), .parts)), .field("num")),
  ]

  /// `session_token`.
  public var sessionToken: UInt32
  /// `list`, a list.
  public var list: [MulticastResult]
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(sessionToken: UInt32, list: [MulticastResult], trailing: [UInt8] = []) {
    self.sessionToken = sessionToken
    self.list = list
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(5, "session_token:4 num:1")
    self.sessionToken = run.integer(at: 0)
    let num = Int(run.integer(UInt8.self, at: 4))
    var listRead: [MulticastResult] = []
    for _ in 0..<num { listRead.append(try MulticastResult(reading: &reader, dialect: dialect)) }
    self.list = listRead
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    let num = min(self.list.count, Int(UInt8.max))
    var run = writer.writeRun(5)
    run.put(self.sessionToken, at: 0)
    run.put(UInt8(truncatingIfNeeded: num), at: 4)
    for element in self.list.prefix(num) { element.encode(into: &writer) }
    writer.write(self.trailing)
  }
}

/// `SESSION_UPDATE_CONTROLLER_MULTICAST_LIST_NTF`, layout `fira1` (AOSP, pica, observed: Wireshark dissector).
public struct SessionUpdateControllerMulticastListNotificationFiRa1: UCIMessageBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "SESSION_UPDATE_CONTROLLER_MULTICAST_LIST_NTF", .notification, gid: 0x01, oid: 0x07,
    isInSubsystem: true)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("session_token", .unsigned, .bytes(4)),
    .init("remaining_list_size", .unsigned, .bytes(1)),
    .init("num", .unsigned, .bytes(1)),
    .init(
      "list", .list(.init("controlee", .record(MulticastResultFiRa1.fields), .parts)), .field("num")
    ),
  ]

  /// `session_token`.
  public var sessionToken: UInt32
  /// `remaining_list_size`.
  public var remainingListSize: UInt8
  /// `list`, a list.
  public var list: [MulticastResultFiRa1]
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(
    sessionToken: UInt32, remainingListSize: UInt8, list: [MulticastResultFiRa1],
    trailing: [UInt8] = []
  ) {
    self.sessionToken = sessionToken
    self.remainingListSize = remainingListSize
    self.list = list
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(6, "session_token:4 remaining_list_size:1 num:1")
    self.sessionToken = run.integer(at: 0)
    self.remainingListSize = run.integer(at: 4)
    let num = Int(run.integer(UInt8.self, at: 5))
    var listRead: [MulticastResultFiRa1] = []
    for _ in 0..<num {
      listRead.append(try MulticastResultFiRa1(reading: &reader, dialect: dialect))
    }
    self.list = listRead
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    let num = min(self.list.count, Int(UInt8.max))
    var run = writer.writeRun(6)
    run.put(self.sessionToken, at: 0)
    run.put(self.remainingListSize, at: 4)
    run.put(UInt8(truncatingIfNeeded: num), at: 5)
    for element in self.list.prefix(num) { element.encode(into: &writer) }
    writer.write(self.trailing)
  }
}

/// `SESSION_UPDATE_DT_ANCHOR_RANGING_ROUNDS_CMD` (AOSP, observed: Qorvo host tools; reported).
public struct SessionUpdateDTAnchorRangingRoundsCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = SessionUpdateDTAnchorRangingRoundsResponse
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "SESSION_UPDATE_DT_ANCHOR_RANGING_ROUNDS_CMD", .command, gid: 0x01, oid: 0x08)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("session_token", .unsigned, .bytes(4)),
    .init("num", .unsigned, .bytes(1)),
    .init("rounds", .list(.init("round", .record(DTAnchorRound.fields), .parts)), .field("num")),
  ]

  /// `session_token`.
  public var sessionToken: UInt32
  /// `rounds`, a list.
  public var rounds: [DTAnchorRound]
  /// Bytes of an address; the session knows it, the message does not say it.
  public var macSize: Int
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(
    sessionToken: UInt32, rounds: [DTAnchorRound], macSize: Int = 2, trailing: [UInt8] = []
  ) {
    self.sessionToken = sessionToken
    self.rounds = rounds
    self.macSize = macSize
    self.trailing = trailing
  }

  /// Reads the payload with short addresses.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    try self.init(reading: &reader, dialect: dialect, macSize: 2)
  }

  /// Reads the payload of a packet of a session whose addresses have a known size.
  public init(packet: UCIPacket, dialect: UCIDialect, macSize: Int) throws(WireError) {
    do {
      var reader = WireReader(packet.payload)
      try self.init(reading: &reader, dialect: dialect, macSize: macSize)
    } catch {
      throw error.within(Self.name)
    }
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect, macSize: Int) throws(WireError)
  {
    self.macSize = macSize
    let run = try reader.readRun(5, "session_token:4 num:1")
    self.sessionToken = run.integer(at: 0)
    let num = Int(run.integer(UInt8.self, at: 4))
    var roundsRead: [DTAnchorRound] = []
    for _ in 0..<num {
      roundsRead.append(try DTAnchorRound(reading: &reader, dialect: dialect, macSize: macSize))
    }
    self.rounds = roundsRead
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    let num = min(self.rounds.count, Int(UInt8.max))
    var run = writer.writeRun(5)
    run.put(self.sessionToken, at: 0)
    run.put(UInt8(truncatingIfNeeded: num), at: 4)
    for element in self.rounds.prefix(num) { element.encode(into: &writer, macSize: macSize) }
    writer.write(self.trailing)
  }
}

/// `SESSION_UPDATE_DT_ANCHOR_RANGING_ROUNDS_RSP` (AOSP, observed: Qorvo host tools; reported).
public struct SessionUpdateDTAnchorRangingRoundsResponse: UCIResponseBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "SESSION_UPDATE_DT_ANCHOR_RANGING_ROUNDS_RSP", .response, gid: 0x01, oid: 0x08)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("status", .enumeration, .bytes(1), values: UCIStatus.self),
    .init("num", .unsigned, .bytes(1)),
    .init("not_activated", .list(.init("not_activated", .unsigned, .bytes(1))), .field("num")),
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
  public init(status: UCIStatus, notActivated: [UInt8], trailing: [UInt8] = []) {
    self.status = status
    self.body = Body(notActivated: notActivated)
    self.trailing = trailing
  }

  /// `not_activated`, a list; nil when the response ends after its status.
  public var notActivated: [UInt8]? { body?.notActivated }

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
    /// `not_activated`, a list.
    public var notActivated: [UInt8]

    /// All fields.
    public init(notActivated: [UInt8]) {
      self.notActivated = notActivated
    }

    /// Reads the fields.
    public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
      let num = Int(try reader.read(UInt8.self, field: "num"))
      var notActivatedRead: [UInt8] = []
      for _ in 0..<num {
        notActivatedRead.append(try reader.read(UInt8.self, field: "not_activated"))
      }
      self.notActivated = notActivatedRead
    }

    /// Appends the fields.
    public func encode(into writer: inout WireWriter) {
      let num = min(self.notActivated.count, Int(UInt8.max))
      writer.write(UInt8(truncatingIfNeeded: num))
      for element in self.notActivated.prefix(num) { writer.write(element) }
    }
  }
}

/// `SESSION_UPDATE_DT_TAG_RANGING_ROUNDS_CMD` (AOSP, pica, observed: Qorvo host tools).
public struct SessionUpdateDTTagRangingRoundsCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = SessionUpdateDTTagRangingRoundsResponse
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "SESSION_UPDATE_DT_TAG_RANGING_ROUNDS_CMD", .command, gid: 0x01, oid: 0x09)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("session_token", .unsigned, .bytes(4)),
    .init("num", .unsigned, .bytes(1)),
    .init("rounds", .list(.init("round", .unsigned, .bytes(1))), .field("num")),
  ]

  /// `session_token`.
  public var sessionToken: UInt32
  /// `rounds`, a list.
  public var rounds: [UInt8]
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(sessionToken: UInt32, rounds: [UInt8], trailing: [UInt8] = []) {
    self.sessionToken = sessionToken
    self.rounds = rounds
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(5, "session_token:4 num:1")
    self.sessionToken = run.integer(at: 0)
    let num = Int(run.integer(UInt8.self, at: 4))
    var roundsRead: [UInt8] = []
    for _ in 0..<num { roundsRead.append(try reader.read(UInt8.self, field: "rounds")) }
    self.rounds = roundsRead
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    let num = min(self.rounds.count, Int(UInt8.max))
    var run = writer.writeRun(5)
    run.put(self.sessionToken, at: 0)
    run.put(UInt8(truncatingIfNeeded: num), at: 4)
    for element in self.rounds.prefix(num) { writer.write(element) }
    writer.write(self.trailing)
  }
}

/// `SESSION_UPDATE_DT_TAG_RANGING_ROUNDS_RSP` (AOSP, pica, observed: Qorvo host tools).
public struct SessionUpdateDTTagRangingRoundsResponse: UCIResponseBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "SESSION_UPDATE_DT_TAG_RANGING_ROUNDS_RSP", .response, gid: 0x01, oid: 0x09)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("status", .enumeration, .bytes(1), values: UCIStatus.self),
    .init("num", .unsigned, .bytes(1)),
    .init("not_activated", .list(.init("not_activated", .unsigned, .bytes(1))), .field("num")),
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
  public init(status: UCIStatus, notActivated: [UInt8], trailing: [UInt8] = []) {
    self.status = status
    self.body = Body(notActivated: notActivated)
    self.trailing = trailing
  }

  /// `not_activated`, a list; nil when the response ends after its status.
  public var notActivated: [UInt8]? { body?.notActivated }

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
    /// `not_activated`, a list.
    public var notActivated: [UInt8]

    /// All fields.
    public init(notActivated: [UInt8]) {
      self.notActivated = notActivated
    }

    /// Reads the fields.
    public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
      let num = Int(try reader.read(UInt8.self, field: "num"))
      var notActivatedRead: [UInt8] = []
      for _ in 0..<num {
        notActivatedRead.append(try reader.read(UInt8.self, field: "not_activated"))
      }
      self.notActivated = notActivatedRead
    }

    /// Appends the fields.
    public func encode(into writer: inout WireWriter) {
      let num = min(self.notActivated.count, Int(UInt8.max))
      writer.write(UInt8(truncatingIfNeeded: num))
      for element in self.notActivated.prefix(num) { writer.write(element) }
    }
  }
}

/// `SESSION_QUERY_DATA_SIZE_IN_RANGING_CMD` (AOSP, pica, observed: NXP SR1xx and SR2xx).
///
/// The response starts with the token; the status comes second.
public struct SessionQueryDataSizeInRangingCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = SessionQueryDataSizeInRangingResponse
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "SESSION_QUERY_DATA_SIZE_IN_RANGING_CMD", .command, gid: 0x01, oid: 0x0B, isInSubsystem: true)
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

/// `SESSION_QUERY_DATA_SIZE_IN_RANGING_RSP` (AOSP, pica, observed: NXP SR1xx and SR2xx).
///
/// The response starts with the token; the status comes second.
public struct SessionQueryDataSizeInRangingResponse: UCIResponseBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "SESSION_QUERY_DATA_SIZE_IN_RANGING_RSP", .response, gid: 0x01, oid: 0x0B, isInSubsystem: true)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("session_token", .unsigned, .bytes(4)),
    .init("status", .enumeration, .bytes(1), values: UCIStatus.self),
    .init("max_data_size", .unsigned, .bytes(2)),
  ]

  /// `session_token`.
  public var sessionToken: UInt32
  /// `status`.
  public var status: UCIStatus
  /// `max_data_size`.
  public var maxDataSize: UInt16
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(sessionToken: UInt32, status: UCIStatus, maxDataSize: UInt16, trailing: [UInt8] = [])
  {
    self.sessionToken = sessionToken
    self.status = status
    self.maxDataSize = maxDataSize
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(7, "session_token:4 status:1 max_data_size:2")
    self.sessionToken = run.integer(at: 0)
    self.status = UCIStatus(rawValue: run.integer(at: 4))
    self.maxDataSize = run.integer(at: 5)
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    var run = writer.writeRun(7)
    run.put(self.sessionToken, at: 0)
    run.put(self.status.rawValue, at: 4)
    run.put(self.maxDataSize, at: 5)
    writer.write(self.trailing)
  }
}

/// `SESSION_QUERY_DATA_SIZE_IN_RANGING_RSP`, layout `pica` (pica).
///
/// The response starts with the token; the status comes second.
public struct SessionQueryDataSizeInRangingResponsePica: UCIMessageBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "SESSION_QUERY_DATA_SIZE_IN_RANGING_RSP", .response, gid: 0x01, oid: 0x0B, isInSubsystem: true)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("session_token", .unsigned, .bytes(4)),
    .init("max_data_size", .unsigned, .bytes(2)),
  ]

  /// `session_token`.
  public var sessionToken: UInt32
  /// `max_data_size`.
  public var maxDataSize: UInt16
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(sessionToken: UInt32, maxDataSize: UInt16, trailing: [UInt8] = []) {
    self.sessionToken = sessionToken
    self.maxDataSize = maxDataSize
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(6, "session_token:4 max_data_size:2")
    self.sessionToken = run.integer(at: 0)
    self.maxDataSize = run.integer(at: 4)
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    var run = writer.writeRun(6)
    run.put(self.sessionToken, at: 0)
    run.put(self.maxDataSize, at: 4)
    writer.write(self.trailing)
  }
}

/// `SESSION_SET_HUS_CONTROLLER_CONFIG_CMD` (AOSP).
public struct SessionSetHUSControllerConfigCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = SessionSetHUSControllerConfigResponse
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "SESSION_SET_HUS_CONTROLLER_CONFIG_CMD", .command, gid: 0x01, oid: 0x0C)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("session_token", .unsigned, .bytes(4)),
    .init("num", .unsigned, .bytes(1)),
    .init(
      "phases", .list(.init("phase", .record(HUSControllerPhase.fields), .parts)), .field("num")),
  ]

  /// `session_token`.
  public var sessionToken: UInt32
  /// `phases`, a list.
  public var phases: [HUSControllerPhase]
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(sessionToken: UInt32, phases: [HUSControllerPhase], trailing: [UInt8] = []) {
    self.sessionToken = sessionToken
    self.phases = phases
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(5, "session_token:4 num:1")
    self.sessionToken = run.integer(at: 0)
    let num = Int(run.integer(UInt8.self, at: 4))
    var phasesRead: [HUSControllerPhase] = []
    for _ in 0..<num {
      phasesRead.append(try HUSControllerPhase(reading: &reader, dialect: dialect))
    }
    self.phases = phasesRead
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    let num = min(self.phases.count, Int(UInt8.max))
    var run = writer.writeRun(5)
    run.put(self.sessionToken, at: 0)
    run.put(UInt8(truncatingIfNeeded: num), at: 4)
    for element in self.phases.prefix(num) { element.encode(into: &writer) }
    writer.write(self.trailing)
  }
}

/// `SESSION_SET_HUS_CONTROLLER_CONFIG_RSP` (AOSP).
public struct SessionSetHUSControllerConfigResponse: UCIResponseBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "SESSION_SET_HUS_CONTROLLER_CONFIG_RSP", .response, gid: 0x01, oid: 0x0C)
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

/// `SESSION_SET_HUS_CONTROLEE_CONFIG_CMD` (AOSP; uncertain).
public struct SessionSetHUSControleeConfigCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = SessionSetHUSControleeConfigResponse
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "SESSION_SET_HUS_CONTROLEE_CONFIG_CMD", .command, gid: 0x01, oid: 0x0D)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("session_token", .unsigned, .bytes(4)),
    .init("num", .unsigned, .bytes(1)),
    .init(
      "phases", .list(.init("phase", .record(HUSControleePhase.fields), .parts)), .field("num")),
  ]

  /// `session_token`.
  public var sessionToken: UInt32
  /// `phases`, a list.
  public var phases: [HUSControleePhase]
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(sessionToken: UInt32, phases: [HUSControleePhase], trailing: [UInt8] = []) {
    self.sessionToken = sessionToken
    self.phases = phases
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(5, "session_token:4 num:1")
    self.sessionToken = run.integer(at: 0)
    let num = Int(run.integer(UInt8.self, at: 4))
    var phasesRead: [HUSControleePhase] = []
    for _ in 0..<num {
      phasesRead.append(try HUSControleePhase(reading: &reader, dialect: dialect))
    }
    self.phases = phasesRead
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    let num = min(self.phases.count, Int(UInt8.max))
    var run = writer.writeRun(5)
    run.put(self.sessionToken, at: 0)
    run.put(UInt8(truncatingIfNeeded: num), at: 4)
    for element in self.phases.prefix(num) { element.encode(into: &writer) }
    writer.write(self.trailing)
  }
}

/// `SESSION_SET_HUS_CONTROLEE_CONFIG_CMD`, layout `with_participation` (AOSP).
public struct SessionSetHUSControleeConfigCommandWithParticipation: UCICommandBody {
  /// The layout of its response.
  public typealias Response = SessionSetHUSControleeConfigResponse
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "SESSION_SET_HUS_CONTROLEE_CONFIG_CMD", .command, gid: 0x01, oid: 0x0D)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("session_token", .unsigned, .bytes(4)),
    .init("num", .unsigned, .bytes(1)),
    .init(
      "phases", .list(.init("phase", .record(HUSControleeParticipation.fields), .parts)),
      .field("num")),
  ]

  /// `session_token`.
  public var sessionToken: UInt32
  /// `phases`, a list.
  public var phases: [HUSControleeParticipation]
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(sessionToken: UInt32, phases: [HUSControleeParticipation], trailing: [UInt8] = []) {
    self.sessionToken = sessionToken
    self.phases = phases
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(5, "session_token:4 num:1")
    self.sessionToken = run.integer(at: 0)
    let num = Int(run.integer(UInt8.self, at: 4))
    var phasesRead: [HUSControleeParticipation] = []
    for _ in 0..<num {
      phasesRead.append(try HUSControleeParticipation(reading: &reader, dialect: dialect))
    }
    self.phases = phasesRead
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    let num = min(self.phases.count, Int(UInt8.max))
    var run = writer.writeRun(5)
    run.put(self.sessionToken, at: 0)
    run.put(UInt8(truncatingIfNeeded: num), at: 4)
    for element in self.phases.prefix(num) { element.encode(into: &writer) }
    writer.write(self.trailing)
  }
}

/// `SESSION_SET_HUS_CONTROLEE_CONFIG_RSP` (AOSP; uncertain).
public struct SessionSetHUSControleeConfigResponse: UCIResponseBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "SESSION_SET_HUS_CONTROLEE_CONFIG_RSP", .response, gid: 0x01, oid: 0x0D)
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

/// `SESSION_DATA_TRANSFER_PHASE_CONFIG_CMD` (AOSP).
public struct SessionDataTransferPhaseConfigCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = SessionDataTransferPhaseConfigResponse
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "SESSION_DATA_TRANSFER_PHASE_CONFIG_CMD", .command, gid: 0x01, oid: 0x0E)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("session_token", .unsigned, .bytes(4)),
    .init("dtpcm_repetition", .unsigned, .bytes(1)),
    .init("data_transfer_control", .unsigned, .bytes(1)),
    .init("dtpml_size", .unsigned, .bytes(1)),
    .init(
      "list", .list(.init("phase", .record(DataTransferPhase.fields), .parts)), .field("dtpml_size")
    ),
  ]

  /// `session_token`.
  public var sessionToken: UInt32
  /// `dtpcm_repetition`.
  public var dtpcmRepetition: UInt8
  /// `data_transfer_control`.
  public var dataTransferControl: UInt8
  /// `list`, a list.
  public var list: [DataTransferPhase]
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(
    sessionToken: UInt32, dtpcmRepetition: UInt8, dataTransferControl: UInt8,
    list: [DataTransferPhase], trailing: [UInt8] = []
  ) {
    self.sessionToken = sessionToken
    self.dtpcmRepetition = dtpcmRepetition
    self.dataTransferControl = dataTransferControl
    self.list = list
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(
      7, "session_token:4 dtpcm_repetition:1 data_transfer_control:1 dtpml_size:1")
    self.sessionToken = run.integer(at: 0)
    self.dtpcmRepetition = run.integer(at: 4)
    self.dataTransferControl = run.integer(at: 5)
    let dtpmlSize = Int(run.integer(UInt8.self, at: 6))
    let dtpMACSize = try reader.derived(
      from: Int(self.dataTransferControl), mask: 0x01, shift: 0, values: [2, 8],
      field: "data_transfer_control", behind: 2)
    let slotBitmapSize = try reader.derived(
      from: Int(self.dataTransferControl), mask: 0x0E, shift: 1,
      values: [1, 2, 4, 8, 16, 32, 64, 128], field: "data_transfer_control", behind: 2)
    var listRead: [DataTransferPhase] = []
    for _ in 0..<dtpmlSize {
      listRead.append(
        try DataTransferPhase(
          reading: &reader, dialect: dialect, dtpMACSize: dtpMACSize, slotBitmapSize: slotBitmapSize
        ))
    }
    self.list = listRead
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    let dtpmlSize = min(self.list.count, Int(UInt8.max))
    var run = writer.writeRun(7)
    run.put(self.sessionToken, at: 0)
    run.put(self.dtpcmRepetition, at: 4)
    run.put(self.dataTransferControl, at: 5)
    run.put(UInt8(truncatingIfNeeded: dtpmlSize), at: 6)
    let dtpMACSize = derivedSize(
      from: Int(self.dataTransferControl), mask: 0x01, shift: 0, values: [2, 8])
    let slotBitmapSize = derivedSize(
      from: Int(self.dataTransferControl), mask: 0x0E, shift: 1,
      values: [1, 2, 4, 8, 16, 32, 64, 128])
    for element in self.list.prefix(dtpmlSize) {
      element.encode(into: &writer, dtpMACSize: dtpMACSize, slotBitmapSize: slotBitmapSize)
    }
    writer.write(self.trailing)
  }
}

/// `SESSION_DATA_TRANSFER_PHASE_CONFIG_RSP` (AOSP).
public struct SessionDataTransferPhaseConfigResponse: UCIResponseBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "SESSION_DATA_TRANSFER_PHASE_CONFIG_RSP", .response, gid: 0x01, oid: 0x0E)
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

/// `SESSION_DATA_TRANSFER_PHASE_CONFIG_NTF` (AOSP).
public struct SessionDataTransferPhaseConfigNotification: UCIMessageBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "SESSION_DATA_TRANSFER_PHASE_CONFIG_NTF", .notification, gid: 0x01, oid: 0x0E)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("session_token", .unsigned, .bytes(4)),
    .init("status", .enumeration, .bytes(1), values: UCIDtpcmStatus.self),
  ]

  /// `session_token`.
  public var sessionToken: UInt32
  /// `status`.
  public var status: UCIDtpcmStatus
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(sessionToken: UInt32, status: UCIDtpcmStatus, trailing: [UInt8] = []) {
    self.sessionToken = sessionToken
    self.status = status
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(5, "session_token:4 status:1")
    self.sessionToken = run.integer(at: 0)
    self.status = UCIDtpcmStatus(rawValue: run.integer(at: 4))
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    var run = writer.writeRun(5)
    run.put(self.sessionToken, at: 0)
    run.put(self.status.rawValue, at: 4)
    writer.write(self.trailing)
  }
}

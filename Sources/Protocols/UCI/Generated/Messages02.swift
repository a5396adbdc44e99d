// Made by Definitions/generate.py from Definitions/uci.yaml. Change those, not this.

public import WireFormat

/// `SESSION_SET_APP_CONFIG_CMD` (AOSP, pica, observed: DWM3001CDK).
public struct SessionSetAppConfigCommand: UCIMessageBody {
  /// `SESSION_SET_APP_CONFIG_CMD`.
  public static let name = "SESSION_SET_APP_CONFIG_CMD"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.command
  /// The group identifier.
  public static let gid: UInt8 = 0x01
  /// The opcode identifier.
  public static let oid: UInt8 = 0x03

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
public struct SessionSetAppConfigResponse: UCIMessageBody {
  /// `SESSION_SET_APP_CONFIG_RSP`.
  public static let name = "SESSION_SET_APP_CONFIG_RSP"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.response
  /// The group identifier.
  public static let gid: UInt8 = 0x01
  /// The opcode identifier.
  public static let oid: UInt8 = 0x03

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
  public struct Body: Hashable, Sendable {
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
public struct SessionGetAppConfigCommand: UCIMessageBody {
  /// `SESSION_GET_APP_CONFIG_CMD`.
  public static let name = "SESSION_GET_APP_CONFIG_CMD"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.command
  /// The group identifier.
  public static let gid: UInt8 = 0x01
  /// The opcode identifier.
  public static let oid: UInt8 = 0x04

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
public struct SessionGetAppConfigResponse: UCIMessageBody {
  /// `SESSION_GET_APP_CONFIG_RSP`.
  public static let name = "SESSION_GET_APP_CONFIG_RSP"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.response
  /// The group identifier.
  public static let gid: UInt8 = 0x01
  /// The opcode identifier.
  public static let oid: UInt8 = 0x04

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
  public struct Body: Hashable, Sendable {
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
public struct SessionGetCountCommand: UCIMessageBody {
  /// `SESSION_GET_COUNT_CMD`.
  public static let name = "SESSION_GET_COUNT_CMD"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.command
  /// The group identifier.
  public static let gid: UInt8 = 0x01
  /// The opcode identifier.
  public static let oid: UInt8 = 0x05

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
public struct SessionGetCountResponse: UCIMessageBody {
  /// `SESSION_GET_COUNT_RSP`.
  public static let name = "SESSION_GET_COUNT_RSP"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.response
  /// The group identifier.
  public static let gid: UInt8 = 0x01
  /// The opcode identifier.
  public static let oid: UInt8 = 0x05

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
  public struct Body: Hashable, Sendable {
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
public struct SessionGetStateCommand: UCIMessageBody {
  /// `SESSION_GET_STATE_CMD`.
  public static let name = "SESSION_GET_STATE_CMD"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.command
  /// The group identifier.
  public static let gid: UInt8 = 0x01
  /// The opcode identifier.
  public static let oid: UInt8 = 0x06

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
public struct SessionGetStateResponse: UCIMessageBody {
  /// `SESSION_GET_STATE_RSP`.
  public static let name = "SESSION_GET_STATE_RSP"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.response
  /// The group identifier.
  public static let gid: UInt8 = 0x01
  /// The opcode identifier.
  public static let oid: UInt8 = 0x06

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
  public struct Body: Hashable, Sendable {
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
public struct SessionUpdateControllerMulticastListCommand: UCIMessageBody {
  /// `SESSION_UPDATE_CONTROLLER_MULTICAST_LIST_CMD`.
  public static let name = "SESSION_UPDATE_CONTROLLER_MULTICAST_LIST_CMD"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.command
  /// The group identifier.
  public static let gid: UInt8 = 0x01
  /// The opcode identifier.
  public static let oid: UInt8 = 0x07

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
public struct SessionUpdateControllerMulticastListResponse: UCIMessageBody {
  /// `SESSION_UPDATE_CONTROLLER_MULTICAST_LIST_RSP`.
  public static let name = "SESSION_UPDATE_CONTROLLER_MULTICAST_LIST_RSP"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.response
  /// The group identifier.
  public static let gid: UInt8 = 0x01
  /// The opcode identifier.
  public static let oid: UInt8 = 0x07

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
  public struct Body: Hashable, Sendable {
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
  /// `SESSION_UPDATE_CONTROLLER_MULTICAST_LIST_NTF`.
  public static let name = "SESSION_UPDATE_CONTROLLER_MULTICAST_LIST_NTF"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.notification
  /// The group identifier.
  public static let gid: UInt8 = 0x01
  /// The opcode identifier.
  public static let oid: UInt8 = 0x07

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
  /// `SESSION_UPDATE_CONTROLLER_MULTICAST_LIST_NTF`.
  public static let name = "SESSION_UPDATE_CONTROLLER_MULTICAST_LIST_NTF"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.notification
  /// The group identifier.
  public static let gid: UInt8 = 0x01
  /// The opcode identifier.
  public static let oid: UInt8 = 0x07

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
public struct SessionUpdateDTAnchorRangingRoundsCommand: UCIMessageBody {
  /// `SESSION_UPDATE_DT_ANCHOR_RANGING_ROUNDS_CMD`.
  public static let name = "SESSION_UPDATE_DT_ANCHOR_RANGING_ROUNDS_CMD"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.command
  /// The group identifier.
  public static let gid: UInt8 = 0x01
  /// The opcode identifier.
  public static let oid: UInt8 = 0x08

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
public struct SessionUpdateDTAnchorRangingRoundsResponse: UCIMessageBody {
  /// `SESSION_UPDATE_DT_ANCHOR_RANGING_ROUNDS_RSP`.
  public static let name = "SESSION_UPDATE_DT_ANCHOR_RANGING_ROUNDS_RSP"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.response
  /// The group identifier.
  public static let gid: UInt8 = 0x01
  /// The opcode identifier.
  public static let oid: UInt8 = 0x08

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
  public struct Body: Hashable, Sendable {
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
public struct SessionUpdateDTTagRangingRoundsCommand: UCIMessageBody {
  /// `SESSION_UPDATE_DT_TAG_RANGING_ROUNDS_CMD`.
  public static let name = "SESSION_UPDATE_DT_TAG_RANGING_ROUNDS_CMD"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.command
  /// The group identifier.
  public static let gid: UInt8 = 0x01
  /// The opcode identifier.
  public static let oid: UInt8 = 0x09

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
public struct SessionUpdateDTTagRangingRoundsResponse: UCIMessageBody {
  /// `SESSION_UPDATE_DT_TAG_RANGING_ROUNDS_RSP`.
  public static let name = "SESSION_UPDATE_DT_TAG_RANGING_ROUNDS_RSP"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.response
  /// The group identifier.
  public static let gid: UInt8 = 0x01
  /// The opcode identifier.
  public static let oid: UInt8 = 0x09

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
  public struct Body: Hashable, Sendable {
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
public struct SessionQueryDataSizeInRangingCommand: UCIMessageBody {
  /// `SESSION_QUERY_DATA_SIZE_IN_RANGING_CMD`.
  public static let name = "SESSION_QUERY_DATA_SIZE_IN_RANGING_CMD"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.command
  /// The group identifier.
  public static let gid: UInt8 = 0x01
  /// The opcode identifier.
  public static let oid: UInt8 = 0x0B

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
public struct SessionQueryDataSizeInRangingResponse: UCIMessageBody {
  /// `SESSION_QUERY_DATA_SIZE_IN_RANGING_RSP`.
  public static let name = "SESSION_QUERY_DATA_SIZE_IN_RANGING_RSP"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.response
  /// The group identifier.
  public static let gid: UInt8 = 0x01
  /// The opcode identifier.
  public static let oid: UInt8 = 0x0B

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
  /// `SESSION_QUERY_DATA_SIZE_IN_RANGING_RSP`.
  public static let name = "SESSION_QUERY_DATA_SIZE_IN_RANGING_RSP"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.response
  /// The group identifier.
  public static let gid: UInt8 = 0x01
  /// The opcode identifier.
  public static let oid: UInt8 = 0x0B

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
public struct SessionSetHUSControllerConfigCommand: UCIMessageBody {
  /// `SESSION_SET_HUS_CONTROLLER_CONFIG_CMD`.
  public static let name = "SESSION_SET_HUS_CONTROLLER_CONFIG_CMD"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.command
  /// The group identifier.
  public static let gid: UInt8 = 0x01
  /// The opcode identifier.
  public static let oid: UInt8 = 0x0C

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

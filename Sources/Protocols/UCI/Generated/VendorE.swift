// Made by Definitions/generate.py from Definitions/uci.yaml. Change those, not this.

public import WireFormat

/// `QORVO_CALIBRATION_SET_CMD` (observed: Qorvo host tools; reported).
public struct QorvoCalibrationSetCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = QorvoCalibrationSetResponse
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "QORVO_CALIBRATION_SET_CMD", .command, gid: 0x0E, oid: 0x2A, vendor: .qorvo, isInSubsystem: true
  )
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("num", .unsigned, .bytes(2)),
    .init(
      "entries", .list(.init("entry", .record(QorvoCalibrationEntry.fields), .parts)), .field("num")
    ),
  ]

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
public struct QorvoCalibrationSetResponse: UCIResponseBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "QORVO_CALIBRATION_SET_RSP", .response, gid: 0x0E, oid: 0x2A, vendor: .qorvo,
    isInSubsystem: true)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("status", .enumeration, .bytes(1), values: UCIStatus.self),
    .init("entries", .bytes, .rest),
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
  public struct Body: Equatable, Sendable {
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
public struct QorvoCalibrationGetCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = QorvoCalibrationGetResponse
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "QORVO_CALIBRATION_GET_CMD", .command, gid: 0x0E, oid: 0x2B, vendor: .qorvo, isInSubsystem: true
  )
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("num", .unsigned, .bytes(2)),
    .init("keys", .list(.init("key", .record(QorvoCalibrationKey.fields), .parts)), .field("num")),
  ]

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
public struct QorvoCalibrationGetResponse: UCIResponseBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "QORVO_CALIBRATION_GET_RSP", .response, gid: 0x0E, oid: 0x2B, vendor: .qorvo,
    isInSubsystem: true)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("status", .enumeration, .bytes(1), values: UCIStatus.self),
    .init("num", .unsigned, .bytes(2)),
    .init(
      "entries", .list(.init("entry", .record(QorvoCalibrationValue.fields), .parts)), .field("num")
    ),
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
  public struct Body: Equatable, Sendable {
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

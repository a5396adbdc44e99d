// Made by Definitions/generate.py from Definitions/uci.yaml. Change those, not this.

public import WireFormat

/// `NXP_SET_DEVICE_CALIBRATION_CMD` (observed: NXP SR1xx and SR2xx; reported).
///
/// Channel 9 for values without a channel. A value of tag 0x02, receive delays, is a count and for each antenna its id and a u16 in Q14.2.
public struct NXPSetDeviceCalibrationCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = NXPSetDeviceCalibrationResponse
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "NXP_SET_DEVICE_CALIBRATION_CMD", .command, gid: 0x0F, oid: 0x21, vendor: .nxp,
    isInSubsystem: true)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("channel", .unsigned, .bytes(1)),
    .init("tag", .unsigned, .bytes(1)),
    .init("len", .unsigned, .bytes(1)),
    .init("value", .bytes, .field("len")),
  ]

  /// `channel`.
  public var channel: UInt8
  /// `tag`.
  public var tag: UInt8
  /// `value`.
  public var value: [UInt8]
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(channel: UInt8, tag: UInt8, value: [UInt8], trailing: [UInt8] = []) {
    self.channel = channel
    self.tag = tag
    self.value = value
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(3, "channel:1 tag:1 len:1")
    self.channel = run.integer(at: 0)
    self.tag = run.integer(at: 1)
    let len = Int(run.integer(UInt8.self, at: 2))
    self.value = try reader.readBytes(len, field: "value")
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    let len = min(self.value.count, Int(UInt8.max))
    var run = writer.writeRun(3)
    run.put(self.channel, at: 0)
    run.put(self.tag, at: 1)
    run.put(UInt8(truncatingIfNeeded: len), at: 2)
    writer.write(self.value, count: len)
    writer.write(self.trailing)
  }
}

/// `NXP_SET_DEVICE_CALIBRATION_RSP` (observed: NXP SR1xx and SR2xx; reported).
///
/// Channel 9 for values without a channel. A value of tag 0x02, receive delays, is a count and for each antenna its id and a u16 in Q14.2.
public struct NXPSetDeviceCalibrationResponse: UCIResponseBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "NXP_SET_DEVICE_CALIBRATION_RSP", .response, gid: 0x0F, oid: 0x21, vendor: .nxp,
    isInSubsystem: true)
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

/// `NXP_GET_DEVICE_CALIBRATION_CMD` (observed: NXP SR1xx and SR2xx; uncertain).
///
/// The layout of the response is not public; read here as the value, with or without its tag and length.
public struct NXPGetDeviceCalibrationCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = NXPGetDeviceCalibrationResponse
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "NXP_GET_DEVICE_CALIBRATION_CMD", .command, gid: 0x0F, oid: 0x22, vendor: .nxp,
    isInSubsystem: true)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("channel", .unsigned, .bytes(1)),
    .init("tag", .unsigned, .bytes(1)),
    .init("pair", .bytes, .rest),
  ]

  /// `channel`.
  public var channel: UInt8
  /// `tag`.
  public var tag: UInt8
  /// `pair`, all bytes that are left.
  public var pair: [UInt8]

  /// All fields.
  public init(channel: UInt8, tag: UInt8, pair: [UInt8]) {
    self.channel = channel
    self.tag = tag
    self.pair = pair
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(2, "channel:1 tag:1")
    self.channel = run.integer(at: 0)
    self.tag = run.integer(at: 1)
    self.pair = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    var run = writer.writeRun(2)
    run.put(self.channel, at: 0)
    run.put(self.tag, at: 1)
    writer.write(self.pair)
  }
}

/// `NXP_GET_DEVICE_CALIBRATION_RSP` (observed: NXP SR1xx and SR2xx; uncertain).
///
/// The layout of the response is not public; read here as the value, with or without its tag and length.
public struct NXPGetDeviceCalibrationResponse: UCIResponseBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "NXP_GET_DEVICE_CALIBRATION_RSP", .response, gid: 0x0F, oid: 0x22, vendor: .nxp,
    isInSubsystem: true)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("status", .enumeration, .bytes(1), values: UCIStatus.self),
    .init("value", .bytes, .rest),
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
  public init(status: UCIStatus, value: [UInt8], trailing: [UInt8] = []) {
    self.status = status
    self.body = Body(value: value)
    self.trailing = trailing
  }

  /// `value`, all bytes that are left; nil when the response ends after its status.
  public var value: [UInt8]? { body?.value }

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
    /// `value`, all bytes that are left.
    public var value: [UInt8]

    /// All fields.
    public init(value: [UInt8]) {
      self.value = value
    }

    /// Reads the fields.
    public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
      self.value = reader.readRest()
    }

    /// Appends the fields.
    public func encode(into writer: inout WireWriter) {
      writer.write(self.value)
    }
  }
}

// Made by Definitions/generate.py from Definitions/uci.yaml. Change those, not this.

public import WireFormat

/// `TEST_CONFIG_SET_CMD` (AOSP, observed: Qorvo host tools).
public struct TestConfigSetCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = TestConfigSetResponse
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "TEST_CONFIG_SET_CMD", .command, gid: 0x0D, oid: 0x00)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("session_token", .unsigned, .bytes(4)),
    .init("num", .unsigned, .bytes(1)),
    .init("tlvs", .list(.init("tlvs", .record(TestConfigTLV.fields), .parts)), .field("num")),
  ]

  /// `session_token`.
  public var sessionToken: UInt32
  /// `tlvs`, a list.
  public var tlvs: [TestConfigTLV]
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(sessionToken: UInt32, tlvs: [TestConfigTLV], trailing: [UInt8] = []) {
    self.sessionToken = sessionToken
    self.tlvs = tlvs
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(5, "session_token:4 num:1")
    self.sessionToken = run.integer(at: 0)
    let num = Int(run.integer(UInt8.self, at: 4))
    var tlvsRead: [TestConfigTLV] = []
    for _ in 0..<num { tlvsRead.append(try TestConfigTLV(reading: &reader, dialect: dialect)) }
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

/// `TEST_CONFIG_SET_RSP` (AOSP, observed: Qorvo host tools).
public struct TestConfigSetResponse: UCIResponseBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "TEST_CONFIG_SET_RSP", .response, gid: 0x0D, oid: 0x00)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("status", .enumeration, .bytes(1), values: UCIStatus.self),
    .init("num", .unsigned, .bytes(1)),
    .init(
      "failed", .list(.init("failed", .record(TestConfigFailure.fields), .parts)), .field("num")),
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
  public init(status: UCIStatus, failed: [TestConfigFailure], trailing: [UInt8] = []) {
    self.status = status
    self.body = Body(failed: failed)
    self.trailing = trailing
  }

  /// `failed`, a list; nil when the response ends after its status.
  public var failed: [TestConfigFailure]? { body?.failed }

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
    public var failed: [TestConfigFailure]

    /// All fields.
    public init(failed: [TestConfigFailure]) {
      self.failed = failed
    }

    /// Reads the fields.
    public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
      let num = Int(try reader.read(UInt8.self, field: "num"))
      var failedRead: [TestConfigFailure] = []
      for _ in 0..<num {
        failedRead.append(try TestConfigFailure(reading: &reader, dialect: dialect))
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

/// `TEST_CONFIG_GET_CMD` (AOSP, observed: Qorvo host tools; reported).
public struct TestConfigGetCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = TestConfigGetResponse
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "TEST_CONFIG_GET_CMD", .command, gid: 0x0D, oid: 0x01)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("session_token", .unsigned, .bytes(4)),
    .init("num", .unsigned, .bytes(1)),
    .init(
      "ids", .list(.init("id", .enumeration, .bytes(1), values: TestConfigID.self)), .field("num")),
  ]

  /// `session_token`.
  public var sessionToken: UInt32
  /// `ids`, a list.
  public var ids: [TestConfigID]
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(sessionToken: UInt32, ids: [TestConfigID], trailing: [UInt8] = []) {
    self.sessionToken = sessionToken
    self.ids = ids
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(5, "session_token:4 num:1")
    self.sessionToken = run.integer(at: 0)
    let num = Int(run.integer(UInt8.self, at: 4))
    var idsRead: [TestConfigID] = []
    for _ in 0..<num { idsRead.append(TestConfigID(rawValue: try reader.read(field: "ids"))) }
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

/// `TEST_CONFIG_GET_RSP` (AOSP, observed: Qorvo host tools; reported).
public struct TestConfigGetResponse: UCIResponseBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "TEST_CONFIG_GET_RSP", .response, gid: 0x0D, oid: 0x01)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("status", .enumeration, .bytes(1), values: UCIStatus.self),
    .init("num", .unsigned, .bytes(1)),
    .init("tlvs", .list(.init("tlvs", .record(TestConfigTLV.fields), .parts)), .field("num")),
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
  public init(status: UCIStatus, tlvs: [TestConfigTLV], trailing: [UInt8] = []) {
    self.status = status
    self.body = Body(tlvs: tlvs)
    self.trailing = trailing
  }

  /// `tlvs`, a list; nil when the response ends after its status.
  public var tlvs: [TestConfigTLV]? { body?.tlvs }

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
    public var tlvs: [TestConfigTLV]

    /// All fields.
    public init(tlvs: [TestConfigTLV]) {
      self.tlvs = tlvs
    }

    /// Reads the fields.
    public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
      let num = Int(try reader.read(UInt8.self, field: "num"))
      var tlvsRead: [TestConfigTLV] = []
      for _ in 0..<num { tlvsRead.append(try TestConfigTLV(reading: &reader, dialect: dialect)) }
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

/// `TEST_PERIODIC_TX_CMD` (AOSP, observed: Qorvo host tools).
public struct TestPeriodicTXCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = TestPeriodicTXResponse
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "TEST_PERIODIC_TX_CMD", .command, gid: 0x0D, oid: 0x02)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("psdu", .bytes, .rest)
  ]

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

/// `TEST_PERIODIC_TX_RSP` (AOSP, observed: Qorvo host tools).
public struct TestPeriodicTXResponse: UCIResponseBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "TEST_PERIODIC_TX_RSP", .response, gid: 0x0D, oid: 0x02)
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

/// `TEST_PERIODIC_TX_NTF` (AOSP, observed: Qorvo host tools).
public struct TestPeriodicTXNotification: UCIMessageBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "TEST_PERIODIC_TX_NTF", .notification, gid: 0x0D, oid: 0x02)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("status", .enumeration, .bytes(1), values: UCIStatus.self),
    .init("vendor_data", .bytes, .rest),
  ]

  /// `status`.
  public var status: UCIStatus
  /// `vendor_data`, all bytes that are left.
  public var vendorData: [UInt8]

  /// All fields.
  public init(status: UCIStatus, vendorData: [UInt8] = []) {
    self.status = status
    self.vendorData = vendorData
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    self.status = UCIStatus(rawValue: try reader.read(field: "status"))
    self.vendorData = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.status.rawValue)
    writer.write(self.vendorData)
  }
}

/// `TEST_PER_RX_CMD` (AOSP, observed: Qorvo host tools).
public struct TestPerRXCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = TestPerRXResponse
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity("TEST_PER_RX_CMD", .command, gid: 0x0D, oid: 0x03)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("psdu", .bytes, .rest)
  ]

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

/// `TEST_PER_RX_RSP` (AOSP, observed: Qorvo host tools).
public struct TestPerRXResponse: UCIResponseBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "TEST_PER_RX_RSP", .response, gid: 0x0D, oid: 0x03)
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

/// `TEST_PER_RX_NTF` (AOSP, observed: Qorvo host tools).
public struct TestPerRXNotification: UCIMessageBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "TEST_PER_RX_NTF", .notification, gid: 0x0D, oid: 0x03)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("status", .enumeration, .bytes(1), values: UCIStatus.self),
    .init("attempts", .unsigned, .bytes(4)),
    .init("acq_detect", .unsigned, .bytes(4)),
    .init("acq_reject", .unsigned, .bytes(4)),
    .init("rx_fail", .unsigned, .bytes(4)),
    .init("sync_cir_ready", .unsigned, .bytes(4)),
    .init("sfd_fail", .unsigned, .bytes(4)),
    .init("sfd_found", .unsigned, .bytes(4)),
    .init("phr_dec_error", .unsigned, .bytes(4)),
    .init("phr_bit_error", .unsigned, .bytes(4)),
    .init("psdu_dec_error", .unsigned, .bytes(4)),
    .init("psdu_bit_error", .unsigned, .bytes(4)),
    .init("sts_found", .unsigned, .bytes(4)),
    .init("eof", .unsigned, .bytes(4)),
    .init("vendor_data", .bytes, .rest),
  ]

  /// `status`.
  public var status: UCIStatus
  /// `attempts`.
  public var attempts: UInt32
  /// `acq_detect`.
  public var acqDetect: UInt32
  /// `acq_reject`.
  public var acqReject: UInt32
  /// `rx_fail`.
  public var rxFail: UInt32
  /// `sync_cir_ready`.
  public var syncCIRReady: UInt32
  /// `sfd_fail`.
  public var sfdFail: UInt32
  /// `sfd_found`.
  public var sfdFound: UInt32
  /// `phr_dec_error`.
  public var phrDecError: UInt32
  /// `phr_bit_error`.
  public var phrBitError: UInt32
  /// `psdu_dec_error`.
  public var psduDecError: UInt32
  /// `psdu_bit_error`.
  public var psduBitError: UInt32
  /// `sts_found`.
  public var stsFound: UInt32
  /// `eof`.
  public var eof: UInt32
  /// `vendor_data`, all bytes that are left.
  public var vendorData: [UInt8]

  /// All fields.
  public init(
    status: UCIStatus, attempts: UInt32, acqDetect: UInt32, acqReject: UInt32, rxFail: UInt32,
    syncCIRReady: UInt32, sfdFail: UInt32, sfdFound: UInt32, phrDecError: UInt32,
    phrBitError: UInt32, psduDecError: UInt32, psduBitError: UInt32, stsFound: UInt32, eof: UInt32,
    vendorData: [UInt8] = []
  ) {
    self.status = status
    self.attempts = attempts
    self.acqDetect = acqDetect
    self.acqReject = acqReject
    self.rxFail = rxFail
    self.syncCIRReady = syncCIRReady
    self.sfdFail = sfdFail
    self.sfdFound = sfdFound
    self.phrDecError = phrDecError
    self.phrBitError = phrBitError
    self.psduDecError = psduDecError
    self.psduBitError = psduBitError
    self.stsFound = stsFound
    self.eof = eof
    self.vendorData = vendorData
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(
      53,
      "status:1 attempts:4 acq_detect:4 acq_reject:4 rx_fail:4 sync_cir_ready:4 sfd_fail:4 sfd_found:4 phr_dec_error:4 phr_bit_error:4 psdu_dec_error:4 psdu_bit_error:4 sts_found:4 eof:4"
    )
    self.status = UCIStatus(rawValue: run.integer(at: 0))
    self.attempts = run.integer(at: 1)
    self.acqDetect = run.integer(at: 5)
    self.acqReject = run.integer(at: 9)
    self.rxFail = run.integer(at: 13)
    self.syncCIRReady = run.integer(at: 17)
    self.sfdFail = run.integer(at: 21)
    self.sfdFound = run.integer(at: 25)
    self.phrDecError = run.integer(at: 29)
    self.phrBitError = run.integer(at: 33)
    self.psduDecError = run.integer(at: 37)
    self.psduBitError = run.integer(at: 41)
    self.stsFound = run.integer(at: 45)
    self.eof = run.integer(at: 49)
    self.vendorData = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    var run = writer.writeRun(53)
    run.put(self.status.rawValue, at: 0)
    run.put(self.attempts, at: 1)
    run.put(self.acqDetect, at: 5)
    run.put(self.acqReject, at: 9)
    run.put(self.rxFail, at: 13)
    run.put(self.syncCIRReady, at: 17)
    run.put(self.sfdFail, at: 21)
    run.put(self.sfdFound, at: 25)
    run.put(self.phrDecError, at: 29)
    run.put(self.phrBitError, at: 33)
    run.put(self.psduDecError, at: 37)
    run.put(self.psduBitError, at: 41)
    run.put(self.stsFound, at: 45)
    run.put(self.eof, at: 49)
    writer.write(self.vendorData)
  }
}

/// `TEST_RX_CMD` (AOSP, observed: Qorvo host tools).
public struct TestRXCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = TestRXResponse
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity("TEST_RX_CMD", .command, gid: 0x0D, oid: 0x05)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("psdu", .bytes, .rest)
  ]

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

/// `TEST_RX_RSP` (AOSP, observed: Qorvo host tools).
public struct TestRXResponse: UCIResponseBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity("TEST_RX_RSP", .response, gid: 0x0D, oid: 0x05)
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

/// `TEST_RX_NTF` (AOSP, observed: Qorvo host tools).
public struct TestRXNotification: UCIMessageBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "TEST_RX_NTF", .notification, gid: 0x0D, oid: 0x05)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("status", .enumeration, .bytes(1), values: UCIStatus.self),
    .init("rx_timestamp_int", .unsigned, .bytes(4)),
    .init("rx_timestamp_frac", .unsigned, .bytes(2)),
    .init("aoa_azimuth", .signed, .bytes(2), unit: "deg", divisor: 128),
    .init("aoa_elevation", .signed, .bytes(2), unit: "deg", divisor: 128),
    .init("toa_gap", .unsigned, .bytes(1), unit: "ns"),
    .init("phr", .unsigned, .bytes(2)),
    .init("psdu_len", .unsigned, .bytes(2)),
    .init("psdu", .bytes, .field("psdu_len")),
    .init("vendor_data", .bytes, .rest),
  ]

  /// `status`.
  public var status: UCIStatus
  /// `rx_timestamp_int`.
  public var rxTimestampInt: UInt32
  /// `rx_timestamp_frac`.
  public var rxTimestampFrac: UInt16
  /// `aoa_azimuth`, raw; divide by 128 for deg.
  public var aoaAzimuth: Int16
  /// `aoa_elevation`, raw; divide by 128 for deg.
  public var aoaElevation: Int16
  /// `toa_gap`, in ns.
  public var toaGap: UInt8
  /// `phr`.
  public var phr: UInt16
  /// `psdu`.
  public var psdu: [UInt8]
  /// `vendor_data`, all bytes that are left.
  public var vendorData: [UInt8]

  /// All fields.
  public init(
    status: UCIStatus, rxTimestampInt: UInt32, rxTimestampFrac: UInt16, aoaAzimuth: Int16,
    aoaElevation: Int16, toaGap: UInt8, phr: UInt16, psdu: [UInt8], vendorData: [UInt8] = []
  ) {
    self.status = status
    self.rxTimestampInt = rxTimestampInt
    self.rxTimestampFrac = rxTimestampFrac
    self.aoaAzimuth = aoaAzimuth
    self.aoaElevation = aoaElevation
    self.toaGap = toaGap
    self.phr = phr
    self.psdu = psdu
    self.vendorData = vendorData
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(
      16,
      "status:1 rx_timestamp_int:4 rx_timestamp_frac:2 aoa_azimuth:2 aoa_elevation:2 toa_gap:1 phr:2 psdu_len:2"
    )
    self.status = UCIStatus(rawValue: run.integer(at: 0))
    self.rxTimestampInt = run.integer(at: 1)
    self.rxTimestampFrac = run.integer(at: 5)
    self.aoaAzimuth = run.integer(at: 7)
    self.aoaElevation = run.integer(at: 9)
    self.toaGap = run.integer(at: 11)
    self.phr = run.integer(at: 12)
    let psduLen = Int(run.integer(UInt16.self, at: 14))
    self.psdu = try reader.readBytes(psduLen, field: "psdu")
    self.vendorData = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    let psduLen = min(self.psdu.count, Int(UInt16.max))
    var run = writer.writeRun(16)
    run.put(self.status.rawValue, at: 0)
    run.put(self.rxTimestampInt, at: 1)
    run.put(self.rxTimestampFrac, at: 5)
    run.put(self.aoaAzimuth, at: 7)
    run.put(self.aoaElevation, at: 9)
    run.put(self.toaGap, at: 11)
    run.put(self.phr, at: 12)
    run.put(UInt16(truncatingIfNeeded: psduLen), at: 14)
    writer.write(self.psdu, count: psduLen)
    writer.write(self.vendorData)
  }

  /// ``aoaAzimuth`` in deg.
  public var aoaAzimuthDegrees: Double { Double(aoaAzimuth) / 128 }

  /// ``aoaElevation`` in deg.
  public var aoaElevationDegrees: Double { Double(aoaElevation) / 128 }
}

/// `TEST_LOOPBACK_CMD` (AOSP, observed: Qorvo host tools).
public struct TestLoopbackCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = TestLoopbackResponse
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "TEST_LOOPBACK_CMD", .command, gid: 0x0D, oid: 0x06)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("psdu", .bytes, .rest)
  ]

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
public struct TestLoopbackResponse: UCIResponseBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "TEST_LOOPBACK_RSP", .response, gid: 0x0D, oid: 0x06)
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

/// `TEST_LOOPBACK_NTF` (AOSP, observed: Qorvo host tools).
public struct TestLoopbackNotification: UCIMessageBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "TEST_LOOPBACK_NTF", .notification, gid: 0x0D, oid: 0x06)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("status", .enumeration, .bytes(1), values: UCIStatus.self),
    .init("tx_timestamp_int", .unsigned, .bytes(4)),
    .init("tx_timestamp_frac", .unsigned, .bytes(2)),
    .init("rx_timestamp_int", .unsigned, .bytes(4)),
    .init("rx_timestamp_frac", .unsigned, .bytes(2)),
    .init("aoa_azimuth", .signed, .bytes(2), unit: "deg", divisor: 128),
    .init("aoa_elevation", .signed, .bytes(2), unit: "deg", divisor: 128),
    .init("phr", .unsigned, .bytes(2)),
    .init("psdu_len", .unsigned, .bytes(2)),
    .init("psdu", .bytes, .field("psdu_len")),
    .init("vendor_data", .bytes, .rest),
  ]

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
public struct TestStopSessionCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = TestStopSessionResponse
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "TEST_STOP_SESSION_CMD", .command, gid: 0x0D, oid: 0x07)
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

/// `TEST_STOP_SESSION_RSP` (AOSP, observed: Qorvo host tools).
public struct TestStopSessionResponse: UCIResponseBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "TEST_STOP_SESSION_RSP", .response, gid: 0x0D, oid: 0x07)
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

/// `TEST_SS_TWR_CMD` (observed: Qorvo host tools; reported).
public struct TestSSTWRCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = TestSSTWRResponse
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity("TEST_SS_TWR_CMD", .command, gid: 0x0D, oid: 0x08)
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

/// `TEST_SS_TWR_RSP` (observed: Qorvo host tools; reported).
public struct TestSSTWRResponse: UCIResponseBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "TEST_SS_TWR_RSP", .response, gid: 0x0D, oid: 0x08)
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

/// `TEST_SS_TWR_NTF` (observed: Qorvo host tools; reported).
public struct TestSSTWRNotification: UCIMessageBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "TEST_SS_TWR_NTF", .notification, gid: 0x0D, oid: 0x08)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("status", .enumeration, .bytes(1), values: UCIStatus.self),
    .init("delay", .unsigned, .bytes(4), unit: "tick"),
  ]

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

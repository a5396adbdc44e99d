// Made by Definitions/generate.py from Definitions/uci.yaml. Change those, not this.

public import WireFormat

/// `CORE_DEVICE_RESET_CMD` (AOSP, pica, observed: DWM3001CDK).
///
/// The board reports READY afterwards; the order of response and notification differs by vendor.
public struct CoreDeviceResetCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = CoreDeviceResetResponse
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "CORE_DEVICE_RESET_CMD", .command, gid: 0x00, oid: 0x00, isInSubsystem: true)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("reset_config", .enumeration, .bytes(1), values: UCIResetConfig.self, usual: 0)
  ]

  /// `reset_config`.
  public var resetConfig: UCIResetConfig
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(resetConfig: UCIResetConfig, trailing: [UInt8] = []) {
    self.resetConfig = resetConfig
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    self.resetConfig = UCIResetConfig(rawValue: try reader.read(field: "reset_config"))
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.resetConfig.rawValue)
    writer.write(self.trailing)
  }
}

/// `CORE_DEVICE_RESET_RSP` (AOSP, pica, observed: DWM3001CDK).
///
/// The board reports READY afterwards; the order of response and notification differs by vendor.
public struct CoreDeviceResetResponse: UCIResponseBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "CORE_DEVICE_RESET_RSP", .response, gid: 0x00, oid: 0x00, isInSubsystem: true)
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

/// `CORE_DEVICE_STATUS_NTF` (AOSP, pica, observed: DWM3001CDK).
public struct CoreDeviceStatusNotification: UCIMessageBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "CORE_DEVICE_STATUS_NTF", .notification, gid: 0x00, oid: 0x01, isInSubsystem: true)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("device_state", .enumeration, .bytes(1), values: UCIDeviceState.self)
  ]

  /// `device_state`.
  public var deviceState: UCIDeviceState
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(deviceState: UCIDeviceState, trailing: [UInt8] = []) {
    self.deviceState = deviceState
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    self.deviceState = UCIDeviceState(rawValue: try reader.read(field: "device_state"))
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.deviceState.rawValue)
    writer.write(self.trailing)
  }
}

/// `CORE_GET_DEVICE_INFO_CMD` (AOSP, pica, observed: DWM3001CDK).
public struct CoreGetDeviceInfoCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = CoreGetDeviceInfoResponse
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "CORE_GET_DEVICE_INFO_CMD", .command, gid: 0x00, oid: 0x02, isInSubsystem: true)
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

/// `CORE_GET_DEVICE_INFO_RSP` (AOSP, pica, observed: DWM3001CDK).
public struct CoreGetDeviceInfoResponse: UCIResponseBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "CORE_GET_DEVICE_INFO_RSP", .response, gid: 0x00, oid: 0x02, isInSubsystem: true)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("status", .enumeration, .bytes(1), values: UCIStatus.self),
    .init("uci_version", .version, .bytes(2)),
    .init("mac_version", .version, .bytes(2)),
    .init("phy_version", .version, .bytes(2)),
    .init("uci_test_version", .version, .bytes(2)),
    .init("vendor_len", .unsigned, .bytes(1)),
    .init(
      "vendor_info", .bytes, .field("vendor_len"),
      vendorRecord: .init(.qorvo, DeviceInfoVendorQorvo.fields)),
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
    status: UCIStatus, uciVersion: [UInt8], macVersion: [UInt8], phyVersion: [UInt8],
    uciTestVersion: [UInt8], vendorInfo: [UInt8], trailing: [UInt8] = []
  ) {
    self.status = status
    self.body = Body(
      uciVersion: uciVersion, macVersion: macVersion, phyVersion: phyVersion,
      uciTestVersion: uciTestVersion, vendorInfo: vendorInfo)
    self.trailing = trailing
  }

  /// `uci_version`, 2 bytes; nil when the response ends after its status.
  public var uciVersion: [UInt8]? { body?.uciVersion }

  /// `mac_version`, 2 bytes; nil when the response ends after its status.
  public var macVersion: [UInt8]? { body?.macVersion }

  /// `phy_version`, 2 bytes; nil when the response ends after its status.
  public var phyVersion: [UInt8]? { body?.phyVersion }

  /// `uci_test_version`, 2 bytes; nil when the response ends after its status.
  public var uciTestVersion: [UInt8]? { body?.uciTestVersion }

  /// `vendor_info`; nil when the response ends after its status.
  public var vendorInfo: [UInt8]? { body?.vendorInfo }

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
    /// `uci_version`, 2 bytes.
    public var uciVersion: [UInt8]
    /// `mac_version`, 2 bytes.
    public var macVersion: [UInt8]
    /// `phy_version`, 2 bytes.
    public var phyVersion: [UInt8]
    /// `uci_test_version`, 2 bytes.
    public var uciTestVersion: [UInt8]
    /// `vendor_info`.
    public var vendorInfo: [UInt8]

    /// All fields.
    public init(
      uciVersion: [UInt8], macVersion: [UInt8], phyVersion: [UInt8], uciTestVersion: [UInt8],
      vendorInfo: [UInt8]
    ) {
      self.uciVersion = uciVersion
      self.macVersion = macVersion
      self.phyVersion = phyVersion
      self.uciTestVersion = uciTestVersion
      self.vendorInfo = vendorInfo
    }

    /// Reads the fields.
    public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
      let run = try reader.readRun(
        9, "uci_version:2 mac_version:2 phy_version:2 uci_test_version:2 vendor_len:1")
      self.uciVersion = run.slice(at: 0, count: 2).copied()
      self.macVersion = run.slice(at: 2, count: 2).copied()
      self.phyVersion = run.slice(at: 4, count: 2).copied()
      self.uciTestVersion = run.slice(at: 6, count: 2).copied()
      let vendorLen = Int(run.integer(UInt8.self, at: 8))
      self.vendorInfo = try reader.readBytes(vendorLen, field: "vendor_info")
    }

    /// Appends the fields.
    public func encode(into writer: inout WireWriter) {
      let vendorLen = min(self.vendorInfo.count, Int(UInt8.max))
      var run = writer.writeRun(9)
      run.put(self.uciVersion, at: 0, count: 2)
      run.put(self.macVersion, at: 2, count: 2)
      run.put(self.phyVersion, at: 4, count: 2)
      run.put(self.uciTestVersion, at: 6, count: 2)
      run.put(UInt8(truncatingIfNeeded: vendorLen), at: 8)
      writer.write(self.vendorInfo, count: vendorLen)
    }
  }
}

/// `CORE_GET_CAPS_INFO_CMD` (AOSP, pica, observed: DWM3001CDK).
public struct CoreGetCapsInfoCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = CoreGetCapsInfoResponse
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "CORE_GET_CAPS_INFO_CMD", .command, gid: 0x00, oid: 0x03, isInSubsystem: true)
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

/// `CORE_GET_CAPS_INFO_RSP` (AOSP, pica, observed: DWM3001CDK).
public struct CoreGetCapsInfoResponse: UCIResponseBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "CORE_GET_CAPS_INFO_RSP", .response, gid: 0x00, oid: 0x03, isInSubsystem: true)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("status", .enumeration, .bytes(1), values: UCIStatus.self),
    .init("num", .unsigned, .bytes(1)),
    .init("tlvs", .list(.init("tlvs", .record(CapabilityTLV.fields), .parts)), .field("num")),
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
  public init(status: UCIStatus, tlvs: [CapabilityTLV], trailing: [UInt8] = []) {
    self.status = status
    self.body = Body(tlvs: tlvs)
    self.trailing = trailing
  }

  /// `tlvs`, a list; nil when the response ends after its status.
  public var tlvs: [CapabilityTLV]? { body?.tlvs }

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
    public var tlvs: [CapabilityTLV]

    /// All fields.
    public init(tlvs: [CapabilityTLV]) {
      self.tlvs = tlvs
    }

    /// Reads the fields.
    public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
      let num = Int(try reader.read(UInt8.self, field: "num"))
      var tlvsRead: [CapabilityTLV] = []
      for _ in 0..<num { tlvsRead.append(try CapabilityTLV(reading: &reader, dialect: dialect)) }
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

/// `CORE_SET_CONFIG_CMD` (AOSP, pica, observed: NXP SR1xx and SR2xx).
public struct CoreSetConfigCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = CoreSetConfigResponse
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "CORE_SET_CONFIG_CMD", .command, gid: 0x00, oid: 0x04, isInSubsystem: true)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("num", .unsigned, .bytes(1)),
    .init("tlvs", .list(.init("tlvs", .record(DeviceConfigTLV.fields), .parts)), .field("num")),
  ]

  /// `tlvs`, a list.
  public var tlvs: [DeviceConfigTLV]
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(tlvs: [DeviceConfigTLV], trailing: [UInt8] = []) {
    self.tlvs = tlvs
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let num = Int(try reader.read(UInt8.self, field: "num"))
    var tlvsRead: [DeviceConfigTLV] = []
    for _ in 0..<num { tlvsRead.append(try DeviceConfigTLV(reading: &reader, dialect: dialect)) }
    self.tlvs = tlvsRead
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    let num = min(self.tlvs.count, Int(UInt8.max))
    writer.write(UInt8(truncatingIfNeeded: num))
    for element in self.tlvs.prefix(num) { element.encode(into: &writer) }
    writer.write(self.trailing)
  }
}

/// `CORE_SET_CONFIG_CMD`, layout `nxp` (AOSP, observed: NXP SR1xx and SR2xx).
public struct CoreSetConfigCommandNXP: UCICommandBody {
  /// The layout of its response.
  public typealias Response = CoreSetConfigResponse
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "CORE_SET_CONFIG_CMD", .command, gid: 0x00, oid: 0x04, isInSubsystem: true)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("num", .unsigned, .bytes(1)),
    .init("raw_tlvs", .bytes, .rest, values: DeviceConfigID.self),
  ]

  /// `num`.
  public var num: UInt8
  /// `raw_tlvs`, all bytes that are left.
  public var rawTLVs: [UInt8]

  /// All fields.
  public init(num: UInt8, rawTLVs: [UInt8]) {
    self.num = num
    self.rawTLVs = rawTLVs
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    self.num = try reader.read(field: "num")
    self.rawTLVs = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    writer.write(self.num)
    writer.write(self.rawTLVs)
  }
}

/// `CORE_SET_CONFIG_RSP` (AOSP, pica, observed: NXP SR1xx and SR2xx).
public struct CoreSetConfigResponse: UCIResponseBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "CORE_SET_CONFIG_RSP", .response, gid: 0x00, oid: 0x04, isInSubsystem: true)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("status", .enumeration, .bytes(1), values: UCIStatus.self),
    .init("num", .unsigned, .bytes(1)),
    .init(
      "failed", .list(.init("failed", .record(DeviceConfigFailure.fields), .parts)), .field("num")),
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
  public init(status: UCIStatus, failed: [DeviceConfigFailure], trailing: [UInt8] = []) {
    self.status = status
    self.body = Body(failed: failed)
    self.trailing = trailing
  }

  /// `failed`, a list; nil when the response ends after its status.
  public var failed: [DeviceConfigFailure]? { body?.failed }

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
    public var failed: [DeviceConfigFailure]

    /// All fields.
    public init(failed: [DeviceConfigFailure]) {
      self.failed = failed
    }

    /// Reads the fields.
    public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
      let num = Int(try reader.read(UInt8.self, field: "num"))
      var failedRead: [DeviceConfigFailure] = []
      for _ in 0..<num {
        failedRead.append(try DeviceConfigFailure(reading: &reader, dialect: dialect))
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

/// `CORE_GET_CONFIG_CMD` (AOSP, pica).
///
/// With INVALID_PARAM the response lists the identifiers that are not available, without values.
public struct CoreGetConfigCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = CoreGetConfigResponse
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "CORE_GET_CONFIG_CMD", .command, gid: 0x00, oid: 0x05, isInSubsystem: true)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("num", .unsigned, .bytes(1)),
    .init(
      "ids", .list(.init("id", .enumeration, .bytes(1), values: DeviceConfigID.self)), .field("num")
    ),
  ]

  /// `ids`, a list.
  public var ids: [DeviceConfigID]
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(ids: [DeviceConfigID], trailing: [UInt8] = []) {
    self.ids = ids
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let num = Int(try reader.read(UInt8.self, field: "num"))
    var idsRead: [DeviceConfigID] = []
    for _ in 0..<num { idsRead.append(DeviceConfigID(rawValue: try reader.read(field: "ids"))) }
    self.ids = idsRead
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    let num = min(self.ids.count, Int(UInt8.max))
    writer.write(UInt8(truncatingIfNeeded: num))
    for element in self.ids.prefix(num) { writer.write(element.rawValue) }
    writer.write(self.trailing)
  }
}

/// `CORE_GET_CONFIG_RSP` (AOSP, pica).
///
/// With INVALID_PARAM the response lists the identifiers that are not available, without values.
public struct CoreGetConfigResponse: UCIResponseBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "CORE_GET_CONFIG_RSP", .response, gid: 0x00, oid: 0x05, isInSubsystem: true)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("status", .enumeration, .bytes(1), values: UCIStatus.self),
    .init("num", .unsigned, .bytes(1)),
    .init("tlvs", .list(.init("tlvs", .record(DeviceConfigTLV.fields), .parts)), .field("num")),
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
  public init(status: UCIStatus, tlvs: [DeviceConfigTLV], trailing: [UInt8] = []) {
    self.status = status
    self.body = Body(tlvs: tlvs)
    self.trailing = trailing
  }

  /// `tlvs`, a list; nil when the response ends after its status.
  public var tlvs: [DeviceConfigTLV]? { body?.tlvs }

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
    public var tlvs: [DeviceConfigTLV]

    /// All fields.
    public init(tlvs: [DeviceConfigTLV]) {
      self.tlvs = tlvs
    }

    /// Reads the fields.
    public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
      let num = Int(try reader.read(UInt8.self, field: "num"))
      var tlvsRead: [DeviceConfigTLV] = []
      for _ in 0..<num { tlvsRead.append(try DeviceConfigTLV(reading: &reader, dialect: dialect)) }
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

/// `CORE_GENERIC_ERROR_NTF` (AOSP, pica, observed: NXP SR1xx and SR2xx).
///
/// COMMAND_RETRY asks for the last command again; no response to it follows.
public struct CoreGenericErrorNotification: UCIMessageBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "CORE_GENERIC_ERROR_NTF", .notification, gid: 0x00, oid: 0x07, isInSubsystem: true)
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

/// `CORE_QUERY_UWBS_TIMESTAMP_CMD` (AOSP, pica).
public struct CoreQueryUWBSTimestampCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = CoreQueryUWBSTimestampResponse
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "CORE_QUERY_UWBS_TIMESTAMP_CMD", .command, gid: 0x00, oid: 0x08, isInSubsystem: true)
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

/// `CORE_QUERY_UWBS_TIMESTAMP_RSP` (AOSP, pica).
public struct CoreQueryUWBSTimestampResponse: UCIResponseBody {
  /// The name, the numbers of the header, and who speaks it.
  public static let identity = UCIMessageIdentity(
    "CORE_QUERY_UWBS_TIMESTAMP_RSP", .response, gid: 0x00, oid: 0x08, isInSubsystem: true)
  /// The fields in the order of the bytes.
  public static let fields: [FieldDescription] = [
    .init("status", .enumeration, .bytes(1), values: UCIStatus.self),
    .init("timestamp", .unsigned, .bytes(8), unit: "us"),
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
  public init(status: UCIStatus, timestamp: UInt64, trailing: [UInt8] = []) {
    self.status = status
    self.body = Body(timestamp: timestamp)
    self.trailing = trailing
  }

  /// `timestamp`, in us; nil when the response ends after its status.
  public var timestamp: UInt64? { body?.timestamp }

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
    /// `timestamp`, in us.
    public var timestamp: UInt64

    /// All fields.
    public init(timestamp: UInt64) {
      self.timestamp = timestamp
    }

    /// Reads the fields.
    public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
      self.timestamp = try reader.read(field: "timestamp")
    }

    /// Appends the fields.
    public func encode(into writer: inout WireWriter) {
      writer.write(self.timestamp)
    }
  }
}

// Made by Definitions/generate.py from Definitions/uci.yaml. Change those, not this.

public import WireFormat

/// `SESSION_SET_HUS_CONTROLLER_CONFIG_RSP` (AOSP).
public struct SessionSetHUSControllerConfigResponse: UCIMessageBody {
  /// `SESSION_SET_HUS_CONTROLLER_CONFIG_RSP`.
  public static let name = "SESSION_SET_HUS_CONTROLLER_CONFIG_RSP"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.response
  /// The group identifier.
  public static let gid: UInt8 = 0x01
  /// The opcode identifier.
  public static let oid: UInt8 = 0x0C

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
public struct SessionSetHUSControleeConfigCommand: UCIMessageBody {
  /// `SESSION_SET_HUS_CONTROLEE_CONFIG_CMD`.
  public static let name = "SESSION_SET_HUS_CONTROLEE_CONFIG_CMD"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.command
  /// The group identifier.
  public static let gid: UInt8 = 0x01
  /// The opcode identifier.
  public static let oid: UInt8 = 0x0D

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
public struct SessionSetHUSControleeConfigCommandWithParticipation: UCIMessageBody {
  /// `SESSION_SET_HUS_CONTROLEE_CONFIG_CMD`.
  public static let name = "SESSION_SET_HUS_CONTROLEE_CONFIG_CMD"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.command
  /// The group identifier.
  public static let gid: UInt8 = 0x01
  /// The opcode identifier.
  public static let oid: UInt8 = 0x0D

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
public struct SessionSetHUSControleeConfigResponse: UCIMessageBody {
  /// `SESSION_SET_HUS_CONTROLEE_CONFIG_RSP`.
  public static let name = "SESSION_SET_HUS_CONTROLEE_CONFIG_RSP"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.response
  /// The group identifier.
  public static let gid: UInt8 = 0x01
  /// The opcode identifier.
  public static let oid: UInt8 = 0x0D

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
public struct SessionDataTransferPhaseConfigCommand: UCIMessageBody {
  /// `SESSION_DATA_TRANSFER_PHASE_CONFIG_CMD`.
  public static let name = "SESSION_DATA_TRANSFER_PHASE_CONFIG_CMD"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.command
  /// The group identifier.
  public static let gid: UInt8 = 0x01
  /// The opcode identifier.
  public static let oid: UInt8 = 0x0E

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
public struct SessionDataTransferPhaseConfigResponse: UCIMessageBody {
  /// `SESSION_DATA_TRANSFER_PHASE_CONFIG_RSP`.
  public static let name = "SESSION_DATA_TRANSFER_PHASE_CONFIG_RSP"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.response
  /// The group identifier.
  public static let gid: UInt8 = 0x01
  /// The opcode identifier.
  public static let oid: UInt8 = 0x0E

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
  /// `SESSION_DATA_TRANSFER_PHASE_CONFIG_NTF`.
  public static let name = "SESSION_DATA_TRANSFER_PHASE_CONFIG_NTF"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.notification
  /// The group identifier.
  public static let gid: UInt8 = 0x01
  /// The opcode identifier.
  public static let oid: UInt8 = 0x0E

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

/// `SESSION_START_CMD` (AOSP, pica, observed: DWM3001CDK).
public struct SessionStartCommand: UCIMessageBody {
  /// `SESSION_START_CMD`.
  public static let name = "SESSION_START_CMD"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.command
  /// The group identifier.
  public static let gid: UInt8 = 0x02
  /// The opcode identifier.
  public static let oid: UInt8 = 0x00

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

/// `SESSION_START_RSP` (AOSP, pica, observed: DWM3001CDK).
public struct SessionStartResponse: UCIMessageBody {
  /// `SESSION_START_RSP`.
  public static let name = "SESSION_START_RSP"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.response
  /// The group identifier.
  public static let gid: UInt8 = 0x02
  /// The opcode identifier.
  public static let oid: UInt8 = 0x00

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

/// `SESSION_INFO_NTF` (AOSP, pica, observed: DWM3001CDK, observed: Qorvo host tools).
///
/// What one ranging round measured; the notification that shares its opcode with SESSION_START.
public struct SessionInfoNotification: UCIMessageBody {
  /// `SESSION_INFO_NTF`.
  public static let name = "SESSION_INFO_NTF"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.notification
  /// The group identifier.
  public static let gid: UInt8 = 0x02
  /// The opcode identifier.
  public static let oid: UInt8 = 0x00

  /// `sequence_number`.
  public var sequenceNumber: UInt32
  /// `session_token`.
  public var sessionToken: UInt32
  /// `rcr_indicator`.
  public var rcrIndicator: UInt8
  /// `current_ranging_interval`, in ms.
  public var currentRangingInterval: UInt32
  /// `measurement_type`.
  public var measurementType: UCIMeasurementType
  /// `rfu1`; reserved.
  public var rfu1: UInt8
  /// `mac_addr_mode`.
  public var macAddrMode: UCIMACAddressMode
  /// `hus_primary_session_id`.
  public var husPrimarySessionID: UInt32
  /// `rfu2`; reserved.
  public var rfu2: UInt32
  /// `measurements`, a list.
  public var measurements: [UCIMeasurement]
  /// `vendor_data`, all bytes that are left.
  public var vendorData: [UInt8]

  /// All fields.
  public init(
    sequenceNumber: UInt32, sessionToken: UInt32, rcrIndicator: UInt8,
    currentRangingInterval: UInt32, measurementType: UCIMeasurementType, rfu1: UInt8 = 0,
    macAddrMode: UCIMACAddressMode, husPrimarySessionID: UInt32, rfu2: UInt32 = 0,
    measurements: [UCIMeasurement], vendorData: [UInt8] = []
  ) {
    self.sequenceNumber = sequenceNumber
    self.sessionToken = sessionToken
    self.rcrIndicator = rcrIndicator
    self.currentRangingInterval = currentRangingInterval
    self.measurementType = measurementType
    self.rfu1 = rfu1
    self.macAddrMode = macAddrMode
    self.husPrimarySessionID = husPrimarySessionID
    self.rfu2 = rfu2
    self.measurements = measurements
    self.vendorData = vendorData
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(
      25,
      "sequence_number:4 session_token:4 rcr_indicator:1 current_ranging_interval:4 measurement_type:1 rfu1:1 mac_addr_mode:1 hus_primary_session_id:4 rfu2:4 num:1"
    )
    self.sequenceNumber = run.integer(at: 0)
    self.sessionToken = run.integer(at: 4)
    self.rcrIndicator = run.integer(at: 8)
    self.currentRangingInterval = run.integer(at: 9)
    self.measurementType = UCIMeasurementType(rawValue: run.integer(at: 13))
    self.rfu1 = run.integer(at: 14)
    self.macAddrMode = UCIMACAddressMode(rawValue: run.integer(at: 15))
    self.husPrimarySessionID = run.integer(at: 16)
    self.rfu2 = run.integer(at: 20)
    let num = Int(run.integer(UInt8.self, at: 24))
    self.measurements = try UCIMeasurement.read(
      count: num, from: &reader, dialect: dialect, measurementType: self.measurementType,
      macAddrMode: self.macAddrMode)
    self.vendorData = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    let num = min(UCIMeasurement.count(self.measurements), Int(UInt8.max))
    var run = writer.writeRun(25)
    run.put(self.sequenceNumber, at: 0)
    run.put(self.sessionToken, at: 4)
    run.put(self.rcrIndicator, at: 8)
    run.put(self.currentRangingInterval, at: 9)
    run.put(self.measurementType.rawValue, at: 13)
    run.put(self.rfu1, at: 14)
    run.put(self.macAddrMode.rawValue, at: 15)
    run.put(self.husPrimarySessionID, at: 16)
    run.put(self.rfu2, at: 20)
    run.put(UInt8(truncatingIfNeeded: num), at: 24)
    let measurementsSpan = self.measurements.span
    for index in measurementsSpan.indices { measurementsSpan[index].encode(into: &writer) }
    writer.write(self.vendorData)
  }
}

/// `SESSION_STOP_CMD` (AOSP, pica, observed: DWM3001CDK).
public struct SessionStopCommand: UCIMessageBody {
  /// `SESSION_STOP_CMD`.
  public static let name = "SESSION_STOP_CMD"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.command
  /// The group identifier.
  public static let gid: UInt8 = 0x02
  /// The opcode identifier.
  public static let oid: UInt8 = 0x01

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

/// `SESSION_STOP_RSP` (AOSP, pica, observed: DWM3001CDK).
public struct SessionStopResponse: UCIMessageBody {
  /// `SESSION_STOP_RSP`.
  public static let name = "SESSION_STOP_RSP"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.response
  /// The group identifier.
  public static let gid: UInt8 = 0x02
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

/// `SESSION_GET_RANGING_COUNT_CMD` (AOSP, pica, observed: DWM3001CDK).
public struct SessionGetRangingCountCommand: UCIMessageBody {
  /// `SESSION_GET_RANGING_COUNT_CMD`.
  public static let name = "SESSION_GET_RANGING_COUNT_CMD"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.command
  /// The group identifier.
  public static let gid: UInt8 = 0x02
  /// The opcode identifier.
  public static let oid: UInt8 = 0x03

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

/// `SESSION_GET_RANGING_COUNT_RSP` (AOSP, pica, observed: DWM3001CDK).
public struct SessionGetRangingCountResponse: UCIMessageBody {
  /// `SESSION_GET_RANGING_COUNT_RSP`.
  public static let name = "SESSION_GET_RANGING_COUNT_RSP"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.response
  /// The group identifier.
  public static let gid: UInt8 = 0x02
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
  public init(status: UCIStatus, count: UInt32, trailing: [UInt8] = []) {
    self.status = status
    self.body = Body(count: count)
    self.trailing = trailing
  }

  /// `count`; nil when the response ends after its status.
  public var count: UInt32? { body?.count }

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
    public var count: UInt32

    /// All fields.
    public init(count: UInt32) {
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

/// `SESSION_DATA_CREDIT_NTF` (AOSP, pica).
public struct SessionDataCreditNotification: UCIMessageBody {
  /// `SESSION_DATA_CREDIT_NTF`.
  public static let name = "SESSION_DATA_CREDIT_NTF"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.notification
  /// The group identifier.
  public static let gid: UInt8 = 0x02
  /// The opcode identifier.
  public static let oid: UInt8 = 0x04

  /// `session_token`.
  public var sessionToken: UInt32
  /// `credit`.
  public var credit: UCICredit
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(sessionToken: UInt32, credit: UCICredit, trailing: [UInt8] = []) {
    self.sessionToken = sessionToken
    self.credit = credit
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(5, "session_token:4 credit:1")
    self.sessionToken = run.integer(at: 0)
    self.credit = UCICredit(rawValue: run.integer(at: 4))
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    var run = writer.writeRun(5)
    run.put(self.sessionToken, at: 0)
    run.put(self.credit.rawValue, at: 4)
    writer.write(self.trailing)
  }
}

/// `SESSION_DATA_TRANSFER_STATUS_NTF` (AOSP, pica, observed: Qorvo host tools).
public struct SessionDataTransferStatusNotification: UCIMessageBody {
  /// `SESSION_DATA_TRANSFER_STATUS_NTF`.
  public static let name = "SESSION_DATA_TRANSFER_STATUS_NTF"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.notification
  /// The group identifier.
  public static let gid: UInt8 = 0x02
  /// The opcode identifier.
  public static let oid: UInt8 = 0x05

  /// `session_token`.
  public var sessionToken: UInt32
  /// `uci_sequence_number`.
  public var uciSequenceNumber: UInt16
  /// `status`.
  public var status: UCIDataTransferStatus
  /// `tx_count`.
  public var txCount: UInt8
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(
    sessionToken: UInt32, uciSequenceNumber: UInt16, status: UCIDataTransferStatus, txCount: UInt8,
    trailing: [UInt8] = []
  ) {
    self.sessionToken = sessionToken
    self.uciSequenceNumber = uciSequenceNumber
    self.status = status
    self.txCount = txCount
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(8, "session_token:4 uci_sequence_number:2 status:1 tx_count:1")
    self.sessionToken = run.integer(at: 0)
    self.uciSequenceNumber = run.integer(at: 4)
    self.status = UCIDataTransferStatus(rawValue: run.integer(at: 6))
    self.txCount = run.integer(at: 7)
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    var run = writer.writeRun(8)
    run.put(self.sessionToken, at: 0)
    run.put(self.uciSequenceNumber, at: 4)
    run.put(self.status.rawValue, at: 6)
    run.put(self.txCount, at: 7)
    writer.write(self.trailing)
  }
}

/// `SESSION_DATA_TRANSFER_STATUS_NTF`, layout `pica` (pica).
public struct SessionDataTransferStatusNotificationPica: UCIMessageBody {
  /// `SESSION_DATA_TRANSFER_STATUS_NTF`.
  public static let name = "SESSION_DATA_TRANSFER_STATUS_NTF"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.notification
  /// The group identifier.
  public static let gid: UInt8 = 0x02
  /// The opcode identifier.
  public static let oid: UInt8 = 0x05

  /// `session_token`.
  public var sessionToken: UInt32
  /// `uci_sequence_number`.
  public var uciSequenceNumber: UInt8
  /// `status`.
  public var status: UCIDataTransferStatus
  /// `tx_count`.
  public var txCount: UInt8
  /// Bytes after the last known field, kept.
  public var trailing: [UInt8]

  /// All fields.
  public init(
    sessionToken: UInt32, uciSequenceNumber: UInt8, status: UCIDataTransferStatus, txCount: UInt8,
    trailing: [UInt8] = []
  ) {
    self.sessionToken = sessionToken
    self.uciSequenceNumber = uciSequenceNumber
    self.status = status
    self.txCount = txCount
    self.trailing = trailing
  }

  /// Reads the payload.
  public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {
    let run = try reader.readRun(7, "session_token:4 uci_sequence_number:1 status:1 tx_count:1")
    self.sessionToken = run.integer(at: 0)
    self.uciSequenceNumber = run.integer(at: 4)
    self.status = UCIDataTransferStatus(rawValue: run.integer(at: 5))
    self.txCount = run.integer(at: 6)
    self.trailing = reader.readRest()
  }

  /// Appends the payload.
  public func encode(into writer: inout WireWriter) {
    var run = writer.writeRun(7)
    run.put(self.sessionToken, at: 0)
    run.put(self.uciSequenceNumber, at: 4)
    run.put(self.status.rawValue, at: 5)
    run.put(self.txCount, at: 6)
    writer.write(self.trailing)
  }
}

/// `NXP_CCC_RANGE_DATA_NTF` (observed: NXP SR1xx and SR2xx; uncertain).
public struct NXPCCCRangeDataNotification: UCIMessageBody {
  /// `NXP_CCC_RANGE_DATA_NTF`.
  public static let name = "NXP_CCC_RANGE_DATA_NTF"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.notification
  /// The group identifier.
  public static let gid: UInt8 = 0x02
  /// The opcode identifier.
  public static let oid: UInt8 = 0x20

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

/// `ANDROID_GET_POWER_STATS_CMD` (AOSP, pica).
public struct AndroidGetPowerStatsCommand: UCIMessageBody {
  /// `ANDROID_GET_POWER_STATS_CMD`.
  public static let name = "ANDROID_GET_POWER_STATS_CMD"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.command
  /// The group identifier.
  public static let gid: UInt8 = 0x0C
  /// The opcode identifier.
  public static let oid: UInt8 = 0x00

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
public struct AndroidGetPowerStatsResponse: UCIMessageBody {
  /// `ANDROID_GET_POWER_STATS_RSP`.
  public static let name = "ANDROID_GET_POWER_STATS_RSP"
  /// The message type on the wire.
  public static let messageType = UCIMessageType.response
  /// The group identifier.
  public static let gid: UInt8 = 0x0C
  /// The opcode identifier.
  public static let oid: UInt8 = 0x00

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
  public struct Body: Hashable, Sendable {
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

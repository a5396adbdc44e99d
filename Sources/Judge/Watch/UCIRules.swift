import BootProtocols
import UCI
import WireFormat

/// The rules that every frame of a UCI board is held against.
enum UCIRules: RuleList {
  static let firmware = Firmware.uci
  static let all: [Rule<UCISight>] = [
    strayBytes, headers, lengths, fields, reservedBytes, opcodes, unaskedResponses, states,
    deviceStatus, handles, sequenceNumbers, identity, capabilities,
  ]

  static let strayBytes = rule(
    "W21", "bytes between packets",
    requirement:
      "Behind its first packet a board sends nothing but packets, and no segment is left alone.",
    source: "AOSP (packet layer)", yields: true
  ) { sight in
    guard case .noise(let reason, let bytes) = sight.content, !sight.isFirst else { return nil }
    return Breach(expected: "whole packets alone", got: "\(bytes) bytes: \(reason)")
  }

  static let headers = rule(
    "W22", "headers of packets",
    requirement:
      "A board sends data, responses and notifications, and the reserved bits of their headers are "
      + "zero.",
    source: "AOSP (packet layer), pica, observed: DWM3001CDK"
  ) { sight in
    guard case .segment(let header) = sight.content, !header.isRight else { return nil }
    return header.isOfBoards
      ? Breach(
        expected: "reserved bits that are zero",
        got: header.bytes.map { Hexadecimal.encode([$0]).uppercased() }.joined(separator: " "))
      : Breach(
        expected: "data, a response or a notification",
        got: "message type \(header.messageType.rawValue)")
  }

  static let lengths = rule(
    "W23", "length of messages",
    requirement: "Each message has the length that its layout and its own counts say.",
    source: "AOSP, pica, observed: DWM3001CDK", yields: true
  ) { sight in
    guard !sight.isRight, case .message(let message, let packet) = sight.content else {
      return nil
    }
    if case .malformed(_, let error) = message {
      // A board that does not know a command answers with its status alone, whatever the layout.
      if packet.isRefusal, packet.payload.count == 1 { return nil }
      return Breach(
        expected: "\(error.field): \(error.allowed)",
        got: "\(error.found), at byte \(error.offset) of \(message.name)")
    }
    // A refusal may end where it likes.
    guard let trailing = message.body?.trailing, !trailing.isEmpty, !packet.isRefusal else {
      return nil
    }
    return Breach(
      expected: "the end of \(message.name)", got: "\(trailing.count) bytes behind it")
  }

  static let fields = rule(
    "W24", "fields of messages",
    requirement: "Each field of each message has a value that the table of UCI gives it.",
    source: "the sources of the table: AOSP, pica, observed: DWM3001CDK"
  ) { $0[.field] }

  static let reservedBytes = rule(
    "W25", "reserved bytes of messages",
    requirement: "The reserved bytes of each message are zero.",
    source: "AOSP, pica, observed: DWM3001CDK"
  ) { $0[.reserved] }

  static let opcodes = rule(
    "W26", "opcodes of notifications",
    requirement:
      "A board sends no notification and no data of an opcode that the groups of FiRa do not have.",
    source: "AOSP, pica", yields: true
  ) { sight in
    guard case .message(.unknown(let packet), _) = sight.content, !packet.isOfVendor,
      [.notification, .data].contains(packet.messageType)
    else { return nil }
    return Breach(
      expected: "an opcode that is known", got: packet.opcodeName(vendor: sight.dialect.vendor))
  }

  static let unaskedResponses = rule(
    "W27", "unsolicited responses",
    requirement: "A response comes once for a command of its group and opcode, and only then.",
    source: "AOSP", yields: true
  ) { sight in
    guard case .message(_, let packet) = sight.content, packet.messageType == .response else {
      return nil
    }
    return sight[.trespass]
  }

  static let states = rule(
    "W28", "notifications that the state does not allow",
    requirement:
      "A session reports rounds while it is active, changes its state as its commands say, and a "
      + "board becomes ready or active, tells an error and what became of data, of tests and of "
      + "lists for a reason.",
    source: "AOSP, pica, observed: DWM3001CDK", yields: true
  ) { sight in
    guard case .message(_, let packet) = sight.content, packet.messageType != .response else {
      return nil
    }
    return sight[.trespass]
  }

  static let deviceStatus = rule(
    "W29", "device status",
    requirement: "A board that is given what it can read does not report the state ERROR.",
    source: "AOSP (CORE_DEVICE_STATUS_NTF)", yields: true
  ) { $0[.deviceStatus] }

  static let handles = rule(
    "W30", "handles of sessions",
    requirement:
      "A notification names a session that the host has begun, as the board has named it.",
    source: "AOSP, observed: DWM3001CDK", yields: true
  ) { $0[.session] }

  static let sequenceNumbers = rule(
    "W31", "numbers of reports",
    requirement: "The reports of a session are numbered one after the other while it is active.",
    source: "AOSP, observed: DWM3001CDK", yields: true
  ) { $0[.sequence] }

  static let identity = rule(
    "W32", "identity of the board",
    requirement:
      "Device information is the same whenever it is asked for in a run, over all connections.",
    source: "AOSP (CORE_GET_DEVICE_INFO)"
  ) { $0[.identity] }

  static let capabilities = rule(
    "W33", "capabilities of the board",
    requirement:
      "Capabilities are the same whenever they are asked for in a run, over all connections.",
    source: "AOSP (CORE_GET_CAPS_INFO)"
  ) { $0[.capabilities] }

  static let distance = distanceRule(
    "W34", "distances of the board", of: "that a board measures")
}

extension UCIHeader {
  /// Whether it has a type that boards send.
  fileprivate var isOfBoards: Bool {
    messageType == .data || messageType == .response || messageType == .notification
  }

  /// Whether it is of a group that vendors fill as they like.
  var isOfVendor: Bool { messageType != .data && Self.isProprietary(gid) }

  /// Whether a board may send it: its type, and the reserved bits.
  var isRight: Bool {
    isOfBoards && reserved == 0 && (messageType != .data || oid == 0)
  }
}

extension UCIPacket {
  /// Whether it is of a group that vendors fill as they like.
  var isOfVendor: Bool { messageType != .data && UCIHeader.isProprietary(gid) }

  /// Whether it refuses a command.
  var isRefusal: Bool {
    messageType == .response
      && (payload.isEmpty || statusByte.map { $0 != UCIStatus.ok.rawValue } ?? false)
  }
}

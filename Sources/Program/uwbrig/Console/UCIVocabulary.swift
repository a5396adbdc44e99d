import Links
import Notation
import UCI
import UCIHost
import WireFormat

/// UCI commands by name.
struct UCIVocabulary: ConsoleVocabulary {
  let dialect: UCIDialect

  /// A command whose fields are numbers, one behind the other.
  private struct Plain {
    struct Field {
      let name: String
      let size: Int
      var standard: UInt64?
    }
    let gid: UInt8
    let oid: UInt8
    let fields: [Field]

    init<Body: UCIMessageBody>(_ body: Body.Type, _ fields: [Field] = []) {
      gid = Body.gid
      oid = Body.oid
      self.fields = fields
    }
  }

  private static let token = Plain.Field(name: "session_token", size: 4)
  private static let plain: [Plain] = [
    Plain(
      CoreDeviceResetCommand.self,
      [.init(name: "reset_config", size: 1, standard: 0)]),
    Plain(CoreGetDeviceInfoCommand.self), Plain(CoreGetCapsInfoCommand.self),
    Plain(CoreQueryUWBSTimestampCommand.self), Plain(SessionGetCountCommand.self),
    Plain(
      SessionInitCommand.self,
      [.init(name: "session_id", size: 4), .init(name: "session_type", size: 1, standard: 0)]),
    Plain(SessionDeinitCommand.self, [token]), Plain(SessionGetStateCommand.self, [token]),
    Plain(SessionStartCommand.self, [token]), Plain(SessionStopCommand.self, [token]),
    Plain(SessionGetRangingCountCommand.self, [token]),
  ]

  /// What only boards send has a name too.
  private static let notifications = [
    "CORE_DEVICE_STATUS_CMD", "CORE_GENERIC_ERROR_CMD", "SESSION_STATUS_CMD",
    "SESSION_DATA_CREDIT_CMD", "SESSION_DATA_TRANSFER_STATUS_CMD", "QORVO_RANGE_DIAGNOSTICS_CMD",
    "QORVO_SESSION_DATA_TRANSFER_STATUS_CMD",
  ]

  /// Every command that has a name in this dialect.
  private var names: [(name: String, gid: UInt8, oid: UInt8)] {
    (UInt8(0)..<16).flatMap { gid in
      (UInt8(0)..<64).compactMap { oid in
        let packet = UCIPacket(.command, gid: gid, oid: oid)
        let name = packet.opcodeName(vendor: dialect.vendor)
        let isCommand = !name.hasPrefix("UNKNOWN_") && !Self.notifications.contains(name)
        return isCommand ? (name, gid, oid) : nil
      }
    }
  }

  var help: [String] {
    ["Packets in hexadecimal, such as 20020000, or:"]
      + names.map { "  " + ([$0.name] + usage($0.gid, $0.oid)).joined(separator: " ") }
      + ["  wait D, break [D], help, quit"]
  }

  private func usage(_ gid: UInt8, _ oid: UInt8) -> [String] {
    if let plain = Self.plain.first(where: { $0.gid == gid && $0.oid == oid }) {
      return plain.fields.map { field in
        field.standard.map { "[\(field.name)=\($0)]" } ?? "\(field.name)=…"
      }
    }
    return switch (gid, oid) {
    case (SessionSetAppConfigCommand.gid, SessionSetAppConfigCommand.oid):
      ["session_token=…", "[controller|controlee]", "NAME=VALUE…"]
    case (SessionGetAppConfigCommand.gid, SessionGetAppConfigCommand.oid):
      ["session_token=…", "[NAME…]"]
    case (CoreGetConfigCommand.gid, CoreGetConfigCommand.oid): ["NAME…"]
    default: ["[payload=HEX]"]
    }
  }

  func bytes(_ name: String, _ arguments: [String]) throws(ConsoleLineError) -> [UInt8] {
    let wanted = name.uppercased()
    let names = names
    guard let found = names.first(where: { $0.name == wanted || $0.name == wanted + "_CMD" })
    else { throw Self.unknown(name, names.map(\.name)) }
    let packet = UCIPacket(
      .command, gid: found.gid, oid: found.oid,
      payload: try payload(found.name, found.gid, found.oid, arguments))
    return packet.bytes
  }

  private func payload(
    _ name: String, _ gid: UInt8, _ oid: UInt8, _ arguments: [String]
  ) throws(ConsoleLineError) -> [UInt8] {
    if arguments.count == 1, let hexadecimal = Self.value("payload", arguments[0]) {
      guard let bytes = try? Hexadecimal.decode(hexadecimal) else {
        throw ConsoleLineError("\(name): payload= takes bytes in hexadecimal")
      }
      return bytes
    }
    switch (gid, oid) {
    case (SessionSetAppConfigCommand.gid, SessionSetAppConfigCommand.oid):
      return try setAppConfig(name, arguments)
    case (SessionGetAppConfigCommand.gid, SessionGetAppConfigCommand.oid):
      let token = try Self.token(name, arguments)
      var ids: [UInt8] = []
      for argument in arguments.dropFirst() {
        guard let id = AppConfigID(name: argument) else {
          throw ConsoleLineError(
            "\(name): there is no parameter \(PrintableText.quoted(argument, limit: 60))")
        }
        ids.append(id.rawValue)
      }
      return Self.bytes(token, 4) + [UInt8(clamping: ids.count)] + ids
    case (CoreGetConfigCommand.gid, CoreGetConfigCommand.oid):
      var ids: [UInt8] = []
      for argument in arguments {
        guard let id = DeviceConfigID(name: argument) else {
          throw ConsoleLineError(
            "\(name): there is no device parameter \(PrintableText.quoted(argument, limit: 60))")
        }
        ids.append(id.rawValue)
      }
      return [UInt8(clamping: ids.count)] + ids
    default: break
    }
    guard let plain = Self.plain.first(where: { $0.gid == gid && $0.oid == oid }) else {
      guard arguments.isEmpty else {
        throw ConsoleLineError("\(name): write its payload as bytes, payload=HEX")
      }
      return []
    }
    return try fields(name, plain, arguments)
  }

  private func fields(
    _ name: String, _ plain: Plain, _ arguments: [String]
  ) throws(ConsoleLineError) -> [UInt8] {
    var values = plain.fields.map(\.standard)
    for argument in arguments {
      let index = plain.fields.firstIndex { Self.value($0.name, argument) != nil }
      guard let index else {
        let known = plain.fields.map(\.name)
        throw ConsoleLineError(
          "\(name): found \(PrintableText.quoted(argument, limit: 60)), "
            + (known.isEmpty
              ? "it has no fields" : "its fields are \(known.joined(separator: ", "))"))
      }
      let field = plain.fields[index]
      guard let number = Self.value(field.name, argument).flatMap(Self.number),
        field.size == 8 || number < 1 << UInt64(8 * field.size)
      else {
        throw ConsoleLineError("\(name): \(field.name) takes a number of \(field.size) bytes")
      }
      values[index] = number
    }
    var bytes: [UInt8] = []
    for (field, value) in zip(plain.fields, values) {
      guard let value else { throw ConsoleLineError("\(name): \(field.name)= is missing") }
      bytes += Self.bytes(value, field.size)
    }
    return bytes
  }

  private func setAppConfig(
    _ name: String, _ arguments: [String]
  ) throws(ConsoleLineError) -> [UInt8] {
    let token = try Self.token(name, arguments)
    var parameters: [AppConfigParameter] = []
    for argument in arguments.dropFirst() {
      // What `range` gives to a board, to begin with.
      let usual: RangingParameters? =
        switch argument {
        case "controller": .controller()
        case "controlee": .controlee()
        default: nil
        }
      if let usual {
        parameters += usual.tlvs(dialect: dialect)
        continue
      }
      let parameter: AppConfigParameter?
      do throws(ParameterAssignmentError) {
        parameter = try ParameterAssignment(argument).parameter(dialect: dialect)
      } catch { throw ConsoleLineError("\(name): \(error)") }
      guard let parameter else {
        throw ConsoleLineError("\(name): the session id is given to SESSION_INIT_CMD")
      }
      // What is given later holds.
      parameters.removeAll { $0.id == parameter.id }
      parameters.append(parameter)
    }
    return SessionSetAppConfigCommand(
      sessionToken: UInt32(truncatingIfNeeded: token), tlvs: parameters
    ).packet.payload
  }

  private static func token(
    _ name: String, _ arguments: [String]
  ) throws(ConsoleLineError) -> UInt64 {
    guard let first = arguments.first,
      let number = (value("session_token", first) ?? value("session_id", first)).flatMap(number),
      number <= UInt64(UInt32.max)
    else { throw ConsoleLineError("\(name): session_token= comes first") }
    return number
  }

  private static func value(_ name: String, _ argument: String) -> String? {
    guard argument.lowercased().hasPrefix(name + "=") else { return nil }
    return String(argument.dropFirst(name.count + 1))
  }

  private static func number(_ text: String) -> UInt64? {
    text.hasPrefix("0x") ? UInt64(text.dropFirst(2), radix: 16) : UInt64(text)
  }

  private static func bytes(_ value: UInt64, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
  }
}

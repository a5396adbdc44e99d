import Errors
import Links
import Notation
import UCI
import UCIHost
import WireFormat

/// UCI commands by name, with the fields that the table of messages gives them.
struct UCIVocabulary: ConsoleVocabulary {
  let dialect: UCIDialect

  /// A command that has a name, and how its payload is typed.
  private struct Command {
    let name: String
    let gid: UInt8
    let oid: UInt8
    let form: Form
  }

  private enum Form {
    case numbers([FieldDescription])
    case names([FieldDescription], any ParameterIdentifier.Type)
    /// Numbers, then values of application configuration parameters.
    case assignments([FieldDescription])
    case bytes

    init(_ layout: (any UCIMessageBody.Type)?) {
      guard let fields = layout?.fields else {
        self = .bytes
        return
      }
      let numbers = fields.prefix { $0.numberOfBytes != nil }
      guard numbers.count < fields.count else {
        self = .numbers(fields)
        return
      }
      self = .bytes
      let leading = Array(numbers.dropLast())
      guard fields.count == numbers.count + 1, let count = numbers.last, count.size == .bytes(1),
        case .list(let element) = fields[numbers.count].kind,
        fields[numbers.count].size == .field(count.name)
      else { return }
      if let table = element.values as? any ParameterIdentifier.Type {
        self = .names(leading, table)
      } else if case .record(let parts) = element.kind, parts.first?.values is AppConfigID.Type {
        self = .assignments(leading)
      }
    }

    /// The arguments that have names.
    var arguments: [String] {
      switch self {
      case .numbers(let fields): fields.map { $0.name + "=" }
      case .names(let fields, let table):
        fields.map { $0.name + "=" } + Self.names(table)
      case .assignments(let fields):
        fields.map { $0.name + "=" } + ["controller", "controlee"]
          + Self.names(AppConfigID.self).map { $0 + "=" }
      case .bytes: ["payload="]
      }
    }

    private static func names(_ table: any ParameterIdentifier.Type) -> [String] {
      table.definitions.map { table.init(rawValue: $0.id).name }
    }

    /// What `help` prints behind the name.
    var usage: [String] {
      switch self {
      case .numbers(let fields):
        fields.map { field in
          field.usual.map { "[\(field.name)=\($0)]" } ?? "\(field.name)=…"
        }
      case .names(let fields, _): fields.map { "\($0.name)=…" } + ["[NAME…]"]
      case .assignments(let fields):
        fields.map { "\($0.name)=…" } + ["[controller|controlee]", "NAME=VALUE…"]
      case .bytes: ["[payload=HEX]"]
      }
    }
  }

  /// Every command that has a name in this dialect. What only boards send has a name too; of some
  /// opcodes nothing is known but that.
  private var commands: [Command] {
    (UInt8(0)..<16).flatMap { gid in
      (UInt8(0)..<64).compactMap { oid in
        guard UCIPacket.knownOpcodeName(gid: gid, oid: oid, vendor: dialect.vendor) != nil else {
          return nil
        }
        let packet = UCIPacket(.command, gid: gid, oid: oid)
        let layouts = UCIMessage.layouts(gid: gid, oid: oid, in: dialect)
        let layout = layouts.first { $0.messageType == .command }
        guard layout != nil || layouts.isEmpty else { return nil }
        return Command(
          name: packet.opcodeName(vendor: dialect.vendor), gid: gid, oid: oid, form: Form(layout))
      }
    }
  }

  var help: [String] {
    ["Packets in hexadecimal, such as 20020000, or:"]
      + commands.map { "  " + ([$0.name] + $0.form.usage).joined(separator: " ") }
  }

  var words: [[String]] { commands.map { [$0.name] + $0.form.arguments } }

  func bytes(_ name: String, _ arguments: [String]) throws(RigError) -> [UInt8] {
    let wanted = name.uppercased()
    let commands = commands
    guard let found = commands.first(where: { $0.name == wanted || $0.name == wanted + "_CMD" })
    else { throw Self.unknown(name, commands.map(\.name)) }
    let packet = UCIPacket(
      .command, gid: found.gid, oid: found.oid,
      payload: try payload(found.name, found.form, arguments))
    return packet.bytes
  }

  private func payload(
    _ name: String, _ form: Form, _ arguments: [String]
  ) throws(RigError) -> [UInt8] {
    if arguments.count == 1, let hexadecimal = Self.value("payload", arguments[0]) {
      guard let bytes = try? Hexadecimal.decode(hexadecimal) else {
        throw RigError(.usage, reason: "\(name): payload= takes bytes in hexadecimal")
      }
      return bytes
    }
    switch form {
    case .numbers(let fields): return try Self.numbers(name, fields, arguments)
    case .names(let fields, let table):
      var rest = arguments[...]
      let leading = try Self.leading(name, fields, &rest)
      var ids: [UInt8] = []
      for argument in rest {
        guard let id = table.init(name: argument) else {
          throw RigError(
            .usage,
            reason: "\(name): there is no parameter \(PrintableText.quoted(argument, limit: 60))")
        }
        ids.append(id.rawValue)
      }
      return leading + [UInt8(clamping: ids.count)] + ids
    case .assignments(let fields):
      var rest = arguments[...]
      let leading = try Self.leading(name, fields, &rest)
      let parameters = try parameters(name, rest)
      let list = parameters.map { UCITLV(id: UInt16($0.id.rawValue), value: $0.value) }
      return leading + [UInt8(clamping: list.count)] + UCITLV.bytes(of: list)
    case .bytes:
      guard arguments.isEmpty else {
        throw RigError(.usage, reason: "\(name): write its payload as bytes, payload=HEX")
      }
      return []
    }
  }

  private static func numbers(
    _ name: String, _ fields: [FieldDescription], _ arguments: [String]
  ) throws(RigError) -> [UInt8] {
    var values = fields.map { field in field.usual?.bytes(field.numberOfBytes ?? 0) }
    for argument in arguments {
      guard let index = fields.firstIndex(where: { value($0.name, argument) != nil }) else {
        throw RigError(
          .usage,
          reason: "\(name): expected "
            + (fields.isEmpty ? "no fields" : fields.map(\.name).joined(separator: ", "))
            + ", got \(PrintableText.quoted(argument, limit: 60))")
      }
      let field = fields[index]
      values[index] = try number(name, field, value(field.name, argument))
    }
    var bytes: [UInt8] = []
    for (field, value) in zip(fields, values) {
      guard let value else { throw RigError(.usage, reason: "\(name): \(field.name)= is missing") }
      bytes += value
    }
    return bytes
  }

  /// Takes the numbers that stand before a list.
  private static func leading(
    _ name: String, _ fields: [FieldDescription], _ arguments: inout ArraySlice<String>
  ) throws(RigError) -> [UInt8] {
    var bytes: [UInt8] = []
    for field in fields {
      // In FiRa 1.x the token is the identifier.
      let names = field.name == "session_token" ? [field.name, "session_id"] : [field.name]
      let text = arguments.popFirst().flatMap { argument in
        names.lazy.compactMap { value($0, argument) }.first
      }
      guard let text else { throw RigError(.usage, reason: "\(name): \(field.name)= comes first") }
      bytes += try number(name, field, text)
    }
    return bytes
  }

  private func parameters(
    _ name: String, _ arguments: ArraySlice<String>
  ) throws(RigError) -> [AppConfigParameter] {
    var parameters: [AppConfigParameter] = []
    for argument in arguments {
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
      do throws(NotationError) {
        parameter = try ParameterAssignment(argument).parameter(dialect: dialect)
      } catch { throw RigError(.usage, reason: "\(name): \(error)") }
      guard let parameter else {
        throw RigError(.usage, reason: "\(name): the session id is given to SESSION_INIT_CMD")
      }
      // What is given later holds.
      parameters.removeAll { $0.id == parameter.id }
      parameters.append(parameter)
    }
    return parameters
  }

  private static func value(_ name: String, _ argument: String) -> String? {
    guard argument.lowercased().hasPrefix(name + "=") else { return nil }
    return String(argument.dropFirst(name.count + 1))
  }

  private static func number(
    _ name: String, _ field: FieldDescription, _ text: String?
  ) throws(RigError) -> [UInt8] {
    let size = field.numberOfBytes ?? 0
    guard let bytes = text.flatMap({ UInt64(typed: $0) })?.bytes(size) else {
      throw RigError(.usage, reason: "\(name): \(field.name) takes a number of \(size) bytes")
    }
    return bytes
  }
}

extension FieldDescription {
  /// The bytes of a number that is always there; nil for any other field.
  fileprivate var numberOfBytes: Int? {
    guard condition == nil, case .bytes(let size) = size else { return nil }
    switch kind {
    case .unsigned, .enumeration: return size
    default: return nil
    }
  }
}

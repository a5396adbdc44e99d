import Boards
import BootProtocols
import Journal

extension BoardsView {
  /// Names the shape of the document.
  static let schema = "uwbrig.boards/1"

  /// The document.
  var json: JSONValue {
    .object([
      .init("schema", .string(Self.schema)), .init("source", .string(source.rawValue)),
      .init("boards", .array(entries.map(\.json))),
    ])
  }

  /// One object of the stream that `--watch` prints.
  static func json(_ event: String, microseconds: Int64, _ entries: [Entry]) -> JSONValue {
    .object([
      .init("schema", .string(schema)), .init("event", .string(event)),
      .init("t_us", .integer(microseconds)), .init("boards", .array(entries.map(\.json))),
    ])
  }
}

extension JSONValue {
  fileprivate static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  fileprivate static func count(_ number: Int?) -> JSONValue {
    number.map { .integer(Int64($0)) } ?? .null
  }

  fileprivate static func texts(_ texts: [String]) -> JSONValue {
    .array(texts.map { .string($0) })
  }
}

extension BoardsView.Entry {
  /// The board.
  var json: JSONValue {
    .object([
      .init("title", .string(board.title)), .init("profile", .text(board.profile)),
      .init("paired", .text(pairing?.rawValue)), .init("devices", .array(parts.map(\.json))),
      .init(
        "undecided",
        .array(
          board.undecided.map {
            .object([
              .init("path", .string($0.path)), .init("command", .string($0.command)),
              .init("answer", .string($0.answer)),
            ])
          })),
    ])
  }
}

extension BoardsView.Part {
  fileprivate var json: JSONValue {
    .object([
      .init("address", .string("\(address)")), .init("path", .string(device.path)),
      .init("vendor", .string(String(device.identifier.prefix(4)))),
      .init("product", .string(String(device.identifier.suffix(4)))),
      .init("release", .integer(Int64(device.release))),
      .init("manufacturer", .text(device.manufacturerName)),
      .init("name", .text(device.productName)), .init("serial", .text(device.serial)),
      .init(
        "normalized_serial",
        .text(device.serial.map { SerialNumber.normalized($0, vendor: device.vendor) })),
      .init("speed_mbit", .count(device.speed)), .init("title", .string(recognition.title)),
      .init("profile", .text(recognition.profile)), .init("firmware", .text(firmware)),
      .init("holder", .text(holder)), .init("node", .text(device.node?.path)),
      .init("access", access.map(\.json) ?? .null), .init("probe", probeJSON),
      .init("ports", .array(ports.map(\.json))),
      .init("interfaces", .array(device.interfaces.map(\.json))),
      .init("notes", .texts(device.notes)),
      .init(
        "remarks",
        .texts(missing.map { "no serial port: \($0.reason)" } + recognition.remarks)),
    ])
  }

  private var probeJSON: JSONValue {
    switch probe {
    case nil: .null
    case .failure(let error)?: .object([.init("error", .string(error.description))])
    case .success(let information)?:
      .object([
        .init("firmware", .string(information.firmware)),
        .init("hardware", .text(information.hardwareVersion?.description)),
        .init("target_mv", .count(information.targetMillivolts)),
        .init("target_ma", .count(information.targetMilliamperes)),
      ])
    }
  }
}

extension BoardsView.Port {
  fileprivate var json: JSONValue {
    .object([
      .init("interface", .count(interface)), .init("role", .text(role)),
      .init("path", .string(node.path)), .init("links", .texts(node.links)),
      .init("rig_board", .text(rigBoard)),
      .init("speaks", .text(speaks?.firmware?.rawValue)),
      .init("detail", .text(speaks?.detail)), .init("access", access.json),
    ])
  }
}

extension NodeAccess {
  fileprivate var json: JSONValue {
    .object([
      .init("state", .string(state.rawValue)), .init("reason", .string(reason)),
      .init("remedy", .string(remedy)), .init("mode", .text(mode.map { String($0, radix: 8) })),
      .init("owner", .text(owner)), .init("group", .text(group)),
      .init("access_list", .bool(hasAccessList)),
      .init(
        "holders",
        .array(
          holders.map {
            .object([.init("process", .count($0.process)), .init("name", .string($0.name))])
          })),
    ])
  }
}

extension USBInterface {
  fileprivate var json: JSONValue {
    .object([
      .init("number", .count(number)), .init("class", .count(Int(interfaceClass))),
      .init("subclass", .count(Int(interfaceSubclass))),
      .init("protocol", .count(Int(interfaceProtocol))), .init("driver", .text(driver)),
    ])
  }
}

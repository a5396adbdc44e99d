import Dissection
import NearbyAccessory
import RangingOOB

/// A script for Wireshark that knows the messages of accessories, made from the field tables that the
/// program itself goes by.
package enum WiresharkScript {
  /// The name that the script is installed under.
  package static let fileName = "uwbrig.lua"

  /// The script.
  package static var text: String {
    Embedded.wiresharkScript.replacing("{{tables}}", with: LuaTable.text(tables))
  }

  private static var tables: LuaTable {
    .named([("accessory", accessory), ("oob", rangingOOB)])
  }

  // MARK: - The accessory protocol

  private static var accessory: LuaTable {
    let identifiers = (0...UInt8.max).map(AccessoryMessage.Identifier.init).filter { id in
      AccessoryMessage.Direction.allCases.contains { id.isDefined(in: $0) }
    }
    return .named([
      (
        "identifier",
        entry(
          "identifier", size: 1, isNumber: true,
          names: identifiers.map { ($0.rawValue, "\($0)") })
      ),
      (
        "acd",
        layouts { layout, version in
          let header = [UInt8](repeating: 0, count: AccessoryConfigurationData.headerLength - 1)
          let part = [UInt8(layout.accessoryLength)] + version
          let sample = header + part + zeros(layout.accessoryLength - version.count)
          return (sample, Dissection.accessoryConfigurationData)
        }
      ),
      (
        "scd",
        layouts { layout, version in
          (
            version + zeros(layout.shareableLength - version.count),
            Dissection.shareableConfigurationData
          )
        }
      ),
    ])
  }

  private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  private typealias Sample = (bytes: [UInt8], dissect: ([UInt8]) -> DissectedPacket)

  /// The fields of each published version, read off how the program itself shows one.
  private static func layouts(
    _ sample: (ConfigurationLayout, _ version: [UInt8]) -> Sample
  ) -> LuaTable {
    .list(
      SpecificationVersion.published.map { version in
        let bytes = [version.major, version.minor].flatMap { number -> [UInt8] in
          [UInt8(truncatingIfNeeded: number), 0]
        }
        let made = sample(version.layout, bytes)
        return .named([
          ("major", .number(Int(version.major))), ("minor", .number(Int(version.minor))),
          ("fields", .list(flat(made.dissect(made.bytes).fields).map { entry($0, in: made) })),
        ])
      })
  }

  private static func flat(_ fields: [Field]) -> [Field] {
    fields.flatMap { $0.children.isEmpty ? [$0] : flat($0.children) }
  }

  private static func entry(_ field: Field, in sample: Sample) -> LuaTable {
    entry(
      field.name, size: field.length, isNumber: field.number != nil, unit: field.unit,
      names: field.length == 1 && field.number != nil ? names(of: field, in: sample) : [])
  }

  /// The words that stand for the values of a byte.
  private static func names(of field: Field, in sample: Sample) -> [(UInt8, String)] {
    (0...UInt8.max).compactMap { value in
      var bytes = sample.bytes
      bytes[field.offset] = value
      let shown = flat(sample.dissect(bytes).fields).first { $0.offset == field.offset }
      guard let word = shown?.value, !word.hasSuffix("\(value)") else { return nil }
      return (value, word)
    }
  }

  // MARK: - Ranging OOB

  private static var rangingOOB: LuaTable {
    .named([
      ("version", entry("version", size: 1, isNumber: true)),
      ("kind", entry("kind", size: 1, isNumber: true, names: OOBMessage.Kind.names)),
      ("technology", entry("technology", size: 1, isNumber: true, names: OOBTechnology.names)),
      ("tail", .list(OOBMessage.Capabilities.Tail.fields.map(entry))),
      (
        "motion_support",
        entry("motion support", size: 1, isNumber: true, names: OOBMotionSupport.names)
      ),
      ("motion", entry("motion", size: 1, isNumber: true, names: OOBMotion.names)),
      ("capabilities", blocks(CapabilityBlock.self)),
      ("configuration", blocks(ConfigurationBlock.self)),
    ])
  }

  private static func blocks<Block: OOBBlock>(_ type: Block.Type) -> LuaTable {
    .numbered(
      Block.kinds.map { (Int($0.technology.rawValue), .list($0.fields.map(entry))) })
  }

  private static func entry(_ field: OOBField) -> LuaTable {
    let known = field.size == 1 ? field.known : nil
    let names = (known.map(Array.init) ?? []).compactMap { value -> (UInt8, String)? in
      let byte = UInt8(clamping: value)
      let word = field.words([byte])
      return word.hasSuffix("\(value)") ? nil : (byte, word)
    }
    return entry(
      "\(field.name)", size: field.size, isNumber: field.isNumber, unit: field.unit, names: names)
  }

  private static func entry(
    _ name: String, size: Int?, isNumber: Bool, unit: String? = nil,
    names: [(value: UInt8, name: String)] = []
  ) -> LuaTable {
    var members: [(String, LuaTable)] = [("name", .text(name))]
    if let size { members.append(("size", .number(size))) }
    if isNumber { members.append(("number", .true)) }
    if let unit { members.append(("unit", .text(unit))) }
    if !names.isEmpty {
      members.append(("names", .numbered(names.map { (Int($0.value), .text($0.name)) })))
    }
    return .named(members)
  }
}

/// A value of Lua.
indirect enum LuaTable {
  case text(String)
  case number(Int)
  case `true`
  case list([LuaTable])
  case named([(String, LuaTable)])
  case numbered([(Int, LuaTable)])

  static func text(_ table: LuaTable, depth: Int = 0) -> String {
    let margin = String(repeating: "  ", count: depth + 1)
    func braces(_ entries: [String]) -> String {
      let isShort =
        entries.allSatisfy { !$0.contains("\n") }
        && entries.reduce(0) { $0 + $1.count + 2 } < 90
      if isShort { return "{ " + entries.joined(separator: ", ") + " }" }
      return "{\n" + entries.map { margin + $0 + ",\n" }.joined() + margin.dropLast(2) + "}"
    }
    switch table {
    case .text(let text):
      return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    case .number(let number): return "\(number)"
    case .true: return "true"
    case .list(let values): return braces(values.map { Self.text($0, depth: depth + 1) })
    case .named(let members):
      return braces(members.map { "\($0.0) = \(Self.text($0.1, depth: depth + 1))" })
    case .numbered(let members):
      return braces(members.map { "[\($0.0)] = \(Self.text($0.1, depth: depth + 1))" })
    }
  }
}

import Foundation
import RangingOOB
import TestSupport
import Testing

/// The page *Ranging OOB*: its words are written by hand, these tables are made.
@Suite("The page of Ranging OOB")
struct PageTests {
  private static let name = "Ranging-OOB.md"

  /// The tables that are made, by the number of their section.
  private static var tables: [(section: String, lines: [String])] {
    [
      ("1.1", messages), ("1.3", technologies), ("1.4", values),
      ("2.1", layout(of: CapabilityBlock.kinds, .uwb)), ("2.2", others(CapabilityBlock.kinds)),
      ("3.1", layout(of: ConfigurationBlock.kinds, .uwb)),
      ("3.2", others(ConfigurationBlock.kinds)),
    ]
  }

  private static var messages: [String] {
    DocumentationPage.table(
      ["id", "message", "direction", "bytes"],
      OOBMessage.Kind.names.map { kind in
        let isFromBoard = OOBMessage.Kind(rawValue: kind.value).isFromBoard
        return [
          "`0x0\(kind.value)`", "`\(kind.name)`",
          isFromBoard ? "accessory → phone" : "phone → accessory", sizes(kind.value),
        ]
      })
  }

  /// How many bytes a message has in each version, as the rig writes it.
  private static func sizes(_ kind: UInt8) -> String {
    let sizes = (UInt8(1)...3).map { version in
      var block = ConfigurationBlock.UWB()
      block.key = Array(repeating: 0, count: 16)
      let body: OOBMessage.Body =
        switch OOBMessage.Kind(rawValue: kind) {
        case .capabilitiesRequest: .capabilitiesRequest(.uwb)
        case .capabilitiesResponse:
          .capabilitiesResponse(
            .init(blocks: [.uwb(.init())], tail: version > 1 ? .init() : nil))
        case .configurationRequest:
          .configurationRequest(
            .init(blocks: [.uwb(block)], motion: version > 2 ? .supported : nil))
        case .configurationResponse: .configurationResponse(.uwb)
        case .stopRequest: .stopRequest(.uwb)
        case .stopResponse: .stopResponse(.uwb)
        default: .motion(.large)
        }
      return OOBMessage(version: version, body).encode().count
    }
    if kind == OOBMessage.Kind.motion.rawValue { return "\(sizes[2]), in version 3 alone" }
    return Set(sizes).count == 1
      ? "\(sizes[0])" : sizes.map { "\($0)" }.joined(separator: ", ")
  }

  private static var technologies: [String] {
    DocumentationPage.table(
      ["bit", "technology", "block of the capabilities", "block of the configuration"],
      OOBTechnology.all.map { technology in
        [
          "\(technology.rawValue)", "`\(technology)`",
          size(CapabilityBlock.kinds.first { $0.technology == technology }?.fields),
          size(ConfigurationBlock.kinds.first { $0.technology == technology }?.fields),
        ]
      })
  }

  private static func size(_ fields: [OOBField]?) -> String {
    guard let fields else { return "none" }
    let counted = fields.filter { $0.size == nil }.map { "\($0.name)" }
    let bytes = fields.reduce(2) { $0 + ($1.size ?? 1) }
    return "\(bytes) bytes" + counted.map { " + \($0)" }.joined()
  }

  private static var values: [String] {
    func row<Value: NamedNumber>(_ field: String, _: Value.Type) -> [String] {
      [field, Value.names.map { "\($0.value) \($0.name)" }.joined(separator: ", ")]
    }
    return DocumentationPage.table(
      ["field", "values"],
      [
        row("transitioning", OOBTransitioning.self), row("device type", OOBDeviceType.self),
        row("motion support", OOBMotionSupport.self), row("motion", OOBMotion.self),
        row("roles, in the capabilities", OOBRoles.self), row("role", OOBRole.self),
        row("mode", OOBMode.self),
        ["channels", OOBChannels.defined.description],
        ["preambles", OOBPreambles.defined.description],
        ["configuration ids", OOBConfigIDs.defined.description],
      ])
  }

  private static func layout<Block>(
    of kinds: [OOBBlockKind<Block>], _ technology: OOBTechnology
  ) -> [String] {
    var offset = 2
    var counted = ""
    let fields = kinds.first { $0.technology == technology }?.fields ?? []
    let rows = fields.map { field in
      let bytes = field.size.map { "\($0)" } ?? "1 + n"
      let row = ["\(offset)\(counted)", bytes, "\(field.name)", field.unit ?? ""]
      offset += field.size ?? 1
      if field.size == nil { counted = " + n" }
      return row
    }
    return DocumentationPage.table(
      ["offset", "bytes", "field", "unit"],
      [["0", "1", "technology, \(technology.rawValue)", ""], ["1", "1", "size", "bytes"]] + rows)
  }

  private static func others<Block>(_ kinds: [OOBBlockKind<Block>]) -> [String] {
    DocumentationPage.table(
      ["technology", "fields behind technology and size, with their bytes"],
      kinds.filter { $0.technology != .uwb }.map { kind in
        [
          "`\(kind.technology)`",
          kind.fields.map { "\($0.name) \($0.size.map { "\($0)" } ?? "1 + n")" }
            .joined(separator: ", "),
        ]
      })
  }

  /// The page with the first table of a section replaced.
  private static func page(_ text: String, section: String, table: [String]) throws -> String {
    var lines = text.components(separatedBy: "\n")
    let heading = try #require(lines.firstIndex { $0.hasPrefix("### \(section) ") })
    let first = try #require(lines[heading...].firstIndex { $0.hasPrefix("|") })
    let end = lines[first...].firstIndex { !$0.hasPrefix("|") } ?? lines.endIndex
    try #require(!lines[(heading + 1)..<first].contains { $0.hasPrefix("#") })
    lines.replaceSubrange(first..<end, with: table)
    return lines.joined(separator: "\n")
  }

  @Test("its tables are those of the definitions")
  func tablesAreMade() throws {
    let url = Checkout.documentation.appending(path: Self.name)
    let text = try String(contentsOf: url, encoding: .utf8)
    let made = try Self.tables.reduce(text) { text, table in
      try Self.page(text, section: table.section, table: table.lines)
    }
    let (written, same) = try DocumentationPage.compare(Self.name, with: made)
    #expect(written == same, "write it anew with UWBRIG_UPDATE_SNAPSHOTS=1")
  }
}

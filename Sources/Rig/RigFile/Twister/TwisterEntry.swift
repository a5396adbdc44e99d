import Links
import Notation

/// One board of a hardware map of Zephyr's twister (`scripts/schemas/twister/hwmap-schema.yaml`).
struct TwisterEntry {
  /// What twister calls a board whose serial number it could not read.
  private static let unknown = "unknown"
  private static let boardNote = "uwbrig: "
  private static let rigNote = "uwbrig-rig: "

  /// Its keys, as they stand in the map.
  var node: YAMLNode

  init(_ node: YAMLNode) { self.node = node }

  /// A board of which twister knows nothing yet.
  init() {
    node = YAMLNode(members: [
      ("connected", YAMLNode("false", isPlain: true)), ("id", YAMLNode(Self.unknown)),
      ("platform", YAMLNode(Self.unknown)), ("product", YAMLNode(Self.unknown)),
      ("runner", YAMLNode(Self.unknown)),
    ])
  }

  /// The value of a key that is a text; nil for one that is not there or says nothing.
  func text(_ key: String) -> String? {
    guard let text = node[key]?.text, !text.isEmpty, text != Self.unknown else { return nil }
    return text
  }

  /// The USB serial number of the board, or of the probe on it.
  var serialNumber: String? {
    text("id").flatMap { id in
      id.utf8.count <= 126 && id.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x2C }
        ? id : nil
    }
  }

  var isConnected: Bool {
    // As YAML 1.1 has it, which twister reads.
    node["connected"]?.text.map { ["true", "yes", "on", "y"].contains($0.lowercased()) } ?? false
  }

  /// The name of Zephyr's board, without its qualifiers; the first where there are several.
  var platform: String? {
    let text = node["platform"]?.items?.first?.text ?? text("platform")
    return text?.split(separator: "/").first?.split(separator: "@").first.map(String.init)
  }

  mutating func set(_ key: String, _ value: YAMLNode) {
    if node[key]?.text != value.text { node[key] = value }
  }

  // MARK: What twister has no word for

  /// The keys of the board, and of its rig, that a note carries; the note is taken away.
  mutating func takeNotes() -> (board: YAMLNode?, rig: YAMLNode?) {
    guard let notes = node["notes"]?.text else { return (nil, nil) }
    var found: (board: YAMLNode?, rig: YAMLNode?) = (nil, nil)
    var kept: [Substring] = []
    for line in notes.split(separator: "\n", omittingEmptySubsequences: false) {
      if let board = Self.mapping(line, behind: Self.boardNote), board["name"] != nil {
        found.board = board
      } else if let rig = Self.mapping(line, behind: Self.rigNote) {
        found.rig = rig
      } else {
        kept.append(line)
      }
    }
    guard found.board != nil || found.rig != nil else { return found }
    if kept.isEmpty {
      _ = node.remove("notes")
    } else {
      node["notes"] = YAMLNode(kept.joined(separator: "\n"))
    }
    return found
  }

  mutating func note(board: YAMLNode) { note(Self.boardNote + board.flow) }

  mutating func note(rig: YAMLNode) { note(Self.rigNote + rig.flow) }

  private mutating func note(_ line: String) {
    let before = node["notes"]?.text
    node["notes"] = YAMLNode(before.map { $0 + "\n" + line } ?? line)
  }

  private static func mapping(_ line: Substring, behind mark: String) -> YAMLNode? {
    guard line.hasPrefix(mark) else { return nil }
    let findings = Findings(file: "a note")
    let field = YAMLDocument.root(of: String(line.dropFirst(mark.count)), findings: findings)
    return field?.node.members == nil ? nil : field?.node
  }
}

import CYAML

/// Why a text is no YAML, in the words of libyaml, and where.
struct YAMLFault: Error {
  let line: Int
  let column: Int
  let problem: String
  /// What was expected; YAML where the text is none.
  var allowed = DocumentError.yaml
}

/// Reads the one document of a text into nodes, event by event. Aliases are not followed, so a text
/// makes no more nodes than it has characters; libyaml itself bounds nesting in brackets, and this
/// parser bounds all nesting.
@safe struct YAMLParser: ~Copyable {
  /// Deeper nesting than any file of ours, far below what a stack holds.
  private static let deepest = 200

  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let bytes: UnsafeBufferPointer<UInt8>

  /// The root of the text; nil where it has no document.
  static func root(of text: String) throws(YAMLFault) -> YAMLNode? {
    var text = text
    let result: Result<YAMLNode?, YAMLFault> = text.withUTF8 { bytes in
      let parser = unsafe YAMLParser(bytes)
      do throws(YAMLFault) { return .success(try parser.document()) } catch {
        return .failure(error)
      }
    }
    do { return try result.get() } catch {
      guard error.problem.contains("cannot start any token"), error.isTab(in: text) else {
        throw error
      }
      throw YAMLFault(
        line: error.line, column: error.column,
        problem: "a tab cannot start a value; indent with spaces")
    }
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>) {
    unsafe self.bytes = bytes
    // Its address is in the parser itself: it may not move.
    unsafe parser = .allocate(capacity: 1)
    unsafe yaml_parser_initialize(parser)
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    unsafe yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
  }

  private enum Event {
    case start(YAMLNode)
    case end
    case streamEnd
    case other
  }

  private func document() throws(YAMLFault) -> YAMLNode? {
    var root: YAMLNode?
    while true {
      switch try next() {
      case .streamEnd: return root
      case .start(let node):
        guard root == nil else {
          throw YAMLFault(
            line: node.line, column: node.column, problem: "a second document in the file")
        }
        root = try filled(node, depth: 0)
      case .end, .other: continue
      }
    }
  }

  /// The node with what is in it, up to its end.
  private func filled(_ node: YAMLNode, depth: Int) throws(YAMLFault) -> YAMLNode {
    var node = node
    guard depth < Self.deepest else {
      throw YAMLFault(
        line: node.line, column: node.column, problem: "nesting deeper than \(Self.deepest)")
    }
    switch node.content {
    case .scalar, .alias: break
    case .sequence:
      var items: [YAMLNode] = []
      while let item = try inner(depth) { items.append(item) }
      node.content = .sequence(items)
    case .mapping:
      var members: [(key: YAMLNode, value: YAMLNode)] = []
      while let key = try inner(depth), let value = try inner(depth) {
        members.append((key, value))
      }
      node.content = .mapping(members)
      try refuseRepeated(members)
    }
    return node
  }

  private func inner(_ depth: Int) throws(YAMLFault) -> YAMLNode? {
    guard case .start(let node) = try next() else { return nil }
    return try filled(node, depth: depth + 1)
  }

  private func refuseRepeated(_ members: [(key: YAMLNode, value: YAMLNode)]) throws(YAMLFault) {
    let groups = Dictionary(grouping: members.compactMap { $0.key }.filter { $0.text != nil }) {
      $0.text ?? ""
    }
    let repeated = groups.filter { $1.count > 1 }.sorted { $0.key < $1.key }
    guard let first = repeated.first?.value.first else { return }
    let names = repeated.prefix(4).map { PrintableText.code($0.key, limit: 40) }
    throw YAMLFault(
      line: first.line, column: first.column,
      problem: names.joined(separator: ", ") + " more than once in one mapping",
      allowed: "each key once")
  }

  private func next() throws(YAMLFault) -> Event {
    var event = unsafe yaml_event_t()
    guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw fault }
    defer { unsafe yaml_event_delete(&event) }
    let mark = unsafe event.start_mark
    func node(
      _ content: YAMLNode.Content, _ anchor: UnsafeMutablePointer<UInt8>? = nil,
      _ tag: UnsafeMutablePointer<UInt8>? = nil
    ) -> Event {
      unsafe .start(
        YAMLNode(
          content: content, line: Int(mark.line) + 1, column: Int(mark.column) + 1,
          hasAnchor: anchor != nil, tag: tag.map { unsafe String(cString: $0) }))
    }
    switch unsafe event.type {
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.data.scalar
      let text = unsafe String(
        decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
      return unsafe node(
        .scalar(text, isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE), scalar.anchor, scalar.tag)
    case YAML_SEQUENCE_START_EVENT:
      let start = unsafe event.data.sequence_start
      return unsafe node(.sequence([]), start.anchor, start.tag)
    case YAML_MAPPING_START_EVENT:
      let start = unsafe event.data.mapping_start
      return unsafe node(.mapping([]), start.anchor, start.tag)
    case YAML_ALIAS_EVENT: return node(.alias)
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: return .end
    case YAML_STREAM_END_EVENT: return .streamEnd
    default: return .other
    }
  }

  private var fault: YAMLFault {
    let state = unsafe parser.pointee
    let problem = unsafe state.problem.map { unsafe String(cString: $0) } ?? "it cannot be read"
    var (line, column) = unsafe (
      Int(state.problem_mark.line) + 1, Int(state.problem_mark.column) + 1
    )
    if unsafe state.error == YAML_READER_ERROR {
      // A character that may not be in a text: its place is in bytes.
      let before = unsafe bytes.prefix(state.problem_offset)
      let start = unsafe before.lastIndex(of: 0x0A).map { $0 + 1 } ?? before.startIndex
      line = unsafe before.count { $0 == 0x0A } + 1
      column = unsafe before[start...].count { $0 & 0xC0 != 0x80 } + 1
    }
    return YAMLFault(line: line, column: column, problem: PrintableText.escaped(problem))
  }
}

extension YAMLFault {
  /// Whether a tab stands at its place.
  fileprivate func isTab(in text: String) -> Bool {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard lines.indices.contains(line - 1) else { return false }
    return lines[line - 1].unicodeScalars.dropFirst(column - 1).first == "\t"
  }
}

import Journal

/// What happened in one attempt as a chart: a lane for the rig and for each board, and an arrow for
/// each frame. The moment of the failure and the frames around it are seen at once; the rest opens.
///
/// It is a table, which a style sheet draws as lanes, so that it can be read, searched and printed
/// without a script. It is written out here and not by a template: a page has ten thousands of these
/// rows, and a template looks every value up by its name. Every text goes through
/// ``HTMLContent/escaped(_:)``.
struct SequenceChart {
  /// Lanes of boards; frames of further ones share the last.
  private static let maximumLanes = 6
  /// Rows that are seen before and after the failure.
  private static let before = 7
  private static let after = 2
  /// Fewer rows than this are not worth folding away.
  private static let fold = 4
  /// The longest name that has room over an arrow.
  private static let maximumLabel = 24

  private let lines: [EvidenceLine]
  private let boards: [String]
  private let window: MomentWindow
  private let isPassed: Bool
  /// The heading of the times: of which clock they are.
  private let time: String

  init(
    _ attempt: Attempt, on boards: [String], of report: RunReport,
    _ describe: @escaping FrameDescriber
  ) {
    lines = report.evidence(attempt, describe)
    window = attempt.moments
    isPassed = attempt.verdict == .pass
    time = report.clock.map { "Time, \($0), s" } ?? "Time, s"
    var lanes = boards
    for line in lines where line.kind == .frame && !lanes.contains(line.board) {
      lanes.append(line.board)
    }
    self.boards = lanes
  }

  /// The HTML; empty where nothing is known of what happened.
  ///
  /// - Parameter isOpen: whether an attempt that did not pass is shown at once.
  func html(isOpen: Bool = true) -> String {
    guard !lines.isEmpty else { return "" }
    let frames = lines.count { $0.kind == .frame }
    let count = frames > 0 ? ", \(HTMLDocument.plural(frames, "frame"))" : ""
    if isPassed {
      return """
        <details class="what-happened"><summary>What happened\(count)</summary>
        \(omitted(window.droppedBefore, "earlier"))\(table(lines[...]))\
        \(omitted(window.droppedAfter, "later"))</details>

        """
    }
    let shown = shown
    let earlier = fold(lines[..<shown.lowerBound], "earlier", window.droppedBefore)
    let later = fold(lines[shown.upperBound...], "later", window.droppedAfter)
    return """
      <details class="what-happened"\(isOpen ? " open" : "")>\
      <summary>What happened around it\(count)</summary>
      \(earlier)\(table(lines[shown]))\(later)</details>

      """
  }

  /// The rows around the moment in which it went wrong; the last ones where no such moment is known.
  private var shown: Range<Int> {
    let turn = lines.firstIndex { $0.kind.isTurn }
    var start = max(0, (turn ?? lines.count) - Self.before)
    var end = min(lines.count, (turn ?? lines.count) + 1 + Self.after)
    if start < Self.fold { start = 0 }
    if lines.count - end < Self.fold { end = lines.count }
    return start..<end
  }

  private func fold(_ rows: ArraySlice<EvidenceLine>, _ when: String, _ dropped: Int) -> String {
    guard !rows.isEmpty else { return omitted(dropped, when) }
    let left = dropped > 0 ? ", \(dropped) more left out" : ""
    return "<details class=\"rest\"><summary>\(Self.lines(rows.count, when))\(left)</summary>\n"
      + table(rows) + "</details>\n"
  }

  private func omitted(_ count: Int, _ when: String) -> String {
    count > 0 ? "<p class=\"omitted\">\(Self.lines(count, when)) left out</p>\n" : ""
  }

  private static func lines(_ count: Int, _ when: String) -> String {
    HTMLDocument.plural(count, "\(when) line")
  }

  private func table(_ rows: ArraySlice<EvidenceLine>) -> String {
    let lanes = min(max(1, boards.count), Self.maximumLanes)
    var html = "<table class=\"seq n\(lanes)\"><thead><tr><th>\(time)</th><th class=\"lanes\">"
    html += "<span>rig</span>"
    for (index, board) in boards.prefix(lanes).enumerated() {
      let more = index == lanes - 1 && boards.count > lanes ? " and others" : ""
      html += " <span>\(HTMLContent.escaped(board + more))</span>"
    }
    html += "</th><th>Frame</th></tr></thead><tbody>\n"
    // What follows a step belongs to it.
    for row in rows { self.row(row, lanes, &html) }
    return html + "</tbody></table>\n"
  }

  private func row(_ line: EvidenceLine, _ lanes: Int, _ html: inout String) {
    guard line.kind == .frame else {
      html += "<tr class=\"\(line.kind.style)\"><td>\(HTMLContent.escaped(line.seconds))</td>"
      html += "<td colspan=\"2\">\(line.kind.isTurn ? "✗ " : "")\(HTMLContent.escaped(line.text))"
      html += "</td></tr>\n"
      return
    }
    let lane = min(lanes, (boards.firstIndex(of: line.board) ?? 0) + 1)
    let (label, rest) = Self.split(line.decoded)
    html += line.isSent ? "<tr class=\"out l\(lane)\"><td>" : "<tr class=\"in l\(lane)\"><td>"
    html += line.seconds
    html += "</td><td><i>"
    html += HTMLContent.escaped(label)
    html += "</i></td><td>"
    if !rest.isEmpty { html += "<span>\(HTMLContent.escaped(rest))</span>" }
    html += "<code>"
    html += line.text
    html += "</code></td></tr>\n"
  }

  /// The name of a message, for its arrow, and what it says, for the text beside; a name that is too
  /// long for an arrow stands in both.
  static func split(_ decoded: String) -> (label: String, rest: String) {
    let label = decoded.prefix { !" :,".contains($0) }
    guard label.count <= maximumLabel else { return (String(label), decoded) }
    return (String(label), String(decoded[label.endIndex...].drop { " :,".contains($0) }))
  }
}

extension EvidenceLine.Kind {
  fileprivate var style: String {
    switch self {
    case .frame: "frame"
    case .failure: "bad"
    case .step: "step"
    case .remark: "remark"
    case .link(.ending): "bad"
    case .link, .gap: "link"
    }
  }
}

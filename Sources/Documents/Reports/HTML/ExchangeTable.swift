import Journal

/// What happened in one attempt, as the part of the page that opens and closes.
///
/// It is written out here and not by a template: a page has ten thousands of these rows, and a
/// template looks every value up by its name. Every text goes through ``HTMLContent/escaped(_:)``.
struct ExchangeTable {
  private let report: RunReport
  private let attempt: Attempt
  private let describe: FrameDescriber

  init(_ attempt: Attempt, of report: RunReport, _ describe: @escaping FrameDescriber) {
    self.report = report
    self.attempt = attempt
    self.describe = describe
  }

  /// The HTML; empty where nothing is known of what happened.
  ///
  /// - Parameter isOpen: whether an attempt that did not pass is shown at once.
  func html(isOpen: Bool = true) -> String {
    let window = attempt.moments
    guard !window.kept.isEmpty else { return "" }
    let frames = window.kept.count { if case .frame = $0.kind { true } else { false } }
    let isPassed = attempt.verdict == .pass
    var html = "<details\(isOpen && !isPassed ? " open" : "")>\n<summary>"
    html += isPassed ? "What happened" : "What happened around it"
    if frames > 0 { html += ", \(HTMLDocument.plural(frames, "frame"))" }
    html += "</summary>\n"
    omitted(window.droppedBefore, "earlier", &html)
    html += """
      <table class="frames">
      <thead><tr><th>Time, s</th><th>Board</th><th>Frame</th></tr></thead>
      <tbody>

      """
    // What follows a step belongs to it.
    var isInStep = false
    for line in report.evidence(attempt, describe) {
      if line.kind == .step { isInStep = true }
      row(line, isInner: isInStep && line.kind != .step, &html)
    }
    html += "</tbody>\n</table>\n"
    omitted(window.droppedAfter, "later", &html)
    return html + "</details>\n"
  }

  private func omitted(_ count: Int, _ when: String, _ html: inout String) {
    if count > 0 { html += "<p class=\"omitted\">\(count) \(when) left out</p>\n" }
  }

  private func row(_ line: EvidenceLine, isInner: Bool, _ html: inout String) {
    html += "<tr class=\""
    html += line.kind.style
    html += isInner ? " inner\"><td>" : "\"><td>"
    html += HTMLContent.escaped(line.seconds)
    html += "</td><td>"
    html += HTMLContent.escaped(line.way)
    html += "</td><td><span class=\"hex\">"
    html += HTMLContent.escaped(line.text)
    html += "</span>"
    if !line.decoded.isEmpty {
      html += "<span class=\"decoded\">"
      html += HTMLContent.escaped(line.decoded)
      html += "</span>"
    }
    html += "</td></tr>\n"
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

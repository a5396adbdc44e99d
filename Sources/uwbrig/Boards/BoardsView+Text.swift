import Boards
import Links

extension BoardsView.Port {
  /// What stands in the way, in a few words.
  var state: String {
    switch access.state {
    case .free: "free"
    case .missing: "no node"
    case .denied: "not permitted"
    case .stale: "log in again"
    case .modemManager: "ModemManager"
    case .held: "held by \(access.holders.first?.name ?? "?")"
    }
  }
}

extension BoardsView.Part {
  /// What stands in the way of a device without ports.
  var state: String {
    if let holder { return "held by \(holder)" }
    return access.map { $0.state == .free ? "free" : "not permitted" } ?? ""
  }
}

extension BoardsView {
  /// A table, and under it what is to be said of single boards.
  func lines(width: Int?, isColoured: Bool) -> [String] {
    guard !entries.isEmpty else { return [] }
    let hasRig = entries.contains { $0.parts.contains { $0.ports.contains { $0.rigBoard != nil } } }
    var table = Table(
      [.init("BOARD", minimum: 12), .init("ADDRESS", minimum: 18), .init("IF"), .init("PORT")]
        + [.init("ROLE", minimum: 6)] + (hasRig ? [.init("RIG", minimum: 6)] : [])
        + [.init("STATE", minimum: 13)])
    var states: [String] = []
    for entry in entries {
      for (index, part) in entry.parts.enumerated() {
        let name = index == 0 ? entry.board.title : "+ \(part.recognition.title)"
        let rows = part.ports.map { port in
          ["\(port.interface)", port.node.path, port.role ?? "–"]
            + (hasRig ? [port.rigBoard ?? ""] : [])
            + [part.holder.map { "held by \($0)" } ?? port.state]
        }
        let bare = ["–", "–", "–"] + (hasRig ? [""] : []) + [part.state]
        for (row, cells) in (rows.isEmpty ? [bare] : rows).enumerated() {
          table.add((row == 0 ? [name, "\(part.address)"] : ["", ""]) + cells)
          states.append(cells.last ?? "")
        }
      }
    }
    let lines = table.lines(width: width)
    let rows = zip(lines.dropFirst(), states).map { line, state in
      isColoured ? Self.coloured(line, state) : line
    }
    return lines.prefix(1) + rows + remarks
  }

  /// One line for an event of `--watch`.
  static func line(
    _ sign: String, _ entry: Entry, _ path: String, isGone: Bool
  ) -> String {
    let parts = entry.parts.filter { $0.device.path == path }
    let words = parts.flatMap { part in
      [part.recognition.title, "\(part.address)"]
        + part.ports.map { $0.node.path + (isGone ? "" : " \($0.state)") }
    }
    return sign + " " + words.map { PrintableText.escaped($0) }.joined(separator: "  ")
  }

  /// What stands in the way and how to mend it, faults of devices, pairs that are not decided.
  private var remarks: [String] {
    var remarks: [String] = []
    func say(_ words: String, _ remedy: String = "") {
      remarks.append("")
      remarks.append(PrintableText.escaped(words, limit: 400))
      if !remedy.isEmpty { remarks.append("  mend it with: \(PrintableText.escaped(remedy))") }
    }
    for entry in entries {
      for part in entry.parts {
        for port in part.ports where !port.access.reason.isEmpty {
          say("\(part.address), \(port.node.path): \(port.access.reason)", port.access.remedy)
        }
        if let access = part.access, !access.reason.isEmpty {
          say(
            "\(part.address), the probe at \(part.device.node?.path ?? "?"): \(access.reason)",
            access.remedy)
        }
        switch part.probe {
        case .success(let information)?: say("\(part.address): \(information.words)")
        case .failure(let error)?: say("\(part.address): \(error)")
        case nil: break
        }
        for note in part.device.notes { say("\(part.address): \(note)") }
        for remark in part.recognition.remarks { say("\(part.address): \(remark)") }
      }
    }
    return remarks + undecided
  }

  private var undecided: [String] {
    var lines: [String] = []
    for entry in entries {
      guard let part = entry.parts.first, part.device.isProbe else { continue }
      for other in entry.board.undecided {
        let address =
          self.entry(with: other.path)?.parts.first.map { "\($0.address)" } ?? "path=\(other.path)"
        lines += [
          "", "\(part.address) and \(address) may be one board; this decides it:",
          "  " + PrintableText.escaped(other.how, limit: 400).replacing("\\\"", with: "\""),
        ]
      }
    }
    return lines
  }

  private static func coloured(_ line: String, _ state: String) -> String {
    let shown = PrintableText.escaped(state, limit: 400)
    guard !shown.isEmpty, line.hasSuffix(shown) else { return line }
    let colour = state == "free" ? 32 : state.hasPrefix("held") ? 33 : 31
    return line.dropLast(shown.count) + "\u{1B}[\(colour)m\(shown)\u{1B}[0m"
  }
}

extension JLinkInformation {
  /// One line for a person.
  var words: String {
    var words = firmware
    if let hardwareVersion { words += ", hardware \(hardwareVersion)" }
    words += ", target \(targetMillivolts) mV"
    if let targetMilliamperes { words += ", \(targetMilliamperes) mA" }
    return words
  }
}

package import AttachedBoards
package import Boards
import BootProtocols
import Links
import Notation
import Reports

extension BoardsView.Port {
  /// What stands in the way, in a few words.
  package var state: String {
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
  package var state: String {
    if let holder { return "held by \(holder)" }
    return access.map { $0.state == .free ? "free" : "not permitted" } ?? ""
  }
}

extension BoardsView {
  /// A table, and under it what is to be said of single boards.
  ///
  /// - Parameter wrapping: columns into which what is said of single boards is to fit; nil for lines
  ///   as long as they are.
  package func lines(width: Int?, isColoured: Bool, wrapping: Int? = nil) -> [String] {
    guard !entries.isEmpty else { return [] }
    let hasRig = entries.contains { $0.parts.contains { $0.ports.contains { $0.rigBoard != nil } } }
    let hasFirmware = entries.contains { $0.parts.contains { $0.firmware != nil } }
    var table = Table(
      [.init("BOARD", minimum: 12), .init("ADDRESS", minimum: 24), .init("IF"), .init("PORT")]
        + [.init("ROLE", minimum: 6)] + (hasFirmware ? [.init("SPEAKS")] : [])
        + (hasRig ? [.init("RIG", minimum: 6)] : [])
        + [.init("STATE", minimum: 13)])
    var states: [String] = []
    for entry in entries {
      for (index, part) in entry.parts.enumerated() {
        let name = index == 0 ? entry.board.title : "+ \(part.recognition.title)"
        let missing = part.missing.map { port in
          ["\(port.interface)", "–", port.role ?? "–"] + (hasFirmware ? [""] : [])
            + (hasRig ? [""] : []) + ["no port"]
        }
        let present = part.ports.map { port in
          ["\(port.interface)", port.node.path, port.role ?? "–"]
            + (hasFirmware ? [port.speaks?.firmware?.rawValue ?? ""] : [])
            + (hasRig ? [port.rigBoard ?? ""] : [])
            + [part.holder.map { "held by \($0)" } ?? port.state]
        }
        let rows = present + missing
        let bare =
          ["–", "–", "–"] + (hasFirmware ? [""] : []) + (hasRig ? [""] : []) + [part.state]
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
    return lines.prefix(1) + rows + remarks(wrapping)
  }

  /// One line for an event of `--watch`.
  package static func line(
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
  private func remarks(_ width: Int?) -> [String] {
    let parts = entries.flatMap(\.parts)
    var remarks = Remarks()
    for part in parts {
      for port in part.ports {
        remarks.add(port.access.reason, about: port.node.path, remedy: port.access.remedy)
      }
      if let access = part.access {
        remarks.add(access.reason, about: part.device.node?.path ?? "", remedy: access.remedy)
      }
    }
    for missing in parts.flatMap(\.missing) {
      remarks.add(
        "no serial port: \(missing.reason)", about: "path=\(missing.device.path)",
        remedy: missing.remedy)
    }
    for entry in entries where entry.pairing == .remembered {
      let addresses = entry.parts.map { "\($0.address)" }.joined(separator: " and ")
      remarks.add(
        "one board: `uwbrig boards --chips` or inspect has read so earlier; --chips reads again",
        about: addresses)
    }
    for part in parts {
      switch part.probe {
      case .success(let information)?: remarks.add(information.words, about: "\(part.address)")
      case .failure(let error)?: remarks.add("\(error)", about: "\(part.address)")
      case nil: break
      }
      for remark in part.device.notes + part.recognition.remarks {
        remarks.add(remark, about: "\(part.address)")
      }
    }
    return remarks.lines(width) + undecided
  }

  /// One block a probe; what each answer means stands below its command.
  private var undecided: [String] {
    let probes = entries.filter {
      $0.parts.first?.device.isProbe == true && !$0.board.undecided.isEmpty
    }
    let shown = probes.prefix(4).flatMap { entry -> [String] in
      let answers = entry.board.undecided.map { other in
        let part = self.entry(with: other.path)?.parts.first
        return "    \(other.answer) says that it is \(part.map { "\($0.address)" } ?? other.path)"
      }
      let address = entry.parts.first.map { "\($0.address)" } ?? ""
      return [
        "",
        "\(address) may be one board with another device; `uwbrig boards --chips` finds out, or by hand:",
      ]
        + ["  \(entry.board.undecided.first?.command ?? "")"] + answers
    }
    let rest = probes.count - 4
    return shown + (rest > 0 ? ["", "\(rest) more probes are in doubt; --json has them."] : [])
  }

  private static func coloured(_ line: String, _ state: String) -> String {
    let shown = PrintableText.escaped(state, limit: 400)
    guard !shown.isEmpty, line.hasSuffix(shown) else { return line }
    let colour = state == "free" ? 32 : state.hasPrefix("held") ? 33 : 31
    return line.dropLast(shown.count) + "\u{1B}[\(colour)m\(shown)\u{1B}[0m"
  }
}

extension JLinkInformation {
  package var words: String {
    var words = firmware
    if let hardwareVersion { words += ", hardware \(hardwareVersion)" }
    words += ", target \(targetMillivolts) mV"
    if let targetMilliamperes { words += ", \(targetMilliamperes) mA" }
    return words
  }
}

/// Remarks, each said once with everything that it is about.
private struct Remarks {
  private var items: [(words: String, remedy: String, about: [String])] = []

  mutating func add(_ words: String, about: String, remedy: String = "") {
    guard !words.isEmpty else { return }
    if let index = items.firstIndex(where: { $0.words == words && $0.remedy == remedy }) {
      items[index].about.append(about)
    } else {
      items.append((words, remedy, [about]))
    }
  }

  func lines(_ width: Int?) -> [String] {
    items.flatMap { item in
      let rest = item.about.count - 6
      let about =
        item.about.prefix(6).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
      let words = PrintableText.escaped("\(about): \(item.words)", limit: 600)
      let remedy = PrintableText.escaped(item.remedy, limit: 400)
      return [""] + (width.map { Wrapping.lines(words, width: $0, indent: 2) } ?? [words])
        + (item.remedy.isEmpty ? [] : ["  fix it with: \(remedy)"])
    }
  }
}

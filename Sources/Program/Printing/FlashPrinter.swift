import Boards
import BootProtocols
package import FirmwareImages
package import Flashing
import Journal
package import LabRuntime
import Links
import Notation
import Reports
import RigFile
import Synchronization
package import Terminal

/// Says what `flash` is going to do, does, and has done: for a person, or an object a line.
package final class FlashPrinter: Sendable {
  private struct State {
    var shown: [String: Shown] = [:]
    /// What a board held of the image before this flash.
    var held: [String: Int] = [:]
  }

  private struct Shown {
    var phase = ""
    var quarter = -1
    var began = LabInstant.zero
    /// What was there when the phase began: an earlier flash's, and no work of this one.
    var start = 0
    /// Whether a remark came last: where it goes on from is no work of this flash.
    var isAfterRemark = false
    var line = ""
  }

  private let common: any Presentation
  private let attached: AttachedTarget?
  private let isAlone: Bool
  private let speaks: Bool
  private let redraws: Bool
  private let state = Mutex(State())

  /// The summary of a number of boards; `speaks` is false where standard output belongs to another
  /// document.
  ///
  /// - Parameter attached: the board, where it stands in no rig file and is called by its address.
  package init(
    _ common: any Presentation, boards: Int, speaks: Bool = true, attached: AttachedTarget? = nil
  ) {
    self.common = common
    self.attached = attached
    self.speaks = speaks
    isAlone = boards == 1
    redraws = Terminal.canRedraw(.error) && isAlone
  }

  private var isJSON: Bool { common.json && speaks }

  private func say(_ line: String) {
    if speaks { Output.result(line) } else { common.remark(line) }
  }

  package func show(_ plan: FlashOutline, _ findings: [ImageFinding], for board: String) {
    if isJSON {
      return FlashDocument(plan, findings, for: board, attached).printLine()
    }
    if let remark = attached?.remark { common.remark(remark) }
    if let warning = plan.warning { Output.diagnostic("\(board): \(warning)") }
    for finding in findings where finding.severity != .note || !common.quiet {
      Output.diagnostic("\(board): \(finding)")
    }
    guard !common.quiet else { return }
    say("\(board)  \(plan.route)")
    if let attached { say("  board     \(attached.description)") }
    say("  image     \(plan.image): \(plan.format.name), \(Self.bytes(plan.bytes))")
    say("  method    \(plan.title)")
    if let entry = plan.entry { say("  enters    \(entry)") }
    for stage in plan.stages {
      let places = stage.segments.prefix(8).map { segment in
        "0x" + String(segment.lowerBound, radix: 16) + " (\(Self.bytes(segment.count)))"
      }
      let more = stage.segments.count > 8 ? ", and \(stage.segments.count - 8) more" : ""
      let text =
        places.isEmpty
        ? "\(stage.what) (\(Self.bytes(stage.bytes)))"
        : places.joined(separator: ", ") + more
      let detail = stage.detail.isEmpty ? "" : ", " + PrintableText.escaped(stage.detail)
      say("  writes    \(text)\(detail)")
    }
    if let erases = plan.erases { say("  erases    \(erases)") }
    say("  keeps     \(plan.preserves)")
    say("  verifies  \(plan.verification)")
  }

  package func note(
    _ report: LineSession.Report, of board: String, at now: LabInstant
  ) {
    switch report {
    case .note(let text), .remark(let text):
      let isRemark = if case .remark = report { true } else { false }
      if isRemark { state.withLock { $0.shown[board] = Shown(isAfterRemark: true) } }
      if isJSON {
        return FlashDocument(event: .note, board: board, text: text).printLine()
      }
      let line = "\(board): \(PrintableText.escaped(text))"
      if isRemark { common.remark(line) } else { common.detail(line) }
    case .progress(let progress):
      let shown = state.withLock { state -> (line: String, isNews: Bool) in
        var shown = state.shown[board] ?? Shown()
        if shown.isAfterRemark { state.held[board] = progress.done }
        if shown.phase != progress.phase {
          shown = Shown(phase: progress.phase, began: now, start: progress.done)
        }
        let quarter = progress.total > 0 ? progress.done * 4 / progress.total : 0
        let isNews = quarter != shown.quarter
        shown.quarter = quarter
        shown.line = Self.line(progress, since: shown.began, from: shown.start, now)
        state.shown[board] = shown
        return (shown.line, isNews)
      }
      if isJSON {
        if shown.isNews {
          FlashDocument(
            event: .progress, board: board, phase: progress.phase, done: progress.done,
            total: progress.total
          ).printLine()
        }
      } else if common.quiet {
        return
      } else if redraws {
        Output.progress(Self.fitting("\(board)  \(PrintableText.escaped(shown.line))"))
      } else if shown.isNews {
        Output.diagnostic("\(board): \(shown.line)")
      }
    }
  }

  package func done(_ board: String, _ plan: FlashOutline, in time: Duration, isProved: Bool) {
    Output.progress("")
    let seconds = Double(time.nanoseconds) / 1e9
    if isJSON {
      return FlashDocument(
        event: .done, board: board, bytes: plan.bytes, seconds: seconds, verified: isProved
      ).printLine()
    }
    let held = min(plan.bytes, state.withLock { $0.held[board] ?? 0 })
    let written = Double(plan.bytes - held)
    let rate = seconds > 0 ? ", \(Figures.fixed(written / 1000 / seconds, 1)) kB/s" : ""
    let there = held > 0 ? ", of which \(Self.grouped(held)) were there," : ""
    say(
      "\(board): done, \(Self.bytes(plan.bytes))\(there) in \(Figures.fixed(seconds, 1)) s\(rate), "
        + (isProved ? "verified" : "not verified"))
    if let afterwards = plan.afterwards { common.remark("\(board): \(afterwards)") }
  }

  package func alreadyThere(_ board: String, _ plan: FlashOutline) {
    Output.progress("")
    if isJSON { return FlashDocument(event: .alreadyThere, board: board).printLine() }
    say("\(board): has \(plan.image) already, nothing was written")
  }

  /// A board is not flashed.
  ///
  /// - Parameter command: what flashes it again; shown where that is what mends it.
  package func failed(_ board: String, _ error: FlashError, again command: String?) {
    Output.progress("")
    let command = error.isMendedByRepeating ? command : nil
    if isJSON {
      return FlashDocument(
        event: .failed, board: board, code: error.code.rawValue, message: error.message,
        touched: error.imageTouched, advice: error.advice, command: command
      ).printLine()
    }
    Output.diagnostic("Error: \(board): \(error.message)")
    Output.diagnostic("  state  \(error.state)")
    Output.diagnostic("  next   \(error.advice)")
    if let command { Output.diagnostic("  again  \(command)") }
  }

  /// `write [######    ]  60 %  9.8 kB/s  2 s left`.
  private static func line(
    _ progress: BootProgress, since began: LabInstant, from start: Int, _ now: LabInstant
  ) -> String {
    let (phase, done, total) = (progress.phase, progress.done, progress.total)
    guard total > 0 else { return phase }
    let share = min(1, max(0, Double(done) / Double(total)))
    let full = Int(share * 20)
    let bar = String(repeating: "#", count: full) + String(repeating: " ", count: 20 - full)
    let seconds = Double(began.duration(to: now).nanoseconds) / 1e9
    var text = "\(phase) [\(bar)] \(Int(share * 100)) %"
    if seconds > 0.2, done > start {
      let rate = Double(done - start) / seconds
      text += "  \(Figures.fixed(rate / 1000, 1)) kB/s"
      if done < total { text += "  \(Int((Double(total - done) / rate).rounded(.up))) s left" }
    }
    return done < total ? text : text + "  waiting for the board to finish \(phase)"
  }

  /// A line that a narrow terminal does not break: without its bar, and else cut.
  private static func fitting(_ line: String) -> String {
    let width = (Terminal.width(.error) ?? 80) - 1
    guard DisplayWidth.of(line) > width else { return line }
    let short = line.replacing(#/\[[\x23 ]*\] /#, with: "")
    return DisplayWidth.of(short) > width ? String(short.prefix(width)) : short
  }

  /// `1 byte`, `48 312 bytes`
  private static func bytes(_ count: Int) -> String {
    grouped(count) + (count == 1 ? " byte" : " bytes")
  }

  private static func grouped(_ number: Int) -> String {
    var text = ""
    for (index, digit) in String(number).reversed().enumerated() {
      if index > 0, index.isMultiple(of: 3) { text.append(" ") }
      text.append(digit)
    }
    return String(text.reversed())
  }
}

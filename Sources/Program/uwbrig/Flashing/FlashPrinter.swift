import Boards
import BootProtocols
import FirmwareImages
import Flashing
import Journal
import LabRuntime
import Links
import Notation
import Reports
import RigFile
import Synchronization

/// Says what `flash` is going to do, does, and has done: for a person, or an object a line.
final class FlashPrinter: Sendable {
  private static let schema = "uwbrig.flash/1"

  private struct State {
    var shown: [String: Shown] = [:]
    /// What a board held of the image before this flash.
    var held: [String: Int] = [:]
  }

  /// What was last said of a board.
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

  private let common: CommonOptions
  private let attached: AttachedTarget?
  private let isAlone: Bool
  private let speaks: Bool
  private let redraws: Bool
  private let state = Mutex(State())

  /// What is said of so many boards; `speaks` is false where standard output belongs to another
  /// document.
  ///
  /// - Parameter attached: the board, where it stands in no rig file and is called by its address.
  init(
    _ common: CommonOptions, boards: Int, speaks: Bool = true, attached: AttachedTarget? = nil
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

  /// The plan of one board.
  func show(_ plan: FlashOutline, _ findings: [ImageFinding], for board: String) {
    if isJSON {
      var members: [JSONValue.Member] = [
        .init("link", .string(plan.way)),
        .init("method", .string(plan.method)),
        .init("image", .string(plan.image)),
        .init("format", .string(plan.format.rawValue)),
        .init("bytes", .integer(Int64(plan.bytes))),
        .init("stages", .array(plan.stages.map(Self.json))),
        .init("verification", .string(plan.verification)),
        .init("preserves", .string(plan.preserves)),
        .init("findings", .array(findings.map(Self.json))),
      ]
      if let attached {
        members.append(.init("profile", .string(attached.profile.name)))
        members.append(.init("device", .string(attached.words)))
      }
      if let afterwards = plan.afterwards {
        members.append(.init("afterwards", .string(afterwards)))
      }
      if let entry = plan.entry { members.append(.init("entry", .string(entry))) }
      if let erases = plan.erases { members.append(.init("erases", .string(erases))) }
      return emit("plan", board, members)
    }
    if let remark = attached?.remark { common.remark(remark) }
    if let warning = plan.warning { Output.diagnostic("\(board): \(warning)") }
    for finding in findings where finding.severity != .note || !common.quiet {
      Output.diagnostic("\(board): \(finding)")
    }
    guard !common.quiet else { return }
    say("\(board)  \(plan.way)")
    if let attached { say("  board     \(attached.words)") }
    say("  image     \(plan.image): \(plan.format.name), \(Self.bytes(plan.bytes))")
    say("  method    \(plan.title)")
    if let entry = plan.entry { say("  enters    \(entry)") }
    for stage in plan.stages {
      let places = stage.segments.prefix(8).map { segment in
        "0x" + String(segment.address, radix: 16) + " (\(Self.bytes(segment.count)))"
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

  /// What a programmer reports.
  func note(
    _ report: LineSession.Report, of board: String, at now: LabInstant
  ) {
    switch report {
    case .note(let text):
      if isJSON {
        emit("note", board, [.init("text", .string(text))])
      } else {
        common.detail("\(board): \(PrintableText.escaped(text))")
      }
    case .remark(let text):
      state.withLock { $0.shown[board] = Shown(isAfterRemark: true) }
      if isJSON {
        emit("note", board, [.init("text", .string(text))])
      } else {
        common.remark("\(board): \(PrintableText.escaped(text))")
      }
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
          emit(
            "progress", board,
            [
              .init("phase", .string(progress.phase)),
              .init("done", .integer(Int64(progress.done))),
              .init("total", .integer(Int64(progress.total))),
            ])
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

  /// A board is flashed.
  func done(_ board: String, _ plan: FlashOutline, in time: Duration, isProved: Bool) {
    Output.progress("")
    let seconds = Double(time.nanoseconds) / 1e9
    if isJSON {
      return emit(
        "done", board,
        [
          .init("bytes", .integer(Int64(plan.bytes))), .init("seconds", .number(seconds)),
          .init("verified", .bool(isProved)),
        ])
    }
    let held = min(plan.bytes, state.withLock { $0.held[board] ?? 0 })
    let written = Double(plan.bytes - held)
    let rate = seconds > 0 ? ", \(Self.decimal(written / 1000 / seconds)) kB/s" : ""
    let there = held > 0 ? ", of which \(Self.grouped(held)) were there," : ""
    say(
      "\(board): done, \(Self.bytes(plan.bytes))\(there) in \(Self.decimal(seconds)) s\(rate), "
        + (isProved ? "verified" : "not verified"))
    if let afterwards = plan.afterwards { common.remark("\(board): \(afterwards)") }
  }

  /// A board has the image already.
  func alreadyThere(_ board: String, _ plan: FlashOutline) {
    Output.progress("")
    if isJSON { return emit("already-there", board, []) }
    say("\(board): has \(plan.image) already, nothing was written")
  }

  /// A board is not flashed.
  ///
  /// - Parameter command: what flashes it again; shown where that is what mends it.
  func failed(_ board: String, _ error: FlashError, again command: String?) {
    Output.progress("")
    let command = error.isMendedByRepeating ? command : nil
    if isJSON {
      let again = command.map { [JSONValue.Member("command", .string($0))] } ?? []
      return emit(
        "failed", board,
        [
          .init("code", .string(error.code.rawValue)), .init("message", .string(error.message)),
          .init("touched", .bool(error.imageTouched)), .init("advice", .string(error.advice)),
        ] + again)
    }
    Output.diagnostic("Error: \(board): \(error.message)")
    Output.diagnostic("  state  \(error.state)")
    Output.diagnostic("  next   \(error.advice)")
    if let command { Output.diagnostic("  again  \(command)") }
  }

  private func emit(_ event: String, _ board: String, _ members: [JSONValue.Member]) {
    let object = JSONValue.object(
      [
        .init("schema", .string(Self.schema)), .init("event", .string(event)),
        .init("board", .string(board)),
      ] + members)
    Output.result(String(decoding: object.encoded, as: UTF8.self))
  }

  private static func json(_ finding: ImageFinding) -> JSONValue {
    .object([
      .init("severity", .string(finding.severity.rawValue)), .init("code", .string(finding.code)),
      .init("sentence", .string(finding.sentence)), .init("advice", .string(finding.advice)),
    ])
  }

  private static func json(_ stage: FlashOutline.Stage) -> JSONValue {
    .object([
      .init("what", .string(stage.what)), .init("detail", .string(stage.detail)),
      .init("bytes", .integer(Int64(stage.bytes))),
      .init(
        "segments",
        .array(
          stage.segments.map {
            .object([
              .init("address", .integer(Int64($0.address))),
              .init("bytes", .integer(Int64($0.count))),
            ])
          })),
    ])
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
      text += "  \(decimal(rate / 1000)) kB/s"
      if done < total { text += "  \(Int((Double(total - done) / rate).rounded(.up))) s left" }
    }
    return text
  }

  /// A line that a narrow terminal does not break: without its bar, and else cut.
  private static func fitting(_ line: String) -> String {
    let width = (Terminal.width(.error) ?? 80) - 1
    guard DisplayWidth.of(line) > width else { return line }
    let short = line.replacing(#/\[[\x23 ]*\] /#, with: "")
    return DisplayWidth.of(short) > width ? String(short.prefix(width)) : short
  }

  private static func decimal(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
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

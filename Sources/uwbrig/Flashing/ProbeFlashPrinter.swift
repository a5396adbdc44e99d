import BootProtocols
import FirmwareImages
import Flashing
import Journal
import LabRuntime
import Notation
import Synchronization

/// Says what a flash through a probe is going to do, does, and has done; the events are those of
/// every flash.
final class ProbeFlashPrinter: Sendable {
  private struct Shown {
    var phase = ""
    var quarter = -1
    var began = LabInstant.zero
  }

  private let common: CommonOptions
  private let board: String
  private let redraws: Bool
  private let shown = Mutex(Shown())

  init(_ common: CommonOptions, board: String) {
    self.common = common
    self.board = board
    redraws = Terminal.canRedraw(.error)
  }

  func show(_ plan: ProbePlan, _ found: FoundTool) {
    let segments = plan.image.contents.segments
    if common.json {
      return emit(
        "plan",
        [
          .init("link", .string("probe:\(plan.target.serial)")),
          .init("method", .string(plan.tool.rawValue)),
          .init("image", .string(plan.image.name)),
          .init("format", .string(plan.image.format.rawValue)),
          .init("bytes", .integer(Int64(plan.bytes))),
          .init(
            "stages",
            .array([
              .object([
                .init("what", .string("flash")), .init("bytes", .integer(Int64(plan.bytes))),
                .init(
                  "segments",
                  .array(
                    segments.map {
                      .object([
                        .init("address", .integer(Int64($0.address))),
                        .init("bytes", .integer(Int64($0.bytes.count))),
                      ])
                    })),
              ])
            ])),
          .init("verification", .string(verification(plan))),
          .init("preserves", .string(plan.preserves)),
        ])
    }
    if let warning = plan.warning { Output.diagnostic("\(board): \(warning)") }
    guard !common.quiet else { return }
    Output.result("\(board)  probe \(plan.target.serial), \(plan.target.chip.name)")
    Output.result("  image     \(plan.image.name): \(plan.image.format.name), \(plan.bytes) bytes")
    let trust = plan.tool.isVerified ? "" : " (this way was not tried with the program itself)"
    Output.result("  method    \(plan.tool.title) \(found.version)\(trust)")
    let places = segments.prefix(8).map {
      "0x\(String($0.address, radix: 16)) (\($0.bytes.count) bytes)"
    }
    let more = segments.count > 8 ? ", and \(segments.count - 8) more" : ""
    Output.result("  writes    " + places.joined(separator: ", ") + more)
    let pages = plan.pages.map {
      "0x\(String($0.lowerBound, radix: 16))–0x\(String($0.upperBound - 1, radix: 16))"
    }
    Output.result(
      "  erases    "
        + (plan.options.erase == .all ? "everything" : pages.prefix(8).joined(separator: ", ")))
    Output.result("  keeps     \(plan.preserves)")
    Output.result("  verifies  \(verification(plan))")
  }

  private func verification(_ plan: ProbePlan) -> String {
    plan.options.verifies ? plan.tool.verification : "nothing (--no-verify)"
  }

  func note(_ report: LineSession.Report, at now: LabInstant) {
    switch report {
    case .note(let text):
      if common.json {
        emit("note", [.init("text", .string(text))])
      } else if !common.quiet {
        Output.diagnostic("\(board): \(PrintableText.escaped(text))")
      }
    case .progress(let progress):
      let (isNews, began) = shown.withLock { shown -> (Bool, LabInstant) in
        if shown.phase != progress.phase { shown = Shown(phase: progress.phase, began: now) }
        let quarter = progress.total > 0 ? progress.done * 4 / progress.total : 0
        defer { shown.quarter = quarter }
        return (quarter != shown.quarter, shown.began)
      }
      if common.json {
        guard isNews else { return }
        emit(
          "progress",
          [
            .init("phase", .string(progress.phase)), .init("done", .integer(Int64(progress.done))),
            .init("total", .integer(Int64(progress.total))),
          ])
      } else if !common.quiet, redraws || isNews {
        let line = Self.line(progress, began, now)
        if redraws {
          Output.progress("\(board)  \(line)")
        } else {
          Output.diagnostic("\(board): \(line)")
        }
      }
    }
  }

  func done(_ plan: ProbePlan, in time: Duration) {
    Output.progress("")
    let seconds = Double(time.nanoseconds) / 1e9
    if common.json {
      return emit(
        "done",
        [
          .init("bytes", .integer(Int64(plan.bytes))), .init("seconds", .number(seconds)),
          .init("verified", .bool(plan.options.verifies)),
        ])
    }
    Output.result(
      "\(board): done, \(plan.bytes) bytes in \(Self.decimal(seconds)) s, "
        + (plan.options.verifies ? "verified" : "not verified"))
  }

  func failed(_ error: FlashError) {
    Output.progress("")
    if common.json {
      return emit(
        "failed",
        [
          .init("code", .string(error.code.rawValue)), .init("message", .string(error.message)),
          .init("touched", .bool(error.imageTouched)), .init("advice", .string(error.advice)),
        ])
    }
    Output.diagnostic("Error: \(board): \(error.message)")
    Output.diagnostic("  state  \(error.state)")
    Output.diagnostic("  next   \(error.advice)")
  }

  private func emit(_ event: String, _ members: [JSONValue.Member]) {
    let object = JSONValue.object(
      [
        .init("schema", .string("uwbrig.flash/1")), .init("event", .string(event)),
        .init("board", .string(board)),
      ] + members)
    Output.result(String(decoding: object.encoded, as: UTF8.self))
  }

  private static func line(_ progress: BootProgress, _ began: LabInstant, _ now: LabInstant)
    -> String
  {
    guard progress.total > 0 else { return progress.phase }
    let share = min(1, max(0, Double(progress.done) / Double(progress.total)))
    let full = Int(share * 20)
    let bar = String(repeating: "#", count: full) + String(repeating: " ", count: 20 - full)
    var text = "\(progress.phase) [\(bar)] \(Int(share * 100)) %"
    let seconds = Double(began.duration(to: now).nanoseconds) / 1e9
    if seconds > 0.2, progress.done > 0 {
      let rate = Double(progress.done) / seconds
      text += "  \(decimal(rate / 1000)) kB/s"
      if progress.done < progress.total {
        text += "  \(Int((Double(progress.total - progress.done) / rate).rounded(.up))) s left"
      }
    }
    return text
  }

  private static func decimal(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}

import BootProtocols
import FirmwareImages
import FoundationEssentials
import LabRuntime
import WireFormat

/// One run of a program in the course of a flash.
struct ToolStep: Equatable, Sendable {
  var doing: String
  /// The word under which its progress is shown; nil for a step that reports none.
  var phase: String?
  var arguments: [String]
  /// Whether the board is another one once it was begun.
  var touches = true
  /// Failing output even with status 0: J-Link Commander ends well whatever happened.
  var failure: [String] = []
}

/// What a program that is started for each step is told, and how its words are read.
///
/// Command lines are those of the makers' documentation; where ``ProbeTool/isVerified`` is false they
/// were not tried with the program itself.
protocol ToolLanguage: Sendable {
  /// The steps of a flash. `files` gives the path of a file with the image in a form.
  func steps(_ plan: ProbePlan, _ files: ToolFiles) throws(FlashError) -> [ToolStep]
  /// How far it is, in percent, where a line says so.
  func percentage(_ line: String) -> Int?
  func message(_ line: String) -> String?
}

extension ToolLanguage {
  func percentage(_ line: String) -> Int? { ProbeFailure.percentage(in: line) }
  func message(_ line: String) -> String? { line }
}

/// Files for a program, in the folder of one flash.
struct ToolFiles: Sendable {
  let folder: ToolFolder

  func hex(_ image: SparseImage) throws(FlashError) -> String {
    try folder.write(IntelHex.text(of: image), to: "image.hex")
  }

  /// A run of the image as raw bytes.
  func binary(_ segment: ImageSegment) throws(FlashError) -> String {
    try folder.write(segment.bytes, to: "at-\(String(segment.address, radix: 16)).bin")
  }

  func script(_ lines: [String], _ name: String) throws(FlashError) -> String {
    try folder.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: name)
  }

  /// Where a program is to put what it reads.
  func output(_ name: String) -> String { folder.path(name) }
}

extension ProbeTool {
  /// The language of the programs that are started for each step; nil for OpenOCD, which is talked to.
  var language: (any ToolLanguage)? {
    switch self {
    case .openocd: nil
    case .nrfutil: NRFUtil()
    case .jlink: JLinkCommander()
    case .pyocd: PyOCD()
    case .probeRS: ProbeRS()
    }
  }
}

/// A flash by a program that is started for each step.
struct ToolFlash {
  let plan: ProbePlan
  let found: FoundTool
  let lab: Lab

  /// Returns what was read out before it was erased.
  func perform(
    _ report: (LineSession.Report) -> Void
  ) async throws(FlashError) -> [PageCopy] {
    guard let language = found.tool.language else { return [] }
    let folder = try ToolFolder()
    defer { folder.remove() }
    var isTouched = false
    var copies: [PageCopy] = []
    for step in try language.steps(plan, ToolFiles(folder: folder)) {
      try await perform(step, language, &isTouched, report)
      if step.phase == "backup" { copies = try keepCopies(folder, report) }
    }
    return copies
  }

  private func perform(
    _ step: ToolStep, _ language: any ToolLanguage, _ isTouched: inout Bool,
    _ report: (LineSession.Report) -> Void
  ) async throws(FlashError) {
    let total = plan.bytes
    if let phase = step.phase {
      report(.progress(BootProgress(phase: phase, done: 0, total: total)))
    }
    let wasTouched = isTouched
    isTouched = isTouched || step.touches
    var said: [String] = []
    let output: ToolProcess.Output
    do throws(FlashError) {
      output = try await ToolProcess(lab: lab, command: ToolCommand(found.path, step.arguments))
        .output(within: .seconds(600)) { line in
          if let phase = step.phase, let percent = language.percentage(line) {
            let done = total * min(percent, 100) / 100
            report(.progress(BootProgress(phase: phase, done: done, total: total)))
          }
          if let message = language.message(line) { said.append(message) }
        }
    } catch {
      var error = error
      error.imageTouched = isTouched
      error.way = .probe
      throw error
    }
    let text = said.joined(separator: "\n").lowercased()
    guard output.status == 0, !step.failure.contains(where: text.contains) else {
      let error = ProbeFailure.error(
        found.tool, status: output.status, lines: said, isTouched: isTouched, doing: step.doing)
      // A probe that was not found, or a chip that is locked, has not been written to.
      guard [.line, .locked, .noAnswer].contains(error.code) else { throw error }
      var early = error
      early.imageTouched = wasTouched
      throw early
    }
    if let phase = step.phase {
      report(.progress(BootProgress(phase: phase, done: total, total: total)))
    }
  }

  /// Moves what was read out to where it stays.
  private func keepCopies(
    _ folder: ToolFolder, _ report: (LineSession.Report) -> Void
  ) throws(FlashError) -> [PageCopy] {
    var copies: [PageCopy] = []
    for area in plan.lost {
      let contents = FileManager.default.contents(
        atPath: folder.path("backup-\(area.range.lowerBound).bin"))
      guard let contents, contents.count == area.range.count else {
        throw FlashError(
          .tool, "\(found.tool.title) did not read \(area.name) out",
          advice: "Take --method openocd; nothing was erased.", by: .probe)
      }
      let page = PageCopy(area: area, bytes: Array(contents))
      try page.keep(behind: plan.target.serial, in: plan.options.backupFolder, report)
      copies.append(page)
    }
    return copies
  }
}

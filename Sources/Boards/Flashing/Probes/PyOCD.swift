import FirmwareImages
import WireFormat

/// pyOCD (pyocd.io).
///
/// It opens locked chips by erasing them unless it is told not to. Command lines and the words for a
/// missing probe were seen with pyOCD 0.46; a flash was not, for want of a probe that it can use.
struct PyOCD: ToolLanguage {
  func steps(_ plan: ProbePlan, _ files: ToolFiles) throws(FlashError) -> [ToolStep] {
    let chip = plan.target.chip.name.lowercased()
    let probe = [
      // Without -W it waits for a probe for ever.
      "-W", "-t", chip, "-u", plan.target.serial, "-f", "\(plan.target.speed)000", "-O",
      "auto_unlock=\(plan.options.recovers)",
    ]
    var steps: [ToolStep] = []
    if !plan.lost.isEmpty {
      let reads = plan.lost.flatMap { area in
        [
          "-c",
          "savemem \(area.range.lowerBound) \(area.range.count) "
            + files.output("backup-\(area.range.lowerBound).bin"),
        ]
      }
      steps.append(
        ToolStep(
          doing: "reading out what would be lost", phase: "backup",
          arguments: ["commander"] + probe + reads, touches: false, failure: Self.failed))
    }
    steps.append(
      ToolStep(
        doing: "writing the flash", phase: "write",
        arguments: ["load"] + probe + [
          "-e", plan.options.erase == .all ? "chip" : "sector", "--format", "hex",
          try files.hex(plan.image.contents),
        ]))
    if plan.options.verifies {
      var compares: [String] = []
      for segment in plan.image.contents.segments {
        compares += ["-c", "compare \(segment.address) \(try files.binary(segment))"]
      }
      steps.append(
        ToolStep(
          doing: "verifying the flash", phase: "verify",
          arguments: ["commander"] + probe + compares, failure: Self.failed))
    }
    return steps
  }

  /// What its commander says of a command that failed, while it ends with status 0.
  private static let failed = ["mismatch", "error:", "exception"]
}

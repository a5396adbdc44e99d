import FirmwareImages
import WireFormat

/// SEGGER's J-Link Commander, told what to do by a script. Not tried with the program itself.
struct JLinkCommander: ToolLanguage {
  func steps(_ plan: ProbePlan, _ files: ToolFiles) throws(FlashError) -> [ToolStep] {
    var steps: [ToolStep] = []
    if !plan.lost.isEmpty {
      let reads = plan.lost.map { area in
        "savebin \(files.output("backup-\(area.range.lowerBound).bin")), "
          + "\(Self.hex(area.range.lowerBound)), \(Self.hex(area.range.count))"
      }
      steps.append(
        ToolStep(
          doing: "reading out what would be lost", phase: "backup",
          arguments: Self.arguments(
            plan.target, try files.script(reads + ["exit"], "backup.jlink")),
          touches: false, failure: Self.failed))
    }
    var lines = ["r"]
    if plan.options.erase == .all { lines.append("erase") }
    lines.append("loadfile \(try files.hex(plan.image.contents))")
    if plan.options.verifies {
      for segment in plan.image.contents.segments {
        lines.append(
          "verifybin \(try files.binary(segment)), \(Self.hex(segment.range.lowerBound))")
      }
    }
    lines += ["r", "g", "exit"]
    steps.append(
      ToolStep(
        doing: "writing the flash", phase: "write",
        arguments: Self.arguments(plan.target, try files.script(lines, "flash.jlink")),
        failure: Self.failed))
    return steps
  }

  /// Its words for a failure, whatever status it ends with.
  static let failed = [
    "verify failed", "error while programming", "failed to download", "cannot connect to",
    "could not connect", "error:", "****** error",
  ]

  static func arguments(_ target: ProbeTarget, _ script: String) -> [String] {
    [
      "-NoGui", "1", "-ExitOnError", "1", "-device", target.device, "-if", "SWD", "-speed",
      "\(target.speed)", "-autoconnect", "1", "-USB", target.serial, "-CommandFile",
      script,
    ]
  }

  private static func hex(_ value: Int) -> String {
    "0x" + String(value, radix: 16, uppercase: true)
  }
}

import FirmwareImages
import Journal

/// nRF Util 7 with its command `device` (docs.nordicsemi.com). Not tried with the program itself.
///
/// It prints an object a line: what it does with its percentage, and how a task ended.
struct NRFUtil: ToolLanguage {
  func steps(_ plan: ProbePlan, _ files: ToolFiles) throws(FlashError) -> [ToolStep] {
    let probe = ["--serial-number", plan.target.serial]
    var steps: [ToolStep] = []
    if plan.options.recovers {
      steps.append(
        ToolStep(
          doing: "recovering the chip", phase: "erase",
          arguments: ["--json", "device", "recover"] + probe, failure: Self.failed))
    }
    let erase = plan.options.erase == .all ? "ERASE_ALL" : "ERASE_RANGES_TOUCHED_BY_FIRMWARE"
    let verify = plan.options.verifies ? "VERIFY_READ" : "VERIFY_NONE"
    steps.append(
      ToolStep(
        doing: "writing the flash", phase: "write",
        arguments: ["--json", "device", "program"] + probe + [
          "--firmware", try files.hex(plan.image.contents), "--options",
          "chip_erase_mode=\(erase),verify=\(verify),reset=RESET_SYSTEM",
        ], failure: Self.failed))
    return steps
  }

  /// A task that has failed, whatever the program's status.
  private static let failed = ["task failed:"]

  func percentage(_ line: String) -> Int? {
    guard let object = parse(line) else { return nil }
    return Self.first("progressPercentage", in: object)?.number.flatMap {
      (0...100).contains($0) ? Int($0) : nil
    }
  }

  func message(_ line: String) -> String? {
    guard let object = parse(line) else { return line }
    let text =
      Self.first("error", in: object)?.string ?? Self.first("message", in: object)?.string
    if Self.first("result", in: object)?.string == "fail" {
      return "task failed: \(text ?? "no reason is given")"
    }
    return text
  }

  private func parse(_ line: String) -> JSONValue? {
    guard line.hasPrefix("{") else { return nil }
    return try? JSONParser.parse(Array(line.utf8))
  }

  /// The first member of a name at any depth: versions of the program nest it differently.
  private static func first(_ name: String, in value: JSONValue) -> JSONValue? {
    if let direct = value[name] { return direct }
    for member in value.members ?? [] {
      if let found = first(name, in: member.value) { return found }
    }
    return nil
  }
}

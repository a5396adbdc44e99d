import FirmwareImages

/// probe-rs (probe.rs). Not tried with the program itself.
struct ProbeRS: ToolLanguage {
  func steps(_ plan: ProbePlan, _ files: ToolFiles) throws(FlashError) -> [ToolStep] {
    let serial = plan.target.serial

    // It wants the product id beside the number: the usual one of an nRF kit's J-Link.
    let probe = [
      "--non-interactive", "--chip", plan.target.device, "--protocol", "swd", "--speed",
      "\(plan.target.speed)", "--probe", "1366:1015:\(serial)",
    ]
    var flags: [String] = []
    if plan.options.erase == .all { flags.append("--chip-erase") }
    if plan.options.verifies { flags.append("--verify") }
    if plan.options.recovers { flags.append("--allow-erase-all") }
    let hex = try files.hex(plan.image.contents)
    return [
      ToolStep(
        doing: "writing the flash", phase: "write",
        arguments: ["download"] + probe + ["--binary-format", "hex"] + flags + [hex]),
      ToolStep(
        doing: "starting the application", phase: nil, arguments: ["reset"] + probe),
    ]
  }
}

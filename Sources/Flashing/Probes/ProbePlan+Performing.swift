public import LabRuntime

extension ProbePlan {
  /// Carries the plan out.
  ///
  /// The chip is asked who it is before anything is written; what is not the expected one is left
  /// alone.
  ///
  /// - Parameter report: told what happens.
  /// - Throws: ``FlashError``.
  public func perform(
    _ lab: Lab, with found: FoundTool, report: (LineSession.Report) -> Void
  ) async throws(FlashError) {
    guard found.tool == .openocd else {
      try await ToolFlash(self, found, lab).perform(report)
      return
    }
    let session = try await OpenOCDSession.connected(
      lab, OpenOCDSession.command(found.path, target))
    defer { session.close() }
    var programmer = OpenOCDProgrammer(self, session)
    let chip = try await programmer.attach(report)
    report(
      .note("\(chip.name) \(chip.variant ?? ""), \(chip.flash) KiB, \(chip.addressText ?? "")"))
    try await programmer.program(chip, report)
  }
}

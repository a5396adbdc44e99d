import BootProtocols
import LabRuntime

extension ProbePlan {
  /// Carries the plan out.
  ///
  /// The chip is asked who it is before anything is written; what is not the expected one is left
  /// alone.
  ///
  /// - Parameter report: told what happens.
  /// - Returns: whether anything was written; else the chip holds the image already.
  @discardableResult
  func perform(
    _ lab: Lab, with found: FoundTool, report: (LineSession.Report) -> Void
  ) async throws(FlashError) -> Bool {
    guard found.tool == .openocd else {
      try await ToolFlash(self, found, lab).perform(report)
      return true
    }
    let session = try await OpenOCDSession.connected(
      lab, OpenOCDSession.command(found.path, target))
    defer { session.close() }
    var programmer = OpenOCDProgrammer(self, session)
    let chip = try await programmer.attach(report)
    report(
      .note("\(chip.name) \(chip.variant ?? ""), \(chip.flash) KiB, \(chip.addressText ?? "")"))
    return try await programmer.program(chip, report)
  }
}

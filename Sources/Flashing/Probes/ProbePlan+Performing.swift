public import LabRuntime

extension ProbePlan {
  /// Carries the plan out.
  ///
  /// The chip is asked who it is before anything is written; what is not the expected one is left
  /// alone.
  ///
  /// - Parameter report: told what happens.
  /// - Returns: whether anything was written; else the chip holds the image already.
  /// - Throws: ``FlashError``.
  @discardableResult
  public func perform(
    _ lab: Lab, with found: FoundTool, report: (LineSession.Report) -> Void
  ) async throws(FlashError) -> Bool {
    guard found.tool == .openocd else {
      try await ToolFlash(self, found, lab).perform(report)
      return true
    }
    let session = try await OpenOCDSession.connected(lab, found.path, target)
    defer { session.close() }
    var programmer = OpenOCDProgrammer(self, session)
    let chip = try await programmer.attach(report)
    report(.note("\(chip.name) \(chip.variant ?? ""), \(chip.flash) KiB, \(chip.addressText)"))
    return try await programmer.program(chip, report)
  }
}

extension NRFChip {
  /// Reads what a chip says of itself through a debug probe, by OpenOCD, without halting it.
  ///
  /// - Throws: ``FlashError`` `locked` for a chip that does not let itself be read.
  public static func read(
    _ target: ProbeTarget, with openocd: FoundTool, _ lab: Lab
  ) async throws(FlashError) -> NRFChip {
    let session = try await OpenOCDSession.connected(lab, openocd.path, target)
    defer { session.close() }
    try await OpenOCDProgrammer.open(session, recovers: false) { _ in }
    let chip = try await OpenOCDProgrammer.identify(session, isTouched: false)
    _ = try? await session.ask("shutdown", within: .seconds(5), isTouched: false)
    return chip
  }
}

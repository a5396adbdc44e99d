import BootProtocols
import FirmwareImages
import LabRuntime
import WireFormat

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
      let copies = try await ToolFlash(plan: self, found: found, lab: lab).perform(report)
      try await restore(copies, lab, with: found, report)
      return true
    }
    let session = try await OpenOCDSession.connected(
      lab, OpenOCDSession.command(found.path, target))
    defer { session.close() }
    var programmer = OpenOCDProgrammer(self, session)
    let chip = try await programmer.attach(report)
    report(
      .note("\(chip.name) \(chip.variant ?? ""), \(chip.flash) KiB, \(chip.addressText ?? "")"))
    let isWritten = try await programmer.program(chip, report)
    session.close()
    try await restore(programmer.copies, lab, with: found, report)
    return isWritten
  }

  /// Writes back what was read out before everything was erased, and proves that it is there.
  private func restore(
    _ copies: [PageCopy], _ lab: Lab, with found: FoundTool, _ report: (LineSession.Report) -> Void
  ) async throws(FlashError) {
    let kept = copies.filter { restores($0.area) && $0.isSettings }
    guard !kept.isEmpty else { return }
    let names = kept.map(\.area.name).joined(separator: ", ")
    let image: FirmwareImage
    do throws(ImageError) {
      let contents = try SparseImage(
        kept.map { ImageSegment(address: UInt32($0.area.range.lowerBound), bytes: $0.bytes) })
      image = try FirmwareImage(bytes: IntelHex.text(of: contents), named: "calibration.hex")
    } catch {
      throw FlashError(
        .image, "\(names) cannot be written back: \(error)",
        advice: "The copies in files are whole.", imageTouched: true)
    }
    var options = options
    (options.erase, options.skipsIfThere, options.verifies) = (.sectors, false, true)
    let again = try ProbePlan(image, to: target, by: tool, options: options)
    try await again.perform(lab, with: found, report: report)
    report(.remark("\(names) is on the chip again, verified"))
  }
}

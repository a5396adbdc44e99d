import BootProtocols
public import LabRuntime
public import Links

extension FlashPlan {
  /// Carries the plan out on one board.
  ///
  /// - Parameters:
  ///   - open: opens the board's line; called once a stage, after the identity was looked at again.
  ///   - report: told what happens, with the number of the stage.
  /// - Throws: ``FlashError``.
  public func perform(
    _ lab: Lab, open: () async throws(LinkError) -> any Link,
    report: (Int, LineSession.Report) -> Void
  ) async throws(FlashError) {
    for (number, stage) in stages.enumerated() {
      let link: any Link
      do throws(LinkError) { link = try await open() } catch {
        throw FlashError(error, imageTouched: number > 0)
      }
      let session = LineSession(lab, on: link)
      defer { session.close() }
      try await perform(stage.make(), on: session) { report(number, $0) }
    }
  }

  private func perform(
    _ programmer: some BootProgrammer, on session: LineSession,
    report: (LineSession.Report) -> Void
  ) async throws(FlashError) {
    var programmer = programmer
    try await session.perform(&programmer, report: report)
  }
}

import BootProtocols
public import LabRuntime
public import Links

extension FlashPlan {
  /// How a flash that did not fail ended.
  public enum Outcome: Equatable, Sendable {
    /// The image was written; whether the board itself has shown that it has it.
    case written(isProved: Bool)
    /// The board says that it has the image; nothing was written.
    case alreadyThere
  }

  /// Carries the plan out on one board.
  ///
  /// - Parameters:
  ///   - open: opens the board's line; called once a stage, after the identity was looked at again.
  ///   - report: told what happens, with the number of the stage.
  /// - Throws: ``FlashError``.
  public func perform(
    _ lab: Lab, open: () async throws(LinkError) -> any Link,
    report: (Int, LineSession.Report) -> Void
  ) async throws(FlashError) -> Outcome {
    var isWritten = false
    var isProved = true
    for (number, stage) in stages.enumerated() {
      let link: any Link
      do throws(LinkError) { link = try await open() } catch {
        throw FlashError(error, imageTouched: number > 0)
      }
      let session = LineSession(lab, on: link)
      defer { session.close() }
      do throws(FlashError) {
        let shown = try await perform(stage.make(), on: session) { told in
          if case .progress(let progress) = told, progress.done > 0 { isWritten = true }
          report(number, told)
        }
        isProved = isProved && shown
      } catch {
        var error = error
        if method == .mcubootSMP, error.way == .bootloader { error.way = .slots }
        throw error
      }
    }
    return isWritten ? .written(isProved: isProved) : .alreadyThere
  }

  private func perform(
    _ programmer: some BootProgrammer, on session: LineSession,
    report: (LineSession.Report) -> Void
  ) async throws(FlashError) -> Bool {
    var programmer = programmer
    try await session.perform(&programmer, report: report)
    return programmer.isProved
  }
}

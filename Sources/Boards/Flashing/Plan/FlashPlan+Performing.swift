import BootProtocols
import Errors
import LabRuntime
import Links

extension FlashPlan {
  /// Carries the plan out on one board.
  ///
  /// - Parameters:
  ///   - open: opens the board's line; called once a stage, after the identity was looked at again.
  ///   - report: told what happens, with the number of the stage.
  func perform(
    _ lab: Lab, open: () async throws(RigError) -> any Link,
    report: (Int, LineSession.Report) -> Void
  ) async throws(FlashError) -> FlashOutcome {
    var isWritten = false
    var isProved = true
    for (number, stage) in stages.enumerated() {
      do throws(FlashError) {
        let shown = try await perform(stage.make(), lab, isFirst: number == 0, open) { told in
          if case .progress(let progress) = told, progress.done > 0 { isWritten = true }
          report(number, told)
        }
        isProved = isProved && shown
      } catch {
        var error = error
        if boot == .mcubootSMP, error.way == .bootloader { error.way = .slots }
        throw error
      }
    }
    return FlashOutcome(
      isWritten: isWritten,
      isProved: !isWritten || isProved && (options.verifies || boot.alwaysVerifies))
  }

  /// Lets one programmer work to its end, over a reset that takes the line away.
  ///
  /// - Returns: whether the board has shown that it has the image.
  private func perform(
    _ programmer: some BootProgrammer, _ lab: Lab, isFirst: Bool,
    _ open: () async throws(RigError) -> any Link, _ report: (LineSession.Report) -> Void
  ) async throws(FlashError) -> Bool {
    var programmer = programmer
    let first: any Link
    do throws(RigError) { first = try await open() } catch {
      throw FlashError(error, imageTouched: !isFirst)
    }
    let session = LineSession(lab, on: first)
    do throws(FlashError) {
      defer { session.close() }
      try await session.perform(&programmer, report: report)
      return programmer.isProved
    } catch {
      guard error.code == .line, programmer.outlivesLine else { throw error }
    }
    report(.note("the line is gone with the reset"))
    guard let second = try await reopened(lab, open, programmer) else {
      report(.remark("the board has left with the image, and its line: that it runs was not seen"))
      return programmer.isProved
    }
    let rest = LineSession(lab, on: second)
    defer { rest.close() }
    try await rest.resume(&programmer, report: report)
    return programmer.isProved
  }

  /// How long a port may be away with the board that resets; a device that advertises again was away
  /// for as long as MCUboot swaps.
  private var patience: Duration { .seconds(options.isBluetooth ? 60 : 10) }

  /// The line on which the board has come back; nil where it does not, and need not.
  private func reopened(
    _ lab: Lab, _ open: () async throws(RigError) -> any Link, _ programmer: some BootProgrammer
  ) async throws(FlashError) -> (any Link)? {
    let end = lab.now.advanced(by: patience)
    while true {
      do throws(RigError) { return try await open() } catch {
        let isOnItsWay =
          error.code == .notFound || error.code == .notPermitted
          || options.isBluetooth && error.code == .timedOut
        if !isOnItsWay || lab.now >= end {
          if programmer.isDoneWithoutLine, isOnItsWay { return nil }
          throw FlashError(error, imageTouched: programmer.imageTouched)
        }
      }
      try await lab.pause(
        .milliseconds(200), "the board to come back", isTouched: programmer.imageTouched)
    }
  }
}

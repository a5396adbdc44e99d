import Errors
import LabRuntime
import Links

extension EntrySequence {
  /// Carries the sequence out on an open line. What it ends with ``Step/close`` is closed.
  ///
  /// A link without modem lines or rates, such as a TCP stream, leaves those steps out.
  /// - Throws: ``FlashError`` when the line is gone before the end; the board's image is as it was.
  func perform(_ lab: Lab, on link: any Link) async throws(FlashError) {
    let line = link as? any SerialLine
    for step in steps {
      do throws(RigError) {
        switch step {
        case .rate(let rate):
          try await line?.drain(within: .seconds(1))
          try await line?.setRate(rate)
        case .lines(let dtr, let rts): try await line?.setLines(dtr: dtr, rts: rts)
        case .send(let bytes): try await link.send(bytes)
        case .pause(let milliseconds): try await pause(lab, milliseconds, link)
        case .close: link.close()
        }
      } catch {
        throw error.code == .cancelled
          ? FlashError.interrupted(false) : FlashError(error)
      }
    }
  }

  private func pause(
    _ lab: Lab, _ milliseconds: Int, _ link: any Link
  ) async throws(RigError) {
    do throws(RigError) {
      try await lab.sleep(
        for: .milliseconds(milliseconds), label: "\(link.name) on its way to the bootloader")
    } catch { throw RigError(.cancelled, link.name, reason: "the flash was broken off") }
  }
}

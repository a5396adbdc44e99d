public import Boards
public import BootProtocols
public import Errors
import Flashing
public import LabRuntime
public import Links

/// Asks a port what speaks there, in the lab's time.
public enum PortProbe {
  /// Asks for these kinds, one after the other, until one is recognised.
  ///
  /// - Parameters:
  ///   - link: just opened and not started; it is closed at the end.
  ///   - settle: how long the board wants to be left alone after the port was opened.
  /// - Returns: what speaks there; no firmware where nothing answered, or nothing that is known.
  /// - Throws: ``RigError`` when the link ends or the task is cancelled.
  public static func ask(
    _ kinds: [Firmware], on link: any Link, settle: Duration? = nil, lab: Lab
  ) async throws(RigError) -> ProbeResult {
    let session = LineSession(lab, on: link)
    defer { session.close() }
    if let settle { try await wait(settle, for: link.name, lab) }
    var probe = FirmwareProbe(kinds)
    do throws(FlashError) {
      try await session.perform(&probe) { _ in }
    } catch {
      // A probe never says that it failed, so this is the line, or the end of the task.
      throw RigError(
        error.code == .interrupted ? .cancelled : .closed, link.name, reason: error.message,
        advice: error.advice)
    }
    // The farewell has to leave before the line goes.
    if let line = link as? any SerialLine { try? await line.drain(within: .seconds(1)) }
    return probe.result ?? ProbeResult(firmware: nil)
  }

  static func wait(
    _ time: Duration, for link: String, _ lab: Lab
  ) async throws(RigError) {
    do throws(RigError) {
      try await lab.sleep(for: time, label: "waiting for \(link) to settle")
    } catch { throw RigError(.cancelled, link, reason: "the waiting was cancelled") }
  }
}

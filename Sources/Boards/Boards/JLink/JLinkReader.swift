public import Errors
public import LabRuntime

/// Asks debug probes what they are, without changing anything.
public enum JLinkReader {
  /// The probe's answers; waits in the calling thread, a second for each at most.
  ///
  /// - Throws: ``RigError``; `busy` while another program talks to the probe.
  public static func read(_ device: USBDevice) throws(RigError) -> JLinkInformation {
    let probe = try LibUSBProbe(device)
    return try probe.information()
  }

  /// The probe's answers, asked on a thread of its own.
  ///
  /// - Throws: ``RigError``; `cancelled` after the answer has come.
  public static func read(_ device: USBDevice, lab: Lab) async throws(RigError) -> JLinkInformation
  {
    let answer = LabChannel<Result<JLinkInformation, RigError>>(lab, label: "the probe's answer")
    let isStarted = WorkerThread.start("probe") {
      do throws(RigError) {
        answer.send(.success(try read(device)))
      } catch {
        answer.send(.failure(error))
      }
    }
    guard isStarted else { throw RigError(.failed, reason: "the system gives no thread") }
    return try await answer.receive().get()
  }
}

import CRigShims
public import Errors
import Glibc
public import LabRuntime

/// A terminal device: raw, exclusive, at any baud rate, with DTR and RTS as asked.
///
/// DTR is raised by default: the USB CDC firmware of nRF boards reads only after it (observed on the
/// DWM3001CDK's J20).
public struct SerialPort: LinkSource {
  /// `serial:` and the path.
  public var name: String { "serial:\(path)" }
  private let lab: Lab
  private let path: String
  private let parameters: SerialParameters

  /// A port by the path of its device.
  public init(_ lab: Lab, path: String, parameters: SerialParameters) {
    self.lab = lab
    self.path = path
    self.parameters = parameters
  }

  /// Opens the port and throws away what it had received before.
  public func open() async throws(RigError) -> any Link {
    let descriptor = System.openSerial(path)
    guard descriptor >= 0 else { throw .system(-descriptor, link: name, doing: "open it") }
    let isPseudo = rig_tty_is_pty(descriptor) == 1
    do throws(RigError) { try prepare(descriptor, isPseudo: isPseudo) } catch {
      rig_close(descriptor)
      throw error
    }
    // FTDI's driver collects bytes for 16 ms otherwise; others have no such thing, which is no fault.
    _ = rig_tty_low_latency(descriptor)
    let errors = System.lineErrors(descriptor)
    let stream = DescriptorLink(
      lab, name: name, input: descriptor, output: descriptor,
      playedAt: isPseudo ? .terminal(rig_pty_index(descriptor)) : nil
    ) {
      if !isPseudo { _ = rig_tty_exclusive(descriptor, false) }
    }
    return SerialLink(lab, name: name, stream: stream, errorsAtOpening: errors)
  }

  private func prepare(_ descriptor: Int32, isPseudo: Bool) throws(RigError) {
    try check(rig_lock_exclusive(descriptor), "lock it")
    // A pseudo-terminal keeps the exclusive mark after its user has died; the lock is enough there.
    if !isPseudo { try check(rig_tty_exclusive(descriptor, true), "take it for ourselves") }
    let baud = parameters.baud ?? 115_200
    try check(
      rig_tty_raw(
        descriptor, UInt32(clamping: baud), parameters.flow == .rtscts,
        parameters.flow == .xonxoff), "set it up")
    try SerialPort.check(rate: rig_tty_speed(descriptor), wanted: baud, link: name)
    let dtr = parameters.dtr ?? true
    let rts = parameters.rts ?? true
    let lines = rig_tty_lines(descriptor, 3, (dtr ? 1 : 0) | (rts ? 2 : 0))
    if !SerialLink.isMissing(lines) { try check(lines, "set DTR and RTS") }
    _ = rig_tty_flush(descriptor)
  }

  /// Throws unless a port runs at the rate that was asked for. A driver takes the nearest rate that its
  /// clock can make, or falls back to 9600, and calls both a success; a UART bears some 3 %.
  static func check(rate taken: Int64, wanted: Int, link: String) throws(RigError) {
    guard taken > 0, abs(Int(taken) - wanted) > wanted / 20 else { return }
    throw RigError(
      .failed, link, reason: "it cannot do \(wanted) baud, its driver takes \(taken)",
      advice: "Give a rate that this adapter can make")
  }

  private func check(_ status: Int32, _ what: String) throws(RigError) {
    if status < 0 { throw .system(-status, link: name, doing: what) }
  }
}

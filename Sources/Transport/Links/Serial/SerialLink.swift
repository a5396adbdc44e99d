import CRigShims
import Errors
import Glibc
import LabRuntime

/// An open terminal device: the byte stream of its descriptor, and what the driver can do besides.
final class SerialLink: ImmediateLink, SerialLine {
  let name: String
  let preservesMessages = false
  var player: Player? { stream.player }
  private let lab: Lab
  private let stream: DescriptorLink
  private let errorsAtOpening: LineErrors?

  init(_ lab: Lab, name: String, stream: DescriptorLink, errorsAtOpening: LineErrors?) {
    self.lab = lab
    self.name = name
    self.stream = stream
    self.errorsAtOpening = errorsAtOpening
  }

  func start(_ receive: @escaping @Sendable (LinkEvent) -> Void) { stream.start(receive) }
  func send(_ bytes: [UInt8]) async throws(RigError) { try await stream.send(bytes) }
  func sendNow(_ bytes: [UInt8]) -> Int? { stream.sendNow(bytes) }
  func setReading(_ reading: Bool) { stream.setReading(reading) }
  func close() { stream.close() }

  func setRate(_ baud: Int) async throws(RigError) {
    guard let rate = UInt32(exactly: baud), rate > 0 else {
      throw RigError(.failed, name, reason: "\(baud) is no line rate", advice: "Give bits a second")
    }
    try check(stream.control { rig_tty_rate($0, rate) }, "set \(baud) baud")
    if let taken = stream.control(rig_tty_speed) {
      try SerialPort.check(rate: taken, wanted: baud, link: name)
    }
  }

  func setLines(dtr: Bool?, rts: Bool?) async throws(RigError) {
    let mask: Int32 = (dtr == nil ? 0 : 1) | (rts == nil ? 0 : 2)
    let values: Int32 = (dtr == true ? 1 : 0) | (rts == true ? 2 : 0)
    guard mask != 0 else { return }
    let status = stream.control { rig_tty_lines($0, mask, values) }
    if !SerialLink.isMissing(status) { try check(status, "set DTR and RTS") }
  }

  func setBreak(_ on: Bool) async throws(RigError) {
    let status = stream.control { rig_tty_break($0, on) }
    if !SerialLink.isMissing(status) { try check(status, on ? "send a break" : "end a break") }
  }

  func drain(within limit: Duration) async throws(RigError) {
    let end = lab.now.advanced(by: limit)
    var wait = Duration.microseconds(200)
    while lab.now < end {
      let queued = stream.control(System.queuedBytes)
      if SerialLink.isMissing(queued) || queued == 0 { return }
      try check(queued, "see what it has still to send")
      do {
        try await lab.sleep(
          until: min(end, lab.now.advanced(by: wait)), label: "\(name) to send what it holds")
      } catch {
        throw RigError(.cancelled, name, reason: "waiting for it was cancelled")
      }
      wait = min(wait * 2, .milliseconds(10))
    }
  }

  var lineErrors: LineErrors? {
    guard let errorsAtOpening, let now = stream.control(System.lineErrors).flatMap(\.self) else {
      return nil
    }
    return now.since(errorsAtOpening)
  }

  /// A device without modem lines, breaks or a queue (a pseudo-terminal) says one of these.
  static func isMissing(_ status: Int32?) -> Bool { status == -ENOTTY || status == -EINVAL }

  /// - Parameter status: nil where the link is closed.
  private func check(_ status: Int32?, _ what: String) throws(RigError) {
    guard let status, status != -EBADF else {
      throw RigError(.closed, name, reason: "the link is closed")
    }
    if status < 0 { throw .system(-status, link: name, doing: what) }
  }
}

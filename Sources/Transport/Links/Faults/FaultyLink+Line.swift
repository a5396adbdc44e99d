import Errors

/// The line of the link below: rate, modem lines and breaks are not what goes wrong here. Over a link
/// that has none they are left out, as a TCP stream would.
extension FaultyLink: SerialLine {
  private var line: (any SerialLine)? { inner as? any SerialLine }

  func setRate(_ baud: Int) async throws(RigError) { try await line?.setRate(baud) }

  func setLines(dtr: Bool?, rts: Bool?) async throws(RigError) {
    try await line?.setLines(dtr: dtr, rts: rts)
  }

  func setBreak(_ on: Bool) async throws(RigError) { try await line?.setBreak(on) }

  func drain(within limit: Duration) async throws(RigError) {
    try await line?.drain(within: limit)
  }

  var lineErrors: LineErrors? { line?.lineErrors }
}

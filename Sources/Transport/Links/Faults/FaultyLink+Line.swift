public import Errors

/// The line of the link below: rate, modem lines and breaks are not what goes wrong here. Over a link
/// that has none they are left out, as a TCP stream would.
extension FaultyLink: SerialLine {
  private var line: (any SerialLine)? { inner as? any SerialLine }

  /// Another rate from the next byte on.
  public func setRate(_ baud: Int) async throws(RigError) { try await line?.setRate(baud) }

  /// Raises or drops modem lines.
  public func setLines(dtr: Bool?, rts: Bool?) async throws(RigError) {
    try await line?.setLines(dtr: dtr, rts: rts)
  }

  /// Starts or ends a break condition.
  public func setBreak(_ on: Bool) async throws(RigError) { try await line?.setBreak(on) }

  /// Returns when everything sent has left this machine, or at the deadline.
  public func drain(within limit: Duration) async throws(RigError) {
    try await line?.drain(within: limit)
  }

  /// Errors on the wire since the link below was opened.
  public var lineErrors: LineErrors? { line?.lineErrors }
}

public import Errors

/// A link that ends in a UART: what a byte stream alone does not have.
///
/// Boot protocols change the rate and pulse the lines; a suite reads what went wrong on the wire.
public protocol SerialLine: Link {
  /// Another rate from the next byte on. What was sent before has to have left: `drain` first.
  func setRate(_ baud: Int) async throws(RigError)
  /// Raises or drops modem lines; nil leaves one as it is. A line that is not there is ignored.
  func setLines(dtr: Bool?, rts: Bool?) async throws(RigError)
  func setBreak(_ on: Bool) async throws(RigError)
  /// Returns when everything sent has left this machine, or at the deadline.
  func drain(within limit: Duration) async throws(RigError)
  /// Errors on the wire since this link was opened; nil where they are not counted.
  var lineErrors: LineErrors? { get }
}

/// A link before another one, whose line is its own. Over a link that has none the line is left out, as
/// a TCP stream would.
public protocol LineWrapper: SerialLine {
  /// The link below.
  var inner: any Link { get }
}

extension LineWrapper {
  private var line: (any SerialLine)? { inner as? any SerialLine }

  /// As the link below.
  public var preservesMessages: Bool { inner.preservesMessages }
  /// As the link below.
  public func setReading(_ reading: Bool) { inner.setReading(reading) }
  /// As the link below.
  public func setRate(_ baud: Int) async throws(RigError) { try await line?.setRate(baud) }
  /// As the link below.
  public func setLines(dtr: Bool?, rts: Bool?) async throws(RigError) {
    try await line?.setLines(dtr: dtr, rts: rts)
  }
  /// As the link below.
  public func setBreak(_ on: Bool) async throws(RigError) { try await line?.setBreak(on) }
  /// As the link below.
  public func drain(within limit: Duration) async throws(RigError) {
    try await line?.drain(within: limit)
  }
  /// As the link below.
  public var lineErrors: LineErrors? { line?.lineErrors }
}

/// Errors on a serial line, counted by the driver or the server of the port.
public struct LineErrors: Hashable, Sendable {
  /// Stop bits that were not there: often a wrong rate.
  public var framing: Int
  /// Parity that did not fit.
  public var parity: Int
  /// Bytes that came faster than the hardware was read.
  public var overrun: Int
  /// Bytes that the driver had no room for.
  public var lost: Int
  /// Break conditions.
  public var breaks: Int

  /// Counts.
  public init(framing: Int = 0, parity: Int = 0, overrun: Int = 0, lost: Int = 0, breaks: Int = 0) {
    self.framing = framing
    self.parity = parity
    self.overrun = overrun
    self.lost = lost
    self.breaks = breaks
  }

  /// `2 framing errors, 1 break`; nil where nothing was counted.
  public var words: String? {
    let counts: [(Int, String, String)] = [
      (framing, "framing error", "framing errors"), (parity, "parity error", "parity errors"),
      (overrun, "overrun", "overruns"),
      (lost, "byte lost in the driver", "bytes lost in the driver"),
      (breaks, "break", "breaks"),
    ]
    let words = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// The errors since `start`. Counters of a driver wrap at 2³².
  public func since(_ start: LineErrors) -> LineErrors {
    func difference(_ now: Int, _ then: Int) -> Int {
      Int(UInt32(truncatingIfNeeded: now) &- UInt32(truncatingIfNeeded: then))
    }
    return LineErrors(
      framing: difference(framing, start.framing), parity: difference(parity, start.parity),
      overrun: difference(overrun, start.overrun), lost: difference(lost, start.lost),
      breaks: difference(breaks, start.breaks))
  }
}

public import LabRuntime
public import WireFormat

/// Looks on at what crosses a link, in both directions and as it does: it changes nothing and keeps
/// nobody waiting.
///
/// What is read is told on the carrier's reader thread.
public protocol FrameObserver: Sendable {
  func opened(at: LabInstant)
  /// A frame is about to be sent; `frame` is nil for bytes that go past the framing.
  func sent(_ bytes: [UInt8], frame: [UInt8]?, at: LabInstant)
  func received(_ items: [StreamItem], at: LabInstant)
}

/// The frames that were sent last: those since the other side was heard, for the report of its end.
public struct SentFrames: Hashable, Sendable {
  /// Most frames kept: the first, and the last of them.
  private static let limit = 4

  /// The frames, or raw bytes, in order; empty where none was sent.
  public private(set) var frames: [[UInt8]] = []
  /// Whether a frame came after them: the next one that is sent begins anew.
  var isAnswered = false

  /// None so far.
  public init() {}

  mutating func add(_ frame: [UInt8]) {
    if isAnswered { frames = [] }
    isAnswered = false
    if frames.count == Self.limit { frames.remove(at: 1) }
    frames.append(frame)
  }
}

public import WireFormat

/// Cuts a stream of bytes into frames, and wraps frames for the stream; a pure value.
public protocol FrameCutter: Sendable {
  /// The frames that end in `bytes`; keeps what is unfinished.
  mutating func feed(_ bytes: [UInt8]) -> [StreamItem]

  /// Forgets what is unfinished.
  mutating func reset()

  /// The bytes that carry `frame`.
  func wrap(_ frame: [UInt8]) throws(WireError) -> [UInt8]
}

/// One send is one frame: links that preserve messages.
public struct MessageCutter: FrameCutter {
  /// A cutter without state.
  public init() {}

  /// The chunk as it is.
  public mutating func feed(_ bytes: [UInt8]) -> [StreamItem] { [.frame(bytes)] }

  /// Nothing to forget.
  public mutating func reset() {}

  /// The frame as it is.
  public func wrap(_ frame: [UInt8]) throws(WireError) -> [UInt8] { frame }
}

/// Frames by one of the stream framings of a rig file.
public struct StreamCutter: FrameCutter {
  private let framing: StreamFraming
  private var decoder: StreamDecoder

  /// A cutter at the start of a stream.
  public init(_ framing: StreamFraming) {
    self.framing = framing
    decoder = framing.makeDecoder()
  }

  /// The frames that end in `bytes`.
  public mutating func feed(_ bytes: [UInt8]) -> [StreamItem] {
    decoder.feed(bytes)
  }

  /// Starts again.
  public mutating func reset() { decoder = framing.makeDecoder() }

  /// The framed bytes.
  public func wrap(_ frame: [UInt8]) throws(WireError) -> [UInt8] { try framing.encode(frame) }
}

public import WireFormat

/// Cuts a stream of bytes into frames, and wraps frames for the stream; a pure value.
public protocol FrameCutter: Sendable {
  /// The frames that end in `bytes`; keeps what is unfinished.
  mutating func feed(_ bytes: [UInt8]) -> [StreamItem]

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
  /// A length that no board announces before its first frame: text does, read as a length.
  private static let leastOfText = 2048
  private let framing: StreamFraming
  private var decoder: StreamDecoder
  private let synchronizes: Bool
  private var hasFrame = false

  /// A cutter at the start of a stream.
  ///
  /// - Parameter synchronize: leave out what comes before the first frame: chunks of text, such as the
  ///   banner of a terminal server, and empty frames; for what a host reads.
  public init(_ framing: StreamFraming, synchronize: Bool = false) {
    self.framing = framing
    synchronizes = synchronize
    decoder = framing.makeDecoder()
  }

  /// The frames that end in `bytes`.
  public mutating func feed(_ bytes: [UInt8]) -> [StreamItem] {
    if synchronizes, !hasFrame, framing == .length16, decoder.isBetweenMessages, bytes.count >= 2,
      Int(bytes[0]) | Int(bytes[1]) << 8 >= Self.leastOfText
    {
      let count = Self.lengthOfText(bytes)
      let words = FrameRecorder.words(Array(bytes.prefix(count)))
      let text = StreamItem.damage(reason: "bytes before the first frame: \(words)", bytes: count)
      return count < bytes.count ? [text] + feed(Array(bytes.dropFirst(count))) : [text]
    }
    return decoder.feed(bytes).map { item in afterSilence(item) }
  }

  /// Zeros of a line that was let go are no frames either, as long as nothing has come.
  private mutating func afterSilence(_ item: StreamItem) -> StreamItem {
    guard case .frame(let frame) = item else { return item }
    if synchronizes, !hasFrame, frame.isEmpty {
      return .damage(reason: "empty frames before the first one", bytes: 0)
    }
    hasFrame = true
    return item
  }

  /// The bytes up to the end of the last line of text, behind which frames may stand in one read; all
  /// where there is none.
  private static func lengthOfText(_ bytes: [UInt8]) -> Int {
    let text = bytes.prefix { (0x20..<0x7F).contains($0) || [0x09, 0x0A, 0x0D].contains($0) }
    guard text.count < bytes.count, let end = text.lastIndex(of: 0x0A) else { return bytes.count }
    return end + 1
  }

  /// Starts again.
  public mutating func reset() {
    decoder = framing.makeDecoder()
    hasFrame = false
  }

  /// The framed bytes.
  public func wrap(_ frame: [UInt8]) throws(WireError) -> [UInt8] { try framing.encode(frame) }
}

public import UCI
public import WireFormat

/// Cuts a stream into UCI segments: one frame is one segment with its header, as it came.
public struct UCICutter: FrameCutter {
  private var decoder: UCIStreamDecoder

  /// How headers are read; the bytes of an unfinished segment are read again.
  var dialect: UCIDialect {
    get { decoder.dialect }
    set { decoder.dialect = newValue }
  }

  /// A cutter at the start of a stream.
  ///
  /// - Parameters:
  ///   - dialect: how headers are read; NXP's own groups may have a 16-bit length.
  ///   - synchronize: drop chunks until one starts like a packet of a board, because a port may be
  ///     opened in the middle of one; false for the board's own side.
  public init(dialect: UCIDialect = .fira2, synchronize: Bool = true) {
    decoder = UCIStreamDecoder(dialect: dialect, synchronize: synchronize)
  }

  /// The segments that end in `bytes`.
  public mutating func feed(_ bytes: [UInt8]) -> [StreamItem] {
    decoder.append(bytes).map { item in
      switch item {
      case .segment(let segment): .frame(segment.raw)
      case .damage(.notSynchronized, let bytes):
        .damage(
          reason: "\(UCIDamage.notSynchronized): \(FrameRecorder.words(bytes))", bytes: bytes.count)
      case .damage(let reason, let bytes):
        .damage(reason: reason.description, bytes: bytes.count)
      }
    }
  }

  /// Starts again, and synchronises again where it was asked to.
  public mutating func reset() { decoder.reset() }

  /// The segment as it is: its header frames it.
  public func wrap(_ frame: [UInt8]) throws(WireError) -> [UInt8] { frame }
}

extension FrameLink {
  /// Reads the headers of segments as a dialect has them from now on: a board that was asked has said
  /// that some of its lengths have 16 bits.
  public func cut(by dialect: UCIDialect) {
    recut(UCICutter.self) { $0.dialect = dialect }
  }
}

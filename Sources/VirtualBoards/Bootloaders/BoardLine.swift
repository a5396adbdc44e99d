import LabRuntime
public import Links

/// A serial line as the board sees it: when bytes are there, and when they have left.
struct BoardLine {
  private var rate: Int?
  private var inputFree = LabInstant.zero
  private var outputFree = LabInstant.zero

  init(rate: Int?) { self.rate = rate.map { max(1, $0) } }

  /// Another rate, on a line that has one.
  mutating func setRate(_ new: Int) { if rate != nil { rate = max(1, new) } }

  mutating func connect(at now: LabInstant) {
    inputFree = max(inputFree, now)
    outputFree = max(outputFree, now)
  }

  /// The pieces in which bytes arrive that were sent at a moment, each with its time: about a
  /// millisecond of the line each.
  mutating func arrivals(of bytes: [UInt8], at sent: LabInstant) -> [([UInt8], LabInstant)] {
    guard let rate else { return [(bytes, sent)] }
    inputFree = max(inputFree, sent)
    let portion = max(16, rate / 10_000)
    return stride(from: 0, to: bytes.count, by: portion).map { start in
      let piece = Array(bytes[start..<min(start + portion, bytes.count)])
      inputFree = inputFree.advanced(by: Self.time(of: piece.count, rate))
      return (piece, inputFree)
    }
  }

  /// When the last of so many bytes has left.
  mutating func departure(of count: Int, at now: LabInstant) -> LabInstant {
    guard let rate else { return now }
    outputFree = max(outputFree, now).advanced(by: Self.time(of: count, rate))
    return outputFree
  }

  private static func time(of count: Int, _ rate: Int) -> Duration {
    .nanoseconds(Int64(count) * 10_000_000_000 / Int64(rate))
  }
}

/// Bytes as they come: protocols that find their own messages.
public struct PassingCutter: FrameCutter {
  /// A cutter without state.
  public init() {}

  /// The bytes as they are.
  public mutating func feed(_ bytes: [UInt8]) -> [CutItem] { bytes.isEmpty ? [] : [.frame(bytes)] }

  /// Nothing to forget.
  public mutating func reset() {}

  /// The bytes as they are.
  public func wrap(_ frame: [UInt8]) -> [UInt8] { frame }
}

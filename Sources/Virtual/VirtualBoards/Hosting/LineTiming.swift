import Errors
import LabRuntime
public import Links
public import WireFormat

/// A serial line as the board sees it: when bytes are there, and when they have left.
struct LineTiming {
  private var rate: Int?
  private var inputFree = LabInstant.zero
  private var outputFree = LabInstant.zero
  /// When the board does what it does at present. A computer that wakes up late delays what others
  /// see of a board, and not the board: what comes next begins when it would have begun.
  private(set) var boardTime = LabInstant.zero
  /// By how much what left last was seen too late.
  private var lateness = Duration.zero

  init(rate: Int?) { self.rate = rate.map { max(1, $0) } }

  mutating func setRate(_ new: Int) { if rate != nil { rate = max(1, new) } }

  /// The board comes to a moment; it never goes back.
  mutating func pass(to moment: LabInstant) { boardTime = max(boardTime, moment) }

  /// Bytes that should have left at the board's time have left only now. A host that answers them
  /// answers that much later than over a real line, and is given the time back: else the line
  /// would seem slower than its rate by every wake-up of this computer.
  mutating func hasSent(at now: LabInstant) {
    lateness = max(.zero, boardTime.duration(to: now))
  }

  mutating func connect(at now: LabInstant) {
    pass(to: now)
    inputFree = max(inputFree, now)
    outputFree = max(outputFree, now)
  }

  /// The pieces in which bytes arrive that were sent at a moment, each with its time: about a
  /// millisecond of the line each.
  mutating func arrivals(of bytes: [UInt8], at sent: LabInstant) -> [([UInt8], LabInstant)] {
    guard let rate else { return [(bytes, sent)] }
    // Never earlier than the bytes that are answered.
    inputFree = max(inputFree, sent.advanced(by: .zero - lateness))
    lateness = .zero
    let portion = max(16, rate / 10_000)
    return stride(from: 0, to: bytes.count, by: portion).map { start in
      let piece = Array(bytes[start..<min(start + portion, bytes.count)])
      inputFree = inputFree.advanced(by: Self.time(of: piece.count, rate))
      return (piece, inputFree)
    }
  }

  /// When the last of a number of bytes has left.
  mutating func departure(of count: Int) -> LabInstant {
    guard let rate else { return boardTime }
    outputFree = max(outputFree, boardTime).advanced(by: Self.time(of: count, rate))
    pass(to: outputFree)
    return outputFree
  }

  private static func time(of count: Int, _ rate: Int) -> Duration {
    .nanoseconds(Int64(count) * 10_000_000_000 / Int64(rate))
  }
}

extension LinkListener {
  /// Lets a board at the end of a line talk over one connection after the other, until a
  /// conversation tells that the board's task is over.
  func serve(
    _ lab: Lab, _ timing: inout LineTiming,
    _ converse: (FrameLink, inout LineTiming) async -> Bool
  ) async {
    while let link = try? await connections.receive() {
      let frames = FrameLink(link, cutter: PassingCutter(), lab: lab)
      let goesOn = await converse(frames, &timing)
      frames.close()
      guard goesOn else { return }
    }
  }
}

extension Lab {
  /// Waits until a moment, if it is still to come; false when the task is cancelled.
  func sleeps(until due: LabInstant, _ label: String) async -> Bool {
    guard due > now else { return !Task.isCancelled }
    do throws(RigError) {
      try await sleep(until: due, label: label)
      return true
    } catch {
      return false
    }
  }
}

/// Bytes as they come: protocols that find their own messages.
public struct PassingCutter: FrameCutter {
  /// A cutter without state.
  public init() {}

  /// The bytes as they are.
  public mutating func feed(_ bytes: [UInt8]) -> [StreamItem] {
    bytes.isEmpty ? [] : [.frame(bytes)]
  }

  /// Nothing to forget.
  public mutating func reset() {}

  /// The bytes as they are.
  public func wrap(_ frame: [UInt8]) -> [UInt8] { frame }
}

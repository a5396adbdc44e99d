import Glibc

/// Tells code that spins from code that is not given a processor: on a machine with more work than
/// processors the wall's clock alone would call a slow piece of code a hung one.
struct StallJudge {
  /// How much of the processor a piece of code may take without a pause.
  let patience: Duration
  /// Code that takes none of the processor for this many times as long is blocked.
  static let blockedAfter = 12

  private var lastBusy: Duration?
  private var processorAtStart = Duration.zero

  init(patience: Duration) { self.patience = patience }

  /// Takes a look.
  ///
  /// - Parameters:
  ///   - busy: how long the piece of code that runs now has been running; nil where none does.
  ///   - processor: what this process has had of the processor so far.
  /// - Returns: whether that piece of code hangs.
  mutating func hangs(busy: Duration?, processor: Duration) -> Bool {
    defer { lastBusy = busy }
    guard let busy else { return false }
    // It has begun since the last look.
    if lastBusy.map({ busy < $0 }) ?? true { processorAtStart = processor }
    guard busy > patience else { return false }
    return processor - processorAtStart > patience * 0.9 || busy > patience * Self.blockedAfter
  }

  /// The processor time of this process so far.
  static var processorTime: Duration { .microseconds(Int64(clock())) }
}

package import Journal

/// What every board of a run is doing: state that the journal moves, without a terminal.
package struct RunLanes: Sendable {
  struct Lane: Sendable {
    var board: String
    var firmware = ""
    var dialect = ""
    /// The instance that it is in, and since when; nil between instances.
    var instance: String?
    var since: Int64 = 0
    var step = ""
    var lastFrame: Int64?
    var frames: [(at: Int64, transfer: Event.Transfer)] = []
    /// The last frame that reported a round of ranging.
    var round: Event.Transfer?
  }

  /// An instance that has run for longer than was to be expected.
  struct Running: Sendable {
    var instance: String
    var since: Int64
    var expected: Int64
    var isSlow = false
  }

  /// Frames that are remembered of a board.
  static let frames = 5
  private static let maximumFrame = 512
  private static let maximumLanes = 256
  /// An instance that declares no time is slow after this, in microseconds.
  private static let slow: Int64 = 15_000_000

  var lanes: [Lane] = []
  /// The verdicts so far.
  private(set) var tally = VerdictTally()
  var done: Int { tally.counts.total }
  var bad: Int { tally.held(.fail, .error, .inconclusive) }
  let total: Int
  private var running: [Running] = []
  /// What instances took in earlier runs, in microseconds.
  private let history: [String: Int64]
  private let expectedTotal: Int64
  private var expectedDone: Int64 = 0
  private let usual: Int64

  /// The boards of a run that has not begun.
  ///
  /// - Parameters:
  ///   - plan: names of the instances that will run.
  ///   - history: how long instances took lately, by name, in microseconds.
  package init(plan: [String], history: [String: Int64] = [:]) {
    total = plan.count
    let known = plan.compactMap { history[$0] }.filter { $0 >= 0 }.map { min($0, 86_400_000_000) }
    let sum = known.reduce(0, +)
    // Of less than half of the cases nothing can be told.
    let isKnown = known.count * 2 >= plan.count && !known.isEmpty
    self.history = isKnown ? history : [:]
    usual = isKnown ? sum / Int64(known.count) : 0
    expectedTotal = isKnown ? sum + usual * Int64(plan.count - known.count) : 0
  }

  package mutating func take(_ entry: JournalEntry) {
    let time = entry.microseconds
    tally.take(entry.event)
    switch entry.event {
    case .boardOpened(let change), .boardIdentified(let change):
      guard let place = lane(change.board) else { return }
      if let firmware = change.firmware { lanes[place].firmware = firmware }
      if let dialect = change.dialect { lanes[place].dialect = dialect }
    case .caseStarted(let started): start(started, time)
    case .caseFinished(let finished): finish(finished)
    case .step(let remark):
      for place in lanes.indices where lanes[place].instance == remark.instance {
        if remark.instance != nil { lanes[place].step = String(remark.text.prefix(200)) }
      }
    case .frame(let transfer): frame(transfer, time)
    default: break
    }
  }

  /// Instances that have become slow since this was asked last, and for how long they have run.
  package mutating func newlySlow(at now: Int64) -> [(instance: String, microseconds: Int64)] {
    var slow: [(instance: String, microseconds: Int64)] = []
    for index in running.indices
    where !running[index].isSlow && now - running[index].since > running[index].expected {
      running[index].isSlow = true
      slow.append((running[index].instance, now - running[index].since))
    }
    return slow
  }

  /// How long the rest will take by what earlier runs took, at the pace of this one; nil where
  /// nothing is known.
  func timeLeft(at now: Int64) -> Int64? {
    guard expectedTotal > 0, expectedDone > 0, now > 0 else { return nil }
    let rest = Double(max(0, expectedTotal - expectedDone))
    return Int64(exactly: (rest * Double(now) / Double(expectedDone)).rounded())
  }

  func isSlow(_ instance: String) -> Bool {
    running.contains { $0.instance == instance && $0.isSlow }
  }

  private mutating func start(_ started: Event.CaseStarted, _ time: Int64) {
    let declared = max(0, min(started.declaredMicroseconds ?? 0, 86_400_000_000))
    running.append(
      Running(
        instance: started.instance, since: time, expected: max(Self.slow, declared * 3 / 2)))
    if started.attempt > 1 {
      // The attempt before was counted.
      expectedDone = max(0, expectedDone - expected(started.instance))
    }
    // The phone's radio is busy too, and what it measures is the distance.
    for board in started.boards + started.radios {
      guard let place = lane(board) else { continue }
      lanes[place].instance = started.instance
      lanes[place].since = time
      lanes[place].step = ""
      lanes[place].round = nil
    }
  }

  private mutating func finish(_ finished: Event.CaseFinished) {
    let instance = finished.instance
    running.removeAll { $0.instance == instance }
    expectedDone += expected(instance)
    for place in lanes.indices where lanes[place].instance == instance {
      lanes[place].instance = nil
      lanes[place].step = ""
    }
  }

  private mutating func frame(_ transfer: Event.Transfer, _ time: Int64) {
    guard let place = lane(transfer.board) else { return }
    lanes[place].lastFrame = time
    guard transfer.bytes.count <= Self.maximumFrame else { return }
    lanes[place].frames.append((time, transfer))
    if lanes[place].frames.count > Self.frames { lanes[place].frames.removeFirst() }
    // SESSION_INFO_NTF, whatever the packet boundary flag says.
    if lanes[place].firmware == "uci", transfer.bytes.count > 4,
      transfer.bytes[0] & 0xEF == 0x62, transfer.bytes[1] & 0x3F == 0
    {
      lanes[place].round = transfer
    }
  }

  private func expected(_ instance: String) -> Int64 {
    guard expectedTotal > 0 else { return 0 }
    return history[instance].map { max(0, min($0, 86_400_000_000)) } ?? usual
  }

  private mutating func lane(_ board: String) -> Int? {
    if let place = lanes.firstIndex(where: { $0.board == board }) { return place }
    guard lanes.count < Self.maximumLanes else { return nil }
    lanes.append(Lane(board: board))
    return lanes.count - 1
  }
}

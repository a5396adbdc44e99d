import Bench
import BootProtocols
import Journal
import LabRuntime
import Links
import RigFile
import Synchronization
import WireFormat

/// One board as the watch follows it over the run, with what it has broken.
final class BoardWatch: Sendable {
  fileprivate struct State {
    var board: any WatchedBoard
    var instance: String?
    /// The case does on purpose what a board may answer with what rules forbid.
    var isProvoked = false
    /// The rig itself has put faults on the link in this case.
    var isDisturbed = false
    var broken: [FrameWatch.Broken] = []
  }

  /// Frames of a rule that are written into the journal; the others are counted.
  fileprivate static let mostTold = 3

  let bench: BenchBoard
  var name: String { bench.name }
  /// Whether it is judged: a board that plays along is only listened to.
  var isJudged: Bool { bench.description.use == .device }
  private let journal: Journal
  private let state: Mutex<State>

  /// - Returns: nil for a board without a protocol that rules are about.
  init?(_ bench: BenchBoard, limits: RigLimits, journal: Journal) {
    self.bench = bench
    self.journal = journal
    switch bench.description.firmware {
    case .niAccessory where bench.description.speaks(.rangingOOB):
      state = Mutex(State(board: WatchedDual(bench.description, limits: limits)))
    case .niAccessory:
      state = Mutex(State(board: WatchedAccessory(bench.description, limits: limits)))
    case .rangingOOB: state = Mutex(State(board: WatchedOOB(bench.description)))
    case .uci: state = Mutex(State(board: WatchedSubsystem(bench.description)))
    default: return nil
    }
  }

  /// What it has broken, in the order of the rules.
  var broken: [FrameWatch.Broken] {
    state.withLock { $0.broken }.sorted { $0.rule.id < $1.rule.id }
  }

  func begin(_ instance: String, isProvoked: Bool) {
    let isDisturbed = bench.isDisturbed
    state.withLock { state in
      state.instance = instance
      state.isProvoked = isProvoked
      state.isDisturbed = isDisturbed
    }
  }

  func opened(at now: LabInstant) { state.withLock { $0.board.opened(at: now) } }

  func sent(_ bytes: [UInt8], frame: [UInt8]?, at now: LabInstant) {
    let hasFaults = bench.hasFaults
    state.withLock { state in
      if hasFaults { state.isDisturbed = true }
      state.board.sent(bytes, frame: frame, at: now)
    }
  }

  /// Takes what one read has given.
  ///
  /// - Returns: what the board has measured.
  func received(_ items: [StreamItem], at now: LabInstant) -> [WatchedRange] {
    var ranges: [WatchedRange] = []
    for item in items {
      switch item {
      case .frame(let frame):
        let findings = state.withLock { state in
          let findings = state.board.received(frame, at: now)
          let measured = state.board.ranges
          if !measured.isEmpty { ranges += measured }
          return findings
        }
        if !findings.isEmpty { tell(findings, frame, at: now) }
      case .damage(let reason, let bytes):
        let findings = state.withLock { $0.board.noise(reason, bytes: bytes, at: now) }
        tell(findings, [], at: now, isNoise: true)
      }
    }
    return ranges
  }

  func judge(_ deviation: Deviation, at now: LabInstant) {
    guard let breach = deviation.breach else { return }
    let rule = state.withLock { $0.board.distanceRule }
    tell([Finding(rule: rule, breach: breach)], [], at: now)
  }

  /// Whether a radio calls it so now.
  func isCalled(_ address: [UInt8]) -> Bool {
    state.withLock { $0.board.isCalled(address) }
  }

  func forgetIdentity() { state.withLock { $0.board.forgetIdentity() } }

  private func tell(
    _ findings: [Finding], _ frame: [UInt8], at now: LabInstant, isNoise: Bool = false
  ) {
    guard isJudged, !findings.isEmpty else { return }
    let isDisturbed = bench.isDisturbed
    let events = state.withLock { state in
      if isDisturbed { state.isDisturbed = true }
      return findings.compactMap { state.note($0, name, frame, isNoise: isNoise) }
    }
    for event in events { journal.emit(.ruleBroken(event), at: now) }
  }
}

extension BoardWatch.State {
  /// Counts a finding; the event that tells of it, where it is one of the first.
  fileprivate mutating func note(
    _ finding: Finding, _ board: String, _ frame: [UInt8], isNoise: Bool
  ) -> Event.RuleBroken? {
    guard !isDisturbed, !(isProvoked && finding.rule.yieldsToProvocation) else { return nil }
    let breach = finding.breach
    var count = 1
    if let index = broken.firstIndex(where: { $0.rule.id == finding.rule.id }) {
      broken[index].count += 1
      count = broken[index].count
    } else {
      broken.append(
        FrameWatch.Broken(
          rule: finding.rule, board: board, during: instance, expected: breach.expected,
          got: breach.got))
    }
    guard count <= BoardWatch.mostTold else { return nil }
    return Event.RuleBroken(
      rule: finding.rule.id, board: board, during: instance, bytes: frame,
      expected: breach.expected, got: breach.got, unasked: breach.unasked, isNoise: isNoise)
  }
}

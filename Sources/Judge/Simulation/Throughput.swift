import Bench
import Errors
import Files
import FoundationEssentials
public import JSONDocuments
import Journal
import LabRuntime
import RigFile
import Runner
import Scenarios
import Statistics

/// How fast worlds go by: eight accessories that range, and sessions that are set up, with the radio
/// on, on the calling thread alone, with the journal in a file.
public struct Throughput: Sendable {
  /// The measurements, each the median of several rounds.
  public struct Finding: Document {
    /// Names the document.
    public static let schema = "uwbrig.throughput/1"
    /// A sentence about the document.
    public static let about = "How fast worlds go by."

    /// Virtual time over the wall's while eight accessories range.
    public var timesRealTime: Double
    /// Sessions that were set up in a second, from initialize to did-start, and ended.
    public var setUpsPerSecond: Double
    /// Bytes of journal that a second of ranging writes.
    public var journalBytesPerRangingSecond: Int
  }

  /// Rounds of each measurement.
  public static let rounds = 5
  /// Virtual time that is ranged in a round.
  private static let ranged = 600
  /// Sessions that each of the accessories sets up in a round.
  private static let sessions = 250

  private let folder: String

  /// - Parameter folder: where the journals are written, and removed again.
  public init(folder: String) { self.folder = folder }

  /// Measures both.
  public func measure() throws -> Finding {
    var bytes = 0
    let rounds = 0..<Self.rounds
    let ranging = try rounds.map { _ in
      let round = try live(Self.rangingStory)
      bytes = round.journal / Self.ranged
      return Double(Self.ranged) / round.seconds
    }
    let setUps = try rounds.map { _ in
      8 * Double(Self.sessions) / (try live(Self.setUpStory).seconds)
    }
    return Finding(
      timesRealTime: ranging.median ?? 0, setUpsPerSecond: setUps.median ?? 0,
      journalBytesPerRangingSecond: bytes)
  }

  /// One world with its journal in a file: how long it took, and how many bytes that is.
  private func live(_ story: String) throws -> (seconds: Double, journal: Int) {
    let scenario = try Scenario.parse(story, file: "throughput.yaml")
    let rig = ShippedRigs.text(named: "eight.yaml") ?? ""
    let file = try RigFile.parse(rig, file: "eight.yaml", directory: "")
    let plan = Plan(cases: [scenario.asCase], file: file, filter: nil, seed: 1)
    let path = "\(folder)/throughput-\(ProcessInfo.processInfo.processIdentifier).ndjson"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let clock = ContinuousClock()  // uwbrig:allow clock: how fast this machine is
    let began = clock.now
    let lab = Lab.simulated(seed: 1)
    let sink = try FileSink(path: path, mode: .buffered)
    let journal = Journal(now: { lab.now }, sink: sink)
    let outcome = try lab.run {
      try await Bench.withBench(file, lab: lab, journal: journal) { bench in
        await Run(bench, plan: plan, options: Run.Options(), stop: StopSwitch(lab)).perform()
      }
    }
    try journal.close()
    let took = began.duration(to: clock.now) / .seconds(1)
    guard outcome.tally.counts[.pass] == 1 else {
      throw RigError(
        .failed,
        reason: "the accessories that are to be measured do not range: \(outcome.tally.counts)")
    }
    let size = FileStatus.size(of: path)
    return (took, size ?? 0)
  }

  private static let head = """
    version: 1
    name: throughput
    requirement: It goes on.
    declared: 1h
    boards: {accessories: 8}
    steps:
      - for-each: accessory
        at-once: true
        steps:

    """

  private static var rangingStory: String {
    head + """
          - initialize
          - configure
          - expect: did-start
          - wait: \(ranged)s
          - expect: update
          - stop
          - expect: did-stop
      """
  }

  private static var setUpStory: String {
    head + """
          - repeat:
              times: \(sessions)
              steps:
                - initialize
                - expect: configuration-data
                - configure
                - expect: did-start
                - stop
                - expect: did-stop
      """
  }
}

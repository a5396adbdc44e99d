public import Bench
import Journal
public import LabRuntime
public import RigFile
import Synchronization
import UCIHost

/// The context of the body of a case: its boards, its parameter, its limits, and the record.
public final class CaseContext: Sendable {
  private struct State {
    var assertions = 0
    var assertionsOnReceived = 0
    var findings: [String] = []
    var cleanUps: [@Sendable () async -> Void] = []
    var draws = 0
    var phoneEvents = 0
    var causeSearch: (@Sendable () async -> String?)?
  }

  /// How long after a fence that was not answered a second one tells whether the device is wedged.
  public static let secondFence = Duration.milliseconds(200)

  /// The lab of the run.
  public let lab: Lab
  /// The limits of the rig.
  public let limits: RigLimits
  /// The instance that runs.
  public let instance: Instance
  /// The parameter; empty when the case has none.
  public var parameter: String { instance.parameter }

  /// How the model of the phone deviates from the framework; nil for not at all.
  public let phoneMisbehaviour: String?

  /// The virtual room, for cases in which boards move; nil on a rig without one.
  public let environment: BenchEnvironment?

  /// What stands in the way of signals, as the rig file says it.
  public let room: RigRoom

  let journal: Journal
  private let relays: RelayTimes
  /// The boards under test.
  private let judged: [any RunnableBoard]
  private let phoneRadios: [UCIBoard]
  private let state = Mutex(State())
  let lateness: MomentLateness

  init(
    lab: Lab, file: RigFile, instance: Instance, journal: Journal, relays: RelayTimes,
    environment: BenchEnvironment?, judged: [any RunnableBoard], radios: [UCIBoard],
    players: [Player]
  ) {
    self.lab = lab
    limits = file.limits
    room = file.room
    self.environment = environment
    phoneMisbehaviour = file.phoneMisbehaviour
    self.relays = relays
    self.instance = instance
    self.journal = journal
    self.judged = judged
    phoneRadios = radios
    lateness = MomentLateness(lab: lab, players: players)
  }

  /// The accessory under test; of several, by index.
  public func accessory(_ index: Int = 0) throws -> AccessoryBoard {
    try board(index, "an accessory")
  }

  /// The accessory for Android phones that is under test; of several, by index.
  public func rangingOOB(_ index: Int = 0) throws -> OOBBoard {
    try board(index, "a ranging-oob board")
  }

  /// The UCI board under test; of a pair, 0 is the controller.
  public func uci(_ index: Int = 0) throws -> UCIBoard { try board(index, "a UCI board") }

  /// The board in its bootloader that is under test.
  public func bootloader() throws -> BootloaderBoard { try board(0, "a bootloader") }

  private func board<Board>(_ index: Int, _ what: String) throws -> Board {
    let boards = judged.compactMap { $0 as? Board }
    guard boards.indices.contains(index) else {
      throw CaseEnding.rigFault("the case asks for \(what) that it did not declare")
    }
    return boards[index]
  }

  /// The phone's radio, for cases that need one.
  public func radio() throws -> UCIBoard {
    guard let radio = phoneRadios.first else { throw CaseEnding.skip("the rig has no radio") }
    return radio
  }

  /// Every board that can be the phone's radio, for cases that need ``Need/radios``.
  public func radios() -> [UCIBoard] { phoneRadios }

  /// The accessories of the instance, in its order.
  public func accessories() -> [AccessoryBoard] { judged.compactMap { $0 as? AccessoryBoard } }

  /// Random numbers of this instance, others at each call; they do not depend on what else runs.
  public func random(_ purpose: String) -> LabRandom {
    let draw = state.withLock { state in
      state.draws += 1
      return state.draws
    }
    return lab.random("case/\(instance.name)/\(purpose)/\(draw)")
  }

  /// Writes down what is about to happen.
  public func step(_ text: String) {
    journal.emit(.step(Event.Remark(text, instance: instance.name)))
  }

  /// Records a zone that the case has a board enter and leave, in metres, for the pictures of the
  /// run.
  public func watch(enter: Double, leave: Double) {
    journal.emit(.zone(Event.Zone(enter: enter, leave: leave, instance: instance.name)))
  }

  /// Asserts something about what the device did.
  ///
  /// - Throws: ``CaseEnding/violation(reason:wedged:)`` when it does not hold.
  public func require(
    _ holds: Bool, _ what: String, expected: @autoclosure () -> String,
    got: @autoclosure () -> String
  ) throws {
    let (expected, got) = (expected(), got())
    guard holds else { throw violation(what, expected: expected, got: got) }
    note(true, what, expected: expected, got: got)
  }

  /// An assertion that did not hold, to be thrown where nothing can be compared any more.
  public func violation(_ what: String, expected: String, got: String) -> CaseEnding {
    note(false, what, expected: expected, got: got)
    return .violation(
      reason: "\(Self.lead)\(what): expected \(expected), received \(got)", wedged: false)
  }

  /// Does what the requirement of the case takes for granted: an assertion in it that does not
  /// hold is told as a prerequisite that was not met.
  public func preparing<Result>(
    _ body: () async throws -> Result, isolation: isolated (any Actor)? = #isolation
  ) async throws -> Result {
    try await Self.$isPreparing.withValue(true, operation: body, isolation: isolation)
  }

  @TaskLocal private static var isPreparing = false

  private static var lead: String { isPreparing ? "prerequisite not met: " : "" }

  /// Records that a board did not do what the host side took for granted; the reason of the
  /// verdict.
  func unmet(_ error: UCIHostError) -> String {
    // A command that may be refused is sent by the cases themselves, which look at the status.
    Self.$isPreparing.withValue(error.code == .status) {
      note(
        false, error.subject, expected: error.status == nil ? "an answer as described" : "OK",
        got: error.reason)
      return "\(Self.lead)\(error)"
    }
  }

  /// Ends the case: the device no longer answers what the protocol must answer.
  public func wedged(_ what: String, expected: String, got: String) -> CaseEnding {
    note(false, what, expected: expected, got: got)
    return .violation(
      reason: "wedged: \(what): expected \(expected), received \(got)", wedged: true)
  }

  /// Records what was observed where implementations may differ; the verdict becomes FINDING.
  public func observe(_ text: String) {
    state.withLock { $0.findings.append(text) }
    journal.emit(.note(Event.Remark(text, instance: instance.name)))
  }

  /// The model of the phone has told something: where it is judged, that counts as received.
  public func noteFromPhone(_ text: String) {
    state.withLock { $0.phoneEvents += 1 }
    journal.emit(.step(Event.Remark("phone: \(text)", instance: instance.name)))
  }

  /// Shareable data took so long from the moment at which it was there to the wire.
  public func noteRelay(_ duration: Duration) { relays.note(duration) }

  /// Something to do at the end of the case, however it ends; last registered, first done.
  public func atEnd(_ cleanUp: @escaping @Sendable () async -> Void) {
    state.withLock { $0.cleanUps.append(cleanUp) }
  }

  /// How long the cause of a violation is looked for.
  public static let searchLimit = Duration.seconds(45)

  /// How the cause is looked for where the case goes wrong: after its verdict, while its boards are as it
  /// left them, and for a limited time.
  public func lookForCause(_ search: @escaping @Sendable () async -> String?) {
    state.withLock { $0.causeSearch = search }
  }

  /// That search, once; nil where none is known.
  func takeCauseSearch() -> (@Sendable () async -> String?)? {
    state.withLock { state in
      defer { state.causeSearch = nil }
      return state.causeSearch
    }
  }

  func cleanUp() async {
    while let next = state.withLock({ $0.cleanUps.popLast() }) { await next() }
  }

  /// Frames that came from the devices under test while the body ran.
  var receivedFrames: Int {
    judged.reduce(0) { $0 + $1.receivedFrames } + state.withLock { $0.phoneEvents }
  }

  /// The judgement of a body that came to its end.
  func judgementAtEnd() -> Judgement {
    let state = state.withLock { ($0.assertions, $0.assertionsOnReceived, $0.findings) }
    if state.0 == 0 { return Judgement(.error, "the case asserts nothing") }
    if state.1 == 0 { return Judgement(.error, "nothing was asserted on what the device sent") }
    if !state.2.isEmpty { return Judgement(.finding, state.2.joined(separator: "; ")) }
    return Judgement(.pass)
  }

  private func note(_ holds: Bool, _ what: String, expected: String, got: String) {
    let received = receivedFrames
    state.withLock { state in
      state.assertions += 1
      if received > 0 { state.assertionsOnReceived += 1 }
    }
    journal.emit(
      .assertion(
        Event.Assertion(
          requirement: what, ok: holds, expected: expected, got: got, instance: instance.name,
          isPrerequisite: !holds && Self.isPreparing)))
  }
}

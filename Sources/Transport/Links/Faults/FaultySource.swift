public import Errors
public import LabRuntime
import Synchronization

/// The common part of one board's links: the machine that decides, and where the board is.
final class FaultyPlace: Sendable {
  private struct State {
    var machine: FaultMachine
    var awayUntil = LabInstant.zero
    var renames = 0
  }

  private let lab: Lab
  private let source: any LinkSource
  private let cut: (@Sendable (Duration) async -> Void)?
  private let state: Mutex<State>

  init(
    _ source: any LinkSource, machine: FaultMachine, lab: Lab,
    cutPower: (@Sendable (Duration) async -> Void)?
  ) {
    self.source = source
    self.lab = lab
    cut = cutPower
    state = Mutex(State(machine: machine))
  }

  func transfer(
    _ bytes: [UInt8], _ direction: FaultMachine.Direction
  ) -> [FaultMachine.Deed] {
    let now = lab.now
    return withMachine { $0.transfer(bytes, direction, at: now) }
  }

  /// Asks the machine, or changes it.
  func withMachine<Value: Sendable>(_ body: (inout FaultMachine) -> Value) -> Value {
    state.withLock { body(&$0.machine) }
  }

  /// The end of the window in which transfers are joined.
  func joined(_ due: LabInstant) -> LabInstant {
    let window = withMachine(\.joiningWindow)
    guard window > .zero else { return due }
    let step = max(1, window.nanoseconds)
    let (rest, overflow) = due.nanoseconds.addingReportingOverflow(step - 1)
    return overflow ? due : LabInstant(nanoseconds: rest / step * step)
  }

  func goAway(for time: Duration, renamed: Bool) {
    let until = lab.now.advanced(by: time)
    state.withLock { state in
      state.awayUntil = max(state.awayUntil, until)
      if renamed { state.renames += 1 }
    }
  }

  func cutPower(for time: Duration) async {
    if let cut {
      await cut(time)
    } else {
      try? await lab.sleep(for: time, label: "\(source.name) to start again")
    }
  }

  func reopen() async throws(RigError) -> any Link { try await source.open() }

  func name() throws(RigError) -> String {
    let now = lab.now
    return try state.withLock { state throws(RigError) in
      guard state.awayUntil <= now else {
        throw RigError(
          .notFound, source.name, reason: "the board is not plugged in",
          advice: "Is the board plugged in, and is the path right?")
      }
      state.machine.connected()
      return state.renames == 0 ? source.name : "\(source.name) (\(state.renames + 1))"
    }
  }
}

/// A place whose links go wrong as a plan says, or as a case says for a while; ``pump()`` must run
/// beside.
public final class FaultySource: PumpedSource {
  private struct State {
    /// Whether bytes have to go through the lanes of a link.
    var isArmed: Bool
    /// Links whose bytes go straight through, as nothing went wrong yet.
    var straight: [Reference] = []
  }

  private struct Reference {
    weak var link: FaultyLink?
  }

  /// The name of this place in messages.
  public var name: String { source.name }
  private let source: any LinkSource
  private let lab: Lab
  private let place: FaultyPlace
  private let preservesMessages: Bool
  private let opened: LabChannel<FaultyLink>
  private let state: Mutex<State>

  /// A link source that is not open yet.
  ///
  /// - Parameters:
  ///   - board: names the stream of chance.
  ///   - cutPower: takes the board's power away for a while; nil where there is no switch.
  public init(
    _ source: any LinkSource, plan: FaultPlan, board: String, lab: Lab,
    preservesMessages: Bool = false, cutPower: (@Sendable (Duration) async -> Void)? = nil
  ) {
    self.source = source
    self.lab = lab
    self.preservesMessages = preservesMessages
    let machine = FaultMachine(
      plan, board: board, lab: lab, preservesMessages: preservesMessages)
    place = FaultyPlace(source, machine: machine, lab: lab, cutPower: cutPower)
    opened = LabChannel(lab, label: "a connection to \(source.name)")
    state = Mutex(State(isArmed: plan.faults.contains { !$0.kind.isOfTheRoom }))
  }

  /// Opens a link.
  public func open() async throws(RigError) -> any Link {
    let name = try place.name()
    let inner = try await source.open()
    // A second phone tries the same link, and is told that it is busy.
    let knocks = place.withMachine { $0.plan[.secondPhone] != nil }
    if !preservesMessages, knocks, let other = try? await source.open() { other.close() }
    let link = FaultyLink(inner, name: name, place: place, lab: lab)
    let isArmed = state.withLock { state in
      state.straight.removeAll { $0.link == nil }
      if !state.isArmed { state.straight.append(Reference(link: link)) }
      return state.isArmed
    }
    if isArmed { arm(link) }
    return link
  }

  /// From now on things go wrong, on top of what does anyway and in place of what was begun before:
  /// on a link that is open, and on those that follow.
  public func begin(_ plan: FaultPlan) {
    place.withMachine { $0.begin(plan) }
    let links = state.withLock { state in
      let links = state.straight.compactMap(\.link)
      state.straight = []
      state.isArmed = true
      return links
    }
    for link in links { arm(link) }
  }

  /// Whether protocols can tolerate what goes wrong at this moment.
  public var isTolerated: Bool { place.withMachine { $0.plan.isTolerated } }

  /// Nothing goes wrong any more but what does anyway.
  public func end() { place.withMachine { $0.end() } }

  private func arm(_ link: FaultyLink) {
    link.useLanes()
    opened.send(link)
  }

  /// Moves the bytes of the links that were opened, until ``close()`` or cancellation.
  public func pump() async {
    await opened.serveEach { await $0.pump() }
  }

  /// No further links.
  public func close() { opened.close() }
}

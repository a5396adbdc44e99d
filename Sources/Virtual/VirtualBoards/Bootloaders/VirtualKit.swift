import BootProtocols
import Errors
public import LabRuntime
public import Links
import Synchronization

/// A board with an application and a bootloader behind one link: it runs the application until it
/// is brought into its bootloader, and again when that has started it.
public final class VirtualKit: VirtualBoard {
  private enum Mode: Sendable { case application, bootloader }

  private let bootloader: VirtualBootloader
  private let entry: VirtualEntry
  private let application: any VirtualBoard
  private let lab: Lab
  private let mode = Mutex(Mode.application)
  /// Where connections go while the board has power.
  private let ports = Mutex<(application: MemoryPort, bootloader: MemoryPort)?>(nil)

  /// A board that runs its application.
  ///
  /// - Parameter application: what runs on the board; it is given the connections of its time. Nil
  ///   for an application that says nothing and hears nothing.
  public init(
    _ lab: Lab, bootloader: VirtualBootloader, entry: VirtualEntry,
    application: (any VirtualBoard)? = nil
  ) {
    self.application = application ?? SilentApplication(lab: lab)
    self.lab = lab
    self.bootloader = bootloader
    self.entry = entry
  }

  /// Whether the board is in its bootloader now.
  public var isInBootloader: Bool { settledMode() == .bootloader }

  /// Serves the board until the listener is closed or the task is cancelled.
  public func serve(_ listener: any LinkListener) async {
    let name = bootloader.settings.name
    let upper = MemoryPort(lab, name: "\(name), its application")
    let lower = MemoryPort(lab, name: "\(name), its bootloader")
    ports.withLock { $0 = (upper, lower) }
    await withDiscardingTaskGroup { group in
      group.addTask { await self.application.serve(upper) }
      group.addTask { await self.bootloader.serve(lower) }
      while let link = try? await listener.connections.receive() {
        let line = KitLine(link, EntryWatch(entry)) { [self] line, outcome in take(outcome, line) }
        connect(line)
        line.begin()
      }
      upper.close()
      lower.close()
      group.cancelAll()
    }
  }

  private func connect(_ line: KitLine) {
    let isUp = settledMode() == .application
    let port = ports.withLock { isUp ? $0?.application : $0?.bootloader }
    if let port, let link = line.attach() { port.connections.send(link) }
  }

  private func take(_ event: KitLine.Event, _ line: KitLine) {
    switch event {
    case .outcome(.entersBootloader): become(.bootloader, on: line)
    case .outcome(.startsApplication): become(.application, on: line)
    case .outcome(.stays): return
    case .ended(let outcome):
      mode.withLock { mode in
        settle(&mode)
        guard mode == .application, outcome == .entersBootloader else { return }
        mode = .bootloader
        bootloader.reset()
      }
    }
  }

  /// What the board runs. A bootloader may leave some time after whoever talked to it has hung up,
  /// when the line has carried the last request to it and its flash is done: so it is asked each
  /// time that somebody wants to know.
  private func settledMode() -> Mode {
    mode.withLock { mode in
      settle(&mode)
      return mode
    }
  }

  private func settle(_ mode: inout Mode) {
    guard mode == .bootloader else { return }
    let left = bootloader.takeDeparture()
    // Between the images of a package, Secure DFU resets into itself.
    let staysThere = bootloader.bootloader is SecureDFUBootloader
    if left.started || left.restarted && !staysThere { mode = .application }
  }

  /// The chip starts anew on a line that stays open.
  private func become(_ new: Mode, on line: KitLine) {
    let isNews = mode.withLock { mode in
      defer { mode = new }
      return mode != new
    }
    guard isNews else { return }
    bootloader.reset()
    line.detach(RigError(.closed, line.name, reason: "the board has reset"))
    connect(line)
  }
}

/// An application that says nothing and hears nothing.
private struct SilentApplication: VirtualBoard {
  let lab: Lab

  func serve(_ listener: any LinkListener) async {
    var line = LineTiming(rate: nil)
    await listener.serve(lab, &line) { frames, _ in
      while (try? await frames.receive(until: nil)) != nil {}
      return !Task.isCancelled
    }
  }
}

/// One connection, which the application and the bootloader use in turn.
private final class KitLine: Sendable {
  enum Event: Sendable {
    case outcome(EntryWatch.Outcome)
    case ended(EntryWatch.Outcome)
  }

  private struct State {
    var watch: EntryWatch
    var user: KitLink?
    /// Nil when it is over: the link holds this line, and must not be held by it for ever.
    var link: (any Link)?
  }

  let name: String
  private let state: Mutex<State>
  private let told: @Sendable (KitLine, Event) -> Void

  init(
    _ link: any Link, _ watch: EntryWatch, told: @escaping @Sendable (KitLine, Event) -> Void
  ) {
    self.told = told
    name = link.name
    state = Mutex(State(watch: watch, link: link))
  }

  /// The connection as the next user of it has it.
  func attach() -> KitLink? {
    guard let link = state.withLock({ $0.link }) else { return nil }
    let user = KitLink(link) { [self] in finish(nil) }
    state.withLock { $0.user = user }
    return user
  }

  func detach(_ why: RigError) {
    let user = state.withLock { state in
      defer { state.user = nil }
      return state.user
    }
    user?.end(why)
  }

  func begin() {
    guard let link = state.withLock({ $0.link }) else { return }
    (link as? any WatchedLine)?.watchLines { [self] lines in
      let outcome = state.withLock { $0.watch.move(lines) }
      if outcome != .stays { told(self, .outcome(outcome)) }
    }
    link.start { [self] event in
      switch event {
      case .received(let chunk):
        let (user, outcome) = state.withLock { ($0.user, $0.watch.hear(chunk.bytes)) }
        user?.deliver(event)
        if outcome != .stays { told(self, .outcome(outcome)) }
      case .closed(let error): finish(error)
      }
    }
  }

  /// The connection is over, by whichever side.
  private func finish(_ error: RigError?) {
    let ending = state.withLock { state -> (KitLink?, EntryWatch.Outcome)? in
      guard let link = state.link else { return nil }
      defer { (state.user, state.link) = (nil, nil) }
      return (state.user, state.watch.end(rate: (link as? any WatchedLine)?.rate))
    }
    guard let (user, outcome) = ending else { return }
    if let error { user?.end(error) }
    told(self, .ended(outcome))
  }
}

/// A connection for as long as one user has it.
private final class KitLink: Link {
  private struct State {
    var outlet = EventOutlet()
    var isOver = false
  }

  let name: String
  let preservesMessages: Bool
  private let link: any Link
  private let state = Mutex(State())
  private let onClose: @Sendable () -> Void

  init(_ link: any Link, onClose: @escaping @Sendable () -> Void) {
    self.link = link
    self.onClose = onClose
    name = link.name
    preservesMessages = link.preservesMessages
  }

  func start(_ receive: @escaping @Sendable (LinkEvent) -> Void) {
    for event in state.withLock({ $0.outlet.start(receive) }) { receive(event) }
  }

  func send(_ bytes: [UInt8]) async throws(RigError) {
    guard !state.withLock({ $0.isOver }) else {
      throw RigError(.closed, name, reason: "the board has reset")
    }
    try await link.send(bytes)
  }

  func setReading(_ reading: Bool) {
    if !state.withLock({ $0.isOver }) { link.setReading(reading) }
  }

  func close() {
    let isFirst = state.withLock { state in
      defer { state.isOver = true }
      return !state.isOver
    }
    guard isFirst else { return }
    link.close()
    onClose()
  }

  func deliver(_ event: LinkEvent) {
    state.withLock { $0.isOver ? nil : $0.outlet.take(event) }?(event)
  }

  func end(_ error: RigError) {
    link.setReading(true)
    // It ends before the host is told, which may close the line at once: the line stays open.
    let receive = state.withLock { state -> (@Sendable (LinkEvent) -> Void)? in
      guard !state.isOver else { return nil }
      state.isOver = true
      return state.outlet.take(.closed(error))
    }
    receive?(.closed(error))
  }
}

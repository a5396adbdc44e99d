import WireFormat

/// The board's side of Ranging OOB as a pure value: bytes, radio events and the time in, messages and
/// radio orders out (Ranging OOB §6.1).
///
/// Every start of the radio has a number; its events carry it back.
public struct OOBResponder: Hashable, Sendable {
  /// The event.
  public enum Input: Hashable, Sendable {
    /// The channel is there.
    case linkUp
    /// The channel is gone.
    case linkDown
    /// One message from the phone.
    case received([UInt8])
    /// The radio runs.
    case radioStarted(run: UInt64)
    /// The radio could not be started, or stopped by itself.
    case radioEnded(run: UInt64)
    /// The board was turned.
    case moved(OOBMotion)
    /// ``OOBResponder/deadline`` has come.
    case deadline
  }

  /// An action.
  public enum Action: Hashable, Sendable {
    /// Send a message to the phone.
    case send(OOBMessage)
    /// Start the radio for a configuration; its events carry the number.
    case startRadio(ConfigurationBlock.UWB, run: UInt64)
    /// Stop this run of the radio.
    case stopRadio(run: UInt64)
    /// The message is not taken: an error of a transport that has errors.
    case refuse(String)
  }

  /// A configuration whose radio is still to come up.
  private struct Pending: Hashable, Sendable {
    var version: UInt8
    /// What needs no radio.
    var others: OOBTechnologySet
  }

  /// What it can do.
  public let behaviour: OOBResponderBehaviour
  /// The technologies that range.
  public private(set) var running: OOBTechnologySet = []
  /// The configuration of the radio that runs or comes up.
  public private(set) var configuration: ConfigurationBlock.UWB?
  /// The number of the last start of the radio; 0 before the first.
  public private(set) var run: UInt64 = 0
  /// When the input `deadline` is due.
  public private(set) var deadline: Duration?
  private var pending: Pending?
  private var isMotionWanted = false
  private var lastMotion = OOBMotion.notDetected
  private var isConnected = false
  private var actions: [Action] = []

  /// An idle board.
  public init(behaviour: OOBResponderBehaviour = OOBResponderBehaviour()) {
    self.behaviour = behaviour
  }

  /// Whether something ranges, or its radio comes up.
  public var isActive: Bool { !running.isEmpty || pending != nil }

  /// Whether something ranges with a phone that wants to know how the board is turned.
  public var wantsMotion: Bool { behaviour.reportsMotion && isMotionWanted && !running.isEmpty }

  /// Takes one input at a time, and gives the actions that follow from it, in their order.
  public mutating func handle(_ input: Input, now: Duration) -> [Action] {
    switch input {
    case .linkUp: isConnected = true
    case .linkDown:
      isConnected = false
      // Nothing is left to answer to.
      if let timeout = behaviour.releaseTimeout, isActive {
        deadline = now + timeout
      } else {
        stop(.known)
      }
    case .deadline:
      guard let due = deadline, due <= now else { break }
      stop(.known)
    case .received(let bytes):
      // A writer is connected: a byte stream has no event of its own for that.
      isConnected = true
      deadline = nil
      receive(bytes)
    case .radioStarted(let number):
      guard number == run, configuration != nil else { break }
      running.insert(.uwb)
      finish()
    case .radioEnded(let number):
      guard number == run else { break }
      running.remove(.uwb)
      configuration = nil
      finish()
    case .moved(let motion): tell(motion)
    }
    defer { actions.removeAll() }
    return actions
  }

  // MARK: Messages

  private mutating func receive(_ bytes: [UInt8]) {
    let message: OOBMessage
    do throws(WireError) {
      message = try OOBMessage.decode(bytes, tolerance: behaviour.tolerance)
    } catch {
      // Nothing in the protocol says that a message cannot be read; of a configuration nothing starts.
      if bytes.count >= OOBMessage.headerSize, (1...behaviour.version).contains(bytes[0]),
        bytes[1] == OOBMessage.Kind.configurationRequest.rawValue
      {
        answerConfiguration([], version: bytes[0])
      }
      return refuse("\(error)")
    }
    let version = min(message.version, behaviour.version)
    guard version > 0 else { return refuse("version 0") }
    let isNewer = message.version > behaviour.version && behaviour.refusesNewerVersions
    switch message.body {
    case .capabilitiesRequest(let set): tellCapabilities(set, version: version)
    case .configurationRequest(let request):
      guard !isNewer else { return refuse("version \(message.version)") }
      configure(request, version: version)
    case .stopRequest(let set):
      guard !isNewer else { return refuse("version \(message.version)") }
      answerStop(set, version: version)
    default: refuse("\(message.kind)")
    }
  }

  private mutating func tellCapabilities(_ set: OOBTechnologySet, version: UInt8) {
    guard !set.isEmpty || !behaviour.refusesEmptyRequest else { return refuse("no technology") }
    let blocks = behaviour.blocks.filter { set.contains($0.technology) }
    send(
      version,
      .capabilitiesResponse(
        OOBMessage.Capabilities(blocks: blocks, tail: version > 1 ? behaviour.tail : nil)))
  }

  private mutating func configure(_ request: OOBMessage.Configuration, version: UInt8) {
    finish()
    let technologies = request.blocks.map(\.technology)
    let isConsistent =
      OOBTechnologySet(technologies) == request.configure
      && Set(technologies).count == technologies.count
    let isUnknown = behaviour.refusesUnknownBlocks && technologies.contains { !$0.isKnown }
    let isIdle =
      behaviour.demandsStart && (request.start != request.configure || request.start.isEmpty)
    guard isConsistent, !isUnknown, !isIdle else {
      refuse("technologies \(request.configure), of which \(request.start) are to start")
      return answerConfiguration([], version: version)
    }
    let usable = request.blocks.filter { block in
      guard behaviour.offered.contains(block.technology), block.unread == nil else { return false }
      guard let uwb = block.ultraWideband else { return true }
      return behaviour.ultraWideband.map { $0.refusal(of: uwb) == nil } ?? false
    }
    let configured = OOBTechnologySet(usable.map(\.technology))
    let started = configured.intersection(request.start)
    guard !started.isEmpty else {
      return answerConfiguration(request.start.isEmpty ? configured : [], version: version)
    }
    isMotionWanted = version >= 3 && request.motion == .supported
    lastMotion = .notDetected
    if behaviour.tail.transitioning == .breakBeforeMake { stop(running.subtracting(started)) }
    running.formUnion(started.subtracting(.uwb))
    guard started.contains(.uwb), let block = usable.ultraWideband else {
      return answerConfiguration(started, version: version)
    }
    stop(.uwb)
    run &+= 1
    configuration = block
    pending = Pending(version: version, others: started.subtracting(.uwb))
    actions.append(.startRadio(block, run: run))
  }

  /// Answers the configuration whose radio was awaited, with what has become of it.
  private mutating func finish() {
    guard let pending else { return }
    self.pending = nil
    answerConfiguration(
      pending.others.union(running.intersection(.uwb)), version: pending.version)
  }

  private mutating func answerStop(_ set: OOBTechnologySet, version: UInt8) {
    let active = pending == nil ? running : running.union(.uwb)
    let stopped = set.intersection(active)
    if stopped != set, behaviour.idleStop == .refusal { return refuse("a stop of \(set)") }
    stop(stopped)
    guard behaviour.answersStop else { return }
    send(version, .stopResponse(behaviour.idleStop == .asked ? set : stopped))
  }

  // MARK: Ranging

  private mutating func stop(_ set: OOBTechnologySet) {
    if set.contains(.uwb), configuration != nil {
      actions.append(.stopRadio(run: run))
      configuration = nil
      running.remove(.uwb)
      finish()
    }
    running.subtract(set)
    if running.isEmpty { deadline = nil }
  }

  private mutating func tell(_ motion: OOBMotion) {
    guard wantsMotion else { return }
    let isNew = motion != lastMotion
    lastMotion = motion
    if isNew || behaviour.motionPeriod != nil && motion != .notDetected { send(3, .motion(motion)) }
  }

  private mutating func answerConfiguration(_ set: OOBTechnologySet, version: UInt8) {
    if behaviour.answersConfiguration { send(version, .configurationResponse(set)) }
  }

  private mutating func send(_ version: UInt8, _ body: OOBMessage.Body) {
    if isConnected { actions.append(.send(OOBMessage(version: version, body))) }
  }

  private mutating func refuse(_ reason: String) { actions.append(.refuse(reason)) }
}

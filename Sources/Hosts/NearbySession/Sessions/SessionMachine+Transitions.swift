import LabRuntime
import NearbyAccessory

extension SessionMachine {
  /// Takes one input at the instant `now` and gives what follows from it, in order.
  mutating func handle(_ input: Input, _ world: Surroundings, now: Duration) -> [Output] {
    switch input {
    case .run(let configuration): run(configuration, world, now)
    case .pause: pause(world)
    case .invalidate: end(nil, world)
    case .left: left(world, now)
    case .returned: returned(world, now)
    case .permission(let isAllowed): answered(isAllowed, world, now)
    case .verified(let error, let check):
      if check == checks { verified(error, world, now) }
    case .heard(let update, let pose): heard(update, pose, world, now)
    case .arSession(let settings): arSession = settings
    case .radioFailed(let reason):
      if phase == .running { end(FrameworkError(.sessionFailed, reason), world) }
    case .peerEnded: peerEnded(world)
    case .deadline: deadline(world, now)
    }
    defer { outputs.removeAll() }
    return outputs
  }

  // MARK: Running

  private mutating func run(
    _ configuration: SessionConfiguration, _ world: Surroundings, _ now: Duration
  ) {
    guard phase != .invalidated || world.behaviour.has(.runsAfterInvalidation) else {
      outputs.append(
        .refuse("the session was invalidated; an invalidated session never runs again"))
      return
    }
    let behaviour = world.behaviour
    if behaviour.has(.refusesSecondRun), isRemoved {
      outputs.append(.refuse("the session does not run again"))
      return
    }
    if phase == .running { outputs.append(.stopRadio) }
    if token == nil || behaviour.has(.renewsTokenOnRun) { token = DiscoveryToken(random: &random) }
    if self.configuration != configuration { isBackgroundCapable = false }
    self.configuration = configuration
    isRemoved = false
    removals = 0
    if let error = lacking(for: configuration, world) { return end(error, world) }
    if world.takenPeers.contains(configuration.peerToken), !behaviour.has(.allowsSamePeerTwice) {
      let reason = "another session of this phone runs with the same peer"
      return end(FrameworkError(.invalidConfiguration, reason), world)
    }
    let limit = world.settings.maximumSessions - (behaviour.has(.limitOneTooLow) ? 1 : 0)
    if world.activeSessions >= limit, !behaviour.has(.ignoresSessionLimit) {
      let reason = "\(world.activeSessions) sessions are active, and \(limit) may be (a rig limit)"
      return end(FrameworkError(.activeSessionsLimitExceeded, reason), world)
    }
    switch world.permission {
    case .refused where behaviour.has(.asksAgain): ask()
    case .refused where !behaviour.has(.ignoresRefusal):
      end(FrameworkError(.userDidNotAllow, "the user has refused"), world)
    case .notAsked where !behaviour.has(.runsBeforePermission): ask()
    default: proceed(world, now)
    }
  }

  private mutating func ask() {
    phase = .askingPermission
    outputs.append(.askPermission)
  }

  private mutating func answered(_ isAllowed: Bool, _ world: Surroundings, _ now: Duration) {
    if isAllowed {
      if phase == .askingPermission { proceed(world, now) }
      return
    }
    switch phase {
    case .askingPermission where !world.behaviour.has(.ignoresRefusal):
      end(FrameworkError(.userDidNotAllow, "the user has refused"), world)
    case .askingPermission: proceed(world, now)
    case .running, .verifying, .suspended:
      guard !world.behaviour.has(.ignoresWithdrawal) else { return }
      end(FrameworkError(.userDidNotAllow, "the user has withdrawn the permission"), world)
    case .created, .paused, .invalidated: break
    }
  }

  private mutating func proceed(_ world: Surroundings, _ now: Duration) {
    let accessory = configuration?.accessory
    let wantsBackground = accessory?.bluetoothPeerIdentifier != nil
    if world.isInterrupted || (world.appState != .foreground && !wantsBackground),
      !world.behaviour.has(.startsInBackground)
    {
      return suspend(now)
    }
    if let accessory, wantsBackground, !isBackgroundCapable,
      !world.behaviour.has(.skipsAccessoryCheck)
    {
      phase = .verifying
      checks += 1
      outputs.append(.verify(accessory, check: checks))
      return
    }
    isBackgroundCapable = wantsBackground
    start(world, now)
  }

  private mutating func verified(
    _ error: FrameworkError?, _ world: Surroundings, _ now: Duration
  ) {
    guard phase == .verifying else { return }
    if let error { return end(error, world) }
    isBackgroundCapable = true
    if world.isInterrupted { return suspend(now) }
    start(world, now)
  }

  private mutating func start(_ world: Surroundings, _ now: Duration) {
    guard let configuration, let token else { return }
    phase = .running
    runs += 1
    suspendedAt = nil
    heardAt = now
    beginAssistance(world)
    let says = world.behaviour.has(.startsSilently) ? 0 : world.behaviour.has(.startsTwice) ? 2 : 1
    for _ in 0..<says { outputs.append(.deliver(.startedRunning)) }
    switch configuration {
    case .peer(let peer):
      outputs.append(.startRadio(RadioOrder(own: token, peer: peer.peerToken, world)))
    case .accessory(let accessory):
      let data = makeShareable(for: accessory.accessory, world)
      shareable = data
      outputs.append(.startRadio(RadioOrder(data, accessory.accessory)))
      // The fields are the phone's own and fit the layout; nothing to send would be a fault of it.
      guard let blob = try? data.encode() else {
        return end(FrameworkError(.sessionFailed, "the shareable data cannot be encoded"), world)
      }
      outputs.append(
        .deliver(.generatedShareableData(blob, accessory: accessory.accessoryToken)))
    }
  }

  private mutating func makeShareable(
    for accessory: AccessoryConfigurationData, _ world: Surroundings
  ) -> ShareableConfigurationData {
    let behaviour = world.behaviour
    if behaviour.has(.repeatsShareableData), let shareable { return shareable }
    var settings = world.settings.exchange
    let intervals = world.settings.concurrentIntervals
    if !intervals.isEmpty, world.activeSessions > 0, !behaviour.has(.sharesBlockInterval) {
      settings.blockInterval = intervals[world.activeSessions % intervals.count]
    }
    if behaviour.has(.ignoresUpdateRate) {
      settings.blockIntervalInfrequent = settings.blockInterval
    }
    if behaviour.has(.ignoresRequest) { settings.grantsRequest = false }
    var data = settings.shareable(for: accessory, random: &random)
    if behaviour.has(.alwaysVersion1) {
      data = ShareableConfigurationData(
        sessionIdentifier: data.sessionIdentifier, staticSTSIV: data.staticSTSIV,
        destinationAddress: data.destinationAddress)
    }
    if behaviour.has(.takesAccessoryAddress) {
      data.destinationAddress = accessory.uwb.sourceAddress
    }
    return data
  }

  // MARK: Pausing and ending

  private mutating func pause(_ world: Surroundings) {
    switch phase {
    case .running:
      if !world.behaviour.has(.rangesWhilePaused) { outputs.append(.stopRadio) }
    case .verifying, .suspended, .askingPermission: break
    case .created, .paused, .invalidated: return
    }
    suspendedAt = nil
    phase = .paused
  }

  /// Ends the session: by an error, which the delegate is told, or by the application.
  mutating func end(_ error: FrameworkError?, _ world: Surroundings) {
    guard phase != .invalidated else { return }
    if phase == .running, !isRemoved, !world.behaviour.has(.updatesAfterInvalidation) {
      outputs.append(.stopRadio)
    }
    if case .peer(let peer)? = configuration, let token, runs > 0 {
      outputs.append(.tellPeer(own: token, peer: peer.peerToken))
    }
    phase = .invalidated
    suspendedAt = nil
    if !world.behaviour.has(.keepsTokenAlive) { token = nil }
    if let error { outputs.append(.deliver(.invalidated(error))) }
  }

  // MARK: Suspension

  private mutating func suspend(_ now: Duration) {
    phase = .suspended
    suspendedAt = now
    outputs.append(.deliver(.suspended))
  }

  private mutating func left(_ world: Surroundings, _ now: Duration) {
    guard phase == .running else { return }
    let behaviour = world.behaviour
    if world.appState == .locked, behaviour.has(.ignoresLock) { return }
    if world.appState == .background, behaviour.has(.ignoresBackground) { return }
    wasInBackground = true
    if isBackgroundCapable, !world.isInterrupted, !behaviour.has(.suspendsBackgroundSessions) {
      if behaviour.has(.radioStopsInBackground) { outputs.append(.stopRadio) }
      return
    }
    if !isRemoved, !behaviour.has(.rangesWhileSuspended) { outputs.append(.stopRadio) }
    if behaviour.has(.renewsTokenOnSuspension) { token = DiscoveryToken(random: &random) }
    suspend(now)
  }

  private mutating func returned(_ world: Surroundings, _ now: Duration) {
    guard phase == .suspended, suspendedAt != nil, world.canStart else { return }
    suspendedAt = nil
    if !world.behaviour.has(.hidesSuspensionEnd) { outputs.append(.deliver(.suspensionEnded)) }
    if world.behaviour.has(.resumesByItself) { start(world, now) }
  }

  // MARK: The object

  private mutating func heard(
    _ update: NearbyEvent.Update, _ pose: DevicePose?, _ world: Surroundings, _ now: Duration
  ) {
    guard let configuration else { return }
    let behaviour = world.behaviour
    let lateUpdates =
      (phase == .paused && behaviour.has(.rangesWhilePaused))
      || (phase == .invalidated && behaviour.has(.updatesAfterInvalidation))
      || (phase == .suspended && behaviour.has(.rangesWhileSuspended))
      || (isRemoved && behaviour.has(.rangesAfterRemoval))
    guard (phase == .running && !isRemoved) || lateUpdates else { return }
    heardAt = now
    if !lateUpdates {
      if world.appState != .foreground, !behaviour.has(.updatesInBackground),
        !behaviour.has(.ignoresLock), !behaviour.has(.ignoresBackground),
        !behaviour.has(.startsInBackground)
      {
        return
      }
      if wasInBackground, isBackgroundCapable, behaviour.has(.staysSilentAfterBackground) {
        return
      }
    }
    var update = update
    let change = observe(&update, from: pose, world)
    if let change {
      outputs.append(.deliver(.convergenceChanged(change, object: configuration.peerToken)))
    }
    if behaviour.has(.measuresCentimetres) { update.distanceMetres *= 100 }
    outputs.append(.deliver(.updated(update, object: configuration.peerToken)))
  }

  private mutating func peerEnded(_ world: Surroundings) {
    guard phase == .running, !isRemoved, !world.behaviour.has(.ignoresPeerEnd) else { return }
    remove(.peerEnded, world)
  }

  private mutating func deadline(_ world: Surroundings, _ now: Duration) {
    guard let due = nextDeadline(world), now >= due else { return }
    if phase == .suspended {
      let reason = "suspended for more than \(suspensionLimit(world)) (a rig limit)"
      return end(FrameworkError(.resourceUsageTimeout, reason), world)
    }
    remove(world.behaviour.has(.wrongRemovalReason) ? .peerEnded : .timeout, world)
  }

  private mutating func remove(_ reason: NearbyEvent.RemovalReason, _ world: Surroundings) {
    guard let configuration else { return }
    if !isRemoved, !world.behaviour.has(.rangesAfterRemoval) { outputs.append(.stopRadio) }
    isRemoved = true
    removals += 1
    outputs.append(.deliver(.removed(reason, object: configuration.peerToken)))
  }
}

extension SessionMachine {
  /// Why a session cannot be with what this phone, its peer and the AR session can do; nil when it
  /// can. Which of two errors is told first, and the code for a phone without camera assistance, is
  /// the rig's choice: Apple documents the codes alone.
  func lacking(
    for configuration: SessionConfiguration, _ world: Surroundings
  ) -> FrameworkError? {
    let (model, behaviour, options) = (world.settings.model, world.behaviour, configuration.options)
    if !model.measuresDistance, !behaviour.has(.ignoresCapabilities) {
      return FrameworkError(.unsupportedPlatform, "a phone of the model \(model.name) has no UWB")
    }
    if let fault = arFault(options, model), !behaviour.has(.acceptsAnyARSession) {
      return FrameworkError(.invalidARConfiguration, fault)
    }
    guard options.extendedDistance, configuration.accessory == nil else { return nil }
    guard model.hasExtendedDistance,
      world.peerModel?.hasExtendedDistance != false
        || behaviour.has(.ignoresPeerModel)
    else {
      let who = model.hasExtendedDistance ? "the peer" : "this phone"
      return FrameworkError(
        .incompatiblePeerDevice, "\(who) cannot measure at an extended distance")
    }
    let limit = world.settings.maximumExtendedDistanceSessions
    guard world.extendedSessions < limit || behaviour.has(.ignoresExtendedLimit) else {
      return FrameworkError(
        .activeExtendedDistanceSessionsLimitExceeded,
        "\(world.extendedSessions) sessions measure at an extended distance, and \(limit) may "
          + "(a rig limit)")
    }
    return nil
  }

  private func arFault(_ options: SessionOptions, _ model: PhoneModel) -> String? {
    guard options.cameraAssistance else {
      return arSession == nil ? nil : "an AR session is of no use without camera assistance"
    }
    guard model.hasCameraAssistance else {
      return "a phone of the model \(model.name) has no camera assistance"
    }
    return arSession?.fault
  }

  /// Begins with camera assistance, where the application asks for it: what an earlier run knew may
  /// not hold any more.
  mutating func beginAssistance(_ world: Surroundings) {
    if world.behaviour.has(.keepsConvergence), assistance != nil { return }
    convergence = .unknown
    assistance = configuration?.options.cameraAssistance == true ? CameraAssistance() : nil
  }

  /// Makes of a round what the application learns; the convergence where that has changed.
  mutating func observe(
    _ update: inout NearbyEvent.Update, from pose: DevicePose?, _ world: Surroundings
  ) -> Convergence? {
    let behaviour = world.behaviour
    var seen = update
    if behaviour.has(.ignoresObstacles) { seen.hasLineOfSight = true }
    update.object = NearbyObject(seen, on: world.settings.model)
    if behaviour.has(.tellsEveryDirection), let azimuth = update.azimuth {
      update.object.direction = Angle.direction(
        azimuth: azimuth, elevation: update.elevation ?? 0)
    }
    if behaviour.has(.measuresNothingAhead) { update.object.direction = nil }
    if behaviour.has(.losesDistanceOutsideCone), update.object.direction == nil {
      update.object.distance = nil
    }
    guard assistance != nil, let pose else { return nil }
    assistance?.isLit = world.isLit || behaviour.has(.seesInTheDark)
    if let distance = update.object.distance { assistance?.add(distance: distance, at: pose) }
    update.object.horizontalAngle = assistance?.horizontalAngle(from: pose)
    if behaviour.has(.mirrorsHorizontalAngle), let angle = update.object.horizontalAngle {
      update.object.horizontalAngle = -angle
    }
    let now =
      behaviour.has(.convergesAtOnce) ? .converged : assistance?.convergence ?? .unknown
    guard now != convergence else { return nil }
    convergence = now
    return behaviour.has(.hidesConvergence) ? nil : now
  }
}

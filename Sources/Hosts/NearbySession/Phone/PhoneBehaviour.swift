public import Errors
import Notation

/// One way in which a phone is not what the framework promises.
///
/// Each is one deviation from the reference, so that a case that is meant to catch it can be seen to
/// catch it.
public enum PhoneDeviation: String, Hashable, Sendable, CaseIterable {
  /// Every session has the same discovery token.
  case sharesOneToken = "shares-one-token"
  /// A run makes a new discovery token.
  case renewsTokenOnRun = "renews-token-on-run"
  /// The discovery token outlives its session.
  case keepsTokenAlive = "keeps-token-alive"
  /// A session starts without saying so.
  case startsSilently = "starts-silently"
  /// A session says twice that it started.
  case startsTwice = "starts-twice"
  /// A session that was invalidated runs again.
  case runsAfterInvalidation = "runs-after-invalidation"
  /// A session starts although the application is not in use.
  case startsInBackground = "starts-in-background"
  /// The radio goes on while the session is paused.
  case rangesWhilePaused = "ranges-while-paused"
  /// Updates follow an invalidation.
  case updatesAfterInvalidation = "updates-after-invalidation"
  /// What one session measures is told to the first one.
  case mixesUpSessions = "mixes-up-sessions"
  /// Any number of sessions may be active.
  case ignoresSessionLimit = "ignores-session-limit"
  /// One session fewer than the limit may be active.
  case limitOneTooLow = "limit-one-too-low"
  /// A session keeps its place when it ends.
  case keepsPlaces = "keeps-places"
  /// A paused session counts as active.
  case countsPausedSessions = "counts-paused-sessions"
  /// Several sessions with one peer run at a time.
  case allowsSamePeerTwice = "allows-same-peer-twice"
  /// A session runs before the user has answered.
  case runsBeforePermission = "runs-before-permission"
  /// The user is asked again although the answer is known.
  case asksAgain = "asks-again"
  /// A refusal is not heeded.
  case ignoresRefusal = "ignores-refusal"
  /// A permission that is withdrawn goes on.
  case ignoresWithdrawal = "ignores-withdrawal"
  /// Accessory configuration data is not validated.
  case acceptsAnyConfiguration = "accepts-any-configuration"
  /// Versions above 2.0 are refused.
  case refusesNewerVersions = "refuses-newer-versions"
  /// Bad configuration data is refused without saying which byte.
  case hidesOffset = "hides-offset"
  /// Bad configuration data is refused with another error code.
  case wrongErrorCode = "wrong-error-code"
  /// The accessory token is the same for every accessory.
  case sharesAccessoryToken = "shares-accessory-token"
  /// Shareable data is always of version 1.1.
  case alwaysVersion1 = "always-version-1-1"
  /// Shareable data is the same at every run.
  case repeatsShareableData = "repeats-shareable-data"
  /// The phone takes the accessory's address.
  case takesAccessoryAddress = "takes-accessory-address"
  /// The preferred update rate is not heeded.
  case ignoresUpdateRate = "ignores-update-rate"
  /// Sessions at the same time share one block interval.
  case sharesBlockInterval = "shares-block-interval"
  /// The round that an accessory asks for is not granted.
  case ignoresRequest = "ignores-request"
  /// Distances are in centimetres.
  case measuresCentimetres = "measures-centimetres"
  /// A peer that is not heard is never removed.
  case neverRemoves = "never-removes"
  /// A peer is removed after half the time.
  case removesEarly = "removes-early"
  /// A peer is removed twice.
  case removesTwice = "removes-twice"
  /// A removal by timeout has the reason of an ended peer.
  case wrongRemovalReason = "wrong-removal-reason"
  /// The radio goes on after a removal.
  case rangesAfterRemoval = "ranges-after-removal"
  /// A session does not run again after a removal.
  case refusesSecondRun = "refuses-second-run"
  /// Retries without end.
  case retriesForEver = "retries-for-ever"
  /// Retries without waiting.
  case retriesWithoutPause = "retries-without-pause"
  /// Retries always with the full exchange.
  case alwaysExchanges = "always-exchanges"
  /// Retries always with what is cached.
  case neverExchanges = "never-exchanges"
  /// Sessions go on in the background.
  case ignoresBackground = "ignores-background"
  /// Sessions go on while the phone is locked.
  case ignoresLock = "ignores-lock"
  /// The end of a suspension is not told.
  case hidesSuspensionEnd = "hides-suspension-end"
  /// A session resumes by itself.
  case resumesByItself = "resumes-by-itself"
  /// The radio goes on while the session is suspended.
  case rangesWhileSuspended = "ranges-while-suspended"
  /// A suspension ends a discovery token.
  case renewsTokenOnSuspension = "renews-token-on-suspension"
  /// A suspension never becomes an invalidation.
  case suspendsForEver = "suspends-for-ever"
  /// A suspension becomes an invalidation after half the time.
  case invalidatesEarly = "invalidates-early"
  /// Parameters between phones follow from one token alone.
  case ignoresPeerToken = "ignores-peer-token"
  /// That a peer has ended is not told.
  case ignoresPeerEnd = "ignores-peer-end"
  /// Any bytes are a discovery token.
  case acceptsAnyToken = "accepts-any-token"
  /// A background accessory is not looked at over Bluetooth.
  case skipsAccessoryCheck = "skips-accessory-check"
  /// A value of another accessory is taken for the right one.
  case skipsByteComparison = "skips-byte-comparison"
  /// Only the first instance of the configuration characteristic is read.
  case readsFirstInstanceOnly = "reads-first-instance-only"
  /// Background sessions are suspended like any other.
  case suspendsBackgroundSessions = "suspends-background-sessions"
  /// Background sessions update the application while it is not in use.
  case updatesInBackground = "updates-in-background"
  /// Background sessions do not update the application when it is back.
  case staysSilentAfterBackground = "stays-silent-after-background"
  /// The radio stops in the background.
  case radioStopsInBackground = "radio-stops-in-background"
  /// A connection attempt gives up when the accessory is out of range.
  case givesUpConnecting = "gives-up-connecting"
  /// A relaunch forgets what was connected.
  case forgetsOnRelaunch = "forgets-on-relaunch"
  /// A phone without UWB runs sessions.
  case ignoresCapabilities = "ignores-capabilities"
  /// A direction is told wherever the object is.
  case tellsEveryDirection = "tells-every-direction"
  /// Outside of the cone of view the distance is kept back too.
  case losesDistanceOutsideCone = "loses-distance-outside-cone"
  /// Obstacles do not narrow the cone of view.
  case ignoresObstacles = "ignores-obstacles"
  /// The convergence of camera assistance is not told.
  case hidesConvergence = "hides-convergence"
  /// Camera assistance says at once that it knows.
  case convergesAtOnce = "converges-at-once"
  /// Darkness does not matter to the camera.
  case seesInTheDark = "sees-in-the-dark"
  /// The horizontal angle has the wrong sign.
  case mirrorsHorizontalAngle = "mirrors-horizontal-angle"
  /// A second run goes on with what the first one knew.
  case keepsConvergence = "keeps-convergence"
  /// Any AR session is good enough.
  case acceptsAnyARSession = "accepts-any-ar-session"
  /// Any number of sessions may measure at an extended distance.
  case ignoresExtendedLimit = "ignores-extended-limit"
  /// No direction is told, wherever the object is.
  case measuresNothingAhead = "measures-nothing-ahead"
  /// The estimate wanders although no range comes in.
  case readsTheRoom = "reads-the-room"
  /// Nobody asks whether the peer can measure at an extended distance.
  case ignoresPeerModel = "ignores-peer-model"
}

/// How a phone behaves: the reference, but for some deviations.
public struct PhoneBehaviour: Hashable, Sendable {
  /// The deviations, each once.
  public let deviations: [PhoneDeviation]

  /// A phone with deviations; none by default.
  public init(_ deviations: [PhoneDeviation] = []) { self.deviations = deviations }

  /// The framework as it is documented.
  public static let reference = PhoneBehaviour()

  /// The behaviour with one deviation by its name, as rig files give it; no name: the reference.
  ///
  /// - Throws: ``RigError`` when there is no such name, with the nearest one.
  public static func named(_ name: String?) throws(RigError) -> PhoneBehaviour {
    guard let name else { return .reference }
    if let deviation = PhoneDeviation(rawValue: name) { return PhoneBehaviour([deviation]) }
    let names = PhoneDeviation.allCases.map(\.rawValue)
    let hint = NearestName.nearest(to: name, among: names).map { "; did you mean \"\($0)\"?" }
    throw RigError(
      .usage,
      reason: "the phone has no misbehaviour \(PrintableText.quoted(name, limit: 64))\(hint ?? "")")
  }

  /// Whether it deviates so.
  func has(_ deviation: PhoneDeviation) -> Bool { deviations.contains(deviation) }
}

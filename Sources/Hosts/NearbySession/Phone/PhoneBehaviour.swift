public import Errors
import Notation

/// One way in which a phone is not what the framework promises.
///
/// Each is one deviation from the reference, so that a case that is meant to catch it can be seen
/// to catch it.
public enum PhoneDeviation: String, Hashable, Sendable, CaseIterable {
  case sharesOneToken = "shares-one-token"
  case renewsTokenOnRun = "renews-token-on-run"
  case keepsTokenAlive = "keeps-token-alive"
  case startsSilently = "starts-silently"
  case startsTwice = "starts-twice"
  case runsAfterInvalidation = "runs-after-invalidation"
  /// A session starts although the application is not in use.
  case startsInBackground = "starts-in-background"
  case rangesWhilePaused = "ranges-while-paused"
  case updatesAfterInvalidation = "updates-after-invalidation"
  /// What one session measures is told to the first one.
  case mixesUpSessions = "mixes-up-sessions"
  case ignoresSessionLimit = "ignores-session-limit"
  /// One session fewer than the limit may be active.
  case limitOneTooLow = "limit-one-too-low"
  case keepsPlaces = "keeps-places"
  case countsPausedSessions = "counts-paused-sessions"
  /// Several sessions with one peer run at a time.
  case allowsSamePeerTwice = "allows-same-peer-twice"
  case runsBeforePermission = "runs-before-permission"
  /// The user is asked again although the answer is known.
  case asksAgain = "asks-again"
  case ignoresRefusal = "ignores-refusal"
  case ignoresWithdrawal = "ignores-withdrawal"
  case acceptsAnyConfiguration = "accepts-any-configuration"
  /// Versions above 2.0 are refused.
  case refusesNewerVersions = "refuses-newer-versions"
  /// Bad configuration data is refused without saying which byte.
  case hidesOffset = "hides-offset"
  /// Bad configuration data is refused with another error code.
  case wrongErrorCode = "wrong-error-code"
  case sharesAccessoryToken = "shares-accessory-token"
  /// Shareable data is always of version 1.1.
  case alwaysVersion1 = "always-version-1-1"
  case repeatsShareableData = "repeats-shareable-data"
  case takesAccessoryAddress = "takes-accessory-address"
  case ignoresUpdateRate = "ignores-update-rate"
  case sharesBlockInterval = "shares-block-interval"
  /// The round that an accessory asks for is not granted.
  case ignoresRequest = "ignores-request"
  case measuresCentimetres = "measures-centimetres"
  case neverRemoves = "never-removes"
  /// A peer is removed after half the time.
  case removesEarly = "removes-early"
  case removesTwice = "removes-twice"
  /// A removal by timeout has the reason of an ended peer.
  case wrongRemovalReason = "wrong-removal-reason"
  case rangesAfterRemoval = "ranges-after-removal"
  case refusesSecondRun = "refuses-second-run"
  case retriesForEver = "retries-for-ever"
  case retriesWithoutPause = "retries-without-pause"
  case alwaysExchanges = "always-exchanges"
  case neverExchanges = "never-exchanges"
  case ignoresBackground = "ignores-background"
  case ignoresLock = "ignores-lock"
  case hidesSuspensionEnd = "hides-suspension-end"
  case resumesByItself = "resumes-by-itself"
  case rangesWhileSuspended = "ranges-while-suspended"
  case renewsTokenOnSuspension = "renews-token-on-suspension"
  case suspendsForEver = "suspends-for-ever"
  /// A suspension becomes an invalidation after half the time.
  case invalidatesEarly = "invalidates-early"
  /// Parameters between phones follow from one token alone.
  case ignoresPeerToken = "ignores-peer-token"
  case ignoresPeerEnd = "ignores-peer-end"
  case acceptsAnyToken = "accepts-any-token"
  case skipsAccessoryCheck = "skips-accessory-check"
  /// A value of another accessory is taken for the right one.
  case skipsByteComparison = "skips-byte-comparison"
  /// Only the first instance of the configuration characteristic is read.
  case readsFirstInstanceOnly = "reads-first-instance-only"
  case suspendsBackgroundSessions = "suspends-background-sessions"
  /// Background sessions update the application while it is not in use.
  case updatesInBackground = "updates-in-background"
  /// Background sessions do not update the application when it is back.
  case staysSilentAfterBackground = "stays-silent-after-background"
  case radioStopsInBackground = "radio-stops-in-background"
  /// A connection attempt gives up when the accessory is out of range.
  case givesUpConnecting = "gives-up-connecting"
  case forgetsOnRelaunch = "forgets-on-relaunch"
  case ignoresCapabilities = "ignores-capabilities"
  /// A direction is told wherever the object is.
  case tellsEveryDirection = "tells-every-direction"
  /// Outside of the cone of view the distance is kept back too.
  case losesDistanceOutsideCone = "loses-distance-outside-cone"
  case ignoresObstacles = "ignores-obstacles"
  case hidesConvergence = "hides-convergence"
  case convergesAtOnce = "converges-at-once"
  case seesInTheDark = "sees-in-the-dark"
  /// The horizontal angle has the wrong sign.
  case mirrorsHorizontalAngle = "mirrors-horizontal-angle"
  /// A second run goes on with what the first one knew.
  case keepsConvergence = "keeps-convergence"
  case acceptsAnyARSession = "accepts-any-ar-session"
  /// Any number of sessions may measure at an extended distance.
  case ignoresExtendedLimit = "ignores-extended-limit"
  /// No direction is told, wherever the object is.
  case measuresNothingAhead = "measures-nothing-ahead"
  /// The estimate wanders although no range comes in.
  case readsTheRoom = "reads-the-room"
  /// It does not ask whether the peer can measure at an extended distance.
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
    let hint = NearestName.hint(for: name, among: names)
    throw RigError(
      .usage,
      reason: "the phone has no misbehaviour \(PrintableText.quoted(name, limit: 64))\(hint ?? "")")
  }

  func has(_ deviation: PhoneDeviation) -> Bool { deviations.contains(deviation) }
}

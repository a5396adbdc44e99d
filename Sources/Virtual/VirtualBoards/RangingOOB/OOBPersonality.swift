import RangingOOB

/// Whose accessory a virtual one for Android phones resembles (Ranging OOB §4, §6.1).
struct OOBPersonality: Sendable {
  let name: String
  let behaviour: OOBResponderBehaviour

  static let all = [
    OOBPersonality(name: "reference", behaviour: OOBResponderBehaviour()), nordic, atmosic,
    makeBeforeBreak,
  ]

  /// The reference, which starts a technology beside the one that ranges.
  private static let makeBeforeBreak: OOBPersonality = {
    var behaviour = OOBResponderBehaviour()
    behaviour.tail.transitioning = .makeBeforeBreak
    return OOBPersonality(name: "make-before-break", behaviour: behaviour)
  }()

  /// nRF Connect SDK, precision finding of Fast Pair (source, 2026): version 1, strict about every
  /// byte, and nothing is kept when the link goes.
  private static let nordic = OOBPersonality(
    name: "nordic",
    behaviour: tag { behaviour in
      behaviour.version = 1
      behaviour.tolerance = .strict
      behaviour.refusesNewerVersions = true
      behaviour.refusesUnknownBlocks = true
      behaviour.demandsStart = true
      behaviour.refusesEmptyRequest = true
      behaviour.idleStop = .refusal
      behaviour.releaseTimeout = nil
    })

  /// Atmosic's SDK, precision finding of Fast Pair (source, 2026): version 3.
  private static let atmosic = OOBPersonality(
    name: "atmosic",
    behaviour: tag { behaviour in
      behaviour.tolerance = .missingMotion
      behaviour.idleStop = .asked
    })

  /// A tag of the Find Hub network: provisioned keys, and always the initiator.
  private static func tag(
    _ change: (inout OOBResponderBehaviour) -> Void
  ) -> OOBResponderBehaviour {
    var behaviour = OOBResponderBehaviour()
    behaviour.ultraWideband?.configIDs = [3, 6]
    behaviour.ultraWideband?.roles = .only(.initiator)
    change(&behaviour)
    return behaviour
  }
}

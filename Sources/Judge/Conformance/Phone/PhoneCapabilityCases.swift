import NearbySession
import Runner

/// Capabilities of a model of phone, and the errors where it lacks one.
enum PhoneCapabilityCases {
  static let all: [Case] = [noUWB, arSession, unneededARSession, extendedLimit, incompatiblePeer]

  private static let source = "accessory protocol §5.2, §5.3 (NIError, capabilities)"

  static let noUWB = Case.phone(
    "PH69", "a phone without UWB",
    requirement: "On a phone without UWB every run is invalidated with -5889.", source: source
  ) { rig in
    let phone = try await rig.phone { $0.model = .none }
    try rig.context.require(
      !phone.capabilities.measuresDistance, "the capabilities", expected: "no distance measurement",
      got: "distance measurement")
    try await rig.expectInvalidation(
      .unsupportedPlatform, running: rig.accessory(phone), on: phone,
      "a run without UWB is invalidated")
  }

  static let arSession = Case.phone(
    "PH70", "an AR session that camera assistance cannot use",
    requirement: "Camera assistance with an unsuitable AR session is invalidated with -5883.",
    source: "accessory protocol §5.2; Apple's headers: setARSession",
    parameters: [
      "heading", "camera", "collaborative", "face", "world-map", "relocalizing", "no-assistance",
    ]
  ) { rig in
    let phone = try await rig.phone {
      if rig.context.parameter == "no-assistance" { $0.model.hasCameraAssistance = false }
    }
    let session = phone.makeSession()
    var settings = ARSessionSettings()
    switch rig.context.parameter {
    case "heading": settings.alignment = .gravityAndHeading
    case "camera": settings.alignment = .camera
    case "collaborative": settings.isCollaborative = true
    case "face": settings.tracksFace = true
    case "world-map": settings.hasInitialWorldMap = true
    case "relocalizing": settings.relocalizes = true
    default: break
    }
    session.setARSession(settings)
    try session.run(rig.accessory(phone, options: .camera))
    try await rig.expectInvalidation(
      .invalidARConfiguration, of: session, "an unsuitable AR session is refused")
    let other = phone.makeSession()
    guard phone.capabilities.hasCameraAssistance else { return }
    other.setARSession(ARSessionSettings())
    try other.run(rig.accessory(phone, options: .camera))
    try await rig.expectStart(other, "a suitable AR session is taken")
  }

  static let unneededARSession = Case.phone(
    "PH71", "an AR session without camera assistance",
    requirement:
      "An AR session given to a session without camera assistance is refused with -5883.",
    source: "Apple's headers: setARSession"
  ) { rig in
    let phone = try await rig.phone()
    let session = phone.makeSession()
    session.setARSession(ARSessionSettings())
    try session.run(rig.accessory(phone))
    try await rig.expectInvalidation(
      .invalidARConfiguration, of: session, "an AR session without camera assistance is refused")
  }

  static let extendedLimit = Case.phone(
    "PH72", "too many sessions at an extended distance",
    requirement: "One session more than the limit at an extended distance is invalidated: -5880.",
    source: source
  ) { rig in
    let phone = try await rig.phone { $0.model = .second }
    let other = try await rig.phone("other") { $0.model = .second }
    let limit = phone.settings.maximumExtendedDistanceSessions
    for _ in 0..<limit {
      try await rig.startedSession(
        running: rig.extended(phone, to: other.makeSession()), on: phone,
        "a session at an extended distance starts")
    }
    try await rig.expectInvalidation(
      .activeExtendedDistanceSessionsLimitExceeded,
      running: rig.extended(phone, to: other.makeSession()), on: phone,
      "the session above the limit is invalidated")
    try await rig.startedSession(
      running: rig.accessory(phone), on: phone, "a session at the usual distance starts")
  }

  static let incompatiblePeer = Case.phone(
    "PH73", "a peer that has no extended distance",
    requirement: "Extended distance with a phone that cannot do it is invalidated with -5881.",
    source: source
  ) { rig in
    let neighbourhood = PhoneNeighbourhood()
    let phone = try await rig.phone(neighbourhood: neighbourhood) { $0.model = .second }
    let older = try await rig.phone("older", neighbourhood: neighbourhood) { $0.model = .first }
    try await rig.expectInvalidation(
      .incompatiblePeerDevice, running: rig.extended(phone, to: older.makeSession()), on: phone,
      "extended distance with an older phone is refused")
  }
}

extension PhoneRig {
  /// A configuration for another phone's session, at an extended distance.
  func extended(_ phone: Phone, to peer: PhoneSession) throws -> SessionConfiguration {
    var configuration = try phone.peerConfiguration(token: peer.discoveryToken?.bytes ?? [])
    configuration.options.extendedDistance = true
    return .peer(configuration)
  }
}

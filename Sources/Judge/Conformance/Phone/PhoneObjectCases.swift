import LabRuntime
import NearbySession
import Room
import Runner

/// An application's view of an object: each value absent when the geometry says so.
enum PhoneObjectCases {
  static let all: [Case] = [ahead, aside, obstacle, model]

  private static let source = "accessory protocol §5.1 (Apple's headers: didUpdate)"

  static let ahead = Case.phone(
    "PH59", "an object in front of the phone",
    requirement: "An object in the field of view has a distance and a direction of length one.",
    source: source, declared: .phoneBlocks(2), on: .seenAccessory
  ) { rig in
    let (walk, application) = try await rig.lookingPhone()
    walk.turn(to: try rig.bearingOfLock())
    let object = try await rig.settledObject(application)
    try rig.context.require(
      object.distance != nil, "the distance of an object ahead", expected: "metres",
      got: object.distance.map { "\($0) m" } ?? "absent")
    let length = object.direction.map { ($0 * $0).sum().squareRoot() }
    try rig.context.require(
      length.map { ($0 - 1).magnitude < 1e-6 } ?? false, "the direction of an object ahead",
      expected: "a vector of length 1", got: length.map { "length \($0)" } ?? "absent")
    try rig.context.require(
      (object.direction?.y ?? 0) > 0.9, "the direction of an object ahead points ahead",
      expected: "y above 0.9", got: "\(object.direction?.y ?? 0)")
  }

  /// Asserts that the distance of an object is told, and its direction is not.
  private static func requireNoDirection(
    _ object: NearbyObject, _ name: String, _ rig: PhoneRig
  ) throws {
    try rig.context.require(
      object.direction == nil, "the direction of \(name)", expected: "absent",
      got: object.direction.map { "\($0)" } ?? "absent")
    try rig.context.require(
      object.distance != nil, "the distance of \(name)", expected: "metres",
      got: object.distance.map { "\($0) m" } ?? "absent")
  }

  static let aside = Case.phone(
    "PH60", "an object outside of the field of view",
    requirement: "Outside of the field of view the distance goes on and the direction is absent.",
    source: source, declared: .phoneBlocks(3), parameters: ["left", "behind", "right"],
    on: .seenAccessory
  ) { rig in
    let (walk, application) = try await rig.lookingPhone()
    let turn = try rig.context.choice(of: ["left": 90.0, "behind": 180.0, "right": -90.0])
    walk.turn(to: try rig.bearingOfLock() + turn)
    let object = try await rig.settledObject(application)
    try requireNoDirection(object, "an object outside of the field of view", rig)
    walk.turn(to: try rig.bearingOfLock())
    let back = try await rig.settledObject(application)
    try rig.context.require(
      back.direction != nil, "the direction of an object that is back in the field of view",
      expected: "a vector", got: back.direction.map { "\($0)" } ?? "absent")
  }

  static let obstacle = Case.phone(
    "PH61", "an obstacle between phone and object",
    requirement:
      "Without a line of sight the field of view is narrower: a direction at its edge is absent.",
    source: "the rig's model of reflections; Apple documents no number",
    declared: .phoneBlocks(2),
    on: PhoneRig.Fixture(
      accessories: ["lock"], radios: ["phone"], hasLineOfSight: false, radioPersonality: "nxp")
  ) { rig in
    let (walk, application) = try await rig.lookingPhone()
    walk.turn(to: try rig.bearingOfLock() - 45)
    let object = try await rig.settledObject(application)
    try requireNoDirection(object, "an object behind an obstacle", rig)
  }

  static let model = Case.phone(
    "PH62", "a phone that measures no direction",
    requirement: "A phone without direction measurement gives distances alone.",
    source: "accessory protocol §5.3 (Apple forum 799436)", declared: .phoneBlocks(2),
    on: .seenAccessory
  ) { rig in
    let (walk, application) = try await rig.lookingPhone { $0.model = .second }
    walk.turn(to: try rig.bearingOfLock())
    let object = try await rig.settledObject(application)
    try rig.context.require(
      object.distance != nil && object.direction == nil,
      "what a phone without direction measurement tells", expected: "a distance, no direction",
      got: "distance \(object.distance == nil ? "absent" : "there"), direction "
        + (object.direction == nil ? "absent" : "there"))
  }
}

extension PhoneRig {
  /// A phone that can be turned, and an application that ranges with the accessory.
  func lookingPhone(
    _ change: (inout PhoneSettings) -> Void = { _ in }
  ) async throws -> (PhoneWalk, AccessoryApplication) {
    let walk = try PhoneWalk(self)
    let phone = try await phone(motion: walk, change)
    let application = try await application(on: phone)
    try await expectUpdate(application)
    return (walk, application)
  }

  /// In which direction the accessory is from the phone, in degrees from +y to the right.
  func bearingOfLock() throws -> Double {
    let room = try room()
    guard let from = room.position(of: "phone"), let to = room.position(of: "lock") else {
      throw CaseEnding.rigFault("the phone or the lock is not on the rig")
    }
    return Bearing(from: from, facing: Facing(), to: to).azimuth * 180 / .pi
  }

  /// The object by a round that has begun after now.
  func settledObject(_ application: AccessoryApplication) async throws -> NearbyObject {
    let now = lab.now
    for _ in 0..<20 {
      let update = try await expectUpdate(application).update
      // The round before may have been measured before the phone was turned.
      if update.at > now.advanced(by: .phoneBlocks(1)) { return update.object }
    }
    throw CaseEnding.rigFault("no round has begun since the phone was turned")
  }
}

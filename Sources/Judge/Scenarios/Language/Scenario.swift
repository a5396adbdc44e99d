import Bench
public import Journal
import Links
import NearbySession
import RangingOOB
import RigFile

/// A scenario: steps with accessories and phones, read from a file.
public struct Scenario: Sendable {
  /// The file as it was named.
  public let file: String
  /// The name, which is the id of its case.
  public let name: String
  /// The subject, in a few words.
  public let title: String
  /// The requirement, in one sentence.
  public let requirement: String
  /// The weight of a violation.
  public let scenarioClass: CaseClass
  /// Where the requirement comes from.
  public let source: String
  /// Words to select by.
  public let tags: [String]
  /// How long it takes apart from the rig.
  public let declared: Duration
  /// The names of the accessories in its steps, in the order of the rig's.
  public let boards: [String]
  /// The names of the phones in its steps, in the order of the rig's radios.
  public let phones: [String]
  /// The Android phones among them.
  let androids: [String: OOBInitiatorSettings]
  /// The steps for each value of the parameters; one without a name where there are none.
  let variants: [Variant]

  var hasApplePhone: Bool { androids.count < phones.count }
  var hasSeveralApplePhones: Bool { phones.count - androids.count > 1 }

  struct Variant: Sendable {
    /// `interval=180,count=2`; empty without parameters.
    var name: String
    var steps: [Step]
  }
}

/// One step with its place in the file.
struct Step: Sendable {
  var action: Action
  var target: Target
  var line: Int
  var words: String
}

/// Whom a step is about.
enum Target: Hashable, Sendable {
  /// The accessory that a loop is at, or the only one.
  case current
  case accessory(Int)
  case phone(Int)
  /// The session of one phone with another, by their places.
  case session(phone: Int, peer: Int)
}

/// The action of a step.
indirect enum Action: Sendable {
  /// By a phone, where it is said; else by the one that did it before.
  case initialize(phone: Int?)
  case configure(blockInterval: Int?)
  case expect(Expectation, within: Duration?)
  case stop
  case wait(Duration)
  case connect
  case disconnect
  case power(cutFor: Duration)
  /// Brings the board to an image; a relative path is one from the scenario's folder.
  case flash(RigBoard.Image)
  case suspend
  case resume
  /// The phone that has the accessory stops, and another one takes it on.
  case handOver(phone: Int, within: Duration?)
  case retry(cached: Bool, attempts: Int, backOff: Duration)
  case move(Destination, over: Duration)
  case turn(yaw: Double, pitch: Double, roll: Double)
  case block(Target)
  case unblock(Target)
  case fault(FaultPlan, of: FaultReach, for: Duration?)
  case assert(Assertion)
  case send([UInt8])
  /// With the camera, which tells where the other phone is.
  case run(camera: Bool)
  case pause
  case invalidate
  case parallel([[Step]])
  case `repeat`(Int, [Step])
  case forEach(atOnce: Bool, [Step])
}

enum FaultReach: Hashable, Sendable {
  /// On the link of the board that the step names.
  case link
  /// In the room, and on the link of the accessory that the step is about.
  case bench
}

/// Where a board goes.
enum Destination: Hashable, Sendable {
  /// A place in the room, metres.
  case place(x: Double, y: Double, z: Double)
  /// A distance in metres from a phone, in the direction in which the board stands.
  case distance(Double, from: Int)
}

/// An expected event.
enum Expectation: String, CaseIterable, Sendable {
  case didStart = "did-start"
  case didStop = "did-stop"
  case configurationData = "configuration-data"
  case update
  case removed
  case converged
  case nothing

  static let ofPhones: [Expectation] = [.update, .removed, .converged, .nothing]
}

/// An asserted condition.
enum Assertion: Sendable {
  case distance(Double, tolerance: Double)
  /// With how often the zone may have been entered and left, where that is said.
  case zone(Zone, isInside: Bool, changes: Int?)
  /// Whether a direction is known at all: outside of the cone of view there is none.
  case direction(isKnown: Bool)
  case removed
  case silent(rounds: Int)
  case state(AccessoryState)

  static let names = ["distance", "zone", "direction", "removed", "silent", "state"]
  static let ofPhones = ["distance", "zone", "direction", "removed", "silent"]
}

/// The state of an accessory by its messages.
enum AccessoryState: String, CaseIterable, Sendable {
  case idle, initialized, started, stopped, disconnected
}

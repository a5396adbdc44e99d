public import Journal

/// A story about accessories and a phone, as somebody wrote it down in a file.
public struct Scenario: Sendable {
  /// The file as it was named.
  public let file: String
  /// The name, which is the id of its case.
  public let name: String
  /// What it is about, in a few words.
  public let title: String
  /// What the accessories must do, in one sentence.
  public let requirement: String
  /// What a violation means.
  public let scenarioClass: CaseClass
  /// Where the requirement comes from.
  public let source: String
  /// Words to select by.
  public let tags: [String]
  /// How long it takes apart from the rig.
  public let declared: Duration
  /// What its steps call the accessories, in the order of the rig's.
  public let boards: [String]
  /// The steps for each value of the parameters; one without a name where there are none.
  let variants: [Variant]

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
  /// The step in a few words.
  var words: String
}

/// Whom a step is about.
enum Target: Hashable, Sendable {
  /// The accessory that a loop is at, or the only one.
  case current
  /// An accessory, by its place.
  case accessory(Int)
  /// The phone.
  case phone
}

/// What a step does.
indirect enum Action: Sendable {
  case initialize
  case configure(blockInterval: Int?)
  case expect(Expectation, within: Duration?)
  case stop
  case wait(Duration)
  case connect
  case disconnect
  case power(cutFor: Duration)
  case suspend
  case resume
  case retry(cached: Bool, attempts: Int, backOff: Duration)
  case move(Destination, over: Duration)
  case turn(yaw: Double, pitch: Double, roll: Double)
  case block(Target)
  case unblock(Target)
  case assert(Assertion)
  case send([UInt8])
  case parallel([[Step]])
  case `repeat`(Int, [Step])
  case forEach(atOnce: Bool, [Step])
}

/// Where a board goes.
enum Destination: Hashable, Sendable {
  /// A place in the room, metres.
  case place(x: Double, y: Double, z: Double)
  /// So many metres from the phone, in the direction in which it stands.
  case distance(Double)
}

/// What must come.
enum Expectation: String, CaseIterable, Sendable {
  case didStart = "did-start"
  case didStop = "did-stop"
  case configurationData = "configuration-data"
  case update
  case removed
  case nothing
}

/// What must hold.
enum Assertion: Sendable {
  case distance(Double, tolerance: Double)
  case zone(Zone, isInside: Bool)
  case removed
  case silent(rounds: Int)
  case state(AccessoryState)

  static let names = ["distance", "zone", "removed", "silent", "state"]
}

/// What the phone knows of an accessory by its messages.
enum AccessoryState: String, CaseIterable, Sendable {
  case idle, initialized, started, stopped, disconnected
}

/// A zone around the phone: entered below one distance, left above a greater one.
struct Zone: Hashable, Sendable {
  var enter: Double
  var leave: Double

  /// Distances whose median counts, so that one bad round does not move anybody.
  static let window = 5

  /// Whether the accessory is inside, after a distance; what it was before holds in between.
  func isInside(_ distance: Double, before: Bool) -> Bool {
    before ? distance <= leave : distance < enter
  }
}

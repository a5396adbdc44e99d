public import Errors
public import LabRuntime
public import Links
import RangingOOB
public import Room
public import WireFormat

/// An accessory for Android phones behind a link: Ranging OOB, with its radio in a room.
public final class VirtualOOBAccessory: VirtualBoard {
  /// The settings of the accessory.
  public struct Settings: Sendable {
    /// The board's name, in the room too.
    public var name: String
    /// How messages are cut on a byte stream.
    public var framing: StreamFraming
    /// Whose accessory it resembles; see ``VirtualOOBAccessory/personalities``.
    public var personality: String
    /// Its fault; nil for none.
    public var misbehaviour: OOBFault?
    /// Parts per million that its clock runs too fast; negative: too slow.
    public var clockDrift = 0
    /// How often it tells its motion; nil: when it changes.
    var motionPeriod: Duration?
    /// The tap between it and its link; nil for none.
    public var tap: (any BoardTap)?

    /// A healthy accessory.
    public init(
      name: String, framing: StreamFraming = .length16, personality: String = "reference",
      misbehaviour: OOBFault? = nil
    ) {
      self.name = name
      self.framing = framing
      self.personality = personality
      self.misbehaviour = misbehaviour
    }

    /// - Throws: ``RigError`` when the personality is not known.
    func check() throws(RigError) {
      guard VirtualOOBAccessory.personalities.contains(personality) else {
        throw RigError.unknownPersonality(
          personality, board: name, allowed: VirtualOOBAccessory.personalities)
      }
    }

    var behaviour: OOBResponderBehaviour {
      var behaviour =
        OOBPersonality.all.first { $0.name == personality }?.behaviour ?? OOBResponderBehaviour()
      behaviour.motionPeriod = motionPeriod
      return behaviour
    }
  }

  /// From a message to its answer.
  static let answerTime = Duration.milliseconds(10)
  /// From the order to the first round.
  static let radioStartTime = Duration.milliseconds(30)

  /// The personalities that can be played.
  public static let personalities = OOBPersonality.all.map(\.name)

  private let settings: Settings
  private let lab: Lab
  private let room: Room

  /// An accessory without a connection. Put a body of its name in the room.
  ///
  /// - Throws: ``RigError`` when the personality is not known.
  public init(lab: Lab, room: Room, settings: Settings) throws(RigError) {
    try settings.check()
    self.lab = lab
    self.room = room
    self.settings = settings
  }

  /// Serves the accessory, one connection after the other, until the listener is closed or the task
  /// is cancelled; then its radio is off. Each call is a board that was just powered.
  public func serve(_ listener: any LinkListener) async {
    var board = HostedOOBAccessory(room: room, settings: settings)
    await BoardHost(lab: lab, clock: BoardClock(drift: settings.clockDrift)).serve(listener, &board)
  }
}

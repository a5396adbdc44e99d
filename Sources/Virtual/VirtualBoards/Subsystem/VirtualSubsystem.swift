public import Errors
public import LabRuntime
public import Links
public import Room
public import UCI

/// A board with UCI firmware behind a link, with its radio in a room.
///
/// It lives through any bytes and holds little memory whatever the host does. While nobody is
/// connected its sessions go on, and what they report is lost.
public final class VirtualSubsystem: VirtualBoard {
  /// The settings of the board.
  public struct Settings: Sendable {
    /// The board's name, in the room too.
    public var name: String
    /// Whose board it resembles; see ``VirtualSubsystem/personalities``.
    public var personality: String
    /// Its fault; nil for none.
    public var misbehaviour: UCIFault?
    /// How it wants its packets; nil for plain UCI.
    public var framing: UCIFraming?
    /// Parts per million that its clock runs too fast; negative: too slow.
    public var clockDrift = 0
    /// Whether each connection finds it just powered: it says that it is ready.
    public var bootsWhenConnected = false
    /// What is wrong with its antenna; nil for nothing.
    public var errors: RadioErrors?
    /// The tap between it and its link; nil for none.
    public var tap: (any BoardTap)?

    /// A healthy DWM3001CDK by default.
    public init(
      name: String, personality: String = "fira2-qorvo", misbehaviour: UCIFault? = nil
    ) {
      self.name = name
      self.personality = personality
      self.misbehaviour = misbehaviour
    }
  }

  /// The personalities that can be played.
  public static let personalities = makes.map(\.name)
  private static let makes: [UWBSPersonality] = [
    .fira2Qorvo, .fira1, .nxp, .pica, .fira1Qorvo,
  ]

  private let settings: Settings
  private let personality: UWBSPersonality
  private let lab: Lab
  private let room: Room
  private let memory = CalibrationMemory()

  /// A board without a connection. Put a body of its name in the room.
  ///
  /// - Throws: ``RigError`` when the personality is not known.
  public init(lab: Lab, room: Room, settings: Settings) throws(RigError) {
    guard let personality = Self.makes.first(where: { $0.name == settings.personality }) else {
      throw RigError.unknownPersonality(
        settings.personality, board: settings.name, allowed: Self.personalities)
    }
    self.lab = lab
    self.room = room
    self.settings = settings
    self.personality = personality
    if let errors = settings.errors { room.equip(settings.name, with: errors) }
  }

  /// What the board has stored and what its radio works with, which no host is told.
  public var calibration: UWBSCalibration {
    if let current = memory.current { return current }
    var personality = personality
    settings.misbehaviour?.hooks.personality(&personality)
    return UWBSubsystem(personality: personality).calibration
  }

  /// Serves the board, one connection after the other, until the listener is closed or the task is
  /// cancelled; then its radio is off. Each call is a board that was just powered.
  public func serve(_ listener: any LinkListener) async {
    var board = SubsystemBoard(settings, personality, room: room, memory: memory)
    await BoardHost(lab: lab, clock: BoardClock(drift: settings.clockDrift)).serve(listener, &board)
  }
}

/// The text shell of Qorvo's DWM3001CDK firmware (observed: version 1.1.0, build Aug 13 2025, and
/// the community builds of 1.0.2).
public struct QorvoShell: DeviceShell {
  /// Its description of itself. Firmware 1.0.2 tells it as the answer to VERSION too, which 1.1.0 does not know.
  public struct Identity: Equatable, Sendable {
    /// The board and its kit.
    public var device = "DWM3001CDK - DW3_QM33_SDK - FreeRTOS"
    /// Such as 1.1.0.
    public var version = "1.1.0"
    /// When it was built.
    public var build = "Aug 13 2025 14:23:02"
    /// The applications that can be started.
    public var applications = ["LISTENER", "RESPF", "INITF"]
    /// The driver of the radio.
    public var driver = "DW3XXX Device Driver Version 08.19.02"
    /// The UWB stack.
    public var stack = "R12.7.0-405-gb33c5c4272"
  }

  /// Its faults.
  public enum Fault: Equatable, Sendable {
    /// It never answers.
    case isSilent
    /// It loses each n-th byte of long answers, as the stock firmware does on its pins.
    case losesEvery(Int)
    /// The bytes that its JS blocks count too many.
    case miscounts(Int)
    /// A write of a key is not answered, and the key is zero (observed: 1.1.0).
    case zeroesKeys
    /// SAVE keeps nothing.
    case forgets
  }

  /// A calibration value, little-endian.
  public struct Key: Equatable, Sendable {
    /// As LISTCAL writes it.
    public var name: String
    /// Little-endian.
    public var bytes: [UInt8]

    init(_ name: String, _ bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  /// Its description of itself.
  public let identity = Identity()
  let fault: Fault?
  /// The application that runs, or NONE.
  public internal(set) var application = "NONE"
  /// The keys of LISTCAL.
  public internal(set) var calibration: [Key]
  /// The state after a restart.
  public internal(set) var saved: Saved

  /// The state that SAVE keeps.
  public struct Saved: Equatable, Sendable {
    /// Delays, trims and all that was measured.
    public var calibration: [Key]
    /// The application that starts with the board.
    public var application: String
    /// The console is on the pins, and the USB port is mute.
    public var consoleOnPins: Bool
  }

  var input = ShellInput()
  var diagnostics = false
  var consoleOnPins = false
  var startsWith = "NONE"
  /// A stopped application is still shown until then.
  var stopsAt: UInt64?
  var previous = "NONE"

  /// The factory settings.
  public static let factory: [Key] = [
    Key("ant0.ch5.ant_delay", [0xED, 0x3F, 0, 0]),
    Key("ant0.ch9.ant_delay", [0xF7, 0x3F, 0, 0]),
    Key("wifi_coex_time_gap", [0x00]),
    Key("xtal_trim", [0x19]),
  ]

  /// A board as it comes.
  public init(fault: Fault? = nil) {
    self.fault = fault
    calibration = Self.factory
    saved = Saved(calibration: calibration, application: "NONE", consoleOnPins: false)
  }

  /// The session of the application that runs.
  var ranging: ShellRanging?
  var roundDue: UInt64?
  var rounds: UInt32 = 0

  /// When its next round is.
  public var wakesAt: UInt64? { roundDue }

  /// Says what is due.
  public mutating func wake(at now: UInt64) -> [ShellAction] { nextRound(at: now) }

  mutating func stopRanging() {
    ranging = nil
    roundDue = nil
  }

  /// Forgets what was not saved.
  public mutating func start(at now: UInt64) -> [ShellAction] {
    input.reset()
    calibration = saved.calibration
    consoleOnPins = saved.consoleOnPins
    startsWith = saved.application
    application = saved.application
    stopsAt = nil
    stopRanging()
    return [.ranges(nil)]
  }

  /// Answers what is typed.
  public mutating func receive(_ bytes: [UInt8], at now: UInt64) -> [ShellAction] {
    guard !consoleOnPins || !saved.consoleOnPins else { return [] }
    guard fault != .isSilent else { return [] }
    var actions: [ShellAction] = []
    for byte in bytes {
      // What is typed comes back.
      if byte != 0x0A { actions.append(.send(byte == 0x0D ? [0x0D, 0x0A] : [byte])) }
      guard let line = input.feed(byte) else { continue }
      actions += perform(line, at: now)
    }
    return merged(actions)
  }

  /// One action for what leaves without a break, with the bytes that get lost.
  private func merged(_ actions: [ShellAction]) -> [ShellAction] {
    var result: [ShellAction] = []
    var text: [UInt8] = []
    for action in actions {
      switch action {
      case .send(let bytes): text += bytes
      case .restart, .ranges, .measures:
        if !text.isEmpty { result.append(.send(text)) }
        text = []
        result.append(action)
      }
    }
    if case .losesEvery(let every) = fault, every > 1, text.count > every {
      text = text.enumerated().filter { $0.offset % every != every - 1 }.map(\.element)
    }
    return text.isEmpty ? result : result + [.send(text)]
  }
}

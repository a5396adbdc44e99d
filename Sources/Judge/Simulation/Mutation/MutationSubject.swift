public import BootProtocols
import RangingOOB
public import RigFile
public import Runner
import UCI
import VirtualBoards

/// A suite that is judged: its cases, and what the reference board that they judge can do wrong.
public struct MutationSubject: Sendable {
  /// The suite.
  public let suite: String
  /// Its cases.
  public let cases: [Case]
  /// The firmware of the boards that are changed.
  public let firmware: Firmware
  let generator: MutantGenerator

  /// The suites that can be judged.
  public static let suites = ["accessory", "uci", "ranging-oob"]

  /// The shipped rig with the reference boards of a suite that the standard rig has none of.
  public static let rigs = ["ranging-oob": "android.yaml"]

  /// The subject of a suite; nil for one without mutants.
  ///
  /// - Parameter limits: what "too late" is.
  public init?(_ suite: String, cases: [Case], limits: RigLimits) {
    switch suite {
    case "accessory": self.init(Self.accessory(limits), cases, .niAccessory)
    case "uci": self.init(Self.uci(limits), cases, .uci)
    case "ranging-oob": self.init(Self.rangingOOB(), cases, .rangingOOB)
    default: return nil
    }
  }

  /// - Parameter all: cases, those of other suites among them.
  init(_ generator: MutantGenerator, _ all: [Case], _ firmware: Firmware) {
    suite = generator.suite
    cases = all.filter { $0.suite == generator.suite }
    self.firmware = firmware
    self.generator = generator
  }

  /// Every mutant, in the order of the tables.
  public var mutants: [Mutant] { generator.mutants() }

  // MARK: The accessory

  private static func accessory(_ limits: RigLimits) -> MutantGenerator {
    let messages = AccessoryMessages.all
    return MutantGenerator(
      suite: "accessory", framing: AccessoryFraming(messages: messages), messages: messages,
      transitions: accessorySteps,
      states: ["idle", "configured", "ranging"],
      limit: { message in
        switch message.name {
        case "did-start": limits.accessoryStart
        case "did-stop": limits.stopAnswer
        default: limits.accessoryAnswer
        }
      })
  }

  /// The steps of the reference accessory (accessory protocol §1.5). Its radio is on at once, so that
  /// a start is one step, and starting no state that it rests in.
  private static let accessorySteps = steps([
    "idle": [
      "initialize": ["configured"], "configure-and-start": ["idle"], "stop": ["idle"],
      "unknown": ["idle"], "disconnect": ["idle"],
    ],
    "configured": [
      "initialize": ["configured"], "configure-and-start": ["ranging", "configured"],
      "stop": ["idle", "configured"], "unknown": ["configured"], "disconnect": ["idle"],
    ],
    "ranging": [
      "initialize": ["configured"], "configure-and-start": ["ranging"], "stop": ["configured"],
      "unknown": ["ranging"], "disconnect": ["idle"],
    ],
  ])

  // MARK: The accessory for Android phones

  private static func rangingOOB() -> MutantGenerator {
    let messages = OOBMessages.all
    return MutantGenerator(
      suite: "ranging-oob", framing: AccessoryFraming(messages: messages, place: 1),
      messages: messages, transitions: oobSteps, states: ["idle", "ranging"],
      limit: { _ in .seconds(4) },
      others: [
        // An answer to something else, which has the same fields.
        Mutant(
          id: "ranging-oob/stop-response/message_id/another", subject: "stop-response",
          change: .field(
            "message_id", .number(Int64(OOBMessage.Kind.configurationResponse.rawValue))))
      ])
  }

  /// The steps of the reference (Ranging OOB §6.1) in which something ranges, or comes up.
  private static let oobSteps = steps([
    "idle": ["configuration-request": ["ranging"]],
    "ranging": [
      "capabilities-request": ["ranging"], "configuration-request": ["ranging"],
      "stop-request": ["ranging", "idle"],
    ],
  ])

  // MARK: The subsystem

  /// The reference subsystem refuses unknown commands, under one name.
  private static func uci(_ limits: RigLimits) -> MutantGenerator {
    // The groups behind 8 are of vendors: they are for `calibrate`, not for the cases.
    let messages = UCIMessage.layouts.filter {
      $0.isInSubsystem && !$0.isFromHost && $0.gid <= 8
    }.map {
      MessageDefinition(
        $0.name, id: [$0.messageType.rawValue, $0.gid, $0.oid], $0.fields,
        lasting: $0 == CoreGetCapsInfoResponse.self ? ["tlvs.value"] : [])
    }
    let refusal = MessageDefinition(
      "REFUSAL_RSP", id: [UCIMessageType.response.rawValue],
      [FieldDescription("status", .enumeration, .bytes(1), values: UCIStatus.self)])
    return MutantGenerator(
      suite: "uci", framing: UCIFraming(messages, refusal: refusal),
      messages: messages + [refusal], transitions: sessionSteps,
      states: ["INIT", "DEINIT", "ACTIVE", "IDLE"], limit: { _ in limits.uciResponse },
      // How well two boards measure is for the suite `ranging`.
      hasRadio: false)
  }

  /// The steps of a session (FiRa UCI as AOSP has it); DEINIT is one that is not there.
  private static let sessionSteps = steps([
    "DEINIT": ["SESSION_INIT_CMD": ["INIT"]],
    "INIT": sessionSteps(
      configured: ["INIT", "IDLE"], started: ["INIT"], stopped: ["INIT"], repeated: "INIT"),
    "IDLE": sessionSteps(
      configured: ["IDLE"], started: ["ACTIVE", "IDLE"], stopped: ["IDLE"], repeated: "IDLE"),
    "ACTIVE": sessionSteps(
      configured: ["ACTIVE"], started: ["ACTIVE"], stopped: ["IDLE"], repeated: "ACTIVE"
    ).merging(["round": ["ACTIVE", "IDLE"]]) { first, _ in first },
  ])

  private static func sessionSteps(
    configured: [String], started: [String], stopped: [String], repeated: String
  ) -> [String: [String]] {
    [
      "SESSION_INIT_CMD": [repeated], "SESSION_SET_APP_CONFIG_CMD": configured,
      "SESSION_START_CMD": started, "SESSION_STOP_CMD": stopped, "SESSION_DEINIT_CMD": ["DEINIT"],
      // Repeated: what a refused one leaves.
      "CORE_DEVICE_RESET_CMD": ["DEINIT", repeated],
    ]
  }

  private static func steps(_ table: [String: [String: [String]]]) -> [BoardTransition] {
    table.flatMap { from, causes in
      causes.flatMap { cause, states in
        states.map { BoardTransition(from: from, cause: cause, to: $0) }
      }
    }.sorted()
  }
}

public import BootProtocols
public import Rig
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
  public static let suites = ["accessory", "uci"]

  /// What a suite is judged by; nil for one without mutants.
  ///
  /// - Parameter limits: what "too late" is.
  public init?(_ suite: String, cases: [Case], limits: RigLimits) {
    self.suite = suite
    self.cases = cases.filter { $0.suite == suite }
    switch suite {
    case "accessory":
      guard let generator = Self.accessory(limits) else { return nil }
      firmware = .niAccessory
      self.generator = generator
    case "uci":
      guard let generator = Self.uci(limits) else { return nil }
      firmware = .uci
      self.generator = generator
    default: return nil
    }
  }

  init(_ generator: MutantGenerator, cases: [Case], firmware: Firmware) {
    suite = generator.suite
    self.cases = cases
    self.firmware = firmware
    self.generator = generator
  }

  /// Every mutant, in the order of the tables.
  public var mutants: [Mutant] { generator.mutants() }

  // MARK: The accessory

  private static func accessory(_ limits: RigLimits) -> MutantGenerator? {
    let text = Embedded.accessory
    guard let table = ProtocolTable(text) else { return nil }
    return MutantGenerator(
      suite: "accessory", table: table, framing: AccessoryFraming(messages: table.messages),
      messages: table.messages, transitions: accessorySteps,
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

  // MARK: The subsystem

  /// The messages of the reference subsystem. What it does not know it refuses, under one name.
  private static let uciMessages = [
    "CORE_DEVICE_RESET_RSP", "CORE_DEVICE_STATUS_NTF", "CORE_GET_DEVICE_INFO_RSP",
    "CORE_GET_CAPS_INFO_RSP", "CORE_SET_CONFIG_RSP", "CORE_GET_CONFIG_RSP",
    "CORE_GENERIC_ERROR_NTF", "CORE_QUERY_UWBS_TIMESTAMP_RSP", "SESSION_INIT_RSP",
    "SESSION_DEINIT_RSP", "SESSION_STATUS_NTF", "SESSION_SET_APP_CONFIG_RSP",
    "SESSION_GET_APP_CONFIG_RSP", "SESSION_GET_COUNT_RSP", "SESSION_GET_STATE_RSP",
    "SESSION_UPDATE_CONTROLLER_MULTICAST_LIST_RSP", "SESSION_UPDATE_CONTROLLER_MULTICAST_LIST_NTF",
    "SESSION_QUERY_DATA_SIZE_IN_RANGING_RSP", "SESSION_START_RSP", "SESSION_INFO_NTF",
    "SESSION_STOP_RSP", "SESSION_GET_RANGING_COUNT_RSP", "SESSION_DATA_CREDIT_NTF",
    "SESSION_DATA_TRANSFER_STATUS_NTF", "DATA_MESSAGE_RCV",
  ]

  private static func uci(_ limits: RigLimits) -> MutantGenerator? {
    let text = Embedded.uci
    guard let table = ProtocolTable(text, choices: ["measurement": "twr_short"]) else {
      return nil
    }
    let named = table.messages.filter { uciMessages.contains($0.name) }
    guard named.count == uciMessages.count else { return nil }
    let status = FieldDefinition("status", "status", table.enumerations)
    let refusal = MessageDefinition(
      name: "REFUSAL_RSP", direction: .rsp, id: [], fields: status.map { [$0] } ?? [])
    return MutantGenerator(
      suite: "uci", table: table,
      framing: UCIFraming(named, refusal: refusal, enumerations: table.enumerations),
      messages: named + [refusal], transitions: sessionSteps,
      states: ["INIT", "DEINIT", "ACTIVE", "IDLE"], limit: { _ in limits.uciResponse })
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

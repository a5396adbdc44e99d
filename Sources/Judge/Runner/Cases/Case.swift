public import BootProtocols
public import Journal
import RigFile

/// One requirement on a board, as a readable declaration with the code that judges it.
public struct Case: Sendable {
  /// The boards that one instance of a case takes.
  public enum Boards: Hashable, Sendable {
    /// Each accessory that is judged, one at a time.
    case accessory
    /// Two accessories that are judged together.
    case accessoryPair
    /// The number of accessories that are judged together: the first of the rig file. One
    /// instance; where there are fewer, it has those that there are, and ``Need/accessories(_:)``
    /// says so.
    case accessories(Int, speaking: Firmware = .niAccessory)
    /// Each accessory for Android phones that is judged, one at a time.
    case rangingOOB
    /// Each UCI board that is judged, one at a time.
    case uci
    /// A UCI controller and a UCI controlee that are judged together.
    case uciPair
    /// Each board in this bootloader, one at a time.
    case bootloader(BootProtocol)
    /// No board: the rig's own model of the phone is judged.
    case phoneModel
  }

  /// The name in place of a board in the instances of cases about the model of the phone.
  public static let phoneName = "phone"

  /// The identifier: that of the requirement's source where it has one; unique.
  public let id: String
  /// The suite, such as `accessory`.
  public let suite: String
  /// A few words about the case.
  public let title: String
  /// The meaning of a violation.
  public let caseClass: CaseClass
  /// The requirement in one sentence.
  public let requirement: String
  /// Where the requirement comes from.
  public let source: String
  /// The boards of an instance.
  public let boards: Boards
  /// The needs that the rig must meet.
  public let needs: [Need]
  /// Words to select by; `survival` and `slow` have meanings of their own.
  public var tags: [String]
  /// How long the protocol itself takes, apart from the rig; zero for plain exchanges.
  public let declared: Duration
  /// One instance for each; empty: one instance without parameter.
  public let parameters: [String]
  /// The name without which no filter knows the case; nil for a built-in one.
  public var origin: String?
  /// The answers that the body waits for one after another, where they are so many that a board which
  /// uses its whole limit for each needs more than the run's time for a case; zero elsewhere.
  public private(set) var answersInARow = 0
  /// The body: steps and assertions.
  public var body: @Sendable (CaseContext) async throws -> Void

  /// Declared times above this make a case `slow`.
  public static let slowLimit = Duration.seconds(5)

  /// A case; `slow` is added to the tags where the declared time says so.
  public init(
    _ id: String, suite: String, _ title: String, _ caseClass: CaseClass = .required,
    requirement: String, source: String, boards: Boards, needs: [Need] = [], tags: [String] = [],
    declared: Duration = .zero, parameters: [String] = [],
    body: @escaping @Sendable (CaseContext) async throws -> Void
  ) {
    self.id = id
    self.suite = suite
    self.title = title
    self.caseClass = caseClass
    self.requirement = requirement
    self.source = source
    self.boards = boards
    self.needs = needs
    self.tags = declared > Self.slowLimit ? tags + ["slow"] : tags
    self.declared = declared
    self.parameters = parameters
    self.body = body
  }

  /// The same case, which waits for so many answers of a board one after another.
  public func waiting(forAnswers count: Int) -> Case {
    var waiting = self
    waiting.answersInARow = count
    return waiting
  }

  /// The time after which a run ends the case: the run's own for each case, or twice the declared time,
  /// or that of answers which come as late as they may, whichever is longest. An accessory may ask
  /// for blocks of the longest interval, by which the declared time grows; what is declared beyond
  /// ``slowLimit`` is counted in seconds, not in blocks.
  func timeout(_ ofRun: Duration, limits: RigLimits) -> Duration {
    let ranges = boards == .accessory && needs.contains(where: \.usesRadio)
    let stretch = ranges ? max(1, limits.intervalMaximum / limits.blockInterval) - 1 : 0
    let longest = declared * 2 + min(declared, Self.slowLimit) * 2 * stretch
    return max(ofRun, longest, limits.accessoryAnswer * answersInARow)
  }

  /// True when surviving the stimulus is the requirement: a link that closes is then `device died`.
  public var isAboutSurvival: Bool { tags.contains("survival") }
}

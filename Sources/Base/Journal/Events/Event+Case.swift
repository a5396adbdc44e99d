/// The unique name of a case on its boards: `id@board`, `id[parameter]@a+b`.
public func instanceName(case id: String, boards: [String]) -> String {
  boards.isEmpty ? id : "\(id)@\(boards.joined(separator: "+"))"
}

extension Event {
  /// An attempt at an instance.
  public struct CaseStarted: Sendable, Equatable {
    /// The id of the case with its parameter, without the boards.
    public var `case`: String
    /// Names of the boards, the judged ones first.
    public var boards: [String]
    /// Names of the boards that play the phone's radio meanwhile.
    public var radios: [String]
    /// 1 at first, higher on a retry.
    public var attempt: Int
    /// The suite that the case belongs to.
    public var suite: String?
    /// The title of the case.
    public var title: String?
    /// The requirement in one sentence.
    public var requirement: String?
    /// Where the requirement stands: document and clause, or where it was observed.
    public var source: String?
    /// Words to select the case by.
    public var tags: [String]
    /// One command line that runs exactly this instance again.
    public var reproduce: String?
    /// How long the case says it takes, in microseconds.
    public var declaredMicroseconds: Int64?

    /// An attempt at an instance.
    public init(
      case id: String, boards: [String], radios: [String] = [], attempt: Int = 1,
      suite: String? = nil, title: String? = nil, requirement: String? = nil, source: String? = nil,
      tags: [String] = [],
      reproduce: String? = nil, declaredMicroseconds: Int64? = nil
    ) {
      self.case = id
      self.boards = boards
      self.radios = radios
      self.attempt = attempt
      self.suite = suite
      self.title = title
      self.requirement = requirement
      self.source = source
      self.tags = tags
      self.reproduce = reproduce
      self.declaredMicroseconds = declaredMicroseconds
    }

    /// The unique name in all documents.
    public var instance: String { instanceName(case: self.case, boards: boards) }
  }

  /// Something that was compared with its requirement.
  public struct Assertion: Sendable, Equatable {
    /// The requirement, in one sentence.
    public var requirement: String
    /// Whether it held.
    public var ok: Bool
    /// The expected value, decoded.
    public var expected: String
    /// The received value, decoded.
    public var got: String
    /// The instance that asserts, needed where several run at a time.
    public var instance: String?
    /// Whether the case only takes it for granted: its own requirement was not reached.
    public var isPrerequisite: Bool

    /// A comparison and its outcome.
    public init(
      requirement: String, ok: Bool, expected: String, got: String, instance: String? = nil,
      isPrerequisite: Bool = false
    ) {
      self.requirement = requirement
      self.ok = ok
      self.expected = expected
      self.got = got
      self.instance = instance
      self.isPrerequisite = isPrerequisite
    }
  }

  /// A frame that broke a rule of the frame watch; the first of each rule and board are told.
  public struct RuleBroken: Sendable, Equatable {
    /// The id of the rule.
    public var rule: String
    /// The board that sent the frame, by the name of the rig file.
    public var board: String
    /// The instance that ran; nil before the first.
    public var during: String?
    /// The frame, or the bytes that are none; empty where a frame is missing.
    public var bytes: [UInt8]
    /// What was expected, decoded.
    public var expected: String
    /// What was received, decoded.
    public var got: String
    /// The name of the message that came though nothing had asked for it; nil where the rule is about
    /// something else.
    public var unasked: String?
    /// It was broken by bytes that belong to no frame.
    public var isNoise: Bool

    /// A frame that broke a rule.
    public init(
      rule: String, board: String, during: String?, bytes: [UInt8], expected: String, got: String,
      unasked: String? = nil, isNoise: Bool = false
    ) {
      self.rule = rule
      self.board = board
      self.during = during
      self.bytes = bytes
      self.expected = expected
      self.got = got
      self.unasked = unasked
      self.isNoise = isNoise
    }

    /// The instance that the rule is on this board.
    public var instance: String { instanceName(case: rule, boards: [board]) }
  }

  /// A number that was measured.
  public struct Measurement: Sendable, Equatable {
    /// The name of the measurement.
    public var name: String
    /// The number; not a number is written as `null`.
    public var value: Double
    /// Its unit, such as `m` or `ms`; empty for a plain count.
    public var unit: String
    /// Where it should lie; `nil` where nothing is demanded.
    public var limits: Limits?
    /// The instance that measured, needed where several run at a time.
    public var instance: String?
    /// How many values it is made of; nil where that says nothing.
    public var count: Int64?
    /// Where the truth lies in 95 of 100 cases; nil where that is not known.
    public var interval: Limits?

    /// A number with its unit and limits.
    public init(
      name: String, value: Double, unit: String, limits: Limits? = nil, instance: String? = nil,
      count: Int64? = nil, interval: Limits? = nil
    ) {
      self.name = name
      self.value = value
      self.unit = unit
      self.limits = limits
      self.instance = instance
      self.count = count
      self.interval = interval
    }
  }

  /// The range that a measurement should lie in, ends included.
  public struct Limits: Sendable, Equatable {
    /// Lowest allowed value; `nil` for none.
    public var min: Double?
    /// Highest allowed value; `nil` for none.
    public var max: Double?

    /// A range, open where an end is `nil`.
    public init(min: Double? = nil, max: Double? = nil) {
      self.min = min
      self.max = max
    }

    /// Whether the value lies in the range; never for what is not a number.
    public func allow(_ value: Double) -> Bool {
      !value.isNaN && min.map { value >= $0 } ?? true && max.map { value <= $0 } ?? true
    }
  }

  /// A zone around a board that a case watches another board enter and leave.
  public struct Zone: Sendable, Equatable {
    /// Metres within which it is entered.
    public var enter: Double
    /// Metres beyond which it is left.
    public var leave: Double
    /// The instance that watches it.
    public var instance: String?

    /// A zone.
    public init(enter: Double, leave: Double, instance: String? = nil) {
      self.enter = enter
      self.leave = leave
      self.instance = instance
    }
  }

  /// How an attempt at an instance ended.
  public struct CaseFinished: Sendable, Equatable {
    /// The id of the case with its parameter, without the boards.
    public var `case`: String
    /// Names of the boards, the judged ones first.
    public var boards: [String]
    /// The outcome; later lines never change it, but a retry may follow.
    public var verdict: Verdict
    /// Why, in words; what was observed for a FINDING; empty where there is nothing to say.
    public var reason: String
    /// How firmly the requirement stands; `class` in the line.
    public var caseClass: CaseClass
    /// How long it took, in microseconds of lab time.
    public var durationMicroseconds: Int64?
    /// Why a FAIL does not count: a fault that the team has accepted.
    public var waived: String?
    /// Why a FAIL does not count for now: the case is not trusted.
    public var quarantined: String?
    /// Whether the machine stood still where times were judged: the attempt tells nothing of the device.
    public var wasHeldUp: Bool

    /// How an attempt at an instance ended.
    public init(
      case id: String, boards: [String], verdict: Verdict, reason: String = "",
      class caseClass: CaseClass, durationMicroseconds: Int64? = nil, waived: String? = nil,
      quarantined: String? = nil, wasHeldUp: Bool = false
    ) {
      self.case = id
      self.boards = boards
      self.verdict = verdict
      self.reason = reason
      self.caseClass = caseClass
      self.durationMicroseconds = durationMicroseconds
      self.waived = waived
      self.quarantined = quarantined
      self.wasHeldUp = wasHeldUp
    }

    /// The unique name in all documents.
    public var instance: String { instanceName(case: self.case, boards: boards) }

    /// Whether the verdict does not count.
    public var isSuppressed: Bool { waived != nil || quarantined != nil }
  }
}

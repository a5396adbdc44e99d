extension Event {
  /// The identity of a run: enough to run it again.
  public struct RunStarted: Sendable, Equatable {
    /// Names the shape of the journal.
    public var schema: String
    /// Version of the program.
    public var version: String
    /// Seed of every random choice of the run.
    public var seed: UInt64
    /// Name of the rig.
    public var rig: String
    /// What the times of the journal are: ``simulatedTime`` or ``wallTime``; nil where it is not
    /// said.
    public var time: String?
    /// How many instances are to run; nil where it is not said.
    public var planned: Int64?

    /// The time of a simulated lab.
    public static let simulatedTime = "virtual"
    /// The time of a clock on the wall.
    public static let wallTime = "real"

    /// The first line of a journal.
    public init(
      schema: String = Event.schema, version: String, seed: UInt64, rig: String,
      time: String? = nil, planned: Int64? = nil
    ) {
      self.schema = schema
      self.version = version
      self.seed = seed
      self.rig = rig
      self.time = time
      self.planned = planned
    }
  }

  /// How a run ended.
  public struct RunFinished: Sendable, Equatable {
    /// Instances by verdict.
    public var counts: VerdictCounts
    /// The exit status of the program.
    public var status: Int

    /// The last line of a journal.
    public init(counts: VerdictCounts, status: Int) {
      self.counts = counts
      self.status = status
    }
  }

  /// A request to end that came from outside.
  public struct Signal: Sendable, Equatable {
    /// Its name, such as `SIGINT`.
    public var name: String

    /// A request to end.
    public init(name: String) { self.name = name }
  }

  /// A sentence for people.
  public struct Remark: Sendable, Equatable {
    /// The sentence.
    public var text: String
    /// The instance that it is about; `nil` where it concerns the run.
    public var instance: String?

    /// A sentence, about an instance or about the run.
    public init(_ text: String, instance: String? = nil) {
      self.text = text
      self.instance = instance
    }
  }
}

/// The keys of a scenario file; `Rigs/scenario.schema.json` says the same in JSON schema.
enum ScenarioGrammar {
  static let file = [
    "version", "name", "title", "requirement", "class", "source", "tags", "declared", "boards",
    "parameters", "steps",
  ]

  /// The steps, each with the keys that may stand beside it.
  static let steps: [(name: String, keys: [String])] = [
    ("initialize", ["board"]),
    ("configure", ["board", "block-interval"]),
    ("expect", ["board", "within"]),
    ("stop", ["board"]),
    ("wait", []),
    ("connect", ["board"]),
    ("disconnect", ["board"]),
    ("power", ["board", "for"]),
    ("suspend", ["board"]),
    ("resume", ["board"]),
    ("retry", ["board", "attempts", "back-off"]),
    ("move", ["board", "to", "distance", "over"]),
    ("turn", ["board", "yaw", "pitch", "roll"]),
    ("block", ["board", "from"]),
    ("unblock", ["board", "from"]),
    ("assert", ["board", "is", "metres", "within", "enter", "leave", "rounds"]),
    ("send", ["board"]),
    ("parallel", []),
    ("repeat", []),
    ("for-each", ["steps", "at-once"]),
  ]

  static let names = steps.map(\.name)
  /// Steps that can be written as one word.
  static let words = [
    "initialize", "configure", "stop", "connect", "disconnect", "suspend", "resume", "retry",
    "block", "unblock",
  ]

  static let phone = "phone"
  static let mostBoards = 32
  static let mostSteps = 1000
  static let mostVariants = 64
  /// Levels of YAML: a branch of a loop is three of them.
  static let deepest = 32
}

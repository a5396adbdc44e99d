/// The keys of a scenario file; `Rigs/scenario.schema.json` says the same in JSON schema.
enum ScenarioGrammar {
  static let file = [
    "version", "name", "title", "requirement", "class", "source", "tags", "declared", "boards",
    "parameters", "steps",
  ]

  /// The steps, each with the keys that may stand beside it.
  static let steps: [(name: String, keys: [String])] = [
    ("initialize", ["board", "phone"]),
    ("configure", ["board", "block-interval"]),
    ("expect", ["board", "phone", "peer", "within"]),
    ("stop", ["board"]),
    ("wait", []),
    ("connect", ["board"]),
    ("disconnect", ["board"]),
    ("power", ["board", "for"]),
    ("flash", ["board", "method", "sha256"]),
    ("suspend", ["board", "phone"]),
    ("resume", ["board", "phone"]),
    ("retry", ["board", "attempts", "back-off"]),
    ("move", ["board", "to", "distance", "from", "over"]),
    ("turn", ["board", "yaw", "pitch", "roll"]),
    ("block", ["board", "from"]),
    ("unblock", ["board", "from"]),
    ("fault", ["board", "for"]),
    (
      "assert",
      [
        "board", "phone", "peer", "is", "metres", "within", "enter", "leave", "changes", "rounds",
      ]
    ),
    ("send", ["board"]),
    ("run", ["phone", "peer", "camera"]),
    ("pause", ["phone", "peer"]),
    ("invalidate", ["phone", "peer"]),
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

  static let boards = ["accessories", "phones"]
  static let phone = "phone"
  static let mostBoards = 32
  static let mostPhones = 8
  static let mostSteps = 1000
  static let mostVariants = 64
  /// Levels of YAML: a branch of a loop is three of them.
  static let deepest = 32
}

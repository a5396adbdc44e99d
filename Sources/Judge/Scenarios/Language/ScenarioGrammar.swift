import BootProtocols
import FileGrammar
import Flashing
import Journal
import Links
import Notation
import RigFile

/// The keys of a scenario file: how each is read, and what its JSON schema says of it.
struct ScenarioKeys {
  static let kind = FileKind(
    "a scenario", words: "a scenario file", name: "scenario:1", title: "uwbrig scenario",
    about: "A scenario with accessories and a phone, as `uwbrig run FILE.yaml` performs it.")
  static let mapping = Mapping(ScenarioKeys(), allowed: "a mapping of keys and values")

  let version = Key("version", .version, required: "1")
  let name = Key("name", .name(longest: 64), required: "a name")
  let title = Key("title", .line("at most 120 characters", longest: 120))
  let requirement = Key("requirement", .line(sentence, longest: 400), required: sentence)
  let caseClass = Setting<CaseClass>("class", .choice, default: .required)
  let source = Setting(
    "source", .line("at most 200 characters", longest: 200), default: "the scenario file")
  let tags = Setting("tags", .list(.name(), "a list of tags"), default: [])
  let declared = Key("declared", .duration())
  let boards = Key("boards", .boards)
  let parameters = Key("parameters", .parameters)
  let steps = Key("steps", .steps, required: "a list of steps")

  private static let sentence = "one sentence of at most 400 characters"
}

/// A step: its name, what stands behind the name, and the keys that may stand beside it.
struct StepGrammar {
  let name: String
  /// The rule for what stands behind the name; nothing for a step that takes no value of its own.
  private let value: JSONValue
  private let keys: [any GrammarKey]
  /// Keys that a schema asks for; the reader asks for them by what the step does.
  private let required: [String]
  /// Whether the name alone is the step.
  let isWord: Bool

  var keyNames: [String] { keys.map(\.name) }

  private init(
    _ name: String, _ keys: [any GrammarKey] = [], value: JSONValue = ["type": "null"],
    required: [String] = [], isWord: Bool = false
  ) {
    (self.name, self.keys, self.value) = (name, keys, value)
    (self.required, self.isWord) = (required, isWord)
  }

  private var schema: JSONValue {
    Mapping<StepKeys>.schema(keys).with(["required": .strings([name] + required)]).with([
      "properties": .object(
        [.init(name, value)] + keys.map { JSONValue.Member($0.name, $0.schema) })
    ])
  }

  static let all: [StepGrammar] = {
    typealias Keys = StepKeys
    let session: [any GrammarKey] = [Keys.phone, Keys.peer]
    return [
      Self("initialize", [Keys.board, Keys.phone], isWord: true),
      Self("configure", [Keys.board, Keys.blockInterval], isWord: true),
      Self(
        "expect", [Keys.board] + session + [Keys.timeout],
        value: Keys.expectation.orParameter.schema),
      Self("stop", [Keys.board], isWord: true),
      Self("wait", value: Keys.span.schema),
      Self("connect", [Keys.board], isWord: true),
      Self("disconnect", [Keys.board], isWord: true),
      Self("power", [Keys.board, Keys.end], value: Keys.power.schema),
      Self("flash", [Keys.board, Keys.method, Keys.sha256], value: Keys.image.schema),
      Self("suspend", [Keys.board, Keys.phone], isWord: true),
      Self("resume", [Keys.board, Keys.phone], isWord: true),
      Self("hand-over", [Keys.board, Keys.phone, Keys.timeout], required: ["phone"]),
      Self(
        "retry", [Keys.board, Keys.attempts, Keys.backOff],
        value: ["anyOf": [["type": "null"], Keys.mode.schema]], isWord: true),
      Self("move", [Keys.board, Keys.to, Keys.distance, Keys.from, Keys.over]),
      Self("turn", [Keys.board, Keys.yaw, Keys.pitch, Keys.roll]),
      Self("block", [Keys.board, Keys.from], isWord: true),
      Self("unblock", [Keys.board, Keys.from], isWord: true),
      Self("fault", [Keys.board, Keys.end], value: Keys.faults.schema),
      Self(
        "assert",
        [Keys.board] + session + [
          Keys.state, Keys.metres, Keys.tolerance, Keys.enter, Keys.leave, Keys.changes,
          Keys.rounds,
        ], value: Keys.assertion.schema),
      Self("send", [Keys.board], value: ["type": "string"]),
      Self("run", session + [Keys.camera], required: ["phone"]),
      Self("pause", session, required: ["phone"]),
      Self("invalidate", session, required: ["phone"]),
      Self(
        "parallel",
        value: ["type": "array", "minItems": 1, "maxItems": 16, "items": Keys.steps.schema]),
      Self(
        "repeat", [Keys.steps],
        value: ["oneOf": [Keys.times.schema, RepeatKeys.mapping.schema]]),
      Self(
        "for-each", [Keys.steps, Keys.atOnce], value: Keys.loop.schema, required: ["steps"]),
    ]
  }()

  static let names = all.map(\.name)

  static func named(_ name: String) -> StepGrammar? { all.first { $0.name == name } }

  /// The definitions that the schema and its steps refer to.
  static let definitions: JSONValue = [
    "steps": ["type": "array", "minItems": 1, "items": ["$ref": "#/$defs/step"]],
    "step": [
      "anyOf": .array(
        [["enum": .strings(all.filter(\.isWord).map(\.name))]] + all.map(\.schema))
    ],
  ]
}

/// The keys of steps, and the forms of what stands behind their names.
struct StepKeys {
  private typealias Name = Form<String>

  static let board = Key("board", Name.name())
  static let phone = Key("phone", Name.name())
  static let peer = Key("peer", Name.name())
  static let from = Key("from", Name.name())
  static let steps = Key("steps", Form.steps)

  static let blockInterval = Key("block-interval", .integer(96...65_535).orParameter)
  static let timeout = Key("within", .duration(positive: true).orParameter)
  static let end = Key("for", .duration(positive: true).orParameter)
  static let method = Key(
    "method", .choice(["auto"] + FlashMethod.supported.map(\.rawValue)).orParameter)
  static let sha256 = Key("sha256", .digest.orParameter)
  static let attempts = Key("attempts", .integer(1...100).orParameter)
  static let backOff = Key("back-off", .duration().orParameter)
  static let to = Key(
    "to",
    .list(
      .number(-1000...1000, unit: "metres").orParameter, of: 3,
      "three numbers: [x, y, z] in metres"))
  static let distance = Key("distance", metresForm)
  static let over = Key("over", .duration().orParameter)
  static let yaw = Key("yaw", .number(-360...360, unit: "degrees").orParameter)
  static let pitch = Key("pitch", .number(-90...90, unit: "degrees").orParameter)
  static let roll = Key("roll", .number(-360...360, unit: "degrees").orParameter)
  static let state = Key("is", Form<String>(["type": "string"]) { $0.text })
  static let metres = Key("metres", metresForm)
  static let tolerance = Key("within", metresForm)
  static let enter = Key("enter", metresForm)
  static let leave = Key("leave", metresForm)
  static let changes = Key("changes", .integer(0...10_000).orParameter)
  static let rounds = Key("rounds", .integer(1...1000).orParameter)
  static let camera = Key("camera", .boolean.orParameter)
  static let atOnce = Key("at-once", .boolean)

  static let expectation = Form<Expectation>.choice
  static let assertion = Form.choice(Assertion.names).orParameter
  static let span = Form.duration().orParameter
  static let power = Form.choice(["cycle"]).orParameter
  static let image = Form.line("the path of an image")
  static let mode = Form.choice(["cached", "full"]).orParameter
  static let faults = Form.faults.orParameter
  static let times = Form<Int>.integer(1...10_000).orParameter
  static let loop = Form.choice(["accessory"]).orParameter

  private static let metresForm = Form.number(0...1000, unit: "metres").orParameter
}

/// The keys below `repeat:`, as scenarios had them before they could stand beside it.
struct RepeatKeys {
  static let mapping = Mapping(RepeatKeys())

  let times = Key("times", StepKeys.times, required: "a number")
  let steps = Key("steps", .steps, required: "a list of steps")
}

extension Form {
  /// The value, or a parameter that stands for it.
  var orParameter: Form {
    Form(["anyOf": [schema, ["type": "string", "pattern": #"^\$\{"#]]], read: read)
  }
}

extension Form<Field> {
  /// Steps, which are read for each value of the parameters.
  static let steps = Form(["$ref": "#/$defs/steps"]) { $0 }
}

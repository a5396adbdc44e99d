/// The rules of the fields of one kind of event.
struct FieldRules: EventFields {
  typealias Failure = Never

  let kind: String
  private(set) var members: [(name: String, rule: JSONValue, isRequired: Bool)] = []

  mutating func add(_ name: String, _ rule: JSONValue, isRequired: Bool = true) {
    let about = Self.notes["\(kind) \(name)"] ?? Self.notes[name]
    members.append(
      (name, rule.with(about.map { ["description": .string($0)] } ?? [:]), isRequired))
  }

  mutating func add(_ name: String, type: String..., isRequired: Bool = true) {
    var rule: JSONValue = ["type": type.count == 1 ? .string(type[0]) : .strings(type)]
    if let least = Self.least[name] { rule = rule.with(["minimum": .integer(least)]) }
    if let pattern = Self.patterns[name] { rule = rule.with(["pattern": .string(pattern)]) }
    add(name, rule, isRequired: isRequired)
  }

  mutating func field(_ name: String, _ value: inout String) {
    // The name of the shape is no text that may be another.
    name == "schema" ? add(name, ["const": .string(value)]) : add(name, type: "string")
  }
  mutating func field(_ name: String, _ value: inout Int) { add(name, type: "integer") }
  mutating func field(_ name: String, _ value: inout Double) { add(name, type: "number", "null") }
  mutating func field(_ name: String, _ value: inout Bool) { add(name, type: "boolean") }
  mutating func field(_ name: String, _ value: inout [String]) { texts(name, isRequired: true) }
  mutating func field(_ name: String, ifAny value: inout [String]) {
    texts(name, isRequired: false)
  }
  mutating func field(_ name: String, ifTrue value: inout Bool) {
    add(name, ["const": true], isRequired: false)
  }
  mutating func field(_ name: String, seed value: inout UInt64) {
    add(name, type: "integer", "string")
  }
  mutating func field(_ name: String, hexadecimal value: inout [UInt8]) {
    add(name, type: "string")
  }
  mutating func field<Word: RawRepresentable<String> & CaseIterable>(
    _ name: String, word value: inout Word
  ) { add(name, ["enum": .strings(Word.allCases.map(\.rawValue))]) }
  mutating func field(_ name: String, _ value: inout String?) {
    add(name, type: "string", isRequired: false)
  }
  mutating func field(_ name: String, _ value: inout Int64?) {
    add(name, type: "integer", isRequired: false)
  }
  mutating func members(_ value: inout JSONValue) {
    for member in value.members ?? [] {
      switch member.value {
      case .number: add(member.name, type: "number")
      case .bool: add(member.name, type: "boolean")
      default: add(member.name, type: "string")
      }
    }
  }

  mutating func field(_ name: String, _ value: inout Event.Limits?) {
    add(name, Self.limits(["object", "null"]))
  }
  mutating func field(_ name: String, ifAny value: inout Event.Limits?) {
    add(name, Self.limits("object"), isRequired: false)
  }

  private static func limits(_ type: JSONValue) -> JSONValue {
    let number: JSONValue = ["type": "number"]
    return [
      "type": type, "properties": ["min": number, "max": number], "additionalProperties": false,
    ]
  }

  mutating func field(_ name: String, _ value: inout VerdictCounts) {
    let names = Verdict.allCases.map(\.rawValue)
    let count: JSONValue = ["type": "integer", "minimum": 0]
    add(
      name,
      [
        "type": "object", "properties": .object(names.map { .init($0, count) }),
        "required": .strings(names), "additionalProperties": false,
      ])
  }

  private mutating func texts(_ name: String, isRequired: Bool) {
    add(name, ["type": "array", "items": ["type": "string"]], isRequired: isRequired)
  }

  private static let least: [String: Int64] = [
    "t_us": 0, "seed": 0, "attempt": 1, "matches": 0, "planned": 0,
  ]
  private static let patterns = ["hex": "^([0-9a-f]{2})*$", "sha256": "^[0-9a-f]{64}$"]

  /// Descriptions of fields by name; of one kind alone where that comes first.
  private static let notes: [String: String] = [
    "t_us": "Microseconds since the start, real or simulated; never less than in the line before.",
    "version": "Version of the program.",
    "time": "What the times are: virtual, of a simulated lab, or real.",
    "planned": "How many instances are to run.",
    "x": "Metres to the east of the corner.", "y": "Metres to the north of the corner.",
    "z": "Metres above the floor.",
    "yaw": "Where it looks: degrees from north, positive to the right.",
    "pitch": "Where it looks: degrees above the horizon.",
    "obstacle name": "Its name in the rig file.", "shape": "box or wall.",
    "x1": "A corner, in metres to the east.",
    "y1": "A corner, in metres to the north.", "x2": "The other corner, or the end of a wall.",
    "y2": "The other corner, or the end of a wall.",
    "blocks": "Whether no signal goes through; otherwise it is weakened.",
    "seed": "Seed of every random choice; as a text where it needs more than 63 bits.",
    "rig": "Name of the rig.", "board": "Name in the rig file.",
    "excuse board": "The board that it is about; all where it is missing.",
    "identity": "What the board says it is, or how it was found; may be empty.",
    "virtual": "Whether it lives in the virtual lab.",
    "reason": "Why it was opened or closed; may be empty.",
    "case-finished reason": "Why; what was observed for a FINDING; may be empty.",
    "excuse reason": "Why.", "recovery-started reason": "The fault.",
    "recovery-finished reason": "Why not, or why the rung was left out; may be empty.",
    "firmware": "What speaks on the link, as the rig file names it.",
    "dialect": "The dialect of a UCI board, such as fira2+qorvo.",
    "case": "The id of the case with its parameter, without the boards.",
    "boards": "Names of the boards, the judged ones first.",
    "radios": "Names of the boards that play the phone's radio meanwhile.",
    "attempt": "1 at first, higher on a retry.", "suite": "The suite of the case.",
    "title": "What the case does.", "requirement": "The requirement in one sentence.",
    "assertion requirement": "What has to hold.", "source": "Where the requirement stands.",
    "tags": "Words to select the case by.",
    "reproduce": "One command line that runs exactly this instance again.",
    "declared_us": "How long the case says it takes, in microseconds.",
    "dir": "in: from the board; out: to the board.", "hex": "The bytes.",
    "rule-broken hex": "The frame, or the bytes that are none, in lowercase hexadecimal.",
    "ok": "Whether it held.",
    "recovery-finished ok": "Whether the board reached its start state afterwards.",
    "expected": "What was expected, decoded.", "got": "What was received, decoded.",
    "prerequisite": "The case only takes it for granted: its own requirement was not reached.",
    "instance": "The instance that this belongs to.", "name": "What was measured.",
    "signal name": "Its name, such as SIGINT.",
    "value": "The number; null for what JSON cannot say.",
    "unit": "Its unit; empty for a plain count.",
    "limits": "Where the value should lie, ends included; null where nothing is demanded.",
    "enter": "Metres within which the zone is entered.",
    "leave": "Metres beyond which it is left.",
    "n": "How many values the number is made of.",
    "interval": "Where the truth lies in 95 of 100 cases.",
    "duration_us": "How long it took, in microseconds, real or simulated.",
    "waived": "Why a FAIL does not count: an accepted fault.",
    "quarantined": "Why a FAIL does not count for now.",
    "held_up":
      "The machine stood still where times were judged: the attempt tells nothing of the device.",
    "counts": "Instances by verdict.",
    "status": "The exit status of the program.", "text": "The sentence.",
    "image": "Name of the image's file.", "sha256": "Digest of the image's file.",
    "rule": "The id of the rule.", "during": "The instance that ran.",
    "list":
      "Quarantine: not trusted for now, runs and does not count. Waiver: a known fault of a device "
      + "that the team has accepted.",
    "cases": "The cases that it is about, as the list names them; all where it is missing.",
    "link": "Where it is followed up.",
    "date":
      "The day, such as 2026-11-21: when it is to be looked at again (quarantine), or when it was "
      + "accepted (waiver).",
    "matches": "Instances of the run that it applies to.",
    "rung": "The rung of the ladder: reopen, lines, protocol, probe or power.",
    "touches": "What it touches beside the fault itself.",
  ]
}

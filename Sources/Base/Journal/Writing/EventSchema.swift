/// The JSON schema of the lines of a journal, read off what writes them.
public enum EventSchema {
  /// The schema.
  public static var json: JSONValue {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": .string(Event.schema),
      "description":
        "One line of events.ndjson. A torn last line is to be accepted; kinds may be added.",
      "oneOf": .array(kinds.map(rule) + [later]),
    ]
  }

  private static let time = "t_us"
  private static let kind = "kind"

  private static func rule(_ event: Event, _ about: String) -> JSONValue {
    var (fields, event) = (FieldRules(kind: event.kind), event)
    fields.add(time, type: "integer")
    fields.add(kind, ["const": .string(event.kind)])
    event.walk(&fields)
    return [
      "title": .string(event.kind), "description": .string(about), "type": "object",
      "properties": .object(fields.members.map { .init($0.name, $0.rule) }),
      "required": .strings(fields.members.filter(\.isRequired).map(\.name)),
      "additionalProperties": false,
    ]
  }

  private static var later: JSONValue {
    [
      "title": "other", "description": "A kind of a later version; readers pass over it.",
      "type": "object",
      "properties": [
        time: ["type": "integer", "minimum": 0],
        kind: ["type": "string", "not": ["enum": .strings(kinds.map(\.event.kind))]],
      ],
      "required": .strings([time, kind]),
    ]
  }

  /// An event of each kind, of which the fields are read, with the effect that it tells of.
  fileprivate static let kinds: [(event: Event, about: String)] = {
    let board = Event.BoardChange(board: "", identity: "", virtual: true)
    let transfer = Event.Transfer(board: "", direction: .in, bytes: [])
    let place = JSONValue.object(
      [.init("board", .string(""))] + ["x", "y", "z", "yaw", "pitch"].map { .init($0, .number(0)) })
    let obstacle = JSONValue.object(
      ["name", "shape"].map { .init($0, .string("")) }
        + ["x1", "y1", "x2", "y2"].map { .init($0, .number(0)) }
        + [.init("blocks", .bool(true))])
    let image: JSONValue = ["board": "", "image": "", "sha256": ""]
    return [
      (
        .runStarted(Event.RunStarted(version: "", seed: 0, rig: "")),
        "The first line of a journal."
      ),
      (.boardOpened(board), "A board answered, or its link opened."),
      (.boardIdentified(board), "A board has said what it speaks, or the rig file has."),
      (.boardClosed(board), "A link was closed or broke."),
      (
        .other(kind: "board-image", json: image),
        "The rig file wants an image on the board, and it is there."
      ),
      (
        .other(kind: "board-placed", json: place),
        "Where a board stands, by the rig file, or by what a case does with it."
      ),
      (
        .other(kind: "obstacle", json: obstacle),
        "Something in the virtual room that stands in the way of signals."
      ),
      (
        .caseStarted(Event.CaseStarted(case: "", boards: [])),
        "An attempt at an instance begins."
      ),
      (.frame(transfer), "A whole protocol frame, without the framing of the link."),
      (.chunk(transfer), "Bytes as one read or write moved them."),
      (.packet(transfer), "A packet of the attribute protocol, of a board on Bluetooth LE."),
      (
        .assertion(Event.Assertion(requirement: "", ok: true, expected: "", got: "")),
        "Something was compared with its requirement."
      ),
      (
        .measurement(Event.Measurement(name: "", value: 0, unit: "")), "A number with its unit."
      ),
      (
        .zone(Event.Zone(enter: 0, leave: 0)),
        "A zone that a case watches a board enter and leave, by its distance from another."
      ),
      (
        .caseFinished(Event.CaseFinished(case: "", boards: [], verdict: .pass, class: .required)),
        "An attempt at an instance ended, or was never made (SKIP). The last one of an instance "
          + "counts."
      ),
      (
        .ruleBroken(
          Event.RuleBroken(rule: "", board: "", during: nil, bytes: [], expected: "", got: "")),
        "A frame broke a rule of the frame watch; the first frames of each rule and board are told, "
          + "and a case of the rule's id tells how many there were."
      ),
      (
        .runFinished(Event.RunFinished(counts: VerdictCounts(), status: 0)),
        "The last line of a run that was not killed."
      ),
      (.step(Event.Remark("")), "What the case does next."),
      (.note(Event.Remark("")), "Something worth knowing that is no verdict."),
      (.signal(Event.Signal(name: "")), "The user or the system asked the run to end."),
      (
        .suppression(
          Event.Suppression(
            list: .waiver, cases: nil, board: nil, reason: "", link: "", date: "", matches: 0)),
        "An entry of the quarantine or of the waivers of the run."
      ),
      (
        .recoveryStarted(
          Event.RecoveryStarted(board: "", rung: "", reason: "", touches: [])),
        "The rig tries to get a board back after a fault of its own."
      ),
      (
        .recoveryFinished(Event.RecoveryFinished(board: "", rung: "", ok: true)),
        "What came of it."
      ),
    ]
  }()
}

extension Event {
  /// An event of each kind that has fields of its own, for a reader to fill.
  static let samples = Dictionary(
    EventSchema.kinds.filter { if case .other = $0.event { false } else { true } }
      .map { ($0.event.kind, $0.event) }
  ) { first, _ in first }
}

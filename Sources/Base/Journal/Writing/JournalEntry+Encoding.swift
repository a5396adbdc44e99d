extension JournalEntry {
  /// The line of the journal with the newline that ends it.
  public var line: [UInt8] {
    var writer = JSONWriter()
    encode(into: &writer)
    return writer.bytes
  }

  /// Writes the line: `t_us`, `kind`, then the fields in declared order.
  func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("t_us", microseconds)
    writer.field("kind", event.kind)
    event.encodeFields(into: &writer)
    writer.endObject()
    writer.newline()
  }
}

extension Event {
  fileprivate func encodeFields(into writer: inout JSONWriter) {
    switch self {
    case .runStarted(let run):
      writer.field("schema", run.schema)
      writer.field("version", run.version)
      // A seed above 2^63 would not survive readers that know signed numbers only.
      if let seed = Int64(exactly: run.seed) {
        writer.field("seed", seed)
      } else {
        writer.field("seed", String(run.seed))
      }
      writer.field("rig", run.rig)
    case .boardOpened(let board), .boardIdentified(let board), .boardClosed(let board):
      writer.field("board", board.board)
      writer.field("identity", board.identity)
      writer.field("virtual", board.virtual)
      writer.field("reason", board.reason)
      writer.field("firmware", ifPresent: board.firmware)
      writer.field("dialect", ifPresent: board.dialect)
    case .frame(let transfer), .chunk(let transfer):
      writer.field("board", transfer.board)
      writer.field("dir", transfer.direction.rawValue)
      writer.field("hex", hexadecimal: transfer.bytes)
    case .caseStarted(let started): started.encodeFields(into: &writer)
    case .assertion(let assertion):
      writer.field("requirement", assertion.requirement)
      writer.field("ok", assertion.ok)
      writer.field("expected", assertion.expected)
      writer.field("got", assertion.got)
      writer.field("instance", ifPresent: assertion.instance)
      if assertion.isPrerequisite { writer.field("prerequisite", true) }
    case .measurement(let measurement):
      writer.field("name", measurement.name)
      writer.field("value", measurement.value)
      writer.field("unit", measurement.unit)
      writer.name("limits")
      writer.value(measurement.limits?.json ?? .null)
      writer.field("instance", ifPresent: measurement.instance)
    case .caseFinished(let finished): finished.encodeFields(into: &writer)
    case .ruleBroken(let broken):
      writer.field("rule", broken.rule)
      writer.field("board", broken.board)
      writer.field("during", ifPresent: broken.during)
      writer.field("hex", hexadecimal: broken.bytes)
      writer.field("expected", broken.expected)
      writer.field("got", broken.got)
    case .runFinished(let run):
      writer.name("counts")
      writer.value(run.counts.json)
      writer.field("status", Int64(run.status))
    case .step(let remark), .note(let remark):
      writer.field("text", remark.text)
      writer.field("instance", ifPresent: remark.instance)
    case .signal(let signal): writer.field("name", signal.name)
    case .suppression(let suppression):
      writer.field("list", suppression.list.rawValue)
      writer.field("cases", ifPresent: suppression.cases)
      writer.field("board", ifPresent: suppression.board)
      writer.field("reason", suppression.reason)
      writer.field("link", suppression.link)
      writer.field("date", suppression.date)
      writer.field("matches", Int64(suppression.matches))
    case .recoveryStarted(let recovery):
      writer.field("board", recovery.board)
      writer.field("rung", recovery.rung)
      writer.field("reason", recovery.reason)
      if !recovery.touches.isEmpty { writer.field("touches", recovery.touches) }
    case .recoveryFinished(let recovery):
      writer.field("board", recovery.board)
      writer.field("rung", recovery.rung)
      writer.field("ok", recovery.ok)
      writer.field("reason", recovery.reason)
    case .other(_, let json):
      for member in json.members ?? [] where member.name != "t_us" && member.name != "kind" {
        writer.name(member.name)
        writer.value(member.value)
      }
    }
  }
}

extension Event.CaseStarted {
  fileprivate func encodeFields(into writer: inout JSONWriter) {
    writer.field("case", self.case)
    writer.field("boards", boards)
    if !radios.isEmpty { writer.field("radios", radios) }
    writer.field("attempt", Int64(attempt))
    writer.field("suite", ifPresent: suite)
    writer.field("title", ifPresent: title)
    writer.field("requirement", ifPresent: requirement)
    writer.field("source", ifPresent: source)
    if !tags.isEmpty { writer.field("tags", tags) }
    writer.field("reproduce", ifPresent: reproduce)
    writer.field("declared_us", ifPresent: declaredMicroseconds)
  }
}

extension Event.CaseFinished {
  fileprivate func encodeFields(into writer: inout JSONWriter) {
    writer.field("case", self.case)
    writer.field("boards", boards)
    writer.field("verdict", verdict.rawValue)
    writer.field("reason", reason)
    writer.field("class", caseClass.rawValue)
    writer.field("duration_us", ifPresent: durationMicroseconds)
    writer.field("waived", ifPresent: waived)
    writer.field("quarantined", ifPresent: quarantined)
  }
}

extension Event.Limits {
  /// The limits as `min` and `max`, each where there is one.
  public var json: JSONValue {
    .object(
      [("min", min), ("max", max)].compactMap { name, value in
        value.map { .init(name, .number($0)) }
      })
  }
}

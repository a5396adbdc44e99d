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
    writer.name("t_us")
    writer.integer(microseconds)
    writer.name("kind")
    writer.string(event.kind)
    var event = event
    event.walk(&writer)
    writer.endObject()
    writer.newline()
  }
}

extension Event {
  /// Goes through the fields behind `t_us` and `kind`, in declared order.
  mutating func walk<Fields: EventFields>(_ fields: inout Fields) throws(Fields.Failure) {
    switch self {
    case .runStarted(var run):
      try fields.field("schema", &run.schema)
      try fields.field("version", &run.version)
      try fields.field("seed", seed: &run.seed)
      try fields.field("rig", &run.rig)
      try fields.field("time", &run.time)
      try fields.field("planned", &run.planned)
      self = .runStarted(run)
    case .boardOpened(var board):
      try board.walk(&fields)
      self = .boardOpened(board)
    case .boardIdentified(var board):
      try board.walk(&fields)
      self = .boardIdentified(board)
    case .boardClosed(var board):
      try board.walk(&fields)
      self = .boardClosed(board)
    case .frame(var transfer):
      try transfer.walk(&fields)
      self = .frame(transfer)
    case .chunk(var transfer):
      try transfer.walk(&fields)
      self = .chunk(transfer)
    case .packet(var transfer):
      try transfer.walk(&fields)
      self = .packet(transfer)
    case .caseStarted(var started):
      try fields.field("case", &started.case)
      try fields.field("boards", &started.boards)
      try fields.field("radios", ifAny: &started.radios)
      try fields.field("attempt", &started.attempt)
      try fields.field("suite", &started.suite)
      try fields.field("title", &started.title)
      try fields.field("requirement", &started.requirement)
      try fields.field("source", &started.source)
      try fields.field("tags", ifAny: &started.tags)
      try fields.field("reproduce", &started.reproduce)
      try fields.field("declared_us", &started.declaredMicroseconds)
      self = .caseStarted(started)
    case .assertion(var assertion):
      try fields.field("requirement", &assertion.requirement)
      try fields.field("ok", &assertion.ok)
      try fields.field("expected", &assertion.expected)
      try fields.field("got", &assertion.got)
      try fields.field("instance", &assertion.instance)
      try fields.field("prerequisite", ifTrue: &assertion.isPrerequisite)
      self = .assertion(assertion)
    case .measurement(var measurement):
      try fields.field("name", &measurement.name)
      try fields.field("value", &measurement.value)
      try fields.field("unit", &measurement.unit)
      try fields.field("limits", &measurement.limits)
      try fields.field("instance", &measurement.instance)
      try fields.field("n", &measurement.count)
      try fields.field("interval", ifAny: &measurement.interval)
      self = .measurement(measurement)
    case .zone(var zone):
      try fields.field("enter", &zone.enter)
      try fields.field("leave", &zone.leave)
      try fields.field("instance", &zone.instance)
      self = .zone(zone)
    case .caseFinished(var finished):
      try fields.field("case", &finished.case)
      try fields.field("boards", &finished.boards)
      try fields.field("verdict", word: &finished.verdict)
      try fields.field("reason", &finished.reason)
      try fields.field("class", word: &finished.caseClass)
      try fields.field("duration_us", &finished.durationMicroseconds)
      try fields.field("waived", &finished.waived)
      try fields.field("quarantined", &finished.quarantined)
      try fields.field("held_up", ifTrue: &finished.wasHeldUp)
      self = .caseFinished(finished)
    case .ruleBroken(var broken):
      try fields.field("rule", &broken.rule)
      try fields.field("board", &broken.board)
      try fields.field("during", &broken.during)
      try fields.field("hex", hexadecimal: &broken.bytes)
      try fields.field("expected", &broken.expected)
      try fields.field("got", &broken.got)
      try fields.field("unasked", &broken.unasked)
      try fields.field("noise", ifTrue: &broken.isNoise)
      self = .ruleBroken(broken)
    case .runFinished(var run):
      try fields.field("counts", &run.counts)
      try fields.field("status", &run.status)
      self = .runFinished(run)
    case .step(var remark):
      try remark.walk(&fields)
      self = .step(remark)
    case .note(var remark):
      try remark.walk(&fields)
      self = .note(remark)
    case .signal(var signal):
      try fields.field("name", &signal.name)
      self = .signal(signal)
    case .suppression(var entry):
      try fields.field("list", word: &entry.list)
      try fields.field("cases", &entry.cases)
      try fields.field("board", &entry.board)
      try fields.field("reason", &entry.reason)
      try fields.field("link", &entry.link)
      try fields.field("date", &entry.date)
      try fields.field("matches", &entry.matches)
      self = .suppression(entry)
    case .recoveryStarted(var recovery):
      try fields.field("board", &recovery.board)
      try fields.field("rung", &recovery.rung)
      try fields.field("reason", &recovery.reason)
      try fields.field("touches", ifAny: &recovery.touches)
      self = .recoveryStarted(recovery)
    case .recoveryFinished(var recovery):
      try fields.field("board", &recovery.board)
      try fields.field("rung", &recovery.rung)
      try fields.field("ok", &recovery.ok)
      try fields.field("reason", &recovery.reason)
      self = .recoveryFinished(recovery)
    case .other(let kind, var json):
      try fields.members(&json)
      self = .other(kind: kind, json: json)
    }
  }
}

extension Event.BoardChange {
  fileprivate mutating func walk<Fields: EventFields>(
    _ fields: inout Fields
  ) throws(Fields.Failure) {
    try fields.field("board", &board)
    try fields.field("identity", &identity)
    try fields.field("virtual", &virtual)
    try fields.field("reason", &reason)
    try fields.field("firmware", &firmware)
    try fields.field("dialect", &dialect)
  }
}

extension Event.Transfer {
  fileprivate mutating func walk<Fields: EventFields>(
    _ fields: inout Fields
  ) throws(Fields.Failure) {
    try fields.field("board", &board)
    try fields.field("dir", word: &direction)
    try fields.field("hex", hexadecimal: &bytes)
  }
}

extension Event.Remark {
  fileprivate mutating func walk<Fields: EventFields>(
    _ fields: inout Fields
  ) throws(Fields.Failure) {
    try fields.field("text", &text)
    try fields.field("instance", &instance)
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

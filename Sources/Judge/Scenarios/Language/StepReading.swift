import FileGrammar
import Links
import NearbySession
import Notation
import RigFile
import WireFormat

/// Reads the steps of one scenario.
final class StepReading {
  let roles: Roles
  private var count = 0
  private static let mostSteps = 1000

  init(_ roles: Roles) { self.roles = roles }

  func steps(_ field: Field, inLoop: Bool) -> [Step] {
    guard let items = field.items("a list of steps") else { return [] }
    if items.isEmpty { field.fault(found: "an empty list", allowed: "at least one step") }
    return items.compactMap { step($0, inLoop: inLoop) }
  }

  private func step(_ field: Field, inLoop: Bool) -> Step? {
    count += 1
    guard count <= Self.mostSteps else {
      if count == Self.mostSteps + 1 {
        field.fault(found: "more steps", allowed: "at most \(Self.mostSteps) steps")
      }
      return nil
    }
    guard field.isMapping else {
      guard let word = word(field) else { return nil }
      return make(StepFields(field: field, name: word, value: nil, entries: nil), inLoop)
    }
    let names = field.keys.compactMap(\.text)
    guard let name = names.first(where: StepGrammar.names.contains),
      let grammar = StepGrammar.named(name)
    else {
      unknown(field.keys.first ?? field)
      return nil
    }
    guard let entries = field.entries([name] + grammar.keyNames) else { return nil }
    return make(
      StepFields(field: field, name: name, value: entries[name], entries: entries), inLoop)
  }

  private func word(_ field: Field) -> String? {
    guard let text = field.text, let grammar = StepGrammar.named(text) else {
      unknown(field)
      return nil
    }
    guard grammar.isWord else {
      field.fault(found: "\(field.described) alone", allowed: "\(text): and what about it")
      return nil
    }
    return text
  }

  private func unknown(_ field: Field) {
    field.fault(
      found: "the unknown step \(field.described)",
      allowed: Wording.choices(StepGrammar.names),
      suggestion: field.nearest(to: field.text, among: StepGrammar.names))
  }

  private func make(_ fields: StepFields, _ inLoop: Bool) -> Step? {
    guard let action = action(fields, inLoop), let target = target(fields, inLoop, action) else {
      return nil
    }
    let detail = fields.value.flatMap { $0.isMapping || $0.isList ? nil : $0.text } ?? ""
    var words = detail.isEmpty ? fields.name : "\(fields.name) \(PrintableText.escaped(detail))"
    let whom = ["board", "phone", "peer"].compactMap { fields[$0]?.text }
    if !whom.isEmpty { words += " (\(PrintableText.escaped(whom.joined(separator: ", "))))" }
    return Step(action: action, target: target, line: fields.field.line, words: words)
  }

  private func action(_ fields: StepFields, _ inLoop: Bool) -> Action? {
    switch fields.name {
    case "initialize":
      guard let field = fields["phone"] else { return fields.plain(.initialize(phone: nil)) }
      return phone(field).flatMap { fields.plain(.initialize(phone: $0)) }
    case "stop": return fields.plain(.stop)
    case "connect": return fields.plain(.connect)
    case "disconnect": return fields.plain(.disconnect)
    case "suspend": return fields.plain(.suspend)
    case "resume": return fields.plain(.resume)
    case "run": return fields.plain(.run(camera: fields[StepKeys.camera] ?? false))
    case "pause": return fields.plain(.pause)
    case "invalidate": return fields.plain(.invalidate)
    case "configure":
      return fields.plain(
        .configure(blockInterval: fields[StepKeys.blockInterval]))
    case "expect":
      return fields.value.flatMap(StepKeys.expectation.read).map {
        .expect($0, within: fields[StepKeys.timeout])
      }
    case "wait": return fields.value.flatMap(StepKeys.span.read).map { .wait($0) }
    case "power":
      guard fields.value.flatMap(StepKeys.power.read) != nil else { return nil }
      return .power(cutFor: fields[StepKeys.end] ?? .seconds(1))
    case "flash": return flash(fields)
    case "hand-over":
      guard !fields.missing("phone"), let phone = fields["phone"].flatMap(phone) else { return nil }
      return fields.plain(.handOver(phone: phone, within: fields[StepKeys.timeout]))
    case "retry":
      let mode = fields.value.map { $0.isNull ? "cached" : StepKeys.mode.read($0) }
      return .retry(
        cached: (mode ?? "cached") != "full", attempts: fields[StepKeys.attempts] ?? 3,
        backOff: fields[StepKeys.backOff] ?? .milliseconds(200))
    case "move": return move(fields)
    case "turn":
      return .turn(
        yaw: fields[StepKeys.yaw] ?? 0, pitch: fields[StepKeys.pitch] ?? 0,
        roll: fields[StepKeys.roll] ?? 0)
    case "block", "unblock":
      let from = fields["from"].map { named($0, phone: true) } ?? .phone(0)
      guard let from else { return nil }
      return fields.plain(fields.name == "block" ? .block(from) : .unblock(from))
    case "fault": return fault(fields)
    case "assert": return assertion(fields).map { .assert($0) }
    case "send": return bytes(fields).map { .send($0) }
    case "parallel": return parallel(fields, inLoop)
    case "repeat": return loop(fields, inLoop)
    default: return forEach(fields)
    }
  }

  private func flash(_ fields: StepFields) -> Action? {
    guard let path = fields.value.flatMap(StepKeys.image.read) else { return nil }
    var image = RigBoard.Image(file: path)
    if fields["method"] != nil {
      guard let method = fields[StepKeys.method] else { return nil }
      image.method = method
    }
    if fields["sha256"] != nil {
      guard let digest = fields[StepKeys.sha256] else { return nil }
      image.sha256 = digest
    }
    return .flash(image)
  }

  private func move(_ fields: StepFields) -> Action? {
    let over = fields[StepKeys.over] ?? .zero
    switch (fields["to"], fields["distance"]) {
    case (nil, _?):
      guard let from = fields["from"].map({ phone($0) }) ?? 0 else { return nil }
      return fields[StepKeys.distance].map {
        .move(.distance($0, from: from), over: over)
      }
    case (_?, nil):
      if let from = fields["from"] {
        from.fault(found: "from beside to", allowed: "from only beside distance")
        return nil
      }
      return fields[StepKeys.to].map { .move(.place(x: $0[0], y: $0[1], z: $0[2]), over: over) }
    default:
      fields.field.fault(
        found: fields["to"] == nil ? "a move to nowhere" : "to and distance",
        allowed: "either to: [x, y, z] or distance: metres from the phone")
      return nil
    }
  }

  private func assertion(_ fields: StepFields) -> Assertion? {
    guard let name = fields.value.flatMap(StepKeys.assertion.read) else { return nil }
    let keys: [String: [String]] = [
      "distance": ["metres", "within"], "zone": ["is", "enter", "leave", "changes"],
      "direction": ["is"], "silent": ["rounds"], "state": ["is"],
    ]
    for key in ["is", "metres", "within", "enter", "leave", "changes", "rounds"] {
      guard let field = fields[key], !(keys[name] ?? []).contains(key) else { continue }
      field.fault(found: "\(key) beside assert: \(name)", allowed: "\(key) only where it belongs")
      return nil
    }
    switch name {
    case "distance":
      guard let metres = fields.required(StepKeys.metres),
        let within = fields.required(StepKeys.tolerance)
      else { return nil }
      return .distance(metres, tolerance: within)
    case "zone":
      guard let side = fields.state(.choice(["inside", "outside"])),
        let enter = fields.required(StepKeys.enter),
        let metres = fields.required(StepKeys.leave)
      else { return nil }
      guard metres >= enter else {
        fields["leave"]?.fault(allowed: "a distance that is not below that of enter")
        return nil
      }
      return .zone(
        Zone("\(enter) m to \(metres) m", enter: enter, leave: metres), isInside: side == "inside",
        changes: fields[StepKeys.changes])
    case "direction":
      return fields.state(.choice(["known", "absent"])).map {
        .direction(isKnown: $0 == "known")
      }
    case "removed": return .removed
    case "silent": return .silent(rounds: fields[StepKeys.rounds] ?? 3)
    default: return fields.state(Form<AccessoryState>.choice).map { .state($0) }
    }
  }

  private func bytes(_ fields: StepFields) -> [UInt8]? {
    guard let text = fields.value?.string("bytes in hexadecimal") else { return nil }
    let digits = text.filter { $0 != " " }
    guard digits.utf8.count <= 2 * 4096,
      digits.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let bytes = try? Hexadecimal.decode(digits)
    else {
      fields.value?.fault(allowed: "up to 4096 bytes in hexadecimal, two digits each")
      return nil
    }
    return bytes
  }

  private func parallel(_ fields: StepFields, _ inLoop: Bool) -> Action? {
    guard let value = fields.value, let items = value.items("a list of branches") else {
      return nil
    }
    guard (1...16).contains(items.count) else {
      value.fault(allowed: "1 to 16 branches")
      return nil
    }
    return .parallel(items.map { steps($0, inLoop: inLoop) })
  }

  private func loop(_ fields: StepFields, _ inLoop: Bool) -> Action? {
    if let value = fields.value, !value.isMapping {
      let times = StepKeys.times.read(value)
      let steps = fields.required(StepKeys.steps).map { self.steps($0, inLoop: inLoop) }
      guard let times, let steps else { return nil }
      return .repeat(times, steps)
    }
    if let field = fields["steps"] {
      field.fault(
        found: "steps: beside a mapping",
        allowed: "repeat: with a number and steps: beside it")
      return nil
    }
    guard let values = fields.value.flatMap(RepeatKeys.mapping.values) else { return nil }
    let times = values.times
    let steps = values.steps.map { self.steps($0, inLoop: inLoop) }
    guard let times, let steps else { return nil }
    return .repeat(times, steps)
  }

  private func forEach(_ fields: StepFields) -> Action? {
    let what = fields.value.flatMap(StepKeys.loop.read)
    let steps = fields.required(StepKeys.steps).map { self.steps($0, inLoop: true) }
    guard what != nil, let steps else { return nil }
    return .forEach(atOnce: fields[StepKeys.atOnce] ?? false, steps)
  }
}

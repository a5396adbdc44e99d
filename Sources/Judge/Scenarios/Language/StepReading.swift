import BootProtocols
import Flashing
import Links
import NearbySession
import Notation
import RigFile
import WireFormat

/// Reads the steps of one scenario.
final class StepReading {
  let cast: Cast
  private var count = 0

  init(_ cast: Cast) { self.cast = cast }

  func steps(_ field: Field, inLoop: Bool) -> [Step] {
    guard let items = field.items("a list of steps") else { return [] }
    if items.isEmpty { field.fault(found: "an empty list", allowed: "at least one step") }
    return items.compactMap { step($0, inLoop: inLoop) }
  }

  private func step(_ field: Field, inLoop: Bool) -> Step? {
    count += 1
    guard count <= ScenarioGrammar.mostSteps else {
      if count == ScenarioGrammar.mostSteps + 1 {
        field.fault(found: "more steps", allowed: "at most \(ScenarioGrammar.mostSteps) steps")
      }
      return nil
    }
    guard field.isMapping else {
      guard let word = word(field) else { return nil }
      return make(StepFields(field: field, name: word, value: nil, entries: nil), inLoop)
    }
    let names = field.keys.compactMap(\.text)
    guard let name = names.first(where: ScenarioGrammar.names.contains),
      let keys = ScenarioGrammar.steps.first(where: { $0.name == name })?.keys
    else {
      unknown(field.keys.first ?? field)
      return nil
    }
    guard let entries = field.entries([name] + keys) else { return nil }
    return make(
      StepFields(field: field, name: name, value: entries[name], entries: entries), inLoop)
  }

  /// A step that is one word.
  private func word(_ field: Field) -> String? {
    guard let text = field.text, ScenarioGrammar.names.contains(text) else {
      unknown(field)
      return nil
    }
    guard ScenarioGrammar.words.contains(text) else {
      field.fault(found: "\(field.described) alone", allowed: "\(text): and what about it")
      return nil
    }
    return text
  }

  private func unknown(_ field: Field) {
    field.fault(
      found: "the unknown step \(field.described)",
      allowed: Wording.choices(ScenarioGrammar.names),
      suggestion: field.nearest(to: field.text, among: ScenarioGrammar.names))
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
    case "run": return fields.plain(.run(camera: fields["camera"]?.boolean() ?? false))
    case "pause": return fields.plain(.pause)
    case "invalidate": return fields.plain(.invalidate)
    case "configure":
      return fields.plain(
        .configure(blockInterval: fields["block-interval"]?.integer(96...65_535)))
    case "expect":
      return fields.value?.choice(Expectation.self).map {
        .expect($0, within: fields["within"]?.duration(positive: true))
      }
    case "wait": return fields.value?.duration().map { .wait($0) }
    case "power":
      guard fields.value?.choice(["cycle"]) != nil else { return nil }
      return .power(cutFor: fields["for"]?.duration(positive: true) ?? .seconds(1))
    case "flash": return flash(fields)
    case "retry":
      let mode = fields.value.map { $0.isNull ? "cached" : $0.choice(["cached", "full"]) }
      return .retry(
        cached: (mode ?? "cached") != "full", attempts: fields["attempts"]?.integer(1...100) ?? 3,
        backOff: fields["back-off"]?.duration() ?? .milliseconds(200))
    case "move": return move(fields)
    case "turn":
      return .turn(
        yaw: fields["yaw"]?.number(-360...360, unit: "degrees") ?? 0,
        pitch: fields["pitch"]?.number(-90...90, unit: "degrees") ?? 0,
        roll: fields["roll"]?.number(-360...360, unit: "degrees") ?? 0)
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
    guard let value = fields.value, let path = value.line("the path of an image") else {
      return nil
    }
    var image = RigBoard.Image(file: path)
    let methods = ["auto"] + FlashMethod.supported.map(\.rawValue)
    if let field = fields["method"] {
      guard let method = field.choice(methods) else { return nil }
      image.method = method
    }
    if let field = fields["sha256"] {
      guard let digest = RigBoard.Image.digest(field) else { return nil }
      image.sha256 = digest
    }
    return .flash(image)
  }

  private func move(_ fields: StepFields) -> Action? {
    let over = fields["over"]?.duration() ?? .zero
    switch (fields["to"], fields["distance"]) {
    case (nil, let distance?):
      guard let from = fields["from"].map({ phone($0) }) ?? 0 else { return nil }
      return distance.number(0...1000, unit: "metres").map {
        .move(.distance($0, from: from), over: over)
      }
    case (let to?, nil):
      if let from = fields["from"] {
        from.fault(found: "from beside to", allowed: "from only beside distance")
        return nil
      }
      let allowed = "three numbers: [x, y, z] in metres"
      guard let items = to.items(allowed) else { return nil }
      let numbers = items.compactMap { $0.number(-1000...1000, unit: "metres") }
      guard items.count == 3, numbers.count == 3 else {
        if items.count != 3 { to.fault(allowed: allowed) }
        return nil
      }
      return .move(.place(x: numbers[0], y: numbers[1], z: numbers[2]), over: over)
    default:
      fields.field.fault(
        found: fields["to"] == nil ? "a move to nowhere" : "to and distance",
        allowed: "either to: [x, y, z] or distance: metres from the phone")
      return nil
    }
  }

  private func assertion(_ fields: StepFields) -> Assertion? {
    guard let name = fields.value?.choice(Assertion.names) else { return nil }
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
      guard let metres = fields.required("metres")?.number(0...1000, unit: "metres"),
        let within = fields.required("within")?.number(0...1000, unit: "metres")
      else { return nil }
      return .distance(metres, tolerance: within)
    case "zone":
      guard let side = fields.required("is")?.choice(["inside", "outside"]),
        let enter = fields.required("enter")?.number(0...1000, unit: "metres"),
        let leave = fields.required("leave")
      else { return nil }
      guard let metres = leave.number(0...1000, unit: "metres") else { return nil }
      guard metres >= enter else {
        leave.fault(allowed: "a distance that is not below that of enter")
        return nil
      }
      return .zone(
        Zone("\(enter) m to \(metres) m", enter: enter, leave: metres), isInside: side == "inside",
        changes: fields["changes"]?.integer(0...10_000))
    case "direction":
      return fields.required("is")?.choice(["known", "absent"]).map {
        .direction(isKnown: $0 == "known")
      }
    case "removed": return .removed
    case "silent": return .silent(rounds: fields["rounds"]?.integer(1...1000) ?? 3)
    default: return fields.required("is")?.choice(AccessoryState.self).map { .state($0) }
    }
  }

  private func bytes(_ fields: StepFields) -> [UInt8]? {
    guard let text = fields.value?.string("bytes in hexadecimal") else { return nil }
    let digits = text.filter { $0 != " " }
    guard digits.utf8.count <= 2 * 4096, digits.utf8.count % 2 == 0,
      digits.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit })
    else {
      fields.value?.fault(allowed: "up to 4096 bytes in hexadecimal, two digits each")
      return nil
    }
    return stride(from: 0, to: digits.utf8.count, by: 2).compactMap { offset in
      let start = digits.index(digits.startIndex, offsetBy: offset)
      return UInt8(digits[start...].prefix(2), radix: 16)
    }
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
    guard let entries = fields.value?.entries(["times", "steps"]) else { return nil }
    let times = entries.required("times", allowed: "a number")?.integer(1...10_000)
    let steps = entries.required("steps", allowed: "a list of steps").map {
      self.steps($0, inLoop: inLoop)
    }
    guard let times, let steps else { return nil }
    return .repeat(times, steps)
  }

  private func forEach(_ fields: StepFields) -> Action? {
    let what = fields.value?.choice(["accessory"])
    let steps = fields.required("steps").map { self.steps($0, inLoop: true) }
    guard what != nil, let steps else { return nil }
    return .forEach(atOnce: fields["at-once"]?.boolean() ?? false, steps)
  }
}

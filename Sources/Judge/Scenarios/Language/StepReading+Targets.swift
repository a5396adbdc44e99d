import Bench
import Links
import Notation
import RigFile

/// Whom a step is about.
extension StepReading {
  func target(_ fields: StepFields, _ inLoop: Bool, _ action: Action) -> Target? {
    switch action {
    case .wait, .parallel, .repeat, .forEach: return .current
    case .run, .pause, .invalidate: return session(fields)
    case .expect(.converged, _):
      return session(fields)
    case .fault(let plan, _, _):
      if let board = fields["board"] { return named(board, phone: true) }
      // The room is one; so is everything that was begun.
      if plan.faults.allSatisfy(\.kind.isOfTheRoom) { return .current }
    case .expect, .assert:
      if fields["phone"] != nil || fields["peer"] != nil { return judged(fields, action) }
    case .suspend, .resume:
      if let field = fields["phone"] {
        guard hasSeveralPhones(field), isAlone(field, besides: fields["board"]) else { return nil }
        return framework(field).map { .phone($0) }
      }
    default: break
    }
    guard let target = board(fields, inLoop, action) else { return nil }
    return standsApart(fields, target, action) ? target : nil
  }

  private func board(_ fields: StepFields, _ inLoop: Bool, _ action: Action) -> Target? {
    let mayBePhone =
      switch action {
      case .move, .turn, .block, .unblock: true
      default: false
      }
    if let board = fields["board"] { return named(board, phone: mayBePhone) }
    if inLoop || roles.accessories.count == 1 { return .current }
    fields.field.fault(
      found: "no board",
      allowed: "board: with \(Wording.alternatives(roles.accessories)), or the step in "
        + "for-each: accessory")
    return nil
  }

  /// A distance or an obstacle is between two.
  private func standsApart(_ fields: StepFields, _ target: Target, _ action: Action) -> Bool {
    let other: Target
    switch action {
    case .move(.distance(_, let phone), _): other = .phone(phone)
    case .block(let from), .unblock(let from): other = from
    default: return true
    }
    guard target == other else { return true }
    (fields["from"] ?? fields["board"] ?? fields.field).fault(
      found: "\(fields.name) of a board from itself",
      allowed: "from: with another one than the board")
    return false
  }

  func named(_ field: Field, phone: Bool) -> Target? {
    let names = roles.accessories + (phone ? roles.phones : [])
    guard let name = field.choice(names) else { return nil }
    if let place = roles.accessories.firstIndex(of: name) { return .accessory(place) }
    return roles.phones.firstIndex(of: name).map { .phone($0) }
  }

  /// The place of a phone; nil for a name that is wrong.
  func phone(_ field: Field) -> Int? {
    field.choice(roles.phones).flatMap(roles.phones.firstIndex)
  }

  /// The place of a phone that has sessions with other phones; nil for a name that is wrong.
  private func framework(_ field: Field) -> Int? {
    guard let place = phone(field) else { return nil }
    guard roles.androids[roles.phones[place]] == nil else {
      field.fault(
        found: "the Android phone \(roles.phones[place])",
        allowed: "a phone that has sessions with other phones, which are apple")
      return nil
    }
    return place
  }

  private func isAlone(_ field: Field, besides board: Field?) -> Bool {
    guard board != nil else { return true }
    field.fault(found: "board and phone", allowed: "either board or phone")
    return false
  }

  private func hasSeveralPhones(_ field: Field) -> Bool {
    guard roles.phones.count < 2 else { return true }
    field.fault(
      found: "one phone",
      allowed: "a session between phones where boards: has several, such as phones: 2")
    return false
  }

  /// `phone: anna` and `peer: ben`; of two phones the other one need not be named.
  private func session(_ fields: StepFields) -> Target? {
    guard hasSeveralPhones(fields["phone"] ?? fields["peer"] ?? fields.field) else { return nil }
    guard !fields.missing("phone"), let own = fields["phone"], let first = framework(own) else {
      return nil
    }
    guard isAlone(own, besides: fields["board"]) else { return nil }
    guard let field = fields["peer"] else {
      if roles.phones.count == 2, roles.androids.isEmpty {
        return .session(phone: first, peer: 1 - first)
      }
      _ = fields.missing("peer")
      return nil
    }
    guard let second = framework(field) else { return nil }
    guard second != first else {
      field.fault(allowed: "another phone than \(roles.phones[first])")
      return nil
    }
    return .session(phone: first, peer: second)
  }

  /// The session between phones that an expectation or an assertion is about.
  private func judged(_ fields: StepFields, _ action: Action) -> Target? {
    let name = fields.value?.text ?? ""
    let allowed =
      if case .expect = action { Expectation.ofPhones.map(\.rawValue) } else { Assertion.ofPhones }
    guard allowed.contains(name) else {
      fields.value?.fault(
        found: "\(fields.name): \(name) of a phone", allowed: Wording.choices(allowed))
      return nil
    }
    return session(fields)
  }
}

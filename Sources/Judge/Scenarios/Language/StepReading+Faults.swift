import FileGrammar
import Links
import Notation

/// Steps that begin or end a fault.
extension StepReading {
  func fault(_ fields: StepFields) -> Action? {
    guard let field = fields.value else {
      fields.field.fault(found: "no fault", allowed: "fault: and a name")
      return nil
    }
    guard var plan = StepKeys.faults.read(field), let text = field.text else { return nil }
    let named = Set(text.split(separator: "+").map { $0.prefix { $0 != "=" && $0 != "@" } })
    guard !named.contains(Substring(Fault.Kind.clockDrift.rawValue)) else {
      field.fault(
        found: "the fault clock-drift",
        allowed: "a fault that can begin: a clock drifts from the start, by faults: in the rig file"
      )
      return nil
    }
    plan.faults.removeAll { $0.kind == .clockDrift }
    if let board = fields["board"] {
      let ofTheRoom = plan.faults.filter { named.contains(Substring($0.kind.rawValue)) }
        .first(where: \.kind.isOfTheRoom)
      if let ofTheRoom {
        board.fault(
          found: "\(ofTheRoom.kind.rawValue) on a board",
          allowed: "no board: that fault is one of the room")
        return nil
      }
      plan.faults.removeAll(where: \.kind.isOfTheRoom)
    }
    if let end = fields["for"], plan.faults.isEmpty {
      end.fault(found: "for beside clean", allowed: "for only where something goes wrong")
      return nil
    }
    return .fault(
      plan, of: fields["board"] == nil ? .bench : .link,
      for: fields[StepKeys.end])
  }
}

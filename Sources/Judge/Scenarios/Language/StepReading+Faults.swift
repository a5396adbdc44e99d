import Links
import Notation
import RigFile

/// What goes wrong from a step on.
extension StepReading {
  func fault(_ fields: StepFields) -> Action? {
    guard let field = fields.value,
      let text = field.line("a fault profile or faults, joined by +", longest: 1024)
    else {
      if fields.value == nil { fields.field.fault(found: "no fault", allowed: "fault: and a name") }
      return nil
    }
    var plan: FaultPlan
    do throws(FaultPlanError) { plan = try FaultPlan(parsing: text) } catch {
      field.fault(
        found: PrintableText.code(error.found, limit: 60), allowed: error.allowed,
        suggestion: error.suggestion)
      return nil
    }
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
      for: fields["for"]?.duration(positive: true))
  }
}

import Bench
import LabRuntime
import Links
import RigFile
import Runner

extension AccessoryStepRun {
  /// Lets something go wrong from now on, on the link of a board or in the room, or ends it.
  func fault(
    _ plan: FaultPlan, _ reach: FaultReach, _ target: Target, for duration: Duration?
  ) throws {
    guard let faults = scenarioRun.faults else {
      throw CaseEnding.skip("the rig has no virtual room")
    }
    let ofTheRoom = FaultPlan(plan.faults.filter(\.kind.isOfTheRoom))
    let ofLinks = FaultPlan(plan.faults.filter { !$0.kind.isOfTheRoom })
    guard !plan.faults.isEmpty else {
      if reach == .bench { faults.end() } else { faults.end(on: try body(target)) }
      return
    }
    var begun: [BenchFaults.Beginning] = []
    if !ofLinks.faults.isEmpty {
      let board = try body(target)
      guard faults.reach(board) else {
        throw CaseEnding.skip("nothing can be made to go wrong on \(board): it is not virtual")
      }
      begun.append(faults.begin(ofLinks, on: board))
      if ofLinks.faults.contains(where: { Self.leavesTraces($0.kind) }),
        let accessory = scenarioRun.accessories.map(\.board).first(where: { $0.name == board })
      {
        // Half a frame may be on its way: the next case must not begin in the middle of it.
        context.atEnd { accessory.disconnect() }
      }
    }
    if !ofTheRoom.faults.isEmpty { begun.append(faults.begin(inRoom: ofTheRoom)) }
    guard let duration else { return }
    scenarioRun.runBeside { [begun, lab, place] in
      guard (try? await lab.sleep(for: duration, label: "the end of \(place)")) != nil else {
        return
      }
      for beginning in begun { faults.end(beginning) }
    }
  }

  /// Whether the link may not be what it was when the fault is over; one that was closed is new.
  private static func leavesTraces(_ kind: Fault.Kind) -> Bool {
    !kind.isTolerated && ![.close, .reopenRenamed].contains(kind)
  }
}

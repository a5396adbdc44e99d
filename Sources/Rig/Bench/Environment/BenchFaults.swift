public import Links
import RigFile
import Room
import Synchronization

/// The faults that a case begins on a virtual bench: on the links of its boards and in the room, on top of
/// what the rig file says, until the case has had enough.
public final class BenchFaults: Sendable {
  private struct State {
    /// Boards on whose links something was begun, each with the number of the beginning.
    var begun: [String: Int] = [:]
    /// The number of what was begun in the room; nil for nothing.
    var room: Int?
    var count = 0
    var secondPhone: Room.Transmission?
  }

  /// Something that was begun, to end it and nothing that came after it.
  public struct Beginning: Sendable {
    fileprivate let number: Int
  }

  private let environment: BenchEnvironment
  private let state = Mutex(State())

  /// Nothing has gone wrong yet.
  public init(_ environment: BenchEnvironment) { self.environment = environment }

  /// Whether things can go wrong on the link of a board: they can where it is virtual.
  public func reach(_ board: String) -> Bool { environment.places[board] != nil }

  /// From now on things go wrong on the link of a board; what was begun there before ends. A recorded
  /// board goes on as it was recorded.
  @discardableResult
  public func begin(_ plan: FaultPlan, on board: String) -> Beginning {
    let link = FaultPlan(plan.faults.filter { !$0.kind.isOfTheRoom })
    environment.places[board]?.faulty?.begin(link)
    let number = state.withLock { state in
      state.count += 1
      state.begun[board] = state.count
      return state.count
    }
    if plan[.secondPhone] != nil { admitSecondPhone() }
    return Beginning(number: number)
  }

  /// From now on things go wrong in the room; what was begun there before ends.
  @discardableResult
  public func begin(inRoom plan: FaultPlan) -> Beginning {
    environment.room.disturb { disturbance in
      if let loss = plan[.radioLoss] { disturbance.loss = loss.number }
      if let multipath = plan[.multipath] { disturbance.multipath = multipath.number }
      if plan[.obstacles] != nil { disturbance.lineOfSight = false }
    }
    return state.withLock { state in
      state.count += 1
      state.room = state.count
      return Beginning(number: state.count)
    }
  }

  /// Ends something, unless other things were begun in its place.
  public func end(_ beginning: Beginning) {
    let (boards, isOfTheRoom) = state.withLock { state in
      (
        state.begun.filter { $0.value == beginning.number }.keys.sorted(),
        state.room == beginning.number
      )
    }
    for board in boards { end(on: board) }
    if isOfTheRoom { endInRoom() }
  }

  /// Ends what was begun on the link of a board.
  public func end(on board: String) {
    let (wasBegun, phone) = state.withLock { state -> (Bool, Room.Transmission?) in
      guard state.begun.removeValue(forKey: board) != nil else { return (false, nil) }
      guard state.begun.isEmpty else { return (true, nil) }
      defer { state.secondPhone = nil }
      return (true, state.secondPhone)
    }
    if wasBegun { environment.places[board]?.faulty?.end() }
    if let phone { environment.room.close(phone) }
  }

  /// Ends everything.
  public func end() {
    for board in state.withLock({ $0.begun.keys.sorted() }) { end(on: board) }
    endInRoom()
  }

  private func endInRoom() {
    let wasBegun = state.withLock { state in
      defer { state.room = nil }
      return state.room != nil
    }
    if wasBegun { environment.room.disturb(nil) }
  }

  private func admitSecondPhone() {
    guard state.withLock({ $0.secondPhone == nil }) else { return }
    let phone = environment.room.admitSecondPhone()
    state.withLock { $0.secondPhone = phone }
  }
}

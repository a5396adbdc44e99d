import CRigShims
import Synchronization

/// The processes of this machine that play the board at the other side of a link, and when they waited for
/// a disk.
///
/// A board of its own is not slowed by a disk of this machine; one that is a process is, as this program is.
public final class Player: Sendable {
  /// By what the processes are found.
  public enum Place: Hashable, Sendable {
    /// They are of a group of processes.
    case group(Int32)
    /// They serve a TCP port.
    case port(UInt16)
    /// They have the other end of a pseudo-terminal, by its number.
    case terminal(Int32)
  }

  private struct State {
    var processes: [Int32] = []
    /// When they are looked for again.
    var nextSearch: Int64 = 0
    var isWaiting = false
  }

  /// When one of them waited for a disk, in nanoseconds of the monotonic clock.
  let waits: MachineStalls
  let place: Place?
  /// Links that end there.
  private let links = Atomic(0)
  private let state = Mutex(State())

  init(place: Place) {
    waits = MachineStalls()
    self.place = place
  }

  /// Processes that have waited at known times.
  public init(waits: MachineStalls) {
    self.waits = waits
    place = nil
  }

  /// The processes at a place, where a link ends until ``leave()``: the same ones for a link that is
  /// opened again.
  public static func join(_ place: Place) -> Player {
    let player = DiskWatch.shared.player(at: place)
    player.links.add(1, ordering: .relaxed)
    return player
  }

  /// The link has ended.
  public func leave() { links.subtract(1, ordering: .relaxed) }

  /// Whether a link ends there.
  var isJoined: Bool { links.load(ordering: .relaxed) > 0 }

  /// How long processes that were found are believed to be all that there are, and how many times as long
  /// as it took to find them.
  private static let (belief, beliefFactor): (Int64, Int64) = (1_000_000_000, 100)

  /// Looks whether one of the processes waits at this moment.
  func look(from last: Int64, to now: Int64) {
    state.withLock { state in
      let was = state.isWaiting
      if now >= state.nextSearch {
        let began = rig_monotonic_ns()
        state.processes = find()
        let took = rig_monotonic_ns() - began
        state.nextSearch = now + max(Self.belief, took * Self.beliefFactor)
      }
      state.isWaiting = state.processes.contains { rig_process_waits_for_disk($0) == 1 }
      let wait = DiskWatch.waiting(was: was, is: state.isWaiting, from: last, to: now)
      if let wait { waits.record(from: wait.from, to: wait.to) }
    }
  }

  private func find() -> [Int32] {
    var found = [Int32](repeating: 0, count: 32)
    let count =
      switch place {
      case .group(let group): rig_find_players(RIG_PLAYER_GROUP, group, &found, 32)
      case .port(let port): rig_find_players(RIG_PLAYER_PORT, Int32(port), &found, 32)
      case .terminal(let index): rig_find_players(RIG_PLAYER_TERMINAL, index, &found, 32)
      case nil: Int32(0)
      }
    return Array(found.prefix(Int(count)))
  }
}

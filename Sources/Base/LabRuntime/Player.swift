import CRigShims
import Synchronization

/// The processes of this machine that play the board at the other side of a link, and when they waited for
/// a processor or for a disk.
///
/// A board of its own is not slowed by what else runs on this machine; one that is a process is, as this
/// program is.
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
    var waitsForDisk = false
    /// How long each of their threads has waited for a processor, as far as the system says so.
    var threads: [Int32: (file: Int32, waited: Int64)] = [:]
  }

  /// When one of them waited for a disk, in nanoseconds of the monotonic clock.
  let diskWaits: MachineStalls
  /// When one of their threads waited for a processor.
  let processorWaits: MachineStalls
  let place: Place?
  /// Links that end there.
  private let links = Atomic(0)
  private let state = Mutex(State())

  init(place: Place) {
    diskWaits = MachineStalls()
    processorWaits = MachineStalls()
    self.place = place
  }

  /// Processes that have waited at known times.
  public init(
    diskWaits: MachineStalls = MachineStalls(), processorWaits: MachineStalls = MachineStalls()
  ) {
    self.diskWaits = diskWaits
    self.processorWaits = processorWaits
    place = nil
  }

  deinit { forget() }

  /// The processes at a place, where a link ends until ``leave()``: the same ones for a link that is
  /// opened again.
  public static func join(_ place: Place) -> Player {
    let player = WaitWatch.shared.player(at: place)
    player.links.add(1, ordering: .relaxed)
    return player
  }

  /// The link has ended.
  public func leave() { links.subtract(1, ordering: .relaxed) }

  /// Whether a link ends there.
  var isJoined: Bool { links.load(ordering: .relaxed) > 0 }

  /// How long processes that were found are believed to be all that there are, and how many times as long
  /// as it took to find them, for each player.
  private static let (belief, beliefFactor): (Int64, Int64) = (1_000_000_000, 100)

  /// Files of threads that may be open at once, those of all players together: a program that was given few
  /// descriptors needs them for its boards.
  private static let mostFiles = 128
  private static let openFiles = Atomic(0)

  /// Looks for the processes and their threads where those that are known have become old.
  ///
  /// - Parameter players: how many are searched for in all.
  func search(at now: Int64, of players: Int) {
    guard now >= state.withLock({ $0.nextSearch }) else { return }
    // It takes milliseconds on a machine of many processes, and the heartbeat does not wait for them.
    let began = rig_monotonic_ns()
    let processes = find()
    let threads = processes.map { (process: $0, threads: Self.threads(of: $0)) }
    let took = rig_monotonic_ns() - began
    state.withLock { state in
      state.nextSearch = now + max(Self.belief, took * Self.beliefFactor * Int64(players))
      state.processes = processes
      let present = Set(threads.flatMap(\.threads))
      for (thread, watched) in state.threads where !present.contains(thread) {
        Self.close(watched.file)
        state.threads[thread] = nil
      }
      for (process, threads) in threads {
        for thread in threads where state.threads[thread] == nil {
          state.threads[thread] = Self.open(thread, of: process)
        }
      }
    }
  }

  /// Looks whether one of the processes waits for a disk at this moment.
  func lookAtDisk(from last: Int64, to now: Int64) {
    state.withLock { state in
      let was = state.waitsForDisk
      state.waitsForDisk = state.processes.contains { rig_process_waits_for_disk($0) == 1 }
      let wait = WaitWatch.waiting(was: was, is: state.waitsForDisk, from: last, to: now)
      if let wait { diskWaits.record(from: wait.from, to: wait.to) }
    }
  }

  /// Looks how long each of their threads has waited for a processor since the last look.
  func lookAtProcessor(since last: Int64, _ now: Int64) {
    state.withLock { state in
      for (thread, watched) in state.threads {
        let waited = rig_thread_waited_ns(watched.file)
        guard waited > watched.waited else { continue }
        state.threads[thread]?.waited = waited
        let wait = Heartbeat.waitedFor(waited - watched.waited, from: last, to: now)
        if let wait { processorWaits.record(from: wait.from, to: wait.to) }
      }
    }
  }

  /// Closes the files of their threads.
  func forget() {
    state.withLock { state in
      for watched in state.threads.values { Self.close(watched.file) }
      state.threads = [:]
      state.nextSearch = 0
    }
  }

  private func find() -> [Int32] {
    var found = [Int32](repeating: 0, count: 32)
    let count =
      switch place {
      case .group(let group): unsafe rig_find_players(RIG_PLAYER_GROUP, group, &found, 32)
      case .port(let port): unsafe rig_find_players(RIG_PLAYER_PORT, Int32(port), &found, 32)
      case .terminal(let index): unsafe rig_find_players(RIG_PLAYER_TERMINAL, index, &found, 32)
      case nil: Int32(0)
      }
    return Array(found.prefix(Int(count)))
  }

  private static func threads(of process: Int32) -> [Int32] {
    var found = [Int32](repeating: 0, count: 64)
    let count = unsafe rig_threads_of(process, &found, 64)
    return Array(found.prefix(max(0, Int(count))))
  }

  private static func open(_ thread: Int32, of process: Int32) -> (file: Int32, waited: Int64)? {
    guard openFiles.load(ordering: .relaxed) < mostFiles else { return nil }
    let file = rig_thread_waits_open(process, thread)
    guard file >= 0 else { return nil }
    openFiles.add(1, ordering: .relaxed)
    return (file, rig_thread_waited_ns(file))
  }

  private static func close(_ file: Int32) {
    rig_close(file)
    openFiles.subtract(1, ordering: .relaxed)
  }
}

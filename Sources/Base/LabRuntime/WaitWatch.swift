import CRigShims
import Synchronization

/// The thread that notices who waits for a disk, and finds those who play boards.
///
/// The pressure of the machine's disks (`/proc/pressure/io`) tells that somebody does, not who. A machine
/// that writes logs has it all the time, and neither a board of its own nor a process that writes nothing is
/// slowed by that: as an excuse it would hide every wrong board of such a machine. So it only says when to
/// look, and what is looked at are the states of those who matter: the threads of this process that take
/// times, which a journal on a full disk holds up, and the processes that play boards (``Player``). In
/// uninterruptible sleep they run as little as without a processor, and however long that takes is theirs.
///
/// How long the players' threads waited for a processor the kernel counts, and the heartbeat reads it; they
/// are looked for here, since that takes longer than a beat.
final class WaitWatch: Sendable {
  static let shared = WaitWatch()

  private let players = Mutex<[Player]>([])

  /// Between two looks while nobody waits: a wait that ends before the next one is not seen.
  private static let period: Int64 = 20_000_000
  /// Between two looks while somebody does.
  private static let closePeriod: Int64 = 5_000_000

  /// Places that are remembered although no link ends there any more.
  private static let most = 256

  /// The processes at a place, from now on.
  func player(at place: Player.Place) -> Player {
    players.withLock { players in
      if let known = players.first(where: { $0.place == place }) { return known }
      if players.count >= Self.most { players.removeAll { !$0.isJoined } }
      let player = Player(place: place)
      players.append(player)
      return player
    }
  }

  /// Those where a link ends.
  var joined: [Player] { players.withLock { $0.filter(\.isJoined) } }

  /// Begins to look.
  func begin() { WorkerThread.start("wait watch") { self.watch() } }

  private func watch() {
    // A system without that pressure has its players found, and its disks not looked at.
    let file = unsafe rig_open_read("/proc/pressure/io")
    var last = (at: rig_monotonic_ns(), sum: rig_machine_waited_ns(file))
    var (wasPressed, wasWaiting) = (false, false)
    while true {
      rig_sleep_until(last.at + (wasPressed ? Self.closePeriod : Self.period))
      let players = players.withLock { $0 }
      let joined = players.filter(\.isJoined)
      for player in players where !player.isJoined { player.forget() }
      for player in joined { player.search(at: last.at, of: joined.count) }
      let now = (at: rig_monotonic_ns(), sum: rig_machine_waited_ns(file))
      let isPressed = now.sum > last.sum
      if isPressed || wasPressed {
        let isWaiting = Heartbeat.shared.watched.contains { rig_thread_waits_for_disk($0) == 1 }
        let wait = Self.waiting(was: wasWaiting, is: isWaiting, from: last.at, to: now.at)
        if let wait { Heartbeat.shared.own.record(from: wait.from, to: wait.to) }
        wasWaiting = isWaiting
        for player in joined { player.lookAtDisk(from: last.at, to: now.at) }
      }
      wasPressed = isPressed
      last = now
    }
  }

  /// When somebody waited between two looks, of whom is known whether it did at each.
  ///
  /// - Returns: nil where it did at neither. A wait that has begun or ended between them is not believed to
  ///   be longer than the looks are apart as planned: this thread may have been late.
  static func waiting(
    was: Bool, is isWaiting: Bool, from last: Int64, to now: Int64
  ) -> (from: Int64, to: Int64)? {
    switch (was, isWaiting) {
    case (true, true): (last, now)
    case (false, true): (max(last, now - period), now)
    case (true, false): (last, min(now, last + period))
    case (false, false): nil
    }
  }
}

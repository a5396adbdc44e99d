import Synchronization

/// Intervals in which this machine did not let a live lab, or what plays its boards, run: the
/// process was stopped, others had the processors, a hypervisor took them, or a disk was waited for.
///
/// A time of the lab is wrong by at most what these intervals allow: what came during one was seen
/// at its end.
///
/// ```swift
/// let late = lab.stalls?.lateness(at: frame.at) ?? .zero
/// // The frame came between `frame.at - late` and `frame.at`.
/// ```
public final class MachineStalls: Sendable {
  private struct Stall {
    var from: Int64
    var to: Int64
  }

  /// In the order of their ends, none touching the next.
  private let stalls = Mutex<[Stall]>([])
  /// Of what is older nothing is asked any more.
  private static let capacity = 4096
  /// The nanoseconds after a stall within which its backlog is worked off.
  private static let backlog: Int64 = 5_000_000

  /// No interval yet.
  public init() {}

  /// Nothing ran from one moment to another, in nanoseconds of the lab's clock.
  public func record(from: Int64, to: Int64) {
    guard to > from else { return }
    stalls.withLock { stalls in
      var new = Stall(from: from, to: to)
      var place = stalls.count
      while place > 0, stalls[place - 1].to >= new.from {
        place -= 1
        guard stalls[place].from <= new.to else { continue }
        new.from = min(new.from, stalls[place].from)
        new.to = max(new.to, stalls[place].to)
        stalls.remove(at: place)
      }
      stalls.insert(new, at: place)
      if stalls.count > Self.capacity { stalls.removeFirst(Self.capacity / 4) }
    }
  }

  /// How much earlier than `at` something may have come that was seen then.
  ///
  /// Who ran in between for less than it takes to work off a backlog, in all, and was then held up again may
  /// not have come to it the first time.
  ///
  /// - Parameter limit: the longest that is believed, for intervals that follow on one another
  ///   without end.
  func lateness(at nanoseconds: Int64, limit: Int64 = .max) -> Int64 {
    stalls.withLock { stalls in
      var (reached, worked) = (nanoseconds, Int64(0))
      for stall in stalls.reversed() where stall.from < nanoseconds {
        worked += max(0, reached - stall.to)
        guard worked <= Self.backlog else { break }
        reached = stall.from
      }
      return min(limit, nanoseconds - reached)
    }
  }

  /// How much later than `at` something may have been taken up that came then.
  func delay(at nanoseconds: Int64) -> Int64 {
    stalls.withLock { stalls in
      var (reached, worked) = (nanoseconds, Int64(0))
      for stall in stalls.reversed().prefix(while: { $0.to > nanoseconds }).reversed() {
        worked += max(0, stall.from - reached)
        guard worked <= Self.backlog else { break }
        reached = stall.to
      }
      return reached - nanoseconds
    }
  }

  /// How much of the time between two moments was lost.
  func lost(from: Int64, to: Int64) -> Int64 { Self.lost(from: from, to: to, of: [self]) }

  /// How much of it was lost by any of several, once where they overlap.
  static func lost(from: Int64, to: Int64, of all: [MachineStalls]) -> Int64 {
    let stalls = all.flatMap { each in
      each.stalls.withLock { $0.reversed().prefix { $0.to > from } }
    }
    var (sum, reached) = (Int64(0), from)
    for stall in stalls.sorted(by: { $0.from < $1.from }) {
      let start = max(reached, stall.from)
      let end = min(to, stall.to)
      if end > start {
        sum += end - start
        reached = end
      }
    }
    return sum
  }
}

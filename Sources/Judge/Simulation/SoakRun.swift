import Errors
import Journal
import LabRuntime
import Synchronization

extension Soak {
  private struct Done: Sendable {
    var place: Place
    var failures: [Failure]
    var counts: VerdictCounts
    var lasted: Duration
    var digest: WorldDigest?
    var foreign: Int
  }

  /// The queue that the threads share.
  private final class Queue: Sendable {
    struct State {
      var seed: UInt64
      var left: Int
      var waiting: [(place: Place, world: World)] = []
      var running: [Int: (place: Place, since: LabInstant)] = [:]
      var isOver = false
    }

    let state: Mutex<State>

    init(first: UInt64, seeds: Int) { state = Mutex(State(seed: first, left: seeds)) }

    /// The next world for a thread; nil when there is none.
    func next(_ thread: Int, at now: LabInstant, _ soak: Soak) -> (place: Place, world: World)? {
      state.withLock { state in
        state.running[thread] = nil
        while !state.isOver {
          if let next = state.waiting.popLast() {
            state.running[thread] = (next.place, now)
            return next
          }
          guard state.left > 0 else { return nil }
          state.waiting = soak.worlds(of: state.seed).reversed()
          state.left -= 1
          state.seed &+= 1
        }
        return nil
      }
    }

    func end() { state.withLock { $0.isOver = true } }

    /// Whether worlds are left that were not begun.
    var hasMore: Bool { state.withLock { $0.left > 0 || !$0.waiting.isEmpty } }

    /// A world that has been running for too long.
    func hung(at now: LabInstant) -> Place? {
      state.withLock { state in
        state.running.values.filter { $0.since.duration(to: now) > Soak.patience }
          .map(\.place).min()
      }
    }
  }

  /// Lives through all worlds, and returns what was found.
  ///
  /// - Parameters:
  ///   - stop: asked between two worlds.
  ///   - digests: called with the digest of each world, on the calling thread; nil where nobody
  ///     compares.
  ///   - progress: called after each world, on the calling thread.
  public func run(
    stop: @escaping @Sendable () -> Bool = { false },
    digests: (@Sendable (WorldDigest) -> Void)? = nil,
    progress: @escaping @Sendable (Summary) -> Void = { _ in }
  ) throws -> Summary {
    let wall = Lab.live(seed: 0)
    let queue = Queue(first: first, seeds: seeds)
    let results = LabChannel<Done?>(wall, label: "a world")
    for thread in 0..<threads {
      WorkerThread.start("world \(thread)") {
        while let (place, world) = queue.next(thread, at: wall.now, self) {
          let ending = world.run()
          let done = Done(
            place: place, failures: self.failures(of: ending, at: place), counts: ending.counts,
            lasted: ending.lasted, digest: digests == nil ? nil : WorldDigest(place, ending),
            foreign: ending.foreignEnqueues)
          wall.post { results.send(done) }
        }
        wall.post { results.send(nil) }
      }
    }
    return try wall.run {
      var summary = Summary()
      var seen: Set<UInt64> = []
      var threads = self.threads
      var looked = wall.now
      while threads > 0 {
        do throws(RigError) {
          guard let done = try await results.receive(until: wall.now.advanced(by: .seconds(1)))
          else {
            threads -= 1
            continue
          }
          seen.insert(done.place.seed)
          summary.take(done.failures, done.counts, done.lasted)
          summary.seeds = seen.count
          summary.foreignEnqueues += done.foreign
          if let digests, let digest = done.digest { digests(digest) }
          progress(summary)
        } catch {}
        // Others may go on beside a world that hangs: it is looked for while they do, too.
        if looked.duration(to: wall.now) >= .seconds(1) {
          looked = wall.now
          if let place = queue.hung(at: looked) {
            summary.hung = place
            break
          }
        }
        if stop() || self.until.map({ .nanoseconds(wall.now.nanoseconds) >= $0 }) ?? false {
          queue.end()
        }
      }
      summary.took = .nanoseconds(wall.now.nanoseconds)
      summary.isPartial = queue.hasMore
      summary.failures.sort {
        ($0.place, $0.instance ?? "", $0.reason) < ($1.place, $1.instance ?? "", $1.reason)
      }
      return summary
    }
  }
}

extension Soak.Summary {
  fileprivate mutating func take(
    _ failures: [Soak.Failure], _ counts: VerdictCounts, _ lasted: Duration
  ) {
    worlds += 1
    self.lasted += lasted
    self.counts += counts
    failureCount += failures.count
    self.failures += failures.prefix(max(0, Soak.mostFailures - self.failures.count))
  }
}

import Journal
import LabRuntime
import Synchronization

extension Soak {
  /// What is known of a world that is over.
  fileprivate struct Done: Sendable {
    var failures: [Failure]
    var counts: VerdictCounts
    var lasted: Duration
    var digest: WorldDigest?
    var foreign: Int
  }

  /// The worlds that were not begun yet.
  private struct Source {
    var seed: UInt64
    var left: Int
    var waiting: [(place: Place, world: World)] = []

    mutating func next(_ soak: Soak) -> (place: Place, world: World)? {
      while waiting.isEmpty, left > 0 {
        waiting = soak.worlds(of: seed).reversed()
        left -= 1
        seed &+= 1
      }
      return waiting.popLast()
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
    let source = Mutex(Source(seed: first, left: seeds))
    let found = Mutex((summary: Summary(), seeds: Set<UInt64>()))
    let hung = try AllCores(threads: threads, patience: Self.patience).perform(
      next: { source.withLock { $0.next(self) } },
      stop: { stop() || self.until.map { .nanoseconds(wall.now.nanoseconds) >= $0 } ?? false },
      taken: { world, done in
        let summary = found.withLock { found in
          found.seeds.insert(world.place.seed)
          found.summary.seeds = found.seeds.count
          found.summary.take(done)
          return found.summary
        }
        if let digests, let digest = done.digest { digests(digest) }
        progress(summary)
      }
    ) { world, _ in
      let ending = world.world.run()
      return Done(
        failures: self.failures(of: ending, at: world.place), counts: ending.counts,
        lasted: ending.lasted, digest: digests == nil ? nil : WorldDigest(world.place, ending),
        foreign: ending.foreignEnqueues)
    }
    var summary = found.withLock { $0.summary }
    summary.hung = hung?.place
    summary.took = .nanoseconds(wall.now.nanoseconds)
    summary.isPartial = source.withLock { $0.left > 0 || !$0.waiting.isEmpty }
    summary.failures.sort {
      ($0.place, $0.instance ?? "", $0.reason) < ($1.place, $1.instance ?? "", $1.reason)
    }
    return summary
  }
}

extension Soak.Summary {
  fileprivate mutating func take(_ done: Soak.Done) {
    worlds += 1
    lasted += done.lasted
    counts += done.counts
    foreignEnqueues += done.foreign
    failureCount += done.failures.count
    failures += done.failures.prefix(max(0, Soak.mostFailures - failures.count))
  }
}

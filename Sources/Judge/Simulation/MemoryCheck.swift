import CMemoryUse
import FoundationEssentials
import Glibc
public import JSONDocuments
import LabRuntime
import Links

/// Looks for what worlds leave behind: what is in use after some of them must be what is in use after
/// many more.
public struct MemoryCheck: Sendable {
  /// The resources of a process at a moment in which no world runs.
  public struct Census: Codable, Hashable, Sendable {
    /// Bytes that were allocated and not given back.
    public var bytes = 0
    /// Open descriptors.
    public var descriptors = 0
    /// Threads.
    public var threads = 0
    /// Labs that exist.
    public var labs = 0
    /// Ends of links that exist.
    public var links = 0
    /// Tasks that wait for something.
    public var tasks = 0

    /// The census of this process now.
    public static func now() -> Census {
      var census = Census()
      census.labs = Lab.living
      census.links = MemoryLink.living
      census.tasks = Lab.waiting
      census.descriptors = count("/proc/self/fd")
      census.threads = count("/proc/self/task")
      census.bytes = Int(memory_in_use())
      return census
    }

    private static func count(_ folder: String) -> Int {
      (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0
    }

    var counts: [(name: String, value: Int)] {
      [
        ("descriptors", descriptors), ("threads", threads), ("labs", labs), ("links", links),
        ("tasks", tasks),
      ]
    }
  }

  /// The finding, which `soak --check-memory --json` prints.
  public struct Finding: Document {
    /// Names the document.
    public static let schema = "uwbrig.memory/1"
    /// A sentence about the document.
    public static let about = "What worlds have left behind."

    /// Worlds until the first census.
    public var worlds: Int
    /// After the first worlds.
    public var before: Census
    /// Worlds until the second.
    public var worldsLater: Int
    /// After all of them.
    public var after: Census
    /// The resources that were not given back; empty for a clean process.
    public var leaks: [String]

    /// Two censuses of one process.
    init(worlds: Int, before: Census, worldsLater: Int, after: Census) {
      self.worlds = worlds
      self.before = before
      self.worldsLater = worldsLater
      self.after = after
      leaks = zip(before.counts, after.counts).filter { $0.value != $1.value }
        .map { "\($0.name): \($0.value), later \($1.value)" }
      if abs(after.bytes - before.bytes) >= MemoryCheck.allowed {
        leaks.append("bytes in use: \(before.bytes), later \(after.bytes)")
      }
    }
  }

  /// Bytes by which both may differ.
  public static let allowed = 64 << 10

  private let soak: Soak
  private let worlds: Int

  /// - Parameter worlds: worlds until the first census; ten times as many follow.
  public init(_ soak: Soak, worlds: Int) {
    self.soak = soak
    self.worlds = worlds
  }

  /// Lives through all worlds and compares.
  public func run() throws -> Finding {
    let parts = max(1, soak.places(of: soak.first).count)
    let seeds = max(1, (worlds + parts - 1) / parts)
    var lived = 0
    func live(_ count: Int, from first: UInt64) throws {
      var soak = soak
      soak.first = first
      soak.seeds = count
      soak.until = nil
      lived += try soak.run().worlds
    }
    // Once beforehand: what is made once a process is there then.
    _ = Census.now()
    try live(seeds, from: soak.first)
    let before = settled()
    let fewer = lived
    try live(10 * seeds, from: soak.first &+ UInt64(seeds))
    return Finding(worlds: fewer, before: before, worldsLater: lived, after: settled())
  }

  /// The census when the threads of the worlds are gone, which the kernel tells a little later.
  private func settled() -> Census {
    var census = Census.now()
    for _ in 0..<200 {
      usleep(5000)
      let next = Census.now()
      if next.threads == census.threads, next.labs == census.labs { return next }
      census = next
    }
    return census
  }
}

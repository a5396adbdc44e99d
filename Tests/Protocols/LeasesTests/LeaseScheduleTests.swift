import Glibc
import Testing

@Suite("Leases in a world of chance")
struct LeaseScheduleTests {
  /// `LEASE_SCHEDULES` asks for more; each night tries more of them, optimised (`.ci/lease-schedules`).
  private static var count: UInt64 {
    guard let text = unsafe getenv("LEASE_SCHEDULES") else { return 20 }
    return UInt64(unsafe String(cString: text)) ?? 20
  }

  @Test(
    "eight clients, six kits, kills, cuts, hangs and restarts: nothing is held twice or for ever")
  func schedules() throws {
    var longest = 0
    for seed in 1...Self.count {
      var world = LeaseWorld(seed: seed)
      do throws(LeaseWorld.Fault) { try world.run() } catch {
        Issue.record("seed \(seed): \(error)")
        return
      }
      longest = max(longest, world.longestHeirloom)
    }
    #expect(longest <= 5000, "a dead owner kept a place for \(longest) ms")
    #expect(longest > 0)
  }
}

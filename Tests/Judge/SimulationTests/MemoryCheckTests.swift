import Conformance
import Links
import RigFile
import Runner
import Testing

@testable import Simulation

@Suite("What worlds leave behind")
struct MemoryCheckTests {
  private static func finding(_ planted: Planted? = nil) throws -> MemoryCheck.Finding {
    let file = try #require(try ShippedRigs.rig(named: "loopback.yaml"))
    var soak = Soak(file) { [file] seed in
      Plan(cases: Suites.accessory, file: file, filter: nil, seed: seed)
        .only { $0.hasPrefix("N01@") }
    }
    soak.planted = planted
    return try MemoryCheck(soak, worlds: 20).run()
  }

  @Test("a census finds links that were planted")
  func found() throws {
    let finding = try Self.finding(.leak)
    #expect(finding.worlds == 20)
    #expect(finding.worldsLater == 220)
    // Other tests live beside this one: what they hold comes and goes.
    #expect(finding.after.links - finding.before.links >= 200)
    #expect(finding.leaks.contains { $0.hasPrefix("links: ") })
  }

  @Test("each difference is a leak, and bytes from 64 KiB on")
  func leaks() {
    var before = MemoryCheck.Census()
    before.bytes = 1_000_000
    func leaks(_ change: (inout MemoryCheck.Census) -> Void) -> [String] {
      var after = before
      change(&after)
      return MemoryCheck.Finding(worlds: 1, before: before, worldsLater: 11, after: after).leaks
    }
    #expect(leaks { $0.bytes += 65_535 } == [])
    #expect(leaks { $0.bytes += 65_536 } == ["bytes in use: 1000000, later 1065536"])
    #expect(leaks { $0.bytes -= 65_536 }.count == 1)
    #expect(leaks { $0.descriptors += 1 } == ["descriptors: 0, later 1"])
    #expect(leaks { $0.threads += 1 } == ["threads: 0, later 1"])
    #expect(leaks { $0.labs += 1 } == ["labs: 0, later 1"])
    #expect(leaks { $0.links += 1 } == ["links: 0, later 1"])
    #expect(leaks { $0.tasks += 1 } == ["tasks: 0, later 1"])
  }
}

import Foundation
import Testing

@Suite("Mutate")
struct MutateTests {
  @Test("the mutants are listed without running anything, and one name is one mutant")
  func list() throws {
    let program = try Program()
    defer { program.clean() }
    let ending = try program.run(["mutate", "uci", "--list", "--only", "uci/SESSION_STATUS_NTF/*"])
    #expect(ending.status == 0)
    let names = ending.output.split(separator: "\n").map(String.init)
    #expect(names.contains("uci/SESSION_STATUS_NTF/session_state/maximum+1"))
    #expect(names.allSatisfy { $0.hasPrefix("uci/SESSION_STATUS_NTF/") })
    #expect(Set(names).count == names.count)
  }

  @Test("a mutant is repeated by its name, with the journal of each case")
  func repeated() throws {
    let program = try Program()
    defer { program.clean() }
    // Without a radio there are fewer cases.
    let rig = program.folder.appending(path: "bare.yaml")
    try """
    version: 1
    name: bare
    time: virtual
    boards: [{name: lock, firmware: ni-accessory, link: virtual}]
    """.write(to: rig, atomically: true, encoding: .utf8)
    let ending = try program.run([
      "mutate", "accessory", "--rig", rig.path, "--mutant",
      "accessory/accessory-configuration-data/ranging_role/maximum+1", "--json",
    ])
    #expect(ending.status == 0)
    #expect(ending.output.contains("\"FAIL\""))
    let folder = program.folder.appending(path: "out/mutate")
    let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    #expect(files?.contains { $0.hasSuffix("events.ndjson") } ?? false)
  }

  @Test("a rig without a reference board for the suite is a wrong argument, not a score of 0 %")
  func nothingToJudge() throws {
    let program = try Program()
    defer { program.clean() }
    let rig = program.folder.appending(path: "uci.yaml")
    try """
    version: 1
    name: radios
    time: virtual
    boards: [{name: anchor, firmware: uci, role: controlee, link: virtual}]
    """.write(to: rig, atomically: true, encoding: .utf8)
    let ending = try program.run([
      "mutate", "accessory", "--rig", rig.path, "--sample", "2", "--progress", "none",
    ])
    #expect(ending.status == 2)
    #expect(ending.output.isEmpty)
    #expect(ending.errors.contains("the rig radios has nothing to judge the suite accessory by"))
  }

  @Test("a list of equivalents that names no mutant is refused with its place")
  func equivalents() throws {
    let program = try Program()
    defer { program.clean() }
    let list = program.folder.appending(path: "list.yaml")
    try "version: 1\nequivalents:\n  - {mutant: uci/x, clause: c, reason: r}\n".write(
      to: list, atomically: true, encoding: .utf8)
    let ending = try program.run(["mutate", "--equivalents", list.path])
    #expect(ending.status == 2)
    #expect(ending.output.isEmpty)
    #expect(ending.errors.contains("list.yaml:3:14: error:"))
  }
}

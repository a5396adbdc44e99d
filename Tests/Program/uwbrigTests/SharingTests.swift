import Foundation
import TestSupport
import Testing

@Suite("record --for-sharing")
struct SharingTests {
  private static let rig = """
    version: 1
    name: annas-desk
    time: virtual
    boards:
      - {name: annas-kit, firmware: uci, use: device, role: controller, link: virtual,
         personality: fira2-qorvo, setup: ["210000050700000000", "21030017010000000145101122334455667788a1b2c3d4e5f60718",
         "2101000401000000"]}
      - {name: lock, firmware: ni-accessory, link: virtual, claims: {acd: "1.1"}}
    """

  private static func recorded(_ board: String) throws -> (Program, String) {
    let program = try Program()
    try program.write(rig, to: "desk.yaml")
    let ending = try program.run([
      "record", "--for-sharing", board, "--rig", "desk.yaml", "--out", "mine", "--progress", "none",
    ])
    try #require(ending.status == 0, "\(ending.output)\(ending.errors)")
    return (program, ending.output)
  }

  private static func text(_ program: Program, _ name: String) throws -> String {
    try String(contentsOf: program.folder.appending(path: "mine/\(name)"), encoding: .utf8)
  }

  @Test("says what was replaced, and leaves none of it")
  func subsystem() throws {
    let (program, output) = try Self.recorded("annas-kit")
    defer { program.clean() }
    #expect(output.contains("chip identity: 1 value in "))
    #expect(output.contains("key: 1 value in "))
    #expect(output.contains("each with its recorded verdict"), "\(output)")
    let files = try ["events.ndjson", "rig.yaml", "README.md"].map { try Self.text(program, $0) }
    for text in files {
      // The chip's identity, the key of the set-up command, and names.
      #expect(!text.contains("5056345832300ee0ca09"))
      #expect(!text.contains("1122334455667788a1b2c3d4e5f60718"))
      #expect(!text.contains("anna"))
    }
    // What the board is stays, and that its versions were asked.
    #expect(files[0].contains("0203cade"))
    #expect(files[0].contains("\"case\":\"UC04\""))
    #expect(
      output.contains("Kept: addresses and keys that this program gives every board: 010203040506"))
  }

  @Test("an accessory has another address in the recording, and what follows from it is the same")
  func accessory() throws {
    let (program, output) = try Self.recorded("lock")
    defer { program.clean() }
    #expect(output.contains("address: "))
    #expect(output.contains("each with its recorded verdict"))
    #expect(try program.run(["replay", "mine", "--out", "again"]).status == 0)
  }

  @Test("a folder that is there is left alone, and a board must be named")
  func refusals() throws {
    let (program, _) = try Self.recorded("lock")
    defer { program.clean() }
    let words = ["record", "--for-sharing", "lock", "--rig", "desk.yaml", "--out", "mine"]
    let again = try program.run(words)
    #expect(again.status == 2)
    #expect(again.errors.contains("mine is there already"))
    let nobody = try program.run(["record", "--for-sharing"])
    #expect(nobody.status == 2)
    #expect(nobody.errors.contains("Say which board"))
  }

  @Test("a recording answers inspect and range in any order of questions")
  func tolerant() throws {
    let (program, _) = try Self.recorded("annas-kit")
    defer { program.clean() }
    let rig = "replay:mine?mode=tolerant"
    let inspection = try program.run(["inspect", "board", "--rig", rig])
    #expect(inspection.status == 0, "\(inspection.output)\(inspection.errors)")
    #expect(inspection.output.contains("fira2+qorvo"))
  }
}

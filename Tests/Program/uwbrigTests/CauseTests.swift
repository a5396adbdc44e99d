import Foundation
import Journal
import TestSupport
import Testing

@Suite("The cause of many failures")
struct CauseTests {
  private func json(_ text: String) throws -> JSONValue { try JSONParser.parse(Array(text.utf8)) }

  private func run(_ misbehaviour: String, firmware: String, _ filter: String, _ program: Program)
    throws -> Program.Ending
  {
    try program.write(
      """
      version: 1
      name: bench
      time: virtual
      boards:
        - {name: board, \(firmware), link: virtual, misbehaviour: \(misbehaviour)}
      """, to: "bench.yaml")
    return try program.run(
      ["run", filter, "--rig", "bench.yaml", "--out", "o", "--progress", "none"])
  }

  @Test(
    "one fault that fails many cases is one block that says its sentence once, and counts them",
    arguments: [
      (
        "no-status-on-init", "firmware: uci, role: controlee", "id(US*)",
        "the session is INIT after SESSION_INIT_CMD"
      ),
      (
        "never-starts", "firmware: ni-accessory", "id(C0*) | id(S0*)",
        "a valid configuration is answered with did-start"
      ),
    ])
  func oneFault(misbehaviour: String, firmware: String, filter: String, sentence: String) throws {
    let program = try Program()
    defer { program.clean() }
    let ending = try run(misbehaviour, firmware: firmware, filter, program)
    #expect(ending.status == 1)
    let shown = try json(program.run(["report", "show", "o", "--json"]).output)
    let group = try #require(shown["groups"]?.array?.first)
    let count = try #require(group["count"]?.integer)
    #expect(count >= 8)
    #expect(group["assertion"]?.string == sentence)
    let blocks = ending.output.split(separator: "\n\n")
    let block = try #require(blocks.first)
    #expect(block.hasPrefix("FAIL          \(count) cases on board\n"), "\(block)")
    #expect(block.replacing(/\s+/, with: " ").ranges(of: sentence).count == 1, "\(block)")
    // The frames around the assertion: a command before it, and nothing of the tidying up behind it.
    let lines = block.split(separator: "\n")
    let mark = try #require(lines.firstIndex { $0.contains("here it failed") })
    #expect(lines[..<mark].contains { $0.contains("→ board") })
    #expect(!lines[mark...].contains { $0.contains("→ board") })
    let page = try program.read("o/report.html")
    #expect(page.contains("<summary>All \(count) cases with this cause</summary>"))
  }

  @Test("a board that hangs up is told first, with the message that it hung up after")
  func death() throws {
    let program = try Program()
    defer { program.clean() }
    let ending = try run("dies-on-unknown", firmware: "firmware: ni-accessory", "id(R0*)", program)
    let block = try #require(ending.output.split(separator: "\n\n").first)
    #expect(block.contains("device died: it hung up after "))
    #expect(block.contains("!!"))
    #expect(block.contains(" cases on board\n"))
  }
}

import Foundation
import Testing

@Suite("Evidence in the board's dialect")
struct DialectEvidenceTests {
  @Test(
    "a status that means different things to different vendors reads as the board's vendor has it",
    arguments: [
      ("fira2+nxp", "_RSP THERMAL_RUNAWAY"), ("fira2+qorvo", "_RSP 0x54"), ("fira2", "_RSP 0x54"),
    ])
  func status(_ dialect: String, _ words: String) throws {
    let program = try Program()
    defer { program.clean() }
    try program.write(
      """
      version: 1
      time: virtual
      boards:
        - name: anchor
          firmware: uci
          link: virtual
          dialect: \(dialect)
          misbehaviour: vendor-status-for-unknown-gid
      """, to: "bench.yaml")
    let ending = try program.run([
      "run", "UC08", "--rig", "bench.yaml", "--out", "o", "--progress", "none",
    ])
    #expect(ending.status == 1)
    let page = try program.read("o/report.html")
    let junit = try program.read("o/junit.xml")
    // The name stands over the arrow, and what it says beside it.
    let said = words.split(separator: " ").last.map(String.init) ?? words
    #expect(page.contains("_RSP</i></td><td><span>\(said)"), "\(page)")
    #expect(junit.contains(words))
    #expect(page.contains(dialect))
  }
}

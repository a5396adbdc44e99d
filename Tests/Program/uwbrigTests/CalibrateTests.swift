import Foundation
import Journal
import TestSupport
import Testing

@Suite("calibrate")
struct CalibrateTests {
  private static let rig = ["--rig", "Rigs/calibration.yaml"]

  @Test("the plan is shown and nothing is done")
  func dryRun() throws {
    let program = try Program()
    defer { program.clean() }
    let ending = try program.run(["calibrate", "one", "two", "three", "--dry-run"] + Self.rig)
    #expect(ending.status == 0)
    try expectSnapshot(ending.output, "calibrate-plan.txt")
  }

  @Test("three boards are calibrated, and the folder has record, ranges, pictures and old values")
  func three() throws {
    let program = try Program()
    defer { program.clean() }
    let ending = try program.run(
      ["calibrate", "one", "two", "three", "--out", "o", "--quiet"] + Self.rig)
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(ending.output.contains("calibrated, and kept over a power cut"))
    for name in [
      "calibration.json", "calibration-undo.json", "ranges.csv", "calibration.html", "one.cal.json",
      "events.ndjson", "run.json",
    ] {
      #expect((try? program.read("o/\(name)")) != nil, "\(name)")
    }
    let page = try program.read("o/calibration.html")
    for forbidden in ["<script", "src=", "url(", "http:", "NaN"] {
      #expect(!page.contains(forbidden), "\(forbidden)")
    }
    #expect(page.contains("Allan deviation"))
    let history = try program.run(["report", "accuracy", "--runs", "."])
    #expect(history.output.contains("calibrated, 16375 to "), "\(history.output)\(history.errors)")
  }

  @Test("what cannot be told apart is refused, and the missing pair is named")
  func unsolvable() throws {
    let program = try Program()
    defer { program.clean() }
    let ending = try program.run(
      ["calibrate", "one", "two", "three", "--pair", "one+two", "--pair", "one+three"] + Self.rig)
    #expect(ending.status == 2)
    #expect(ending.errors.contains("two with three is missing"), "\(ending.errors)")
  }

  @Test("two boards are told what that cannot know")
  func two() throws {
    let program = try Program()
    defer { program.clean() }
    let ending = try program.run(["calibrate", "one", "two", "--dry-run"] + Self.rig)
    #expect(ending.status == 0)
    #expect(ending.output.contains("Two boards tell the sum of their errors alone"))
  }

  @Test("a run that has changed nothing has nothing to undo")
  func nothingToUndo() throws {
    let program = try Program()
    defer { program.clean() }
    _ = try program.run(["run", "UR12", "--out", "o", "--progress", "none"])
    let ending = try program.run(["calibrate", "--undo", "o"])
    #expect(ending.status == 2)
    #expect(ending.errors.contains("this run has changed no calibration"))
  }

  @Test("worlds with hidden errors are rehearsed")
  func worlds() throws {
    let program = try Program()
    defer { program.clean() }
    let ending = try program.run(
      ["calibrate", "one", "two", "three", "--worlds", "3", "--json", "--quiet"] + Self.rig)
    #expect(ending.status == 0, "\(ending.output)\(ending.errors)")
    #expect(ending.output.contains("\"calibrated\": 3"))
  }

  @Test("the result is shown as pictures, and the temperature is in the record and in the history")
  func pictures() throws {
    let program = try Program()
    defer { program.clean() }
    let ending = try program.run(
      ["calibrate", "one", "two", "three", "--out", "o", "--temperature", "21.5"] + Self.rig)
    #expect(ending.status == 0, "\(ending.errors)")
    let pictures = ending.output.components(separatedBy: "error over distance").last ?? ""
    try expectSnapshot("error over distance" + pictures, "calibrate-pictures.txt")
    let history = try program.run(["report", "accuracy", "--runs", "."])
    #expect(history.output.contains("channel 9, antenna 0, 21.5 °C: calibrated"))
  }

  @Test("where boards measure angles the directions are drawn, in the terminal and on the page")
  func angles() throws {
    let program = try Program()
    defer { program.clean() }
    try program.write(
      """
      version: 1
      name: angles
      time: virtual
      boards:
        - {name: one, firmware: uci, role: controller, use: device, link: virtual, \
      personality: nxp, position: [0, 0, 1], facing: {yaw: 90}, radio: {error: 0.2, angle: 7}}
        - {name: two, firmware: uci, role: controlee, link: virtual, personality: nxp, \
      position: [2.5, 0, 1], facing: {yaw: -90}, radio: {error: 0}}

      """, to: "angles.yaml")
    let ending = try program.run(
      ["calibrate", "one", "--reference", "two", "--rig", "angles.yaml", "--out", "o"])
    #expect(ending.status == 0, "\(ending.errors)")
    let picture = ending.output.components(separatedBy: "two as one sees it").last ?? ""
    try expectSnapshot("two as one sees it" + picture, "calibrate-angles.txt")
    let page = try program.read("o/calibration.html")
    #expect(page.contains("directions; by the rig file +0.0°"))
    #expect(page.contains("before, median +7.0°"))
    #expect(!page.contains("NaN"))
  }

  @Test("a firmware with which ranges got worse is a finding, with the first bad run")
  func firmware() throws {
    let program = try Program()
    defer { program.clean() }
    func rig(_ error: Double, _ dialect: String) -> String {
      """
      version: 1
      name: versions
      time: virtual
      boards:
        - {name: one, firmware: uci, role: controller, use: device, link: virtual, \
      personality: \(dialect), position: [0, 0, 1], radio: {error: 0}}
        - {name: two, firmware: uci, role: controlee, link: virtual, position: [2.5, 0, 1], \
      radio: {error: \(error)}}

      """
    }
    for (number, (error, dialect)) in [
      (0.0, "fira2-qorvo"), (0.005, "fira2-qorvo"), (0.11, "nxp"), (0.12, "nxp"),
    ].enumerated() {
      try program.write(rig(error, dialect), to: "r\(number).yaml")
      let ending = try program.run(
        ["run", "AC05", "--rig", "r\(number).yaml", "--out", "o/\(number)", "--progress", "none"])
      #expect(ending.status == (error > 0.02 ? 1 : 0), "\(ending.output)\(ending.errors)")
    }
    // Runs of one second have no order.
    for number in 0..<4 {
      let record = try program.read("o/\(number)/run.json").components(separatedBy: "\n").map {
        $0.contains("\"id\"")
          ? "  \"id\": \"2026010\(number + 1)-120000-0001\","
          : $0.contains("\"started\"") ? "  \"started\": \"2026-01-0\(number + 1)T12:00:00Z\"" : $0
      }
      try program.write(record.joined(separator: "\n"), to: "o/\(number)/run.json")
    }
    let history = try program.run(["report", "accuracy", "--runs", "o"])
    let findings = history.output.components(separatedBy: "\n").filter { $0.contains("FINDING") }
    #expect(!findings.isEmpty, "\(history.output)")
    #expect(findings.allSatisfy { $0.contains("worse since 20260103-120000-0001") }, "\(findings)")
  }
}

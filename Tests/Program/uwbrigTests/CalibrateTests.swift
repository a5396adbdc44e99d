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
}

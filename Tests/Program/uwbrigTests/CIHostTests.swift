import Foundation
import Testing

@Suite("Jobs of CI services")
struct CIHostTests {
  private func run(_ environment: [String: String]) throws -> (Program.Ending, Program) {
    let program = try Program()
    try program.write(ReportTests.rig, to: "bench.yaml")
    return (
      try program.run(
        ["run", "id(R01*) | N01", "--rig", "bench.yaml", "--out", "o"], environment: environment),
      program
    )
  }

  @Test("GitHub gets a collapsed group, annotations, and a summary behind what is there")
  func gitHub() throws {
    let (ending, program) = try run([
      "GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": "summary.md",
    ])
    defer { program.clean() }
    let lines = ending.errors.split(separator: "\n")
    #expect(lines.first == "::group::uwbrig: 14 cases")
    #expect(lines.contains("::endgroup::"))
    #expect(
      lines.filter { $0.hasPrefix("::error title=FAIL R01[0x00]@lock and 5 more") }.count == 1)
    #expect(ending.output.contains("14 cases: 8 PASS, 6 FAIL"))
    #expect(!ending.output.contains("::"))
    try program.write("before\n", to: "summary.md")
    _ = try program.run(
      ["report", "o"],
      environment: ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": "summary.md"])
    let summary = try program.read("summary.md")
    #expect(summary.hasPrefix("before\n## uwbrig: bench\n"))
    #expect(summary.contains("| 8 | 6 |"))
  }

  @Test("a summary that cannot be written is a remark, and that is all")
  func noSummary() throws {
    let (ending, program) = try run([
      "GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": "missing/summary.md",
    ])
    defer { program.clean() }
    #expect(ending.status == 1)
    #expect(ending.errors.contains("Warning: the summary of the job cannot be written"))
  }

  @Test("GitLab and Buildkite get their groups, nobody else does")
  func others() throws {
    let (gitLab, one) = try run(["GITLAB_CI": "true"])
    defer { one.clean() }
    #expect(gitLab.errors.contains(/section_start:[0-9]+:uwbrig_cases\[collapsed=true\]\r/))
    #expect(gitLab.errors.contains(/section_end:[0-9]+:uwbrig_cases\r/))
    let (buildkite, other) = try run(["BUILDKITE": "true"])
    defer { other.clean() }
    #expect(buildkite.errors.hasPrefix("--- uwbrig: 14 cases\n"))
    #expect(buildkite.errors.hasSuffix("+++ uwbrig\n"))
    let (plain, last) = try run([:])
    defer { last.clean() }
    #expect(!plain.errors.contains("group") && !plain.errors.contains("section"))
  }
}

import FileGrammar
import Foundation
import RigFile
import Room
import TestSupport
import Testing

@testable import Scenarios

@Suite("The page about scenarios")
struct DocumentationTests {
  private static var page: String {
    get throws {
      try String(
        contentsOf: Checkout.documentation.appending(path: "Scenarios.md"),
        encoding: .utf8)
    }
  }

  /// The text below each heading of a level, up to the next heading of any.
  private static func sections(_ level: String) throws -> [(title: String, text: String)] {
    var sections: [(title: String, text: String)] = []
    var isInside = false
    for line in try page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("## ") || line.hasPrefix("### ") {
        isInside = line.hasPrefix(level + " ")
        if isInside { sections.append((String(line.dropFirst(level.count + 1)), "")) }
      } else if isInside {
        sections[sections.count - 1].text += line + "\n"
      }
    }
    return sections
  }

  /// The blocks of YAML.
  private static var examples: [String] {
    get throws {
      try page.components(separatedBy: "```yaml\n").dropFirst().map {
        $0.components(separatedBy: "```")[0]
      }
    }
  }

  @Test("every step has a section that names its keys, in the order of the grammar")
  func steps() throws {
    let sections = try Self.sections("###")
    #expect(sections.map(\.title) == StepGrammar.names.map { "`\($0)`" })
    for (step, section) in zip(StepGrammar.all, sections) {
      for key in step.keyNames where key != "board" {
        #expect(section.text.contains(key), "\(step.name): \(key)")
      }
      // A step that is more than a word has an example.
      guard !step.isWord else { continue }
      #expect(section.text.contains("- \(step.name)"), "\(step.name)")
    }
  }

  @Test("every expectation and every assertion is explained")
  func values() throws {
    let sections = try Self.sections("###")
    let expect = try #require(sections.first { $0.title == "`expect`" }).text
    for name in Expectation.allCases.map(\.rawValue) { #expect(expect.contains("`\(name)`")) }
    let assert = try #require(sections.first { $0.title == "`assert`" }).text
    for name in Assertion.names { #expect(assert.contains("- `\(name)`")) }
    let head = try #require(try Self.sections("##").first { $0.title == "The head" }).text
    for key in ScenarioKeys.mapping.names { #expect(head.contains("`\(key)`"), "\(key)") }
  }

  @Test("every example can be read")
  func examples() throws {
    let head = "version: 1\nname: example\nrequirement: It works.\n"
    let alone = "boards: {accessories: 1, phones: [anna, ben]}\n"
    let several = "boards: {accessories: [lock, tag], phones: [anna, ben]}\n"
    for example in try Self.examples {
      if example.hasPrefix("room:") {
        let boards =
          "version: 1\ntime: virtual\n"
          + "boards: [{name: a, firmware: uci, link: virtual}]\n"
        _ = try RigFile.parse(boards + example, file: "example.yaml", directory: "")
      } else if example.hasPrefix("version:") {
        _ = try Scenario.parse(example, file: "example.yaml")
      } else {
        let indented = example.split(separator: "\n").map { "  \($0)\n" }.joined()
        #expect(
          [alone, several].contains {
            (try? Scenario.parse(head + $0 + "steps:\n" + indented, file: "x.yaml")) != nil
          }, "\(example)")
      }
    }
  }

  @Test("every shipped scenario is listed with its rig and title")
  func shipped() throws {
    let page = try Self.page
    for name in ShippedScenarios.names {
      let text = try #require(ShippedScenarios.text(named: name))
      let rig = try #require(text.firstMatch(of: /Rigs\/([a-z-]+\.yaml)/))
      let title = try Scenario.parse(text, file: name).title
      #expect(page.contains("| `\(name)` | `\(rig.1)` | \(title) |"), "\(name)")
    }
    let rows = page.split(separator: "\n").filter { $0.contains(".yaml` | `") }
    #expect(rows.count == ShippedScenarios.names.count)
  }

  @Test("every noise is listed with its standard deviation")
  func noises() throws {
    let page = try Self.page
    for (name, noise) in Noise.profiles {
      let centimetres = Int((noise.sigma * 100).rounded())
      #expect(page.contains("| `\(name)` | \(centimetres) cm |"), "\(name)")
    }
  }
}

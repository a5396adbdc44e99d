import Foundation
import Notation
import RigFile
import TestSupport
import Testing

@testable import Scenarios

@Suite("The schemas of scenarios and rigs")
struct SchemaTests {
  private static let rigs = Checkout.at("Rigs")
  /// Files beside the rigs that are none.
  private static let others = ["quarantine.yaml", "waivers.yaml"]

  private static func files(_ folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: rigs.appending(path: folder).path)
      .filter { $0.hasSuffix(".yaml") && !others.contains($0) }.sorted()
  }

  private static func text(_ name: String) throws -> String {
    try String(contentsOf: rigs.appending(path: name), encoding: .utf8)
  }

  @Test("every shipped scenario is as its schema says")
  func scenarios() throws {
    let validator = try SchemaValidator(Scenario.schema)
    for name in ShippedScenarios.names {
      let text = try #require(ShippedScenarios.text(named: name))
      #expect(try validator.faults(inYAML: text) == [], "\(name)")
    }
  }

  @Test("every shipped rig is as its schema says")
  func rigs() throws {
    let validator = try SchemaValidator(ShippedRigs.schema)
    let names = try Self.files()
    #expect(names == ShippedRigs.names.sorted())
    for name in names {
      #expect(try validator.faults(inYAML: try Self.text(name)) == [], "\(name)")
    }
  }

  @Test("every scenario in the checkout is built into the program as it is")
  func embedded() throws {
    let names = try Self.files("scenarios")
    #expect(names == ShippedScenarios.names.sorted())
    for name in names {
      #expect(ShippedScenarios.text(named: name) == (try Self.text("scenarios/\(name)")))
      #expect(ShippedScenarios.text(named: "Rigs/scenarios/\(name)") != nil)
    }
  }

  @Test("every shipped scenario says in its first lines which shipped rig it runs on")
  func ownRig() throws {
    for name in ShippedScenarios.names {
      let text = try #require(ShippedScenarios.text(named: name))
      let comment = text.split(separator: "\n").prefix { $0.hasPrefix("#") }.joined(separator: " ")
      let rig = try #require(comment.firstMatch(of: /Rigs\/([a-z-]+\.yaml)/), "\(name)")
      #expect(ShippedRigs.names.contains(String(rig.1)), "\(name)")
    }
  }

  /// The alternatives of a step that is a mapping, by its name.
  private func steps() throws -> [String: [String: Any]] {
    let data = Data(Scenario.schema.utf8)
    let root = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let step = (root["$defs"] as? [String: Any])?["step"] as? [String: Any]
    let forms = try #require(step?["anyOf"] as? [[String: Any]])
    var steps: [String: [String: Any]] = [:]
    for form in forms {
      guard let name = (form["required"] as? [String])?.first else { continue }
      #expect(form["additionalProperties"] as? Bool == false, "\(name)")
      steps[name] = try #require(form["properties"] as? [String: Any])
    }
    return steps
  }

  @Test("the schema has the steps and keys of the parser, no more and no fewer")
  func sameSteps() throws {
    let steps = try steps()
    #expect(steps.keys.sorted() == ScenarioGrammar.names.sorted())
    for step in ScenarioGrammar.steps {
      #expect(
        steps[step.name]?.keys.sorted() == ([step.name] + step.keys).sorted(), "\(step.name)")
    }
  }

  @Test("the schema has the values of the parser")
  func sameValues() throws {
    func values(_ name: String) throws -> [String] {
      let value = try #require(try steps()[name]?[name] as? [String: Any])
      let forms = try #require(value["anyOf"] as? [[String: Any]])
      return forms.compactMap { $0["enum"] as? [String] }.flatMap { $0 }
    }
    #expect(try values("expect") == Expectation.allCases.map(\.rawValue))
    #expect(try values("assert") == Assertion.names)
  }

  @Test(
    "what the parser refuses, the schema refuses",
    arguments: [
      "initialise", "{expect: did-strat}", "{expect: update, withn: 2s}", "{wait: 2}",
      "{move: , to: [1, 2]}", "{repeat: {times: 2}}", "{for-each: phone, steps: [stop]}",
      "{run: , peer: ben}", "{power: off}", "{fault: }", "{fault: Delay}", "{fault: delay, to: 2s}",
      "wait", "{assert: distanc}", "{parallel: []}",
    ])
  func refused(step: String) throws {
    let text = "version: 1\nname: x\nrequirement: It works.\nsteps: [\(step)]\n"
    #expect(throws: RigFileErrors.self) { try Scenario.parse(text, file: "x.yaml") }
    #expect(try SchemaValidator(Scenario.schema).faults(inYAML: text) != [])
  }

  @Test(
    "rooms that the parser refuses, the schema refuses",
    arguments: [
      "{noise: loud}", "{obstacles: [{}]}", "{obstacles: [{box: [[0, 0, 0]]}]}",
      "{obstacles: [{wall: [[0, 0, 0], [1, 1, 1]]}]}",
      "{obstacles: [{box: [[0, 0, 0], [1, 1, 1]], height: 2}]}",
      "{obstacles: [{wall: [[0, 0], [1, 1]], blocks: true, delay: 1}]}",
      "{obstacles: [{wall: [[0, 0], [1, 1]], attenuation: -1}]}", "{walls: []}",
    ])
  func rooms(room: String) throws {
    let text =
      "version: 1\ntime: virtual\nboards: [{name: a, firmware: uci, link: virtual}]\n"
      + "room: \(room)\n"
    #expect(throws: RigFileErrors.self) {
      try RigFile.parse(text, file: "x.yaml", directory: "")
    }
    #expect(try SchemaValidator(ShippedRigs.schema).faults(inYAML: text) != [])
  }
}

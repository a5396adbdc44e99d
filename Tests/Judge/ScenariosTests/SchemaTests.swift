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

  @Test(
    "what the parser refuses, the schema refuses",
    arguments: [
      "initialise", "{expect: did-strat}", "{expect: update, withn: 2s}", "{wait: 2}",
      "{move: , to: [1, 2]}", "{repeat: {times: 2}}", "{for-each: phone, steps: [stop]}",
      "{run: , peer: ben}", "{power: off}", "{fault: }", "{fault: Delay}", "{fault: delay, to: 2s}",
      "wait", "{assert: distanc}", "{parallel: []}", "[]", "{configure: , block-interval: 95}",
      "{retry: half}", "{retry: , attempts: 0}", "{turn: , yaw: 400}", "{stop: , phone: phone}",
      "{flash: a.hex, sha256: 12}", "{flash: a.hex, method: spoon}", "{power: cycle, for: long}",
      "{assert: silent, rounds: 0}", "{move: , distance: -1}",
      "{repeat: {times: 0, steps: [stop]}}",
      "{for-each: accessory}", "{expect: update, within: 2}",
    ])
  func refused(step: String) throws {
    let text = "version: 1\nname: x\nrequirement: It works.\nsteps: [\(step)]\n"
    #expect(throws: RigFileErrors.self) { try Scenario.parse(text, file: "x.yaml") }
    #expect(try SchemaValidator(Scenario.schema).faults(inYAML: text) != [])
  }

  @Test(
    "heads that the parser refuses, the schema refuses",
    arguments: [
      "tags: [A]", "class: maybe", "declared: 2", "boards: {phones: 2}",
      "boards: {accessories: 33}", "boards: {accessories: []}",
      "boards: {accessories: 1, phones: 9}", "parameters: {n: []}", "parameters: {N: [1]}",
      "version: 2", "name: A", "author: me",
    ])
  func refused(head: String) throws {
    let usual = ["version: 1", "name: x", "requirement: It works.", "steps: [stop]"]
    let key = head.prefix { $0 != ":" }
    let text = (usual.filter { !$0.hasPrefix("\(key):") } + [head]).joined(separator: "\n")
    #expect(throws: RigFileErrors.self) { try Scenario.parse(text, file: "x.yaml") }
    #expect(try SchemaValidator(Scenario.schema).faults(inYAML: text) != [])
  }

  @Test(
    "steps with parameters are as the schema says",
    arguments: [
      "wait: ${time}", "configure:\n  block-interval: ${n}", "retry: ${mode}", "retry",
      "repeat:\n    times: ${n}\n    steps: [stop]", "move:\n  distance: ${n}",
    ])
  func parameters(step: String) throws {
    let text =
      "version: 1\nname: x\nrequirement: It works.\n"
      + "parameters: {n: [96, 100], time: [1s], mode: [cached, full]}\nsteps:\n- \(step)\n"
    #expect(try Scenario.parse(text, file: "x.yaml").file == "x.yaml")
    #expect(try SchemaValidator(Scenario.schema).faults(inYAML: text) == [])
  }

  @Test(
    "boards that the parser refuses, the schema refuses",
    arguments: [
      "firmware: uci", "firmware: udi, link: virtual", "firmware: uci, link: vortual",
      "firmware: uci, link: virtual, framing: slip",
      "firmware: ni-accessory, link: \"ble:name=a,service=nus\", framing: slip",
      "firmware: ni-accessory, link: virtual, role: controller",
      "firmware: ni-accessory, link: virtual, dialect: fira2",
      "firmware: uci, link: \"tcp://a:1\", personality: nxp",
      "firmware: uci, link: virtual, personality: canvas",
      "firmware: uci, link: \"tcp://a:1\", misbehaviour: mute",
      "firmware: uci, link: virtual, gatt: nus",
      "firmware: ni-accessory, link: \"tcp://a:1\", gatt: nus",
      "firmware: ni-accessory, link: virtual, gatt: nus, framing: slip",
      "firmware: uci, link: virtual, rate: 9600",
      "firmware: secure-dfu, link: virtual, rate: 200",
      "firmware: qorvo-cli, link: virtual, buffer: 64",
      "firmware: secure-dfu, link: virtual, encoding: raw",
      "firmware: uci, link: virtual, flash: {}",
      "firmware: qorvo-cli, link: virtual, flash: {times: none}",
      "firmware: secure-dfu, link: virtual, flash: {loader: esp-rom}",
      "firmware: uci, link: \"tcp://a:1\", power: virtual",
      "firmware: uci, link: virtual, power: \"hub:1-1:256\"",
      "firmware: uci, link: virtual, power: {command: {cut: a}}",
      "firmware: uci, link: virtual, reset: button",
      "firmware: uci, link: virtual, claims: {acd: 3.0}",
      "firmware: uci, link: virtual, recovery: [reopen, reopen]",
      "firmware: uci, link: virtual, position: [0, 1]",
      "firmware: uci, link: virtual, facing: {yaw: 361}",
      "firmware: uci, link: virtual, image: {sha256: 12}",
      "firmware: uci, link: virtual, retries: 101",
      "firmware: uci, link: virtual, retries: {growth: fast}",
      "firmware: uci, link: virtual, probe: \"a b\"", "firmware: uci, link: virtual, log: virtual",
      "firmware: uci, link: virtual, settle: 2",
    ])
  func boards(board: String) throws {
    let text = "version: 1\nboards: [{name: a, \(board)}]\n"
    #expect(throws: RigFileErrors.self) {
      try RigFile.parse(text, file: "x.yaml", directory: "")
    }
    #expect(try SchemaValidator(ShippedRigs.schema).faults(inYAML: text) != [])
  }

  @Test(
    "boards that the parser takes, the schema takes",
    arguments: [
      "firmware: ni-accessory, link: virtual, claims: {acd: 1.1, vendor-ids: [0x40]}",
      "firmware: ni-accessory, link: virtual, claims: {acd: \"2.0\"}",
      "firmware: uci, link: \"serial:/dev/ttyACM0\", power: \"hub:1-1.4:255\", probe: 760123456",
      "firmware: uci, link: \"tcp://a:1\", reset: {command: ./reset}, log: \"serial:/dev/ttyACM1\"",
      "firmware: uci, link: \"tcp://a:1\", power: {command: {cut: a, restore: b, timeout: 3s}}",
      "firmware: uci, link: virtual, flash: {loader: esp-rom, enter: {command: boot}}",
      "firmware: mcuboot-smp, link: virtual, encoding: raw, rate: 115200, buffer: 256",
      "firmware: unknown, link: virtual, retries: {device: 1, delay: 1s, growth: exponential}",
    ])
  func goodBoards(board: String) throws {
    let text = "version: 1\nboards: [{name: a, \(board)}]\n"
    #expect(try RigFile.parse(text, file: "x.yaml", directory: "").boards.count == 1)
    #expect(try SchemaValidator(ShippedRigs.schema).faults(inYAML: text) == [])
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

import Bench
import Links
import Notation
import RigFile
import Runner
import Testing

@testable import Scenarios

@Suite("Scenario files")
struct ScenarioFileTests {
  struct Wrong: Sendable, CustomTestStringConvertible {
    let text: String
    let message: String
    var testDescription: String { message }
  }

  private static let head = "version: 1\nname: x\nrequirement: It works.\n"
  private static let two = head + "boards: {accessories: 1, phones: [anna, ben]}\n"

  static let wrong: [Wrong] = [
    Wrong(
      text: head + "steps:\n  - initialise\n",
      message:
        "x.yaml:5:5: error: steps[0]: expected `initialize`, `configure`, `expect`, `stop`, "
        + "`wait`, `connect`, `disconnect`, `power`, `flash`, `suspend`, `resume`, `hand-over`, `retry`, "
        + "`move`, `turn`, `block`, `unblock`, `fault`, `assert`, `send`, `run`, `pause`, "
        + "`invalidate`, `parallel`, `repeat` or `for-each`, got the unknown step "
        + "`initialise`; did you mean `initialize`?"),
    Wrong(
      text: head + "boards: {phones: {ben: android-9}}\nsteps: [stop]\n",
      message:
        "x.yaml:4:24: error: boards.phones.ben: expected `apple`, `android-16`, "
        + "`android-16/secure`, `android-16-qpr3`, `android-16-qpr3/secure`, `android-17` or "
        + "`android-17/secure`, got `android-9`; did you mean `android-16`?"),
    Wrong(
      text: head
        + "boards: {phones: {anna: apple, ben: android-17}}\nsteps:\n  - run:\n    phone: ben\n",
      message:
        "x.yaml:7:12: error: steps[0].phone: expected a phone that has sessions with other phones, "
        + "which are apple, got the Android phone ben"),
    Wrong(
      text: head + "steps:\n  - hand-over\n",
      message:
        "x.yaml:5:5: error: steps[0]: expected hand-over: and what about it, got `hand-over` alone"),
    Wrong(
      text: head + "steps:\n  - expect: did-strat\n",
      message:
        "x.yaml:5:13: error: steps[0].expect: expected `did-start`, `did-stop`, "
        + "`configuration-data`, `update`, `removed`, `converged` or `nothing`, got "
        + "`did-strat`; did you mean `did-start`?"),
    Wrong(
      text: head + "steps:\n  - expect: update\n    withn: 2s\n",
      message:
        "x.yaml:6:5: error: steps[0]: expected `expect`, `board`, `phone`, `peer` or `within`, "
        + "got the unknown key `withn`; did you mean `within`?"),
    Wrong(
      text: head + "steps:\n  - wait: 2\n",
      message:
        "x.yaml:5:11: error: steps[0].wait: expected an integer and us, ms, s, m or h, such as "
        + "100ms, got `2`; did you mean `2s`?"),
    Wrong(
      text: head + "steps: []\n",
      message: "x.yaml:4:8: error: steps: expected at least one step, got an empty list"),
    Wrong(
      text: head,
      message:
        "x.yaml:1:1: error: steps: expected a list of steps (this key is required), got nothing"),
    Wrong(
      text: head + "stepps: [stop]\nsteps: [stop]\n",
      message:
        "x.yaml:4:1: error: expected `version`, `name`, `title`, `requirement`, `class`, "
        + "`source`, `tags`, `declared`, `boards`, `parameters` or `steps`, got the unknown "
        + "key `stepps`; did you mean `steps`?"),
    Wrong(
      text: head + "boards: {accessories: 2}\nsteps: [stop]\n",
      message:
        "x.yaml:5:9: error: steps[0]: expected board: with accessory-1 or accessory-2, or the "
        + "step in for-each: accessory, got no board"),
    Wrong(
      text: head + "boards: {accessories: [lock, door]}\nsteps: [{stop: , board: lokc}]\n",
      message:
        "x.yaml:5:25: error: steps[0].board: expected `lock` or `door`, got `lokc`; did you "
        + "mean `lock`?"),
    Wrong(
      text: head + "parameters: {pause: [1s]}\nsteps: [{wait: \"${pouse}\"}]\n",
      message:
        "x.yaml:5:16: error: steps[0].wait: expected a parameter: pause, got the unknown "
        + "parameter `pouse`; did you mean `pause`?"),
    Wrong(
      text: head + "steps: [{repeat: {times: 0, steps: [stop]}}]\n",
      message:
        "x.yaml:4:26: error: steps[0].repeat.times: expected a whole number from 1 to 10000, "
        + "got `0`"),
    Wrong(
      text: head + "steps: [{move: , to: [1, 2]}]\n",
      message:
        "x.yaml:4:22: error: steps[0].to: expected three numbers: [x, y, z] in metres, got a list of 2"
    ),
    Wrong(
      text: head + "steps: [{send: 0A1}]\n",
      message:
        "x.yaml:4:16: error: steps[0].send: expected up to 4096 bytes in hexadecimal, two "
        + "digits each, got `0A1`"),
    Wrong(
      text: head + "steps: [{assert: zone, is: inside, enter: 3, leave: 1.5}]\n",
      message:
        "x.yaml:4:53: error: steps[0].leave: expected a distance that is not below that of "
        + "enter, got `1.5`"),
    Wrong(
      text: two + "steps: [{run: , phone: anna, peer: anna}]\n",
      message:
        "x.yaml:5:36: error: steps[0].peer: expected another phone than anna, got `anna`"),
    Wrong(
      text: two + "steps: [{expect: did-start, phone: anna}]\n",
      message:
        "x.yaml:5:18: error: steps[0].expect: expected `update`, `removed`, `converged` or "
        + "`nothing`, got expect: did-start of a phone"),
    Wrong(
      text: two + "steps: [{pause: , phone: bne}]\n",
      message:
        "x.yaml:5:26: error: steps[0].phone: expected `anna` or `ben`, got `bne`; did you mean "
        + "`ben`?"),
    Wrong(
      text: two + "steps: [{run: , peer: ben}]\n",
      message: "x.yaml:5:9: error: steps[0]: expected phone: beside run, got no phone"),
    Wrong(
      text: two + "steps: [{suspend: , board: accessory, phone: ben}]\n",
      message:
        "x.yaml:5:46: error: steps[0].phone: expected either board or phone, got board and phone"),
    Wrong(
      text: two + "steps: [{move: , board: anna, distance: 2}]\n",
      message:
        "x.yaml:5:25: error: steps[0].board: expected from: with another one than the board, "
        + "got move of a board from itself"),
    Wrong(
      text: two + "steps: [{initialize: , phone: cleo}]\n",
      message: "x.yaml:5:31: error: steps[0].phone: expected `anna` or `ben`, got `cleo`"),
    Wrong(
      text: head + "boards: {accessories: [ben], phones: [ben, ada]}\nsteps: [stop]\n",
      message:
        "x.yaml:4:24: error: boards.accessories[0]: expected a name that no other role has (ben "
        + "is a phone), got `ben`"),
    Wrong(
      text: head + "steps: [{suspend: , phone: phone}]\n",
      message:
        "x.yaml:4:28: error: steps[0].phone: expected a session between phones where boards: "
        + "has several, such as phones: 2, got one phone"),
    Wrong(
      text: head + "steps: [{expect: converged}]\n",
      message:
        "x.yaml:4:9: error: steps[0]: expected a session between phones where boards: has "
        + "several, such as phones: 2, got one phone"),
    Wrong(
      text: head + "steps: [{assert: removed, metres: 2}]\n",
      message:
        "x.yaml:4:35: error: steps[0].metres: expected metres only where it belongs, got "
        + "metres beside assert: removed"),
    Wrong(
      text: head + "steps:\n  - fault: byte-los=0.1\n",
      message:
        "x.yaml:5:12: error: steps[0].fault: expected "
        + FaultPlan.names.joined(separator: ", ")
        + ", joined by +, got `byte-los`; did you mean `byte-loss`?"),
    Wrong(
      text: head + "steps:\n  - fault: noisy+close=soon\n",
      message:
        "x.yaml:5:12: error: steps[0].fault: expected an integer and us, ms, s, m or h, such "
        + "as 100ms, got `close=soon`"),
    Wrong(
      text: head + "steps: [{fault: delay@3}]\n",
      message:
        "x.yaml:4:17: error: steps[0].fault: expected no @ behind delay, got `delay@3`"),
    Wrong(
      text: head + "steps: [{fault: radio-loss, board: accessory}]\n",
      message:
        "x.yaml:4:36: error: steps[0].board: expected no board: that fault is one of the room, "
        + "got radio-loss on a board"),
    Wrong(
      text: head + "steps: [{fault: delay, board: acessory}]\n",
      message:
        "x.yaml:4:31: error: steps[0].board: expected `accessory` or `phone`, got `acessory`; "
        + "did you mean `accessory`?"),
    Wrong(
      text: head + "steps: [{fault: clean, for: 2s}]\n",
      message:
        "x.yaml:4:29: error: steps[0].for: expected for only where something goes wrong, got "
        + "for beside clean"),
    Wrong(
      text: head + "steps: [{fault: clock-drift=40}]\n",
      message:
        "x.yaml:4:17: error: steps[0].fault: expected a fault that can begin: a clock drifts "
        + "from the start, by faults: in the rig file, got the fault clock-drift"),
    Wrong(
      text: head + "steps:\n  - fault:\n",
      message:
        "x.yaml:5:11: error: steps[0].fault: expected a fault profile or faults, joined by +, "
        + "got nothing"),
    Wrong(
      text: head + "boards: {accessories: 2}\nsteps: [{fault: delay}]\n",
      message:
        "x.yaml:5:9: error: steps[0]: expected board: with accessory-1 or accessory-2, or the "
        + "step in for-each: accessory, got no board"),
  ]

  @Test("a wrong file is refused with line, column, key and what is allowed", arguments: wrong)
  func refused(wrong: Wrong) throws {
    let error = try #require(throws: RigFileErrors.self) {
      try Scenario.parse(wrong.text, file: "x.yaml")
    }
    #expect(error.errors.map(\.description).contains(wrong.message), "\(error)")
  }

  @Test(
    "hostile files are refused and nothing else",
    arguments: [
      "", "\u{0}", "[[[[", "*a", "- 1", "{}", String(repeating: "[", count: 2000),
      "steps: \(String(repeating: "[", count: 60))\(String(repeating: "]", count: 60))",
      head + "steps: [{send: é}]", head + "steps: [{}]", head + "steps: [[stop]]",
      head + "steps: [{? [a, b] : c}]", head + "parameters: {? [a] : [b]}\nsteps: [stop]",
      head + "parameters: [a]\nsteps: [stop]",
      head + "parameters: {a: [1], a: [2]}\nsteps: [stop]",
      head + "boards: {accessories: 99999999999999999999}\nsteps: [stop]",
      head + "steps: [{wait: 99999999999999999999s}]",
    ])
  func hostile(text: String) {
    #expect(throws: RigFileErrors.self) { try Scenario.parse(text, file: "x.yaml") }
  }

  @Test("every combination of parameters is an instance")
  func parameters() throws {
    let scenario = try Scenario.parse(
      Self.head + "parameters: {a: [1s, 2s], b: [1, 2]}\n"
        + "steps:\n  - repeat:\n      times: ${b}\n      steps:\n        - wait: ${a}\n",
      file: "x.yaml")
    #expect(scenario.asCase.parameters == ["a=1s,b=1", "a=1s,b=2", "a=2s,b=1", "a=2s,b=2"])
  }
}

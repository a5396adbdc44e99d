import Foundation
import Links
import Notation
import TestSupport
import Testing

@Suite("Plans of faults")
struct FaultPlanTests {
  @Test(
    "every profile is read, and its text is read again as the same",
    arguments: FaultPlan.profiles.map(\.name))
  func profiles(_ name: String) throws {
    let plan = try FaultPlan(parsing: name)
    #expect(try FaultPlan(parsing: plan.description) == plan)
    #expect(plan.faults.isEmpty == (name == "clean"))
  }

  @Test("every fault stands alone by its name", arguments: Fault.Kind.allCases)
  func kinds(_ kind: Fault.Kind) throws {
    let plan = try FaultPlan(parsing: kind.rawValue)
    #expect(plan.faults == [Fault(kind)])
    #expect(plan.description == kind.rawValue)
    #expect(plan.isTolerated == kind.isTolerated)
  }

  @Test("the documentation has a row for each fault and profile, with its usual amount")
  func documented() throws {
    let page = try String(
      contentsOf: Checkout.documentation.appending(path: "Worlds-and-recordings.md"),
      encoding: .utf8)
    let rows = page.split(separator: "\n")
    for (name, _) in FaultPlan.profiles { #expect(rows.contains { $0.hasPrefix("| `\(name)` |") }) }
    for kind in Fault.Kind.allCases {
      let row = try #require(rows.first { $0.hasPrefix("| `\(kind.rawValue)` |") }, "\(kind)")
      let amount =
        switch kind.usual {
        case .time(let time): "(\(DurationText.format(time)))"
        case .number(let number): "(\(number == number.rounded() ? "\(Int(number))" : "\(number)"))"
        }
      #expect(row.contains(amount) || row.contains("no amount"), "\(row)")
      #expect(
        row.hasSuffix(kind.isTolerated ? tolerated(kind) : kind.strikesOnce ? "once |" : "time |"))
    }
  }

  /// How a row ends that says up to which amount a fault is tolerated.
  private func tolerated(_ kind: Fault.Kind) -> String {
    switch kind {
    case .coalescing, .backPressure: "10ms |"
    case .jitter: "20ms |"
    case .delay: "25ms |"
    case .slowBoard: "50ms |"
    case .clockDrift: "200 |"
    case .radioLoss: "0.1 |"
    default: "any |"
    }
  }

  @Test("amounts and places are read and written as they were")
  func amounts() throws {
    for text in ["close=50ms@37", "byte-loss=0.25", "fragmentation=3+delay=7ms", "stall=2s@0"] {
      #expect(try FaultPlan(parsing: text).description == text)
    }
  }

  @Test("the noisy profile must be tolerated, hostile and unplug need not")
  func tolerance() throws {
    #expect(try FaultPlan(parsing: "noisy").isTolerated)
    #expect(try !FaultPlan(parsing: "hostile").isTolerated)
    #expect(try !FaultPlan(parsing: "unplug").isTolerated)
    #expect(try !FaultPlan(parsing: "noisy+byte-loss").isTolerated)
  }

  @Test(
    "so much of a fault that the limits of a rig leave no room for it need not be tolerated",
    arguments: [
      ("delay=20ms", true), ("delay=50ms", false), ("delay=2s", false), ("jitter=100ms", false),
      ("coalescing=1s", false), ("slow-board=50ms", true), ("slow-board=3s", false),
      ("back-pressure=3s", false), ("radio-loss=0.1", true), ("radio-loss=0.5", false),
      ("clock-drift=200", true), ("clock-drift=50000", false), ("fragmentation=65536", true),
      ("delay=20ms+slow-board=20ms", true), ("delay=20ms+slow-board=50ms", false),
      ("noisy+delay=1ms", true), ("noisy+delay=1s", false),
    ])
  func amountsTolerated(_ text: String, _ isTolerated: Bool) throws {
    #expect(try FaultPlan(parsing: text).isTolerated == isTolerated)
  }

  @Test(
    "what is no plan is refused",
    arguments: [
      "", "nosy", "noisy+", "close=5", "close@x", "delay@3", "byte-loss=2", "byte-loss=nan",
      "fragmentation=0", "stall=5ms@99999999999999999999",
    ])
  func refused(_ text: String) {
    #expect(throws: NotationError.self) { try FaultPlan(parsing: text) }
  }

  @Test("a misspelt profile is told its nearest name")
  func nearest() {
    let error = #expect(throws: NotationError.self) { try FaultPlan(parsing: "nosy") }
    #expect(error?.suggestion == "noisy")
  }
}

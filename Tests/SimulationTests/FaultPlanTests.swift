import Links
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
    "what is no plan is refused",
    arguments: [
      "", "nosy", "noisy+", "close=5", "close@x", "delay@3", "byte-loss=2", "byte-loss=nan",
      "fragmentation=0", "stall=5ms@99999999999999999999",
    ])
  func refused(_ text: String) {
    #expect(throws: FaultPlanError.self) { try FaultPlan(parsing: text) }
  }

  @Test("a misspelt profile is told its nearest name")
  func nearest() {
    let error = #expect(throws: FaultPlanError.self) { try FaultPlan(parsing: "nosy") }
    #expect(error?.suggestion == "noisy")
  }
}

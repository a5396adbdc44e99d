import LabRuntime
import Testing

@testable import Links

@Suite("What becomes of bytes")
struct FaultMachineTests {
  private static let message = Array(0..<32).map(UInt8.init)

  private static func machine(_ plan: String, seed: UInt64 = 1) throws -> FaultMachine {
    FaultMachine(
      try FaultPlan(parsing: plan), board: "lock", lab: .simulated(seed: seed),
      preservesMessages: false)
  }

  private static func bytes(_ deeds: [FaultMachine.Deed]) -> [UInt8] {
    deeds.flatMap { deed -> [UInt8] in if case .deliver(let bytes, _) = deed { bytes } else { [] } }
  }

  @Test(
    "faults that must be tolerated change no byte and lose none",
    arguments: Fault.Kind.allCases.filter(\.isTolerated))
  func tolerated(_ kind: Fault.Kind) throws {
    for seed in 1...20 {
      var machine = try Self.machine(kind.rawValue, seed: UInt64(seed))
      for direction in [FaultMachine.Direction.out, .in] {
        let deeds = machine.transfer(Self.message, direction, at: .zero)
        #expect(Self.bytes(deeds) == Self.message)
      }
    }
  }

  @Test("messages are joined on a byte stream, never where the link keeps their borders")
  func joining() throws {
    let plan = try FaultPlan(parsing: "coalescing=2ms")
    let windows = [false, true].map { preservesMessages in
      FaultMachine(
        plan, board: "lock", lab: .simulated(seed: 1), preservesMessages: preservesMessages
      ).joiningWindow
    }
    #expect(windows == [.milliseconds(2), .zero])
    #expect(try Self.machine("delay").joiningWindow == .zero)
  }

  @Test("what is begun later counts bytes from there, and ends without a trace")
  func passing() throws {
    var machine = try Self.machine("delay=1ms")
    let healthy: [FaultMachine.Deed] = [.deliver(Self.message, after: .milliseconds(1))]
    #expect(machine.transfer(Self.message, .in, at: .zero) == healthy)
    machine.begin(try FaultPlan(parsing: "half-open@8+delay=3ms"))
    #expect(
      machine.transfer(Self.message, .in, at: .zero)
        == [.deliver(Array(Self.message.prefix(8)), after: .milliseconds(3))])
    #expect(machine.transfer(Self.message, .in, at: .zero) == [])
    machine.end()
    #expect(machine.transfer(Self.message, .in, at: .zero) == healthy)
    // The same again strikes again, and another one takes its place.
    machine.begin(try FaultPlan(parsing: "close=5ms@0"))
    machine.begin(try FaultPlan(parsing: "close=7ms@0"))
    #expect(
      machine.transfer(Self.message, .out, at: .zero) == [.close(.milliseconds(7), renamed: false)])
    #expect(machine.transfer(Self.message, .in, at: .zero) == healthy)
  }

  @Test("what is begun later is another chance each time, and the seed's")
  func passingChance() throws {
    func bytes(_ seed: UInt64) throws -> [[UInt8]] {
      var machine = try Self.machine("delay", seed: seed)
      return try (0..<2).map { _ in
        machine.begin(try FaultPlan(parsing: "corruption=0.5"))
        return Self.bytes(machine.transfer(Self.message, .in, at: .zero))
      }
    }
    #expect(try bytes(1) == bytes(1))
    #expect(try bytes(1) != bytes(2))
    #expect(try bytes(1)[0] != bytes(1)[1])
  }

  @Test("a transfer is cut in two at every boundary", arguments: 1..<32)
  func split(_ offset: Int) throws {
    var machine = try Self.machine("split=\(offset)")
    let deeds = machine.transfer(Self.message, .in, at: .zero)
    #expect(
      deeds == [
        .deliver(Array(Self.message.prefix(offset)), after: .zero),
        .deliver(Array(Self.message.dropFirst(offset)), after: .zero),
      ])
  }

  @Test("a link closes at every byte, after what came before it", arguments: 0..<32)
  func close(_ offset: Int) throws {
    var machine = try Self.machine("close=50ms@\(offset)")
    let deeds = machine.transfer(Self.message, .in, at: .zero)
    #expect(Self.bytes(deeds) == Array(Self.message.prefix(offset)))
    #expect(deeds.last == .close(.milliseconds(50), renamed: false))
    // Once in a world.
    #expect(Self.bytes(machine.transfer(Self.message, .in, at: .zero)) == Self.message)
  }

  @Test("the same seed decides the same, another seed something else")
  func seeds() throws {
    func history(_ seed: UInt64) throws -> [FaultMachine.Deed] {
      var machine = try Self.machine("hostile", seed: seed)
      return (0..<20).flatMap { _ in machine.transfer(Self.message, .in, at: .zero) }
    }
    #expect(try history(7) == history(7))
    #expect(try history(7) != history(8))
  }

  @Test("certain loss loses everything, certain corruption changes every byte")
  func certain() throws {
    var loss = try Self.machine("byte-loss=1")
    #expect(Self.bytes(loss.transfer(Self.message, .in, at: .zero)).isEmpty)
    var corruption = try Self.machine("corruption=1")
    let changed = Self.bytes(corruption.transfer(Self.message, .in, at: .zero))
    #expect(zip(changed, Self.message).allSatisfy { ($0 ^ $1).nonzeroBitCount == 1 })
    #expect(changed.count == Self.message.count)
  }

  @Test("a transfer that is overtaken comes after the next one")
  func reordering() throws {
    var machine = try Self.machine("reordering=1")
    #expect(machine.transfer([1], .in, at: .zero).isEmpty)
    #expect(Self.bytes(machine.transfer([2], .in, at: .zero)) == [2, 1])
  }

  @Test("a half-open link swallows everything until it is opened again")
  func halfOpen() throws {
    var machine = try Self.machine("half-open@3")
    #expect(Self.bytes(machine.transfer(Self.message, .in, at: .zero)) == [0, 1, 2])
    #expect(machine.transfer(Self.message, .out, at: .zero).isEmpty)
    machine.connected()
    #expect(Self.bytes(machine.transfer(Self.message, .in, at: .zero)) == Self.message)
  }
}

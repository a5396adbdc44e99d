import Boards
import BootProtocols
import LabRuntime
import Links
import Testing
import VirtualBoards

@testable import Flashing

/// A board that runs an application, and the ways into its bootloader.
@Suite("A board with an application and a bootloader")
struct KitTests {
  /// An application that answers whatever it hears.
  private struct Echo: VirtualBoard {
    let lab: Lab

    func serve(_ listener: any LinkListener) async {
      while let link = try? await listener.connections.receive() {
        let frames = FrameLink(link, cutter: PassingCutter(), lab: lab)
        while let frame = try? await frames.receive(until: nil) {
          try? await frames.send(Array("app:".utf8) + frame.bytes)
        }
        frames.close()
        if Task.isCancelled { return }
      }
    }
  }

  /// Whether the application answers.
  private static func isAwake(_ port: MemoryPort, _ lab: Lab) async throws -> Bool {
    let frames = FrameLink(try await port.open(), cutter: PassingCutter(), lab: lab)
    defer { frames.close() }
    try await frames.send([0x2A])
    let answer = try? await frames.receive(until: lab.now.advanced(by: .milliseconds(50)))
    return answer?.bytes.starts(with: Array("app:".utf8)) ?? false
  }

  private static func performing(
    _ bench: FlashBench, _ entry: VirtualEntry,
    _ body:
      @escaping @Sendable (Lab, MemoryPort, VirtualBootloader, VirtualKit) async throws -> Void
  ) throws {
    let lab = Lab.simulated(seed: 1)
    // SMP's reset leads into MCUboot itself.
    let board = try bench.board(lab, isRecovery: entry == .smpReset)
    let kit = VirtualKit(lab, bootloader: board, entry: entry, application: Echo(lab: lab))
    try lab.run {
      let port = MemoryPort(lab, name: "kit")
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await kit.serve(port) }
        defer {
          port.close()
          group.cancelAll()
        }
        try await body(lab, port, board, kit)
      }
    }
  }

  private static func enter(
    _ entry: BootloaderEntry, _ port: MemoryPort, _ lab: Lab
  ) async throws {
    let link = try await port.open()
    defer { link.close() }
    try await EntrySequence(entry).perform(lab, on: link)
    link.close()
    try await lab.sleep(for: .milliseconds(10), label: "the board to reset")
  }

  static let ways: [(BootProtocol, VirtualEntry, BootloaderEntry)] = [
    (.secureDFU, .touch, .touch), (.secureDFU, .command("dfu"), .command("dfu\r\n")),
    (.mcubootSMP, .smpReset, .smpReset), (.nxpDK6, .command("isp"), .command("isp\r\n")),
    (.nxpDK6, .touch, .touch), (.nxpMboot, .command("isp"), .command("isp\r\n")),
  ]

  @Test("the sequence brings it into its bootloader, and a flash back", arguments: ways)
  func entered(method: BootProtocol, seen: VirtualEntry, done: BootloaderEntry) throws {
    let bench = try FlashBench(method)
    try Self.performing(bench, seen) { lab, port, board, kit in
      try #require(await Self.isAwake(port, lab))
      #expect(!kit.isInBootloader)
      try await Self.enter(done, port, lab)
      #expect(kit.isInBootloader)
      let error = await bench.flash(lab, port).error
      #expect(error == nil)
      #expect(bench.isFlashed(board))
      // The request to leave may still be on the line when the programmer has hung up.
      try await lab.sleep(for: .milliseconds(10), label: "the board to leave its bootloader")
      try #require(await Self.isAwake(port, lab))
      #expect(!kit.isInBootloader)
    }
  }

  @Test("an ESP chip is brought into its loader by the lines of one connection, and out again")
  func esp() throws {
    let bench = try FlashBench(.espROM)
    try Self.performing(bench, .modemLines) { lab, port, board, kit in
      try #require(await Self.isAwake(port, lab))
      let error = await bench.flash(lab, port).error
      #expect(error == nil)
      #expect(bench.isFlashed(board))
      try #require(await Self.isAwake(port, lab))
      #expect(!kit.isInBootloader)
    }
  }

  @Test("without the sequence nobody answers, and nothing is touched", arguments: ways.prefix(2))
  func asleep(method: BootProtocol, seen: VirtualEntry, done: BootloaderEntry) throws {
    let bench = try FlashBench(method)
    try Self.performing(bench, seen) { lab, port, board, _ in
      let error = await bench.flash(lab, port).error
      #expect(error?.code == .noAnswer)
      #expect(error?.imageTouched == false)
      #expect(!bench.isFlashed(board))
      try #require(await Self.isAwake(port, lab))
    }
  }

  @Test("another sequence leaves the application alone")
  func otherSequence() throws {
    let bench = try FlashBench(.secureDFU)
    try Self.performing(bench, .touch) { lab, port, _, kit in
      for entry in [BootloaderEntry.command("dfu\r\n"), .smpReset, .bridgeLines] {
        try await Self.enter(entry, port, lab)
        #expect(!kit.isInBootloader)
      }
      try #require(await Self.isAwake(port, lab))
    }
  }
}

import BootProtocols
import Errors
import Foundation
import LabRuntime
import Links
import Synchronization
import Testing
import VirtualBoards

/// A programmer on one end of a link, in the lab's time.
private func flash(
  _ programmer: some BootProgrammer, over link: any Link, in lab: Lab
) async throws -> BootFailure? {
  var programmer = programmer
  let frames = FrameLink(link, cutter: PassingCutter(), lab: lab)
  defer { frames.close() }
  var deadline: LabInstant?
  var waiting = programmer.begin()
  while true {
    for action in waiting {
      switch action {
      case .send(let bytes): try await frames.send(bytes)
      case .expect(let time): deadline = lab.now.advanced(by: .microseconds(time))
      case .pause(let time): try await lab.sleep(for: .microseconds(time), label: "a pause")
      case .finished: return nil
      case .failed(let failure): return failure
      default: break
      }
    }
    do throws(RigError) {
      waiting = programmer.receive(try await frames.receive(until: deadline).bytes)
    } catch {
      guard error.code == .timedOut else { throw error }
      waiting = programmer.expired()
    }
  }
}

/// Lets a board live in a simulated lab while `body` runs, and gives the lab's time.
private func performing(
  _ make: BootProtocol, rate: Int?, file: String? = nil,
  _ change: (inout VirtualBootloader.Options) -> Void = { _ in },
  _ body: @escaping @Sendable (Lab, MemoryPort, VirtualBootloader) async throws -> Void
) throws -> Duration {
  var options = VirtualBootloader.Options()
  change(&options)
  let lab = Lab.simulated(seed: 1)
  let board = try VirtualBootloader(
    lab: lab, settings: .init(name: "board", rate: rate, flashFile: file),
    bootloader: try make.bootloader(named: "board", options))
  try lab.run {
    let port = MemoryPort(lab, name: "board")
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await board.serve(port) }
      try await body(lab, port, board)
      port.close()
      group.cancelAll()
    }
  }
  return LabInstant.zero.duration(to: lab.now)
}

private let image: [UInt8] = SMPImage.wrap(
  (0..<60_000).map { UInt8(truncatingIfNeeded: ($0 &* $0) >> 3) }, major: 2, minor: 0, revision: 0)

private func uploader(_ steps: [SMPProgrammer.Step], rate: Int) -> SMPProgrammer {
  var options = SMPProgrammer.Options()
  options.rate = rate
  return SMPProgrammer(steps: steps, options: options)
}

@Suite("A virtual bootloader behind a link")
struct BootloaderServingTests {
  @Test("takes as long as its line, and no longer", arguments: [115_200, 1_000_000])
  func rate(rate: Int) throws {
    let time = try performing(
      .mcubootSMP, rate: rate,
      {
        $0.takesFlashTime = false
        $0.buffer = 8192
      }
    ) { lab, port, board in
      let link = try await port.open()
      let failure = try await flash(
        uploader([.upload(image)], rate: rate), over: link, in: lab)
      #expect(failure == nil)
      let stored = board.flash.read(0x44000, count: image.count)
      #expect(stored == image)
    }
    let framed = Double(image.count) * 4 / 3 * 127 / 124 * 10 / Double(rate)
    // The board needs 200 ms to boot.
    let taken = (time - .milliseconds(200)) / .seconds(1)
    #expect(framed / taken >= 0.97)
    #expect(framed / taken <= 1)
  }

  @Test("takes the times of its flash, and starts the new image after a reset")
  func flashTimes() throws {
    let time = try performing(.mcubootSMP, rate: nil) { lab, port, board in
      let steps = SMPProgrammer.update(image, confirming: true)
      let link = try await port.open()
      let failure = try await flash(uploader(steps, rate: 0), over: link, in: lab)
      #expect(failure == nil)
      let running = (board.bootloader as? SMPBootloader)?.running
      #expect(running == image)
    }
    // Fifteen pages are erased once for the upload and three times for the swap.
    #expect(time > .milliseconds(85 * 60))
    #expect(time < .seconds(20))
  }

  @Test("a power cut takes what is in memory and leaves the flash")
  func powerCut() throws {
    let lab = Lab.simulated(seed: 4)
    var options = VirtualBootloader.Options()
    options.takesFlashTime = false
    let board = try VirtualBootloader(
      lab: lab, settings: .init(name: "board", rate: 1_000_000),
      bootloader: try BootProtocol.secureDFU.bootloader(named: "board", options))
    let firmware = Array(image.prefix(20_000))
    let programmer = SecureDFUProgrammer(
      initPacket: SecureDFUPacket.make(for: firmware), firmware: firmware)
    try lab.run {
      for attempt in 0..<3 {
        let port = MemoryPort(lab, name: "board")
        try await withThrowingTaskGroup(of: Bool.self) { group in
          group.addTask {
            await board.serve(port)
            return false
          }
          group.addTask {
            let link = try await port.open()
            return try await flash(programmer, over: link, in: lab) == nil
          }
          if attempt < 2 {
            try await lab.sleep(for: .milliseconds(90), label: "the power cut")
          } else {
            let isDone = try await group.next()
            #expect(isDone == true)
          }
          port.close()
          group.cancelAll()
          while (try? await group.next()) != nil {}
        }
      }
    }
    // 200 ms of line were there in three pieces of 90 ms at most.
    let application = (board.bootloader as? SecureDFUBootloader)?.application
    #expect(application == firmware)
    #expect(lab.now < LabInstant.zero.advanced(by: .milliseconds(300)))
  }

  @Test(
    "a board whose power goes hangs up, and is fresh for whoever comes next",
    arguments: [VirtualBootloader.PowerLoss.flash(30_000), .line(20_000), .line(1)])
  func powerLoss(loss: VirtualBootloader.PowerLoss) throws {
    _ = try performing(.mcubootSMP, rate: nil) { lab, port, board in
      board.losePower(after: loss)
      let steps = SMPProgrammer.update(image, confirming: true)
      let first = try await port.open()
      await #expect(throws: RigError.self) {
        _ = try await flash(uploader(steps, rate: 0), over: first, in: lab)
      }
      let second = try await port.open()
      let failure = try await flash(uploader(steps, rate: 0), over: second, in: lab)
      #expect(failure == nil)
      #expect((board.bootloader as? SMPBootloader)?.running == image)
    }
  }

  @Test("keeps its flash in a file, and finds it there again")
  func file() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "uwbrig-flash-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("board.bin").path
    _ = try performing(.mcubootSMP, rate: nil, file: path) { lab, port, board in
      let link = try await port.open()
      let failure = try await flash(
        uploader([.upload(image)], rate: 0), over: link, in: lab)
      #expect(failure == nil)
    }
    let stored = try #require(FileManager.default.contents(atPath: path))
    #expect(stored.count == 0x80000)
    #expect(Array(stored[0x44000..<(0x44000 + image.count)]) == image)
    _ = try performing(.mcubootSMP, rate: nil, file: path) { _, _, board in
      #expect((board.bootloader as? SMPBootloader)?.image(1) == image)
    }
    try Data([1, 2, 3]).write(to: URL(fileURLWithPath: path))
    #expect(throws: RigError.self) {
      try performing(.secureDFU, rate: nil, file: path) { _, _, _ in }
    }
    #expect(throws: RigError.self) {
      try performing(.secureDFU, rate: nil, file: "/nonexistent/a/b.bin") { _, _, _ in }
    }
  }

  @Test(
    "every misbehaviour has a name, and one that is none is refused",
    arguments: BootProtocol.allCases)
  func misbehaviours(make: BootProtocol) throws {
    #expect(!make.misbehaviours.isEmpty)
    for name in make.misbehaviours {
      var options = VirtualBootloader.Options()
      options.misbehaviour = name
      _ = try make.bootloader(named: "board", options)
    }
    var options = VirtualBootloader.Options()
    options.misbehaviour = "sings"
    #expect(throws: RigError.self) { try make.bootloader(named: "board", options) }
  }
}

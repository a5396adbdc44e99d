import BootProtocols
import Errors
import FirmwareImages
import LabRuntime
import Links
import TestSupport
import Testing
import VirtualBoards

@testable import Flashing

/// A virtual board of each method, an image that it takes, and how one sees that it has it.
struct FlashBench {
  let method: BootProtocol
  let content: [UInt8]
  let plan: FlashPlan
  let rate: Int
  private let buffer: Int?

  init(
    _ method: BootProtocol, size: Int = 10_000, rate: Int = 1_000_000, buffer: Int? = nil
  ) throws {
    self.method = method
    self.rate = rate
    self.buffer = buffer
    let code = (0..<size).map { UInt8(truncatingIfNeeded: ($0 &* $0) >> 3 &+ $0) }
    var file = code
    switch method {
    case .secureDFU: file = FirmwareFiles.dfuPackage(code)
    case .mcubootSMP:
      file = SMPImage.wrap(code, major: 2, minor: 0, revision: 0)
    case .espROM, .nxpDK6, .nxpMboot: break
    }
    content = method == .mcubootSMP ? file : code
    let image = try FirmwareImage(
      bytes: file, named: "app",
      base: Self.place(of: method))
    plan = try FlashPlan(image, by: method, options: FlashPlan.Options(rate: rate))
  }

  /// Where the image goes, for loaders that write anywhere.
  private static func place(of method: BootProtocol) -> UInt32? {
    switch method {
    case .espROM, .nxpDK6: 0x1_0000
    case .nxpMboot: 0x0801_0000
    case .secureDFU, .mcubootSMP: nil
    }
  }

  /// A board as it leaves the factory.
  func board(
    _ lab: Lab, named name: String = "board", misbehaviour: String? = nil, flashTime: Bool = false,
    isRecovery: Bool = false
  ) throws -> VirtualBootloader {
    var options = VirtualBootloader.Options()
    options.takesFlashTime = flashTime
    options.misbehaviour = misbehaviour
    options.buffer = buffer
    options.isRecovery = isRecovery
    return try VirtualBootloader(
      lab: lab, settings: .init(name: name, rate: rate),
      bootloader: try method.bootloader(named: name, options))
  }

  /// Whether a board has the whole image, where it runs.
  func isFlashed(_ board: VirtualBootloader) -> Bool {
    switch board.bootloader {
    case let board as SecureDFUBootloader: board.application == content
    case let board as SMPBootloader: board.running == content
    default:
      Self.place(of: method).flatMap { board.flash.read($0, count: content.count) } == content
    }
  }

  /// Flashes a board; what it ends with, and what was reported of the write.
  func flash(_ lab: Lab, _ port: MemoryPort) async -> (error: FlashError?, starts: [Int]) {
    var starts: [Int] = []
    var phase = ""
    do throws(FlashError) {
      _ = try await plan.perform(lab) { () throws(RigError) in
        try await port.open()
      } report: { _, report in
        guard case .progress(let progress) = report else { return }
        if progress.phase != phase { starts.append(progress.done) }
        phase = progress.phase
      }
      return (nil, starts)
    } catch { return (error, starts) }
  }

  /// Lets a board live in a simulated lab while `body` runs, and gives the lab's time.
  @discardableResult
  func performing(
    misbehaviour: String? = nil, flashTime: Bool = false,
    _ body: @escaping @Sendable (Lab, MemoryPort, VirtualBootloader) async throws -> Void
  ) throws -> Duration {
    let lab = Lab.simulated(seed: 1)
    let board = try board(lab, misbehaviour: misbehaviour, flashTime: flashTime)
    try lab.run {
      let port = MemoryPort(lab, name: "board")
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await board.serve(port) }
        defer {
          port.close()
          group.cancelAll()
        }
        try await body(lab, port, board)
      }
    }
    return LabInstant.zero.duration(to: lab.now)
  }
}

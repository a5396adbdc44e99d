import BootProtocols
import Errors
import FirmwareImages
import LabRuntime
import Links
import Testing
import VirtualBoards
import WireFormat

@testable import Flashing

@Suite("A board that has the image")
struct SkippingTests {
  /// The outcome of a flash that is to be left out where the image is there.
  private static func flash(
    _ plan: FlashPlan, _ lab: Lab, _ port: MemoryPort
  ) async throws -> FlashOutcome {
    try await plan.perform(
      lab, open: { () throws(RigError) in try await port.open() }, report: { _, _ in })
  }

  private static func plan(_ bench: FlashBench) throws -> FlashPlan {
    var options = FlashPlan.Options(rate: bench.rate)
    options.skipsIfThere = true
    return try FlashPlan(bench.plan.image, by: bench.method, options: options)
  }

  @Test(
    "is left alone where it can tell that it has it",
    arguments: [BootProtocol.mcubootSMP, .espROM, .nxpDK6, .nxpMboot])
  func skipped(method: BootProtocol) throws {
    let bench = try FlashBench(method)
    let plan = try Self.plan(bench)
    try bench.performing { lab, port, board in
      let outcome1 = try await Self.flash(plan, lab, port)
      #expect(outcome1 == FlashOutcome(isWritten: true, isProved: true))
      #expect(bench.isFlashed(board))
      let (erased, written) = (board.flash.erasedPages, board.flash.writtenBytes)
      let outcome2 = try await Self.flash(plan, lab, port)
      #expect(outcome2 == FlashOutcome(isWritten: false, isProved: true))
      #expect(board.flash.erasedPages == erased)
      #expect(board.flash.writtenBytes == written)
    }
  }

  @Test(
    "is written when a single byte differs, and then has it",
    arguments: [BootProtocol.espROM, .nxpDK6, .nxpMboot])
  func differs(method: BootProtocol) throws {
    let first = try FlashBench(method)
    var bytes = first.content
    bytes[bytes.count - 1] ^= 1
    let other = try FirmwareImage(
      bytes: bytes, named: "other",
      base: first.plan.image.contents.segments.first?.address)
    var options = FlashPlan.Options(rate: first.rate)
    options.skipsIfThere = true
    let second = try FlashPlan(other, by: method, options: options)
    let plan = try Self.plan(first)
    try first.performing { lab, port, board in
      let outcome3 = try await Self.flash(second, lab, port)
      #expect(outcome3 == FlashOutcome(isWritten: true, isProved: true))
      #expect(!first.isFlashed(board))
      let outcome4 = try await Self.flash(plan, lab, port)
      #expect(outcome4 == FlashOutcome(isWritten: true, isProved: true))
      #expect(first.isFlashed(board))
    }
  }
}

import BootProtocols
import Flashing
import LabRuntime
import Links
import Testing
import VirtualBoards

@Suite("A loss of power in the middle of a flash")
struct PowerLossTests {
  typealias Loss = VirtualBootloader.PowerLoss

  /// Flashes with one loss, and flashes again: what the first said was true, and the second succeeds.
  private static func check(_ bench: FlashBench, _ loss: Loss) throws {
    try bench.performing { lab, port, board in
      board.losePower(after: loss)
      let first = await bench.flash(lab, port).error
      // "Done" is only said of a board that has the image.
      #expect(first != nil || bench.isFlashed(board), "\(bench.method) \(loss): a wrong image is done")
      let second = await bench.flash(lab, port).error
      #expect(second == nil, "\(bench.method) \(loss): \(second.map { "\($0)" } ?? "")")
      #expect(bench.isFlashed(board), "\(bench.method) \(loss): another image")
    }
  }

  @Test(
    "at every boundary of a page or an object, the next flash succeeds",
    arguments: SerialMethod.allCases)
  func boundaries(method: SerialMethod) throws {
    let bench = try FlashBench(method)
    // Whatever is erased or written comes in pages, and an image of three pages is moved often.
    for page in 0...24 {
      for distance in [-1, 0, 1] where page + distance >= 0 {
        try Self.check(bench, .flash(page * 4096 + distance))
      }
    }
  }

  @Test(
    "at random bytes, a thousand of them in all, the next flash succeeds",
    arguments: [
      (SerialMethod.secureDFU, 400), (.mcubootSMP, 240), (.espROM, 120), (.nxpDK6, 120),
      (.nxpMboot, 120),
    ])
  func anywhere(method: SerialMethod, count: Int) throws {
    let bench = try FlashBench(method)
    var random = LabRandom(seed: 6, stream: "power losses of \(method.rawValue)")
    for index in 0..<count {
      let loss: Loss =
        index.isMultiple(of: 2)
        ? .line(Int.random(in: 1..<15_000, using: &random))
        : .flash(Int.random(in: 0..<60_000, using: &random))
      try Self.check(bench, loss)
    }
  }

  @Test("Secure DFU goes on where it was")
  func resumes() throws {
    let bench = try FlashBench(.secureDFU)
    try bench.performing { lab, port, board in
      board.losePower(after: .line(9500))
      let first = await bench.flash(lab, port).error
      #expect(first?.code == .line)
      #expect(first?.imageTouched == true)
      let before = board.flash.writtenBytes
      let second = await bench.flash(lab, port)
      #expect(second.error == nil)
      #expect(second.starts.contains(8192))
      // The rest of the image and the records, and not all of it again.
      #expect(board.flash.writtenBytes - before < 2 * bench.content.count)
      #expect(bench.isFlashed(board))
    }
  }
}

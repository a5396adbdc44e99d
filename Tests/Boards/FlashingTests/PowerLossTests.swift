import BootProtocols
import Flashing
import LabRuntime
import Links
import Testing
import VirtualBoards

@Suite("A loss of power in the middle of a flash")
struct PowerLossTests {
  typealias Loss = VirtualBootloader.PowerLoss

  /// Flashes until the loss has come and once more: whatever was called done was done, and the flash
  /// after the loss succeeds.
  private static func check(_ bench: FlashBench, _ loss: Loss) throws {
    try bench.performing { lab, port, board in
      board.losePower(after: loss)
      var hasFailed = false
      // A loss may come behind the end of the first flash.
      for _ in 0..<3 {
        let error = await bench.flash(lab, port).error
        guard let error else {
          #expect(bench.isFlashed(board), "\(bench.method) \(loss): a wrong image is called done")
          if hasFailed { return }
          continue
        }
        #expect(!hasFailed, "\(bench.method) \(loss): \(error)")
        hasFailed = true
      }
    }
  }

  @Test(
    "at every boundary of a page or an object, the next flash succeeds",
    arguments: BootProtocol.allCases)
  func boundaries(method: BootProtocol) throws {
    let bench = try FlashBench(method, size: 6000)
    // Whatever is erased or written comes in pages, and an image of two pages is moved often.
    for page in 0...18 {
      for distance in [-1, 0, 1] where page + distance >= 0 {
        try Self.check(bench, .flash(page * 4096 + distance))
      }
    }
  }

  @Test(
    "at random bytes, a thousand of them in all, the next flash succeeds",
    arguments: [
      (BootProtocol.secureDFU, 400), (.mcubootSMP, 240), (.espROM, 120), (.nxpDK6, 120),
      (.nxpMboot, 120),
    ])
  func anywhere(method: BootProtocol, count: Int) throws {
    let bench = try FlashBench(method, size: 6000)
    var random = LabRandom(seed: 6, stream: "power losses of \(method.rawValue)")
    for index in 0..<count {
      let loss: Loss =
        index.isMultiple(of: 2)
        ? .line(Int.random(in: 1..<10_000, using: &random))
        : .flash(Int.random(in: 0..<45_000, using: &random))
      try Self.check(bench, loss)
    }
  }

  @Test(
    "a board that goes in its first page may have lost its image, and that is said",
    arguments: [BootProtocol.secureDFU, .espROM, .nxpDK6, .nxpMboot])
  func early(method: BootProtocol) throws {
    let bench = try FlashBench(method)
    try bench.performing { lab, port, board in
      board.losePower(after: .line(1500))
      let error = await bench.flash(lab, port).error
      #expect(error?.code == .line)
      #expect(error?.imageTouched == true)
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

import BootProtocols
import Flashing
import LabRuntime
import Links
import Testing
import VirtualBoards

@Suite("Flashing virtual boards by a plan")
struct FlashTests {
  @Test("every method puts the whole image on its board", arguments: BootProtocol.allCases)
  func flashes(method: BootProtocol) throws {
    let bench = try FlashBench(method)
    try bench.performing { lab, port, board in
      let error = await bench.flash(lab, port).error
      #expect(error == nil)
      #expect(bench.isFlashed(board))
    }
  }

  @Test("the same image again is no trouble", arguments: BootProtocol.allCases)
  func again(method: BootProtocol) throws {
    let bench = try FlashBench(method)
    try bench.performing { lab, port, board in
      for _ in 0..<2 {
        let error = await bench.flash(lab, port).error
        #expect(error == nil)
        #expect(bench.isFlashed(board))
      }
    }
  }

  @Test(
    "a board that stores something else is found out", arguments: BootProtocol.allCases,
    ["stores-a-wrong-bit", "falls-silent"])
  func foundOut(method: BootProtocol, misbehaviour: String) throws {
    let bench = try FlashBench(method, size: 30_000)
    try bench.performing(misbehaviour: misbehaviour) { lab, port, board in
      let error = await bench.flash(lab, port).error
      #expect(error != nil)
      if misbehaviour == "falls-silent" {
        #expect(error?.code == .noAnswer)
      } else {
        #expect([.verification, .refused].contains(error?.code))
      }
      #expect(error?.advice.isEmpty == false)
    }
  }

  @Test("a board that refuses a write is heard", arguments: BootProtocol.allCases)
  func refused(method: BootProtocol) throws {
    let bench = try FlashBench(method)
    let fault = method == .secureDFU ? "fails-to-execute" : "fails-to-write"
    try bench.performing(misbehaviour: fault) { lab, port, _ in
      let error = await bench.flash(lab, port).error
      #expect(error?.code == .refused)
      #expect(error?.imageTouched == true)
    }
  }

  @Test("a lost answer costs time and no image", arguments: BootProtocol.allCases)
  func lostAnswer(method: BootProtocol) throws {
    let bench = try FlashBench(method)
    let fault = method == .secureDFU ? "loses-a-write" : "loses-an-answer"
    try bench.performing(misbehaviour: fault) { lab, port, board in
      let error = await bench.flash(lab, port).error
      #expect(error == nil)
      #expect(bench.isFlashed(board))
    }
  }

  @Test(
    "sixteen boards at once take less than 1.2 times as long as one",
    arguments: BootProtocol.allCases)
  func sixteen(method: BootProtocol) throws {
    let bench = try FlashBench(method, rate: 115_200)
    let one = try bench.performing(flashTime: true) { lab, port, _ in
      let error = await bench.flash(lab, port).error
      #expect(error == nil)
    }
    let lab = Lab.simulated(seed: 2)
    let boards = try (0..<16).map { try bench.board(lab, named: "board-\($0)", flashTime: true) }
    try lab.run {
      let ports = boards.map { MemoryPort(lab, name: $0.settings.name) }
      await withTaskGroup(of: Void.self) { group in
        for (board, port) in zip(boards, ports) { group.addTask { await board.serve(port) } }
        await withTaskGroup(of: FlashError?.self) { flashes in
          for port in ports { flashes.addTask { await bench.flash(lab, port).error } }
          for await error in flashes { #expect(error == nil) }
        }
        for port in ports { port.close() }
        group.cancelAll()
      }
    }
    #expect(boards.allSatisfy(bench.isFlashed))
    let all = LabInstant.zero.duration(to: lab.now)
    #expect(all < one * 1.2, "sixteen took \(all), one \(one)")
  }
}

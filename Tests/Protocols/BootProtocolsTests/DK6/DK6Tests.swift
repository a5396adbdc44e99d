import BootProtocols
import Testing
import WireFormat

private typealias Bench = LoaderBench<DK6Programmer, DK6Bootloader>

private func board(_ fault: LoaderFault? = nil, key: [UInt8]? = nil) -> DK6Bootloader {
  DK6Bootloader(key: key, flash: FlashMemory(size: 0x4000, pageSize: 512), fault: fault)
}

private func programmer(
  _ segments: [ImageSegment], _ options: LoaderOptions = LoaderOptions()
) -> DK6Programmer {
  DK6Programmer(segments: segments, options: options)
}

private let small = ImageSegment(address: 0x400, bytes: captureImage)

@Suite("DK6 in-system programming")
struct DK6Tests {
  @Test("an image is written and read back, whatever the pieces")
  func pieces() {
    for piece in [1, 2, 3, 5, 9, 64, 521, .max] {
      var bench = Bench(programmer([small]), board(), piece: piece)
      #expect(bench.run() == .finished)
      #expect(bench.holds(small))
      #expect(bench.loader.flash.erasedPages == 3)
      #expect(bench.programmer.identity.chipName == "QN9090")
      #expect(
        bench.programmer.identity.address == [0x00, 0x15, 0x8D, 0x00, 0x03, 0x56, 0xAB, 0xCD])
      #expect(bench.programmer.identity.flash?.name == "FLASH")
      #expect(bench.programmer.identity.type == 9090)
    }
  }

  @Test("two images that share a page are erased once and both kept")
  func sharedPage() {
    let one = ImageSegment(address: 0x100, bytes: Array(repeating: 0x11, count: 0x120))
    let two = ImageSegment(address: 0x300, bytes: Array(repeating: 0x22, count: 0x10))
    var bench = Bench(programmer([two, one]), board())
    #expect(bench.run() == .finished)
    #expect(bench.holds(one))
    #expect(bench.holds(two))
    #expect(bench.loader.flash.erasedPages == 2)
  }

  @Test("without an image it only says who is there, and resets nothing that it was not told to")
  func identifies() {
    var bench = Bench(programmer([], LoaderOptions(resets: false)), board())
    #expect(bench.run() == .finished)
    #expect(bench.loader.flash.writtenBytes == 0)
    #expect(bench.notes.contains("chip QN9090, ROM 0x14000001"))
  }

  @Test("what the image does not touch stays")
  func stays() {
    var old = board()
    _ = old.flash.write([0], at: 0x3FFF)
    var bench = Bench(programmer([small]), old)
    #expect(bench.run() == .finished)
    #expect(bench.holds(small))
    #expect(bench.loader.flash.read(0x3FFF, count: 1) == [0])
  }

  @Test("a board with a key of its own stays locked without it")
  func keys() {
    let key: [UInt8] = Array(1...16)
    var locked = Bench(programmer([small]), board(key: key))
    guard case .failed(let failure) = locked.run() else {
      Issue.record("it was unlocked with the ordinary key")
      return
    }
    #expect(failure.message.contains("locked"))
    #expect(!failure.imageTouched)
  }

  @Test("a locked loader only says which chip it is")
  func lockedCommands() {
    for command in DK6Command.allCases
    where ![.unlock, .chipIdentifier, .setRate].contains(command) {
      var loader = board()
      _ = loader.start()
      let refusal = DK6Frame(type: command.rawValue + 1, data: [0xF7])
      #expect(loader.receive(DK6Frame(command).stream) == [.send(refusal.stream)])
    }
  }

  @Test("a lost or damaged reply is asked for again", arguments: Array(0..<22))
  func lostReplies(_ number: Int) {
    for fault in [LoaderFault.losesReply(number), LoaderFault.damagesReply(number)] {
      var bench = Bench(programmer([small]), board(fault))
      #expect(bench.run() == .finished)
      #expect(bench.holds(small))
    }
  }

  @Test("what fails is told, with what became of the image")
  func failures() {
    let table: [(LoaderFault, String, Bool)] = [
      (LoaderFault.fallsSilent(fromReply: 0), "no-answer", false),
      (LoaderFault.fallsSilent(fromReply: 13), "no-answer", true),
      (LoaderFault.failsToWrite(1), "refused", true),
      (LoaderFault.corruptsWrite(2), "verify", true),
    ]
    for (fault, code, touched) in table {
      var bench = Bench(programmer([small]), board(fault))
      guard case .failed(let failure) = bench.run() else {
        Issue.record("no failure with \(fault)")
        continue
      }
      #expect(failure.code == code)
      #expect(failure.imageTouched == touched)
    }
  }

  @Test("an image that does not fit is refused before anything is touched")
  func misfits() {
    let long = ImageSegment(address: 0x3F00, bytes: Array(repeating: 1, count: 0x101))
    let high = ImageSegment(address: 0xFFFF_FFF0, bytes: Array(repeating: 1, count: 0x20))
    let over = ImageSegment(address: 0x500, bytes: [1])
    for segments in [[long], [high], [small, over]] {
      var bench = Bench(programmer(segments), board())
      guard case .failed(let failure) = bench.run() else {
        Issue.record("it was written")
        continue
      }
      #expect(!failure.imageTouched)
      #expect(bench.loader.flash.erasedPages == 0)
    }
  }

  @Test("after a cut at any byte the next try succeeds")
  func cuts() {
    var whole = Bench(programmer([small]), board())
    #expect(whole.run() == .finished)
    var dice = LoaderDice(seed: 21)
    for round in 0..<150 {
      var first = Bench(programmer([small]), board())
      let byte = Int.random(in: 1..<whole.sent.count, using: &dice)
      first.cutAt = (byte, [.power, .programmer][round % 2])
      #expect(first.run() == .cut)
      var second = Bench(programmer([small]), first.loader)
      #expect(second.run(started: true) == .finished)
      #expect(second.holds(small))
    }
  }

  @Test("a board that resets in the middle is never taken for programmed")
  func resets() {
    var whole = Bench(programmer([small]), board())
    #expect(whole.run() == .finished)
    var dice = LoaderDice(seed: 22)
    for _ in 0..<150 {
      var bench = Bench(programmer([small]), board())
      bench.cutAt = (Int.random(in: 1..<whole.sent.count, using: &dice), .board)
      let end = bench.run()
      #expect(end != .stuck)
      if end == .finished { #expect(bench.holds(small)) }
    }
  }

  @Test("dk6prog's bytes get the answers that dk6prog took")
  func replay() {
    let capture = Capture(dk6Capture)
    var loader = DK6Bootloader(times: .none)
    let isSame = capture.replay(into: &loader) == capture.bytes(fromTool: false)
    #expect(isSame)
    let isStored = loader.flash.read(0, count: 1500) == captureImage
    #expect(isStored)
  }

  @Test("the programmer unlocks, writes and reads with the frames of dk6prog")
  func sameBytes() {
    let tool = Capture(dk6Capture).bytes(fromTool: true)
    let segment = ImageSegment(address: 0, bytes: captureImage)
    var bench = Bench(programmer([segment]), DK6Bootloader())
    #expect(bench.run() == .finished)
    var compared = 0
    for action in bench.actions {
      guard case .send(let bytes) = action, bytes.count > 3,
        [0x32, 0x46, 0x48, 0x4A, 0x4E, 0x14].contains(bytes[3])
      else { continue }
      compared += 1
      let isSent = tool.holds(bytes)
      #expect(isSent)
    }
    #expect(compared > 8)
  }

  @Test("a bit that the line turns is noticed, and the image arrives all the same")
  func noise() {
    var whole = Bench(programmer([small]), board())
    #expect(whole.run() == .finished)
    var dice = LoaderDice(seed: 62)
    for _ in 0..<150 {
      let byte = Int.random(in: 0..<whole.sent.count, using: &dice)
      var bench = Bench(programmer([small]), board(LoaderFault.damagesByte(byte)))
      #expect(bench.run() == .finished)
      #expect(bench.holds(small))
    }
  }

  @Test("hostile bytes do no harm to either side")
  func hostile() {
    var dice = LoaderDice(seed: 23)
    let real = Capture(dk6Capture)
    for round in 0..<120 {
      var bytes = real.bytes(fromTool: true)
      var replies = real.bytes(fromTool: false)
      if round % 3 == 0 {
        bytes = dice.bytes(3000)
        replies = bytes
      }
      for _ in 0..<10 {
        bytes[Int.random(in: 0..<bytes.count, using: &dice)] ^=
          1 << UInt8.random(in: 0..<8, using: &dice)
        replies[Int.random(in: 0..<replies.count, using: &dice)] ^= 0xFF
      }
      var loader = board()
      _ = loader.start()
      _ = loader.receive(bytes)
      var other = programmer([small])
      _ = other.begin()
      _ = other.receive(replies)
      guard round < 30 else { continue }
      _ = loader.start()
      var bench = Bench(programmer([small]), loader)
      #expect(bench.run() == .finished)
    }
  }

  @Test("frames that are whole and make no sense do no harm to either side")
  func senseless() {
    var dice = LoaderDice(seed: 24)
    var loader = board()
    _ = loader.start()
    for round in 0..<2000 {
      if round % 50 == 0 {
        let key: [UInt8] = [0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88]
        _ = loader.receive(DK6Frame(.unlock, [1] + key + key).stream)
        _ = loader.receive(DK6Frame(.openMemory, [UInt8(round / 50 % 8), 1]).stream)
      }
      guard let command = DK6Command.allCases.randomElement(using: &dice) else { continue }
      let words = (0..<2).flatMap { _ -> [UInt8] in
        [dice.bytes(4), [0, UInt8.random(in: 0...64, using: &dice), 0, 0], [255, 255, 255, 255]]
          .randomElement(using: &dice) ?? []
      }
      let tail = dice.bytes([0, 4, 512, 600].randomElement(using: &dice) ?? 0)
      let data = Int.random(in: 0..<4, using: &dice) == 0 ? tail : [0, 0] + words + tail
      _ = loader.receive(DK6Frame(command, data).stream)
    }
    _ = loader.start()
    var bench = Bench(programmer([small]), loader)
    #expect(bench.run() == .finished)
    for _ in 0..<300 {
      var other = programmer([small])
      var actions = other.begin()
      for _ in 0..<60 {
        guard
          case .send(let bytes)? = actions.last(where: {
            if case .send = $0 { true } else { false }
          }),
          let type = bytes.count > 1000 ? DK6Command.unlock.rawValue : bytes.dropFirst(3).first
        else { break }
        let data = dice.bytes(Int.random(in: 0...40, using: &dice))
        let status =
          Int.random(in: 0..<10, using: &dice) == 0 ? UInt8.random(in: 0...255, using: &dice) : 0
        actions = other.receive(DK6Frame(type: type &+ 1, data: [status] + data).stream)
        if actions.isEmpty { actions = other.expired() }
      }
    }
  }
}

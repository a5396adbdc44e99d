import BootProtocols
import Testing
import WireFormat

private typealias Bench = LoaderBench<MBootProgrammer, MBootBootloader>

private let base: UInt32 = 0x0800_0000
private let small = ImageSegment(address: base + 0x1000, bytes: captureImage)

private func board(_ fault: LoaderFault? = nil) -> MBootBootloader {
  MBootBootloader(
    flash: FlashMemory(base: base, size: 0x1_0000, pageSize: 4096), fault: fault)
}

private func programmer(
  _ segments: [ImageSegment], _ options: LoaderOptions = LoaderOptions()
) -> MBootProgrammer {
  MBootProgrammer(segments: segments, options: options)
}

@Suite("NXP MCU bootloader")
struct MBootTests {
  @Test("images are written and read back, whatever the pieces")
  func pieces() {
    for piece in [1, 2, 3, 5, 7, 64, 518, .max] {
      var dice = LoaderDice(seed: 31)
      let other = ImageSegment(address: base + 0x4000, bytes: dice.bytes(700))
      var bench = Bench(programmer([other, small]), board(), piece: piece)
      #expect(bench.run() == .finished)
      #expect(bench.holds(small))
      #expect(bench.holds(other))
      #expect(bench.loader.flash.erasedPages == 2)
      #expect(bench.programmer.identity.version == "K3.0.0")
      #expect(bench.programmer.identity.protocolVersion == "P1.2.0")
      #expect(bench.programmer.identity.packetSize == 512)
      #expect(bench.programmer.identity.uniqueIdentifier.count == 4)
    }
  }

  @Test("the progress never runs backwards and ends with all")
  func progress() {
    var bench = Bench(programmer([small]), board())
    #expect(bench.run() == .finished)
    for phase in ["write", "verify"] {
      let counts = bench.actions.compactMap { action in
        if case .progress(let progress) = action, progress.phase == phase {
          progress.done
        } else {
          nil
        }
      }
      #expect(counts == counts.sorted())
      #expect(counts.last == 1500)
    }
  }

  @Test("what the image does not touch stays")
  func stays() {
    var old = board()
    _ = old.flash.write([0], at: base + 0xF000)
    var bench = Bench(programmer([small]), old)
    #expect(bench.run() == .finished)
    #expect(bench.holds(small))
    #expect(bench.loader.flash.read(base + 0xF000, count: 1) == [0])
  }

  @Test("a lost or damaged reply does not end the transfer", arguments: Array(0..<40))
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
      (LoaderFault.fallsSilent(fromReply: 20), "no-answer", true),
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

  @Test("flash that was not erased takes no data")
  func cumulative() {
    var loader = board()
    _ = loader.flash.write([0], at: base)
    _ = loader.start()
    func command(_ message: MBootMessage) -> [UInt8] { MBootFrame.command(message.payload).stream }
    _ = loader.receive(command(MBootMessage(.writeMemory, hasData: true, [base, 4, 0])))
    _ = loader.receive(MBootFrame.acknowledge.stream)
    let refusal = MBootMessage(
      tag: 0xA0, parameters: [MBootStatus.memoryCumulativeWrite.rawValue, 4])
    #expect(
      loader.receive(MBootFrame.data([1, 2, 3, 4]).stream)
        == [.send(MBootFrame.abort.stream), .send(command(refusal))])
  }

  @Test("data that come without the acknowledgement before them are taken for it")
  func missingAcknowledgement() {
    var loader = board()
    _ = loader.start()
    let announce = MBootMessage(.writeMemory, hasData: true, [base, 4, 0])
    _ = loader.receive(MBootFrame.command(announce.payload).stream)
    let done = MBootMessage(tag: 0xA0, parameters: [0, 4])
    let actions = loader.receive(MBootFrame.data([1, 2, 3, 4]).stream)
    #expect(actions.first { if case .busy = $0 { true } else { false } } != nil)
    #expect(actions.contains(.send(MBootFrame.acknowledge.stream)))
    #expect(actions.last == .send(MBootFrame.command(done.payload).stream))
    #expect(loader.flash.read(base, count: 4) == [1, 2, 3, 4])
  }

  @Test("an image that does not fit is refused before anything is touched")
  func misfits() {
    let long = ImageSegment(address: base + 0xFF00, bytes: Array(repeating: 1, count: 0x101))
    let high = ImageSegment(address: 0xFFFF_FFF0, bytes: Array(repeating: 1, count: 0x20))
    let over = ImageSegment(address: small.address + 4, bytes: [1])
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
    var dice = LoaderDice(seed: 32)
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
    var dice = LoaderDice(seed: 33)
    for _ in 0..<150 {
      var bench = Bench(programmer([small]), board())
      bench.cutAt = (Int.random(in: 1..<whole.sent.count, using: &dice), .board)
      let end = bench.run()
      #expect(end != .stuck)
      if end == .finished { #expect(bench.holds(small)) }
    }
  }

  @Test("blhost's bytes get the answers that blhost took")
  func replay() {
    let capture = Capture(mbootCapture)
    var loader = MBootBootloader(times: .none)
    let isSame = capture.replay(into: &loader) == capture.bytes(fromTool: false)
    #expect(isSame)
    let isStored = loader.flash.read(base, count: 1500) == captureImage
    #expect(isStored)
  }

  @Test("the programmer erases, writes, reads and resets with the packets of blhost")
  func sameBytes() {
    let tool = Capture(mbootCapture).bytes(fromTool: true)
    var bench = Bench(
      programmer([ImageSegment(address: base, bytes: captureImage)]), MBootBootloader())
    #expect(bench.run() == .finished)
    var compared = 0
    for action in bench.actions {
      guard case .send(let bytes) = action else { continue }
      // All but the questions, of which blhost asks fewer.
      if bytes.count > 6, bytes[1] == 0xA4, bytes[6] == MBootCommand.getProperty.rawValue {
        continue
      }
      compared += 1
      let isSent = tool.holds(bytes)
      #expect(isSent)
    }
    #expect(compared > 10)
  }

  @Test("a bit that the line turns is noticed, and the image arrives all the same")
  func noise() {
    var whole = Bench(programmer([small]), board())
    #expect(whole.run() == .finished)
    var dice = LoaderDice(seed: 63)
    for _ in 0..<150 {
      let byte = Int.random(in: 0..<whole.sent.count, using: &dice)
      var bench = Bench(programmer([small]), board(LoaderFault.damagesByte(byte)))
      #expect(bench.run() == .finished)
      #expect(bench.holds(small))
    }
  }

  @Test("hostile bytes do no harm to either side")
  func hostile() {
    var dice = LoaderDice(seed: 34)
    let real = Capture(mbootCapture)
    for round in 0..<120 {
      var bytes = real.bytes(fromTool: true)
      var replies = real.bytes(fromTool: false)
      if round % 3 == 0 {
        bytes = dice.bytes(3000).map { $0 < 60 ? 0x5A : $0 < 120 ? 0xA0 | $0 & 7 : $0 }
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

  @Test("packets that are whole and make no sense do no harm to either side")
  func senseless() {
    var dice = LoaderDice(seed: 35)
    var loader = board()
    _ = loader.start()
    for _ in 0..<2000 {
      var frames: [MBootFrame] = [
        .acknowledge, .refuse, .abort, .ping,
        .data(dice.bytes(Int.random(in: 0...600, using: &dice))),
        .pingResponse(version: 1, options: 2),
        .command(dice.bytes(Int.random(in: 0...40, using: &dice))),
      ]
      if let command = MBootCommand.allCases.randomElement(using: &dice) {
        let words = (0..<Int.random(in: 0...4, using: &dice)).map { _ in
          [UInt32.random(in: 0...(.max), using: &dice), base, base + 0x1000, 4096, 4, 0xFFFF_FFFF]
            .randomElement(using: &dice) ?? 0
        }
        frames += [.command(MBootMessage(command, words).payload)]
        frames += [.command(MBootMessage(command, words).payload)]
      }
      guard let frame = frames.randomElement(using: &dice) else { continue }
      _ = loader.receive(frame.stream)
    }
    _ = loader.start()
    var bench = Bench(programmer([small]), loader)
    #expect(bench.run() == .finished)
    for _ in 0..<300 {
      var other = programmer([small])
      _ = other.begin()
      _ = other.receive(MBootFrame.pingResponse(version: 0x5001_0200, options: 0).stream)
      for _ in 0..<60 {
        let words = (0..<Int.random(in: 0...4, using: &dice)).map { _ in
          [UInt32.random(in: 0...(.max), using: &dice), 0, 0, 0, 1500].randomElement(using: &dice)
            ?? 0
        }
        let tag =
          [0xA0, 0xA3, 0xA7, 0xA7, UInt8.random(in: 0...255, using: &dice)]
          .randomElement(using: &dice) ?? 0
        let frames: [MBootFrame] = [
          .acknowledge, .command(MBootMessage(tag: tag, parameters: words).payload),
          .command(MBootMessage(tag: tag, parameters: [0] + words).payload),
          .data(Array(captureImage.prefix(Int.random(in: 0...600, using: &dice)))),
        ]
        _ = other.receive((frames.randomElement(using: &dice) ?? .refuse).stream)
        if Int.random(in: 0..<20, using: &dice) == 0 { _ = other.expired() }
      }
    }
  }
}

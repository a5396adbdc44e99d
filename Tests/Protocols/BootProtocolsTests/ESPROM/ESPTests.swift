import Testing
import WireFormat

@testable import BootProtocols

private typealias Bench = LoaderBench<ESPProgrammer, ESPBootloader>

private func board(_ chip: ESPChip = .esp32, fault: LoaderFault? = nil) -> ESPBootloader {
  ESPBootloader(chip: chip, flash: FlashMemory(size: 1 << 20, pageSize: 4096), fault: fault)
}

private func programmer(
  _ segments: [ImageSegment], reset: ESPProgrammer.Reset = .bridge,
  _ options: LoaderOptions = LoaderOptions()
) -> ESPProgrammer {
  ESPProgrammer(segments: segments, reset: reset, options: options)
}

private let small = ImageSegment(address: 0x1000, bytes: captureImage)

@Suite("ESP ROM loader")
struct ESPTests {
  @Test("every chip is recognised and programmed, whatever the pieces", arguments: ESPChip.allCases)
  func chips(_ chip: ESPChip) throws {
    for piece in [1, 2, 3, 5, 7, 64, 1000, .max] {
      var dice = LoaderDice(seed: 7)
      let large = ImageSegment(address: 0x1_0000, bytes: dice.bytes(5000))
      var bench = Bench(programmer([large, small]), board(chip), piece: piece)
      #expect(bench.run() == .finished)
      #expect(bench.programmer.identity.chip == chip)
      #expect(bench.programmer.identity.address == [0x24, 0x0A, 0xC4, 0x12, 0x34, 0x56])
      #expect(bench.programmer.identity.flashSize == 1 << 20)
      #expect(bench.holds(small))
      #expect(bench.holds(large))
      // Two sectors for each image, and nothing beside them.
      #expect(bench.loader.flash.erasedPages == 3)
    }
  }

  @Test("without an image it only says who is there")
  func identifies() {
    var bench = Bench(programmer([]), board(.esp32s3))
    #expect(bench.run() == .finished)
    #expect(bench.loader.flash.erasedPages == 0)
    #expect(bench.loader.flash.writtenBytes == 0)
    #expect(bench.notes.contains("chip ESP32-S3"))
  }

  @Test("what the image does not touch stays")
  func stays() {
    var old = board()
    _ = old.flash.write([0], at: 0xF_0000)
    var bench = Bench(programmer([small]), old)
    #expect(bench.run() == .finished)
    #expect(bench.holds(small))
    #expect(bench.loader.flash.read(0xF_0000, count: 1) == [0])
  }

  @Test("the lines bring a board into its loader and out of it")
  func lines() {
    var bench = Bench(programmer([small]), board())
    #expect(bench.run() == .finished)
    let lines = bench.actions.filter { if case .setLines = $0 { true } else { false } }
    #expect(
      lines == [
        .setLines(dtr: false, rts: true), .setLines(dtr: true, rts: false),
        .setLines(dtr: false, rts: false), .setLines(dtr: false, rts: true),
        .setLines(dtr: false, rts: false),
      ])
  }

  @Test("a lost or damaged reply is asked for again", arguments: Array(0..<33))
  func lostReplies(_ number: Int) {
    for fault in [LoaderFault.losesReply(number), LoaderFault.damagesReply(number)] {
      var bench = Bench(programmer([small]), board(fault: fault))
      #expect(bench.run() == .finished)
      #expect(bench.holds(small))
    }
  }

  @Test("a silent loader is given up, and the failure says whether the image is touched")
  func silence() throws {
    for (reply, touched) in [(0, false), (9, false), (29, true)] {
      let fault = LoaderFault.fallsSilent(fromReply: reply)
      var bench = Bench(programmer([small]), board(fault: fault))
      guard case .failed(let failure) = bench.run() else {
        Issue.record("no failure after \(reply) replies")
        continue
      }
      #expect(failure.code == "no-answer")
      #expect(failure.imageTouched == touched)
    }
  }

  @Test("bytes that the flash did not keep are found by their MD5, unless nobody asks")
  func corruption() {
    let fault = LoaderFault.corruptsWrite(1)
    var bench = Bench(programmer([small]), board(fault: fault))
    guard case .failed(let failure) = bench.run() else {
      Issue.record("a wrong image was accepted")
      return
    }
    #expect(failure.code == "verify")
    var trusting = Bench(
      programmer([small], LoaderOptions(verifies: false)), board(fault: fault))
    #expect(trusting.run() == .finished)
  }

  @Test("a write that fails is told")
  func failingWrite() {
    var bench = Bench(programmer([small]), board(fault: LoaderFault.failsToWrite(1)))
    guard case .failed(let failure) = bench.run() else {
      Issue.record("a failing write was accepted")
      return
    }
    #expect(failure.code == "refused")
    #expect(failure.imageTouched)
    #expect(failure.message.contains("writing the flash failed"))
  }

  @Test("an image that does not fit is refused before anything is touched")
  func misfits() {
    let end = ImageSegment(address: 0xF_F000, bytes: Array(repeating: 1, count: 5000))
    let crooked = ImageSegment(address: 0x1100, bytes: [1])
    let close = ImageSegment(address: 0x1000, bytes: Array(repeating: 1, count: 5000))
    let near = ImageSegment(address: 0x2000, bytes: [1])
    for segments in [[end], [crooked], [close, near]] {
      var bench = Bench(programmer(segments), board())
      guard case .failed(let failure) = bench.run() else {
        Issue.record("it was written")
        continue
      }
      #expect(!failure.imageTouched)
      #expect(bench.loader.flash.erasedPages == 0)
    }
  }

  @Test("a slow erase is waited for")
  func slowErase() {
    var slow = board()
    slow = ESPBootloader(
      flash: slow.flash, times: LoaderFlashTimes(erasePage: 2_500_000, writePage: 100_000))
    var bench = Bench(programmer([small]), slow)
    #expect(bench.run() == .finished)
    #expect(bench.now > 2_500_000)
  }

  @Test("after a cut at any byte the next try succeeds")
  func cuts() {
    var whole = Bench(programmer([small]), board())
    #expect(whole.run() == .finished)
    var dice = LoaderDice(seed: 11)
    for round in 0..<120 {
      let byte = Int.random(in: 1..<whole.sent.count, using: &dice)
      var first = Bench(programmer([small]), board())
      first.cutAt = (byte, round % 2 == 0 ? .power : .programmer)
      #expect(first.run() == .cut)
      // A board that nobody reset has its rate and its half packet still.
      var second = Bench(programmer([small]), first.loader)
      #expect(second.run(started: true) == .finished)
      #expect(second.holds(small))
    }
  }

  @Test("a board that resets in the middle is never taken for programmed")
  func resets() {
    var whole = Bench(programmer([small]), board())
    #expect(whole.run() == .finished)
    var dice = LoaderDice(seed: 12)
    for _ in 0..<120 {
      var bench = Bench(programmer([small]), board())
      bench.cutAt = (Int.random(in: 1..<whole.sent.count, using: &dice), .board)
      let end = bench.run()
      #expect(end != .stuck)
      if end == .finished { #expect(bench.holds(small)) }
    }
  }

  @Test("esptool's bytes get the answers that esptool took", arguments: [ESPChip.esp32, .esp32s3])
  func replay(_ chip: ESPChip) {
    let capture = Capture(chip == .esp32 ? esp32Capture : esp32s3Capture)
    var loader = ESPBootloader(chip: chip, times: .none)
    let isSame = capture.replay(into: &loader) == capture.bytes(fromTool: false)
    #expect(isSame)
    let isStored = loader.flash.read(0x1_0000, count: 1500) == captureImage
    #expect(isStored)
  }

  @Test("the programmer erases, writes and verifies with the packets of esptool")
  func sameBytes() {
    for chip in [ESPChip.esp32, .esp32s3] {
      let tool = Capture(chip == .esp32 ? esp32Capture : esp32s3Capture).bytes(fromTool: true)
      let segment = ImageSegment(address: 0x1_0000, bytes: captureImage)
      var bench = Bench(programmer([segment]), ESPBootloader(chip: chip))
      #expect(bench.run() == .finished)
      for action in bench.actions {
        guard case .send(let bytes) = action, bytes.count > 3,
          [0x02, 0x03, 0x08, 0x0B, 0x0D, 0x13].contains(bytes[2])
        else { continue }
        let isSent = tool.holds(bytes)
        #expect(isSent)
      }
    }
  }

  @Test("a chip that started its application is told from a silent line")
  func bootLog() {
    var silent = programmer([small], reset: .byHand)
    _ = silent.begin()
    _ = silent.receive(Array("rst:0x1 (POWERON),boot:0x13 (SPI_FAST_FLASH_BOOT)\r\n".utf8))
    var last: [ProgrammerAction] = []
    for _ in 0..<40 where !last.contains(where: { if case .failed = $0 { true } else { false } }) {
      last = silent.expired()
    }
    guard case .failed(let failure)? = last.last else {
      Issue.record("it never gave up")
      return
    }
    #expect(failure.message.contains("application"))
  }

  // Of the ROM's requests only data have a checksum, so a turned bit may end in a failure.
  @Test("a bit that the line turns never makes a wrong image pass")
  func noise() {
    var whole = Bench(programmer([small]), board())
    #expect(whole.run() == .finished)
    var dice = LoaderDice(seed: 61)
    for _ in 0..<150 {
      let byte = Int.random(in: 0..<whole.sent.count, using: &dice)
      var bench = Bench(programmer([small]), board(fault: LoaderFault.damagesByte(byte)))
      let end = bench.run()
      #expect(end != .stuck)
      if end == .finished { #expect(bench.holds(small)) }
    }
  }

  @Test("hostile bytes do no harm to either side")
  func hostile() {
    var dice = LoaderDice(seed: 13)
    let real = Capture(esp32Capture)
    for round in 0..<120 {
      var bytes = round % 2 == 0 ? real.bytes(fromTool: true) : dice.bytes(2000)
      for _ in 0..<20 {
        let place = Int.random(in: 0..<bytes.count, using: &dice)
        bytes[place] = UInt8.random(in: .min ... .max, using: &dice)
      }
      var loader = board()
      _ = loader.start()
      _ = loader.receive(bytes)
      var other = programmer([small])
      _ = other.begin()
      var replies = round % 2 == 0 ? real.bytes(fromTool: false) : bytes
      let place = Int.random(in: 0..<replies.count, using: &dice)
      replies[place] = UInt8.random(in: .min ... .max, using: &dice)
      _ = other.receive(replies)
      #expect(other.bootLog.count <= 512)
      // Whatever it was told, the board can be programmed after it.
      guard round < 20 else { continue }
      var bench = Bench(programmer([small]), loader)
      #expect(bench.run() == .finished)
    }
  }

  @Test("packets that are whole and make no sense do no harm to either side")
  func senseless() {
    var dice = LoaderDice(seed: 14)
    for chip in ESPChip.allCases {
      var loader = board(chip)
      _ = loader.start()
      _ = loader.receive(
        ESPRequest(.sync, payload: [7, 7, 0x12, 0x20] + Array(repeating: 0x55, count: 32)).stream)
      _ = loader.receive(ESPRequest(.attachFlash, payload: Array(repeating: 0, count: 8)).stream)
      for _ in 0..<3000 {
        guard let command = ESPCommand.allCases.randomElement(using: &dice) else { continue }
        // Words that are small, large or anything.
        let words = (0..<Int.random(in: 0...6, using: &dice)).flatMap { _ -> [UInt8] in
          [
            dice.bytes(4), [UInt8.random(in: 0...64, using: &dice), 0, 0, 0], [255, 255, 255, 255],
          ]
          .randomElement(using: &dice) ?? []
        }
        let tail = dice.bytes(Int.random(in: 0...64, using: &dice))
        let sum = UInt32(tail.reduce(0xEF) { $0 ^ $1 })
        _ = loader.receive(ESPRequest(command, payload: words + tail, checksum: sum).stream)
      }
      var bench = Bench(programmer([small]), loader)
      #expect(bench.run() == .finished)
    }
    for _ in 0..<200 {
      var other = programmer([small])
      var actions = other.begin()
      for _ in 0..<200 {
        guard
          case .send(let bytes)? = actions.last(where: {
            if case .send = $0 { true } else { false }
          }),
          bytes.count > 3
        else { break }
        // Mostly what was asked for, so that it gets far.
        let isRight = Int.random(in: 0..<50, using: &dice) != 0
        var reply = ESPReply(command: isRight ? bytes[2] : UInt8.random(in: 0...20, using: &dice))
        reply.value =
          [UInt32.random(in: 0...(.max), using: &dice), 0x00F0_1D83, 0, 9]
          .randomElement(using: &dice) ?? 0
        reply.payload = dice.bytes(Int.random(in: 0...40, using: &dice))
        if isRight { reply.payload = reply.payload.map { _ in 0 } + [0, 0, 0, 0] }
        actions = other.receive(reply.stream)
        if actions.isEmpty { actions = other.expired() }
      }
    }
  }
}

import Testing

@testable import BootProtocols

@Suite("A Secure DFU transfer")
struct SecureDFUTransferTests {
  private static let image = { () -> [UInt8] in
    var chance = Chance(5)
    return chance.bytes(9000) + Array(repeating: 0xC0, count: 300) + chance.bytes(700)
  }()

  private func failure(_ outcome: BootRehearsal<SecureDFUProgrammer, SecureDFUBootloader>.Outcome)
    -> BootFailure?
  {
    if case .failed(let failure) = outcome { failure } else { nil }
  }

  @Test("arrives whole, in whatever pieces", arguments: [1, 2, 3, 7, 63, 64, 65, 4096])
  func pieces(piece: Int) {
    var rehearsal = BootRehearsal(
      SecureDFUFixture.programmer(Self.image), SecureDFUFixture.board())
    rehearsal.piece = piece
    let ending = rehearsal.run()
    #expect(ending == .finished)
    #expect(rehearsal.board.application == Self.image)
    #expect(rehearsal.restarts == 1)
    #expect(
      rehearsal.words.last
        == .progress(BootProgress(phase: "write", done: 10_000, total: 10_000)))
  }

  @Test("takes every size around an object", arguments: [1, 3, 4, 63, 64, 4095, 4096, 4097, 8192])
  func sizes(size: Int) {
    let image = Array(Self.image.prefix(size))
    var rehearsal = BootRehearsal(SecureDFUFixture.programmer(image), SecureDFUFixture.board())
    let ending = rehearsal.run()
    #expect(ending == .finished)
    #expect(rehearsal.board.application == image)
  }

  @Test("with reports at any interval", arguments: [1, 2, 12, 64, 65, 1000] as [UInt16])
  func receipts(interval: UInt16) {
    var programmer = SecureDFUFixture.programmer(Self.image)
    programmer.receiptInterval = interval
    var rehearsal = BootRehearsal(programmer, SecureDFUFixture.board())
    let ending = rehearsal.run()
    #expect(ending == .finished)
    #expect(rehearsal.board.application == Self.image)
  }

  @Test(
    "replaces an application, behind which there may be room or not", arguments: [5000, 60_000])
  func replaces(size: Int) {
    var chance = Chance(1)
    let (old, new) = (chance.bytes(size), chance.bytes(60_000))
    var board = SecureDFUFixture.board()
    board.install(old, version: 1)
    var rehearsal = BootRehearsal(SecureDFUFixture.programmer(new, version: 2), board)
    let ending = rehearsal.run()
    #expect(ending == .finished)
    #expect(rehearsal.board.application == new)
  }

  @Test("a write that is lost without a word is found by its CRC and sent again")
  func lostWrite() {
    for number in [1, 64, 65, 157] {
      var rehearsal = BootRehearsal(
        SecureDFUFixture.programmer(Self.image),
        SecureDFUFixture.board { $0.fault = .losesWrite(number) })
      let ending = rehearsal.run()
      #expect(ending == .finished)
      #expect(rehearsal.board.application == Self.image)
    }
  }

  @Test(
    "ends with what is wrong, and what is to be done",
    arguments: [
      (.losesEveryWrite, "verify", true), (.storesWrongBit, "verify", true),
      (.refusesInit(0x05), "refused", false), (.refusesInit(0x0D), "refused", false),
      (.failsToExecute, "refused", true), (.fallsSilent(after: 0), "no-answer", false),
      (.fallsSilent(after: 40), "no-answer", true),
    ] as [(SecureDFUBootloader.Fault, String, Bool)])
  func faults(fault: SecureDFUBootloader.Fault, code: String, isTouched: Bool) throws {
    var board = SecureDFUFixture.board { $0.fault = fault }
    board.install([1, 2, 3], version: 1)
    var rehearsal = BootRehearsal(SecureDFUFixture.programmer(Self.image), board)
    let ending = rehearsal.run()
    let found = try #require(failure(ending))
    #expect(found.code == code)
    #expect(found.imageTouched == isTouched)
    #expect(!found.message.isEmpty && !found.advice.isEmpty)
    #expect(rehearsal.board.application == [1, 2, 3])
  }

  @Test("what the bootloader says that it has is not sent again")
  func present() {
    var board = SecureDFUFixture.board { $0.fault = .refusesInit(0x0E) }
    board.install([1, 2, 3], version: 1)
    var rehearsal = BootRehearsal(SecureDFUFixture.programmer(Self.image), board)
    let ending = rehearsal.run()
    #expect(ending == .finished)
    #expect(!rehearsal.programmer.imageTouched)
    #expect(rehearsal.board.application == [1, 2, 3])
    #expect(
      rehearsal.words.contains(
        .remark("the bootloader says that it has this firmware already")))
  }

  @Test("uses at least 97 % of the line at 1 Mbaud", arguments: [131, 1025, 4099] as [UInt16])
  func speed(mtu: UInt16) {
    var chance = Chance(77)
    let image = chance.bytes(100_000)
    var rehearsal = BootRehearsal(
      SecureDFUFixture.programmer(image),
      SecureDFUFixture.board {
        $0.times = .none
        $0.mtu = mtu
      })
    rehearsal.piece = 1
    let ending = rehearsal.run()
    #expect(ending == .finished)
    // Every byte that carries the image, escapes and ENDs included, at ten bits each.
    let portion = ((Int(mtu) - 1) / 2 - 1) / 4 * 4
    let escapes = image.count { $0 == 0xC0 || $0 == 0xDB }
    let framed = image.count + escapes + (image.count / portion + 1) * 2
    #expect(Double(framed) * 10 / rehearsal.now >= 0.97)
  }

  @Test("goes on where a broken connection left it")
  func reconnection() {
    var board = SecureDFUFixture.board()
    for cut in [300, 2000, 4700, 9000, 10_500] {
      var first = BootRehearsal(SecureDFUFixture.programmer(Self.image), board)
      first.cutPower = cut
      let ending = first.run()
      #expect(ending == .powerLost)
      var second = first.board
      var rehearsal = Conversation(SecureDFUFixture.programmer(Self.image), second)
      let isDone = rehearsal.run()
      #expect(isDone)
      second = rehearsal.board
      #expect(second.application == Self.image)
      if cut > 4700 { #expect(rehearsal.sent < Self.image.count) }
      board = SecureDFUFixture.board()
    }
  }

  @Test(
    "a power cut at any byte of the line never leaves a wrong image, and the next flash is right")
  func powerOnTheLine() {
    var chance = Chance(2026)
    for round in 0..<60 {
      var board = SecureDFUFixture.board { $0.keepsProgress = round % 3 != 0 }
      if round % 2 == 0 { board.install(chance.bytes(3000)) }
      let old = board.application
      var rehearsal = BootRehearsal(SecureDFUFixture.programmer(Self.image), board)
      // Every boundary of an object, and anywhere.
      rehearsal.cutPower = round < 12 ? 200 + round * 1100 : chance.below(11_500)
      let outcome = rehearsal.run()
      #expect(outcome == .powerLost || outcome == .finished)
      var again = rehearsal.board
      _ = again.start()
      #expect([old, Self.image].contains(again.application))
      var second = BootRehearsal(SecureDFUFixture.programmer(Self.image), again)
      let ending = second.run()
      #expect(ending == .finished)
      #expect(second.board.application == Self.image)
    }
  }

  @Test(
    "a power cut at any byte of the flash never leaves a wrong image, and the next flash is right")
  func powerInTheFlash() {
    var chance = Chance(99)
    for round in 0..<120 {
      var board = SecureDFUFixture.board()
      let size = round % 2 == 0 ? 3000 : 70_000
      if round % 3 != 0 { board.install(chance.bytes(size)) }
      let old = board.application
      board.flash.losePower(after: chance.below(80_000))
      var rehearsal = BootRehearsal(SecureDFUFixture.programmer(Self.image), board)
      let outcome = rehearsal.run()
      #expect(outcome == .powerLost || outcome == .finished)
      var again = rehearsal.board
      again.flash.restorePower()
      _ = again.start()
      #expect([nil, old, Self.image].contains(again.application))
      var second = BootRehearsal(SecureDFUFixture.programmer(Self.image), again)
      let ending = second.run()
      #expect(ending == .finished)
      #expect(second.board.application == Self.image)
    }
  }

  @Test("another image after an interruption is not mixed with the first")
  func otherImage() {
    var chance = Chance(3)
    let other = chance.bytes(12_000)
    var rehearsal = BootRehearsal(
      SecureDFUFixture.programmer(Self.image), SecureDFUFixture.board())
    rehearsal.cutPower = 7000
    let ending = rehearsal.run()
    #expect(ending == .powerLost)
    var second = BootRehearsal(SecureDFUFixture.programmer(other), rehearsal.board)
    let final = second.run()
    #expect(final == .finished)
    #expect(second.board.application == other)
  }

  @Test("bytes that go wrong on the way are never taken for the image")
  func noise() {
    var chance = Chance(11)
    var finished = 0
    for _ in 0..<40 {
      var rehearsal = BootRehearsal(
        SecureDFUFixture.programmer(Self.image), SecureDFUFixture.board())
      var noise = Chance(chance.next())
      rehearsal.tamper = { _, bytes in
        bytes.map { noise.below(4000) == 0 ? UInt8(truncatingIfNeeded: noise.next()) : $0 }
      }
      switch rehearsal.run(limit: 200_000) {
      case .finished:
        finished += 1
        #expect(rehearsal.board.application == Self.image)
      default: #expect([nil, Self.image].contains(rehearsal.board.application))
      }
    }
    #expect(finished > 0)
  }

  @Test("a bootloader is asked for everything that it tells")
  func inspection() {
    var board = SecureDFUFixture.board()
    board.install([1, 2, 3], version: 7)
    var rehearsal = BootRehearsal(SecureDFUInspector(), board)
    let ending = rehearsal.run()
    #expect(ending == .finished)
    let report = rehearsal.programmer.report
    #expect(report.protocolVersion == 1)
    #expect(report.mtu == 131)
    #expect(report.hardware?.part == 0x52833)
    #expect(report.hardware?.variantName == "AAB0")
    #expect(report.firmware.map(\.name) == ["bootloader", "application"])
    #expect(report.firmware.last?.version == 7)
    #expect(report.initPacket?.limit == 512)
    #expect(report.image?.limit == 4096)
    #expect(report.image?.offset == 0)
    #expect(rehearsal.board.flash.bytes == board.flash.bytes)
    var silent = BootRehearsal(
      SecureDFUInspector(), SecureDFUFixture.board { $0.fault = .fallsSilent(after: 0) })
    let none = silent.run()
    guard case .failed(let failure) = none else {
      Issue.record("a silent board was inspected")
      return
    }
    #expect(failure.code == "no-answer")
  }

  @Test("neither side trips over any bytes")
  func hostile() {
    var chance = Chance(4)
    for _ in 0..<300 {
      var board = SecureDFUFixture.board { $0.times = .none }
      var programmer = SecureDFUFixture.programmer(Self.image)
      _ = board.start()
      _ = programmer.begin()
      for _ in 0..<20 {
        var bytes = chance.bytes(chance.below(40))
        // Often something that begins as a message does.
        if chance.below(2) == 0, !bytes.isEmpty { bytes[0] = UInt8(chance.below(14)) }
        _ = board.receive(bytes + [0xC0])
        let opcode = UInt8([9, 2, 7, 6, 1, 3, 4, 3][chance.below(8)])
        let result = UInt8([1, 1, 1, 8, 11, 3][chance.below(6)])
        _ = programmer.receive([0x60, opcode, result] + bytes + [0xC0])
        if chance.below(6) == 0 { _ = programmer.expired() }
      }
      #expect(board.flash.bytes.count == 0x20000)
    }
  }
}

/// A programmer on a board that was not started anew: only the line was opened again.
private struct Conversation {
  var programmer: SecureDFUProgrammer
  var board: SecureDFUBootloader
  var sent = 0

  init(_ programmer: SecureDFUProgrammer, _ board: SecureDFUBootloader) {
    self.programmer = programmer
    self.board = board
  }

  mutating func run() -> Bool {
    var waiting = programmer.begin()
    while !waiting.isEmpty {
      let action = waiting.removeFirst()
      switch action {
      case .send(let bytes):
        sent += bytes.count
        for case .send(let answer) in board.receive(bytes) { waiting += programmer.receive(answer) }
      case .finished: return true
      case .failed: return false
      default: break
      }
    }
    return false
  }
}

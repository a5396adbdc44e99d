import Testing

@testable import BootProtocols

private enum Fixture {
  static func image(_ size: Int, seed: UInt64 = 6, minor: UInt8 = 2) -> [UInt8] {
    var chance = Chance(seed)
    return SMPImage.wrap(chance.bytes(size), major: 1, minor: minor, revision: 3)
  }

  static let factory = image(5000, seed: 1, minor: 0)
  static let update = image(9000)

  static func board(
    _ change: (inout SMPBootloader.Settings) -> Void = { _ in }
  ) -> SMPBootloader {
    var settings = SMPBootloader.Settings()
    settings.flashSize = 0x20000
    settings.primaryStart = 0x4000
    settings.primarySize = 0x8000
    settings.secondaryStart = 0xC000
    settings.secondarySize = 0x8000
    change(&settings)
    var board = SMPBootloader(settings: settings)
    board.install(factory)
    return board
  }

  static func programmer(
    _ steps: [SMPProgrammer.Step],
    _ change: (inout SMPProgrammer.Options) -> Void = { _ in }
  ) -> SMPProgrammer {
    var options = SMPProgrammer.Options()
    options.rate = 1_000_000
    change(&options)
    return SMPProgrammer(steps: steps, options: options)
  }

  static func hash(_ image: [UInt8]) -> [UInt8] { SMPImage(image)?.hash ?? [] }
}

private typealias Rehearsal = BootRehearsal<SMPProgrammer, SMPBootloader>

private func failure(_ outcome: Rehearsal.Outcome) -> BootFailure? {
  if case .failed(let failure) = outcome { failure } else { nil }
}

/// A board that answers so many requests as before, after it was told to reset.
private struct Lingering: Bootloader {
  var board: SMPBootloader
  let requests: Int
  var left: Int?
  var flash: FlashMemory {
    get { board.flash }
    set { board.flash = newValue }
  }

  init(_ board: SMPBootloader, requests: Int) { (self.board, self.requests) = (board, requests) }

  mutating func start() -> [BootloaderAction] {
    left = nil
    return board.start()
  }

  mutating func receive(_ bytes: [UInt8]) -> [BootloaderAction] {
    var actions = board.receive(bytes)
    if case .restart? = actions.last {
      actions.removeLast(2)
      left = requests
    } else if let left, !actions.isEmpty {
      self.left = left - 1
      if left == 0 { return [.restart(intoBootloader: true)] }
    }
    return actions
  }
}

@Suite("An update over SMP")
struct SMPTransferTests {
  @Test(
    "a board that answers on before it restarts is waited for", arguments: [0, 1, 7], [true, false])
  func lingers(requests: Int, confirming: Bool) {
    let steps = SMPProgrammer.update(Fixture.update, confirming: confirming)
    var rehearsal = BootRehearsal(
      Fixture.programmer(steps), Lingering(Fixture.board(), requests: requests))
    let ending = rehearsal.run()
    #expect(ending == .finished)
    #expect(rehearsal.restarts == 1)
    #expect(rehearsal.board.board.running == Fixture.update)
  }

  @Test("a board that never restarts is no board that runs the image")
  func stays() {
    let steps = SMPProgrammer.update(Fixture.update, confirming: true)
    var rehearsal = BootRehearsal(
      Fixture.programmer(steps), Lingering(Fixture.board(), requests: 1000))
    let ending = rehearsal.run()
    guard case .failed(let failure) = ending else {
      Issue.record("\(ending)")
      return
    }
    #expect(failure.code == "verify")
    #expect(rehearsal.now < 60_000_000)
  }

  @Test("is uploaded, tried and confirmed", arguments: SMPEncoding.allCases, [0, 1] as [UInt8])
  func update(encoding: SMPEncoding, version: UInt8) {
    let board = Fixture.board {
      $0.encoding = encoding
      $0.version = version
    }
    let steps = SMPProgrammer.update(Fixture.update, confirming: false)
    var rehearsal = Rehearsal(
      Fixture.programmer([.information, .echo("ping")] + steps + [.confirm(hash: nil), .state]) {
        $0.encoding = encoding
      }, board)
    let ending = rehearsal.run()
    #expect(ending == .finished)
    #expect(rehearsal.board.running == Fixture.update)
    #expect(rehearsal.board.image(1) == Fixture.factory)
    let report = rehearsal.programmer.report
    #expect(report.version == version)
    #expect(report.bootloader == "MCUboot")
    #expect(report.bufferSize == 1024)
    #expect(report.images.map(\.version) == ["1.2.3", "1.0.3"])
    #expect(report.images.map(\.isActive) == [true, false])
    #expect(report.images.first?.isConfirmed == true)
  }

  @Test("an image that is tried and not confirmed goes back at the next reset")
  func revert() {
    let steps = SMPProgrammer.update(Fixture.update, confirming: false)
    var rehearsal = Rehearsal(
      Fixture.programmer(
        steps + [.reset, .reconnect(microseconds: 9_000_000), .state]),
      Fixture.board())
    let ending = rehearsal.run()
    #expect(ending == .finished)
    #expect(rehearsal.board.running == Fixture.factory)
    #expect(rehearsal.programmer.report.images.map(\.isConfirmed) == [true, false])
  }

  @Test("an image that is confirmed at once stays over resets")
  func permanent() {
    let steps = SMPProgrammer.update(Fixture.update, confirming: true)
    var rehearsal = Rehearsal(
      Fixture.programmer(
        steps + [.reset, .reconnect(microseconds: 9_000_000), .state]),
      Fixture.board())
    let ending = rehearsal.run()
    #expect(ending == .finished)
    #expect(rehearsal.board.running == Fixture.update)
  }

  @Test("arrives whole, in whatever pieces of the line", arguments: [1, 2, 7, 126, 127, 128, 4096])
  func pieces(piece: Int) {
    var rehearsal = Rehearsal(
      Fixture.programmer([.upload(Fixture.update)]), Fixture.board())
    rehearsal.piece = piece
    let ending = rehearsal.run()
    #expect(ending == .finished)
    #expect(rehearsal.board.image(1) == Fixture.update)
  }

  @Test(
    "fits every buffer, told or not",
    arguments: [128, 256, 257, 300, 384, 512, 1024, 4096, 20_000])
  func buffers(size: Int) {
    for tells in [true, false] where tells || size >= 384 {
      var rehearsal = Rehearsal(
        Fixture.programmer([.upload(Fixture.update)]),
        Fixture.board {
          $0.bufferSize = size
          $0.hasParameters = tells
        })
      let ending = rehearsal.run()
      #expect(ending == .finished)
      #expect(rehearsal.board.image(1) == Fixture.update)
    }
  }

  @Test("serial recovery takes an image into the first slot, and can do no more")
  func recovery() throws {
    var rehearsal = Rehearsal(
      Fixture.programmer([.upload(Fixture.update), .reset]),
      Fixture.board { $0.mode = .recovery })
    let ending = rehearsal.run()
    #expect(ending == .finished)
    #expect(rehearsal.board.running == Fixture.update)
    var second = Rehearsal(
      Fixture.programmer([.confirm(hash: nil)]), Fixture.board { $0.mode = .recovery })
    let outcome = second.run()
    #expect(failure(outcome)?.code == "unsupported")
  }

  @Test("MCUboot's own recovery is left with the image, whether or not somebody answers then")
  func updateInRecovery() {
    var rehearsal = Rehearsal(
      Fixture.programmer(SMPProgrammer.update(Fixture.update, confirming: true)),
      Fixture.board { $0.mode = .recovery })
    let ending = rehearsal.run()
    #expect(ending == .finished)
    #expect(rehearsal.board.running == Fixture.update)
    #expect(rehearsal.programmer.isProved)
    #expect(rehearsal.restarts == 1)
  }

  @Test(
    "a recovery that compares nothing proves nothing, whatever hash it lists",
    arguments: [nil, .hidesHashes] as [SMPBootloader.Fault?])
  func unprovedInRecovery(fault: SMPBootloader.Fault?) {
    var rehearsal = Rehearsal(
      Fixture.programmer(SMPProgrammer.update(Fixture.update, confirming: true)),
      Fixture.board {
        $0.mode = .recovery
        $0.fault = fault
      })
    // Recoveries of MCUboot's tell no comparison either.
    rehearsal.tamper = { direction, bytes in
      guard direction == .toProgrammer else { return bytes }
      return Self.withoutComparison(bytes)
    }
    let ending = rehearsal.run()
    #expect(ending == .finished)
    #expect(rehearsal.board.running == Fixture.update)
    #expect(!rehearsal.programmer.isProved)
  }

  /// The same answer, with `match` under another name.
  private static func withoutComparison(_ bytes: [UInt8]) -> [UInt8] {
    var decoder = SMPSerialFraming(.base64)
    let frames = decoder.feed(bytes)
    guard frames.count == 1, let frame = frames.first, var message = SMPMessage(frame) else {
      return bytes
    }
    let name = Array("match".utf8)
    guard
      let place = message.payload.indices.first(where: {
        message.payload[$0...].starts(with: name)
      })
    else { return bytes }
    message.payload.replaceSubrange(place..<(place + name.count), with: Array("other".utf8))
    return decoder.encode(message.encoded)
  }

  @Test("an image can only be tried where a board has two slots")
  func trialInRecovery() {
    var rehearsal = Rehearsal(
      Fixture.programmer(SMPProgrammer.update(Fixture.update, confirming: false)),
      Fixture.board { $0.mode = .recovery })
    let ending = rehearsal.run()
    #expect(failure(ending)?.advice.contains("without --test") == true)
  }

  @Test(
    "an image that runs on trial is kept, or left on trial, and not sent again",
    arguments: [true, false])
  func trial(confirming: Bool) {
    let hash = Fixture.hash(Fixture.update)
    // What comes behind is not done: the running image cannot be tested.
    var rehearsal = Rehearsal(
      Fixture.programmer(
        SMPProgrammer.update(Fixture.update, confirming: false)
          + [.settleTrial(hash: hash, confirming: confirming), .test(hash: hash)]), Fixture.board())
    let ending = rehearsal.run()
    #expect(ending == .finished)
    #expect(rehearsal.board.running == Fixture.update)
    var after = Rehearsal(Fixture.programmer([.state]), rehearsal.board)
    let resetting = after.run()
    #expect(resetting == .finished)
    #expect(after.board.running == (confirming ? Fixture.update : Fixture.factory))
  }

  @Test("a board that forgets to keep the image on trial is found out")
  func forgottenTrial() {
    let hash = Fixture.hash(Fixture.update)
    var rehearsal = Rehearsal(
      Fixture.programmer(
        SMPProgrammer.update(Fixture.update, confirming: false)
          + [.settleTrial(hash: hash, confirming: true)]),
      Fixture.board { $0.fault = .forgetsToConfirm })
    let ending = rehearsal.run()
    #expect(failure(ending)?.code == "verify")
  }

  @Test("there is nothing to try where the image stays already")
  func nothingToTry() {
    var rehearsal = Rehearsal(
      Fixture.programmer(
        [.settleTrial(hash: Fixture.hash(Fixture.factory), confirming: false)]
          + SMPProgrammer.update(Fixture.factory, confirming: false)), Fixture.board())
    let ending = rehearsal.run()
    #expect(ending == .finished)
    #expect(rehearsal.board.image(1) == nil)
  }

  @Test(
    "lives through what boards do",
    arguments: [
      .isBusy(2), .takesLess(300), .losesAnswer(1), .losesAnswer(4), .chatters,
    ] as [SMPBootloader.Fault])
  func nuisances(fault: SMPBootloader.Fault) {
    var rehearsal = Rehearsal(
      Fixture.programmer([.upload(Fixture.update), .state]),
      Fixture.board { $0.fault = fault })
    let ending = rehearsal.run()
    #expect(ending == .finished)
    #expect(rehearsal.board.image(1) == Fixture.update)
  }

  @Test(
    "ends with what is wrong, and what is to be done",
    arguments: [
      (.failsToWrite(at: 3000), "refused"), (.storesWrongBit, "verify"),
      (.fallsSilent(after: 0), "no-answer"), (.fallsSilent(after: 5), "no-answer"),
    ] as [(SMPBootloader.Fault, String)])
  func faults(fault: SMPBootloader.Fault, code: String) throws {
    var rehearsal = Rehearsal(
      Fixture.programmer([.upload(Fixture.update)]),
      Fixture.board { $0.fault = fault })
    let ending = rehearsal.run()
    let found = try #require(failure(ending))
    #expect(found.code == code)
    #expect(!found.message.isEmpty && !found.advice.isEmpty)
    #expect(rehearsal.board.running == Fixture.factory)
  }

  @Test("what is no image, or a damaged one, is not sent")
  func refusedHere() {
    var damaged = Fixture.update
    damaged[100] ^= 1
    for image in [[], [1, 2, 3], damaged] {
      var rehearsal = Rehearsal(
        Fixture.programmer([.upload(image)]), Fixture.board())
      let ending = rehearsal.run()
      #expect(failure(ending)?.code == "unsupported")
      #expect(rehearsal.sent.isEmpty)
    }
  }

  @Test("the board's reasons are told")
  func refusedThere() {
    let steps: [([SMPProgrammer.Step], String)] = [
      ([.upload(Fixture.image(40_000))], "the image is too large"),
      ([.test(hash: [1, 2])], "no image has this hash"),
      ([.test(hash: Fixture.hash(Fixture.factory))], "the active image cannot be tested"),
      (
        [
          .upload(Fixture.update), .test(hash: Fixture.hash(Fixture.update)),
          .upload(Fixture.image(100)),
        ], "no slot is free"
      ),
    ]
    for (steps, words) in steps {
      var rehearsal = Rehearsal(Fixture.programmer(steps), Fixture.board())
      let ending = rehearsal.run()
      #expect(failure(ending)?.code == "refused")
      #expect(failure(ending)?.message.contains(words) == true)
    }
  }

  @Test("an image that the board does not want has changed nothing")
  func untouched() {
    var rehearsal = Rehearsal(
      Fixture.programmer([.upload(Fixture.image(40_000))]), Fixture.board())
    let ending = rehearsal.run()
    #expect(failure(ending)?.imageTouched == false)
    var writing = Rehearsal(
      Fixture.programmer([.upload(Fixture.update)]),
      Fixture.board { $0.fault = .failsToWrite(at: 0) })
    let failing = writing.run()
    #expect(failure(failing)?.imageTouched == true)
  }

  @Test("uses at least 97 % of the line at 1 Mbaud with large buffers", arguments: [4096, 16_384])
  func speed(buffer: Int) {
    let image = Fixture.image(200_000)
    var rehearsal = Rehearsal(
      Fixture.programmer([.upload(image)]),
      Fixture.board {
        $0.flashSize = 0x80000
        $0.secondaryStart = 0x20000
        $0.secondarySize = 0x40000
        $0.times = .none
        $0.bootTime = 0
        $0.bufferSize = buffer
      })
    rehearsal.piece = 1
    let ending = rehearsal.run()
    #expect(ending == .finished)
    // What the image alone takes: three bytes in four characters, 124 of them in a line of 127.
    let framed = Double(image.count) * 4 / 3 * 127 / 124
    #expect(framed * 10 / rehearsal.now >= 0.97)
  }

  @Test("goes on where it was when the board still holds what came")
  func resume() {
    let image = Fixture.image(24_000)
    for cut in [4000, 9000, 20_000, 33_000] {
      var rehearsal = Rehearsal(
        Fixture.programmer([.upload(image)]), Fixture.board())
      rehearsal.cutPower = cut
      let ending = rehearsal.run()
      #expect(ending == .powerLost)
      var second = Rehearsal(
        Fixture.programmer([.upload(image)]), rehearsal.board)
      let final = second.run(started: true)
      #expect(final == .finished)
      #expect(second.board.image(1) == image)
      if cut > 9000 { #expect((second.sent[.toBoard] ?? 0) < image.count) }
    }
  }

  @Test("a power cut at any byte of the flash leaves a board that runs one image or the other")
  func powerInTheFlash() {
    var chance = Chance(41)
    for round in 0..<150 {
      var board = Fixture.board()
      board.flash.losePower(after: chance.below(110_000))
      let steps = SMPProgrammer.update(Fixture.update, confirming: round % 3 == 0)
      var rehearsal = Rehearsal(Fixture.programmer(steps), board)
      let ending = rehearsal.run()
      #expect(ending == .finished || ending == .powerLost)
      var again = rehearsal.board
      again.flash.restorePower()
      _ = again.start()
      #expect([Fixture.factory, Fixture.update].contains(again.running))
      if again.running == Fixture.update { continue }
      // What is on the way is dropped, as a person would.
      var mending = Rehearsal(
        Fixture.programmer([
          .confirm(hash: nil), .reset, .reconnect(microseconds: 9_000_000),
        ]), again)
      let mended = mending.run()
      #expect(mended == .finished)
      if mending.board.running == Fixture.update { continue }
      var second = Rehearsal(
        Fixture.programmer(SMPProgrammer.update(Fixture.update, confirming: true)), mending.board)
      let final = second.run()
      #expect(final == .finished)
      #expect(second.board.running == Fixture.update)
    }
  }

  @Test("a power cut at any byte of the line costs nothing but time")
  func powerOnTheLine() {
    var chance = Chance(42)
    for round in 0..<60 {
      var rehearsal = Rehearsal(
        Fixture.programmer([.upload(Fixture.update)]),
        Fixture.board())
      // Every part of the upload, and anywhere.
      rehearsal.cutPower = round < 12 ? 100 + round * 1100 : chance.below(12_500)
      let ending = rehearsal.run()
      #expect(ending == .powerLost)
      var second = Rehearsal(
        Fixture.programmer(SMPProgrammer.update(Fixture.update, confirming: true)), rehearsal.board)
      let final = second.run()
      #expect(final == .finished)
      #expect(second.board.running == Fixture.update)
    }
  }

  @Test("bytes that go wrong on the way are never taken for the image")
  func noise() {
    var chance = Chance(12)
    var finished = 0
    for _ in 0..<40 {
      var rehearsal = Rehearsal(
        Fixture.programmer([.upload(Fixture.update)]), Fixture.board())
      var noise = Chance(chance.next())
      rehearsal.tamper = { _, bytes in
        bytes.map { noise.below(3000) == 0 ? UInt8(truncatingIfNeeded: noise.next()) : $0 }
      }
      let ending = rehearsal.run(limit: 200_000)
      guard ending == .finished else { continue }
      finished += 1
      #expect(rehearsal.board.image(1) == Fixture.update)
    }
    #expect(finished > 0)
  }

  @Test("neither side trips over any bytes", arguments: SMPEncoding.allCases)
  func hostile(encoding: SMPEncoding) {
    var chance = Chance(14)
    for _ in 0..<200 {
      var board = Fixture.board { $0.encoding = encoding }
      var programmer = Fixture.programmer(
        [.parameters, .state, .upload(Fixture.update), .echo("a")]
      ) { $0.encoding = encoding }
      let framing = SMPSerialFraming(encoding)
      _ = board.start()
      _ = programmer.begin()
      for _ in 0..<20 {
        let keys = ["off", "data", "len", "sha", "hash", "confirm", "slot", "image", "d", "rc"]
        var pairs: [CBORPair] = []
        for _ in 0..<chance.below(5) {
          let numbers: [CBORValue] = [
            CBORValue(-1), .unsigned(UInt64.max), .unsigned(UInt64(chance.below(9000))),
            .bytes(chance.bytes(chance.below(200))), .text("x"), .null, .boolean(true),
            .bytes(Array(Fixture.update.prefix(chance.below(300)))),
          ]
          pairs.append(
            CBORPair(
              key: .text(keys[chance.below(keys.count)]),
              value: numbers[chance.below(numbers.count)]))
        }
        let payload =
          chance.below(4) == 0 ? chance.bytes(chance.below(40)) : CBORValue.map(pairs).encoded
        let message = SMPMessage(
          [.read, .readResponse, .write, .writeResponse][chance.below(4)],
          group: UInt16(chance.below(3)), command: UInt8(chance.below(9)),
          sequence: UInt8(chance.below(30)), version: UInt8(chance.below(4)), payload: payload)
        let bytes = framing.encode(message.encoded)
        _ = board.receive(bytes)
        _ = programmer.receive(bytes)
        _ = board.receive(chance.bytes(chance.below(30)))
        if chance.below(6) == 0 { _ = programmer.expired() }
      }
      #expect(board.flash.bytes.count == 0x20000)
    }
  }
}

import Bench
import BootProtocols
import CRigShims
import Journal
import LabRuntime
import Links
import RigFile
import Synchronization
import UCI

/// One conversation with a board, from opening it to the end of the input.
struct ConsoleSession {
  private let verb: ConsoleVerb
  private let file: RigFile
  private let board: RigBoard

  init(_ verb: ConsoleVerb) throws {
    self.verb = verb
    file = try RigSource.open(verb.rig, boards: [verb.board])
    board = try RigSource.board(verb.board, in: file, orAttached: verb.rig == nil)
    guard board.firmware == .uci || board.firmware == .niAccessory else {
      throw Failure.notAvailable("a console for boards that speak \(board.firmware.rawValue)")
    }
  }

  func perform() throws -> ExitStatus {
    let lab = file.time == .virtual ? Lab.simulated(seed: 0) : Lab.live(seed: 0)
    let journal = Journal(now: { lab.now }, sink: NoRecord())
    let end = EndOfService(lab)
    if lab.isSimulated {
      // The lab stands still while a person thinks, and nothing outside of it has to be tidied up.
      LabSignal.listen { signal in
        if case .status = signal { return }
        rig_exit_now(signal.exitStatus)
      }
    } else {
      SignalDesk(lab).listen { signal in end.open(ExitStatus(signal.exitStatus)) }
    }
    let (board, limits) = (board, file.limits)
    let printer = ConsolePrinter(
      board: board, options: verb.common, isRaw: verb.raw)
    let status = try lab.run {
      try await Bench.withBench(file, lab: lab, journal: journal) { bench in
        guard let opened = bench.board(named: board.name) else { return ExitStatus.internalError }
        let frames = try await opened.session.open()
        verb.common.remark(
          "\(board.name) is open\(board.firmware == .uci ? ", dialect \(printer.dialect)" : ""). "
            + "Type a packet in hexadecimal or a command by its name; help lists the commands.")
        let talk = ConsoleTalk(
          lab: lab, board: board, frames: frames, printer: printer, limits: limits)
        defer {
          if let words = frames.line?.lineErrors?.words {
            verb.common.remark("Note: on the serial line of \(board.name): \(words)")
          }
        }
        return try await talk.perform(until: end)
      }
    }
    return .strongest([status, end.status])
  }
}

/// Lines of standard input, read where waiting for them disturbs nobody.
final class ConsoleInput: Sendable {
  private let lab: Lab
  private let lines = Mutex(InputLines())

  init(_ lab: Lab) { self.lab = lab }

  /// The next line; nil at the end.
  ///
  /// In real time a thread waits for it and the lab goes on. In virtual time nothing happens while
  /// a person thinks: the lab itself stands still.
  func next() async throws(LabError) -> InputLines.Line? {
    if lab.isSimulated { return read() }
    let channel = LabChannel<InputLines.Line>(lab, label: "a line of standard input")
    WorkerThread.start("console") {
      let line = self.read()
      self.lab.post {
        if let line { channel.send(line) }
        channel.close()
      }
    }
    do throws(LabError) { return try await channel.receive() } catch {
      guard error.code == .closed else { throw error }
      return nil
    }
  }

  private func read() -> InputLines.Line? { lines.withLock { $0.next() } }
}

/// The conversation itself: one task writes, one reads.
struct ConsoleTalk: Sendable {
  /// After an answer, what belongs to it may still be on its way.
  private static let aftermath = Duration.milliseconds(20)
  /// At the end of the input the board has so long to say more.
  private static let lastWord = Duration.milliseconds(200)

  let lab: Lab
  let board: RigBoard
  let frames: FrameLink
  let printer: ConsolePrinter
  let limits: RigLimits

  /// Talks until the input ends, or `end` opens.
  func perform(until end: EndOfService) async throws -> ExitStatus {
    let answers = ConsoleAnswers(lab)
    return try await withThrowingTaskGroup(of: ExitStatus?.self) { group in
      group.addTask { try await self.write(answers) }
      group.addTask {
        try await self.read(answers)
        return nil
      }
      group.addTask {
        await end.wait()
        return .done
      }
      defer { group.cancelAll() }
      guard let first = try await group.next(), let status = first else { return .done }
      return status
    }
  }

  /// Sends what the lines say, one after the other; each waits for its answer.
  private func write(_ answers: ConsoleAnswers) async throws -> ExitStatus {
    let input = ConsoleInput(lab)
    var status = ExitStatus.done
    var number = 0
    while !Output.isClosed, let line = try await input.next() {
      number += 1
      guard case .text(let text) = line else {
        printer.refuse(number, "a line of more than \(InputLines.longest) bytes", at: lab.now)
        status = .no
        continue
      }
      let command: ConsoleCommand
      do throws(ConsoleLineError) {
        command =
          board.firmware == .uci
          ? try ConsoleCommand(text, UCIVocabulary(dialect: printer.dialect))
          : try ConsoleCommand(text, AccessoryVocabulary())
      } catch {
        printer.refuse(number, error.description, at: lab.now)
        status = .no
        continue
      }
      switch command {
      case .nothing: break
      case .quit: return status
      case .help:
        let help =
          board.firmware == .uci
          ? UCIVocabulary(dialect: printer.dialect).help : AccessoryVocabulary().help
        Output.diagnostic(help.joined(separator: "\n"))
      case .wait(let span): try await lab.sleep(for: span, label: "wait")
      case .lineBreak(let span):
        guard let line = frames.line else {
          printer.refuse(number, "\(board.name) is behind no serial line", at: lab.now)
          status = .no
          continue
        }
        try await hold(line, low: span)
      case .send(let bytes):
        if try await !send(bytes, answers) { status = .no }
      }
    }
    try await lab.sleep(for: Self.lastWord, label: "the last word of \(board.name)")
    return status
  }

  /// Sends a break; the line is let go whatever happens meanwhile.
  private func hold(_ line: any SerialLine, low span: Duration) async throws {
    try await line.setBreak(true)
    let slept: Void? = try? await lab.sleep(for: span, label: "the break of \(board.name)")
    try await line.setBreak(false)
    if slept == nil { throw CancellationError() }
  }

  /// Sends a packet and waits for its answer; false when a command had none.
  private func send(_ bytes: [UInt8], _ answers: ConsoleAnswers) async throws -> Bool {
    let wanted = ConsoleAnswers.Wanted(bytes, board.firmware)
    let answer = answers.expect(wanted)
    printer.show(bytes, .out, at: lab.now)
    if board.firmware == .uci {
      try await frames.sendRaw(bytes)
    } else {
      try await frames.send(bytes)
    }
    guard let answer else {
      try await lab.sleep(for: Self.aftermath, label: "what follows")
      return true
    }
    let limit = board.firmware == .uci ? limits.uciResponse : limits.accessoryAnswer
    do throws(LabError) { try await answer.wait(until: lab.now.advanced(by: limit)) } catch {
      guard error.code == .timedOut else { throw error }
      // An accessory may owe no answer; a UCI board always does.
      guard board.firmware == .uci else { return true }
      printer.unanswered(bytes, within: limit, at: lab.now)
      return false
    }
    try await lab.sleep(for: Self.aftermath, label: "what follows")
    return true
  }

  /// Prints what the board says, until the link ends.
  private func read(_ answers: ConsoleAnswers) async throws {
    var receiver = UCIReceiver(dialect: printer.dialect)
    while true {
      let frame = try await frames.receive(until: nil)
      guard board.firmware == .uci else {
        printer.show(frame.bytes, .in, at: frame.at)
        answers.note(frame.bytes, board.firmware)
        continue
      }
      for item in receiver.append(frame.bytes) {
        switch item {
        case .packet(let packet, let bytes):
          printer.learn(packet)
          printer.show(bytes, .in, at: frame.at)
          answers.note(bytes, board.firmware)
        case .damage(_, let bytes): printer.show(bytes, .in, at: frame.at)
        }
      }
    }
  }
}

/// The answer that the console waits for.
final class ConsoleAnswers: Sendable {
  /// What counts as the answer.
  struct Wanted: Hashable, Sendable {
    /// Group and opcode of UCI; nil: any message.
    let opcode: [UInt8]?

    /// Nil for what is not answered.
    init?(_ bytes: [UInt8], _ firmware: Firmware) {
      guard firmware == .uci else {
        opcode = nil
        return
      }
      // Only commands are answered, and only whole ones.
      guard bytes.count >= 4, bytes[0] >> 5 == 1, bytes[0] & 0x10 == 0 else { return nil }
      opcode = [bytes[0] & 0x0F, bytes[1] & 0x3F]
    }
  }

  private let lab: Lab
  private let state = Mutex<(wanted: Wanted, gate: LabGate)?>(nil)

  init(_ lab: Lab) { self.lab = lab }

  /// Begins to wait; nil where there is nothing to wait for.
  func expect(_ wanted: Wanted?) -> LabGate? {
    guard let wanted else {
      state.withLock { $0 = nil }
      return nil
    }
    let gate = LabGate(lab, label: "an answer")
    state.withLock { $0 = (wanted, gate) }
    return gate
  }

  /// Takes what came.
  func note(_ bytes: [UInt8], _ firmware: Firmware) {
    let gate = state.withLock { state -> LabGate? in
      guard let (wanted, gate) = state else { return nil }
      if let opcode = wanted.opcode {
        guard bytes.count >= 4, bytes[0] >> 5 == 2,
          [bytes[0] & 0x0F, bytes[1] & 0x3F] == opcode
        else { return nil }
      }
      state = nil
      return gate
    }
    gate?.open()
  }
}

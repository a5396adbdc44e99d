package import BootProtocols
import Errors
package import Journal
package import LabRuntime
package import Links
import Synchronization
package import UCI

/// Is told what a conversation sends, receives and refuses.
package protocol ConsoleWatcher: Sendable {
  /// How packets are read.
  var dialect: UCIDialect { get }
  /// Takes from a packet what the board speaks, where it says so.
  func learn(_ packet: UCIPacket)
  /// A packet, or bytes that are none.
  func show(_ bytes: [UInt8], _ direction: Direction, at now: LabInstant)
  /// The lines that `help` prints.
  func help(_ lines: [String])
  /// A line that is no command.
  func refuse(_ line: Int, _ reason: String, at now: LabInstant)
  /// A command without an answer.
  func unanswered(_ bytes: [UInt8], within limit: Duration, at now: LabInstant)
}

/// A line of input.
package enum ConsoleInput: Sendable {
  case text(String)
  /// Too long for a line.
  case refused(String)
}

/// The conversation itself: one task writes, one reads.
package struct ConsoleTalk: Sendable {
  /// After an answer, what belongs to it may still be on its way.
  private static let aftermath = Duration.milliseconds(20)
  /// At the end of the input the board has so long to say more.
  private static let lastWord = Duration.milliseconds(200)

  private let lab: Lab
  private let name: String
  private let firmware: Firmware
  private let frames: FrameLink
  private let limit: Duration
  private let watcher: any ConsoleWatcher

  /// A conversation with a board.
  ///
  /// - Parameter limit: how long a command waits for its answer.
  package init(
    _ lab: Lab, board name: String, _ firmware: Firmware, on frames: FrameLink,
    limit: Duration, _ watcher: any ConsoleWatcher
  ) {
    self.lab = lab
    self.name = name
    self.firmware = firmware
    self.frames = frames
    self.limit = limit
    self.watcher = watcher
  }

  /// Talks until the input or `end` returns; status 1 where a line was no command, or a command had no
  /// answer.
  package func perform(
    input: @escaping @Sendable () async throws -> ConsoleInput?,
    until end: @escaping @Sendable () async -> Void
  ) async throws -> ExitStatus {
    let answers = ConsoleAnswers(lab)
    return try await withThrowingTaskGroup(of: ExitStatus?.self) { group in
      group.addTask { try await self.write(answers, input) }
      group.addTask {
        try await self.read(answers)
        return nil
      }
      group.addTask {
        await end()
        return .done
      }
      defer { group.cancelAll() }
      guard let first = try await group.next(), let status = first else { return .done }
      return status
    }
  }

  /// Sends what the lines say, one after the other; each waits for its answer.
  private func write(
    _ answers: ConsoleAnswers, _ input: @Sendable () async throws -> ConsoleInput?
  ) async throws -> ExitStatus {
    var status = ExitStatus.done
    var number = 0
    while let line = try await input() {
      number += 1
      let vocabulary: any ConsoleVocabulary =
        firmware == .uci ? UCIVocabulary(dialect: watcher.dialect) : AccessoryVocabulary()
      let command: ConsoleInputLine
      do throws(RigError) {
        command = try ConsoleInputLine(line, vocabulary)
      } catch {
        watcher.refuse(number, error.description, at: lab.now)
        status = .no
        continue
      }
      switch command {
      case .nothing: break
      case .quit: return status
      case .help: watcher.help(vocabulary.help)
      case .wait(let span): try await lab.sleep(for: span, label: "wait")
      case .lineBreak(let span):
        guard let line = frames.line else {
          watcher.refuse(number, "\(name) is behind no serial line", at: lab.now)
          status = .no
          continue
        }
        try await hold(line, low: span)
      case .send(let bytes):
        if try await !send(bytes, answers) { status = .no }
      }
    }
    try await lab.sleep(for: Self.lastWord, label: "the last word of \(name)")
    return status
  }

  /// Sends a break; the line is let go whatever happens meanwhile.
  private func hold(_ line: any SerialLine, low span: Duration) async throws {
    try await line.setBreak(true)
    let slept: Void? = try? await lab.sleep(for: span, label: "the break of \(name)")
    try await line.setBreak(false)
    if slept == nil { throw CancellationError() }
  }

  /// Sends a packet and waits for its answer; false when a command had none.
  private func send(_ bytes: [UInt8], _ answers: ConsoleAnswers) async throws -> Bool {
    let wanted = ConsoleAnswers.Wanted(bytes, firmware)
    let answer = answers.expect(wanted)
    watcher.show(bytes, .out, at: lab.now)
    if firmware == .uci {
      try await frames.sendRaw(bytes)
    } else {
      try await frames.send(bytes)
    }
    guard let answer else {
      try await lab.sleep(for: Self.aftermath, label: "what follows")
      return true
    }
    do throws(RigError) { try await answer.wait(until: lab.now.advanced(by: limit)) } catch {
      guard error.code == .timedOut else { throw error }
      // An accessory may owe no answer; a UCI board always does.
      guard firmware == .uci else { return true }
      watcher.unanswered(bytes, within: limit, at: lab.now)
      return false
    }
    try await lab.sleep(for: Self.aftermath, label: "what follows")
    return true
  }

  /// Prints what the board says, until the link ends.
  private func read(_ answers: ConsoleAnswers) async throws {
    var receiver = UCIReceiver(dialect: watcher.dialect)
    while true {
      let frame = try await frames.receive(until: nil)
      guard firmware == .uci else {
        watcher.show(frame.bytes, .in, at: frame.at)
        answers.note(frame.bytes, firmware)
        continue
      }
      for item in receiver.append(frame.bytes) {
        switch item {
        case .packet(let packet, let bytes):
          watcher.learn(packet)
          watcher.show(bytes, .in, at: frame.at)
          answers.note(bytes, firmware)
        case .damage(_, let bytes): watcher.show(bytes, .in, at: frame.at)
        }
      }
    }
  }
}

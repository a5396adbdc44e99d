package import BootProtocols
package import Errors
package import Journal
package import LabRuntime
package import Links
import Synchronization
package import UCI
package import UCIHost

/// Is told what a conversation sends, receives and refuses.
package protocol ConsoleWatcher: Sendable {
  var dialect: UCIDialect { get }
  /// Takes from a packet what the board speaks, where it says so.
  func learn(_ packet: UCIPacket)
  func show(_ bytes: [UInt8], _ direction: Direction, at now: LabInstant)
  func help(_ lines: [String])
  func refuse(_ line: Int, _ reason: String, at now: LabInstant)
  /// Something about the contact with the board.
  func remark(_ text: String)
  /// A command without an answer.
  func unanswered(_ bytes: [UInt8], within limit: Duration, at now: LabInstant)
}

/// A line of the input, or why it is none.
package typealias ConsoleInput = Result<String, RigError>

/// The conversation itself: one task writes, one reads.
package struct ConsoleTalk: Sendable {
  /// After an answer, what belongs to it may still be on its way.
  private static let aftermath = Duration.milliseconds(20)
  /// At the end of the input the board has so long to say more.
  private static let lastWord = Duration.milliseconds(200)

  private let lab: Lab
  private let name: String
  private let firmware: Firmware
  /// It speaks Ranging OOB beside the accessory protocol.
  private let speaksBoth: Bool
  private let link: ConsoleLink
  private let limit: Duration
  private let watcher: any ConsoleWatcher

  /// A conversation with a board.
  ///
  /// - Parameters:
  ///   - speaksBoth: whether it is an accessory for both kinds of phone.
  ///   - limits: how long a command waits for its answer, and the board may take to restart.
  ///   - reopen: opens the link again, once.
  package init(
    _ lab: Lab, board name: String, _ firmware: Firmware, speaksBoth: Bool = false,
    on frames: FrameLink, limits: UCIHost.Limits, _ watcher: any ConsoleWatcher,
    reopen: @escaping @Sendable () async throws(RigError) -> FrameLink
  ) {
    self.lab = lab
    self.name = name
    self.firmware = firmware
    self.speaksBoth = speaksBoth
    link = ConsoleLink(frames, lab: lab, limits: limits, reopen: reopen)
    limit = limits.response
    self.watcher = watcher
  }

  /// The commands that lines may begin with, each with the arguments that it takes by name.
  package var words: [[String]] {
    vocabulary.words + ["wait", "break", "help", "quit"].map { [$0] }
  }

  private var vocabulary: any ConsoleVocabulary {
    switch firmware {
    case .uci: UCIVocabulary(dialect: watcher.dialect)
    case .rangingOOB: RangingOOBVocabulary()
    default: speaksBoth ? BothPhonesVocabulary() : AccessoryVocabulary()
    }
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
      let vocabulary = vocabulary
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
      case .help: watcher.help(vocabulary.help + ["  wait D, break [D], help, quit"])
      case .wait(let span): try await lab.sleep(for: span, label: "wait")
      case .lineBreak(let span):
        guard let line = link.frames.line else {
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
    for sends in 1...UCIHost.maximumSends {
      let answer = answers.expect(wanted)
      let returns = link.returns
      watcher.show(bytes, .out, at: lab.now)
      try await link.send(bytes, framed: firmware != .uci)
      do throws(RigError) {
        try await answer?.wait(until: lab.now.advanced(by: limit))
        if answers.isRefused, sends < UCIHost.maximumSends { continue }
      } catch {
        guard error.code == .timedOut else { throw error }
        // An accessory may owe no answer; a UCI board always does.
        guard firmware == .uci else { return true }
        // What was sent just before the link ended is lost with it.
        if link.returns != returns, sends < UCIHost.maximumSends { continue }
        // What only asks may be lost at any time and does no harm the second time.
        guard sends == 1, !answers.isHeard || wanted?.onlyAsks == true else { break }
        let waiting = link.frames.discardUnfinished().count
        let command = answers.isHeard ? wanted?.name ?? "a command" : "the first command"
        watcher.remark(UCIHost.repeatRemark(command, waiting: waiting))
        try await lab.sleep(for: UCIHost.staleness, label: "\(name) to listen again")
        continue
      }
      try await lab.sleep(for: Self.aftermath, label: "what follows")
      return !answers.isRefused
    }
    watcher.unanswered(bytes, within: limit, at: lab.now)
    return false
  }

  /// Prints what the board says, until the link ends.
  private func read(_ answers: ConsoleAnswers) async throws {
    var receiver = UCIReceiver(dialect: watcher.dialect)
    while true {
      let frame = try await link.receive()
      guard firmware == .uci else {
        watcher.show(frame.bytes, .in, at: frame.at)
        answers.note(frame.bytes, firmware)
        continue
      }
      for item in receiver.append(frame.bytes) {
        switch item {
        case .packet(let packet, let bytes):
          link.note(packet, at: frame.at)
          watcher.learn(packet)
          watcher.show(bytes, .in, at: frame.at)
          answers.note(bytes, firmware)
        case .damage(_, let bytes): watcher.show(bytes, .in, at: frame.at)
        }
      }
    }
  }
}

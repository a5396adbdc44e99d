import Errors
import Journal
import LabRuntime
import Links
import Notation
import Synchronization

/// The board's own console: its lines go into the journal, beside what crosses the board's link.
///
/// A console is there to help, and never ends a run: a port that cannot be opened, or goes away, is
/// noted, and opened again when it is back. Whatever it prints is bounded and escaped.
final class ConsoleRecorder: Sendable {
  /// Bytes that are recorded between two renewals.
  static let allowance = 1 << 14
  /// Bytes of one line; a longer one becomes several.
  static let longestLine = 240
  /// Without a line end, what was printed is a line after this time: prompts have none.
  private static let patience = Duration.milliseconds(500)
  /// Between two attempts to open the port.
  private static let pause = Duration.seconds(1)
  /// Pieces that wait; a console that floods is held back beyond that.
  private static let mostWaiting = 256

  private struct State {
    var left = ConsoleRecorder.allowance
    var omitted = 0
    var complaint = ""
  }

  private let board: String
  private let source: any LinkSource
  private let lab: Lab
  private let journal: Journal
  private let state = Mutex(State())

  init(board: String, source: any LinkSource, lab: Lab, journal: Journal) {
    self.board = board
    self.source = source
    self.lab = lab
    self.journal = journal
  }

  /// Grants the allowance anew, and says what was left out: at the beginning of a case.
  func renew() {
    let omitted = state.withLock { state in
      let omitted = state.omitted
      (state.left, state.omitted) = (Self.allowance, 0)
      return omitted
    }
    if omitted > 0 { note("\(omitted) bytes more came from its console and are not recorded") }
  }

  func record() async {
    while !Task.isCancelled {
      do throws(RigError) {
        let link = try await source.open()
        defer { link.close() }
        try await read(link)
      } catch {
        if error.code == .cancelled { return }
        complain("its console \(PrintableText.escaped(source.name)): \(error.reason)")
      }
      let slept: Void? = try? await lab.sleep(for: Self.pause, label: "the console of \(board)")
      if slept == nil { return }
    }
  }

  /// Reads lines until the link ends, which it throws.
  private func read(_ link: any Link) async throws(RigError) {
    let incoming = LabChannel<LinkEvent>(lab, label: "a line of the console of \(board)")
    link.start { event in
      incoming.send(event)
      if case .received = event, incoming.count > Self.mostWaiting { link.setReading(false) }
    }
    var held: [UInt8] = []
    var began = lab.now
    while true {
      let arrival: LinkEvent
      do throws(RigError) {
        arrival = try await incoming.receive(
          until: held.isEmpty ? nil : began.advanced(by: Self.patience))
      } catch {
        flush(&held, began)
        guard error.code == .timedOut else {
          throw RigError(.cancelled, link.name, reason: "the recording has ended")
        }
        continue
      }
      if incoming.count == 0 { link.setReading(true) }
      switch arrival {
      case .closed(let error):
        flush(&held, began)
        throw error
      case .received(let chunk):
        for byte in chunk.bytes {
          if byte == 0x0A || byte == 0x0D {
            flush(&held, began)
          } else {
            if held.isEmpty { began = chunk.at }
            held.append(byte)
            if held.count >= Self.longestLine { flush(&held, began) }
          }
        }
      }
    }
  }

  /// Records what is held, at the moment when it began.
  private func flush(_ held: inout [UInt8], _ at: LabInstant) {
    guard !held.isEmpty else { return }
    let count = held.count
    let isRecorded = state.withLock { state in
      guard state.left > 0 else {
        state.omitted += count
        return false
      }
      state.left -= count
      return true
    }
    if isRecorded {
      let text = PrintableText.escaped(
        String(decoding: held, as: UTF8.self), limit: Self.longestLine)
      journal.emit(.note(Event.Remark("\(board) console: \(text)")), at: at)
    }
    held.removeAll(keepingCapacity: true)
  }

  /// Says why nothing is recorded, once for each reason.
  private func complain(_ words: String) {
    let isNews = state.withLock { state in
      defer { state.complaint = words }
      return state.complaint != words
    }
    if isNews { note(words) }
  }

  private func note(_ words: String) { journal.emit(.note(Event.Remark("\(board): \(words)"))) }
}

extension ConsoleRecorder {
  /// Lets all of them record while `body` runs.
  static func recording<Value: Sendable>(
    _ recorders: [ConsoleRecorder], _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    guard !recorders.isEmpty else { return try await body() }
    return try await withThrowingTaskGroup(of: Void.self) { group in
      for recorder in recorders {
        group.addTask { await Lab.inBackground { await recorder.record() } }
      }
      defer { group.cancelAll() }
      return try await body()
    }
  }
}

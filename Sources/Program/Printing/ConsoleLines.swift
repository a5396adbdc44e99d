import Boards
import CRigShims
package import Console
package import Errors
import FoundationEssentials
import Glibc
package import LabRuntime
import Synchronization
import Terminal

/// Lines of standard input, read on a thread that may wait for them.
package final class ConsoleLines: Sendable {
  private let lab: Lab
  private let lines = Mutex(InputLines())
  private let isEdited: Bool

  /// Lines from a person at a terminal are edited, unless they are to be `plain`.
  package init(_ lab: Lab, board: String, plain: Bool) {
    self.lab = lab
    let isTerminal = isatty(STDIN_FILENO) == 1 && Terminal.canRedraw(.output)
    isEdited =
      unsafe !plain && isTerminal && rig_editor_open("\(board)> ", Self.historyFile() ?? "")
  }

  /// Offers these words to the key Tab: commands, each with the arguments that it takes.
  package func offer(_ words: [[String]]) {
    guard isEdited else { return }
    let text = words.map { $0.joined(separator: " ") }.joined(separator: "\n")
    unsafe rig_editor_words(text)
  }

  /// Leaves the terminal as it was found.
  package func close() { rig_editor_close() }

  /// Beside the other things that are kept of a user; nil where the environment names no home.
  private static func historyFile() -> String? {
    guard let kept = ProbeMemory.userFile(ProcessInfo.processInfo.environment) else { return nil }
    let folder = URL(filePath: kept).deletingLastPathComponent()
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder.appending(path: "console-history").path
  }

  /// The next line; nil at the end.
  ///
  /// In real time a thread waits for it and the lab goes on. In simulated time nothing happens
  /// while a person thinks: the lab itself stands still.
  package func next() async throws(RigError) -> ConsoleInput? {
    if lab.isSimulated { return read() }
    let channel = LabChannel<ConsoleInput>(lab, label: "a line of standard input")
    WorkerThread.start("console") {
      let line = self.read()
      self.lab.post {
        if let line { channel.send(line) }
        channel.close()
      }
    }
    do throws(RigError) { return try await channel.receive() } catch {
      guard error.code == .closed else { throw error }
      return nil
    }
  }

  private func read() -> ConsoleInput? {
    guard !Output.isClosed else { return nil }
    guard !isEdited else { return readEdited() }
    return lines.withLock { $0.next() }.map { line in
      switch line {
      case .text(let text): .success(text)
      case .tooLong: Self.refused(InputLines.longest)
      }
    }
  }

  private static func refused(_ longest: Int) -> ConsoleInput {
    .failure(RigError(.usage, reason: "a line of more than \(longest) bytes"))
  }

  private func readEdited() -> ConsoleInput? {
    var line = [CChar](repeating: 0, count: 1 << 16)
    let length = unsafe rig_editor_read(&line, line.count)
    guard length >= 0 else { return nil }
    guard length < line.count else { return Self.refused(line.count) }
    return .success(
      String(decoding: line.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self))
  }
}

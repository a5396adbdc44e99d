import Errors
import LabRuntime
import Links

/// A program with its arguments.
package struct ToolCommand: Equatable, Sendable, CustomStringConvertible {
  let program: String
  let arguments: [String]

  init(_ program: String, _ arguments: [String]) {
    self.program = program
    self.arguments = arguments
  }

  /// The command for a shell, every word quoted where it needs to be.
  package var description: String {
    ([program] + arguments).map(Self.quoted).joined(separator: " ")
  }

  package static func quoted(_ word: String) -> String {
    let plain = word.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: "-_./:=,@+".utf8.contains(byte)
      }
    }
    return plain && !word.isEmpty
      ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }
}

/// Bytes that come from a program, until it ends.
struct ToolBytes: Sendable {
  private enum Arrival: Sendable {
    case bytes([UInt8])
    case ended
  }

  private let link: any Link
  private let incoming: LabChannel<Arrival>

  init(_ lab: Lab, _ command: String, label: String) async throws(FlashError) {
    let incoming = LabChannel<Arrival>(lab, label: label)
    self.incoming = incoming
    do throws(RigError) {
      link = try await ExecSource(lab, command: command, directory: "").open()
    } catch { throw FlashError(error) }
    let link = link
    link.start { event in
      switch event {
      case .received(let chunk):
        incoming.send(.bytes(chunk.bytes))
        if incoming.count > 1024 { link.setReading(false) }
      case .closed: incoming.send(.ended)
      }
    }
  }

  func send(_ bytes: [UInt8]) async throws(RigError) { try await link.send(bytes) }

  func close() { link.close() }

  /// The next bytes; nil when the program has closed its output.
  func next(until deadline: LabInstant?) async throws(RigError) -> [UInt8]? {
    let arrival = try await incoming.receive(until: deadline)
    if incoming.count == 0 { link.setReading(true) }
    return if case .bytes(let bytes) = arrival { bytes } else { nil }
  }
}

/// A program that runs from its start to its end.
struct ToolProcess: Sendable {
  struct Output: Equatable, Sendable {
    var status: Int
    var lines: [String]
    var text: String { lines.joined(separator: "\n") }
  }

  /// Lines beyond are cut, and of many the last are kept.
  private static let longestLine = 4096
  private static let mostLines = 2000
  private static let mark = "uwbrig-exit-status "

  let lab: Lab
  let command: ToolCommand

  /// Runs it; `read` is told every line of its output and its errors, and what a carriage return
  /// rewrites is a line too.
  func output(
    within limit: Duration, read: (String) -> Void = { _ in }
  ) async throws(FlashError) -> Output {
    let bytes = try await ToolBytes(
      lab, "\(command) </dev/null 2>&1; printf '\\n\(Self.mark)%s\\n' $?",
      label: "the output of \(command.program)")
    defer { bytes.close() }
    let deadline = lab.now.advanced(by: limit)
    var output = Output(status: -1, lines: [])
    var line: [UInt8] = []
    while true {
      let piece: [UInt8]?
      do throws(RigError) { piece = try await bytes.next(until: deadline) } catch {
        guard error.code == .timedOut else { throw FlashError.interrupted(false) }
        throw FlashError(
          .noAnswer, "\(command.program) did not end within \(limit.components.seconds) s",
          advice: "Unplug the probe, plug it in, and flash again.")
      }
      guard let piece else { return output }
      for byte in piece {
        guard byte == 0x0A || byte == 0x0D else {
          if line.count < Self.longestLine { line.append(byte) }
          continue
        }
        take(String(decoding: line, as: UTF8.self), &output, read)
        line.removeAll(keepingCapacity: true)
      }
    }
  }

  private func take(_ line: String, _ output: inout Output, _ read: (String) -> Void) {
    guard !line.isEmpty else { return }
    if line.hasPrefix(Self.mark), let status = Int(line.dropFirst(Self.mark.count)) {
      output.status = status
      return
    }
    if output.lines.count == Self.mostLines { output.lines.removeFirst(Self.mostLines / 2) }
    output.lines.append(line)
    read(line)
  }
}

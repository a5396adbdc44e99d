import BootProtocols
import Errors
import FoundationEssentials
import LabRuntime
import Links

/// OpenOCD at work, spoken to through its TCL port: a command and 0x1A, an answer and 0x1A.
///
/// The port is the program's own standard input and output (`tcl_port pipe`), where no other
/// program can connect, and with which OpenOCD ends when we do.
struct OpenOCDSession: Sendable {
  private static let end: UInt8 = 0x1A
  private static let longestAnswer = 1 << 20

  private let lab: Lab
  private let bytes: ToolBytes
  let folder: ToolFolder

  /// The command line: the probe, the chip, and no port that others could reach.
  static func command(_ path: String, _ target: ProbeTarget) -> ToolCommand {
    let setting = probe(target.serial, target.speed)
    return ToolCommand(
      path,
      [
        "-c", setting.joined(separator: "; "), "-f", "target/nrf52.cfg", "-c",
        // After the target's file, which sets a speed of its own.
        "adapter speed \(target.speed); gdb_port disabled; telnet_port disabled; "
          + "tcl_port pipe; noinit",
      ])
  }

  /// The command line for whatever is behind the probe: its bus alone, so that no core is looked
  /// for, halted or put into debug mode.
  static func reading(
    _ path: String, _ serial: String, speed: Int
  ) -> ToolCommand {
    ToolCommand(
      path,
      [
        "-c", probe(serial, speed).joined(separator: "; "), "-c",
        "swd newdap chip cpu -expected-id 0; dap create chip.dap -chain-position chip.cpu; "
          + "target create chip.bus mem_ap -dap chip.dap -ap-num 0", "-c",
        "gdb_port disabled; telnet_port disabled; tcl_port pipe; noinit",
      ])
  }

  private static func probe(_ serial: String, _ speed: Int) -> [String] {
    [
      "adapter driver jlink", "adapter serial \(serial)", "transport select swd",
      "adapter speed \(speed)",
    ]
  }

  init(_ lab: Lab, _ command: ToolCommand) async throws(FlashError) {
    self.lab = lab
    folder = try ToolFolder()
    let log = ToolCommand.quoted(folder.path("openocd.log"))
    do throws(FlashError) {
      bytes = try await ToolBytes(
        lab, "exec \(command) 2>\(log)", label: "an answer of OpenOCD")
    } catch {
      folder.remove()
      throw error
    }
  }

  /// A session whose probe and chip have answered.
  ///
  /// A probe that was just plugged in, and one on a network, is not always found at once.
  static func connected(
    _ lab: Lab, _ command: ToolCommand
  ) async throws(FlashError) -> OpenOCDSession {
    var attempts = 3
    while true {
      let session = try await OpenOCDSession(lab, command)
      attempts -= 1
      do throws(FlashError) {
        _ = try await session.perform(
          "init", within: .seconds(30), isTouched: false, doing: "connecting to the chip")
        return session
      } catch {
        session.close()
        if error.code != .line || attempts == 0 { throw error }
      }
    }
  }

  func close() {
    bytes.close()
    folder.remove()
  }

  var log: [String] {
    let data = FileManager.default.contents(atPath: folder.path("openocd.log")) ?? Data()
    return String(decoding: data.suffix(65_536), as: UTF8.self)
      .split(whereSeparator: \.isNewline).map(String.init)
  }

  /// Has a command done.
  ///
  /// - Returns: its result, or what went wrong in OpenOCD's words.
  func ask(
    _ command: String, within limit: Duration, isTouched: Bool
  ) async throws(FlashError) -> (isDone: Bool, result: String) {
    let wrapped =
      "set uwbrigFailed [catch {\(command)} uwbrigResult]; "
      + "format {%s %s} $uwbrigFailed $uwbrigResult"
    do throws(RigError) {
      try await bytes.send(Array(wrapped.utf8) + [Self.end])
    } catch {
      if error.code == .cancelled { throw FlashError.interrupted(isTouched, by: .probe) }
      throw ended(isTouched)
    }
    let deadline = lab.now.advanced(by: limit)
    var answer: [UInt8] = []
    while answer.last != Self.end {
      let piece: [UInt8]?
      do throws(RigError) { piece = try await bytes.next(until: deadline) } catch {
        guard error.code == .timedOut else {
          throw FlashError.interrupted(isTouched, by: .probe)
        }
        throw FlashError(
          .noAnswer, "OpenOCD did not answer within \(limit.components.seconds) s",
          advice: "Unplug the probe, plug it in, and flash again.", imageTouched: isTouched,
          by: .probe)
      }
      guard let piece, answer.count < Self.longestAnswer else { throw ended(isTouched) }
      answer += piece
    }
    let text = String(decoding: answer.dropLast(), as: UTF8.self)
    let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    return (parts.first == "0", parts.count > 1 ? String(parts[1]) : "")
  }

  func perform(
    _ command: String, within limit: Duration = .seconds(60), isTouched: Bool, doing what: String
  ) async throws(FlashError) -> String {
    let known = log.count
    let (isDone, result) = try await ask(command, within: limit, isTouched: isTouched)
    guard isDone else {
      let news = Array(log.dropFirst(known)) + [result].filter { !$0.isEmpty }
      throw ProbeFailure.error(.openocd, status: 1, lines: news, isTouched: isTouched, doing: what)
    }
    return result
  }

  func numbers(
    _ command: String, isTouched: Bool, doing what: String
  ) async throws(FlashError) -> [UInt32] {
    let text = try await perform(command, isTouched: isTouched, doing: what)
    return text.split(whereSeparator: \.isWhitespace).compactMap { word in
      word.hasPrefix("0x") ? UInt32(word.dropFirst(2), radix: 16) : UInt32(word)
    }
  }

  private func ended(_ isTouched: Bool) -> FlashError {
    ProbeFailure.error(
      .openocd, status: 1, lines: log, isTouched: isTouched, doing: "OpenOCD has ended")
  }
}

/// A folder of one flash, which its owner alone can read, and which is gone after it.
struct ToolFolder: Sendable {
  private let root: String

  init() throws(FlashError) {
    let base = FileManager.default.temporaryDirectory.path
    let process = ProcessInfo.processInfo.processIdentifier
    for number in 0..<1000 {
      let path = "\(base)/uwbrig-flash-\(process)-\(number)"
      // Fails where there is one: it is another board's, or another user's.
      let isMade: Void? = try? FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: false,
        attributes: [.posixPermissions: 0o700])
      if isMade != nil {
        root = path
        return
      }
    }
    throw FlashError(
      .tool, "no folder can be made in \(base)", advice: "Make room there, or set TMPDIR.")
  }

  func path(_ name: String) -> String { "\(root)/\(name)" }

  func write(_ bytes: [UInt8], to name: String) throws(FlashError) -> String {
    let file = path(name)
    guard FileManager.default.createFile(atPath: file, contents: Data(bytes)) else {
      throw FlashError(
        .tool, "\(file) cannot be written", advice: "Make room there, or set TMPDIR.")
    }
    return file
  }

  func remove() { try? FileManager.default.removeItem(atPath: root) }
}

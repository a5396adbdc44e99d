import FirmwareImages
import Foundation
import LabRuntime
import TestSupport
import Testing

@testable import Flashing

@Suite("A reset through a debug probe")
struct ProbeResetTests {
  /// Answers every command of OpenOCD's TCL port, and writes it down.
  private static let openocd = """
    #!/usr/bin/env bash
    if [ "$1" = --version ]; then echo "Open On-Chip Debugger 0.12.0"; exit; fi
    echo "$*" >>"$(dirname "$0")/said"
    while IFS= read -r -d $'\\x1a' command; do
      echo "$command" >>"$(dirname "$0")/said"
      printf '0 \\x1a'
    done
    """

  /// Writes down the script that it is given.
  private static func commander(_ answer: String) -> String {
    """
    #!/usr/bin/env bash
    echo "SEGGER J-Link Commander V7.94 (Compiled Dec  1 2023)"
    for word; do script=$word; done
    [ "$script" = /dev/null ] && exit
    echo "$*" | sed 's, -CommandFile.*,,' >>"$(dirname "$0")/said"
    cat "$script" >>"$(dirname "$0")/said"
    echo "\(answer)"
    """
  }

  /// What the programs of a machine were told.
  private func reset(_ programs: [(String, String)]) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "uwbrig-reset-\(ProcessInfo.processInfo.processIdentifier)-"
        + "\(UInt32.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in programs {
      let source = folder.appending(path: "\(name).text")
      try Data((text + "\n").utf8).write(to: source)
      // The system runs no file that is open for writing anywhere, and a child that another test is
      // starting has what is open here for a moment: so another process writes it.
      let install = try ChildProcess(
        "/usr/bin/install", ["-m", "755", source.path, folder.appending(path: name).path])
      try #require(try install.wait() == .exit(0))
    }
    let lab = Lab.live(seed: 0)
    try lab.run {
      try await ProbeReset.perform(ProbeTests.target, searchPath: folder.path, lab)
    }
    let said = try String(contentsOf: folder.appending(path: "said"), encoding: .utf8)
    return said.split(separator: "\n").map(String.init)
  }

  @Test("by OpenOCD: the probe by its number, a connection, a reset, and nothing else")
  func openocd() throws {
    let said = try reset([("openocd", Self.openocd), ("JLinkExe", Self.commander("O.K."))])
    #expect(said.first?.contains("adapter serial 760123456") == true)
    let commands = said.dropFirst().compactMap {
      $0.firstMatch(of: /catch \{(.*?)\} uwbrigResult/).map { String($0.output.1) }
    }
    #expect(commands == ["init", "reset run", "shutdown"])
  }

  @Test("by J-Link Commander where there is no OpenOCD")
  func jlink() throws {
    let said = try reset([("JLinkExe", Self.commander("Reset device via AIRCR.SYSRESETREQ."))])
    #expect(
      said == [
        "-NoGui 1 -ExitOnError 1 -device nRF52833_xxAA -if SWD -speed 4000 -autoconnect 1 -USB "
          + "760123456", "r", "g", "exit",
      ])
  }

  @Test("a chip that does not answer is told in our words, though the program ends with status 0")
  func silent() throws {
    let error = #expect(throws: FlashError.self) {
      try reset([("JLinkExe", Self.commander("Could not connect to the target."))])
    }
    #expect(error?.code == .noAnswer)
    #expect(error?.message == "resetting the chip: the chip does not answer the probe")
  }

  @Test("without any program the one that every distribution has is named")
  func none() throws {
    let error = #expect(throws: FlashError.self) { try reset([]) }
    #expect(error?.code == .tool)
    #expect(error?.advice == "sudo apt-get install openocd")
  }
}

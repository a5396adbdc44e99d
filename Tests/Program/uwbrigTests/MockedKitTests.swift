import Foundation
import Journal
import Testing

/// The tool that shows programs devices which are not there.
private enum Umockdev {
  static let program = "/usr/bin/umockdev-run"

  /// On a CI machine a missing tool is a failure.
  static var isHere: Bool {
    ProcessInfo.processInfo.environment["CI"] != nil
      || FileManager.default.isExecutableFile(atPath: program)
  }
}

/// The built program on a kit that umockdev shows it: everything from sysfs to the words on the screen.
@Suite("A mocked kit", .enabled(if: Umockdev.isHere, "umockdev is not here"))
struct MockedKitTests {
  /// Runs the program with the kit attached.
  private func run(_ program: Program, _ arguments: [String]) throws -> Program.Ending {
    let kit = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Devices/dwm3001cdk-native.umockdev")
    return try program.run(arguments, through: [Umockdev.program, "-d", kit.path, "--"])
  }

  @Test("rig init writes a file for it that rig check passes, and overwrites none")
  func rigFile() throws {
    let program = try Program()
    defer { program.clean() }
    let ending = try run(program, ["rig", "init", "--out", "bench.yaml"])
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(ending.output == "bench.yaml: 1 board\n")
    #expect(ending.errors.contains("Open: USB does not tell whether this is a"))
    let check = try program.run(["rig", "check", "bench.yaml"])
    #expect(check.status == 0, "\(check.errors)")
    #expect(try program.read("bench.yaml").contains("F1498C5AB09C"))
    let again = try run(program, ["rig", "init", "--out", "bench.yaml"])
    #expect(again.status == 2)
    #expect(again.errors.contains("is there already"))
  }

  @Test("doctor sees it, and that the kernel may put it to sleep")
  func doctor() throws {
    let program = try Program()
    defer { program.clean() }
    let ending = try run(program, ["doctor", "--json"])
    let json = try JSONParser.parse(Array(ending.output.utf8))
    let checks = json["checks"]?.array ?? []
    func status(_ name: String) -> String? {
      checks.first { $0["name"]?.string == name }?["status"]?.string
    }
    #expect(status("boards") == "ok")
    #expect(status("usb-bus") == "ok")
    #expect(status("autosuspend") == "warning")
  }
}

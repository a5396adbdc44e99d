import Boards
import Errors
import Foundation
import Testing

@testable import Bluetooth
@testable import Doctor

@Suite("What the doctor sees of Bluetooth")
struct BluetoothGlanceTests {
  /// A sysfs with files of these contents.
  private static func look(
    _ files: [String: String], daemons: [String] = [],
    ask: () throws -> BluetoothSurvey = { BluetoothSurvey() }
  ) throws -> Machine.Bluetooth {
    let root = FileManager.default.temporaryDirectory.appending(path: "sysfs-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: root) }
    for (path, text) in files {
      let file = root.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    return .here(root: root.path, daemons: daemons, ask: ask)
  }

  @Test("without an adapter bluetoothd is not asked")
  func none() throws {
    let found = try Self.look(["module/bluetooth/refcnt": "0"]) {
      Issue.record("asked")
      return BluetoothSurvey()
    }
    #expect(found.hasKernel)
    #expect(found.adapters.isEmpty && found.survey == nil)
  }

  @Test("adapters are told from their connections, and switches of other radios are left out")
  func adapters() throws {
    let found = try Self.look([
      "module/bluetooth/refcnt": "1", "class/bluetooth/hci0/uevent": "",
      "class/bluetooth/hci0:64/uevent": "", "class/bluetooth/hci1/uevent": "",
      "class/rfkill/rfkill0/type": "wlan\n", "class/rfkill/rfkill0/soft": "1\n",
      "class/rfkill/rfkill1/type": "bluetooth\n", "class/rfkill/rfkill1/name": "hci0\n",
      "class/rfkill/rfkill1/soft": "1\n", "class/rfkill/rfkill1/hard": "0\n",
    ])
    #expect(found.adapters == ["hci0", "hci1"])
    #expect(found.blocks.map(\.name) == ["hci0"])
    #expect(found.blocks.allSatisfy { $0.isSoft && !$0.isHard })
    #expect(found.survey != nil)
  }

  @Test("a bus that refuses is kept with its reason")
  func refused() throws {
    let found = try Self.look(["class/bluetooth/hci0/uevent": ""]) {
      throw RigError(.notFound, "D-Bus", reason: "the system bus is not there")
    }
    #expect(found.survey == nil)
    #expect(found.failure?.reason == "the system bus is not there")
  }

  @Test("the version is what the program itself says")
  func version() throws {
    let program = FileManager.default.temporaryDirectory.appending(
      path: "bluetoothd-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: program) }
    // Not written here: a program that another test starts meanwhile would inherit the open file, and one
    // that is open for writing cannot be run.
    let script = ShellProgram.run(
      "printf '#!/bin/sh\\necho 5.66\\n' >'\(program.path)' && chmod 755 '\(program.path)'",
      limit: .seconds(60))
    try #require(script.status == 0)
    let found = try Self.look(["class/bluetooth/hci0/uevent": ""], daemons: [program.path])
    #expect(found.version == "5.66")
  }
}

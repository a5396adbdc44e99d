import RigFile
import Testing

@testable import BootProtocols
@testable import Calibration

@Suite("Calibrating boards with Qorvo's shell")
struct ShellTests {
  /// Three boards with a shell; `changes` by name.
  static func plan(
    _ changes: [String: String] = [:], ranges: Int = 100,
    change: (inout CalibrationPlan.Settings) -> Void = { _ in }
  ) throws -> CalibrationPlan {
    let places = ["one": "[0, 0, 1]", "two": "[2.5, 0, 1]", "three": "[1.2, 2.2, 1]"]
    let boards = ["one", "two", "three"].map { name in
      "  - {name: \(name), firmware: qorvo-cli, link: virtual, position: \(places[name] ?? ""), "
        + "rate: 115200, " + (changes[name] ?? "radio: {echoes: 0.015}") + "}"
    }
    let file = try RigFile.parse(
      "version: 1\nname: shells\ntime: virtual\nboards:\n" + boards.joined(separator: "\n") + "\n",
      file: "shells.yaml", directory: "")
    var settings = CalibrationPlan.Settings()
    settings.ranges = ranges
    change(&settings)
    return try CalibrationPlan(file, subjects: file.boards, settings: settings)
  }

  @Test("three boards are right within 2 cm afterwards, and stay so over a power cut")
  func three() throws {
    let rehearsal = CalibrationRehearsal(try Self.plan())
    for seed in 0..<3 as Range<UInt64> {
      let world = try rehearsal.world(seed)
      #expect(world.fault == nil, "seed \(seed): \(String(describing: world.fault))")
      #expect(world.isRestored)
      #expect(world.remaining.allSatisfy { abs($0) <= 0.02 }, "\(world.remaining)")
    }
  }

  @Test(
    "a fault of the shell ends with the old values",
    arguments: [
      ("zeroes-keys", CalibrationFault.Code.notTaken), ("forgets", .notKept),
      ("falls-silent", .failed),
    ])
  func faults(_ name: String, _ code: CalibrationFault.Code) throws {
    let plan = try Self.plan(
      ["two": "radio: {error: 0.2}, misbehaviour: \(name)"], ranges: 40)
    let world = try CalibrationRehearsal(plan).world(1)
    #expect(world.fault?.code == code, "\(String(describing: world.fault))")
    #expect(world.isRestored)
  }

  @Test("a round of two lines is read, with what is below zero and what was lost")
  func round() throws {
    var reader = QorvoShellReader()
    let text =
      "SESSION_INFO_NTF: {session_handle=1, sequence_number=12, block_index=0, n_measurements=2\n\r "
      + "[mac_address=0x0000, status=\"SUCCESS\", distance[cm]=-75, RSSI[dBm]=-78.0];\n\r "
      + "[mac_address=0x0A02, status=\"RX_TIMEOUT\"]}\r\n\r\nok\r\n"
    var items: [QorvoShellReader.Item] = []
    for byte in text.utf8 { items += reader.append([byte]) }
    #expect(
      items == [
        .round(
          .init(
            sequence: 12,
            measurements: [
              .init(address: 0, status: "SUCCESS", centimetres: -75, power: -78),
              .init(address: 0x0A02, status: "RX_TIMEOUT", centimetres: nil, power: nil),
            ])),
        .ended(true),
      ])
  }
}

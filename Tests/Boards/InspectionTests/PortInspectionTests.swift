import Boards
import BootProtocols
import Inspection
import LabRuntime
import Links
import Testing
import VirtualBoards

@Suite("Asking a board for all that it tells")
struct PortInspectionTests {
  private static func inspect(
    _ firmware: Firmware,
    _ serve: @escaping @Sendable (MemoryPort, Lab) async throws -> Void
  ) throws -> (value: ChannelReport, time: Duration) {
    try withPort(serve) { port, lab in
      await PortInspection(firmware).ask(try await port.open(), lab: lab)
    }
  }

  /// What a board has to say at least, its parts behind dots.
  static let facts: [(TestBoard, [String: String])] = [
    (
      .uci,
      [
        "dialect": "fira2+qorvo", "device.uci_version": "2.0.0",
        "device.vendor_info.device_id": "deca0302",
        "capabilities.MAX_DATA_PACKET_PAYLOAD_SIZE": "255",
        "capabilities.CHANNELS": "ch5, ch9 (9)",
        "capabilities.FIRA_PHY_VERSION_RANGE": "2.0.0 (131074)",
      ]
    ),
    (.fira1, ["dialect": "fira1", "device.uci_version": "1.1.0"]),
    (.nxp, ["dialect": "fira2+nxp", "device.uci_version": "3.0.0"]),
    (.accessory, ["MajorVersion": "1", "UWBConfigData.RANGING_ROLE": "responder"]),
    (
      .secureDFU,
      [
        "chip": "nRF52833", "chip.variant": "AAB0", "bootloader.address": "0x72000",
        "application.size": "2048 bytes",
      ]
    ),
    (
      .mcuboot,
      [
        "bootloader": "MCUboot", "image 0 slot 0": "0.1.0",
        "image 0 slot 0.state": "active, confirmed, bootable",
      ]
    ),
    (
      .qorvo,
      [
        "Device": "DWM3001CDK - DW3_QM33_SDK - FreeRTOS", "Version": "1.1.0",
        "Apps": "LISTENER, RESPF, INITF", "last error": "0",
      ]
    ),
    (
      .dwm1001,
      ["firmware": "x01030001", "address": "xDECA6B5C11E02A1C", "mode": "tn (act,twr,np,nole)"]
    ),
  ]

  static func flat(_ items: [InspectedItem], _ path: String = "") -> [String: String] {
    var result: [String: String] = [:]
    for item in items {
      result[path + item.name] = item.text
      result.merge(flat(item.parts, path + item.name + ".")) { first, _ in first }
    }
    return result
  }

  @Test("every virtual board tells who it is", arguments: facts.indices)
  func tells(_ index: Int) throws {
    let (board, expected) = Self.facts[index]
    let report = try Self.inspect(board.firmware, board.serve).value
    #expect(report.failure == nil)
    let said = Self.flat(report.items)
    for (name, value) in expected.sorted(by: { $0.key < $1.key }) {
      #expect(said[name] == value, "\(name) in \(said.sorted { $0.key < $1.key })")
    }
  }

  /// Loaders in ROM, which are asked only where the rig file says that they are there.
  static let loaders: [(BootProtocol, [String: String])] = [
    (.espROM, ["chip": "ESP32", "flash": "4194304 bytes"]),
    (.nxpDK6, ["chip": "QN9090", "flash.address": "0x0"]),
    (.nxpMboot, ["bootloader": "K3.0.0", "flash address": "0x8000000"]),
  ]

  @Test("a loader in ROM tells who it is, twice the same", arguments: loaders.indices)
  func loader(_ index: Int) throws {
    let (boot, expected) = Self.loaders[index]
    let firmware = Firmware.bootloader(boot)
    let reports = try withPort { port, lab in
      try await TestBoard.secureDFU.serve(boot, port, lab)
    } _: { port, lab in
      [
        await PortInspection(firmware).ask(try await port.open(), lab: lab),
        await PortInspection(firmware).ask(try await port.open(), lab: lab),
      ]
    }.value
    #expect(reports[0].failure == nil)
    #expect(reports[0] == reports[1])
    let said = Self.flat(reports[0].items)
    for (name, value) in expected.sorted(by: { $0.key < $1.key }) {
      #expect(said[name] == value, "\(name) in \(said.sorted { $0.key < $1.key })")
    }
  }

  @Test("silence where a loader was said to be is said so")
  func silentLoader() throws {
    for (boot, _) in Self.loaders {
      let report = try Self.inspect(.bootloader(boot), chatter([], every: .zero))
      #expect(report.value.failure?.message.isEmpty == false)
      #expect(report.time < .seconds(31))
    }
  }

  @Test("a shell tells its calibration keys")
  func calibration() throws {
    let report = try Self.inspect(.shell(.qorvoCLI), TestBoard.qorvo.serve).value
    let keys = report.items.first { $0.name == "calibration" }
    #expect(keys.map { $0.value == "\($0.parts.count)" } == true)
    #expect(keys?.parts.isEmpty == false)
  }

  @Test("asking twice gives the same, so nothing was changed", arguments: TestBoard.allCases)
  func twice(_ board: TestBoard) throws {
    let reports = try withPort(board.serve) { port, lab in
      [
        await PortInspection(board.firmware).ask(try await port.open(), lab: lab),
        await PortInspection(board.firmware).ask(try await port.open(), lab: lab),
      ]
    }
    // An accessory has a new address after each initialize.
    let differences = BoardComparison(reports.value[0].listed, reports.value[1].listed).differences
    #expect(differences.allSatisfy { $0.name == "UWBConfigData.SOURCE_ADDRESS" })
  }

  @Test("silence is said so, in a time that a person waits", arguments: TestBoard.allCases)
  func silence(_ board: TestBoard) throws {
    let report = try Self.inspect(board.firmware, chatter([], every: .zero))
    #expect(report.value.items.isEmpty)
    #expect(report.value.failure?.message.isEmpty == false)
    #expect(report.time < .seconds(15))
  }

  @Test(
    "a board that talks without end, and sense, is left alone", arguments: TestBoard.allCases)
  func flood(_ board: TestBoard) throws {
    let report = try Self.inspect(
      board.firmware, chatter(Array("garbage \u{1B}[2J\r\n".utf8), every: .milliseconds(1)))
    #expect(report.value.failure != nil)
    #expect(report.time < .seconds(35))
  }

  @Test("a board that is gone in the middle leaves what it has said", arguments: TestBoard.allCases)
  func unplugged(_ board: TestBoard) throws {
    let report = try Self.inspect(board.firmware) { port, _ in
      while let link = try? await port.connections.receive() {
        link.start { _ in }
        link.close()
      }
    }
    #expect(report.value.failure != nil)
  }
}

extension ChannelReport {
  /// Alone.
  var listed: [ChannelReport] { [self] }
}

import Boards
import Testing

@Suite("boards of devices")
struct BoardTests {
  private static func inventory(_ devices: [MockDevice]) throws -> USBInventory {
    let tree = try MockTree()
    defer { tree.clean() }
    for device in devices { try tree.plug(device) }
    return USBTree(roots: SystemRoots(below: tree.path)).snapshot()
  }

  private static let kit: [MockDevice] = [
    .native("1-1", address: 5, serial: "F1498C5AB09C", terminal: "ttyACM0"),
    .probe("1-2", address: 6, serial: "000760012345", terminals: ["ttyACM1"]),
    .native("1-3", address: 7, serial: "C0D1E2F3A4B5", terminal: "ttyACM2"),
    .mouse("1-4", address: 8),
  ]

  @Test(
    "the chip's address pairs a probe with the chip's own port, whatever the order of the ports")
  func paired() throws {
    let inventory = try Self.inventory(Self.kit)
    let boards = inventory.boards(ProfileLibrary([])) { device in
      device.isProbe ? ChipAddress(low: 0xE2F3_A4B5, high: 0xABCD_00D1) : nil
    }
    #expect(boards.map { $0.parts.map(\.device.path) } == [["1-1"], ["1-2", "1-3"]])
    #expect(boards.allSatisfy { $0.undecided.isEmpty })
  }

  @Test("without the chip's address nothing is paired, and how to decide is said")
  func undecided() throws {
    let inventory = try Self.inventory(Self.kit)
    let boards = inventory.boards(ProfileLibrary([]))
    #expect(boards.map { $0.parts.map(\.device.path) } == [["1-1"], ["1-2"], ["1-3"]])
    #expect(boards.map { $0.undecided.map(\.path) } == [["1-2"], ["1-1", "1-3"], ["1-2"]])
    #expect(
      boards[0].undecided[0].command
        == "openocd -f interface/jlink.cfg -c 'adapter serial 760012345; transport select swd' "
        + "-f target/nrf52.cfg -c 'init; mdw 0x100000a4; shutdown'")
    #expect(boards[0].undecided[0].answer == "0x100000a4: 8c5ab09c")
  }

  @Test("a single probe beside a single port is no proof")
  func neighbours() throws {
    let inventory = try Self.inventory(Array(Self.kit.prefix(2)))
    let boards = inventory.boards(ProfileLibrary([]))
    #expect(boards.count == 2)
    #expect(boards.allSatisfy { $0.undecided.count == 1 })
  }

  @Test("a probe whose chip is another one is in no doubt")
  func otherChip() throws {
    let inventory = try Self.inventory(Array(Self.kit.prefix(2)))
    let boards = inventory.boards(ProfileLibrary([])) { _ in ChipAddress(low: 1, high: 2) }
    #expect(boards.count == 2)
    #expect(boards.allSatisfy { $0.undecided.isEmpty })
  }

  @Test("descriptors tell the ports of a probe, and that its drive harms them")
  func roles() throws {
    var probe = MockDevice.probe(
      "1-2", address: 6, serial: "001050247094", terminals: ["ttyACM1", "ttyACM2"])
    probe.product = 0x1051
    let boards = try Self.inventory([probe]).boards(ProfileLibrary([]))
    let recognition = try #require(boards.first?.parts.first?.recognition)
    #expect(recognition.role(ofInterface: 0) == "vcom0")
    #expect(recognition.role(ofInterface: 2) == "vcom1")
    #expect(recognition.role(ofInterface: 4) == nil)
    #expect(recognition.remarks.first?.contains("MSDDisable") == true)
  }

  @Test("a serial number that two devices have is no address")
  func address() throws {
    let inventory = try Self.inventory([
      .probe("1-1", address: 5, serial: "000683298616", terminals: ["ttyACM0"]),
      .probe("1-2", address: 6, serial: "990683298616", terminals: ["ttyACM1"]),
      .probe("1-3", address: 7, serial: "001050247094", terminals: ["ttyACM2"]),
    ])
    let boards = inventory.boards(ProfileLibrary([]))
    let words = boards.map { "\(inventory.selector(of: $0.parts[0].device))" }
    #expect(words == ["path=1-1", "path=1-2", "serial=1050247094"])
  }
}

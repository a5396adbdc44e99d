import Boards
import BootProtocols
import Testing

@Suite("Which probe and which port are one board")
struct ChipPairTests {
  private static let serial = "F1498C5AB09C"
  private static let address = ChipAddress(low: 0x8C5A_B09C, high: 0x3149)

  private static func probe(_ serial: String? = "000760123456", at path: String = "1-1")
    -> USBDevice
  { Devices.jlink(serial, at: path) }

  private static func port(_ serial: String? = serial, at path: String = "1-2") -> USBDevice {
    Devices.native(serial, at: path)
  }

  private static func pair(_ serial: String = "000760123456") throws -> ChipPair {
    try #require(
      ChipPair(probe: probe(serial), port: port(), address: address, chip: "nRF52833"))
  }

  @Test("only a probe and the port of the very chip are a pair, each with its serial number")
  func pairs() throws {
    let pair = try Self.pair()
    #expect(pair.probe == "760123456")
    #expect(pair.port == Self.serial)
    #expect(pair.address?.usbSerial == Self.serial)
    let others: [(USBDevice, USBDevice)] = [
      (Self.probe(), Self.port("F1498C5AB09D")), (Self.probe(nil), Self.port()),
      (Self.probe(), Self.port(nil)), (Self.port(), Self.probe()), (Self.probe(), Self.probe()),
    ]
    for (probe, port) in others {
      #expect(ChipPair(probe: probe, port: port, address: Self.address, chip: "") == nil)
    }
  }

  @Test("a remembered pair holds as long as both are there, and each alone")
  func holds() throws {
    var memory = ProbeMemory()
    memory.remember(try Self.pair())
    func known(_ devices: USBDevice...) -> Int { memory.pairs(in: USBInventory(devices)).count }
    #expect(known(Self.probe(), Self.port()) == 1)
    #expect(known(Self.probe(at: "3-4"), Self.port(at: "2-1.7")) == 1)
    #expect(known(Self.probe()) == 0)
    #expect(known(Self.port()) == 0)
    #expect(known(Self.probe("000760123457"), Self.port()) == 0)
    // Two with one serial number: which of them was it?
    #expect(known(Self.probe(), Self.probe(at: "1-3"), Self.port()) == 0)
    #expect(known(Self.probe(), Self.port(), Self.port(at: "1-3")) == 0)
  }

  @Test("what is seen without the other is forgotten; both gone and back are the same board")
  func forgotten() throws {
    func remains(after devices: USBDevice...) throws -> Bool {
      var memory = ProbeMemory()
      memory.remember(try Self.pair())
      memory.forgetSeparated(USBInventory(devices))
      return !memory.pairs.isEmpty
    }
    #expect(try remains(after: Self.probe(), Self.port()))
    #expect(try remains())
    #expect(try !remains(after: Self.probe()))
    #expect(try !remains(after: Self.port()))
  }

  @Test("a probe is behind one chip, and a chip before one probe")
  func renewed() throws {
    var memory = ProbeMemory()
    memory.remember(try Self.pair())
    memory.remember(try Self.pair("000760123457"))
    #expect(memory.pairs.map(\.probe) == ["760123457"])
    memory.forgetChip(behind: Self.probe("000760123456"))
    #expect(memory.pairs.count == 1)
    memory.forgetChip(behind: Self.probe("760123457"))
    #expect(memory.pairs.isEmpty)
  }

  @Test("pairs stand in the file beside the answers, and garbage among them costs only itself")
  func file() throws {
    var memory = ProbeMemory()
    memory.remember(try Self.pair())
    memory.remember(
      ProbeResult(firmware: .uci, detail: "UCI 2.0"), Devices.native(Self.serial), interface: 0)
    #expect(ProbeMemory(text: memory.text) == memory)
    let garbage =
      "pair\t1\tno address\tnRF52833\npair\t\t\(Self.serial)\tx\nother\t1\t\(Self.serial)\tx\npair\n"
    #expect(ProbeMemory(text: garbage + memory.text) == memory)
    // Flashing changes the firmware, and not the board.
    memory.forget(Devices.native(Self.serial))
    #expect(memory.entries.isEmpty)
    #expect(memory.pairs.count == 1)
  }
}

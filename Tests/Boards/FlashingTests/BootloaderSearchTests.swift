import Boards
import Errors
import Testing

@testable import Flashing

@Suite("The board as its bootloader")
struct BootloaderSearchTests {
  private static func device(
    _ path: String, _ address: Int, _ product: UInt16, serial: String?, vendor: UInt16 = 0x1915
  ) -> USBDevice {
    USBDevice(
      path: path, bus: 1, address: address, vendor: vendor, product: product, serial: serial,
      interfaces: [USBInterface(number: 0, interfaceClass: 2)])
  }

  private static let rule = {
    let library = try? ProfileLibrary.shipped()
    return library?.profile(named: "dwm3001cdk")?.part(named: "bootloader")?.match
  }()

  private static let application = device("1-1", 4, 0x520F, serial: "F1498C5AB09C")

  private static func search(
    _ before: USBDevice = application, leaves: Bool = true
  ) throws -> BootloaderSearch {
    BootloaderSearch(before: before, rule: try #require(rule), leaves: leaves)
  }

  @Test("it is found under another product and in another port by its serial number")
  func moved() throws {
    let found = try Self.search().find(
      in: USBInventory([
        Self.device("1-3", 5, 0x521F, serial: "C0D1E2F3A4B5"),
        Self.device("1-2", 9, 0x521F, serial: "f1498c5ab09c"),
      ]))
    #expect(found?.path == "1-2")
  }

  @Test("it is found at its own port where its bootloader has no number")
  func sameport() throws {
    let found = try Self.search().find(
      in: USBInventory([
        Self.device("1-2", 8, 0x521F, serial: nil), Self.device("1-1", 9, 0x521F, serial: nil),
      ]))
    #expect(found?.address == 9)
  }

  @Test("while it is away, or still runs its application, nothing is found")
  func away() throws {
    let others = [Self.device("1-2", 8, 0x521F, serial: "C0D1E2F3A4B5")]
    #expect(try Self.search().find(in: USBInventory(others)) == nil)
    #expect(try Self.search().find(in: USBInventory(others + [Self.application])) == nil)
  }

  @Test("another board that is put into its port is refused, whatever it runs")
  func swapped() throws {
    for product in [0x521F, 0x520F] as [UInt16] {
      let error = #expect(throws: RigError.self) {
        try Self.search().find(
          in: USBInventory([Self.device("1-1", 9, product, serial: "C0D1E2F3A4B5")]))
      }
      #expect(error?.code == .changed)
    }
  }

  @Test("two devices that could be it are refused")
  func twins() throws {
    let error = #expect(throws: RigError.self) {
      try Self.search().find(
        in: USBInventory([
          Self.device("1-1", 9, 0x521F, serial: nil),
          Self.device("1-2", 8, 0x521F, serial: "F1498C5AB09C"),
        ]))
    }
    #expect(error?.code == .ambiguous)
  }

  @Test("the application that is still there does not count where the board leaves its port")
  func stays() throws {
    let touch = BootloaderSearch(before: Self.application, rule: nil, leaves: true)
    #expect(try touch.find(in: USBInventory([Self.application])) == nil)
    let again = Self.device("1-1", 5, 0x520F, serial: "F1498C5AB09C")
    #expect(try touch.find(in: USBInventory([again]))?.address == 5)
    let reset = BootloaderSearch(before: Self.application, rule: nil, leaves: false)
    #expect(try reset.find(in: USBInventory([Self.application])) == Self.application)
  }
}

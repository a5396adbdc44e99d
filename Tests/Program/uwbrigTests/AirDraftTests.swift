import Boards
import LabRuntime
import Links
import RigFile
import Testing

@testable import AttachedBoards
@testable import Bluetooth
@testable import uwbrig

@Suite("A rig file from what advertises")
struct AirDraftTests {
  private static let uart = "6E400001-B5A3-F393-E0A9-E50E24DCCA9E"

  private static func device(
    _ name: String?, _ address: String, services: [String] = [uart]
  ) -> BluetoothDevice {
    var device = BluetoothDevice(path: "/org/bluez/hci0/dev")
    (device.name, device.address, device.addressType) = (name, address, "random")
    (device.services, device.strength) = (services, -48)
    return device
  }

  @Test("accessories are boards by name, those of one name by address, and the rest is left out")
  func draft() throws {
    var draft = RigDraft([], try Machines.library)
    draft.add(onAir: [
      Self.device("Lock", "C0:D1:E2:F3:A4:B5"), Self.device("Twin", "C0:D1:E2:F3:A4:B6"),
      Self.device("Twin", "C0:D1:E2:F3:A4:B7"),
      Self.device("Watch", "C0:D1:E2:F3:A4:B8", services: []),
      Self.device("a\n  - name: b", "C0:D1:E2:F3:A4:B9"),
    ])
    #expect(
      draft.boards.map(\.link.description) == [
        "ble:name=Lock,service=nus", "ble:address=C0:D1:E2:F3:A4:B6,service=nus",
        "ble:address=C0:D1:E2:F3:A4:B7,service=nus", "ble:address=C0:D1:E2:F3:A4:B9,service=nus",
      ])
    // The file says what the draft does, whatever a device calls itself.
    let file = try RigFile.parse(draft.text, file: "air.yaml", directory: "/")
    #expect(file.boards.map(\.link) == draft.boards.map(\.link))
    #expect(
      file.boards.map(\.name) == ["accessory-1", "accessory-2", "accessory-3", "accessory-4"])
  }

  @Test("a board that is plugged in and advertises is told to be one")
  func same() throws {
    let native = Kits.native()
    var draft = RigDraft([native], try Machines.library)
    let digits = Array(try #require(native.serial))
    let address = stride(from: 0, to: 12, by: 2).map { String(digits[$0...($0 + 1)]) }
    draft.add(onAir: [Self.device("Lock", address.joined(separator: ":"))])
    let isOpen = draft.entries.first?.obstacle == nil || draft.entries.count == 2
    #expect(isOpen)
    #expect(draft.text.contains("the same board on another way"))
  }
}

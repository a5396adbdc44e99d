import Boards
import BootProtocols
import Errors
import Foundation
import JSONDocuments
import Journal
import Links
import RigFile
import TestSupport
import Testing

@testable import AttachedBoards
@testable import Doctor
@testable import uwbrig

@Suite("udev and rig init")
struct SetUpTests {
  @Test("print gives the rules of the checkout, and those of another group")
  func print() throws {
    let program = try Program()
    defer { program.clean() }
    let ending = try program.run(["udev", "print"])
    #expect(ending.status == 0)
    let stored = try String(
      contentsOf: Checkout.at("udev-rules/60-uwbrig.rules"), encoding: .utf8)
    #expect(ending.output == stored)
    let other = try program.run(["udev", "print", "--group", "uwbrig"])
    #expect(other.output.contains("GROUP=\"uwbrig\""))
    #expect(!other.output.contains("GROUP=\"dialout\""))
    let json = try JSONParser.parse(
      Array(try program.run(["udev", "print", "--json"]).output.utf8))
    #expect(json["schema"]?.string == "uwbrig.udev-rules/1")
    #expect(json["text"]?.string == stored)
  }

  @Test("a profile of one's own is in the printed rules")
  func own() throws {
    let program = try Program()
    defer { program.clean() }
    let folder = program.folder.appending(path: ".config/uwbrig/boards")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try program.write(
      """
      version: 1
      name: mine
      title: Mine
      confidence: confirmed
      chip: {mcu: QN9090}
      parts:
        - name: bridge
          match: {vendor: 0x0403, products: [0x6001], generic: true, serials: [A50285BI]}
      """, to: ".config/uwbrig/boards/mine.yaml")
    let ending = try program.run(["udev", "print"])
    #expect(ending.output.contains("ATTR{serial}==\"A50285BI\""))
  }

  @Test("a user who is not root is told what to type")
  func notRoot() throws {
    var machine = try Machines.sound()
    machine.groups = ["dialout"]
    let rules = UdevRules(try Machines.library)
    let log = DoctorTests.Log()
    let failure = try #require(throws: RigError.self) {
      try UdevInstallation(rules, machine).perform(DoctorTests.hands(log), group: "dialout")
    }
    #expect(log.entries.isEmpty)
    #expect(Failure(failure).status == .bench)
    #expect(
      failure.description == """
        only root may install udev rules. Type:
            sudo groupadd --system plugdev
            uwbrig udev print --group dialout | sudo tee /etc/udev/rules.d/60-uwbrig.rules >/dev/null
            sudo udevadm control --reload
            sudo udevadm trigger --action=change --subsystem-match=usb --subsystem-match=tty --subsystem-match=hidraw
        """)
  }

  @Test("root installs them, where the groups are there")
  func root() throws {
    var machine = try Machines.sound()
    machine.user = .init(id: 0, name: "root")
    let rules = UdevRules(try Machines.library)
    let log = DoctorTests.Log()
    let result = try UdevInstallation(rules, machine).perform(
      DoctorTests.hands(log), group: nil)
    #expect(result == nil)
    #expect(log.entries.count == 4)
    machine.hasUdev = false
    let later = try UdevInstallation(rules, machine).perform(
      DoctorTests.hands(DoctorTests.Log()), group: nil)
    #expect(later?.hasPrefix("udevd does not run here") == true)
    machine.groups = ["dialout"]
    let failure = try #require(throws: RigError.self) {
      try UdevInstallation(rules, machine).perform(
        DoctorTests.hands(DoctorTests.Log()), group: nil)
    }
    #expect(failure.description.contains("groupadd --system plugdev"))
  }

  @Test("check says no where the rules are not in force")
  func check() throws {
    let examination = Examination(try Machines.sound(), try Machines.library)
    #expect(DoctorReport(examination, checks: Check.udev).isHealthy)
    var machine = try Machines.sound()
    machine.rules[0].text += "# edited\n"
    let report = DoctorReport(
      Examination(machine, try Machines.library), checks: Check.udev)
    #expect(!report.isHealthy)
    let json = UdevCheckDocument(report).json
    #expect(json["schema"]?.string == "uwbrig.udev-check/1")
    #expect(json["ok"]?.bool == false)
  }

  @Test("the rig file of a kit passes the reader of rig files and names what it could not decide")
  func draft() throws {
    let draft = RigDraft([Kits.probe(), Kits.native()], try Machines.library)
    try expectSnapshot(draft.text, "rig-init-dwm3001cdk.yaml")
    let file = try RigFile.parse(draft.text, file: "bench.yaml", directory: "")
    #expect(file.notAvailable.isEmpty)
    // What may be on the probe's console nobody has asked.
    #expect(file.boards.map(\.firmware) == [.uci])
    #expect(draft.text.contains("Left out: what speaks on the console was not asked"))
    #expect(draft.text.contains("USB does not tell whether this is a"))
  }

  @Test("a probe that was read to be the board's own stands in its entry, and is no board itself")
  func paired() throws {
    let devices = [Kits.probe(), Kits.native()]
    let address = try #require(SerialNumber.deviceAddress(ofNordicSerial: "F1498C5AB09C"))
    let pair = try #require(
      ChipPair(
        probe: devices[0], port: devices[1],
        address: ChipAddress(low: address.low, high: address.high), chip: "nRF52833"))
    var memory = ProbeMemory()
    memory.remember(pair)
    memory.remember(ProbeResult(firmware: .uci), devices[1], interface: 0)
    let draft = RigDraft(
      devices, try Machines.library,
      evidence: IdentityEvidence(memory, USBInventory(devices)))
    #expect(draft.entries.count == 1)
    #expect(draft.text.contains("link: usb:serial=F1498C5AB09C,interface=0"), "\(draft.text)")
    #expect(draft.text.contains("probe: \"760123456\""), "\(draft.text)")
    let file = try RigFile.parse(draft.text, file: "bench.yaml", directory: "")
    #expect(file.boards.map(\.probe) == ["760123456"])
    // Nor is it a guess what speaks there, once it was asked.
    #expect(file.boards.map(\.firmware) == [.uci])
    #expect(!draft.text.contains("a guess"), "\(draft.text)")
    #expect(!draft.text.contains("What speaks on interface"), "\(draft.text)")
  }

  @Test("two kits are a controller and a controlee, with names of their own")
  func pair() throws {
    let draft = RigDraft(
      [Kits.native(), Kits.native("C0D1E2F3A4B5", at: "1-2", terminal: 2)], try Machines.library)
    let file = try RigFile.parse(draft.text, file: "bench.yaml", directory: "")
    #expect(file.boards.map(\.role) == [.controller, .controlee])
    #expect(Set(file.boards.map(\.name)).count == 2)
    #expect(Set(file.boards.map(\.link.description)).count == 2)
  }

  @Test(
    "kits without serial numbers, hostile ones, bridges and strangers give a file that is right")
  func odd() throws {
    var hostile = Kits.native("\u{1B}[2J\": {x,\n# y", at: "1-9", terminal: 5)
    hostile.productName = "name\nboards: []"
    let stranger = Kits.bridge(
      0x067B, 0x2303, name: "PL2303\n  - name: x", serial: nil, at: "4-1", terminal: 7)
    let ftdi = USBDevice(
      path: "5-1", bus: 5, address: 2, vendor: 0x0403, product: 0x601C, productName: "FT4222 A",
      serial: "V252101148")
    let draft = RigDraft(
      [
        Kits.native(nil, at: "1-2"), Kits.native("TWIN", at: "1-3", terminal: 2),
        Kits.native("TWIN", at: "1-4", terminal: 3), Kits.rhodes, Kits.makerfabs, hostile, stranger,
        ftdi,
      ], try Machines.library)
    let file = try RigFile.parse(draft.text, file: "bench.yaml", directory: "")
    #expect(file.notAvailable.isEmpty)
    #expect(file.boards.count >= 3)
    #expect(!draft.text.contains("\u{1B}"))
    #expect(!draft.text.contains("\nboards: []"))
    #expect(draft.text.contains("# /dev/ttyUSB7: no profile knows PL2303"))
    #expect(draft.text.contains("it has no serial port"))
    #expect(draft.text.contains("Left out: it is not known that this is a board at all"))
    #expect(!file.boards.contains { $0.link.description.contains("ttyUSB") })
  }

  @Test("nothing is written where nothing can be opened")
  func nothing() throws {
    #expect(RigDraft([], try Machines.library).boards.isEmpty)
    #expect(RigDraft([Kits.rhodes], try Machines.library).boards.isEmpty)
  }

  @Test("the document of a draft names its boards and what is open")
  func document() throws {
    let draft = RigDraft([Kits.native()], try Machines.library)
    let json = draft.document(file: "bench.yaml").json
    #expect(json["schema"]?.string == "uwbrig.rig-init/1")
    #expect(json["boards"]?.array?.first?["decided"]?.bool == false)
    #expect(json["questions"]?.array?.isEmpty == false)
    #expect(json["text"]?.string == draft.text)
  }
}

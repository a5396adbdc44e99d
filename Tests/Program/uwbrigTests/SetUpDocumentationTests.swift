import Boards
import Foundation
import Printing
import TestSupport
import Testing

@testable import AttachedBoards
@testable import Doctor
@testable import uwbrig

@Suite("The page about setting up")
struct SetUpDocumentationTests {
  /// A kit on a fresh computer.
  struct Kit: Sendable {
    var title: String
    var remark: String
    var devices: [USBDevice]
    /// What is wrong with the computer.
    var change: @Sendable (inout Machine) -> Void
  }

  static let kits = [
    Kit(
      title: "A DWM3001CDK on a fresh Ubuntu",
      remark:
        "Both sockets are plugged in. The rules are not installed, the user has only just been "
        + "added to the groups, and ModemManager runs.",
      devices: [Kits.probe(), Kits.native()],
      change: {
        $0.rules = []
        $0.marks = [:]
        $0.user.groups = ["anna"]
        $0.processes = [.init(id: 712, name: "ModemManager")]
        for path in ["/dev/bus/usb/001/004", "/dev/bus/usb/001/005"] {
          $0.nodes[path] = .init(
            path: path, mode: 0o664, owner: "root", group: "root", isUsable: false)
        }
        for path in ["/dev/ttyACM0", "/dev/ttyACM1"] { $0.nodes[path]?.isUsable = false }
        for path in ["1-1.1", "1-1.2"] { $0.power[path] = "auto" }
      }),
    Kit(
      title: "A DWM3000EVB on an nRF52840-DK, for a CI runner",
      remark:
        "The rules are installed, but the board was plugged in before; the probe still offers its "
        + "drive, and the runner's user is in no group.",
      devices: [
        Kits.probe("000683298616", at: "3-2", product: 0x1015, terminal: 0, hasDrive: true)
      ],
      change: {
        $0.marks = [:]
        $0.user = .init(id: 998, name: "runner", groups: ["runner"])
        $0.nodes["/dev/ttyACM0"]?.isUsable = false
      }),
    Kit(
      title: "A QN9090DK with Rhodes",
      remark:
        "Its bridge is an FTDI chip as it is in thousands of other devices, so the rules leave it "
        + "alone and uwbrig does not say that it is this kit.",
      devices: [Kits.rhodes],
      change: {
        $0.latencies["/dev/ttyUSB0"] = 16
        $0.processes = [.init(id: 640, name: "brltty")]
      }),
  ]

  static var document: String {
    get throws {
      let library = try Machines.library
      var lines = [
        "# Setting up a computer for boards", "",
        "No real board has been attached by the authors yet: what is said of boards here was read in public "
          + "sources or met in stand-ins that were written from other people's logs "
          + "([First contact with a UCI kit](First-contact.md)). `uwbrig record --for-sharing BOARD` changes that "
          + "([Sending a recording of your kit](Sending-a-recording.md)).", "",
        "What `uwbrig boards`, `uwbrig doctor`, `uwbrig udev` and `uwbrig rig init` say about three kits. "
          + "The computers "
          + "are made up; the words are the program's. Generated; a test compares it.", "",
        "From a fresh computer to a run: `uwbrig doctor` says what is missing, `uwbrig udev install` "
          + "puts the rules in place, `uwbrig boards --chips --probe` asks which devices are one board "
          + "and what speaks on them, `uwbrig rig init --out bench.yaml` writes a rig file with what "
          + "is known then, and `uwbrig run --rig bench.yaml` runs it.", "",
        "One board needs no rig file: `uwbrig inspect`, `console` and `power` take it as `serial=…` or "
          + "`path=…`. `power` switches the port of the hub that it hangs on; what is off is not "
          + "seen, and comes back by its path.",
      ]
      for kit in kits {
        var machine = try Machines.sound()
        machine.devices = []
        for device in kit.devices { try machine.plugIn(device) }
        kit.change(&machine)
        let examination = Examination(machine, library)
        lines += ["", "## \(kit.title)", "", kit.remark, "", "```", "$ uwbrig boards"]
        lines += try boards(machine, library)
        lines += ["", "$ uwbrig doctor --quiet"]
        lines += DoctorReport(examination).lines(isQuiet: true)
        lines += ["", "$ uwbrig udev check --quiet"]
        lines += DoctorReport(examination, checks: Check.udev).lines(isQuiet: true)
        lines += ["```", "", "```yaml"]
        lines += RigDraft(kit.devices, library).text.split(separator: "\n").map(String.init)
        lines += ["```"]
      }
      lines += [
        "", "## The rules", "", "```", "$ uwbrig udev print",
        UdevRules(library).text.trimmingCharacters(in: .newlines), "```",
      ]
      return lines.joined(separator: "\n") + "\n"
    }
  }

  private static func boards(_ machine: Machine, _ library: ProfileLibrary) throws -> [String] {
    let access = try MachineAccess(machine)
    var sources = BoardSources(memory: ProbeMemory())
    sources.library = library
    sources.holder = { _, _ in nil }
    sources.access = { _ in access }
    return BoardsView(
      USBInventory(machine.devices), source: .udev, sources: sources, rig: nil, asksProbes: false
    ).lines(width: nil, isColoured: false)
  }

  @Test("the page is what the program says")
  func page() throws {
    let url = Checkout.documentation.appending(path: "Setting-up.md")
    let document = try Self.document
    if ProcessInfo.processInfo.environment["UWBRIG_UPDATE_SNAPSHOTS"] == "1" {
      try document.write(to: url, atomically: true, encoding: .utf8)
    }
    let stored = try String(contentsOf: url, encoding: .utf8)
    #expect(stored == document, "UWBRIG_UPDATE_SNAPSHOTS=1 writes it anew")
  }
}

import Bluetooth
import Errors
import Journal
import Synchronization
import Testing

@testable import Boards
@testable import Doctor
@testable import uwbrig

@Suite("doctor")
struct DoctorTests {
  /// A computer with one thing wrong, and what the doctor has to say of it.
  struct Illness: CustomTestStringConvertible, Sendable {
    let check: String
    let status: String
    /// Words of the finding.
    let says: String
    /// A command or sentence that mends it.
    let mends: String
    let change: @Sendable (inout Machine) throws -> Void

    init(
      _ check: String, _ status: String = "fault", says: String, mends: String,
      _ change: @escaping @Sendable (inout Machine) throws -> Void
    ) {
      self.check = check
      self.status = status
      self.says = says
      self.mends = mends
      self.change = change
    }

    var testDescription: String { "\(check): \(says)" }
  }

  static func status(_ check: String, _ report: DoctorReport) -> DoctorReport.Row.Status? {
    report.rows.first { $0.check.name == check }?.status
  }

  @Test("nothing is wrong with a sound computer, and every check has looked")
  func sound() throws {
    let report = DoctorReport(Examination(try Machines.sound(), try Machines.library))
    #expect(report.findings.isEmpty, "\(report.findings.map(\.sentence))")
    #expect(report.isHealthy)
    #expect(report.rows.allSatisfy { $0.status == .ok })
    #expect(report.summary.hasPrefix("0 faults, 0 warnings, "))
  }

  static let illnesses: [Illness] = [
    Illness("libraries", says: "libudev is not", mends: "sudo apt-get install libudev1") {
      $0.libraries[1].path = nil
    },
    Illness("profiles", says: "profile of yours", mends: "uwbrig schema board") {
      $0.profileFaults = ["kit.yaml:3:1: error: found \"x\""]
    },
    Illness("usb-bus", says: "kernel has no USB", mends: "virtual machine") {
      $0.hasUSB = false
    },
    Illness("usb-bus", says: "cannot be read", mends: "/sys/bus/usb") {
      $0.deviceFailure = "permission denied"
    },
    Illness("usb-nodes", says: "no nodes", mends: "docker run") {
      $0.hasUSBNodes = false
      $0.container = "docker"
    },
    Illness("usb-nodes", says: "no nodes", mends: "systemctl status systemd-udevd") {
      $0.hasUSBNodes = false
    },
    Illness(
      "bluetooth-kernel", "warning", says: "this container cannot", mends: "--network host"
    ) {
      $0.bluetooth.hasSockets = false
      $0.container = "docker"
    },
    Illness("bluetooth-rfkill", "warning", says: "is blocked", mends: "rfkill unblock bluetooth") {
      $0.bluetooth.blocks[0].isSoft = true
    },
    Illness("bluetooth-rfkill", "warning", says: "is blocked", mends: "a switch of the computer") {
      $0.bluetooth.blocks[0].isHard = true
    },
    Illness("bluetooth-daemon", "warning", says: "does not answer", mends: "install bluez") {
      $0.bluetooth.survey = nil
      $0.bluetooth.failure = RigError(.notFound, "bluetoothd", reason: "it does not answer")
    },
    Illness("bluetooth-daemon", "warning", says: "does not answer", mends: "/run/dbus") {
      $0.bluetooth.survey = nil
      $0.container = "podman"
    },
    Illness("bluetooth-version", "warning", says: "BlueZ 5.43", mends: "5.50 or later") {
      $0.bluetooth.version = "5.43"
    },
    Illness("bluetooth-power", "warning", says: "hci0 is off", mends: "bluetoothctl power on") {
      $0.bluetooth.survey?.adapters[0].isPowered = false
    },
    Illness("bluetooth-roles", "warning", says: "cannot be a central", mends: "adapter=hci1") {
      $0.bluetooth.survey?.adapters[0].roles = ["peripheral"]
    },
    Illness("bluetooth-agent", "warning", says: "may not answer", mends: "usermod -aG bluetooth") {
      $0.bluetooth.survey?.agentFailure = "AccessDenied"
    },
    Illness("bluetooth-discovery", "warning", says: "searches by hci0", mends: "bluetoothctl") {
      $0.bluetooth.survey?.adapters[0].isDiscovering = true
    },
    Illness("bluetooth-connections", "warning", says: "6 connections", mends: "disconnect") {
      $0.bluetooth.survey?.connected["hci0"] = 6
    },
    Illness("udev", "warning", says: "cannot be asked", mends: "--network host") {
      $0.hasUdev = false
      $0.container = "docker"
    },
    Illness("udev", "warning", says: "cannot be asked", mends: "systemctl start") {
      $0.hasUdev = false
    },
    Illness("rules-present", says: "not installed", mends: "sudo tee /etc/udev/rules.d/") {
      $0.rules = []
    },
    Illness("rules-equal", says: "not those of this program", mends: "uwbrig udev print") {
      $0.rules[0].text = "# old\n"
    },
    Illness("rules-loaded", says: "plugged in before", mends: "udevadm trigger") {
      $0.marks = ["1-1.1": "00000000"]
    },
    Illness("rules-groups", says: "no group plugdev", mends: "sudo groupadd --system plugdev") {
      $0.groups = ["dialout"]
    },
    Illness("groups", "warning", says: "not in plugdev", mends: "sudo usermod -aG plugdev anna") {
      $0.user.groups = ["dialout"]
      $0.user.groupsAfterLogin = ["dialout"]
    },
    Illness("groups", says: "after logging in", mends: "newgrp dialout") {
      $0.user.groups = ["plugdev"]
    },
    Illness("nodes", says: "may not open /dev/ttyACM1", mends: "sudo usermod -aG dialout anna") {
      $0.user.groupsAfterLogin = []
      $0.nodes["/dev/ttyACM1"]?.isUsable = false
    },
    Illness("nodes", says: "may not open /dev/bus/usb/001/004", mends: "with like:") {
      $0.nodes["/dev/bus/usb/001/004"] = .init(
        path: "/dev/bus/usb/001/004", mode: 0o600, owner: "root", group: "root", isUsable: false)
    },
    Illness("nodes", says: "no such node", mends: "container") {
      $0.nodes["/dev/ttyACM0"] = .init(path: "/dev/ttyACM0", isUsable: false)
    },
    Illness("modem-manager", says: "nothing keeps it from these", mends: "mask --now Modem") {
      $0.processes = [.init(id: 700, name: "ModemManager")]
      $0.marks = [:]
    },
    Illness("modem-manager", "warning", says: "nothing would keep it", mends: "udev print") {
      $0.processes = [.init(id: 700, name: "ModemManager")]
      $0.rules = []
      $0.devices = []
    },
    Illness("modem-manager", says: "nothing keeps it from these", mends: "No rule is for 2-3") {
      $0.processes = [.init(id: 700, name: "ModemManager")]
      try $0.plugIn(Kits.rhodes)
    },
    Illness("brltty", "warning", says: "braille", mends: "mask --now brltty") {
      $0.processes = [.init(id: 800, name: "brltty")]
    },
    Illness("brltty", says: "has taken one", mends: "plug the board in again") {
      $0.processes = [.init(id: 800, name: "brltty")]
      try $0.plugIn(
        Kits.bridge(
          0x1A86, 0x7523, name: "USB Serial", serial: nil, at: "3-1", terminal: nil))
    },
    Illness("nodes", says: "/dev/bus/usb/001/004, /dev/bus/usb/001/005", mends: "rules-present") {
      $0.rules = []
      for path in ["/dev/bus/usb/001/004", "/dev/bus/usb/001/005"] {
        $0.nodes[path] = .init(
          path: path, mode: 0o664, owner: "root", group: "root", isUsable: false)
      }
    },
    Illness("boards", "warning", says: "No board", mends: "cables only charge") {
      $0.devices = []
    },
    Illness("drivers", says: "no driver has made one", mends: "sudo modprobe cdc_acm") {
      $0.devices[1].interfaces[0].driver = nil
      $0.devices[1].interfaces[0].terminals = []
    },
    Illness("drivers", says: "a program has taken its", mends: "lsof") {
      $0.devices[1].interfaces[0].driver = "usbfs"
      $0.devices[1].interfaces[0].terminals = []
    },
    Illness("drivers", "warning", says: "no driver has made one", mends: "sudo modprobe ch341") {
      try $0.plugIn(
        Kits.bridge(
          0x1A86, 0x7523, name: "USB Serial", serial: nil, at: "3-1", terminal: nil))
      $0.devices[2].interfaces[0].driver = nil
    },
    Illness("drivers", says: "cdc_acm has made none", mends: "dmesg") {
      $0.devices[1].interfaces[0].terminals = []
    },
    Illness("drivers", says: "used by the driver option", mends: "modprobe -r option") {
      $0.devices[1].interfaces[0].driver = "option"
      $0.devices[1].interfaces[0].terminals = []
    },
    Illness("autosuspend", "warning", says: "put boards to sleep", mends: "echo on") {
      $0.power["1-1.1"] = "auto"
    },
    Illness("over-current", "warning", says: "too much current", mends: "power supply") {
      $0.overCurrents = ["1-1-port2": 3]
    },
    Illness("jlink-drive", "warning", says: "lose bytes", mends: "MSDDisable") {
      try $0.plugIn(Kits.probe("000760999999", at: "1-3", terminal: 3, hasDrive: true))
    },
    Illness("latency", "warning", says: "answers come late", mends: "latency_timer") {
      try $0.plugIn(Kits.rhodes)
      $0.latencies["/dev/ttyUSB0"] = 16
    },
    Illness("identity", "warning", says: "same serial number", mends: "by path") {
      try $0.plugIn(Kits.native(at: "1-1.3", terminal: 2))
    },
    Illness("descriptors", "warning", says: "odd things", mends: "cable") {
      $0.devices[0].notes = ["a string descriptor that does not end"]
    },
    Illness("open-files", "warning", says: "128 descriptors", mends: "LimitNOFILE") {
      $0.openFiles = 128
      $0.openFilesMost = 128
    },
    Illness("inotify", "warning", says: "8 inotify", mends: "max_user_instances=128") {
      $0.inotifyInstances = 8
    },
    Illness("inotify", "warning", says: "no inotify", mends: "CONFIG_INOTIFY_USER") {
      $0.inotifyInstances = nil
    },
    Illness("pseudo-terminals", says: "no pseudo-terminals", mends: "mount -t devpts") {
      $0.hasPseudoTerminals = false
    },
    Illness("clock", says: "clock is wrong", mends: "set-ntp") { $0.clock = 1_000 },
    Illness("disk", says: "cannot be written", mends: "--out DIR") { $0.disk.isWritable = false },
    Illness("disk", says: "little room", mends: "--out DIR") { $0.disk.free = 1 << 20 },
    Illness("disk", "warning", says: "little room", mends: "--out DIR") {
      $0.disk.free = 100 << 20
    },
  ]

  @Test(
    "one thing that is wrong is found, with what was seen and what mends it", arguments: illnesses)
  func illness(_ illness: Illness) throws {
    var machine = try Machines.sound()
    try illness.change(&machine)
    let report = DoctorReport(Examination(machine, try Machines.library))
    #expect(Self.status(illness.check, report) == .init(rawValue: illness.status))
    let row = try #require(report.rows.first { $0.check.name == illness.check })
    let finding = try #require(row.findings.first { $0.sentence.contains(illness.says) })
    let steps = finding.mend.flatMap { [$0.text, $0.command] }.compactMap { $0 }
    #expect(steps.contains { $0.contains(illness.mends) }, "\(steps)")
    #expect(report.isHealthy == (illness.status != "fault" && report.count(.fault) == 0))
  }

  @Test("every check is shown to find something")
  func complete() {
    let shown = Set(Self.illnesses.map(\.check)).sorted()
    #expect(shown == Check.all.map(\.name).sorted())
  }

  @Test("in a container without udev the rules are the host's")
  func container() throws {
    var machine = try Machines.sound()
    machine.container = "docker"
    machine.hasUdev = false
    machine.rules = []
    let report = DoctorReport(Examination(machine, try Machines.library))
    for check in ["rules-present", "rules-equal", "rules-loaded", "rules-groups"] {
      #expect(Self.status(check, report) == .notApplicable)
    }
    #expect(report.isHealthy)
  }

  @Test("rules for another group are ours as well, and mean that group")
  func otherGroup() throws {
    var machine = try Machines.sound()
    let rules = UdevRules(
      try Machines.library, deviceGroup: "uwbrig", terminalGroup: "uwbrig")
    machine.rules = [.init(path: UdevRules.installedPath, text: rules.text)]
    for path in machine.marks.keys { machine.marks[path] = rules.mark }
    machine.groups.append("uwbrig")
    var report = DoctorReport(Examination(machine, try Machines.library))
    #expect(report.isHealthy)
    #expect(Self.status("groups", report) == .warning)
    machine.user.groups = ["uwbrig"]
    report = DoctorReport(Examination(machine, try Machines.library))
    #expect(report.findings.isEmpty)
  }

  @Test(
    "what hubs switch is told, and who can ask where this user cannot",
    arguments: [
      ([], 1000, "no port has been cut off"),
      (
        [
          USBHub(path: "1-1", ports: 4, switching: .perPort),
          USBHub(path: "1-2", ports: 7, switching: .ganged),
          USBHub(path: "usb1", ports: 1, switching: HubDescriptor.Switching.none),
        ], 0,
        "no port has been cut off; hub 1-1 (4 ports) switches the power of each port; "
          + "hub 1-2 (7 ports) switches the power of all its ports at once; "
          + "hub usb1 (1 port) switches no power"
      ),
      (
        [USBHub(path: "1-1", ports: 4)], 1000,
        "no port has been cut off; what hubs switch only root can ask"
      ),
      (
        [USBHub(path: "1-1", switching: .perPort), USBHub(path: "1-2")], 0,
        "no port has been cut off; hub 1-1 switches the power of each port; "
          + "what the other hubs switch could not be asked"
      ),
    ] as [([USBHub], Int, String)])
  func hubs(_ hubs: [USBHub], _ user: Int, _ words: String) throws {
    var machine = try Machines.sound()
    machine.hubs = hubs
    machine.user.id = user
    let report = DoctorReport(Examination(machine, try Machines.library))
    let row = try #require(report.rows.first { $0.check.name == "over-current" })
    #expect(row.lines == ["ok       over-current: power of the hubs: " + words])
  }

  @Test("a board that is only a guess does not have to have our mark")
  func guess() throws {
    var machine = try Machines.sound()
    try machine.plugIn(Kits.rhodes)
    #expect(machine.marks["2-3"] == nil)
    let report = DoctorReport(Examination(machine, try Machines.library))
    #expect(report.isHealthy)
  }

  @Test("what a board says of itself cannot reach the terminal as it is")
  func hostile() throws {
    var machine = try Machines.sound()
    machine.devices[0].notes = ["name \u{1B}[2J\nFAULT    forged: line"]
    machine.devices[0].serial = "A\u{7}\"; rm -rf /"
    let lines = DoctorReport(Examination(machine, try Machines.library)).lines()
    #expect(lines.allSatisfy { !$0.contains("\u{1B}") && !$0.contains("\n") })
    #expect(!lines.contains { $0.hasPrefix("FAULT    forged") })
  }

  /// What repairs did.
  final class Log: Sendable {
    private let lines = Mutex<[String]>([])

    var entries: [String] { lines.withLock { $0 } }

    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }

  static func hands(_ log: Log, failing: String? = nil) -> Hands {
    Hands(
      write: { text, path in log.add("write \(path) \(text.utf8.count > 100)") },
      run: { arguments in
        let line = arguments.joined(separator: " ")
        log.add(line)
        if line == failing { throw RigError(.failed, reason: "status 1") }
      })
  }

  @Test("what needs no guess is done, in order, each once")
  func repairs() throws {
    var machine = try Machines.sound()
    machine.rules = []
    machine.marks = [:]
    machine.power["1-1.1"] = "auto"
    let examination = Examination(machine, try Machines.library)
    let repairs = DoctorReport(examination).possibleRepairs
    #expect(repairs == [.installRules, .keepAwake(["1-1.1"])])
    let log = Log()
    for repair in repairs {
      let result = repair.perform(examination.rules.expected, Self.hands(log))
      #expect(result.failure == nil)
    }
    #expect(
      log.entries == [
        "write /etc/udev/rules.d/60-uwbrig.rules true", "udevadm control --reload",
        "udevadm trigger --action=change --subsystem-match=usb --subsystem-match=tty "
          + "--subsystem-match=hidraw",
        "udevadm settle --timeout=10",
        "sh -c echo on > /sys/bus/usb/devices/1-1.1/power/control",
      ])
  }

  @Test("a repair that fails says so")
  func failedRepair() throws {
    let log = Log()
    let result = Repair.reloadRules.perform(
      UdevRules(try Machines.library), Self.hands(log, failing: "udevadm control --reload"))
    #expect(result.failure == "status 1")
    #expect(result.line == "NOT DONE have udev apply its rules to what is plugged in: status 1")
  }

  @Test("a path that is none does not reach a shell")
  func path() throws {
    let log = Log()
    _ = Repair.keepAwake(["1-1; reboot"]).perform(
      UdevRules(try Machines.library), Self.hands(log))
    #expect(log.entries == ["sh -c echo on > /sys/bus/usb/devices/1-1/power/control"])
  }

  @Test("the program's own document has its schema and a status that fits")
  func program() throws {
    let program = try Program()
    defer { program.clean() }
    let ending = try program.run(["doctor", "--json"])
    let json = try JSONParser.parse(Array(ending.output.utf8))
    #expect(json["schema"]?.string == "uwbrig.doctor/1")
    #expect(ending.status == (json["ok"]?.bool == true ? 0 : 1))
    #expect(json["checks"]?.array?.count == Check.all.count)
    #expect(ending.errors.isEmpty)
    let text = try program.run(["doctor"])
    #expect(text.status == ending.status)
    #expect(text.output.contains(" checks\n"))
  }

  @Test("a profile of one's own that is wrong is a finding, and the rest is looked at all the same")
  func wrongProfile() throws {
    let program = try Program()
    defer { program.clean() }
    try program.write("version: 2\n", to: "kit.yaml")
    let ending = try program.run(["doctor", "--profiles", "."])
    #expect(ending.status == 1)
    #expect(ending.output.contains("kit.yaml:1:10: error: version: expected 1, got `2`"))
    #expect(ending.output.contains("clock"))
  }
}

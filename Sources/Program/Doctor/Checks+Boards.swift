import Boards

extension Check {
  static let boards: [Check] = [
    Check(name: "boards", title: "boards that are plugged in") { examination in
      guard examination.machine.hasUSB else { return .notApplicable("there is no USB") }
      let titles = examination.boards.map { board in
        let title = board.likeliest?.title ?? ""
        let path = board.devices.map(\.path).joined(separator: " and ")
        return (board.certainty == .certain ? title : "perhaps \(title)") + " at \(path)"
      }
      guard titles.isEmpty else { return .fine(titles.joined(separator: ", ")) }
      return .warning(
        "No board is plugged in.",
        seen: ["\(examination.machine.devices.count) devices on USB, and no profile knows them"],
        mend: [
          .say(
            "Many cables only charge: try another. A debug probe without firmware does not show "
              + "either.")
        ])
    },
    Check(name: "drivers", title: "drivers of the serial ports") { examination in
      guard !examination.devices.isEmpty else { return .notApplicable("no board is plugged in") }
      let findings = examination.boards.flatMap { board in
        MissingPort.ports(of: board).map { missing in
          Finding(
            // What is not known to be a board at all may well be without one.
            level: board.certainty == .mayBe ? .warning : .fault,
            sentence: "The board at \(missing.device.path) has no serial port: \(missing.reason).",
            evidence: [
              "interface \(missing.interface) (\(missing.device.identifier)) has no serial port"
            ], mend: missing.mend, repair: nil)
        }
      }
      return findings.isEmpty ? .fine("every board has its serial ports") : .found(findings)
    },
    Check(name: "autosuspend", title: "power of the boards") { examination in
      guard !examination.devices.isEmpty else { return .notApplicable("no board is plugged in") }
      let sleepy = examination.devices.map(\.path).filter {
        examination.machine.power[$0] == "auto"
      }
      guard !sleepy.isEmpty else { return .fine("no board is put to sleep") }
      return .warning(
        "The kernel may put boards to sleep: what is sent then is lost.",
        seen: sleepy.map { "/sys/bus/usb/devices/\($0)/power/control is auto" },
        mend: sleepy.map {
          .run("echo on | sudo tee /sys/bus/usb/devices/\($0)/power/control")
        } + [.say("Our udev rules do that whenever a board is plugged in.")],
        repair: .keepAwake(sleepy))
    },
    Check(name: "over-current", title: "power of the hubs") { examination in
      guard examination.machine.hasUSB else { return .notApplicable("there is no USB") }
      let hubs = examination.machine.overCurrents.filter { $0.value > 0 }.sorted {
        $0.key < $1.key
      }
      guard !hubs.isEmpty else {
        return .fine(
          (["no port has been cut off"] + switches(examination.machine))
            .joined(separator: "; "))
      }
      return .warning(
        "A hub has cut off a port that took too much current.",
        seen: hubs.map { "\($0.key): \($0.value) times" },
        mend: [.say("Use a hub with a power supply of its own, or another cable.")])
    },
    Check(name: "jlink-drive", title: "drives of debug probes") { examination in
      let probes = examination.devices.filter { device in
        device.vendor == 0x1366 && device.interfaces.contains { $0.interfaceClass == 8 }
          && device.interfaces.contains { !$0.terminals.isEmpty }
      }
      guard !probes.isEmpty else { return .fine("no probe offers a drive beside a serial port") }
      return .found(
        probes.map { probe in
          .warning(
            "The drive of the probe at \(probe.path) makes its serial port lose bytes.",
            seen: [
              "interface class 08 beside a serial port (\(probe.identifier))",
              "it matters where something speaks through the probe's UART",
            ],
            mend: [
              .say("Switch the drive off: type MSDDisable in SEGGER's", "JLinkExe"),
              .say(
                "Then plug the board in again. Its product id changes; its serial number stays."),
            ])
        })
    },
    Check(name: "latency", title: "FTDI bridges") { examination in
      let slow = examination.terminals.filter { (examination.machine.latencies[$0] ?? 0) > 2 }
      guard !slow.isEmpty else { return .fine("none holds bytes back for long") }
      return .warning(
        "An FTDI bridge holds bytes back: answers come late.",
        seen: slow.map { "\($0): \(examination.machine.latencies[$0] ?? 0) ms" },
        mend: slow.map {
          let name = $0.split(separator: "/").last.map(String.init) ?? $0
          return .run("echo 1 | sudo tee /sys/bus/usb-serial/devices/\(name)/latency_timer")
        })
    },
    Check(name: "identity", title: "serial numbers of the boards") { examination in
      guard !examination.devices.isEmpty else { return .notApplicable("no board is plugged in") }
      let questions = examination.boards.flatMap(\.questions).filter {
        $0.what.contains("serial number")
      }
      guard !questions.isEmpty else { return .fine("every board has one of its own") }
      return .found(
        questions.map { .warning($0.what, seen: [], mend: [.say($0.how)]) })
    },
    Check(name: "descriptors", title: "what the boards report about themselves") { examination in
      guard !examination.devices.isEmpty else { return .notApplicable("no board is plugged in") }
      let odd = examination.devices.filter { !$0.notes.isEmpty }
      guard !odd.isEmpty else { return .fine("nothing odd") }
      return .found(
        odd.map {
          .warning(
            "The device at \($0.path) says odd things of itself.", seen: $0.notes,
            mend: [.say("Another cable or hub, or the firmware of the board.")])
        })
    },
  ]

  /// What hubs say that they switch: a claim, which `uwbrig power` verifies.
  private static func switches(_ machine: Machine) -> [String] {
    let known = machine.hubs.compactMap { hub -> String? in
      let what: String
      switch hub.switching {
      case .perPort?: what = "switches the power of each port"
      case .ganged?: what = "switches the power of all its ports at once"
      case .none?: what = "switches no power"
      case nil: return nil
      }
      let ports = hub.ports.map { " (\($0) port\($0 == 1 ? "" : "s"))" } ?? ""
      return "hub \(hub.path)\(ports) \(what)"
    }
    guard known.count < machine.hubs.count else { return known }
    let others = known.isEmpty ? "hubs" : "the other hubs"
    return known
      + [
        machine.user.isRoot
          ? "what \(others) switch could not be asked"
          : "what \(others) switch only root can ask"
      ]
  }
}

import Bluetooth
import Errors

// Bluetooth LE is for stock accessories alone: what is wrong with it is a warning.
extension Check {
  static let bluetooth: [Check] = [
    Check(name: "bluetooth-kernel", title: "Bluetooth of the kernel, and its adapters") {
      examination in
      let bluetooth = examination.machine.bluetooth
      guard bluetooth.hasKernel else {
        return .notApplicable("the kernel has none, or its module is not loaded")
      }
      guard !bluetooth.adapters.isEmpty else {
        return .notApplicable("no adapter is plugged in; accessories on the air need one")
      }
      guard !bluetooth.hasSockets else { return .fine(list(bluetooth.adapters)) }
      return .warning(
        "Programs of this container cannot use Bluetooth: accessories on the air are not reached.",
        seen: ["no sockets of AF_BLUETOOTH"] + examination.machine.containerEvidence,
        mend: [
          .say(
            "Bluetooth is in the host's network namespace alone:",
            "docker run --network host -v /run/dbus:/run/dbus …")
        ])
    },
    adapters("bluetooth-rfkill", "radio of the adapters") { bluetooth, _ in
      let blocked = bluetooth.blocks.filter { $0.isSoft || $0.isHard }
      guard !blocked.isEmpty else { return .fine("nothing blocks it") }
      return .found(
        blocked.map { block in
          .warning(
            "The radio of \(block.name) is blocked: nothing is found on the air.",
            seen: ["rfkill: \(block.name) \(block.isHard ? "hard" : "soft") blocked"],
            mend: [
              block.isHard
                ? .say("A key or a switch of the computer does that: turn it on there.")
                : .run("rfkill unblock bluetooth")
            ])
        })
    },
    adapters("bluetooth-daemon", "bluetoothd on the system bus") { bluetooth, machine in
      if bluetooth.survey != nil {
        return .fine("it answers" + (bluetooth.version.map { ", version \($0)" } ?? ""))
      }
      let failure = bluetooth.failure
      return .warning(
        "bluetoothd does not answer: devices are neither found nor paired.",
        seen: [failure.map { "\($0.context): \($0.reason)" } ?? "it was not asked"]
          + machine.containerEvidence,
        mend: machine.container == nil
          ? [
            .run("sudo apt-get install bluez"), .run("sudo systemctl enable --now bluetooth"),
          ]
          : [
            .say(
              "Give the container the host's bus, and run as the same user as there:",
              "docker run --network host -v /run/dbus:/run/dbus …")
          ])
    },
    adapters("bluetooth-version", "version of BlueZ") { bluetooth, _ in
      guard let version = bluetooth.version else {
        return .notApplicable("bluetoothd is not on this computer")
      }
      let numbers = version.split(separator: ".").compactMap { Int($0) }
      guard let major = numbers.first, (major, numbers.dropFirst().first ?? 0) < (5, 50) else {
        return .fine(version)
      }
      return .warning(
        "BlueZ \(version) is older than any that this program was tried with.",
        seen: ["bluetoothd --version says \(version)"],
        mend: [.say("5.50 or later is in Debian 10, Ubuntu 20.04 and everything newer.")])
    },
    surveyed("bluetooth-power", "power of the adapters") { survey in
      let dark = survey.adapters.filter { !$0.isPowered }.map(\.name)
      guard !dark.isEmpty else { return .fine("every adapter is on") }
      return .warning(
        "\(list(dark)) \(dark.count == 1 ? "is" : "are") off: a run turns on what it needs, and "
          + "leaves it on.",
        seen: dark.map { "\($0) is not powered" },
        mend: [.say("Or turn it on now:", "bluetoothctl power on")])
    },
    surveyed("bluetooth-roles", "what the adapters can be") { survey in
      let unable = survey.adapters.filter { !$0.canBeCentral }
      guard !unable.isEmpty else {
        let roles = survey.adapters.map { "\($0.name): \(list($0.roles))" }
        return .fine(roles.joined(separator: "; "))
      }
      return .found(
        unable.map {
          .warning(
            "\($0.name) cannot be a central of Bluetooth LE: no accessory is reached through it.",
            seen: ["bluetoothd gives its roles as \(list($0.roles))"],
            mend: [
              .say("Use an adapter of Bluetooth 4.0 or later, and name it: adapter=hci1.")
            ])
        })
    },
    surveyed("bluetooth-agent", "who answers for pairings") { survey in
      guard let failure = survey.agentFailure else { return .fine("this user may") }
      return .warning(
        "This user may not answer for pairings: cases that need encryption fail.",
        seen: ["RegisterAgent: \(failure)"],
        mend: [
          .say(
            "The bus's policy for org.bluez decides that; on some systems a group does:",
            "sudo usermod -aG bluetooth $USER")
        ])
    },
    surveyed("bluetooth-discovery", "other programs that search") { survey in
      let busy = survey.adapters.filter(\.isDiscovering).map(\.name)
      guard !busy.isEmpty else { return .fine("no other program searches") }
      return .warning(
        "Another program searches by \(list(busy)): connections take longer, and may fail.",
        seen: busy.map { "\($0) is discovering" },
        mend: [
          .say(
            "End it: a settings window, bluetoothctl, a home automation. Or give the rig an adapter "
              + "of its own: adapter=hci1.")
        ])
    },
    surveyed("bluetooth-connections", "connections of the adapters") { survey in
      // The cheapest adapters hold five, and none says how many.
      let full = survey.connected.filter { $0.value >= 5 }.sorted { $0.key < $1.key }
      guard !full.isEmpty else {
        let counts = survey.adapters.map { "\($0.name): \(survey.connected[$0.name] ?? 0)" }
        return .fine(counts.joined(separator: ", "))
      }
      return .found(
        full.map {
          .warning(
            "\($0.key) has \($0.value) connections: many adapters hold five to seven.",
            seen: ["\($0.value) devices are connected"],
            mend: [
              .say("Disconnect what is not needed:", "bluetoothctl disconnect ADDRESS")
            ])
        })
    },
  ]

  /// A check of a computer that has an adapter.
  private static func adapters(
    _ name: String, _ title: String,
    _ examine: @escaping @Sendable (Machine.Bluetooth, Machine) -> Outcome
  ) -> Check {
    Check(name: name, title: title) { examination in
      let machine = examination.machine
      guard !machine.bluetooth.adapters.isEmpty else {
        return .notApplicable("there is no adapter")
      }
      return examine(machine.bluetooth, machine)
    }
  }

  /// A check of what bluetoothd says.
  private static func surveyed(
    _ name: String, _ title: String,
    _ examine: @escaping @Sendable (BluetoothSurvey) -> Outcome
  ) -> Check {
    adapters(name, title) { bluetooth, _ in
      bluetooth.survey.map(examine) ?? .notApplicable("bluetoothd does not answer")
    }
  }
}

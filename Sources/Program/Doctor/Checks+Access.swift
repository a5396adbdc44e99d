import Boards

extension Check {
  static let access: [Check] = [
    Check(name: "groups", title: "groups of the user") { examination in
      let user = examination.machine.user
      guard !user.isRoot else { return .fine("root needs none") }
      let rules = examination.rules.expected
      let needed = Set([rules.deviceGroup, rules.terminalGroup]).intersection(
        examination.machine.groups
      ).sorted()
      let missing = needed.filter { !user.groups.contains($0) }
      guard !missing.isEmpty else { return .fine(needed.joined(separator: ", ")) }
      let stale = missing.filter(user.groupsAfterLogin.contains)
      if !stale.isEmpty {
        return .fault(
          "\(user.name) was added to \(Self.list(stale)) after logging in.",
          seen: ["/etc/group has it, this process has not"],
          mend: [
            .say("Log out and in again, or try it in this shell:", "newgrp \(stale[0])")
          ])
      }
      return .warning(
        "\(user.name) is not in \(Self.list(missing)): boards open only for the user at the "
          + "machine's own seat, not over SSH and not for a CI runner.",
        seen: ["groups of this process: " + Self.list(user.groups)],
        mend: [
          .run("sudo usermod -aG \(missing.joined(separator: ",")) \(user.name)"),
          .say("Then log out and in again."),
        ])
    },
    Check(name: "nodes", title: "permissions of the boards' nodes") { examination in
      guard !examination.devices.isEmpty else { return .notApplicable("no board is plugged in") }
      let paths = examination.devices.flatMap { device in
        (device.node.map { [$0.path] } ?? [])
          + device.interfaces.flatMap(\.terminals).map(\.path)
      }
      let bad = paths.compactMap { examination.machine.nodes[$0] }.filter { !$0.isUsable }
      guard !bad.isEmpty else { return .fine("\(paths.count) nodes can be opened") }
      // Nodes with the same fault are one finding.
      let kinds = bad.reduce(into: [[Machine.Node]]()) { kinds, node in
        let same = kinds.firstIndex { $0.first?.permissions == node.permissions }
        if let same { kinds[same].append(node) } else { kinds.append([node]) }
      }
      return .found(kinds.map { denied($0, examination) })
    },
  ]

  private static func denied(_ nodes: [Machine.Node], _ examination: Examination) -> Finding {
    let user = examination.machine.user
    let paths = nodes.map(\.path).joined(separator: ", ")
    guard let node = nodes.first, let mode = node.mode else {
      return .fault(
        "\(paths): no such node, though the device is there.",
        seen: ["no such node"] + examination.machine.containerEvidence,
        mend: [.say("Give the container this device, or see that udev runs.")])
    }
    let mend: [Finding.Mend] =
      if let group = node.group, group != "root", mode & 0o060 == 0o060 {
        user.groupsAfterLogin.contains(group)
          ? [.say("Log out and in again.")]
          : [
            .run("sudo usermod -aG \(group) \(user.name)"), .say("Then log out and in again."),
          ]
      } else if examination.rules.installed == nil || !examination.rules.unseen.isEmpty {
        [.say("The udev rules are not in force for it: see rules-present and rules-loaded.")]
      } else {
        [
          .say(
            "No rule is for it, since many other devices have its ids: put its serial number into a "
              + "profile of your own, with like: and serials:, then install the rules again.")
        ] + RulesState.installation().map { .run($0) }
      }
    return .fault("\(user.name) may not open \(paths).", seen: [node.permissions], mend: mend)
  }

  /// What our rules can do about a program that opens new terminals, and what they cannot.
  private static func keepingAway(_ devices: [USBDevice], _ rules: RulesState) -> [Finding.Mend] {
    let bare = devices.filter { !rules.covers($0) }
    var mend: [Finding.Mend] = []
    if bare.count < devices.count { mend.append(.say("Install the rules (see rules-present).")) }
    if !bare.isEmpty {
      mend.append(
        .say(
          "No rule is for \(list(bare.map(\.path))), since many other devices have these ids: put "
            + "the serial number into a profile of your own, with like: and serials:, then install "
            + "the rules again."))
    }
    return mend
  }

  static func list(_ names: [String]) -> String {
    names.isEmpty ? "none" : names.joined(separator: ", ")
  }

  static let programs: [Check] = [
    Check(name: "modem-manager", title: "ModemManager") { examination in
      guard let running = examination.machine.running("ModemManager") else {
        return .fine("it does not run")
      }
      let open = examination.devices.filter { device in
        !examination.rules.seen.contains { $0.path == device.path }
          && device.interfaces.contains { !$0.terminals.isEmpty }
      }
      let isGuarded = examination.rules.installed != nil && examination.rules.isEqual
      if open.isEmpty, isGuarded || examination.isGuest {
        return .fine("it runs, and our rules keep it from the boards")
      }
      let evidence = ["ModemManager runs as process \(running.id)"]
      guard !open.isEmpty else {
        return .warning(
          "ModemManager runs, and nothing would keep it from a board that you plug in.",
          seen: evidence, mend: RulesState.installation().map { .run($0) })
      }
      return .fault(
        "ModemManager writes AT commands to new serial ports, and nothing keeps it from these boards.",
        seen: evidence + open.map { "\($0.path) does not carry the mark of our rules" },
        mend: keepingAway(open, examination.rules)
          + [.say("Or do without it:", "sudo systemctl mask --now ModemManager")])
    },
    Check(name: "brltty", title: "brltty") { examination in
      guard let running = examination.machine.running("brltty") else {
        return .fine("it does not run")
      }
      let bridges = examination.machine.devices.filter {
        $0.vendor == 0x1A86 || ($0.vendor == 0x0403 && $0.product == 0x6001)
      }
      let lost = bridges.filter { $0.interfaces.allSatisfy(\.terminals.isEmpty) }
      let evidence =
        ["brltty runs as process \(running.id)"]
        + lost.map { "\($0.path) (\($0.identifier)) has no serial port" }
      let mend: [Finding.Mend] = [
        .say("Unless a braille display is used here:"),
        .run("sudo systemctl mask --now brltty.service brltty.path brltty-udev.service"),
        .say("Then plug the board in again."),
      ]
      let sentence = "brltty takes CH340 and FTDI bridges for braille displays"
      guard lost.isEmpty else {
        return .fault("\(sentence), and has taken one.", seen: evidence, mend: mend)
      }
      return .warning("\(sentence).", seen: evidence, mend: mend)
    },
  ]
}

extension Machine.Node {
  /// `mode 0660, root:dialout`.
  var permissions: String {
    guard let mode else { return "no such node" }
    return "mode 0\(String(mode, radix: 8)), \(owner ?? "?"):\(group ?? "?")"
  }
}

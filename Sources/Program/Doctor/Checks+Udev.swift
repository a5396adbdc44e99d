import Boards

extension Check {
  package static let udev: [Check] = [
    Check(name: "udev", title: "udev") { examination in
      let machine = examination.machine
      guard !machine.hasUdev else { return .fine("udevd answers at /run/udev/control") }
      let mend: [Finding.Mend] =
        machine.container == nil
        ? [.run("sudo systemctl start systemd-udevd")]
        : [
          .say(
            "That is usual in a container: plugging in is then seen within a second instead of at "
              + "once. To have it at once, share the host's network and /run/udev:",
            "docker run --network host -v /run/udev:/run/udev:ro …")
        ]
      return .warning(
        "udev cannot be asked: names, permissions and hot-plug come from sysfs alone.",
        seen: ["no /run/udev/control"] + machine.containerEvidence, mend: mend)
    },
    Check(name: "rules-present", title: "our udev rules") { examination in
      guard !examination.isGuest else { return .notApplicable(guest) }
      guard let installed = examination.rules.installed else {
        return .fault(
          "The udev rules are not installed: only root can open boards, and ModemManager writes "
            + "to them.",
          seen: [
            "no \(UdevRules.fileName) in " + UdevRules.directories.joined(separator: ", ")
          ], mend: installing, repair: .installRules)
      }
      return .fine(installed.path)
    },
    Check(name: "rules-equal", title: "the version of our udev rules") { examination in
      guard !examination.isGuest else { return .notApplicable(guest) }
      let rules = examination.rules
      guard let installed = rules.installed else { return .notApplicable("they are not there") }
      guard !rules.isEqual else { return .fine("\(installed.path) is what this program makes") }
      return .fault(
        "The udev rules are not those of this program.",
        seen: ["\(installed.path) differs from what `uwbrig udev print` prints"]
          + rules.hidden.map { "\($0) is hidden by it" }, mend: installing,
        repair: .installRules)
    },
    Check(name: "rules-loaded", title: "what udev made of our rules") { examination in
      guard !examination.isGuest else { return .notApplicable(guest) }
      let rules = examination.rules
      guard rules.installed != nil else { return .notApplicable("they are not there") }
      guard !rules.unseen.isEmpty else {
        guard !rules.seen.isEmpty else {
          return .notApplicable("no board is plugged in that would show it")
        }
        return .fine("every attached board has their mark \(rules.expected.mark)")
      }
      return .fault(
        "Boards were plugged in before the udev rules were there: the rules are not in force for "
          + "them.",
        seen: rules.unseen.map { "\($0.path) does not carry the mark \(rules.expected.mark)" },
        mend: RulesState.reload.map { .run($0) } + [.say("Or plug them in again.")],
        repair: .reloadRules)
    },
    Check(name: "rules-groups", title: "the groups that our rules name") { examination in
      guard !examination.isGuest else { return .notApplicable(guest) }
      let rules = examination.rules.expected
      let named = [rules.deviceGroup, rules.terminalGroup]
      let missing = Set(named).subtracting(examination.machine.groups).sorted()
      guard !missing.isEmpty else { return .fine(Set(named).sorted().joined(separator: ", ")) }
      return .found(
        missing.map {
          .fault(
            "There is no group \($0): without a seat only root can use the boards.",
            seen: ["/etc/group has no \($0)"],
            mend: [
              .say("Make it:", "sudo groupadd --system \($0)"),
              .say("Or use one that is there: `uwbrig udev install --group NAME`."),
            ])
        })
    },
  ]

  private static let guest = "the rules belong on the host of this container"

  private static let installing: [Finding.Mend] = RulesState.installation().map { .run($0) }
}

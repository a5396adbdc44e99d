package import Boards

/// Whether the udev rules are there, are ours, and are in force.
package struct RulesState: Sendable {
  /// The file that counts; nil where there is none.
  var installed: Machine.Rules?
  /// Files that an earlier folder hides.
  var hidden: [String]
  /// The rules as this program makes them, for the groups of the installed file.
  package var expected: UdevRules
  /// Whether the installed file is what this program makes.
  var isEqual: Bool
  /// Attached devices that our rules are for and that udev has not shown to them.
  var unseen: [USBDevice]
  /// Attached devices that carry the mark of our rules.
  var seen: [USBDevice]

  init(_ machine: Machine, _ library: ProfileLibrary, boards: [BoardMatch]) {
    installed = machine.rules.first
    hidden = machine.rules.dropFirst().map(\.path)
    let groups = installed.flatMap { UdevRules.groups(of: $0.text) }
    let plain = UdevRules(library)
    expected =
      groups.map {
        UdevRules(library, deviceGroup: $0.device, terminalGroup: $0.terminal)
      } ?? plain
    isEqual = installed?.text == expected.text
    let mark = expected.mark
    let ours = boards.flatMap(\.devices).filter { device in
      plain.identities.contains { $0.fits(device) }
    }
    seen = ours.filter { machine.marks[$0.path] == mark }
    unseen = ours.filter { machine.marks[$0.path] != mark }
  }

  /// Whether one of our rules is for a device, once they are installed.
  func covers(_ device: USBDevice) -> Bool { expected.identities.contains { $0.fits(device) } }

  /// What makes udev read its rules and look at every device again.
  static let reload = [
    "sudo udevadm control --reload",
    "sudo udevadm trigger --action=change --subsystem-match=usb --subsystem-match=tty "
      + "--subsystem-match=hidraw",
  ]

  /// What puts the rules into place, for a user who is not root.
  static func installation(group: String? = nil) -> [String] {
    let option = group.map { " --group \($0)" } ?? ""
    return ["uwbrig udev print\(option) | sudo tee \(UdevRules.installedPath) >/dev/null"] + reload
  }
}

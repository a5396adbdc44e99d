package import Boards
import Errors
import Files
import FoundationEssentials
import Journal

/// The installation of the udev rules on one computer.
package struct UdevInstallation {
  let rules: UdevRules
  let machine: Machine

  package init(_ rules: UdevRules, _ machine: Machine) {
    self.rules = rules
    self.machine = machine
  }

  /// Installs them. Gives why udev has not applied them to what is plugged in; nil where it has.
  ///
  /// Throws ``RigError`` where the user is not root, with what to type, and where a group is missing.
  package func perform(_ hands: Hands, group: String?) throws -> String? {
    guard machine.user.isRoot else {
      let commands =
        (missingGroups.map { "sudo groupadd --system \($0)" }
          + RulesState.installation(group: group))
      throw RigError(
        .failed,
        reason: "only root may install udev rules. Type:\n"
          + commands.map { "    " + $0 }.joined(separator: "\n"))
    }
    guard missingGroups.isEmpty else {
      let commands = missingGroups.map { "    groupadd --system \($0)" }.joined(separator: "\n")
      throw RigError(
        .failed,
        reason:
          "there is no group \(missingGroups.joined(separator: " and no group ")): udev would ignore "
          + "it. Name one that is there with --group NAME, or make it:\n" + commands)
    }
    do {
      try hands.write(rules.text, UdevRules.installedPath)
    } catch {
      throw RigError(
        .failed,
        reason: "failed to write \(UdevRules.installedPath): \(FileReason.reason(of: error))"
      )
    }
    guard machine.hasUdev else {
      return "udevd does not run here, so nothing is applied before it does."
    }
    do { try Repair.reload(hands) } catch {
      return "udev was not told (\(FileReason.reason(of: error))): plug the boards in again."
    }
    return nil
  }

  private var missingGroups: [String] {
    Set([rules.deviceGroup, rules.terminalGroup]).subtracting(machine.groups).sorted()
  }
}

import Foundation

@testable import Boards
@testable import Doctor
@testable import uwbrig

/// Judges the nodes of a computer that is not there, in the words of the check of real ones.
struct MachineAccess: AccessJudge {
  private static let groups: [(name: String, number: UInt32)] = [
    ("root", 0), ("dialout", 20), ("plugdev", 46), ("own", 1000),
  ]
  private let machine: Machine
  private let check: AccessCheck

  init(_ machine: Machine) throws {
    self.machine = machine
    let root = try MockTree()
    defer { root.clean() }
    for process in machine.processes {
      try root.write(process.name + "\n", to: "proc/\(process.id)/comm")
    }
    try root.write("root:x:0:0::/:\n", to: "etc/passwd")
    let lines = Self.groups.map { "\($0.name):x:\($0.number):" }
    try root.write(lines.joined(separator: "\n") + "\n", to: "etc/group")
    check = AccessCheck(
      holders: NodeHolders(of: [], SystemRoots(below: root.path)),
      rights: UserRights(
        name: machine.user.name,
        groups: machine.user.groups.compactMap(Self.number),
        groupsAfterLogin: machine.user.groupsAfterLogin),
      names: SystemNames(etc: root.path + "/etc"))
  }

  func terminal(_ node: DeviceNode, of device: USBDevice) -> NodeAccess {
    judge(node, isLeftAlone: machine.marks[device.path] != nil, isTerminal: true)
  }

  func device(_ node: DeviceNode) -> NodeAccess {
    judge(node, isLeftAlone: true, isTerminal: false)
  }

  private static func number(_ group: String) -> UInt32? {
    groups.first { $0.name == group }?.number
  }

  private func judge(_ node: DeviceNode, isLeftAlone: Bool, isTerminal: Bool) -> NodeAccess {
    let known = machine.nodes[node.path]
    let status = known?.mode.map { mode in
      SystemFiles.Status(
        mode: UInt32(mode), owner: 0, group: known?.group.flatMap(Self.number) ?? 0)
    }
    return check.judge(
      node.path, status, isUsable: known?.isUsable ?? false, hasAccessList: false,
      isLeftAlone: isLeftAlone, isTerminal: isTerminal)
  }
}

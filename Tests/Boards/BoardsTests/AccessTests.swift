import Foundation
import Testing

@testable import Boards

@Suite("access to nodes")
struct AccessTests {
  /// `/proc` with two programs, and users and groups of our own.
  private static func check(
    groups: [UInt32] = [1000], tree: MockTree, nodes: [String] = ["/dev/ttyACM0"]
  ) throws -> AccessCheck {
    try tree.write("root:x:0:\ndialout:x:20:\nlate:x:30:ada\nada:x:1000:\n", to: "etc/group")
    try tree.write(
      "root:x:0:0::/root:/bin/sh\nada:x:1000:1000::/home/ada:/bin/sh\n", to: "etc/passwd")
    let names = SystemNames(etc: tree.path + "/etc")
    return AccessCheck(
      holders: NodeHolders(of: nodes, SystemRoots(below: tree.path)),
      rights: UserRights(
        name: "ada", groups: groups, groupsAfterLogin: names.groups(of: "ada")),
      names: names)
  }

  private static func judge(
    _ check: AccessCheck, mode: UInt32 = 0o660, group: UInt32 = 20, isUsable: Bool,
    isLeftAlone: Bool = false
  ) -> NodeAccess {
    check.judge(
      "/dev/ttyACM0", .init(mode: mode, owner: 0, group: group),
      isUsable: isUsable, hasAccessList: false, isLeftAlone: isLeftAlone, isTerminal: true)
  }

  @Test(
    "a refusal names mode, owner and group, and the command that mends it",
    arguments: [
      (
        UInt32(0o660), UInt32(20), [UInt32(1000)], NodeAccess.State.denied,
        "mode 0660, owner root, group dialout: you are not in this group",
        "sudo usermod -aG dialout ada"
      ),
      (
        0o660, 30, [1000], .stale,
        "mode 0660, owner root, group late: you were added to this group after you logged in",
        "newgrp late"
      ),
      (
        0o600, 20, [1000], .denied,
        "mode 0600, owner root, group dialout: no group of ordinary users may use it",
        "sudo uwbrig udev install"
      ),
      (
        0o660, 0, [1000], .denied,
        "mode 0660, owner root, group root: no group of ordinary users may use it",
        "sudo uwbrig udev install"
      ),
      (
        0o660, 20, [1000, 20], .denied,
        "mode 0660, owner root, group dialout: you are in this group, and the system refuses all "
          + "the same", "getfacl and the container's device rules tell why"
      ),
    ])
  func refused(
    _ mode: UInt32, _ group: UInt32, _ groups: [UInt32], _ state: NodeAccess.State,
    _ reason: String, _ remedy: String
  ) throws {
    let tree = try MockTree()
    defer { tree.clean() }
    let access = Self.judge(
      try Self.check(groups: groups, tree: tree), mode: mode, group: group, isUsable: false)
    #expect(access.state == state)
    #expect(access.reason == reason)
    #expect(access.remedy == remedy)
  }

  @Test("a program that has a terminal open is named")
  func held() throws {
    let tree = try MockTree()
    defer { tree.clean() }
    try tree.write("pico\u{7}com\n", to: "proc/4711/comm")
    try tree.link("proc/4711/fd/3", to: "/dev/ttyACM0")
    try tree.link("proc/4711/fd/4", to: "/dev/ttyACM0")
    try tree.write("sh\n", to: "proc/12/comm")
    try tree.link("proc/12/fd/3", to: "/dev/ttyACM1")
    let access = Self.judge(try Self.check(tree: tree), isUsable: true)
    #expect(access.state == .held)
    #expect(access.reason == "pico\\u{7}com (process 4711) has it open")
    #expect(access.remedy == "kill 4711")
    #expect(access.holders.count == 1)
  }

  @Test("ModemManager is a reason unless udev keeps it away", arguments: [false, true])
  func modemManager(_ isLeftAlone: Bool) throws {
    let tree = try MockTree()
    defer { tree.clean() }
    try tree.write("ModemManager\n", to: "proc/600/comm")
    let access = Self.judge(
      try Self.check(tree: tree), isUsable: true, isLeftAlone: isLeftAlone)
    #expect(access.state == (isLeftAlone ? .free : .modemManager))
    #expect(access.reason.hasPrefix("ModemManager (process 600)") != isLeftAlone)
  }

  @Test("ModemManager with the terminal open is not to be killed", arguments: [false, true])
  func modemManagerHolds(_ isLeftAlone: Bool) throws {
    let tree = try MockTree()
    defer { tree.clean() }
    try tree.write("ModemManager\n", to: "proc/600/comm")
    try tree.link("proc/600/fd/9", to: "/dev/ttyACM0")
    let access = Self.judge(
      try Self.check(tree: tree), isUsable: true, isLeftAlone: isLeftAlone)
    #expect(access.state == .modemManager)
    #expect(access.reason.hasPrefix("ModemManager (process 600) has it open"))
    #expect(
      access.remedy
        == (isLeftAlone ? "unplug it, and plug it in again" : "sudo uwbrig udev install"))
  }

  @Test("a terminal that nobody gave to the container is missing")
  func missing() throws {
    let tree = try MockTree()
    defer { tree.clean() }
    let access = try Self.check(tree: tree).judge(
      "/dev/ttyACM0", nil, isUsable: false, hasAccessList: false, isLeftAlone: false,
      isTerminal: true)
    #expect(access.state == .missing)
    #expect(access.remedy == "docker run --device=/dev/ttyACM0 …")
  }

  @Test("this very process is found as the holder of a node that it has open")
  func ourselves() throws {
    let tree = try MockTree()
    defer { tree.clean() }
    try tree.write("", to: "dev/ttyACM0")
    let path = tree.root.resolvingSymlinksInPath().path + "/dev/ttyACM0"
    let handle = try FileHandle(forReadingFrom: URL(filePath: path))
    defer { try? handle.close() }
    let holders = NodeHolders(of: [path], .system).holders(of: path)
    #expect(holders.map(\.process) == [Int(ProcessInfo.processInfo.processIdentifier)])
  }

  @Test("a look at this computer's own nodes gives no trap")
  func system() {
    let inventory = USBTree.system.snapshot()
    let check = AccessCheck(inventory)
    for device in inventory.devices {
      guard let node = device.node else { continue }
      #expect(check.device(node).mode != nil)
    }
    #expect(check.device(DeviceNode(path: "/dev/null")).state == .free)
  }
}

/// Which programs have device nodes open, by one look through `/proc`.
struct NodeHolders: Sendable {
  private let holders: [String: [NodeAccess.Holder]]
  /// ModemManager's process, where it runs.
  let modemManager: Int?

  init(of nodes: [String], _ roots: SystemRoots) {
    let wanted = Set(nodes)
    var holders: [String: [NodeAccess.Holder]] = [:]
    var modemManager: Int?
    let processes = SystemFiles.names(in: roots.proc).compactMap { Int($0) }.sorted()
    for process in processes {
      let folder = roots.proc + "/\(process)"
      if modemManager == nil, Self.name(folder) == "ModemManager" { modemManager = process }
      guard !wanted.isEmpty else { continue }
      let descriptors = SystemFiles.names(in: folder + "/fd")
      var held: Set<String> = []
      for descriptor in descriptors {
        guard let target = SystemFiles.link(folder + "/fd/" + descriptor),
          wanted.contains(target), held.insert(target).inserted
        else { continue }
        let name = Self.name(folder) ?? "?"
        holders[target, default: []].append(.init(process: process, name: name))
      }
    }
    self.holders = holders
    self.modemManager = modemManager
  }

  func holders(of node: String) -> [NodeAccess.Holder] { holders[node] ?? [] }

  private static func name(_ folder: String) -> String? {
    guard var bytes = SystemFiles.bytes(folder + "/comm", limit: 64) else { return nil }
    if bytes.last == 0x0A { bytes.removeLast() }
    return DescriptorText.readable(bytes, "").0
  }
}

/// Who says whether nodes can be opened.
public protocol AccessJudge: Sendable {
  func terminal(_ node: DeviceNode, of device: USBDevice) -> NodeAccess
  /// Whether the device's own node can be used now, as a debug probe's must be.
  func device(_ node: DeviceNode) -> NodeAccess
}

/// Whether nodes can be opened, judged for many at once.
public struct AccessCheck: AccessJudge {
  let holders: NodeHolders
  let rights: UserRights
  let names: SystemNames
}

extension AccessCheck {
  /// Looks once for who holds which of these nodes.
  public init(_ inventory: USBInventory, roots: SystemRoots = .system) {
    let nodes = inventory.devices.flatMap { device in
      device.interfaces.flatMap(\.terminals).map(\.path) + [device.node?.path].compactMap(\.self)
    }
    let names = SystemNames()
    self.init(
      holders: NodeHolders(of: nodes, roots), rights: UserRights.current(names), names: names)
  }

  /// Whether a terminal of a device can be used now.
  public func terminal(_ node: DeviceNode, of device: USBDevice) -> NodeAccess {
    judge(node.path, isLeftAlone: device.isIgnoredByModemManager ?? false, isTerminal: true)
  }

  /// Whether the device's own node can be used now, as a debug probe's must be.
  public func device(_ node: DeviceNode) -> NodeAccess {
    judge(node.path, isLeftAlone: true, isTerminal: false)
  }

  private func judge(_ path: String, isLeftAlone: Bool, isTerminal: Bool) -> NodeAccess {
    let status = SystemFiles.status(path)
    return judge(
      path, status, isUsable: SystemFiles.isUsable(path),
      hasAccessList: SystemFiles.hasAccessList(path), isLeftAlone: isLeftAlone,
      isTerminal: isTerminal)
  }

  func judge(
    _ path: String, _ status: SystemFiles.Status?, isUsable: Bool, hasAccessList: Bool,
    isLeftAlone: Bool, isTerminal: Bool
  ) -> NodeAccess {
    var access = NodeAccess(
      state: .free, reason: "", remedy: "", mode: status?.mode,
      owner: status.map { names.user($0.owner) ?? "\($0.owner)" },
      group: status.map { names.group($0.group) ?? "\($0.group)" }, hasAccessList: hasAccessList,
      holders: holders.holders(of: path))
    guard let status else {
      access.state = .missing
      access.reason =
        "there is no node \(path): a container has to be given it, elsewhere udev makes it"
      access.remedy = "docker run --device=\(path) …"
      return access
    }
    guard isUsable else {
      denied(&access, status)
      return access
    }
    // A device's own node may be open several times; only a claimed interface is held.
    if isTerminal, let manager = access.holders.first(where: { $0.process == holders.modemManager })
    {
      access.state = .modemManager
      access.reason = "\(manager) has it open, to see whether it is a modem"
      // To end it does not help: the system starts it again.
      access.remedy = isLeftAlone ? "unplug it, and plug it in again" : NodeAccess.installRules
    } else if isTerminal, let holder = access.holders.first {
      access.state = .held
      access.reason = "\(holder) has it open"
      access.remedy = "kill \(holder.process)"
    } else if isTerminal, !isLeftAlone, let process = holders.modemManager {
      access.state = .modemManager
      access.reason =
        "ModemManager (process \(process)) runs and is not kept away from it: it opens new ports "
        + "and writes to them"
      access.remedy = NodeAccess.installRules
    }
    return access
  }

  private func denied(_ access: inout NodeAccess, _ status: SystemFiles.Status) {
    let mode = "0" + String(status.mode, radix: 8)
    let group = access.group ?? "\(status.group)"
    let place = "mode \(mode), owner \(access.owner ?? "\(status.owner)"), group \(group)"
    access.state = .denied
    let groupMay = status.mode & 0o060 == 0o060
    if !groupMay || group == "root" {
      access.reason = "\(place): no group of ordinary users may use it"
      access.remedy = NodeAccess.installRules
    } else if rights.groups.contains(status.group) {
      // Another rule than mode and group says no: an access list, or a container's device policy.
      access.reason = "\(place): you are in this group, and the system refuses all the same"
      access.remedy = "getfacl and the container's device rules tell why"
    } else if rights.groupsAfterLogin.contains(group) {
      access.state = .stale
      access.reason = "\(place): you were added to this group after you logged in"
      access.remedy = "newgrp \(group)"
    } else {
      access.reason = "\(place): you are not in this group"
      access.remedy = "sudo usermod -aG \(group) \(rights.name)"
    }
  }
}

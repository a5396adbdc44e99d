package import Boards
import Files
import FoundationEssentials
import Glibc
import Notation

extension Machine {
  /// This computer, now.
  package static func here(
    profileFaults: [String] = [],
    attached: () throws -> [USBDevice] = { try SysfsGlance().devices() }
  ) -> Machine {
    var machine = Machine()
    machine.groups = SystemText.lines("/etc/group", limit: 1 << 20).compactMap {
      $0.split(separator: ":").first.map(String.init)
    }
    machine.user = .here()
    machine.processes = running()
    machine.rules = UdevRules.directories.compactMap { directory in
      let path = directory + "/" + UdevRules.fileName
      return SystemText.read(path).map { Rules(path: path, text: $0) }
    }
    // /lib is /usr/lib on most systems.
    if machine.rules.last?.path.hasPrefix("/lib/") == true,
      machine.rules.contains(where: { $0.path.hasPrefix("/usr/lib/") })
    {
      machine.rules.removeLast()
    }
    machine.hasUdev = exists("/run/udev/control")
    machine.hasUSB = exists("/sys/bus/usb/devices")
    machine.hasUSBNodes = exists("/dev/bus/usb")
    machine.container = containerKind()
    machine.readDevices(attached)
    machine.bluetooth = .here()
    machine.libraries = [
      library("libusb-1.0", package: "libusb-1.0-0"), library("libudev", package: "libudev1"),
    ]
    (machine.openFiles, machine.openFilesMost) = descriptorLimits()
    machine.inotifyInstances = number("/proc/sys/fs/inotify/max_user_instances")
    machine.hasPseudoTerminals = hasPseudoTerminals()
    machine.clock = Int64(time(nil))
    machine.disk = .here("out")
    machine.profileFaults = profileFaults
    return machine
  }

  private mutating func readDevices(_ attached: () throws -> [USBDevice]) {
    do { devices = try attached() } catch { deviceFailure = "\(error)" }
    for device in devices {
      // Numbers as the kernel gives them: 189:(bus - 1) * 128 + (address - 1).
      let minor = (device.bus - 1) * 128 + device.address - 1
      let entries = SystemText.lines("/run/udev/data/c189:\(minor)")
      let mark = entries.first { $0.hasPrefix("E:UWBRIG_RULES=") }
      if let mark { marks[device.path] = String(mark.dropFirst(15)) }
      let control = SystemText.read("/sys/bus/usb/devices/\(device.path)/power/control")
      if let control { power[device.path] = String(control.prefix { !$0.isNewline }) }
      if let node = device.node?.path { nodes[node] = .here(node) }
      for terminal in device.interfaces.flatMap(\.terminals).map(\.path) {
        nodes[terminal] = .here(terminal)
        let name = terminal.split(separator: "/").last ?? ""
        latencies[terminal] = Self.number("/sys/bus/usb-serial/devices/\(name)/latency_timer")
      }
    }
    overCurrents = Self.overCurrentCounts()
    hubs = PowerTree().hubs
  }

  private static func overCurrentCounts() -> [String: Int] {
    let root = "/sys/bus/usb/devices"
    var counts: [String: Int] = [:]
    for hub in Self.names(root) where hub.contains(":") {
      for port in Self.names("\(root)/\(hub)") where port.contains("-port") {
        let count = number("\(root)/\(hub)/\(port)/over_current_count") ?? 0
        if count > 0 { counts[port] = count }
      }
    }
    return counts
  }

  static func names(_ folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder))?.sorted() ?? []
  }

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path)
  }

  private static func number(_ path: String) -> Int? {
    SystemText.read(path).flatMap { Int($0.prefix { $0.isNumber }) }
  }

  private static func running() -> [Running] {
    names("/proc").compactMap(Int.init).sorted().compactMap { id in
      SystemText.read("/proc/\(id)/comm").map {
        Running(id: id, name: String($0.prefix { !$0.isNewline }))
      }
    }
  }

  private static func containerKind() -> String? {
    if let kind = SystemText.lines("/run/systemd/container").first { return String(kind) }
    if exists("/.dockerenv") { return "docker" }
    if exists("/run/.containerenv") { return "podman" }
    let environment = SystemText.read("/proc/1/environ")?.split(separator: "\0") ?? []
    return environment.first { $0.hasPrefix("container=") }.map { String($0.dropFirst(10)) }
  }

  private static func library(_ name: String, package: String) -> Library {
    let mapped = SystemText.lines("/proc/self/maps", limit: 1 << 20).compactMap {
      $0.split(separator: " ").last
    }
    if let path = mapped.first(where: { $0.contains("/\(name).so") }) {
      return Library(name: name, package: package, path: String(path))
    }
    let folders = [
      "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib",
      "/usr/local/lib",
    ]
    let found = folders.lazy.flatMap { folder in
      names(folder).filter { $0.hasPrefix(name + ".so.") }.map { folder + "/" + $0 }
    }.first
    return Library(name: name, package: package, path: found)
  }

  private static func descriptorLimits() -> (Int, Int) {
    let line = SystemText.lines("/proc/self/limits").first { $0.hasPrefix("Max open files") }
    let numbers = (line ?? "").split(separator: " ").compactMap {
      $0 == "unlimited" ? .max : Int($0)
    }
    guard numbers.count >= 2 else { return (1024, 1024) }
    return (numbers[0], numbers[1])
  }

  private static func hasPseudoTerminals() -> Bool {
    (try? SystemFile(updating: "/dev/ptmx")) != nil && exists("/dev/pts")
  }
}

extension Machine.User {
  /// Who runs this program.
  static func here() -> Machine.User {
    let status = SystemText.lines("/proc/self/status")
    func numbers(_ key: String) -> [Int] {
      let line = status.first { $0.hasPrefix(key + ":") } ?? ""
      return line.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    }
    let uids = numbers("Uid")
    let id = uids.count > 1 ? uids[1] : 0
    let mine = numbers("Groups") + numbers("Gid").prefix(2)
    let people = SystemText.lines("/etc/passwd", limit: 1 << 20).map {
      $0.split(separator: ":", omittingEmptySubsequences: false)
    }
    let name = people.first { $0.count > 2 && Int($0[2]) == id }.map { String($0[0]) } ?? "\(id)"
    let groups = SystemText.lines("/etc/group", limit: 1 << 20)
      .map { $0.split(separator: ":", omittingEmptySubsequences: false) }.filter { $0.count > 3 }
    return Machine.User(
      id: id, name: PrintableText.lines(name),
      groups: groups.filter { Int($0[2]).map(mine.contains) ?? false }.map { String($0[0]) },
      groupsAfterLogin: groups.filter { $0[3].split(separator: ",").contains(name[...]) }
        .map { String($0[0]) })
  }
}

extension Machine.Node {
  static func here(_ path: String) -> Machine.Node {
    let files = FileManager.default
    let attributes = try? files.attributesOfItem(atPath: path)
    return Machine.Node(
      path: path, mode: FileStatus.permissions(of: path),
      owner: attributes?[.ownerAccountName] as? String,
      group: attributes?[.groupOwnerAccountName] as? String,
      isUsable: files.isReadableFile(atPath: path) && files.isWritableFile(atPath: path))
  }
}

extension Machine.Disk {
  /// The folder of runs, or where it would be made.
  static func here(_ path: String) -> Machine.Disk {
    let files = FileManager.default
    // Where it does not exist it would be made.
    let here = files.currentDirectoryPath
    let place = files.fileExists(atPath: path) ? "\(here)/\(path)" : here
    return Machine.Disk(
      path: PrintableText.lines(place),
      free: FileStatus.freeSpace(at: place).map(Int64.init),
      isWritable: files.isWritableFile(atPath: place))
  }
}

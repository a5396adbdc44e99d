public import Boards
public import Errors
import Links
public import RigFile

extension BoardClaim {
  /// Takes every board of a rig that is behind a serial port of this machine, at an address of a
  /// network or on the air, and every debug probe that the rig names, or none.
  ///
  /// - Parameters:
  ///   - names: the boards that are wanted; nil for all of the rig.
  ///   - probes: serial numbers of further debug probes.
  ///   - tree: where the boards are looked for.
  ///   - directory: where lock files lie; nil picks the usual one.
  /// - Throws: ``RigError`` `busy` when another program has one of them.
  public convenience init(
    _ file: RigFile, boards names: [String]? = nil, probes: [String] = [], holder: LockHolder,
    tree: USBTree = .system, directory: String? = nil
  ) throws(RigError) {
    try self.init(
      Self.keys(of: file, names, probes, tree), holder: holder, directory: directory)
  }

  /// The locks; several ports of one device are one board.
  private static func keys(
    of file: RigFile, _ names: [String]?, _ probes: [String], _ tree: USBTree
  ) -> [(key: String, board: String)] {
    let wanted = file.boards.filter {
      ($0.isOnTerminal || $0.link.address != nil || $0.probe != nil)
        && names?.contains($0.name) ?? true
    }
    guard !wanted.isEmpty || !probes.isEmpty else { return [] }
    let inventory = tree.snapshot()
    var keys: [(key: String, board: String)] = []
    func add(_ key: String?, _ board: String) {
      if let key { keys.append((key, board)) }
    }
    for board in wanted {
      add(key(of: board.link.relative(to: file.directory), in: inventory), board.name)
      add(board.probe.map { inventory.lockKey(ofProbe: $0) }, board.name)
    }
    for probe in probes { add(inventory.lockKey(ofProbe: probe), "the debug probe \(probe)") }
    return keys
  }

  private static func key(of link: LinkAddress, in inventory: USBInventory) -> String? {
    if let device = inventory.device(behind: link) { return inventory.lockKey(of: device) }
    // What is not attached, or not alone, is refused when the bench is opened.
    guard case .serial(let path, _) = link else { return link.address }
    return TerminalPlace(of: path).map { $0.devicePath ?? $0.name }
  }
}

extension LinkAddress {
  /// The place in a network that one program at a time may use: many boards serve one client only,
  /// and a second one takes the first one's answers or gets none. Nil for a link without such a place.
  fileprivate var address: String? {
    switch self {
    case .tcp(let host, let port), .rfc2217(let host, let port, _):
      let name = host.lowercased()
      let isHere = ["localhost", "127.0.0.1", "::1"].contains(name)
      // The port first: of a long name the end does not tell.
      return "port \(port) of \(isHere ? "localhost" : name)"
    case .ble(let selector, _): return "bluetooth \(selector)"
    default: return nil
    }
  }
}

extension USBInventory {
  /// The key of a probe by its serial number, which may be on a network and not on this machine.
  fileprivate func lockKey(ofProbe serial: String) -> String {
    let device = devices.first { $0.isProbe && SerialNumber.matches(serial, $0) }
    return device.map { lockKey(of: $0) }
      ?? SerialNumber.normalized(serial, vendor: SerialNumber.segger)
  }
}

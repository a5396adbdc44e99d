import BootProtocols
import Links
import UCI
import WireFormat

extension RigFile {
  /// The same bench with these boards alone, under names that say nothing of them. What a case sends may
  /// depend on the name, so that they have to be given before it runs.
  public func unnamed(only names: [String]) -> RigFile {
    var file = keeping(only: names)
    for index in file.boards.indices {
      file.boards[index].name = index == 0 ? "board" : "board-\(index + 1)"
    }
    return file
  }

  /// The text of a rig file for a recording that is given away: what the boards speak, and nothing of
  /// where they stand, how they are reached or whose they are.
  ///
  /// - Parameters:
  ///   - profiles: the profiles that everyone has.
  ///   - command: a command of `setup:` as it is given away.
  public func shared(profiles: [String], _ command: ([UInt8]) -> [UInt8]) -> String {
    let entries = boards.map { board in
      let spoken = ([board.firmware] + board.alsoSpeaks).map(\.rawValue)
      let firmware = spoken.count == 1 ? spoken[0] : "[\(spoken.joined(separator: ", "))]"
      let framing =
        board.uci?.framing?.rawValue
        ?? (board.link.preservesMessages ? nil : board.framing?.rawValue)
      let setup = (board.uci?.setup ?? []).map { "\"\(Hexadecimal.encode(command($0.bytes)))\"" }
      let keys: [(String, String?)] = [
        ("firmware", firmware), ("link", "\"\(board.link.shared(board.name))\""),
        ("use", board.use.rawValue), ("role", board.role?.rawValue),
        ("dialect", board.dialect?.description), ("framing", framing),
        ("setup", setup.isEmpty ? nil : "[\(setup.joined(separator: ", "))]"),
        ("claims", board.claims.shared), ("reset", board.reset.map { _ in "dtr" }),
        ("profile", board.profile.flatMap { profiles.contains($0) ? $0 : nil }),
      ]
      return
        (["  - name: \(board.name)"]
        + keys.compactMap { key, value in value.map { "    \(key): \($0)" } })
        .joined(separator: "\n")
    }
    return "version: 1\nname: recording\ntime: real\nboards:\n" + entries.joined(separator: "\n")
      + "\n"
  }
}

extension LinkAddress {
  /// A link of the same kind that leads nowhere.
  fileprivate func shared(_ name: String) -> String {
    switch self {
    case .serial(_, let parameters), .usb(_, _, let parameters):
      LinkAddress.serial(path: "/dev/\(name)", parameters).description
    case .ble(_, let parameters):
      LinkAddress.ble(.name(name), BLEParameters(service: parameters.service)).description
    default: LinkAddress.tcp(host: name, port: 7000).description
    }
  }
}

extension RigBoard.Claims {
  fileprivate var shared: String? {
    let keys: [(String, String?)] = [
      ("acd", acd.map { "\"\($0)\"" }), ("background", background.map { "\($0)" }),
      ("vendor-ids", vendorIDs.map { "\($0)" }), ("sessions", sessions.map { "\($0)" }),
      ("oob", oob.map { "\($0)" }),
    ]
    let said = keys.compactMap { key, value in value.map { "\(key): \($0)" } }
    return said.isEmpty ? nil : "{\(said.joined(separator: ", "))}"
  }
}

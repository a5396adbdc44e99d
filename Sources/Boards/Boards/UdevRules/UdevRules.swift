/// The udev rules that give people and CI runners their boards, made from what the profiles match.
public struct UdevRules: Sendable, Hashable {
  /// The file's name. It has to sort before 73-seat-late, which turns uaccess into an access list, and
  /// after 60-serial, which finds out serial and interface numbers.
  public static let fileName = "60-uwbrig.rules"
  /// Where an administrator's rules go.
  public static let installedPath = "/etc/udev/rules.d/" + fileName
  /// Where udev looks for rules, the strongest first.
  public static let directories = [
    "/etc/udev/rules.d", "/run/udev/rules.d", "/usr/local/lib/udev/rules.d",
    "/usr/lib/udev/rules.d", "/lib/udev/rules.d",
  ]

  /// The group of USB devices.
  public let deviceGroup: String
  /// The group of terminals.
  public let terminalGroup: String
  /// The identities of the rules, sorted by vendor and product.
  public let identities: [UdevIdentity]
  /// Identities that too many other devices have, with the boards that they leave out.
  public let leftOut: [UdevIdentity]

  /// The rules for the boards of a library.
  public init(
    _ library: ProfileLibrary, deviceGroup: String = "plugdev", terminalGroup: String = "dialout"
  ) {
    self.deviceGroup = deviceGroup
    self.terminalGroup = terminalGroup
    let all = UdevIdentity.all(of: library)
    identities = all.filter(\.isSpecific)
    leftOut = all.filter { !$0.isSpecific }
  }

  /// Names the rules in udev's database: a device that has this mark was seen by exactly these rules.
  public var mark: String { Self.hash(lines(mark: "")) }

  /// The file.
  public var text: String { lines(mark: mark).joined(separator: "\n") + "\n" }

  /// The groups that a file of such rules gives, if it is one.
  public static func groups(of text: String) -> (device: String, terminal: String)? {
    let groups = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
      line.firstMatch(of: /GROUP="([a-z_][a-z0-9_-]*)"/).map { String($0.output.1) }
    }
    // Of USB devices, of terminals, of hubs.
    guard groups.count == 3, groups[2] == groups[0] else { return nil }
    return (groups[0], groups[1])
  }

  /// Whether udev and the group database take a name for a group.
  public static func isGroup(_ name: String) -> Bool {
    name.utf8.count <= 32 && name.wholeMatch(of: /[a-z_][a-z0-9_-]*/) != nil
  }

  /// FNV-1a, enough to tell one version of a file from another.
  private static func hash(_ lines: [String]) -> String {
    var hash: UInt32 = 0x811C_9DC5
    for byte in lines.joined(separator: "\n").utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    return hash.hexadecimal
  }
}

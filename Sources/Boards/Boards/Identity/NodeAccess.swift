import Glibc

/// Whether this user can open a device node now, and if not why, and what mends it.
public struct NodeAccess: Equatable, Sendable {
  /// The remedy where our udev rules are what is missing.
  public static let installRules = "sudo uwbrig udev install"

  /// The obstacle; `free` is none.
  public enum State: String, Sendable, CaseIterable {
    case free
    /// There is no such node: a container that was not given it.
    case missing
    /// Mode, owner and group do not allow it.
    case denied
    /// The user was added to the group after logging in.
    case stale
    /// ModemManager runs, and nothing keeps it away: it opens new ports and writes to them.
    case modemManager = "modem-manager"
    /// Another program has it open.
    case held
  }

  /// The obstacle.
  public var state: State
  /// In words; empty when free.
  public var reason: String
  /// The command that mends it; empty when nothing is to be done.
  public var remedy: String
  /// The node's mode, such as 0o660; nil where there is no node.
  public var mode: UInt32?
  /// The name of the node's owner.
  public var owner: String?
  /// The name of the node's group.
  public var group: String?
  /// Whether an access list gives rights beside them.
  public var hasAccessList: Bool
  /// Who has it open.
  public var holders: [Holder]

  /// A program that has a node open.
  public struct Holder: Hashable, Sendable, CustomStringConvertible {
    /// Its process.
    public var process: Int
    /// Its name, safe to print.
    public var name: String

    /// `minicom (process 690)`.
    public var description: String { "\(name) (process \(process))" }
  }
}

/// Who asks: the user of this process.
struct UserRights: Equatable, Sendable {
  var name: String
  var groups: [UInt32]
  /// The groups that the user's database gives; they count after the next login.
  var groupsAfterLogin: [String]

  static func current(_ names: SystemNames) -> UserRights {
    let name = names.user(geteuid()) ?? "\(geteuid())"
    var groups = [gid_t](repeating: 0, count: 256)
    let count = unsafe getgroups(256, &groups)
    return UserRights(
      name: name, groups: Array(groups.prefix(Int(max(0, count)))) + [getegid()],
      groupsAfterLogin: names.groups(of: name))
  }
}

/// The names of users and groups of this computer.
struct SystemNames: Sendable {
  private struct Entry {
    var name: String
    var number: UInt32
    var members: [String]
  }

  private let users: [Entry]
  private let groups: [Entry]

  init(etc: String = "/etc") {
    users = Self.entries(etc + "/passwd")
    groups = Self.entries(etc + "/group")
  }

  func user(_ number: UInt32) -> String? { users.first { $0.number == number }?.name }

  func group(_ number: UInt32) -> String? { groups.first { $0.number == number }?.name }

  func groups(of user: String) -> [String] {
    groups.filter { $0.members.contains(user) }.map(\.name)
  }

  private static func entries(_ path: String) -> [Entry] {
    let text = SystemFiles.bytes(path, limit: 1 << 20) ?? []
    return text.split(separator: 0x0A).compactMap { line in
      let fields = line.split(separator: 0x3A, omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
      }
      guard fields.count >= 3, let number = UInt32(fields[2]) else { return nil }
      let members = fields.count == 4 ? fields[3].split(separator: ",").map(String.init) : []
      return Entry(name: DescriptorText.escaped(fields[0]), number: number, members: members)
    }
  }
}

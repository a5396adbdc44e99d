import FileGrammar
import FoundationEssentials
public import Notation

/// The board profiles that a program knows: those built into it, and those of a user's own folders.
public struct ProfileLibrary: Sendable, Hashable {
  /// The profiles by name.
  public let profiles: [BoardProfile]

  /// Profiles in the order of their names; of equal names the last is taken.
  public init(_ profiles: [BoardProfile]) {
    self.profiles = Dictionary(profiles.map { ($0.name, $0) }) { _, last in last }
      .values.sorted { $0.name < $1.name }
  }

  /// The profiles that are built into the program.
  public static func shipped() throws(DocumentErrors) -> ProfileLibrary { try builtIn.get() }

  /// Read once a process.
  private static let builtIn = Result { () throws(DocumentErrors) in
    ProfileLibrary(try Embedded.profiles.map(read))
  }

  private static func read(
    _ file: (name: String, text: String)
  ) throws(DocumentErrors) -> BoardProfile {
    try BoardProfile.parse(file.text, file: "Rigs/boards/\(file.name)")
  }

  /// The vendors that a file names in its match rules, by a look at its text.
  private static func vendors(in text: String) -> [UInt16] {
    let key = Array("vendor: 0x".utf8)
    let bytes = Array(text.utf8)
    return bytes.indices.compactMap { start in
      guard bytes[start] == key[0], bytes[start...].starts(with: key) else { return nil }
      let digits = bytes[start...].dropFirst(key.count).prefix(4)
      return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }
  }

  /// What is known of these devices: as much of the built-in profiles as can fit one of them, since
  /// reading all of them takes longer than finding the devices; with a user's own profiles all of them.
  ///
  /// Throws every fault of every file.
  public static func load(
    directories: [String], about devices: [USBDevice]
  ) throws(DocumentErrors) -> ProfileLibrary {
    guard directories.allSatisfy({ files(of: $0).isEmpty }) else {
      return try load(directories: directories)
    }
    let vendors = Set(devices.map(\.vendor))
    return ProfileLibrary(
      try Embedded.profiles.filter { !vendors.isDisjoint(with: Self.vendors(in: $0.text)) }
        .map(read))
  }

  /// The built-in profiles and those of folders (`*.yaml`), the later ones in place of earlier ones
  /// of the same name. A folder that does not exist holds none.
  ///
  /// Throws every fault of every file.
  public static func load(directories: [String]) throws(DocumentErrors) -> ProfileLibrary {
    var profiles = try shipped().profiles
    var faults: [DocumentError] = []
    for directory in directories {
      for path in files(of: directory) {
        do throws(DocumentErrors) {
          profiles.append(try BoardProfile.load(path, known: profiles))
        } catch { faults += error.errors }
      }
    }
    guard faults.isEmpty else { throw DocumentErrors(errors: faults) }
    return ProfileLibrary(profiles)
  }

  /// The built-in profiles, and the user's own from their usual place.
  ///
  /// Throws every fault of every file.
  public static func usual() throws(DocumentErrors) -> ProfileLibrary {
    try load(directories: usualDirectories)
  }

  /// The folder of the user's own profiles, where there is one.
  public static var usualDirectories: [String] {
    userDirectory(ProcessInfo.processInfo.environment).map { [$0] } ?? []
  }

  /// Where a user's own profiles are: `$XDG_CONFIG_HOME/uwbrig/boards`, else below `~/.config`; nil
  /// where the environment names no home.
  public static func userDirectory(_ environment: [String: String]) -> String? {
    if let base = environment["XDG_CONFIG_HOME"], base.hasPrefix("/") {
      return base + "/uwbrig/boards"
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return home + "/.config/uwbrig/boards"
  }

  /// The profile of a name.
  public func profile(named name: String) -> BoardProfile? { profiles.first { $0.name == name } }

  /// The JSON schema of board profiles.
  public static var schema: String { ProfileKeys.kind.schema(ProfileKeys.schema) }

  private static func files(of directory: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return names.filter { $0.hasSuffix(".yaml") && !$0.hasPrefix(".") }.sorted()
      .map { directory + "/" + $0 }
  }
}

extension BoardProfile {
  /// Reads a profile from a file; `known` is what its `like` may name.
  public static func load(
    _ path: String, known: [BoardProfile] = []
  ) throws(DocumentErrors) -> BoardProfile {
    guard let text = try ProfileKeys.kind.text(of: path) else {
      throw ProfileKeys.kind.unreadable(
        path, found: "a file that cannot be read", allowed: "the path of a board profile")
    }
    return try parse(text, file: path, known: known)
  }
}

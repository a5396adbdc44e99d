import Admission
public import Digests
public import Errors
import Files
import FoundationEssentials
import Glibc
import Notation
import WireFormat

/// A key that this user's machine knows, with what is kept about it.
public struct KnownKey: Hashable, Sendable {
  /// The public key.
  public var key: [UInt8]
  /// The name that came with it.
  public var name: String
  /// Of a bench: where its admission is, `host:port`.
  public var address: String
  /// Of a bench: its coordinators, as they are reached from here.
  public var coordinators: [String]

  /// A key with its name.
  public init(key: [UInt8], name: String, address: String = "", coordinators: [String] = []) {
    (self.key, self.name, self.address) = (key, name, address)
    self.coordinators = coordinators
  }

  /// The key as people compare it.
  public var print: String { KeyPrint.of(key) }
}

/// The keys of this user: `$XDG_STATE_HOME/uwbrig/fleet`, else below `~/.local/state`.
///
/// `key` is this user's own, on a bench as for clients. Those of others are in lists, a line each.
public struct FleetKeys: Sendable {
  /// What a list is of.
  public enum List: String, Sendable {
    /// Clients that this user has admitted to the kits of this machine.
    case admitted
    /// Clients that ask for it.
    case requests
    /// Benches that have admitted this user.
    case benches
  }

  private static let mostBytes = 1 << 20
  /// Strangers that ask and are not admitted; the oldest is forgotten.
  public static let mostRequests = 64
  private let folder: String

  /// The folder of an environment.
  ///
  /// - Throws: ``RigError`` `notFound` where it names no home.
  public init() throws(RigError) { try self.init(ProcessInfo.processInfo.environment) }

  init(_ environment: [String: String]) throws(RigError) {
    guard let place = UserState.path("fleet", environment) else {
      throw RigError(
        .notFound, "the keys of this user", reason: "neither HOME nor XDG_STATE_HOME is set")
    }
    folder = place
  }

  /// This user's key; made at the first time, for this user's eyes alone.
  public func own() throws(RigError) -> SigningKey {
    let path = "\(folder)/key"
    if let key = try read(path) { return key }
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      // Whole before it has its name; of two programs that make one at once the first has it.
      let draft = "\(path)-\(getpid())"
      _ = unsafe unlink(draft)
      let text = Hexadecimal.encode(SigningKey.fresh()) + "\n"
      try SystemFile(confidential: draft).write(Array(text.utf8))
      _ = unsafe link(draft, path)
      _ = unsafe unlink(draft)
    } catch {
      throw RigError(.failed, path, reason: FileReason.reason(of: error))
    }
    guard let key = try read(path) else {
      throw RigError(.failed, path, reason: "the key that was written is not there")
    }
    return key
  }

  private func read(_ path: String) throws(RigError) -> SigningKey? {
    let bytes: [UInt8]
    do { bytes = try SystemFile(reading: path).read(upTo: 1 << 10) } catch {
      if error.code == .ENOENT { return nil }
      throw RigError(.failed, path, reason: FileReason.reason(of: error))
    }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let secret = try? Hexadecimal.decode(String(text.prefix { $0 != "\n" })),
      let key = SigningKey(secret: secret)
    else {
      throw RigError(
        .malformed, path, reason: "expected a key of 64 hexadecimal digits, got something else",
        advice: "Without the file a new key is made, which benches have to admit again")
    }
    return key
  }

  // MARK: Lists

  /// The keys of a list, the oldest first; none where there is no such file.
  ///
  /// One that cannot be read has none: nobody is let in by it.
  public func all(_ list: List) -> [KnownKey] { (try? read(list)) ?? [] }

  /// The keys of a list that is about to be written: one that cannot be read stays as it is.
  private func read(_ list: List) throws(RigError) -> [KnownKey] {
    var bytes: [UInt8] = []
    do { bytes = try SystemFile(reading: path(list)).read(upTo: Self.mostBytes + 1) } catch {
      guard error.code == .ENOENT else {
        throw RigError(.failed, path(list), reason: FileReason.reason(of: error))
      }
    }
    guard bytes.count <= Self.mostBytes else {
      throw RigError(
        .failed, path(list), reason: "expected at most \(Self.mostBytes) bytes, got more",
        advice: "Take lines of clients that are not known any more out of it")
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard parts.count >= 4, let key = try? Hexadecimal.decode(parts[0]),
        key.count == SigningKey.count
      else { return nil }
      return KnownKey(
        key: key, name: parts[1], address: parts[2],
        coordinators: parts[3].split(separator: ",").map(String.init))
    }
  }

  /// Adds a key to a list, in the place of what the list has of it.
  public func add(_ known: KnownKey, to list: List) throws(RigError) {
    var keys = try read(list).filter { $0.key != known.key }
    keys.append(known)
    if list == .requests { keys.removeFirst(max(0, keys.count - Self.mostRequests)) }
    try write(keys, list)
  }

  /// Takes a key off a list; false where it is not on it.
  @discardableResult
  public func remove(_ key: [UInt8], from list: List) throws(RigError) -> Bool {
    let keys = try read(list)
    guard keys.contains(where: { $0.key == key }) else { return false }
    try write(keys.filter { $0.key != key }, list)
    return true
  }

  private func write(_ keys: [KnownKey], _ list: List) throws(RigError) {
    let lines = keys.map { key in
      [Hexadecimal.encode(key.key), key.name, key.address, key.coordinators.joined(separator: ",")]
        .map(Self.plain).joined(separator: "\t") + "\n"
    }
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data(lines.joined().utf8).write(
        to: URL(fileURLWithPath: path(list)), options: .atomic)
    } catch {
      throw RigError(.failed, path(list), reason: FileReason.reason(of: error))
    }
  }

  private func path(_ list: List) -> String { "\(folder)/\(list.rawValue).tsv" }

  /// Names come from strangers: a line stays a line.
  private static func plain(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.prefix(4096).map { $0.value < 0x20 || $0.value == 0x7F ? "?" : $0 }))
  }
}

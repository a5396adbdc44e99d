public import Errors
import Journal
import WireFormat

/// A client or a bench, as it introduces itself.
public struct AdmissionParty: Hashable, Sendable {
  /// Its name for people, which nobody has checked.
  public var name: String
  /// Its public key, of 32 bytes: who it is.
  public var key: [UInt8]
  /// 32 bytes that are used once, so that no proof is good for another connection.
  public var nonce: [UInt8]
}

/// What a client wants of a bench.
public enum AdmissionWish: String, Hashable, Sendable {
  /// To use the port behind this connection.
  case open
  /// To be admitted by the bench's owner.
  case join
}

/// What a client and a bench say to each other before anything else is said on a connection.
///
///     client  hello     name, key, nonce
///     bench   greeting  name, key, nonce, coordinators; a proof of its key
///     client  open      or join; a proof of its key
///     bench   admitted  and the bytes of the port follow; or asked, or refused with a reason
///
/// Each is a frame: the number of its bytes in two (the higher first), and a JSON object with the version
/// of all this in `uwbrig`.
public enum AdmissionMessage: Hashable, Sendable {
  case hello(AdmissionParty)
  case greeting(AdmissionParty, coordinators: [String], proof: [UInt8])
  case wish(AdmissionWish, proof: [UInt8])
  case admitted
  /// The bench's owner has not admitted this client yet, and is told that it asks.
  case asked
  case refused(reason: String)

  /// The version that this program speaks.
  public static let version = 1
  /// The most bytes of one message.
  private static let longest = 4096
  private static let longestText = 256
  private static let mostCoordinators = 16
}

extension AdmissionMessage {
  /// The message as it goes over a connection.
  public var frame: [UInt8] {
    var members: [JSONValue.Member] = [.init("uwbrig", .integer(Int64(Self.version)))]
    func kind(_ word: String) { members.append(.init("kind", .string(word))) }
    func bytes(_ name: String, _ bytes: [UInt8]) {
      members.append(.init(name, .string(Hexadecimal.encode(bytes))))
    }
    func party(_ party: AdmissionParty) {
      members.append(.init("name", .string(String(party.name.prefix(Self.longestText / 4)))))
      bytes("key", party.key)
      bytes("nonce", party.nonce)
    }
    switch self {
    case .hello(let client):
      kind("hello")
      party(client)
    case .greeting(let bench, let coordinators, let proof):
      kind("greeting")
      party(bench)
      members.append(.init("coordinators", .array(coordinators.map { .string($0) })))
      bytes("proof", proof)
    case .wish(let wish, let proof):
      kind(wish.rawValue)
      bytes("proof", proof)
    case .admitted: kind("admitted")
    case .asked: kind("asked")
    case .refused(let reason):
      kind("refused")
      members.append(.init("reason", .string(reason)))
    }
    let text = JSONValue.object(members).encoded
    return [UInt8(text.count >> 8 & 0xFF), UInt8(text.count & 0xFF)] + text
  }

  /// Takes the first message off what has come; nil where it is not whole yet.
  ///
  /// - Throws: ``RigError`` `malformed` for what is none, `refused` for another version.
  public static func take(from bytes: inout [UInt8]) throws(RigError) -> AdmissionMessage? {
    guard bytes.count >= 2 else { return nil }
    let count = Int(bytes[0]) << 8 | Int(bytes[1])
    guard (2...longest).contains(count) else {
      throw malformed("a message of 2 to \(longest) bytes", "\(count) bytes")
    }
    guard bytes.count >= 2 + count else { return nil }
    let text = Array(bytes[2..<2 + count])
    bytes.removeFirst(2 + count)
    guard let json = try? JSONParser.parse(text) else { throw malformed("JSON", "something else") }
    return try AdmissionMessage(json)
  }

  private init(_ json: JSONValue) throws(RigError) {
    guard let version = json["uwbrig"]?.integer else {
      throw Self.malformed("a version", "none")
    }
    guard version == Self.version else {
      throw RigError(
        .refused, "the other side",
        reason: "expected version \(Self.version) of the messages of admission, got \(version)",
        advice: "Use the same release of uwbrig at both")
    }
    func text(_ name: String) throws(RigError) -> String {
      guard let text = json[name]?.string, text.utf8.count <= Self.longestText else {
        throw Self.malformed("a text `\(name)` of at most \(Self.longestText) bytes", "another")
      }
      return text
    }
    func bytes(_ name: String, _ count: Int) throws(RigError) -> [UInt8] {
      guard let bytes = try? Hexadecimal.decode(text(name)), bytes.count == count else {
        throw Self.malformed("`\(name)` of \(count) bytes in hexadecimal", "another")
      }
      return bytes
    }
    func party() throws(RigError) -> AdmissionParty {
      AdmissionParty(
        name: try text("name"), key: try bytes("key", 32), nonce: try bytes("nonce", 32))
    }
    let kind = try text("kind")
    switch kind {
    case "hello": self = .hello(try party())
    case "greeting":
      let coordinators = (json["coordinators"]?.array ?? []).compactMap(\.string)
      guard coordinators.count <= Self.mostCoordinators,
        coordinators.allSatisfy({ $0.utf8.count <= Self.longestText })
      else { throw Self.malformed("at most \(Self.mostCoordinators) coordinators", "more") }
      self = .greeting(
        try party(), coordinators: coordinators, proof: try bytes("proof", 64))
    case "admitted": self = .admitted
    case "asked": self = .asked
    case "refused": self = .refused(reason: try text("reason"))
    default:
      guard let wish = AdmissionWish(rawValue: kind) else {
        throw Self.malformed("a message of admission", "another kind")
      }
      self = .wish(wish, proof: try bytes("proof", 64))
    }
  }

  static func malformed(_ expected: String, _ got: String) -> RigError {
    RigError(.malformed, "the other side", reason: "expected \(expected), got \(got)")
  }
}

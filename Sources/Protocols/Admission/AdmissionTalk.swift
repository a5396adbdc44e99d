public import Digests
public import Errors
import WireFormat

/// The client's side of an admission: says who it is once it knows who the bench is.
public struct AdmissionVisit: Sendable {
  private let key: SigningKey
  private let wish: AdmissionWish
  private let own: AdmissionParty
  /// The bench, once it has proved its key.
  public private(set) var bench: AdmissionParty?
  /// The coordinators that the bench shows its kits at.
  public private(set) var coordinators: [String] = []

  /// A visit with a nonce of its own.
  public init(_ key: SigningKey, name: String, nonce: [UInt8], wish: AdmissionWish) {
    (self.key, self.wish) = (key, wish)
    own = AdmissionParty(name: name, key: key.publicKey, nonce: nonce)
  }

  /// What is said first.
  public var opening: AdmissionMessage { .hello(own) }

  /// Takes what the bench says; the answer, or nil where the bench has had the last word.
  ///
  /// - Parameter trusts: whether a bench with this key is one that may be told who this is.
  /// - Throws: ``RigError`` `refused`, with the bench's reason or ours.
  public mutating func take(
    _ message: AdmissionMessage, trusts: (AdmissionParty) throws(RigError) -> Void
  ) throws(RigError) -> AdmissionMessage? {
    switch message {
    case .greeting(let bench, let coordinators, let proof) where self.bench == nil:
      let text = AdmissionProof.text(
        of: "bench", client: own, bench: bench, [coordinators.joined(separator: ",")])
      guard SigningKey.isSigned(text, by: bench.key, proof) else {
        throw RigError(.refused, "the bench", reason: "it does not have the key that it names")
      }
      try trusts(bench)
      (self.bench, self.coordinators) = (bench, coordinators)
      return .wish(
        wish,
        proof: key.signature(
          of: AdmissionProof.text(of: "client", client: own, bench: bench, [wish.rawValue])))
    case .admitted where bench != nil, .asked where bench != nil: return nil
    case .refused(let reason):
      throw RigError(.refused, "the bench", reason: "it refuses this client: \(reason)")
    default: throw AdmissionMessage.malformed("the next message of the bench", "another")
    }
  }
}

/// The bench's side of an admission.
public struct AdmissionReception: Sendable {
  /// What becomes of a client.
  public enum End: Hashable, Sendable {
    /// It may use the port.
    case entered
    /// It knows now whether it is admitted.
    case told
    /// It asks to be admitted.
    case asks
    /// It is not admitted, and has not asked to be.
    case refused
  }

  private let key: SigningKey
  private let own: AdmissionParty
  private let coordinators: [String]
  /// The client; its key is proved where there is an end.
  public private(set) var client: AdmissionParty?

  /// A reception with a nonce of its own.
  public init(_ key: SigningKey, name: String, nonce: [UInt8], coordinators: [String]) {
    (self.key, self.coordinators) = (key, coordinators)
    own = AdmissionParty(name: name, key: key.publicKey, nonce: nonce)
  }

  /// Takes what a client says; the answer, and what becomes of it then.
  ///
  /// - Parameter isAdmitted: whether the bench's owner has admitted a key.
  /// - Throws: ``RigError`` where the client does not have its key, or says something else.
  public mutating func take(
    _ message: AdmissionMessage, isAdmitted: ([UInt8]) -> Bool
  ) throws(RigError) -> (answer: AdmissionMessage, end: End?) {
    switch message {
    case .hello(let client) where self.client == nil:
      self.client = client
      let text = AdmissionProof.text(
        of: "bench", client: client, bench: own, [coordinators.joined(separator: ",")])
      return (
        .greeting(own, coordinators: coordinators, proof: key.signature(of: text)), nil
      )
    case .wish(let wish, let proof):
      guard let client else { throw AdmissionMessage.malformed("a hello", "a wish") }
      let text = AdmissionProof.text(of: "client", client: client, bench: own, [wish.rawValue])
      guard SigningKey.isSigned(text, by: client.key, proof) else {
        throw RigError(.refused, "a client", reason: "it does not have the key that it names")
      }
      switch (wish, isAdmitted(client.key)) {
      case (.open, true): return (.admitted, .entered)
      case (.join, true): return (.admitted, .told)
      case (.join, false): return (.asked, .asks)
      case (.open, false):
        return (.refused(reason: "its owner has not admitted this key"), .refused)
      }
    default: throw AdmissionMessage.malformed("the next message of a client", "another")
    }
  }
}

private enum AdmissionProof {
  /// What a side signs: which side it is, both sides of this connection, and what it says besides.
  static func text(
    of role: String, client: AdmissionParty, bench: AdmissionParty, _ words: [String]
  ) -> [UInt8] {
    var text: [UInt8] = []
    func add(_ bytes: some Collection<UInt8>) {
      text += [UInt8(bytes.count >> 8 & 0xFF), UInt8(bytes.count & 0xFF)]
      text += bytes
    }
    add("uwbrig admission \(AdmissionMessage.version) \(role)".utf8)
    for party in [client, bench] {
      add(party.key)
      add(party.nonce)
      add(party.name.utf8)
    }
    for word in words { add(word.utf8) }
    return text
  }
}

/// A key in a form that people compare: ten bytes of its digest, in groups of four digits.
public enum KeyPrint {
  /// Such as `1f0c-93ab-…`.
  public static func of(_ key: [UInt8]) -> String {
    let digits = Hexadecimal.encode(Array(MessageDigest.sha256(key).prefix(10)))
    return stride(from: 0, to: 20, by: 4).map { String(digits.dropFirst($0).prefix(4)) }
      .joined(separator: "-")
  }
}

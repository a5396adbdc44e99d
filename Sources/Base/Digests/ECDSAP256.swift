internal import Crypto

/// A public key for ECDSA signatures over NIST P-256 with SHA-256, as Nordic's and MCUboot's
/// bootloaders carry one.
public struct ECDSAP256PublicKey: Sendable, Equatable {
  private let key: P256.Signing.PublicKey

  /// The point of 64 bytes, x and y with the high byte first; with 0x04 in front (X9.63) too.
  /// - Throws: ``SigningKeyError``.
  public init(point: [UInt8]) throws(SigningKeyError) {
    do {
      key =
        point.count == 65
        ? try P256.Signing.PublicKey(x963Representation: point)
        : try P256.Signing.PublicKey(rawRepresentation: point)
    } catch {
      throw SigningKeyError("a P-256 public key", found: "\(point.count) bytes that are no point")
    }
  }

  /// A key in PEM: `BEGIN PUBLIC KEY`, as `imgtool getpub` and `nrfutil keys display` write it.
  /// - Throws: ``SigningKeyError``.
  public init(pem: String) throws(SigningKeyError) {
    do {
      key = try P256.Signing.PublicKey(pemRepresentation: Self.evenLines(of: pem))
    } catch {
      throw SigningKeyError("a P-256 public key in PEM", found: "text that is none")
    }
  }

  init(_ key: P256.Signing.PublicKey) { self.key = key }

  /// The same text with lines of 64 characters: nrfutil writes longer ones, and blank ones, which the
  /// parser refuses.
  private static func evenLines(of pem: String) -> String {
    let lines = pem.prefix(4096).split(whereSeparator: \.isNewline)
    guard let first = lines.first, let last = lines.last, lines.count > 2 else { return pem }
    let body = Array(lines.dropFirst().dropLast().joined())
    let even = stride(from: 0, to: body.count, by: 64).map {
      String(body[$0..<min($0 + 64, body.count)])
    }
    return ([String(first)] + even + [String(last)]).joined(separator: "\n") + "\n"
  }

  /// The point of 64 bytes, x and y with the high byte first.
  public var point: [UInt8] { Array(key.rawRepresentation) }

  /// The key in DER (SubjectPublicKeyInfo): what MCUboot hashes to name a key.
  public var der: [UInt8] { Array(key.derRepresentation) }

  /// Whether a signature of 64 bytes, r and s with the high byte first, signs `message`.
  public func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
    guard let read = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else {
      return false
    }
    return key.isValidSignature(read, for: message)
  }

  /// Whether a signature in DER signs `message`.
  public func isValid(der signature: [UInt8], for message: [UInt8]) -> Bool {
    guard let read = try? P256.Signing.ECDSASignature(derRepresentation: signature) else {
      return false
    }
    return key.isValidSignature(read, for: message)
  }

  /// Whether both are the same key.
  public static func == (one: ECDSAP256PublicKey, other: ECDSAP256PublicKey) -> Bool {
    one.point == other.point
  }
}

/// A private key for ECDSA signatures over NIST P-256 with SHA-256.
public struct ECDSAP256PrivateKey: Sendable {
  private let key: P256.Signing.PrivateKey

  /// The number of 32 bytes, the high byte first.
  /// - Throws: ``SigningKeyError``.
  public init(scalar: [UInt8]) throws(SigningKeyError) {
    do {
      key = try P256.Signing.PrivateKey(rawRepresentation: scalar)
    } catch {
      throw SigningKeyError("a P-256 private key", found: "\(scalar.count) bytes that are none")
    }
  }

  /// A key in PEM: `BEGIN EC PRIVATE KEY` of nrfutil, `BEGIN PRIVATE KEY` of imgtool.
  /// - Throws: ``SigningKeyError``.
  public init(pem: String) throws(SigningKeyError) {
    do {
      key = try P256.Signing.PrivateKey(pemRepresentation: pem)
    } catch {
      throw SigningKeyError("a P-256 private key in PEM", found: "text that is none")
    }
  }

  /// The key that checks what this one signs.
  public var publicKey: ECDSAP256PublicKey { ECDSAP256PublicKey(key.publicKey) }

  /// A signature of 64 bytes, r and s with the high byte first. Every one is different: it holds a
  /// random number.
  /// - Throws: ``SigningKeyError`` where the machine gives no random numbers.
  public func signature(for message: [UInt8]) throws(SigningKeyError) -> [UInt8] {
    do {
      return Array(try key.signature(for: message).rawRepresentation)
    } catch {
      throw SigningKeyError("a signature", found: "a failure of the cryptographic library")
    }
  }
}

/// Why something is not a key, or does not sign.
public struct SigningKeyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was wanted.
  public let wanted: String
  /// What was there, never the key itself.
  public let found: String

  init(_ wanted: String, found: String) {
    self.wanted = wanted
    self.found = found
  }

  /// One line for a person.
  public var description: String { "expected \(wanted), found \(found)" }
}

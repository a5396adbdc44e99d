import Admission
import Digests
public import Errors
public import LabRuntime
public import Links
import Notation

/// A client at the door of a bench.
public struct BenchVisit: Sendable {
  private static let patience = Duration.seconds(5)
  private let lab: Lab
  private let keys: FleetKeys
  private let name: String

  /// A visit of this user.
  ///
  /// - Parameter name: under which the bench's owner sees who asks.
  public init(_ lab: Lab, keys: FleetKeys, name: String = "") {
    self.lab = lab
    self.keys = keys
    self.name = name
  }

  /// Asks a bench to be admitted, or learns that this user is: the bench is remembered then.
  ///
  /// - Parameters:
  ///   - address: the bench's door, `host:port`.
  /// - Throws: ``RigError`` where there is no bench, or one that a remembered bench's name has
  ///   another key for.
  public func join(
    _ address: String
  ) async throws(RigError) -> (bench: KnownKey, isAdmitted: Bool) {
    let place: LinkAddress
    do { place = try LinkAddress(parsing: "tcp://\(address)") } catch {
      throw RigError(.usage, address, reason: "\(error)")
    }
    guard case .tcp(let host, _) = place else {
      throw RigError(.usage, address, reason: "expected host:port")
    }
    let link = try await place.source(lab, directory: "", virtual: nil).open()
    defer { link.close() }
    let (_, visit, isAdmitted) = try await talk(link, .join) { bench throws(RigError) in
      guard
        let other = keys.all(.benches).first(where: {
          $0.name == bench.name && $0.key != bench.key
        })
      else { return }
      throw RigError(
        .refused, "bench \(PrintableText.escaped(bench.name))",
        reason: "expected its key \(other.print), got \(KeyPrint.of(bench.key))",
        advice: "If its owner says that the key is new: uwbrig fleet join --forget \(other.print)")
    }
    guard let party = visit.bench else { throw RigError(.failed, address) }
    let bench = KnownKey(
      key: party.key, name: party.name, address: address,
      coordinators: visit.coordinators.map { Self.reached($0, from: host) })
    if isAdmitted { try keys.add(bench, to: .benches) }
    return (bench, isAdmitted)
  }

  /// A coordinator as it is reached from here: what a bench calls this machine is the bench.
  static func reached(_ coordinator: String, from host: String) -> String {
    let port = coordinator.lastIndex(of: ":").map { coordinator[$0...] } ?? ":20408"
    let name = coordinator.dropLast(coordinator.hasSuffix(port) ? port.count : 0)
    let isLocal = name == "localhost" || name == "[::1]" || name.hasPrefix("127.")
    return isLocal ? (host.contains(":") ? "[\(host)]" : host) + port : coordinator
  }

  /// Goes to a port of a bench that has admitted this user; the connection from there on.
  public func enter(_ stranger: any Link) async throws(RigError) -> any Link {
    let (link, _, isAdmitted) = try await talk(stranger, .open) { bench throws(RigError) in
      let own = try keys.own().publicKey
      guard bench.key == own || keys.all(.benches).contains(where: { $0.key == bench.key }) else {
        throw RigError(
          .refused, "bench \(PrintableText.escaped(bench.name))",
          reason: "its key \(KeyPrint.of(bench.key)) is not known here",
          advice: "uwbrig fleet join asks its owner to be admitted")
      }
    }
    guard isAdmitted else {
      throw RigError(
        .refused, stranger.name,
        reason: "expected an open port or a refusal, got the answer to another question",
        advice: "Use the same release of uwbrig at both")
    }
    return link
  }

  private func talk(
    _ stranger: any Link, _ wish: AdmissionWish,
    trusts: (AdmissionParty) throws(RigError) -> Void
  ) async throws(RigError) -> (AdmissionLink, AdmissionVisit, isAdmitted: Bool) {
    let link = AdmissionLink(lab, stranger)
    var visit = AdmissionVisit(
      try keys.own(), name: name, nonce: SigningKey.fresh(), wish: wish)
    let deadline = lab.now.advanced(by: Self.patience)
    do throws(RigError) {
      try await link.say(visit.opening)
      while true {
        let heard = try await link.next(until: deadline)
        guard let answer = try visit.take(heard, trusts: trusts) else {
          return (link, visit, heard == .admitted)
        }
        try await link.say(answer)
      }
    } catch {
      link.close()
      // A port that is not lent hangs up without a word.
      guard error.code == .closed else { throw error }
      throw RigError(.failed, stranger.name, reason: "the bench hung up: \(error.reason)")
    }
  }
}

import Bluetooth
import Errors
import FoundationEssentials
import WireFormat

/// systemd-resolved, over the system's D-Bus: it announces services where multicast DNS is on.
///
/// A service stays announced when its program has gone, so that it is withdrawn at the end, and taken over
/// from one that was killed (observed: systemd 252).
struct ResolvedDaemon {
  static let name = "org.freedesktop.resolve1"
  private static let path = "/org/freedesktop/resolve1"
  private static let manager = "org.freedesktop.resolve1.Manager"
  /// Multicast DNS over IPv4 and over IPv6, in the mask of a link's scopes.
  private static let multicast = 0b1_1000
  let bus: SystemBus

  private func call(_ method: String, _ arguments: [BusValue]) async throws(RigError) -> [BusValue]
  {
    try await bus.call(
      Self.path, Self.manager, method, arguments, of: Self.name, within: .seconds(5))
  }

  /// Announces a service until ``withdraw(_:)``.
  func announce(_ service: AnnouncedService) async throws(RigError) {
    do throws(RigError) { try await register(service) } catch {
      guard error.code == .existsAlready else { throw error }
      await withdraw(service)
      try await register(service)
    }
  }

  private func register(_ service: AnnouncedService) async throws(RigError) {
    let text = BusValue.dictionary(
      key: "s", value: "ay",
      service.text.reduce(into: [:]) { words, word in
        words[word.key] = .array(of: "y", word.value.utf8.map { .byte($0) })
      })
    _ = try await call(
      "RegisterService",
      [
        .string(Self.label(service)), .string(service.name), .string(AnnouncedService.kind),
        .uint16(service.port), .uint16(0), .uint16(0),
        .array(of: "a{say}", [text]),
      ])
  }

  /// Announces it no longer.
  func withdraw(_ service: AnnouncedService) async {
    _ = try? await call("UnregisterService", [.path(Self.object(service))])
  }

  /// The same where nothing is waited for any more.
  func withdrawAtEnd(_ service: AnnouncedService) {
    bus.callAtEnd(
      Self.path, Self.manager, "UnregisterService", [.path(Self.object(service))], of: Self.name)
  }

  private static func object(_ service: AnnouncedService) -> String {
    "\(path)/dnssd/\(label(service))"
  }

  /// Of signs alone that an object's path has unchanged.
  private static func label(_ service: AnnouncedService) -> String {
    "uwbrig" + Hexadecimal.encode(Array(service.name.utf8))
  }

  /// Whether it speaks multicast DNS on any network: unless somebody has switched it on it does not.
  func isHeard() async -> Bool {
    let links = "/sys/class/net"
    for link in (try? FileManager.default.contentsOfDirectory(atPath: links)) ?? [] {
      guard let index = FileManager.default.contents(atPath: "\(links)/\(link)/ifindex"),
        let number = Int32(String(decoding: index, as: UTF8.self).prefix { $0.isNumber }),
        let path = try? await call("GetLink", [.int32(number)]).first?.text,
        let mask = try? await bus.call(
          path, "org.freedesktop.DBus.Properties", "Get",
          [.string("org.freedesktop.resolve1.Link"), .string("ScopesMask")], of: Self.name
        ).first?.number
      else { continue }
      if mask & Self.multicast != 0 { return true }
    }
    return false
  }
}

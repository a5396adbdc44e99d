import Bluetooth
public import Errors
public import LabRuntime

/// A bench that was found on the network.
public struct AnnouncedBench: Hashable, Sendable {
  /// The name of the announcement.
  public var name: String
  /// Where its door is, `host:port`.
  public var address: String
  /// The bench's key as people compare it, by its own word.
  public var keyPrint: String
}

/// What is announced of a bench.
struct AnnouncedService: Sendable {
  static let kind = "_uwbrig._tcp"
  let name: String
  let port: UInt16
  /// What stands beside it, in this order.
  let text: KeyValuePairs<String, String>
}

/// The services of the local network (DNS-SD, RFC 6763), by the daemon of this machine.
public enum ServiceDirectory {
  private static func connect(
    _ lab: Lab, _ news: LabChannel<BusMessage>
  ) async throws(RigError) -> SystemBus {
    let bus = try SystemBus(lab) { message in
      if message.kind == .signal { news.send(message) }
      return nil
    } closed: {
      news.close()
    }
    let dbus = "org.freedesktop.DBus"
    let changes = "type='signal',interface='\(dbus)',member='NameOwnerChanged',arg0="
    for rule in [
      "type='signal',sender='\(AvahiDaemon.name)'", "\(changes)'\(AvahiDaemon.name)'",
      "\(changes)'\(ResolvedDaemon.name)'",
    ] {
      try await bus.call("/org/freedesktop/DBus", dbus, "AddMatch", [.string(rule)], of: dbus)
    }
    return bus
  }

  private static func isMissing(_ error: RigError) -> RigError {
    RigError(
      .notFound, "avahi-daemon", reason: "it is not reached over D-Bus: \(error.reason)",
      advice: "Start it (sudo systemctl start avahi-daemon), or name benches by host:port")
  }

  // MARK: Announcing

  /// Announces a service until it is cancelled, again where a daemon comes back: by avahi-daemon where it runs,
  /// else by systemd-resolved.
  static func announce(
    _ lab: Lab, _ service: AnnouncedService, remark: @escaping @Sendable (String) -> Void
  ) async {
    let news = LabChannel<BusMessage>(lab, label: "daemons that announce services")
    let bus: SystemBus
    do throws(RigError) { bus = try await connect(lab, news) } catch {
      return remark("not announced on the network: \(isMissing(error))")
    }
    defer { bus.close() }
    let resolved = ResolvedDaemon(bus)
    while true {
      let (words, isResolved) = await announce(service, bus, news)
      if let words { remark(words) }
      let isAgain = await hasChanged(news)
      if isResolved { resolved.withdraw(service) }
      if !isAgain { return }
    }
  }

  /// Waits until a daemon comes or a name is lost; false at the end.
  private static func hasChanged(_ news: LabChannel<BusMessage>) async -> Bool {
    while let message = try? await news.receive() {
      // The entries of a daemon that ended are gone with it, those of one that starts not there yet.
      if message.member == "NameOwnerChanged", message.body.last?.text != "" { return true }
      if AvahiDaemon.isCollision(message) { return true }
    }
    return false
  }

  /// What became of it in words, nil where that is of no interest, and whether systemd-resolved has it.
  private static func announce(
    _ service: AnnouncedService, _ bus: SystemBus, _ news: LabChannel<BusMessage>
  ) async -> (words: String?, isResolved: Bool) {
    let failure: RigError
    do throws(RigError) {
      let name = try await AvahiDaemon(bus).announce(service, news)
      return ("announced on the network as \(name)", false)
    } catch { failure = error }
    if failure.code == .cancelled || failure.code == .closed { return (nil, false) }
    let resolved = ResolvedDaemon(bus)
    do throws(RigError) { try await resolved.announce(service) } catch {
      let also =
        error.code == .notFound ? "" : "; systemd-resolved does not announce it: \(error.reason)"
      return ("not announced on the network: \(isMissing(failure))\(also)", false)
    }
    guard await resolved.isHeard() else {
      return (
        "not announced on the network: systemd-resolved speaks multicast DNS on no link; "
          + "resolvectl mdns LINK yes switches it on", true
      )
    }
    return ("announced on the network as \(service.name), by systemd-resolved", true)
  }

  // MARK: Finding

  /// The benches that are announced, by name.
  ///
  /// - Parameter limit: how long they have to answer.
  /// - Throws: ``RigError`` `notFound` where no daemon runs that finds them.
  public static func benches(
    _ lab: Lab, within limit: Duration
  ) async throws(RigError) -> [AnnouncedBench] {
    let news = LabChannel<BusMessage>(lab, label: "avahi-daemon")
    let bus: SystemBus
    do throws(RigError) { bus = try await connect(lab, news) } catch { throw isMissing(error) }
    defer { bus.close() }
    do throws(RigError) {
      return try await AvahiDaemon(bus).benches(news, until: lab.now.advanced(by: limit))
    } catch {
      throw error.code == .cancelled ? error : isMissing(error)
    }
  }
}

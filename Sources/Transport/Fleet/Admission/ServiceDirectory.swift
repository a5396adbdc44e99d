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
    let changes = "type='signal',interface='org.freedesktop.DBus',member='NameOwnerChanged',arg0="
    for rule in [
      "type='signal',sender='\(AvahiDaemon.name)'", "\(changes)'\(AvahiDaemon.name)'",
      "\(changes)'\(ResolvedDaemon.name)'",
    ] {
      try await bus.match(rule)
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
    let resolved = ResolvedDaemon(bus: bus)
    while true {
      let (words, announcer) = await announce(service, bus, news)
      if let words { remark(words) }
      guard await hasChanged(news, for: announcer) else {
        if announcer == ResolvedDaemon.name { resolved.withdrawAtEnd(service) }
        return
      }
      if announcer == ResolvedDaemon.name { await resolved.withdraw(service) }
    }
  }

  /// Waits until another daemon is the one to announce it, or it has to be announced anew; false at the end.
  ///
  /// - Parameter announcer: the daemon that announces it; nil for none.
  private static func hasChanged(
    _ news: LabChannel<BusMessage>, for announcer: String?
  ) async -> Bool {
    while let message = try? await news.receive() {
      if AvahiDaemon.isCollision(message) { return true }
      guard message.member == "NameOwnerChanged" else { continue }
      // avahi-daemon is preferred: it alone counts where it announces, with its end, which ends that, too.
      if announcer == AvahiDaemon.name {
        if message.body.first?.text == announcer { return true }
      } else if message.body.last?.text != "" {
        return true
      }
    }
    return false
  }

  /// What became of it in words, nil where that is of no interest, and the daemon that announces it.
  private static func announce(
    _ service: AnnouncedService, _ bus: SystemBus, _ news: LabChannel<BusMessage>
  ) async -> (words: String?, announcer: String?) {
    let failure: RigError
    do throws(RigError) {
      let name = try await AvahiDaemon(bus: bus).announce(service, news)
      return ("announced on the network as \(name)", AvahiDaemon.name)
    } catch { failure = error }
    if failure.code == .cancelled || failure.code == .closed { return (nil, nil) }
    let resolved = ResolvedDaemon(bus: bus)
    do throws(RigError) { try await resolved.announce(service) } catch {
      let also =
        error.code == .notFound ? "" : "; systemd-resolved does not announce it: \(error.reason)"
      return ("not announced on the network: \(isMissing(failure))\(also)", nil)
    }
    guard await resolved.isHeard() else {
      return (
        "not announced on the network: systemd-resolved speaks multicast DNS on no link; "
          + "resolvectl mdns LINK yes switches it on", ResolvedDaemon.name
      )
    }
    return ("announced on the network as \(service.name), by systemd-resolved", ResolvedDaemon.name)
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
      return try await AvahiDaemon(bus: bus).benches(news, until: lab.now.advanced(by: limit))
    } catch {
      throw error.code == .cancelled ? error : isMissing(error)
    }
  }
}

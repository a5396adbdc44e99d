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

/// avahi-daemon, which announces services to the local network and finds them (DNS-SD, RFC 6763).
public enum ServiceDirectory {
  private static let kind = "_uwbrig._tcp"
  private static let daemon = "org.freedesktop.Avahi"
  private static let server = "org.freedesktop.Avahi.Server"
  private static let group = "org.freedesktop.Avahi.EntryGroup"
  private static let browser = "org.freedesktop.Avahi.ServiceBrowser"
  private static let anywhere = BusValue.int32(-1)
  private static let mostBenches = 100

  private static func connect(
    _ lab: Lab, _ news: LabChannel<BusMessage>
  ) async throws(RigError) -> SystemBus {
    do throws(RigError) {
      let bus = try SystemBus(lab) { message in
        if message.kind == .signal { news.send(message) }
        return nil
      } closed: {
        news.close()
      }
      for rule in [
        "type='signal',sender='\(daemon)'",
        "type='signal',interface='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(daemon)'",
      ] {
        let name = "org.freedesktop.DBus"
        try await bus.call("/org/freedesktop/DBus", name, "AddMatch", [.string(rule)], of: name)
      }
      return bus
    } catch { throw isMissing(error) }
  }

  private static func isMissing(_ error: RigError) -> RigError {
    RigError(
      .notFound, "avahi-daemon", reason: "it is not reached over D-Bus: \(error.reason)",
      advice: "Start it (sudo systemctl start avahi-daemon), or name benches by host:port")
  }

  // MARK: Announcing

  /// Announces a service until it is cancelled, again where the daemon comes back.
  static func announce(
    _ lab: Lab, name: String, port: UInt16, text: [String],
    remark: @escaping @Sendable (String) -> Void
  ) async {
    let news = LabChannel<BusMessage>(lab, label: "avahi-daemon")
    let bus: SystemBus
    do throws(RigError) { bus = try await connect(lab, news) } catch {
      return remark("not announced on the network: \(error)")
    }
    defer { bus.close() }
    var wanted = name
    while true {
      do throws(RigError) {
        try await publish(bus, wanted, port, text)
        // A name that another has is known a second later.
        if try await isEstablished(news) {
          remark("announced on the network as \(wanted)")
        } else {
          let other = try await call(bus, "GetAlternativeServiceName", [.string(wanted)])
          wanted = other.first?.text ?? wanted + "-2"
          continue
        }
      } catch {
        if error.code == .cancelled || error.code == .closed { return }
        remark("not announced on the network: \(isMissing(error))")
      }
      do throws(RigError) {
        // The entries of a daemon that ended are gone with it, those of one that starts not there yet.
        while true {
          let message = try await news.receive()
          if message.member == "NameOwnerChanged", message.body.last?.text != "" { break }
          if message.interface == group, state(message) == .collision { break }
        }
      } catch { return }
    }
  }

  private enum State { case established, collision, failure }

  private static func state(_ message: BusMessage) -> State? {
    guard message.interface == group, message.member == "StateChanged" else { return nil }
    switch message.body.first?.number {
    case 2: return .established
    case 3: return .collision
    case 4: return .failure
    default: return nil
    }
  }

  private static func isEstablished(
    _ news: LabChannel<BusMessage>
  ) async throws(RigError) -> Bool {
    while true {
      switch state(try await news.receive()) {
      case .established: return true
      case .collision: return false
      case .failure: throw RigError(.failed, reason: "it cannot announce the service")
      case nil: continue
      }
    }
  }

  private static func publish(
    _ bus: SystemBus, _ name: String, _ port: UInt16, _ text: [String]
  ) async throws(RigError) {
    guard let path = try await call(bus, "EntryGroupNew", []).first?.text else {
      throw RigError(.failed, reason: "it gives no group of entries")
    }
    let words = text.map { BusValue.array(of: "y", $0.utf8.map { .byte($0) }) }
    try await bus.call(
      path, group, "AddService",
      [
        anywhere, anywhere, .uint32(0), .string(name), .string(kind), .string(""), .string(""),
        .uint16(port), .array(of: "ay", words),
      ], of: daemon)
    try await bus.call(path, group, "Commit", of: daemon)
  }

  private static func call(
    _ bus: SystemBus, _ method: String, _ arguments: [BusValue],
    within limit: Duration = .seconds(5)
  ) async throws(RigError) -> [BusValue] {
    try await bus.call("/", server, method, arguments, of: daemon, within: limit)
  }

  // MARK: Finding

  /// The benches that are announced, by name.
  ///
  /// - Parameter limit: how long they have to answer.
  /// - Throws: ``RigError`` `notFound` where no daemon runs.
  public static func benches(
    _ lab: Lab, within limit: Duration
  ) async throws(RigError) -> [AnnouncedBench] {
    let news = LabChannel<BusMessage>(lab, label: "avahi-daemon")
    let bus = try await connect(lab, news)
    defer { bus.close() }
    do throws(RigError) {
      _ = try await call(
        bus, "ServiceBrowserNew",
        [anywhere, anywhere, .string(kind), .string(""), .uint32(0)])
    } catch { throw isMissing(error) }
    let deadline = lab.now.advanced(by: limit)
    // A bench is heard by each interface and protocol; one of them is enough.
    var found: [String: [BusValue]] = [:]
    do throws(RigError) {
      while found.count < mostBenches {
        let message = try await news.receive(until: deadline)
        guard message.interface == browser, message.body.count == 6,
          let name = message.body[2].text, let network = message.body[1].number
        else { continue }
        if message.member == "ItemRemove" { found[name] = nil }
        // IPv4, of the number 0, where there are both.
        guard message.member == "ItemNew", (found[name]?[1].number ?? 1) >= network else {
          continue
        }
        found[name] = message.body
      }
    } catch {
      guard error.code == .timedOut else { throw error }
    }
    var benches: [AnnouncedBench] = []
    for (_, item) in found.sorted(by: { $0.key < $1.key }) {
      if let bench = await resolved(item, bus) { benches.append(bench) }
    }
    return benches
  }

  private static func resolved(_ item: [BusValue], _ bus: SystemBus) async -> AnnouncedBench? {
    let arguments = Array(item[0..<5]) + [item[1], .uint32(0)]
    // One that has gone does not answer.
    guard
      let answer = try? await call(bus, "ResolveService", arguments, within: .seconds(2)),
      answer.count == 11, let name = answer[2].text, let address = answer[7].text,
      let port = answer[8].number
    else { return nil }
    let words = (answer[9].elements ?? []).map { word in
      String(
        decoding: (word.elements ?? []).compactMap { $0.number.map { UInt8(clamping: $0) } },
        as: UTF8.self)
    }
    let key = words.first { $0.hasPrefix("key=") }.map { String($0.dropFirst(4)) } ?? ""
    guard address.contains(":") else {
      return AnnouncedBench(name: name, address: "\(address):\(port)", keyPrint: key)
    }
    // An address of the link alone needs the interface.
    let scope = address.hasPrefix("fe80") ? "%\(answer[0].number ?? 0)" : ""
    return AnnouncedBench(
      name: name, address: "[\(address)\(scope)]:\(port)", keyPrint: key)
  }
}

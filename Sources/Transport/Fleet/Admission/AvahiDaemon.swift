import Bluetooth
import Errors
import LabRuntime

/// avahi-daemon, over the system's D-Bus: it announces services, and finds those of others.
struct AvahiDaemon {
  static let name = "org.freedesktop.Avahi"
  private static let server = "org.freedesktop.Avahi.Server"
  private static let group = "org.freedesktop.Avahi.EntryGroup"
  private static let browser = "org.freedesktop.Avahi.ServiceBrowser"
  private static let anywhere = BusValue.int32(-1)
  private static let mostBenches = 100
  let bus: SystemBus

  private func call(
    _ method: String, _ arguments: [BusValue], within limit: Duration = .seconds(5)
  ) async throws(RigError) -> [BusValue] {
    try await bus.call("/", Self.server, method, arguments, of: Self.name, within: limit)
  }

  // MARK: Announcing

  private enum State: Int { case established = 2, collision, failure }

  private static func state(_ message: BusMessage) -> State? {
    guard message.interface == group, message.member == "StateChanged" else { return nil }
    return message.body.first?.number.flatMap(State.init)
  }

  /// Whether a message says that the name which was announced is another's now.
  static func isCollision(_ message: BusMessage) -> Bool { state(message) == .collision }

  /// Announces a service until the bus is left; its name, which is another one where the wanted one is taken.
  func announce(
    _ service: AnnouncedService, _ news: LabChannel<BusMessage>
  ) async throws(RigError) -> String {
    var wanted = service.name
    while true {
      try await publish(wanted, service)
      // A name that another has is known a second later.
      if try await isEstablished(news) { return wanted }
      let other = try await call("GetAlternativeServiceName", [.string(wanted)])
      wanted = other.first?.text ?? wanted + "-2"
    }
  }

  private func isEstablished(_ news: LabChannel<BusMessage>) async throws(RigError) -> Bool {
    while true {
      switch Self.state(try await news.receive()) {
      case .established: return true
      case .collision: return false
      case .failure: throw RigError(.failed, reason: "it cannot announce the service")
      case nil: continue
      }
    }
  }

  private func publish(_ name: String, _ service: AnnouncedService) async throws(RigError) {
    guard let path = try await call("EntryGroupNew", []).first?.text else {
      throw RigError(.failed, reason: "it gives no group of entries")
    }
    let words = service.text.map { key, value in
      BusValue.array(of: "y", "\(key)=\(value)".utf8.map { .byte($0) })
    }
    try await bus.call(
      path, Self.group, "AddService",
      [
        Self.anywhere, Self.anywhere, .uint32(0), .string(name), .string(AnnouncedService.kind),
        .string(""), .string(""), .uint16(service.port), .array(of: "ay", words),
      ], of: Self.name)
    try await bus.call(path, Self.group, "Commit", of: Self.name)
  }

  // MARK: Finding

  /// The benches that are announced, by name.
  ///
  /// - Parameter deadline: when they have to have answered.
  func benches(
    _ news: LabChannel<BusMessage>, until deadline: LabInstant
  ) async throws(RigError) -> [AnnouncedBench] {
    _ = try await call(
      "ServiceBrowserNew",
      [
        Self.anywhere, Self.anywhere, .string(AnnouncedService.kind), .string(""), .uint32(0),
      ])
    // A bench is heard by each interface and protocol; one of them is enough.
    var found: [String: [BusValue]] = [:]
    do throws(RigError) {
      while found.count < Self.mostBenches {
        let message = try await news.receive(until: deadline)
        guard message.interface == Self.browser, message.body.count == 6,
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
    // All at once: one that has gone lets the others wait for nothing.
    return await withTaskGroup(of: AnnouncedBench?.self) { group in
      for (_, item) in found.sorted(by: { $0.key < $1.key }) {
        group.addTask { await resolved(item) }
      }
      var benches: [AnnouncedBench] = []
      for await bench in group { if let bench { benches.append(bench) } }
      return benches.sorted { $0.name < $1.name }
    }
  }

  private func resolved(_ item: [BusValue]) async -> AnnouncedBench? {
    let arguments = Array(item[0..<5]) + [item[1], .uint32(0)]
    // One that has gone does not answer.
    guard
      let answer = try? await call("ResolveService", arguments, within: .seconds(2)),
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

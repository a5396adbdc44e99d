package import Boards
package import Errors
package import Fleet
package import LabRuntime
import Links
import Synchronization

/// Serves ports of this machine and shows them to coordinators: a port is let go to whom the
/// coordinator has given it, and no other client.
package final class ExportService: Sendable {
  private struct Served {
    var port: ExportedPort
    var server: PortServer
    var export: FleetExport
  }

  /// How and where ports are served.
  package struct Options: Sendable {
    /// The exporter's name at the coordinators.
    package var name: String
    /// The address that is listened on.
    package var address: String
    /// The host that clients are told to connect to.
    package var host: String
    /// Whether each kit gets a place of its name.
    package var makesPlaces: Bool
    /// How long anyone may hold such a place; nil for any time.
    package var limit: Duration?

    package init(
      name: String, address: String, host: String, makesPlaces: Bool, limit: Duration? = nil
    ) {
      self.limit = limit
      self.name = name
      self.address = address
      self.host = host
      self.makesPlaces = makesPlaces
    }
  }

  private let lab: Lab
  private let options: Options
  private let served = Mutex<[String: Served]>([:])
  private let changes: LabChannel<[ExportedPort]>
  private let remark: @Sendable (String) -> Void

  /// Serves nothing yet.
  package init(_ lab: Lab, _ options: Options, remark: @escaping @Sendable (String) -> Void) {
    self.lab = lab
    self.options = options
    self.remark = remark
    changes = LabChannel(lab, label: "kits to come or go")
  }

  /// Serves what `ports` finds, and looks again at each change of the USB devices and twice a
  /// second.
  ///
  /// - Parameter ready: is told once all that is there is served and shown.
  package func perform(
    coordinators: [String], tree: USBTree = .system,
    ports: @escaping @Sendable (USBInventory) -> [ExportedPort],
    ready: @escaping @Sendable ([FleetExport]) -> Void
  ) async throws {
    let session = try await FleetSession.open(lab, coordinators: coordinators) {
      [weak self] event in
      self?.take(event)
    }
    defer { for one in served.withLock({ Array($0.values) }) { one.server.close() } }
    do {
      try await withThrowingDiscardingTaskGroup { group in
        let first = ports(tree.snapshot())
        for port in first {
          if let server = try add(port) { group.addTask { await server.serve() } }
        }
        try await session.export(exports, as: options.name)
        let (down, coordinators) = (try await session.list().down, coordinators)
        if down.count == coordinators.count, let (coordinator, reason) = down.first {
          throw RigError(
            .failed, "coordinator \(coordinator)", reason: reason,
            advice: "Start `labgrid-coordinator`, or name another with --coordinator")
        }
        try await makePlaces(session, exports)
        ready(exports)
        group.addTask { try await self.watch(tree) }
        while let now = try? await changes.receive() {
          let found = now.isEmpty ? ports(tree.snapshot()) : now
          for port in found where !served.withLock({ $0.keys.contains(port.key) }) {
            if let server = try add(port) { group.addTask { await server.serve() } }
          }
          try await refresh(found, tree.snapshot(), session)
        }
        group.cancelAll()
      }
    } catch {
      await session.close()
      throw error
    }
    await session.close()
  }

  /// Ends the service.
  package func close() { changes.close() }

  private var exports: [FleetExport] {
    served.withLock { $0.values.map(\.export) }.sorted { ($0.group, $0.name) < ($1.group, $1.name) }
  }

  private func add(_ port: ExportedPort) throws(RigError) -> PortServer? {
    let server = try PortServer(
      lab, source: port.source, rate: port.speed, address: options.address)
    var extra = port.extra
    extra["exporter"] = "uwbrig"
    let export = FleetExport(
      group: port.group, name: port.name, host: options.host, port: server.port,
      speed: port.speed, extra: extra,
      isAvailable: port.isPresent(in: USBTree.system.snapshot()))
    served.withLock { $0[port.key] = Served(port: port, server: server, export: export) }
    return server
  }

  private func refresh(
    _ found: [ExportedPort], _ inventory: USBInventory, _ session: FleetSession
  ) async throws(RigError) {
    let keys = Set(found.map(\.key))
    let changed = served.withLock { served -> [FleetExport] in
      served.keys.sorted().compactMap { key in
        guard let one = served[key] else { return nil }
        let isThere = keys.contains(key) && one.port.isPresent(in: inventory)
        guard one.export.isAvailable != isThere else { return nil }
        served[key]?.export.isAvailable = isThere
        return served[key]?.export
      }
    }
    for export in changed {
      remark("\(export.group)/\(export.name) \(export.isAvailable ? "is there" : "has gone")")
      try await session.update(export)
    }
  }

  private func makePlaces(
    _ session: FleetSession, _ exports: [FleetExport]
  ) async throws(RigError) {
    guard options.makesPlaces else { return }
    for group in Set(exports.map(\.group)).sorted() {
      var tags: [String: String] = [:]
      // A coordinator takes letters, digits and few signs. An empty one is taken away.
      tags["uwbrig_limit"] = options.limit.map { "\(max(1, Int($0 / .seconds(1))))" } ?? ""
      for export in exports where export.group == group {
        for key in ["profile", "firmware", "chip"] {
          if let value = export.extra[key] { tags[key] = value }
        }
      }
      try await session.makePlace(
        group, match: "\(options.name)/\(group)/NetworkSerialPort", tags: tags)
    }
  }

  private func watch(_ tree: USBTree) async throws {
    try await withThrowingDiscardingTaskGroup { group in
      group.addTask {
        while true {
          try await self.lab.sleep(for: .milliseconds(500), label: "ports to come or go")
          self.changes.send([])
        }
      }
      try await HotPlugWatch.withWatch(tree, lab: lab) { watch in
        while try await watch.events.receive() != nil { changes.send([]) }
      }
    }
  }

  private func take(_ event: FleetEvent) {
    switch event {
    case .claimed(let group, let name, let place):
      served.withLock { $0["\(group)/\(name)"]?.server }?.give()
      remark("\(group)/\(name) is acquired, place \(place)")
    case .freed(let group, let name):
      served.withLock { $0["\(group)/\(name)"]?.server }?.takeBack()
      remark("\(group)/\(name) is free")
    case .exportUp(let coordinator): remark("shown at coordinator \(coordinator)")
    case .exportDown(let coordinator, let reason): remark("coordinator \(coordinator): \(reason)")
    default: return
    }
  }
}

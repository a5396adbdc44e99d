package import Boards
import Errors
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
    /// Where clients show that the bench's owner has admitted them; nil where anyone may come in.
    package var door: BenchDoor?

    package init(
      name: String, address: String, host: String, makesPlaces: Bool, limit: Duration? = nil,
      door: BenchDoor? = nil
    ) {
      self.limit = limit
      self.door = door
      self.name = name
      self.address = address
      self.host = host
      self.makesPlaces = makesPlaces
    }
  }

  private let lab: Lab
  private let options: Options
  private let served = Mutex<[String: Served]>([:])
  private let changes: LabChannel<Void>
  private let remark: @Sendable (String) -> Void

  /// Serves nothing yet.
  package init(_ lab: Lab, _ options: Options, remark: @escaping @Sendable (String) -> Void) {
    self.lab = lab
    self.options = options
    self.remark = remark
    changes = LabChannel(lab, label: "kits to come or go")
  }

  /// How often `uwbrig-fleet` may end within ``steadyTime`` of its start.
  private static let mostEnds = 5
  private static let steadyTime = Duration.seconds(10)

  /// Serves what `ports` finds, and looks again at each change of the USB devices and twice a second.
  /// A `uwbrig-fleet` that has ended is started again.
  ///
  /// - Parameter ready: is told once all that is there is served and shown.
  package func perform(
    coordinators: [String], tree: USBTree = .system,
    ports: @escaping @Sendable (USBInventory) -> [ExportedPort],
    ready: @escaping @Sendable ([FleetExport]) -> Void
  ) async throws {
    var session = try await open(coordinators)
    defer { for one in served.withLock({ Array($0.values) }) { one.server.close() } }
    do {
      try await withThrowingDiscardingTaskGroup { group in
        for port in ports(tree.snapshot()) {
          let server = try add(port, tree.snapshot())
          group.addTask { await server.serve() }
        }
        try await session.export(exports, as: options.name)
        let (down, all) = (try await session.list().down, coordinators)
        if down.count == all.count, let (coordinator, reason) = down.first {
          throw RigError(
            .failed, "coordinator \(coordinator)", reason: reason,
            advice: "Start `labgrid-coordinator`, or name another with --coordinator")
        }
        try await makePlaces(session, exports)
        ready(exports)
        group.addTask {
          do { try await self.watch(tree) } catch let error as RigError
            where error.code == .cancelled
          {
            // The service ends.
          }
        }
        var (started, ends) = (lab.now, 0)
        while (try? await changes.receive()) != nil {
          if let ending = session.ending {
            ends = started.duration(to: lab.now) < Self.steadyTime ? ends + 1 : 1
            guard ends < Self.mostEnds else { throw ending }
            (session, started) = (try await reopen(coordinators), lab.now)
          }
          do throws(RigError) {
            let inventory = tree.snapshot()
            let found = ports(inventory)
            for port in found where !served.withLock({ $0.keys.contains(port.key) }) {
              let server = try add(port, inventory)
              group.addTask { await server.serve() }
              try await show(port.key, session)
            }
            try await refresh(found, inventory, session)
          } catch {
            // Ended meanwhile: that is seen the next time.
            guard session.ending != nil else { throw error }
          }
        }
        group.cancelAll()
      }
    } catch {
      await session.close()
      throw error
    }
    await session.close()
  }

  private func open(_ coordinators: [String]) async throws(RigError) -> FleetSession {
    try await FleetSession.open(lab, coordinators: coordinators) { [weak self] event in
      self?.take(event)
    }
  }

  /// Starts `uwbrig-fleet` again and shows everything anew. Nobody is known to have a port then: the
  /// coordinator says again who has.
  private func reopen(_ coordinators: [String]) async throws -> FleetSession {
    remark("uwbrig-fleet has ended, and is started again")
    for one in served.withLock({ Array($0.values) }) { one.server.takeBack() }
    let session = try await open(coordinators)
    do {
      try await session.export(exports, as: options.name)
      try await makePlaces(session, exports)
    } catch {
      guard session.ending != nil else {
        await session.close()
        throw error
      }
    }
    return session
  }

  /// Shows a port that was not there before.
  private func show(_ key: String, _ session: FleetSession) async throws(RigError) {
    guard let export = served.withLock({ $0[key]?.export }) else { return }
    remark("\(export.group)/\(export.name) is there")
    try await session.update(export)
    try await makePlaces(session, exports.filter { $0.group == export.group })
  }

  /// Ends the service.
  package func close() { changes.close() }

  private var exports: [FleetExport] {
    served.withLock { $0.values.map(\.export) }.sorted { ($0.group, $0.name) < ($1.group, $1.name) }
  }

  private func add(
    _ port: ExportedPort, _ inventory: USBInventory
  ) throws(RigError) -> PortServer {
    let admit = options.door.map { door in
      { @Sendable (link: any Link) async -> (any Link)? in await door.admit(link) }
    }
    let server = try PortServer(
      lab, source: port.source, rate: port.speed, address: options.address, admit: admit)
    var extra = port.extra
    extra["exporter"] = "uwbrig"
    if let door = options.door { extra[FleetExport.admission] = door.keyPrint }
    let export = FleetExport(
      group: port.group, name: port.name, host: options.host, port: server.port,
      speed: port.speed, extra: extra,
      isAvailable: port.isPresent(in: inventory))
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
      do throws(RigError) {
        try await session.makePlace(
          group, match: "\(options.name)/\(group)/NetworkSerialPort", tags: tags)
      } catch {
        // A coordinator that is away gets the place when it is back; one that refuses it, never.
        guard error.code == .refused else { throw error }
        remark("no place \(group): \(error.reason)")
      }
    }
  }

  private func watch(_ tree: USBTree) async throws {
    try await withThrowingDiscardingTaskGroup { group in
      group.addTask {
        while true {
          try await self.lab.sleep(for: .milliseconds(500), label: "ports to come or go")
          self.changes.send(())
        }
      }
      try await HotPlugWatch.withWatch(tree, lab: lab) { watch in
        while true {
          _ = try await watch.events.receive()
          changes.send(())
        }
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

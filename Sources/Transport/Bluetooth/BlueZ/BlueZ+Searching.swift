import Errors
import LabRuntime
import Synchronization

/// Searching for what advertises, as BlueZ 5.66 was seen to need it:
///
/// - A connection that is begun while an adapter searches ends the search in the kernel. bluetoothd does
///   not notice, and takes every later search with the same filter for one that is running: nobody
///   hears anything again. So a search has ended, by its answer, before it is left, and each one has
///   another filter than the one before.
/// - A controller may tell of each device once a search: it is begun anew while one waits.
extension BlueZ {
  /// The searches of an adapter.
  struct Search {
    /// How many go on.
    var users = 0
    /// The service that the only one is for; nil for everything.
    var service: String?
    /// Whether the filter has a signal strength in it, which everything that is heard has.
    var hasFloor = false
  }

  /// After which a search that has not found what was wanted is begun anew.
  private static let round = Duration.seconds(2)
  /// How long one search waits for another to end.
  private static let turn = Duration.seconds(60)
  /// The weakest signal that there is, in dBm.
  private static let floor: Int16 = -127

  /// What an adapter has heard since a time.
  func heard(on adapter: BluetoothAdapter, since from: LabInstant) -> [BluetoothDevice] {
    devices.filter { $0.belongs(to: adapter.path) && ($0.heardAt ?? .zero) >= from }
  }

  /// Performs `body` while an adapter searches for LE devices; searches may overlap.
  ///
  /// - Parameter service: a UUID; what does not name it in its advertisement is not heard then. Such a
  ///   search is the only one of this program. Nil to hear everything.
  func searching<Value: Sendable>(
    on adapter: BluetoothAdapter, for service: String? = nil,
    _ body: () async throws(RigError) -> Value
  ) async throws(RigError) -> Value {
    let isFirst = try await wait(
      until: lab.now.advanced(by: Self.turn), "a search of \(adapter.name) by another board"
    ) {
      shared.state.withLock { state -> Bool? in
        var search = state.searches[adapter.path, default: Search()]
        guard search.users == 0 || search.service == nil && service == nil else { return nil }
        search.users += 1
        search.service = service
        state.searches[adapter.path] = search
        return search.users == 1
      }
    }
    guard let isFirst else {
      throw RigError(.timedOut, adapter.name, reason: "others search for longer than \(Self.turn)")
    }
    let value: Value
    do throws(RigError) {
      try await setFilter(of: adapter)
      if isFirst {
        try await connection.call(adapter.path, Self.adapter, "StartDiscovery")
      }
      value = try await body()
    } catch {
      await endSearch(on: adapter)
      throw error
    }
    await endSearch(on: adapter)
    return value
  }

  /// Waits, inside a search, until something holds of what is heard; nil when it does not until the
  /// deadline.
  func hear<Value: Sendable>(
    on adapter: BluetoothAdapter, until deadline: LabInstant, _ label: String,
    _ probe: () -> Value?
  ) async throws(RigError) -> Value? {
    while true {
      let pause = min(deadline, lab.now.advanced(by: Self.round))
      if let value = try await wait(until: pause, label, probe) { return value }
      guard lab.now < deadline else { return nil }
      try await setFilter(of: adapter)
    }
  }

  /// Sets another filter than the last one, with which a search that goes on begins anew.
  private func setFilter(of adapter: BluetoothAdapter) async throws(RigError) {
    let search = shared.state.withLock { state in
      state.searches[adapter.path, default: Search()].hasFloor.toggle()
      return state.searches[adapter.path, default: Search()]
    }
    var filter: [String: BusValue] = [
      "Transport": .string("le"), "DuplicateData": .boolean(true),
    ]
    if search.hasFloor { filter["RSSI"] = .int16(Self.floor) }
    if let service = search.service {
      filter["UUIDs"] = .array(of: "s", [.string(service.lowercased())])
    }
    try await connection.call(
      adapter.path, Self.adapter, "SetDiscoveryFilter", [.properties(filter)])
  }

  private func endSearch(on adapter: BluetoothAdapter) async {
    let isLast = shared.state.withLock { state in
      state.searches[adapter.path]?.users -= 1
      return state.searches[adapter.path]?.users == 0
    }
    if isLast {
      _ = try? await connection.call(
        adapter.path, Self.adapter, "StopDiscovery", within: .seconds(5))
    }
    wake()
  }
}

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
    /// Whether the filter has a signal strength in it, which everything that is heard has.
    var hasFloor = false
  }

  /// After which a search that has not found what was wanted is begun anew.
  private static let round = Duration.seconds(2)
  /// The weakest signal that there is, in dBm.
  private static let floor: Int16 = -127

  /// Performs `body` while an adapter searches for LE devices; searches may overlap.
  ///
  /// Without a filter by services: what advertises none of them is found as well.
  func searching<Value: Sendable>(
    on adapter: BluetoothAdapter, _ body: () async throws(RigError) -> Value
  ) async throws(RigError) -> Value {
    let isFirst = shared.state.withLock { state in
      state.searches[adapter.path, default: Search()].users += 1
      return state.searches[adapter.path]?.users == 1
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
    let hasFloor = shared.state.withLock { state in
      state.searches[adapter.path, default: Search()].hasFloor.toggle()
      return state.searches[adapter.path]?.hasFloor ?? false
    }
    var filter: [String: BusValue] = [
      "Transport": .string("le"), "DuplicateData": .boolean(true),
    ]
    if hasFloor { filter["RSSI"] = .int16(Self.floor) }
    try await connection.call(
      adapter.path, Self.adapter, "SetDiscoveryFilter", [.properties(filter)])
  }

  private func endSearch(on adapter: BluetoothAdapter) async {
    let isLast = shared.state.withLock { state in
      let left = max(0, (state.searches[adapter.path]?.users ?? 1) - 1)
      state.searches[adapter.path]?.users = left
      return left == 0
    }
    guard isLast else { return }
    _ = try? await connection.call(
      adapter.path, Self.adapter, "StopDiscovery", within: .seconds(5))
  }
}

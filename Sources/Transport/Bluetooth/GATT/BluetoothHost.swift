public import Errors
public import Journal
public import LabRuntime
public import Links
import Notation
import Synchronization

/// Bluetooth of this computer for the length of a run: opened at the first use, given back at the end.
public final class BluetoothHost: Sendable {
  private struct State {
    var blueZ: BlueZ?
    var monitor: HCIMonitor?
    var hasAgent = false
    var peripherals: [BLEPeripheral] = []
    /// The address of the adapter that was the first: a run does not change over to another one.
    var usual: String?
  }

  private let lab: Lab
  private let capture: String?
  private let state = Mutex(State())
  /// Holds one element while bluetoothd is not being opened.
  private let turn: LabChannel<Void>
  let remark: @Sendable (String) -> Void

  /// - Parameters:
  ///   - capture: the file for what passes between the kernel and the adapters, where this program may
  ///     see that; nil for none.
  ///   - remark: told what a person should know of the way the boards were reached.
  public init(
    _ lab: Lab, capture: String? = nil, remark: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.lab = lab
    self.capture = capture
    self.remark = remark
    turn = LabChannel(lab, label: "bluetoothd")
    turn.send(())
  }

  /// bluetoothd.
  func blueZ() async throws(RigError) -> BlueZ {
    if let open = state.withLock({ $0.blueZ }) { return open }
    try await turn.receive()
    defer { turn.send(()) }
    if let open = state.withLock({ $0.blueZ }) { return open }
    let blueZ = try await BlueZ(lab)
    let monitor = capture.flatMap { path in
      HCIMonitor(lab, into: path) { [weak self] address, news in
        let peripherals = self?.state.withLock { $0.peripherals } ?? []
        // The two centrals of a board have one record.
        peripherals.first { $0.address == address }?.traffic.heard(news)
      }
    }
    if let capture, monitor != nil {
      remark(
        "\(PrintableText.escaped(capture)) has what the Bluetooth adapter was told and said, the keys "
          + "of bonds among it: keep it to yourself")
    }
    state.withLock { ($0.blueZ, $0.monitor) = (blueZ, monitor) }
    return blueZ
  }

  /// Lets a board of this run pair: an agent answers bluetoothd for it, and refuses all others.
  func welcome(_ address: String) async throws(RigError) {
    let blueZ = try await blueZ()
    blueZ.welcome(address)
    let isFirst = state.withLock { state in
      defer { state.hasAgent = true }
      return !state.hasAgent
    }
    guard isFirst else { return }
    do throws(RigError) { try await blueZ.connection.registerAgent() } catch {
      state.withLock { $0.hasAgent = false }
      throw error
    }
  }

  /// What advertises now, the strongest first.
  ///
  /// - Parameters:
  ///   - adapter: the adapter's name or address; nil for the first.
  ///   - end: returns when it is enough.
  public func scan(
    on adapter: String?, until end: () async -> Void
  ) async throws(RigError) -> [BluetoothDevice] {
    let adapter = try await self.adapter(adapter)
    let blueZ = try await blueZ()
    let from = lab.now
    // bluetoothd takes the signal strengths back when a search ends.
    let all = try await blueZ.searching(on: adapter) {
      await end()
      return blueZ.devices
    }
    return all.filter { $0.belongs(to: adapter.path) && ($0.heardAt.map { $0 >= from } ?? false) }
      .sorted { ($1.strength ?? -128, $0.address) < ($0.strength ?? -128, $1.address) }
  }

  /// An adapter, turned on.
  ///
  /// - Parameters:
  ///   - wanted: its name or address; nil for the first.
  ///   - isSecond: another one than that, for a second central.
  func adapter(
    _ wanted: String?, isSecond: Bool = false
  ) async throws(RigError) -> BluetoothAdapter {
    let blueZ = try await blueZ()
    let all = blueZ.adapters
    let wanted =
      wanted
      ?? state.withLock { state in
        if state.usual == nil {
          state.usual = (all.first(where: \.canBeCentral) ?? all.first)?.address
        }
        return state.usual
      }
    let own = all.first { wanted == $0.name || wanted == $0.address }
    let chosen = isSecond ? all.first { $0.path != own?.path } : own
    guard let chosen else {
      let names = all.map(\.name).joined(separator: ", ")
      throw RigError(
        .noAdapter, wanted ?? "Bluetooth",
        reason: all.isEmpty ? "this computer has no Bluetooth adapter" : "there is only \(names)",
        advice: "Plug one in; `uwbrig doctor` says what the system has")
    }
    state.withLock { $0.monitor }?.include(chosen.name)
    if chosen.isPowered { return chosen }
    do throws(RigError) { try await blueZ.connection.powerOn(chosen.path) } catch {
      throw RigError(
        .noAdapter, chosen.name, reason: "the adapter is off and does not turn on: \(error.reason)",
        advice: "Is it blocked? rfkill list bluetooth; rfkill unblock bluetooth")
    }
    let deadline = lab.now.advanced(by: .seconds(5))
    let label = "\(chosen.name) to turn on"
    let isOn = try await blueZ.wait(until: deadline, label) {
      blueZ.adapters.first { $0.path == chosen.path && $0.isPowered }
    }
    return isOn ?? chosen
  }

  /// The data channel that a link names.
  ///
  /// - Parameters:
  ///   - board: whose packets they are in the journal.
  ///   - journal: where the packets are recorded; nil for no record.
  ///   - envelope: what stands around the messages; nil for messages as they are.
  public func source(
    _ selector: LinkAddress.BLESelector, _ parameters: BLEParameters, board: String = "",
    journal: Journal? = nil, envelope: (any GATTEnvelope)? = nil
  ) -> BLESource {
    let traffic = BLETraffic(lab, board: board, journal: journal)
    let (first, second) = peripherals(selector, parameters, traffic)
    return BLESource(lab, first, second, host: self, traffic: traffic, envelope: envelope)
  }

  /// A device for both centrals of this computer, until ``close()``.
  func peripherals(
    _ selector: LinkAddress.BLESelector, _ parameters: BLEParameters, _ traffic: BLETraffic
  ) -> (BLEPeripheral, BLEPeripheral) {
    func peripheral(isSecond: Bool) -> BLEPeripheral {
      BLEPeripheral(self, selector, parameters, isSecond: isSecond, traffic: traffic)
    }
    let pair = (peripheral(isSecond: false), peripheral(isSecond: true))
    state.withLock { $0.peripherals += [pair.0, pair.1] }
    return pair
  }

  /// Whether there is an adapter for a second central.
  var hasSecondAdapter: Bool { state.withLock { $0.blueZ }.map { $0.adapters.count > 1 } ?? false }

  /// Gives back what was opened when `body` has ended, however it ends.
  public func performing<Value: Sendable>(
    _ body: () async throws -> Value
  ) async throws -> Value {
    do {
      let value = try await body()
      await close()
      return value
    } catch {
      await close()
      throw error
    }
  }

  /// Ends what is left of this run: bonds that were not to be kept, the agent, the bus.
  private func close() async {
    let (blueZ, monitor, peripherals, hasAgent) = state.withLock { state in
      defer { state = State() }
      return (state.blueZ, state.monitor, state.peripherals, state.hasAgent)
    }
    defer { monitor?.close() }
    guard let blueZ else { return }
    for peripheral in peripherals { await peripheral.end(blueZ) }
    for words in peripherals.compactMap({ $0.traffic.takeEndings() }) { remark(words) }
    if hasAgent { blueZ.connection.unregisterAgent() }
    blueZ.close()
  }
}

import AttributeProtocol
public import Errors
public import LabRuntime
public import Links
import NearbyAccessory
import Synchronization

/// A connection to a device with an ATT client of our own: nothing is cached, and every refusal keeps
/// its code.
public final class ATTConnection: GATTConnection {
  private struct State {
    var client: AttributeClient
    var handles: [GATTHandle: DiscoveredService.Characteristic] = [:]
    var names: [AttributePDU.Handle: GATTHandle] = [:]
    /// What the link did not take at once.
    var unsent: [[UInt8]] = []
  }

  /// How long a server may take to answer (Bluetooth Core 5.4, volume 3, part F, 3.3.3).
  static let patience = Duration.seconds(30)
  private let lab: Lab
  let name: String
  private let link: any ImmediateLink
  private let socket: L2CAPSocket?
  private let state: Mutex<State>
  private let air: AirEvents
  private let answers: LabChannel<Result<AttributeClient.Answer, AttributeClient.Failure>>
  /// Holds one element while no request is open.
  private let turn: LabChannel<Void>

  /// A client on a link that keeps packets apart.
  ///
  /// - Parameters:
  ///   - socket: the kernel's channel below the link; nil where it is no Bluetooth.
  ///   - unit: the longest packet that a server which asks is told of.
  init(
    _ lab: Lab, name: String, over link: any ImmediateLink, socket: L2CAPSocket? = nil,
    unit: Int = BLEParameters.usualUnit
  ) {
    (self.lab, self.name, self.link, self.socket) = (lab, name, link, socket)
    state = Mutex(State(client: AttributeClient(ownUnit: UInt16(clamping: unit))))
    air = AirEvents(lab, of: name)
    answers = LabChannel(lab, label: "an answer of \(name)")
    turn = LabChannel(lab, label: "another request to \(name)")
    turn.send(())
    link.start { [weak self] event in self?.take(event) }
  }

  /// Hands what comes to `receive` on the reader's thread instead of ``events``; what has come before
  /// is handed first.
  public func deliver(_ receive: @escaping @Sendable (GATTEvent) -> Void) {
    air.deliver(to: receive)
  }

  /// Whether it was closed, here or there.
  var hasEnded: Bool { air.ending != nil }

  // MARK: GATTConnection

  /// Notifications, and the end of the connection; nothing once they are taken directly.
  public var events: LabChannel<GATTEvent> { air.waiting }

  /// ATT_MTU as agreed.
  public var maximumTransmissionUnit: Int { state.withLock { $0.client.unit } }

  /// Whether the link is encrypted; never where the link is no Bluetooth.
  public var isEncrypted: Bool { socket?.isEncrypted ?? false }

  /// Asks for a larger ATT_MTU and returns what was agreed.
  public func exchangeMTU(_ wanted: Int) async throws(RigError) -> Int {
    let answer = try await ask(.exchangeMTU(UInt16(clamping: wanted)), "MTU exchange")
    guard case .unit(let unit) = answer else { return maximumTransmissionUnit }
    return unit
  }

  /// Encrypts the link within 10 s.
  public func encrypt() async throws(RigError) {
    guard let socket else {
      throw .gatt(.pairingFailed, device: name, operation: "encryption")
    }
    try await socket.encrypt(until: lab.now.advanced(by: .seconds(10)))
  }

  /// Every characteristic of every service, asked from the server.
  public func discover() async throws(RigError) -> [GATTDiscovery] {
    guard case .services(let services) = try await ask(.discover, "discovery") else { return [] }
    var found: [GATTDiscovery] = []
    var counts: [GATTHandle: Int] = [:]
    state.withLock { state in
      for service in services {
        for each in service.characteristics {
          var handle = GATTHandle(
            service: service.uuid.description, characteristic: each.uuid.description)
          let first = handle
          handle.instance = counts[first, default: 0]
          counts[first, default: 0] += 1
          state.handles[handle] = each
          state.names[each.value] = handle
          found.append(
            GATTDiscovery(
              handle: handle, properties: .init(rawValue: each.properties),
              descriptors: each.descriptors.map(\.type.description), attribute: each.value))
        }
      }
    }
    return found
  }

  /// Reads a whole value.
  public func read(_ handle: GATTHandle) async throws(RigError) -> [UInt8] {
    let what = "read of \(handle.characteristic)"
    let request = AttributeClient.Request.read(try characteristic(handle, what).value)
    guard case .value(let value) = try await ask(request, what) else { return [] }
    return value
  }

  /// Writes a value: with response of any length that an attribute has, in parts where it does not fit
  /// into a packet, as phones do; without response of at most ATT_MTU − 3 bytes.
  public func write(
    _ value: [UInt8], to handle: GATTHandle, withResponse: Bool
  ) async throws(RigError) {
    let what = "write to \(handle.characteristic)"
    let target = try characteristic(handle, what).value
    if withResponse {
      guard value.count <= AttributeClient.longestValue else { throw tooLong(value, what) }
      _ = try await ask(.write(target, value), what)
    } else {
      if let ending = air.ending { throw ended(ending, what) }
      guard let packet = state.withLock({ $0.client.command(target, value) }) else {
        throw tooLong(value, what)
      }
      try await link.send(packet)
    }
  }

  /// Turns notifications on or off, or indications where that is all there is.
  public func setNotifications(_ on: Bool, of handle: GATTHandle) async throws(RigError) {
    let what = "notifications of \(handle.characteristic)"
    let found = try characteristic(handle, what)
    guard let descriptor = found.clientConfiguration else {
      throw .gatt(.attributeNotFound, device: name, operation: what)
    }
    // A characteristic that can only indicate is asked to do that.
    let bit: UInt8 = found.properties & 0x10 != 0 ? 1 : 2
    _ = try await ask(.write(descriptor, [on ? bit : 0, 0]), what)
  }

  /// Closes the channel; the kernel keeps the link for another 2 s.
  public func disconnect() {
    link.close()
    end(RigError(.closed, name, reason: "disconnected"))
  }

  // MARK: Requests

  private func tooLong(_ value: [UInt8], _ what: String) -> RigError {
    RigError(
      .failed, name,
      reason: "\(what): \(value.count) bytes do not fit at an ATT_MTU of \(maximumTransmissionUnit)"
    )
  }

  /// What an operation is told that has met the end of the connection.
  private func ended(_ ending: RigError, _ what: String) -> RigError {
    ending.code == .closed
      ? .gatt(.closed, device: name, operation: what)
      : RigError(ending.code, name, reason: "\(what): \(ending.reason)", advice: ending.advice)
  }

  private func characteristic(
    _ handle: GATTHandle, _ what: String
  ) throws(RigError) -> DiscoveredService.Characteristic {
    guard let found = state.withLock({ $0.handles[handle] }) else {
      throw .gatt(.attributeNotFound, device: name, operation: what)
    }
    return found
  }

  /// Performs a request when those before it are done.
  private func ask(
    _ request: AttributeClient.Request, _ what: String
  ) async throws(RigError) -> AttributeClient.Answer {
    try await turn.receive()
    defer { turn.send(()) }
    // Within the lock: a request that is begun before the end is abandoned by it.
    let (packet, ending) = state.withLock { state in
      let ending = air.ending
      return (ending == nil ? state.client.begin(request) : nil, ending)
    }
    if let ending { throw ended(ending, what) }
    guard let packet else { throw .gatt(.closed, device: name, operation: what) }
    let result: Result<AttributeClient.Answer, AttributeClient.Failure>
    do throws(RigError) {
      try await link.send(packet)
      result = try await answers.receive(until: lab.now.advanced(by: Self.patience))
    } catch {
      let ending = air.ending
      let isLate = error.code == .timedOut
      let reason = isLate ? "\(what): no answer within \(Self.patience)" : "disconnected"
      // Half an exchange: nothing else can be asked on this channel.
      link.close()
      end(RigError(.closed, name, reason: reason))
      if isLate { throw RigError(.timedOut, name, reason: reason) }
      throw ended(error.code == .cancelled ? error : ending ?? error, what)
    }
    switch result {
    case .success(let answer): return answer
    case .failure(.refused(let error)): throw .attribute(error, device: name, operation: what)
    case .failure(.malformed(let words)):
      disconnect()
      throw RigError(.malformed, name, reason: "\(what): \(words)")
    }
  }

  // MARK: What comes

  private func take(_ event: LinkEvent) {
    switch event {
    case .closed(let error): end(error.at(name))
    case .received(let chunk):
      let (step, unsent) = state.withLock { state in
        let step = state.client.received(chunk.bytes)
        defer { state.unsent = [] }
        return (step, state.unsent + step.send)
      }
      send(unsent)
      for event in step.events { take(event, at: chunk.at) }
    }
  }

  private func take(_ event: AttributeClient.Event, at: LabInstant) {
    switch event {
    case .answered(let result): answers.send(result)
    case .violated: break
    case .notified(let handle, let value):
      let unknown = GATTHandle(service: "", characteristic: "handle \(handle)")
      air.notify(
        state.withLock { $0.names[handle] } ?? unknown, Chunk(bytes: value, at: at))
    }
  }

  /// Sends what the reader's thread has to send; what the link does not take now goes with the next.
  private func send(_ packets: [[UInt8]]) {
    for (index, packet) in packets.enumerated() {
      guard let taken = link.sendNow(packet) else { return }
      if taken < packet.count {
        return state.withLock { $0.unsent = Array(packets[index...]) + $0.unsent }
      }
    }
  }

  private func end(_ error: RigError) {
    air.end(error) {
      state.withLock { $0.client.abandon() }
      answers.close()
    }
  }
}

extension RigError {
  /// A refusal of a server, with its code.
  static func attribute(
    _ error: AttributeError, device: String, operation: String
  ) -> RigError {
    let number = String(error.rawValue, radix: 16, uppercase: true)
    return RigError(
      Code(attributeError: error.rawValue), device,
      reason: "\(operation): \(error) (ATT error 0x\(number))")
  }
}

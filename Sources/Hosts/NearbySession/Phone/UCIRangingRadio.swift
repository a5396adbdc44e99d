public import LabRuntime
import Synchronization
import UCI
public import UCIHost
import WireFormat

/// A UWB subsystem as a phone's radio: many sessions at a time, each its own on the board.
public final class UCIRangingRadio: RangingRadio {
  private enum Order: Sendable {
    case start(Int, RadioOrder)
    case stop(Int)
  }

  private struct Open: Sendable {
    var number: Int
    var session: UCISession
    var order: RadioOrder
  }

  /// Its reports, in order.
  public let reports: LabChannel<RadioReport>
  private let host: UCIHost
  private let orders: LabChannel<Order>
  private let open = Mutex<[Open]>([])

  /// A radio over a board that has just been reset.
  public init(_ host: UCIHost, lab: Lab) {
    self.host = host
    reports = LabChannel(lab, label: "a report of the radio \(host.name)")
    orders = LabChannel(lab, label: "an order to the radio \(host.name)")
  }

  /// Ranges for a session, in the place of what that session had before.
  public func start(_ session: Int, _ order: RadioOrder) { orders.send(.start(session, order)) }

  /// Ceases to range for a session; again is harmless.
  public func stop(_ session: Int) { orders.send(.stop(session)) }

  /// Works until the task is cancelled or the board is gone.
  public func serve() async {
    while !Task.isCancelled {
      if let order = orders.tryReceive() {
        await obey(order)
        continue
      }
      guard await pass() else { break }
    }
    reports.close()
  }

  /// Waits for an order or a packet, whichever is first; false when the board is gone.
  private func pass() async -> Bool {
    enum Outcome: Sendable {
      case order(Order)
      case packet(ReceivedPacket)
      case nothing
      case gone(String)
    }
    let outcomes = await withTaskGroup(of: Outcome.self) { group in
      group.addTask {
        let order = try? await Lab.inBackground { try await self.orders.receive() }
        guard let order else { return .nothing }
        return .order(order)
      }
      group.addTask {
        do throws(UCIHostError) {
          return .packet(try await self.host.nextNotification(until: nil))
        } catch {
          return error.code == .closed ? .gone("\(error)") : .nothing
        }
      }
      var outcomes: [Outcome] = []
      for await outcome in group {
        group.cancelAll()
        outcomes.append(outcome)
      }
      return outcomes
    }
    // What came at the same moment as an order is older than its effect.
    for case .packet(let packet) in outcomes { take(packet) }
    for case .order(let order) in outcomes { await obey(order) }
    for case .gone(let reason) in outcomes {
      for one in open.withLock({ $0 }) { reports.send(.failed(one.number, reason)) }
      return false
    }
    return true
  }

  private func obey(_ order: Order) async {
    switch order {
    case .start(let number, let order):
      await end(number)
      do throws(UCIHostError) {
        let session = try await host.openSession(id: order.sessionIdentifier)
        open.withLock { $0.append(Open(number: number, session: session, order: order)) }
        try await session.configure(order.parameters)
        try await session.start()
      } catch {
        await end(number)
        reports.send(.failed(number, "the radio: \(error)"))
      }
    case .stop(let number): await end(number)
    }
  }

  private func end(_ number: Int) async {
    let ended = open.withLock { open -> Open? in
      guard let index = open.firstIndex(where: { $0.number == number }) else { return nil }
      return open.remove(at: index)
    }
    guard let ended else { return }
    // One that does not range any more cannot be stopped, only ended; a board that is gone neither.
    try? await ended.session.stop()
    try? await ended.session.close()
    ended.session.discardRounds()
  }

  private func take(_ received: ReceivedPacket) {
    let packet = received.packet
    if SessionInfoNotification.isNamed(by: packet) {
      guard
        let info = try? SessionInfoNotification(packet: packet, dialect: host.dialect),
        let one = open.withLock({ $0.first { $0.session.token == info.sessionToken } })
      else { return }
      report(RangingRound(info, at: received.at), one)
    } else if SessionStatusNotification.isNamed(by: packet),
      let status = try? SessionStatusNotification(packet: packet, dialect: host.dialect),
      status.sessionState == .deinitialized,
      let one = open.withLock({ $0.first { $0.session.token == status.sessionToken } })
    {
      open.withLock { $0.removeAll { $0.number == one.number } }
      reports.send(.failed(one.number, "the radio has ended the session by itself"))
    }
  }

  private func report(_ round: RangingRound, _ one: Open) {
    for measurement in round.measurements
    where measurement.isSuccess && measurement.shortAddress == one.order.peerAddress {
      guard let distance = measurement.distanceMetres else { continue }
      var update = NearbyEvent.Update(
        distanceMetres: distance, azimuth: measurement.azimuth, elevation: measurement.elevation,
        sequence: round.sequence, at: round.at)
      update.hasLineOfSight = measurement.lineOfSight != .nlos
      reports.send(.heard(one.number, update))
    }
  }
}

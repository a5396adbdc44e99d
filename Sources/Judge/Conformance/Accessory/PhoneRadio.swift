import Bench
import LabRuntime
import NearbyAccessory
import NearbySession
import RigFile
import Room
import Runner
import Synchronization
import UCIHost

/// The phone's radio in a session with one accessory. Whether an accessory ranges is known from here
/// alone, never from what the accessory says.
final class PhoneRadio: Sendable {
  let context: CaseContext
  let order: RadioOrder
  private let session: UCISession
  private let isOver = Atomic(false)

  var block: Duration { .milliseconds(order.parameters.interval) }
  /// The accessory's address on the air.
  private var peer: UInt16 { order.parameters.peerAddresses.first ?? 0 }
  /// Where the accessory polls, a round in which nothing was heard may go unreported.
  private var reportsEveryRound: Bool { order.parameters.deviceType == .controller }

  /// A session that was made for an order, not yet started.
  init(_ context: CaseContext, _ session: UCISession, _ order: RadioOrder) {
    self.context = context
    self.session = session
    self.order = order
  }

  struct Round {
    var isHeard: Bool
    var at: LabInstant
  }

  func next() async throws -> Round {
    let deadline = context.lab.now.advanced(by: block * 3 + context.limits.uciResponse)
    do throws(UCIHostError) {
      let round = try await session.nextMeasurements(until: deadline)
      return Round(isHeard: round.isHeard(peer), at: round.at)
    } catch {
      if error.code == .timedOut, !reportsEveryRound {
        return Round(isHeard: false, at: context.lab.now)
      }
      throw CaseEnding.rigFault("the phone's radio: \(error)")
    }
  }

  /// Asserts that the accessory ranges: heard for the first time within `limits.accessory-start` or
  /// five blocks, and then in at least every second round on average.
  ///
  /// - Parameter retelling: how the accessory is told again, so that the cause can be looked for where it
  ///   is never heard.
  func requireRanging(
    rounds: Int, _ what: String, again retelling: Retelling? = nil
  ) async throws {
    let patience = max(context.limits.accessoryStart, block * 5)
    let deadline = context.lab.now.advanced(by: patience)
    var heard = 0
    var missed = 0
    while heard < rounds {
      if try await next().isHeard {
        heard += 1
        continue
      }
      missed += 1
      if heard == 0 ? context.lab.now < deadline : missed <= rounds { continue }
      explainSilence()
      if let retelling {
        context.lookForCause { [self] in await cause(retelling) }
      }
      break
    }
    try context.require(
      heard >= rounds, what, expected: "\(rounds) rounds in which the accessory is heard",
      got: "\(heard) with and \(missed) without it")
  }

  /// Writes down what the radios of a virtual room do not have in common: there the rig sees the air.
  private func explainSilence() {
    guard let environment = context.environment, let phone = try? context.radio() else { return }
    let words = environment.room.differences(
      of: phone.board.name, with: context.instance.boards.map(\.name))
    for each in words { context.step("on the air of the virtual room: \(each)") }
  }

  func isHeard(withinRounds rounds: Int) async throws -> Bool {
    for _ in 0..<rounds where try await next().isHeard { return true }
    return false
  }

  func isHeard(within limit: Duration) async throws -> Bool {
    let deadline = context.lab.now.advanced(by: limit)
    do throws(UCIHostError) {
      while try await !session.nextMeasurements(until: deadline).isHeard(peer) {}
      return true
    } catch {
      if error.code == .timedOut { return false }
      throw CaseEnding.rigFault("the phone's radio: \(error)")
    }
  }

  func requireSilence(rounds: Int, _ what: String) async throws {
    var heard = 0
    for _ in 0..<rounds where try await next().isHeard { heard += 1 }
    try context.require(
      heard == 0, what, expected: "\(rounds) rounds in which the accessory is not heard",
      got: "\(heard) in which it is")
  }

  /// Ends the session, so that another one can have the air; again is harmless.
  func stop() async throws {
    guard !isOver.exchange(true, ordering: .relaxed) else { return }
    do throws(UCIHostError) {
      try await session.stop()
      try await session.close()
      session.discardRounds()
    } catch {
      throw CaseEnding.rigFault("the phone's radio: \(error)")
    }
  }
}

extension CaseContext {
  /// Turns the phone's radio on with what both sides were told, as the phone does before
  /// configure-and-start. It is off again when the case ends.
  func radio(
    for shareable: ShareableConfigurationData, _ accessory: AccessoryConfigurationData
  ) async throws -> PhoneRadio {
    try await radio(RadioOrder(shareable, accessory))
  }

  /// Turns the phone's radio on; it is off again when the case ends.
  func radio(_ order: RadioOrder) async throws -> PhoneRadio {
    let host = try radio().host()
    do throws(UCIHostError) {
      let session = try await host.openSession(id: order.sessionIdentifier)
      let radio = PhoneRadio(self, session, order)
      atEnd { try? await radio.stop() }
      try await session.configure(order.parameters)
      try await session.start()
      return radio
    } catch {
      // A radio that cannot do it says nothing about the accessory.
      if error.code == .status {
        throw CaseEnding.skip("the phone's radio does not do this: \(error)")
      }
      throw CaseEnding.rigFault("the phone's radio: \(error)")
    }
  }

  /// The same where the rig has a radio; nil where it has none.
  func radioIfPresent(
    for shareable: ShareableConfigurationData, _ accessory: AccessoryConfigurationData
  ) async throws -> PhoneRadio? {
    try await radioIfPresent(RadioOrder(shareable, accessory))
  }

  /// The radio of the phone where the rig has one; nil where it has none, which is said.
  func radioIfPresent(_ order: RadioOrder) async throws -> PhoneRadio? {
    if (try? radio()) != nil { return try await radio(order) }
    step("the phone has no radio and is protocol only: nothing is known about ranging")
    return nil
  }

  /// Tells an accessory to start, and asserts rounds on the air where the rig has a radio.
  @discardableResult
  func rangeIfPresent(
    with accessory: AccessoryBoard, _ shareable: ShareableConfigurationData,
    _ configuration: AccessoryConfigurationData, rounds: Int = 1,
    start: String = "a valid configuration is answered with did-start", _ what: String
  ) async throws -> PhoneRadio? {
    let radio = try await radioIfPresent(for: shareable, configuration)
    try await self.start(accessory, with: shareable, start)
    try await radio?.requireRanging(
      rounds: rounds, what, again: try retelling(accessory, shareable))
    return radio
  }

  /// The same with what a phone may choose: a whole exchange, unless the configuration data is known.
  @discardableResult
  func rangeIfPresent(
    with accessory: AccessoryBoard, knowing known: AccessoryConfigurationData? = nil,
    for purpose: String = "shareable data", rounds: Int = 1,
    start: String = "a valid configuration is answered with did-start", _ what: String,
    _ change: (inout ShareableConfigurationData) -> Void = { _ in }
  ) async throws -> PhoneRadio? {
    let configuration =
      if let known { known } else { try await self.configuration(of: accessory) }
    return try await rangeIfPresent(
      with: accessory, shareable(for: configuration, purpose, change), configuration,
      rounds: rounds, start: start, what)
  }

  /// A whole exchange, then rounds on the air.
  @discardableResult
  func range(
    with accessory: AccessoryBoard, _ known: AccessoryConfigurationData? = nil, rounds: Int = 1,
    _ what: String = "ranging after did-start"
  ) async throws -> (radio: PhoneRadio, shareable: ShareableConfigurationData) {
    let configuration =
      if let known { known } else { try await self.configuration(of: accessory) }
    let shareable = shareable(for: configuration)
    let radio = try await radio(for: shareable, configuration)
    try await start(accessory, with: shareable)
    try await radio.requireRanging(
      rounds: rounds, what, again: try retelling(accessory, shareable))
    return (radio, shareable)
  }
}

extension RangingRound {
  func isHeard(_ address: UInt16) -> Bool {
    measurements.contains { $0.isSuccess && $0.shortAddress == address }
  }
}

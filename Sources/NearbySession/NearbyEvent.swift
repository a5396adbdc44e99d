public import LabRuntime
import Links
public import NearbyAccessory
import UCIHost

/// What an application is told while a session runs.
public enum NearbyEvent: Hashable, Sendable {
  /// A round gave a distance.
  case updated(Update)
  /// The accessory was not heard for too long; no update follows.
  case removed(RemovalReason, at: LabInstant)
  /// The accessory said did-stop.
  case accessoryStopped(at: LabInstant)
  /// The accessory sent a vendor message that it declares.
  case vendorMessage(AccessoryMessage, at: LabInstant)

  /// Where the accessory is.
  public struct Update: Hashable, Sendable {
    /// The distance in metres.
    public var distanceMetres: Double
    /// The horizontal angle in radians; nil when the radio measures none.
    public var azimuth: Double?
    /// The vertical angle in radians; nil when the radio measures none.
    public var elevation: Double?
    /// The strength of the received signal in dBm.
    public var rssi: Double?
    /// The number of the round.
    public var sequence: UInt32
    /// When the radio reported it.
    public var at: LabInstant
    /// False where the radio says that something is in the way.
    public var hasLineOfSight = true
    /// What the framework tells the application of it: each value absent when the geometry, or the
    /// phone, says so.
    public var object = NearbyObject()

    /// What a round gave.
    public init(
      distanceMetres: Double, azimuth: Double? = nil, elevation: Double? = nil,
      rssi: Double? = nil, sequence: UInt32, at: LabInstant
    ) {
      self.distanceMetres = distanceMetres
      self.azimuth = azimuth
      self.elevation = elevation
      self.rssi = rssi
      self.sequence = sequence
      self.at = at
    }
  }

  /// Why an accessory was removed, as the framework numbers it.
  public enum RemovalReason: Int, Hashable, Sendable {
    /// It was not heard in time.
    case timeout = 0
    /// It ended the session.
    case peerEnded = 1
  }
}

extension NearbySession {
  /// What one of the two sides of the session came up with.
  private enum Outcome: Sendable {
    case round(RangingRound)
    case message(ReceivedMessage)
    case failed(NearbyError)
  }

  /// The next event.
  ///
  /// - Throws: ``NearbyError`` `timedOut` at the deadline; `closed` or `radio` when a side is gone.
  public func nextUpdate(until deadline: LabInstant) async throws(NearbyError) -> NearbyEvent {
    while true {
      let ready = withState { $0.events.isEmpty ? nil : $0.events.removeFirst() }
      if let ready { return ready }
      let removal = withState { state in
        state.radioSession == nil ? nil : state.heardAt?.advanced(by: settings.removalTimeout)
      }
      let end = [deadline, removal].compactMap(\.self).min() ?? deadline
      var failure: NearbyError?
      for outcome in await race(until: end) {
        switch outcome {
        case .round(let round): note(round)
        case .message(let message): try await note(message)
        case .failed(let error): failure = failure ?? error
        }
      }
      guard withState({ $0.events.isEmpty }), let failure else { continue }
      guard failure.code == .timedOut else { throw failure }
      if let removal, lab.now >= removal {
        try await stopRadio()
        return .removed(.timeout, at: lab.now)
      }
      guard lab.now < deadline else {
        throw NearbyError(.timedOut, "no update from the accessory in time")
      }
    }
  }

  /// Waits for whichever side is first; what the other one had at the same moment is not lost.
  private func race(until end: LabInstant) async -> [Outcome] {
    guard let session = radioSession else { return [await nextMessage(until: end)] }
    return await withTaskGroup(of: Outcome.self) { group in
      group.addTask { await self.nextRound(session, until: end) }
      group.addTask { await self.nextMessage(until: end) }
      var outcomes: [Outcome] = []
      for await outcome in group {
        if outcomes.isEmpty { group.cancelAll() }
        // The side that was told to give up has nothing to say.
        if !outcomes.isEmpty, case .failed(let error) = outcome, error.code == .cancelled {
          continue
        }
        outcomes.append(outcome)
      }
      return outcomes
    }
  }

  private func nextRound(_ session: UCISession, until end: LabInstant) async -> Outcome {
    do throws(UCIHostError) {
      return .round(try await session.nextMeasurements(until: end))
    } catch {
      return .failed(
        error.code == .timedOut ? NearbyError(.timedOut, "\(error)") : .radio(error))
    }
  }

  private func nextMessage(until end: LabInstant) async -> Outcome {
    do throws(LinkError) { return .message(try await channel.next(until: end)) } catch {
      return .failed(.link(error))
    }
  }

  private func note(_ round: RangingRound) {
    let address = accessory?.uwb.sourceAddress
    guard
      let measurement = round.measurements.first(where: {
        $0.isSuccess && $0.shortAddress == address
      }), let distance = measurement.distanceMetres
    else { return }
    withState { state in
      state.heardAt = round.at
      state.events.append(
        .updated(
          NearbyEvent.Update(
            distanceMetres: distance, azimuth: measurement.azimuth?.radians,
            elevation: measurement.elevation?.radians, rssi: measurement.rssi,
            sequence: round.sequence, at: round.at)))
    }
  }

  private func note(_ message: ReceivedMessage) async throws(NearbyError) {
    for output in try await feed(message) {
      switch output {
      case .accessoryStopped: withState { $0.events.append(.accessoryStopped(at: message.at)) }
      case .vendorMessage(let vendor):
        withState { $0.events.append(.vendorMessage(vendor, at: message.at)) }
      default: break
      }
    }
  }

  // MARK: The radio

  func startRadio(
    _ shareable: ShareableConfigurationData, _ accessory: AccessoryConfigurationData,
    _ tuning: (inout RangingParameters) -> Void
  ) async throws(NearbyError) {
    guard let radio else { return }
    try await stopRadio()
    var parameters = Self.radioParameters(for: shareable, accessory)
    tuning(&parameters)
    do throws(UCIHostError) {
      let session = try await radio.openSession(id: shareable.sessionIdentifier)
      withState { $0.radioSession = session }
      try await session.configure(parameters)
      try await session.start()
    } catch {
      try? await stopRadio()
      throw .radio(error)
    }
  }

  /// Ends the radio's session, if there is one.
  func stopRadio() async throws(NearbyError) {
    let session = withState { state in
      defer { state.radioSession = nil }
      return state.radioSession
    }
    guard let session else { return }
    do throws(UCIHostError) {
      do throws(UCIHostError) { try await session.stop() } catch {
        // One that does not range any more cannot be stopped, only ended.
        guard error.code == .status || error.code == .sessionEnded else { throw error }
      }
      try await session.close()
      session.discardRounds()
    } catch {
      throw .radio(error)
    }
  }
}

extension UWBSubsystem {
  /// Takes what one round of an active session gave, and reports it.
  ///
  /// Configured peers without a measurement count as not heard.
  /// - Parameters:
  ///   - token: the session; one that does not range reports nothing.
  ///   - blockIndex: the ranging block of the round.
  ///   - measurements: what was measured.
  public mutating func rangingRound(
    token: UInt32, blockIndex: UInt32, measurements: [UWBSMeasurement]
  ) -> [Action] {
    guard let index = index(of: token), sessions[index].state == .active else { return [] }
    let session = sessions[index]
    let all = complete(measurements, in: session.configuration)
    let sequenceNumber = session.sequenceNumber
    sessions[index].sequenceNumber = sequenceNumber &+ 1
    sessions[index].blockIndex = blockIndex
    var actions: [Action] = []
    if Self.isReported(all, in: session.configuration) {
      let duration = session.configuration.rangingDurationMilliseconds
      let records = all.prefix(255).map {
        $0.record(in: session.configuration, measuresAngles: personality.measuresAngles)
      }
      actions.append(
        send(
          SessionInfoNotification(
            sequenceNumber: sequenceNumber, sessionToken: token, rcrIndicator: 0,
            currentRangingInterval: UInt32(clamping: duration), measurementType: .twr,
            macAddrMode: session.configuration.addressSize == 2 ? .short : .extended,
            husPrimarySessionID: 0, measurements: records)))
    }
    let limit = session.configuration.number(.maxNumberOfMeasurements) ?? 0
    if limit > 0, Int64(sequenceNumber) + 1 >= limit {
      actions += rangingEnded(token: token, reason: .maxNumberOfMeasurementsReached)
    }
    return actions
  }

  /// Ends the ranging of a session for a reason of the radio: the peer's in-band signal, rounds
  /// that failed too often, a limit.
  public mutating func rangingEnded(token: UInt32, reason: UCIReasonCode) -> [Action] {
    guard let index = index(of: token), sessions[index].state == .active else { return [] }
    let before = deviceState
    sessions[index].state = .idle
    return [.stopRanging(token: token)]
      + inOrder(
        personality.stopOrder, response: nil,
        session: sessionStatus(token, .idle, reason: reason), from: before)
  }

  /// One measurement for each configured peer, in their order; then those of others.
  private func complete(
    _ measurements: [UWBSMeasurement], in configuration: AppConfiguration
  ) -> [UWBSMeasurement] {
    let peers = configuration.destinations
    let known = peers.enumerated().map { number, address in
      measurements.first { $0.address == address }
        ?? .missing(
          address, slotIndex: UInt8(clamping: Int(personality.firstMissedSlot) + number))
    }
    return known + measurements.filter { !peers.contains($0.address) }
  }

  /// SESSION_INFO_NTF_CONFIG: always, never, or while a peer is in the proximity range. The
  /// levels and edges of angles report always: the boards played so far measure none.
  private static func isReported(
    _ measurements: [UWBSMeasurement], in configuration: AppConfiguration
  ) -> Bool {
    switch configuration.number(.sessionInfoNtfConfig) {
    case 0: return false
    case 2:
      let near = configuration.number(.nearProximityConfig) ?? 0
      let far = configuration.number(.farProximityConfig) ?? 20_000
      return measurements.contains { measurement in
        guard let distance = measurement.distanceCentimetres else { return false }
        return near <= Int64(distance) && Int64(distance) <= far
      }
    default: return true
    }
  }
}

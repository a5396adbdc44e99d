extension UWBSubsystem {
  /// Takes what one round of an active session gave, and reports it.
  ///
  /// Configured peers without a measurement count as not heard.
  /// - Parameters:
  ///   - token: the session; one that does not range reports nothing.
  ///   - measurements: what was measured.
  public mutating func rangingRound(
    token: UInt32, measurements: [UWBSMeasurement]
  ) -> [Action] {
    guard let index = index(of: token), sessions[index].state == .active else { return [] }
    let session = sessions[index]
    let all = complete(measurements, in: session.configuration)
    sessions[index].sequenceNumber = session.sequenceNumber &+ 1
    let isHeard = all.contains { $0.distanceCentimetres != nil }
    sessions[index].failedRounds = isHeard ? 0 : session.failedRounds &+ 1
    let reporting = SessionReporting(
      session.configuration, measuresAngles: personality.measuresAngles)
    sessions[index].wasInside = reporting.isInside(all)
    var actions: [Action] = []
    if reporting.isReported(all, wasInside: session.wasInside) {
      actions.append(send(report(all, of: session)))
    }
    actions += transferData(of: index, all)
    return actions + (end(of: sessions[index]).map { rangingEnded(token: token, reason: $0) } ?? [])
  }

  private func report(
    _ measurements: [UWBSMeasurement], of session: UWBSession
  ) -> SessionInfoNotification {
    let configuration = session.configuration
    let angles = angles(of: session)
    let records = measurements.prefix(255).map {
      $0.record(
        in: configuration, dialect: personality.dialect, angles: angles,
        negativeBelow: personality.negativeBelowCentimetres)
    }
    return SessionInfoNotification(
      sequenceNumber: session.sequenceNumber, sessionToken: session.token, rcrIndicator: 0,
      currentRangingInterval: UInt32(clamping: configuration.rangingDurationMilliseconds),
      measurementType: .twr, macAddrMode: configuration.addressSize == 2 ? .short : .extended,
      husPrimarySessionID: 0, measurements: records,
      vendorData: [UInt8](repeating: 0, count: personality.measurementTrailer))
  }

  /// The angles that AOA_RESULT_REQ wants of this round. Interleaved, a cycle has rounds of range,
  /// then of azimuth, then of elevation; one without any round has all (chosen).
  private func angles(of session: UWBSession) -> UWBSMeasurement.Angles {
    guard personality.measuresAngles else { return [] }
    let configuration = session.configuration
    switch configuration.number(.aoaResultReq) ?? 1 {
    case 1: return .all
    case 2: return .azimuth
    case 3: return .elevation
    case 0xF0: break
    default: return []
    }
    func count(_ id: AppConfigID) -> UInt32 { UInt32(configuration[id]?.first ?? 0) }
    let range = count(personality.interleaving.range)
    let azimuth = count(personality.interleaving.azimuth)
    let cycle = range + azimuth + count(personality.interleaving.elevation)
    guard cycle > 0 else { return .all }
    let place = session.sequenceNumber % cycle
    return place < range ? [] : place < range + azimuth ? .azimuth : .elevation
  }

  /// The limit of the session that is reached; nil when it goes on.
  private func end(of session: UWBSession) -> UCIReasonCode? {
    let measurements = session.configuration.number(.maxNumberOfMeasurements) ?? 0
    if measurements > 0, Int64(session.sequenceNumber) >= measurements {
      return .maxNumberOfMeasurementsReached
    }
    let retries = session.configuration.number(.maxRRRetry) ?? 0
    return retries > 0 && Int64(session.failedRounds) >= retries
      ? .maxRangingRoundRetryCountReached : nil
  }

  /// Ends the ranging of a session for a reason of the radio: the peer's in-band signal, rounds
  /// that failed too often, a limit.
  public mutating func rangingEnded(token: UInt32, reason: UCIReasonCode) -> [Action] {
    guard let index = index(of: token), sessions[index].state == .active else { return [] }
    let before = deviceState
    sessions[index].state = .idle
    return [.stopRanging(token: token)] + dropData(of: index)
      + inOrder(
        personality.stopOrder, response: nil,
        sessions: [sessionStatus(token, .idle, reason: reason)], tellsState: deviceState != before)
  }

  /// One measurement for each configured peer, in their order; then those of others.
  private func complete(
    _ measurements: [UWBSMeasurement], in configuration: AppConfiguration
  ) -> [UWBSMeasurement] {
    let peers = configuration.destinations
    let known = peers.enumerated().compactMap { number, address in
      if let heard = measurements.first(where: { $0.address == address }) { return heard }
      let slot = UInt8(clamping: Int(personality.firstMissedSlot) + number)
      return personality.reportsMissing ? .missing(address, slotIndex: slot) : nil
    }
    return known + measurements.filter { !peers.contains($0.address) }
  }
}

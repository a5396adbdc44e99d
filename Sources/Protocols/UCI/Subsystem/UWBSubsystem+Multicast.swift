extension UWBSubsystem {
  /// Adds controlees to a one-to-many controller, or removes them.
  ///
  /// The answer differs by generation (AOSP): FiRa 2.x has the list in the response, FiRa
  /// 1.x a status alone and the list in the notification. The statuses of the whole are chosen; no
  /// board was observed.
  mutating func updateMulticast(
    _ command: SessionUpdateControllerMulticastListCommand
  ) -> [Action] {
    guard let index = index(of: command.sessionToken) else {
      return [multicastResponse(.errorSessionNotExist, [])]
    }
    if let status = refusal(of: command, in: sessions[index]) {
      return [multicastResponse(status, [])]
    }
    let wasActive = sessions[index].state == .active
    let results = command.controlees.map { controlee in
      MulticastResult(
        shortMAC: controlee.shortMAC,
        status: update(&sessions[index], controlee, command.action))
    }
    let session = sessions[index]
    var actions = [multicastResponse(status(of: results), results)]
    if let notification = multicastNotification(command, results, of: session) {
      actions.append(notification)
    }
    guard wasActive else { return actions }
    // No peer is left to range with (pica).
    if session.configuration.destinations.isEmpty {
      return actions + rangingEnded(token: session.token, reason: .errorInvalidNumOfControlees)
    }
    return actions + [.updateRanging(token: session.token, session.configuration)]
  }

  /// Why the command as a whole is refused; nil when each controlee is looked at.
  private func refusal(
    of command: SessionUpdateControllerMulticastListCommand, in session: UWBSession
  ) -> UCIStatus? {
    let configuration = session.configuration
    if session.state == .initial { return .errorSessionNotConfigured }
    // The command has no room for an extended address.
    guard configuration.isController, configuration.isOneToMany, configuration.addressSize == 2
    else { return .rejected }
    return command.controlees.isEmpty ? .invalidParam : nil
  }

  private func update(
    _ session: inout UWBSession, _ controlee: MulticastControlee, _ action: UCIMulticastAction
  ) -> UCIMulticastStatus {
    let address = controlee.shortMAC
    var destinations = session.configuration.destinations
    let place = destinations.firstIndex(of: address)
    if action == .remove {
      guard let place else { return .addressNotFound }
      destinations.remove(at: place)
      session.configuration.destinations = destinations
      session.controleeSubSessions[address] = nil
      return .ok
    }
    if let fault = keyFault(action, in: session.configuration) { return fault }
    guard place == nil else { return .addressAlreadyPresent }
    guard destinations.count < personality.maximumControlees else { return .listFull }
    session.configuration.destinations = destinations + [address]
    let id = (0..<4).map { UInt8(truncatingIfNeeded: controlee.subSessionID >> (8 * $0)) }
    session.controleeSubSessions[address] = UWBSession.subSession(
      id: id, key: controlee.subSessionKey)
    return .ok
  }

  /// A key belongs to the STS that is made of responder keys, and to no other.
  private func keyFault(
    _ action: UCIMulticastAction, in configuration: AppConfiguration
  ) -> UCIMulticastStatus? {
    let takesKey = configuration.number(.stsConfig) == 4
    if action == .add { return takesKey ? .subSessionKeyNotFound : nil }
    return takesKey ? nil : .subSessionKeyNotApplicable
  }

  private func status(of results: [MulticastResult]) -> UCIStatus {
    if results.contains(where: { $0.status == .listFull }) { return .errorMulticastListFull }
    return results.allSatisfy { $0.status == .ok } ? .ok : .failed
  }

  private func multicastResponse(_ status: UCIStatus, _ results: [MulticastResult]) -> Action {
    personality.reportedVersion == .fira1
      ? send(SessionUpdateControllerMulticastListResponse(status: status))
      : send(SessionUpdateControllerMulticastListResponse(status: status, list: results))
  }

  /// FiRa 1.x tells the results here and nowhere else; FiRa 2.x tells what changes on the air.
  private func multicastNotification(
    _ command: SessionUpdateControllerMulticastListCommand, _ results: [MulticastResult],
    of session: UWBSession
  ) -> Action? {
    guard personality.reportedVersion == .fira1 else {
      return session.state == .active
        ? send(
          SessionUpdateControllerMulticastListNotification(
            sessionToken: session.token, list: results)) : nil
    }
    let list = zip(command.controlees, results).map { controlee, result in
      MulticastResultFiRa1(
        shortMAC: result.shortMAC, subSessionID: controlee.subSessionID, status: result.status)
    }
    // The size of the list as it is now (chosen: the name allows the free places too).
    return send(
      SessionUpdateControllerMulticastListNotificationFiRa1(
        sessionToken: session.token,
        remainingListSize: UInt8(clamping: session.configuration.destinations.count), list: list))
  }
}

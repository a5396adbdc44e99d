extension UWBSubsystem {
  /// Adds controlees to a one-to-many controller, or removes them (FiRa 2.x layout; the statuses
  /// of the whole are chosen, no board was observed).
  mutating func updateMulticast(
    _ command: SessionUpdateControllerMulticastListCommand
  ) -> [Action] {
    func refuse(_ status: UCIStatus) -> [Action] {
      [send(SessionUpdateControllerMulticastListResponse(status: status, list: []))]
    }
    guard let index = index(of: command.sessionToken) else { return refuse(.errorSessionNotExist) }
    let session = sessions[index]
    guard session.state != .initial else { return refuse(.errorSessionNotConfigured) }
    guard session.configuration.isController, session.configuration.isOneToMany else {
      return refuse(.rejected)
    }
    guard command.action.knownName != nil, !command.controlees.isEmpty else {
      return refuse(.invalidParam)
    }
    var destinations = session.configuration.destinations
    var results: [MulticastResult] = []
    for controlee in command.controlees {
      let status: UCIMulticastStatus
      let place = destinations.firstIndex(of: controlee.shortMAC)
      if command.action == .remove {
        status = place == nil ? .addressNotFound : .ok
        if let place { destinations.remove(at: place) }
      } else if place != nil {
        status = .addressAlreadyPresent
      } else if destinations.count >= personality.maximumControlees {
        status = .listFull
      } else {
        status = .ok
        destinations.append(controlee.shortMAC)
      }
      results.append(MulticastResult(shortMAC: controlee.shortMAC, status: status))
    }
    sessions[index].configuration.destinations = destinations
    let whole: UCIStatus =
      if results.contains(where: { $0.status == .listFull }) {
        .errorMulticastListFull
      } else {
        results.allSatisfy { $0.status == .ok } ? .ok : .failed
      }
    var actions = [
      send(SessionUpdateControllerMulticastListResponse(status: whole, list: results))
    ]
    if session.state == .active {
      actions.append(
        send(
          SessionUpdateControllerMulticastListNotification(
            sessionToken: session.token, list: results)))
      actions.append(.updateRanging(token: session.token, sessions[index].configuration))
    }
    return actions
  }
}

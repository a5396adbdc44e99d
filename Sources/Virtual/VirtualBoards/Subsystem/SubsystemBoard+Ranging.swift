import LabRuntime
import Room
import UCI

/// The ranging sessions of a subsystem on the air of its room.
extension SubsystemBoard {
  mutating func start(_ token: UInt32, _ configuration: AppConfiguration) {
    stop(token)
    guard let radio = radio(token) else { return }
    let interval = hooks.interval(configuration.blockDuration)
    let delay = machine.initiationDelay(configuration, microseconds: microseconds)
    ranging.append(
      SubsystemRanging(
        token: token, transmission: room.open(radio), interval: interval,
        stride: configuration.blockStride, peers: configuration.destinations,
        due: now.advanced(by: .microseconds(Int64(clamping: delay))).advanced(by: interval)))
  }

  mutating func update(_ token: UInt32, _ configuration: AppConfiguration) {
    guard let index = ranging.firstIndex(where: { $0.token == token }), let radio = radio(token)
    else { return }
    room.change(ranging[index].transmission, to: radio)
    ranging[index].interval = hooks.interval(configuration.blockDuration)
    ranging[index].stride = configuration.blockStride
    ranging[index].peers = configuration.destinations
  }

  mutating func stop(_ token: UInt32) {
    for session in ranging where session.token == token { room.close(session.transmission) }
    ranging.removeAll { $0.token == token }
  }

  mutating func dropGhosts() {
    guard !hooks.stopsRanging else { return }
    let tokens = machine.sessions.map(\.token)
    for session in ranging where session.ghost != nil && !tokens.contains(session.token) {
      stop(session.token)
    }
  }

  private func radio(_ token: UInt32) -> RadioSession? {
    guard let session = machine.sessions.first(where: { $0.token == token }) else { return nil }
    var radio = RadioSession(name, session)
    radio.ignoresSTS = !hooks.checksSTS
    return radio
  }

  mutating func runRound(of index: Int) {
    let session = ranging[index]
    ranging[index].advance()
    var measurements = room.round(session.transmission, block: session.block).compactMap {
      UWBSMeasurement($0)
    }
    guard hooks.round(&measurements, session) else { return }
    let before = tap == nil ? [] : machine.sessions
    defer { divert(.round(of: session.token), before) }
    if var ghost = session.ghost {
      let actions = ghost.rangingRound(token: session.token, measurements: measurements)
      // Before the actions: they may end the session, and its place here.
      ranging[index].ghost = ghost
      perform(actions)
    } else {
      perform(machine.rangingRound(token: session.token, measurements: measurements))
    }
    for message in room.takeMessages(session.transmission) {
      perform(
        machine.dataReceived(
          token: session.token, from: message.sender, sequenceNumber: message.sequenceNumber,
          appData: message.bytes))
    }
  }
}

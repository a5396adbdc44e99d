import BootProtocols
import Room
import Synchronization

/// The radio of a board with a shell, in the room.
final class ShellRadio: Sendable {
  private let room: Room
  private let name: String
  private let transmission = Mutex<Room.Transmission?>(nil)

  init(_ room: Room, _ name: String) {
    self.room = room
    self.name = name
  }

  func powerUp() { room.powerUp(name) }

  func raiseDelay(_ channel: Int, by units: Double) {
    room.raiseDelay(of: name, channel: channel, by: units)
  }

  /// Ranges from now on; nil turns it off.
  func range(_ ranging: ShellRanging?) {
    let opened = ranging.map { room.open(RadioSession($0, body: name)) }
    let old = transmission.withLock { transmission in
      defer { transmission = opened }
      return transmission
    }
    if let old { room.close(old) }
  }

  /// What a round measures; nothing while it is off.
  func round(_ block: UInt32) -> [ShellMeasurement] {
    guard let transmission = transmission.withLock({ $0 }) else { return [] }
    return room.round(transmission, block: block).map { outcome in
      ShellMeasurement(
        address: outcome.address.prefix(2).reversed().reduce(0) { $0 << 8 | UInt16($1) },
        metres: outcome.fix.map(\.distance), power: outcome.fix?.rssi ?? 0)
    }
  }
}

extension RadioSession {
  fileprivate init(_ ranging: ShellRanging, body: String) {
    self.init(
      body: body, role: ranging.isInitiator ? .initiator : .responder,
      air: AirInterface(
        sessionID: ranging.session, channel: ranging.channel, preamble: ranging.preamble, sfd: 2,
        frame: 3, sts: Array(ranging.upper.suffix(2) + ranging.upper.prefix(6)),
        slotDuration: ranging.slot, slotsPerRound: ranging.round, interval: ranging.block),
      address: ranging.address.wireOrder, peers: ranging.peers.map(\.wireOrder))
  }
}

import Errors
package import LabRuntime
package import Links
package import Room
import Synchronization
package import WireFormat

/// Where the boards on TCP stand: each connection brings a new one.
package final class ConnectionYard: Sendable {
  let lab: Lab
  let room: Room
  private let positions: [Position]
  private let count = Mutex(0)

  package init(lab: Lab, room: Room, positions: [Position]) {
    self.lab = lab
    self.room = room
    self.positions = positions
  }

  /// Puts the next board in the room and gives its name; no board of a rig file can have it.
  func place(_ kind: String) -> String {
    let number = count.withLock { count in
      count += 1
      return count
    }
    let name = "\(kind)#\(number)"
    let position = positions.dropFirst(number - 1).first ?? Position(Double(number), 0, 1)
    room.place(name, at: position)
    return name
  }
}

/// A TCP port whose every connection is a new board.
package struct ConnectionService: Sendable {
  package enum Kind: Sendable {
    case uci(personality: String)
    case accessory(personality: String, framing: StreamFraming)
  }

  private let kind: Kind
  private let yard: ConnectionYard
  package let listener: TCPListener

  package init(_ kind: Kind, at listener: TCPListener, in yard: ConnectionYard) {
    self.kind = kind
    self.listener = listener
    self.yard = yard
  }

  package var isUCI: Bool {
    if case .uci = kind { true } else { false }
  }

  /// Serves connections until the port is closed or the task is cancelled.
  package func serve() async {
    await withDiscardingTaskGroup { group in
      while let link = try? await listener.connections.receive() {
        // The board has this connection and never another.
        let connection = MemoryPort(yard.lab, name: link.name)
        connection.connections.send(link)
        connection.connections.close()
        let name = yard.place(isUCI ? "uci" : "accessory")
        guard let board = try? makeBoard(name, in: yard.room) else {
          yard.room.remove(name)
          link.close()
          continue
        }
        group.addTask {
          await board.serve(connection)
          yard.room.remove(name)
        }
      }
    }
  }

  private func makeBoard(
    _ name: String, in room: Room
  ) throws(RigError) -> any VirtualBoard {
    switch kind {
    case .uci(let personality):
      var settings = VirtualSubsystem.Settings(name: name, personality: personality)
      settings.bootsWhenConnected = true
      return try VirtualSubsystem(lab: yard.lab, room: room, settings: settings)
    case .accessory(let personality, let framing):
      return try VirtualAccessory(
        lab: yard.lab, room: room,
        settings: VirtualAccessory.Settings(
          name: name, framing: framing, personality: personality))
    }
  }
}

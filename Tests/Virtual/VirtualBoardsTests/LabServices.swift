import LabRuntime
import Links
import Room
import Synchronization
import UCIHost
import VirtualBoards

/// The boards that serve beside a test, and their ports, closed at its end.
final class LabServices: Sendable {
  typealias Job = @Sendable () async -> Void
  private let jobs: LabChannel<Job>
  private let opened = Mutex<[MemoryPort]>([])
  private let phones = Mutex<[ScriptedPhone]>([])
  private let hosts = Mutex<[UCIHost]>([])

  init(jobs: LabChannel<Job>) { self.jobs = jobs }

  var ports: [MemoryPort] { opened.withLock { $0 } }

  /// Keeps a phone connected until the end of the lab.
  func keep(_ phone: ScriptedPhone) { phones.withLock { $0.append(phone) } }

  /// Keeps a host connected until the end of the lab.
  func keep(_ host: UCIHost) { hosts.withLock { $0.append(host) } }

  /// Puts an accessory in the room and lets it serve a port of its name.
  func accessory(
    _ lab: Lab, _ room: Room, _ settings: VirtualAccessory.Settings,
    at position: Position = Position(3, 4, 1)
  ) throws -> MemoryPort {
    let board = try VirtualAccessory(lab: lab, room: room, settings: settings)
    room.place(settings.name, at: position)
    return serve(lab, settings.name) { await board.serve($0) }
  }

  func serve(
    _ lab: Lab, _ name: String, _ body: @escaping @Sendable (MemoryPort) async -> Void
  ) -> MemoryPort {
    let port = MemoryPort(lab, name: name)
    opened.withLock { $0.append(port) }
    jobs.send { await body(port) }
    return port
  }
}

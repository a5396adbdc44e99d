import Boards
import BootProtocols
import Errors
import Inspection
import LabRuntime
import Links
import Room
import VirtualBoards

/// What stands behind the port of a test.
enum TestBoard: String, Sendable, CaseIterable {
  case uci, fira1, nxp, accessory, secureDFU, mcuboot, qorvo, dwm1001

  /// What it has to be recognised as.
  var firmware: Firmware {
    switch self {
    case .uci, .fira1, .nxp: .uci
    case .accessory: .niAccessory
    case .secureDFU: .bootloader(.secureDFU)
    case .mcuboot: .bootloader(.mcubootSMP)
    case .qorvo: .shell(.qorvoCLI)
    case .dwm1001: .shell(.dwm1001)
    }
  }

  /// Serves a port until its task is cancelled.
  func serve(_ port: MemoryPort, _ lab: Lab) async throws {
    let room = Room(seed: 1)
    room.place("board", at: Position(1, 1, 1))
    switch self {
    case .uci, .fira1, .nxp:
      let personality = self == .uci ? "fira2-qorvo" : rawValue
      let board = try VirtualSubsystem(
        lab: lab, room: room, settings: .init(name: "board", personality: personality))
      await board.serve(port)
    case .accessory:
      let board = try VirtualAccessory(lab: lab, room: room, settings: .init(name: "board"))
      await board.serve(port)
    case .secureDFU: try await serve(.secureDFU, port, lab)
    case .mcuboot: try await serve(.mcubootSMP, port, lab)
    case .qorvo: await ShellHost(lab: lab, shell: QorvoShell()).serve(port)
    case .dwm1001: await ShellHost(lab: lab, shell: DWM1001Shell()).serve(port)
    }
  }

  func serve(_ make: BootProtocol, _ port: MemoryPort, _ lab: Lab) async throws {
    let board = try VirtualBootloader(
      lab: lab, settings: .init(name: "board", rate: 115_200),
      bootloader: try make.bootloader(named: "board", .init()))
    await board.serve(port)
  }
}

/// A shell on a line that takes no time.
private struct ShellHost<Shell: DeviceShell> {
  let lab: Lab
  var shell: Shell

  func serve(_ port: MemoryPort) async {
    var shell = shell
    while let link = try? await port.connections.receive() {
      let frames = FrameLink(link, cutter: PassingCutter(), lab: lab)
      var waiting = shell.start(at: now)
      talk: while true {
        for action in waiting {
          switch action {
          case .send(let bytes): try? await frames.send(bytes)
          case .restart, .ranges, .measures: break
          }
        }
        let due = shell.wakesAt.map {
          LabInstant(nanoseconds: Int64(clamping: $0).multipliedReportingOverflow(by: 1000).0)
        }
        do throws(RigError) {
          waiting = shell.receive(try await frames.receive(until: due).bytes, at: now)
        } catch {
          guard error.code == .timedOut else { break talk }
          waiting = shell.wake(at: now)
        }
      }
      frames.close()
    }
  }

  private var now: UInt64 { UInt64(max(0, lab.now.nanoseconds / 1000)) }
}

/// Lets something stand behind a port while `body` runs in a simulated lab; gives the lab's time too.
func withPort<Value: Sendable>(
  _ serve: @escaping @Sendable (MemoryPort, Lab) async throws -> Void,
  _ body: @escaping @Sendable (MemoryPort, Lab) async throws -> Value
) throws -> (value: Value, time: Duration) {
  let lab = Lab.simulated(seed: 1)
  let value = try lab.run {
    let port = MemoryPort(lab, name: "board")
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await serve(port, lab) }
      defer {
        port.close()
        group.cancelAll()
      }
      return try await body(port, lab)
    }
  }
  return (value, LabInstant.zero.duration(to: lab.now))
}

/// Takes connections and says what it is told to, again and again.
func chatter(_ bytes: [UInt8], every interval: Duration)
  -> @Sendable (MemoryPort, Lab) async throws
  -> Void
{
  { port, lab in
    while let link = try? await port.connections.receive() {
      link.start { _ in }
      while !bytes.isEmpty {
        do throws(RigError) { try await link.send(bytes) } catch { break }
        try await lab.sleep(for: interval, label: "the next words")
      }
    }
  }
}

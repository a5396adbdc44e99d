import LabRuntime
import Links
import Synchronization
import Testing
import UCI
import WireFormat

@testable import UCIHost

/// What the board does next.
enum Step: Sendable {
  /// Send these bytes in one chunk.
  case hex(String)
  /// Let time pass.
  case wait(Duration)
  /// Hang up.
  case hangUp
}

/// A board that answers the n-th command that it gets by a script; commands without a script are
/// not answered.
struct ScriptedBoard: Sendable {
  /// What the board says when the link opens.
  var greeting: [Step] = []
  /// The answers to the first, second, … command.
  var answers: [[Step]] = []

  /// Runs `body` with a host that is connected to the board; gives what the board got too.
  func run<Value: Sendable>(
    dialect: UCIDialect = .fira2, seed: UInt64 = 1,
    _ body: @escaping @Sendable (UCIHost, Lab) async throws -> Value
  ) throws -> (value: Value, commands: [String]) {
    let lab = Lab.simulated(seed: seed)
    return try lab.run {
      let (near, far) = MemoryLink.pair(lab, name: "uci")
      let commands = Commands()
      return try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await serve(far, lab) { commands.append($0) } }
        let frames = FrameLink(near, cutter: UCICutter(dialect: dialect), lab: lab)
        defer { frames.close() }
        let value = try await body(UCIHost(frames, lab: lab, dialect: dialect), lab)
        return (value, commands.all)
      }
    }
  }

  /// Answers what comes over a link until it ends.
  func serve(
    _ link: MemoryLink, _ lab: Lab, _ got: @escaping @Sendable (String) -> Void
  ) async throws {
    let frames = FrameLink(link, cutter: UCICutter(synchronize: false), lab: lab)
    try await play(greeting, frames, lab)
    var rest = answers[...]
    while let frame = try? await frames.receive(until: nil) {
      got(Hexadecimal.encode(frame.bytes))
      try await play(rest.popFirst() ?? [], frames, lab)
    }
  }

  private func play(_ steps: [Step], _ frames: FrameLink, _ lab: Lab) async throws {
    for step in steps {
      switch step {
      case .hex(let text): try? await frames.sendRaw(try Hexadecimal.decode(text))
      case .wait(let time): try await lab.sleep(for: time, label: "the script")
      case .hangUp: frames.close()
      }
    }
  }
}

/// The commands that a board got.
final class Commands: Sendable {
  private let list = Mutex<[String]>([])

  var all: [String] { list.withLock { $0 } }
  func append(_ hex: String) { list.withLock { $0.append(hex) } }
}

/// The error of `body`; nil when there is none.
func failure(
  _ body: () async throws(UCIHostError) -> some Any
) async -> UCIHostError? {
  do throws(UCIHostError) {
    _ = try await body()
    return nil
  } catch {
    return error
  }
}

extension ReceivedPacket {
  /// The bytes of the packet.
  var hex: String { Hexadecimal.encode(packet.bytes) }
}

/// Packets that the tests use again and again.
enum Known {
  static let reset = "2000000100"
  static let resetOK = "4000000100"
  static let ready = "6001000101"
  static let active = "6001000102"
  static let deviceError = "60010001ff"
  static let retry = "600700010a"
  static let getInfo = "20020000"
  static let info = "4002000a00000200020002001000"
  static let getCount = "21050000"
  static let count = "410500020000"
  static let deinit7 = "61020006070000000100"
}

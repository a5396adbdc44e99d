import Boards
import BootProtocols

/// A ``FirmwareProbe`` for whoever carries out what boot programmers ask for: the same line, the same
/// clock.
struct ProbeProgrammer: BootProgrammer {
  /// What came of it; nil before the end.
  private(set) var result: ProbeResult?
  private var probe: FirmwareProbe
  /// Bytes since the present question.
  private var heard = 0

  /// A port that says more than this and no answer among it gives none: the next question.
  private static let most = 1 << 14

  init(_ kinds: [FirmwareKind]) { probe = FirmwareProbe(kinds) }

  mutating func begin() -> [ProgrammerAction] { actions(probe.begin()) }

  mutating func receive(_ bytes: [UInt8]) -> [ProgrammerAction] {
    let answer = actions(probe.receive(bytes))
    guard answer.isEmpty else { return answer }
    heard += bytes.count
    guard heard > Self.most else { return [] }
    return expired()
  }

  mutating func expired() -> [ProgrammerAction] {
    heard = 0
    return actions(probe.expired())
  }

  private mutating func actions(_ actions: [FirmwareProbe.Action]) -> [ProgrammerAction] {
    actions.map { action in
      switch action {
      case .send(let bytes): return .send(bytes)
      case .pause(let time): return .pause(microseconds: time.wholeMicroseconds)
      case .discardInput: return .discardInput
      case .expect(let time): return .expect(microseconds: time.wholeMicroseconds)
      case .finished(let result):
        self.result = result
        return .finished
      }
    }
  }
}

extension Duration {
  /// Microseconds, cut off; far more than any question waits stays far more.
  var wholeMicroseconds: Int {
    let (seconds, attoseconds) = components
    return Int(clamping: min(seconds, 1_000_000)) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
  }
}

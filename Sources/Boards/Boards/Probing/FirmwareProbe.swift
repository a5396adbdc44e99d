public import BootProtocols
import LabRuntime

/// Finds out what speaks on a port by one harmless question after the other. It changes nothing,
/// and never fails: what came of it is its ``result``.
public struct FirmwareProbe: BootProgrammer {
  /// The result; nil before the end.
  public private(set) var result: ProbeResult?
  private let questions: [ProbeQuestion]
  private var index = 0
  private var attempt = 0
  private var answer: [UInt8] = []
  /// Bytes since the present question.
  private var arrived = 0
  /// The first that was heard of everything that is no answer.
  private var heard: [UInt8] = []

  private static let longestAnswer = 4096
  /// A port that says more than this and no answer among it gives none: the next question.
  private static let longestTalk = 1 << 14

  /// A probe that asks for these kinds in this order; kinds that cannot be asked for are left out.
  public init(_ kinds: [Firmware]) { questions = kinds.compactMap(ProbeQuestion.init) }

  /// Asks the first question.
  public mutating func begin() -> [ProgrammerAction] { ask() }

  /// Takes what the port delivered, in pieces of any size.
  public mutating func receive(_ bytes: [UInt8]) -> [ProgrammerAction] {
    guard result == nil, index < questions.count else { return [] }
    answer += bytes.prefix(max(0, Self.longestAnswer - answer.count))
    arrived += bytes.count
    let question = questions[index]
    guard let detail = ProbeRecognition.detail(question.kind, in: answer) else {
      return arrived > Self.longestTalk ? expired() : []
    }
    result = ProbeResult(firmware: question.kind, detail: detail)
    return (question.farewell.isEmpty ? [] : [.send(question.farewell)]) + [.finished]
  }

  /// Asks again, or the next question.
  public mutating func expired() -> [ProgrammerAction] {
    guard result == nil, index < questions.count else { return [] }
    heard += answer.prefix(max(0, 64 - heard.count))
    answer = []
    arrived = 0
    attempt += 1
    if attempt >= questions[index].attempts {
      attempt = 0
      index += 1
    }
    return ask()
  }

  private mutating func ask() -> [ProgrammerAction] {
    guard index < questions.count else {
      result = ProbeResult(firmware: nil, heard: heard)
      return [.finished]
    }
    let question = questions[index]
    var actions: [ProgrammerAction] = [.discardInput]
    for (number, piece) in question.pieces.enumerated() {
      if number > 0 { actions.append(.pause(microseconds: Int(question.gap.nanoseconds / 1000))) }
      actions.append(.send(piece))
    }
    return actions + [.expect(microseconds: Int(question.limit.nanoseconds / 1000))]
  }
}

/// The result of asking a port.
public struct ProbeResult: Sendable, Hashable {
  /// The firmware there; nil where none was recognised.
  public var firmware: Firmware?
  /// Its self-description, printable; empty where it gives none.
  public var detail: String
  /// The first bytes of answers that could not be decoded.
  public var heard: [UInt8]

  /// A result.
  public init(firmware: Firmware?, detail: String = "", heard: [UInt8] = []) {
    self.firmware = firmware
    self.detail = detail
    self.heard = heard
  }
}

extension BoardMatch {
  /// What may be asked on a port, in order; nothing where a profile that fits forbids it, where
  /// nothing is known to answer, and where it is not known that this is a board at all.
  public func questions(for port: MatchedPort) -> [Firmware] {
    guard certainty != .mayBe, let index = devices.firstIndex(of: port.device) else { return [] }
    var kinds: [Firmware] = []
    for candidate in candidates {
      guard let part = candidate.part(of: index) else { continue }
      guard let known = part.port(interface: port.interface) else { continue }
      guard [.command, .console, .loader].contains(known.role) else { continue }
      for variant in candidate.profile.firmware(at: port.interface, of: part.name) {
        kinds += variant.probes.filter { !kinds.contains($0) }
      }
    }
    return kinds.filter { kind in
      candidates.allSatisfy { candidate in
        candidate.part(of: index)?.port(interface: port.interface)?.mayBeAsked(kind) ?? true
      }
    }
  }
}

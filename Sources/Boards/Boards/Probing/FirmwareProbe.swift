/// Finds out what speaks on a port by one harmless question after the other. A pure value: it is given
/// bytes and expiries, and says what to do with the line.
public struct FirmwareProbe: Sendable {
  /// What is to be done, in order.
  public enum Action: Sendable, Hashable {
    /// These bytes go to the port.
    case send([UInt8])
    /// Nothing is done for so long.
    case pause(Duration)
    /// What has arrived and was not delivered yet is thrown away.
    case discardInput
    /// From here on ``FirmwareProbe/expired()`` is due after this time.
    case expect(Duration)
    /// This is what came of it.
    case finished(ProbeResult)
  }

  private let questions: [ProbeQuestion]
  private var index = 0
  private var attempt = 0
  /// The answer to the present question.
  private var answer: [UInt8] = []
  /// The first that was heard of all that nobody understood.
  private var heard: [UInt8] = []
  private var isFinished = false

  /// Bytes of an answer that are looked at.
  private static let most = 4096

  /// A probe that asks for these kinds in this order; kinds that cannot be asked for are left out.
  public init(_ kinds: [FirmwareKind]) { questions = kinds.compactMap(ProbeQuestion.init) }

  /// Starts. Called once, before anything else.
  public mutating func begin() -> [Action] { ask() }

  /// Takes what the port delivered, in pieces of any size.
  public mutating func receive(_ bytes: [UInt8]) -> [Action] {
    guard !isFinished, index < questions.count else { return [] }
    answer += bytes.prefix(max(0, Self.most - answer.count))
    let question = questions[index]
    guard let detail = ProbeRecognition.detail(question.kind, in: answer) else { return [] }
    isFinished = true
    let farewell: [Action] = question.farewell.isEmpty ? [] : [.send(question.farewell)]
    return farewell
      + [.finished(ProbeResult(firmware: question.kind, detail: detail, heard: []))]
  }

  /// Says that the time of the last ``Action/expect(_:)`` is over.
  public mutating func expired() -> [Action] {
    guard !isFinished, index < questions.count else { return [] }
    heard += answer.prefix(max(0, 64 - heard.count))
    answer = []
    attempt += 1
    if attempt >= questions[index].attempts {
      attempt = 0
      index += 1
    }
    return ask()
  }

  private mutating func ask() -> [Action] {
    guard index < questions.count else {
      isFinished = true
      return [.finished(ProbeResult(firmware: nil, detail: "", heard: heard))]
    }
    let question = questions[index]
    var actions: [Action] = [.discardInput]
    for (number, piece) in question.pieces.enumerated() {
      if number > 0 { actions.append(.pause(question.gap)) }
      actions.append(.send(piece))
    }
    return actions + [.expect(question.limit)]
  }
}

/// What came of asking a port.
public struct ProbeResult: Sendable, Hashable {
  /// What speaks there; nil where nothing was recognised.
  public var firmware: FirmwareKind?
  /// What it says of itself, printable; empty where it says nothing.
  public var detail: String
  /// The first bytes of answers that nobody understood.
  public var heard: [UInt8]

  /// A result.
  public init(firmware: FirmwareKind?, detail: String = "", heard: [UInt8] = []) {
    self.firmware = firmware
    self.detail = detail
    self.heard = heard
  }
}

extension BoardMatch {
  /// What may be asked on a port, in order; nothing where a profile that fits forbids it, where nothing
  /// is known to answer, and where it is not known that this is a board at all.
  public func questions(for port: MatchedPort) -> [FirmwareKind] {
    guard certainty != .mayBe, let index = devices.firstIndex(of: port.device) else { return [] }
    var kinds: [FirmwareKind] = []
    for candidate in candidates {
      guard let part = candidate.part(of: index) else { continue }
      guard let known = part.port(interface: port.interface) else { continue }
      guard [.command, .console, .loader].contains(known.role) else { continue }
      let reference = BoardProfile.PortReference(part: part.name, interface: port.interface)
      for variant in candidate.profile.firmware where variant.port == reference {
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

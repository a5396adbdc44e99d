import BootProtocols
import RangingOOB
import WireFormat

/// Has an accessory say what it can do; its radio stays off.
struct AccessoryInspector: BootProgrammer {
  /// A question that changes nothing for longer than it takes.
  struct Question: Sendable {
    /// The name of the message that asks, and of what answers it.
    var name: String
    var answer: String
    var message: [UInt8]
    /// The byte of the answer that says what it is.
    var mark: (place: Int, value: UInt8)
    /// What is sent behind the answer.
    var farewell: [UInt8]?

    /// The accessory protocol: the accessory is told to stop again.
    static let initialize = Question(
      name: "initialize", answer: "configuration data", message: [0x0A], mark: (0, 0x01),
      farewell: [0x0C])
    /// Ranging OOB.
    static let capabilities = Question(
      name: "a request for capabilities", answer: "capabilities",
      message: OOBMessage(
        version: OOBMessage.highestVersion, .capabilitiesRequest(.known)
      ).encode(), mark: (1, OOBMessage.Kind.capabilitiesResponse.rawValue))
  }

  /// The answer, as it came; nil where none did.
  private(set) var data: [UInt8]?
  private let question: Question
  private let message: [UInt8]
  private let farewell: [ProgrammerAction]
  private var decoder: StreamDecoder?
  private var attemptsLeft = 2
  private var hasHeard = false

  /// Nil for a link on which one write is one message.
  init(_ question: Question, _ framing: StreamFraming?) {
    func framed(_ message: [UInt8]) -> [UInt8] {
      framing.flatMap { try? $0.encode(message) } ?? message
    }
    self.question = question
    message = framed(question.message)
    farewell = question.farewell.map { [.send(framed($0))] } ?? []
    decoder = framing?.makeDecoder(limit: 4096)
  }

  mutating func begin() -> [ProgrammerAction] { ask() }

  mutating func receive(_ bytes: [UInt8]) -> [ProgrammerAction] {
    hasHeard = true
    let mark = question.mark
    for message in messages(bytes) where message.dropFirst(mark.place).first == mark.value {
      data = message
      return farewell + [.finished]
    }
    return []
  }

  mutating func expired() -> [ProgrammerAction] {
    attemptsLeft -= 1
    guard attemptsLeft == 0 else { return ask() }
    return farewell + [
      .failed(
        BootFailure(
          code: "no-answer",
          message: hasHeard
            ? "what the board says is no \(question.answer)"
            : "no accessory answers \(question.name)",
          advice: "Check the framing of the link, and that no phone is connected to the board.",
          imageTouched: false))
    ]
  }

  private func ask() -> [ProgrammerAction] {
    [.discardInput, .send(message), .expect(microseconds: 1_000_000)]
  }

  private mutating func messages(_ bytes: [UInt8]) -> [[UInt8]] {
    guard decoder != nil else { return [bytes] }
    return (decoder?.feed(bytes) ?? []).compactMap { item in
      if case .frame(let frame) = item { frame } else { nil }
    }
  }
}

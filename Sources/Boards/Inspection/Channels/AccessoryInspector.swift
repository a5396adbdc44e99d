import BootProtocols
import WireFormat

/// Has an accessory say its configuration, and tells it to stop again: its radio stays off.
struct AccessoryInspector: BootProgrammer {
  /// The configuration data, without the identifier; nil where none came.
  private(set) var data: [UInt8]?
  private let initialize: [UInt8]
  private let stop: [UInt8]
  private var decoder: StreamDecoder?
  private var attemptsLeft = 2
  private var hasHeard = false

  /// Nil for a link on which one write is one message.
  init(_ framing: StreamFraming?) {
    func framed(_ message: [UInt8]) -> [UInt8] {
      framing.flatMap { try? $0.encode(message) } ?? message
    }
    initialize = framed([0x0A])
    stop = framed([0x0C])
    decoder = framing?.makeDecoder(limit: 4096)
  }

  mutating func begin() -> [ProgrammerAction] { ask() }

  mutating func receive(_ bytes: [UInt8]) -> [ProgrammerAction] {
    hasHeard = true
    for message in messages(bytes) where message.first == 0x01 {
      data = Array(message.dropFirst())
      return [.send(stop), .finished]
    }
    return []
  }

  mutating func expired() -> [ProgrammerAction] {
    attemptsLeft -= 1
    guard attemptsLeft == 0 else { return ask() }
    return [
      .send(stop),
      .failed(
        BootFailure(
          code: "no-answer",
          message: hasHeard
            ? "what the board says is no configuration data" : "no accessory answers initialize",
          advice: "Check the framing of the link, and that no phone is connected to the board.",
          imageTouched: false)),
    ]
  }

  private func ask() -> [ProgrammerAction] {
    [.discardInput, .send(initialize), .expect(microseconds: 1_000_000)]
  }

  private mutating func messages(_ bytes: [UInt8]) -> [[UInt8]] {
    guard decoder != nil else { return [bytes] }
    return (decoder?.feed(bytes) ?? []).compactMap { item in
      if case .frame(let frame) = item { frame } else { nil }
    }
  }
}

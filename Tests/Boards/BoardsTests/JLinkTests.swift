import Errors
import Synchronization
import Testing

@testable import Boards

@Suite("debug probes")
struct JLinkTests {
  /// A probe that answers from a table, in pieces, and says what it was asked.
  private final class FakeProbe: JLinkCarrier {
    let answers: [UInt8: [UInt8]]
    let piece: Int
    private let state = Mutex((asked: [[UInt8]](), pending: [UInt8]()))
    var asked: [[UInt8]] { state.withLock { $0.asked } }

    init(_ answers: [UInt8: [UInt8]], piece: Int = 64) {
      self.answers = answers
      self.piece = piece
    }

    func write(_ bytes: [UInt8]) throws(RigError) {
      state.withLock {
        $0.asked.append(bytes)
        $0.pending = bytes.first.flatMap { answers[$0] } ?? []
      }
    }

    func read(_ count: Int) throws(RigError) -> [UInt8] {
      let bytes = state.withLock { state in
        let bytes = Array(state.pending.prefix(piece))
        state.pending.removeFirst(bytes.count)
        return bytes
      }
      if bytes.isEmpty { throw RigError(.timedOut, reason: "the probe did not answer") }
      return bytes
    }
  }

  private static let name = "J-Link OB-nRF5340-NordicSemi compiled Jul  2 2021 10:55:25"

  private static func answers(capabilities: UInt32) -> [UInt8: [UInt8]] {
    let text = Array(name.utf8)
    return [
      0xE8: (0..<4).map { UInt8(truncatingIfNeeded: capabilities >> (8 * $0)) },
      0x01: [112, 0] + text + [UInt8](repeating: 0, count: 112 - text.count),
      0x07: [0xE4, 0x0C, 0, 0, 0, 0, 0, 0],
      0xF0: [0xA4, 0x9C, 0, 0],
      0xC1: [23, 0, 0, 0],
    ]
  }

  @Test("a probe that can do everything is asked everything", arguments: [1, 7, 64, 512])
  func everything(_ piece: Int) throws {
    let probe = FakeProbe(Self.answers(capabilities: 1 << 1 | 1 << 12), piece: piece)
    var dialogue = JLinkDialogue(carrier: probe)
    let information = try dialogue.information()
    #expect(information.firmware == Self.name)
    #expect(information.targetMillivolts == 3300)
    #expect(information.hardwareVersion?.description == "4.01")
    #expect(information.targetMilliamperes == 23)
    #expect(probe.asked == [[0xE8], [0x01], [0x07], [0xF0], [0xC1, 4, 0, 0, 0]])
  }

  @Test("what a probe does not announce it is not asked")
  func gated() throws {
    let probe = FakeProbe(Self.answers(capabilities: 0))
    var dialogue = JLinkDialogue(carrier: probe)
    let information = try dialogue.information()
    #expect(information.hardwareVersion == nil)
    #expect(information.targetMilliamperes == nil)
    #expect(probe.asked == [[0xE8], [0x01], [0x07]])
  }

  @Test(
    "an answer that cannot be is an error, not a trap",
    arguments: [
      (UInt8(0x01), [UInt8](arrayLiteral: 0, 0), RigError.Code.malformed),
      (0x01, [0xFF, 0xFF, 1, 2, 3], .malformed),
      (0x01, [112, 0, 0x41], .timedOut),
      (0xE8, [1], .timedOut),
      (0x07, [], .timedOut),
    ])
  func wrong(_ command: UInt8, _ answer: [UInt8], _ code: RigError.Code) {
    var answers = Self.answers(capabilities: 0)
    answers[command] = answer
    let probe = FakeProbe(answers)
    let error = #expect(throws: RigError.self) {
      var dialogue = JLinkDialogue(carrier: probe)
      return try dialogue.information()
    }
    #expect(error?.code == code)
  }

  @Test("a probe that answers more than it was asked for is refused")
  func tooMuch() {
    struct Flooding: JLinkCarrier {
      func write(_ bytes: [UInt8]) throws(RigError) {}
      func read(_ count: Int) throws(RigError) -> [UInt8] {
        [UInt8](repeating: 0x41, count: count + 1)
      }
    }
    #expect(throws: RigError.self) {
      var dialogue = JLinkDialogue(carrier: Flooding())
      return try dialogue.information()
    }
  }

  @Test("a firmware's name cannot move the cursor")
  func escaped() throws {
    var answers = Self.answers(capabilities: 0)
    answers[0x01] = [5, 0, 0x1B, 0x5B, 0x32, 0x4A, 0]
    var dialogue = JLinkDialogue(carrier: FakeProbe(answers))
    let information = try dialogue.information()
    #expect(information.firmware == "\\u{1b}[2J")
  }

  @Test("a device without a probe's interface is refused before anything is opened")
  func noInterface() {
    let device = USBDevice(path: "1-1", bus: 1, address: 2, vendor: 0x1366, product: 0x0106)
    let error = #expect(throws: RigError.self) { try JLinkReader.read(device) }
    #expect(error?.code == .noInterface)
  }
}

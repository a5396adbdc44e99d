import LabRuntime
import Links
import Testing

@testable import VirtualBoards

@Suite("A board that plays a recording")
struct RecordedBoardTests {
  private static let exchange = RecordedExchange(
    name: "case",
    entries: [
      .init(at: 0, .opened), .init(at: 10, .host([1, 2])), .init(at: 1_010, .board([3])),
      .init(at: 2_010, .host([4])), .init(at: 2_010, .board([5])), .init(at: 9_010, .board([6])),
    ])

  private static func after(_ microseconds: Int64) -> LabInstant {
    LabInstant.zero.advanced(by: .microseconds(microseconds))
  }

  @Test("answers after the time that the recorded board took")
  func times() {
    var cursor = ReplayCursor(Self.exchange, at: .zero)
    cursor.opened(at: Self.after(500))
    #expect(cursor.due == nil)
    #expect(cursor.heard([1, 2], at: Self.after(700)) == nil)
    #expect(cursor.due == Self.after(1_700))
    #expect(cursor.take(at: Self.after(1_700)) == .board([3]))
    #expect(cursor.due == nil)
    #expect(cursor.heard([4], at: Self.after(4_000)) == nil)
    #expect(cursor.take(at: Self.after(4_000)) == .board([5]))
    #expect(cursor.due == Self.after(11_000))
  }

  @Test("bytes may come in any pieces", arguments: [[[1], [2]], [[1, 2]], [[1, 2, 4]]])
  func pieces(pieces: [[UInt8]]) {
    var cursor = ReplayCursor(Self.exchange, at: .zero)
    for piece in pieces { #expect(cursor.heard(piece, at: .zero) == nil) }
    #expect(cursor.take(at: .zero) == .board([3]))
  }

  @Test("another byte is shown with what was recorded")
  func difference() {
    var cursor = ReplayCursor(Self.exchange, at: .zero)
    #expect(
      cursor.heard([1, 9], at: .zero)
        == ReplayDifference(exchange: "case", agreed: 1, recorded: [2], sent: [9]))
    var longer = ReplayCursor(Self.exchange, at: .zero)
    #expect(
      longer.heard([1, 2, 4, 7], at: .zero)?.description
        == "case: after 3 bytes that agree, recorded nothing more, sent 07")
  }

  @Test("the first difference is the finding, however often the host tries again")
  func firstDifference() {
    var cursor = ReplayCursor(Self.exchange, at: .zero)
    let first = cursor.heard([1, 9], at: .zero)
    #expect(first?.sent == [9])
    cursor.opened(at: .zero)
    #expect(cursor.heard([1, 2], at: .zero) == first)
  }

  @Test("a recording with clocks that run backwards waits for nothing")
  func backwards() {
    var cursor = ReplayCursor(
      RecordedExchange(
        name: "case", entries: [.init(at: .max, .host([1])), .init(at: .min, .board([2]))]),
      at: .zero)
    #expect(cursor.heard([1], at: .zero) == nil)
    #expect(cursor.due == .zero)
  }

  @Test("a tolerant replay knows the same command, then one of its kind")
  func tolerant() {
    let recording = RecordedExchange(
      name: "case",
      entries: [
        .init(at: 0, .host([0x0A, 1])), .init(at: 5, .board([1])),
        .init(at: 9, .host([0x0C])), .init(at: 9, .board([3])),
      ])
    var replay = TolerantReplay(recording, cutter: MessageCutter(), keyLength: 1, at: .zero)
    replay.heard([0x0C], at: .zero)
    #expect(replay.take(at: .zero) == .board([3]))
    replay.heard([0x0A, 9], at: .zero)
    #expect(replay.due == Self.after(5))
    #expect(replay.take(at: Self.after(5)) == .board([1]))
    replay.heard([0x55], at: .zero)
    #expect(replay.due == nil)
  }
}

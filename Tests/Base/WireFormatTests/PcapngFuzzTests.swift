import Testing
import WireFormat

struct PcapngFuzzTests {
  private static let rounds = 12_500

  /// A capture of about 500 bytes with every kind of block.
  private static func sample(isBigEndian: Bool) -> [UInt8] {
    var script = BlockScript(isBigEndian: isBigEndian)
    script.section()
    script.interface(
      299, limit: 64,
      script.option(2, Array("lock".utf8)) + script.option(3, Array("FiRa UCI".utf8))
        + script.option(9, [9]) + script.option(14, script.number(3 as Int64))
        + script.option(0, []))
    for count in 0..<5 {
      script.packet(
        UInt64(count) << 30, [UInt8](repeating: 0x20, count: count),
        script.option(1, Array("case N01@lock started".utf8))
          + script.option(2, script.number(1 as UInt32)) + script.option(0, []))
    }
    script.block(0x0BAD, [1, 2, 3, 4])
    script.block(3, script.number(3 as UInt32) + [1, 2, 3, 0])
    script.block(5, [UInt8](repeating: 0, count: 12) + script.option(1, [0x65, 0x66]))
    script.section()
    return script.bytes
  }

  /// What a reader made of a file.
  private struct Outcome: Equatable {
    var items: [CaptureItem] = []
    var error: WireError?

    init(_ bytes: [UInt8], piece: () -> Int) {
      var reader = PcapngReader()
      var rest = bytes[...]
      do throws(WireError) {
        while !rest.isEmpty {
          let size = max(1, piece())
          reader.feed(Array(rest.prefix(size)))
          rest = rest.dropFirst(size)
          while let item = try reader.next() { items.append(item) }
        }
        try reader.finish()
      } catch {
        self.error = error
      }
    }

    /// Bytes of everything that was given.
    var size: Int {
      items.reduce(0) { sum, item in
        switch item {
        case .section(let application, let comments):
          sum + application.utf8.count + Self.size(comments)
        case .interface(let interface):
          sum + interface.name.utf8.count + interface.description.utf8.count
        case .packet(let packet, _): sum + packet.bytes.count + Self.size(packet.comments)
        case .closing(let comments, _): sum + Self.size(comments)
        }
      }
    }

    private static func size(_ texts: [String]) -> Int { texts.reduce(0) { $0 + $1.utf8.count } }
  }

  @Test(
    "50 000 damaged files are read or refused, never trap and never grow",
    arguments: [1, 2, 3, 4] as [UInt64])
  func damagedFiles(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let sample = Self.sample(isBigEndian: seed % 2 == 0)
    var accepted = 0
    for round in 0..<Self.rounds {
      var bytes = sample
      Self.damage(&bytes, &random)
      let whole = Outcome(bytes) { .max }
      if whole.error == nil { accepted += 1 }
      // A byte that is no UTF-8 is given as the three of U+FFFD.
      if whole.size > 3 * bytes.count || whole.items.count > bytes.count / 12 {
        Issue.record("round \(round): \(whole.size) bytes out of \(bytes.count)")
      }
      if let error = whole.error, !(0...bytes.count).contains(error.offset) {
        Issue.record("round \(round): \(error)")
      }
      if round % 8 == 0 {
        let pieces = Outcome(bytes) { Int.random(in: 1...40, using: &random) }
        if pieces != whole { Issue.record("round \(round): pieces make a difference") }
      }
    }
    // Damage that is never noticed, or never survived, would test nothing.
    #expect(accepted > Self.rounds / 100)
    #expect(accepted < Self.rounds * 99 / 100)
  }

  @Test("a file of noise is refused", arguments: [5, 6] as [UInt64])
  func noise(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<1_000 {
      #expect(Outcome(random.bytes(upTo: 200)) { .max }.error != nil)
    }
  }

  private static func damage(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    let extremes: [UInt8] = [0x00, 0x01, 0x04, 0x0C, 0x7F, 0x80, 0xFC, 0xFF]
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      guard !bytes.isEmpty else { return }
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0...1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 2...3: bytes[place] = extremes.randomElement(using: &random) ?? 0
      case 4:
        let word = place & ~3
        for index in word..<min(word + 4, bytes.count) {
          bytes[index] = extremes.randomElement(using: &random) ?? 0
        }
      case 5: bytes.removeSubrange(place..<min(place + 4, bytes.count))
      case 6: bytes.insert(contentsOf: random.bytes(upTo: 8), at: place)
      default: bytes.removeLast(Int.random(in: 0...min(32, bytes.count), using: &random))
      }
    }
  }
}

import Testing
import WireFormat

@Suite("runs of fields of fixed size")
struct RawBytesTests {
  private let bytes: [UInt8] = [0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09]

  @Test("an integer is read at its offset, and is zero where it is not wholly there")
  func integers() {
    let span = bytes.wireBytes
    #expect(span.integer(UInt16.self, at: 1) == 0x0302)
    #expect(span.integer(UInt64.self, at: 1) == 0x0908_0706_0504_0302)
    for offset in [-1, 8, 9, Int.max, Int.min] {
      #expect(span.integer(UInt16.self, at: offset) == 0)
    }
  }

  @Test("an odd width at an offset is the integer of its bytes", arguments: 0...8)
  func widths(count: Int) {
    let expected = bytes[1..<1 + count].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    #expect(bytes.wireBytes.unsigned(at: 1, count: count) == expected)
    var writer = WireWriter()
    writer.writeUnsigned(expected, count: count)
    #expect(writer.bytes == Array(bytes[1..<1 + count]))
  }

  @Test(
    "a slice holds what is there of it",
    arguments: [
      (0, 9, 9), (7, 9, 2), (9, 1, 0), (-1, 2, 2), (3, -1, 0), (Int.max, 1, 0), (0, Int.max, 9),
      (Int.min, Int.max, 9),
    ])
  func slices(offset: Int, count: Int, expected: Int) {
    let slice = bytes.wireBytes.slice(at: offset, count: count)
    #expect(slice.byteCount == expected)
    let start = min(max(offset, 0), bytes.count)
    #expect(slice.copied() == Array(bytes[start..<start + expected]))
  }

  @Test("a run that is cut names the field that is not whole", arguments: 0...8)
  func cutRun(count: Int) throws {
    var reader = WireReader(bytes)
    try reader.skip(bytes.count - count, field: "front")
    let expected: (field: String, start: Int, size: Int) =
      count < 2 ? ("a", 0, 2) : count < 6 ? ("b", 2, 4) : ("c", 6, 3)
    do throws(WireError) {
      _ = try reader.readRun(9, "a:2 b:4 c:3")
      Issue.record("a run past the end")
    } catch {
      #expect(error.code == .truncated)
      #expect(error.field == expected.field)
      #expect(error.offset == bytes.count - count + expected.start)
      #expect(error.found == "\(count - expected.start) bytes")
      #expect(error.allowed == "\(expected.size) bytes")
    }
    #expect(reader.remaining == count)
  }

  @Test("a run is read at once and the reader goes on behind it")
  func run() throws {
    var reader = WireReader(bytes)
    try reader.skip(1, field: "front")
    let run = try reader.readRun(6, "a:2 b:4")
    #expect(run.integer(UInt16.self, at: 0) == 0x0302)
    #expect(run.integer(UInt32.self, at: 2) == 0x0706_0504)
    #expect(run.integer(UInt32.self, at: 3) == 0)
    #expect(reader.offset == 7)
    #expect(reader.readRest() == [0x08, 0x09])
  }

  @Test("what is stored outside a run is lost, and never traps")
  func storesOutside() {
    var writer = WireWriter()
    writer.write([0x55])
    var run = writer.writeRun(4)
    run.put(UInt32(0xDDCC_BBAA), at: 0)
    for offset in [-1, 1, 4, Int.max, Int.min] { run.put(UInt32.max, at: offset) }
    run.put([0xFF, 0xFF], at: 3, count: 2)
    run.put([0x01], at: 1, count: 2)
    #expect(writer.bytes == [0x55, 0xAA, 0x01, 0x00, 0xDD])
  }

  @Test("a writer that is used again keeps nothing of what it held")
  func reuse() {
    var writer = WireWriter(capacity: 3)
    for round in 0..<40 {
      writer.removeAll()
      for _ in 0..<round { writer.write(UInt16(0xA5A5)) }
      writer.write([0x11], count: 3)
      writer.write([0x11, 0x22, 0x33, 0x44], count: 2)
      writer.write([])
      let expected = [UInt8](repeating: 0xA5, count: 2 * round) + [0x11, 0, 0, 0x11, 0x22]
      #expect(writer.bytes == expected)
      #expect(writer.count == expected.count)
    }
  }

  @Test("a copy of a writer is a value of its own")
  func copies() {
    var first = WireWriter(capacity: 8)
    first.write(UInt8(1))
    var second = first
    second.write(UInt8(2))
    first.write(UInt8(3))
    #expect(first.bytes == [1, 3])
    #expect(second.bytes == [1, 2])
  }
}

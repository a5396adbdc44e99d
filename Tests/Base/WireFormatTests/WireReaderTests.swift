import Testing
import WireFormat

struct WireReaderTests {
  private let bytes: [UInt8] = [0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09]

  @Test("integers are read little-endian one after the other")
  func integers() throws {
    var reader = WireReader(bytes)
    #expect(try reader.read(UInt8.self, field: "a") == 0x01)
    #expect(try reader.read(UInt16.self, field: "b") == 0x0302)
    #expect(try reader.read(UInt32.self, field: "c") == 0x0706_0504)
    #expect(reader.offset == 7)
    #expect(reader.remaining == 2)
    #expect(reader.byteCount == 9)
    #expect(reader.readRest() == [0x08, 0x09])
    #expect(reader.remaining == 0)
    #expect(reader.readRest() == [])
  }

  @Test("an odd width is read little-endian", arguments: 0...8)
  func widths(count: Int) throws {
    var reader = WireReader(bytes)
    let expected = bytes[..<count].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    #expect(try reader.readUnsigned(count: count, field: "value") == expected)
    #expect(reader.offset == count)
  }

  @Test("a field that is not there is an error with its place, and nothing is consumed")
  func truncated() throws {
    var reader = WireReader(bytes)
    try reader.skip(7, field: "front")
    do throws(WireError) {
      _ = try reader.read(UInt32.self, field: "value")
      Issue.record("read past the end")
    } catch {
      #expect(error.code == .truncated)
      #expect(error.field == "value")
      #expect(error.offset == 7)
      #expect(error.found == "2 bytes")
      #expect(error.allowed == "4 bytes")
      #expect(
        "\(error.within("M"))" == "M.value at byte 7: expected 4 bytes, got 2 bytes (truncated)")
    }
    #expect(try reader.readBytes(2, field: "rest") == [0x08, 0x09])
  }

  @Test("a count that cannot be is an error and no trap", arguments: [-1, 10, Int.max, Int.min])
  func badCounts(count: Int) throws {
    var reader = WireReader(bytes)
    var failures = 0
    do throws(WireError) { _ = try reader.readBytes(count, field: "a") } catch { failures += 1 }
    do throws(WireError) { try reader.skip(count, field: "b") } catch { failures += 1 }
    do throws(WireError) {
      _ = try reader.readUnsigned(count: count, field: "c")
    } catch { failures += 1 }
    #expect(failures == 3)
    #expect(reader.offset == 0)
  }

  @Test("what was written is read back")
  func writer() throws {
    var writer = WireWriter(capacity: 4)
    writer.write(UInt16(0xBEEF))
    writer.write(Int8(-2))
    writer.writeUnsigned(0x11_2233_4455, count: 5)
    writer.write([0xAA, 0xBB])
    #expect(
      writer.bytes == [0xEF, 0xBE, 0xFE, 0x55, 0x44, 0x33, 0x22, 0x11, 0xAA, 0xBB])
    var reader = WireReader(writer.bytes)
    #expect(try reader.read(UInt16.self, field: "a") == 0xBEEF)
    #expect(try reader.read(Int8.self, field: "b") == -2)
    #expect(try reader.readUnsigned(count: 5, field: "c") == 0x11_2233_4455)
    writer.removeAll()
    #expect(writer.count == 0)
  }
}

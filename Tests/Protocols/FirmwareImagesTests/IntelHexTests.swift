import Testing
import WireFormat

@testable import FirmwareImages

@Suite("Intel HEX")
struct IntelHexTests {
  static func read(_ text: String) throws -> IntelHex { try IntelHex(Array(text.utf8)) }

  @Test(
    "the forms that tools write are read",
    arguments: [
      // Plain; without a last line end; CRLF; lower case; with blank lines and a byte order mark.
      (":0300300002337A1E\n:00000001FF\n", [run(0x30, [0x02, 0x33, 0x7A])]),
      (":0300300002337A1E\n:00000001FF", [run(0x30, [0x02, 0x33, 0x7A])]),
      (":0300300002337A1E\r\n:00000001FF\r\n", [run(0x30, [0x02, 0x33, 0x7A])]),
      (":0300300002337a1e\n:00000001ff\n", [run(0x30, [0x02, 0x33, 0x7A])]),
      ("\u{FEFF}\n:0300300002337A1E  \n\n:00000001FF\n\n", [run(0x30, [0x02, 0x33, 0x7A])]),
      // Type 02 counts in sixteens, type 04 in 64 KiB, and the last one holds.
      (":020000021200EA\n:0100000055AA\n:00000001FF\n", [run(0x12000, [0x55])]),
      (
        ":020000041000EA\n:041208005AFFFFFF8B\n:00000001FF\n",
        [run(0x1000_1208, [0x5A, 0xFF, 0xFF, 0xFF])]
      ),
      // A record may go on over the border of 64 KiB where addresses are linear.
      (":020000040001F9\n:04FFFE0001020304F5\n:00000001FF\n", [run(0x1FFFE, [1, 2, 3, 4])]),
      // Descending order.
      (":0100010002FC\n:0100000001FE\n:00000001FF\n", [run(0, [1, 2])]),
    ])
  func forms(text: String, expected: [ImageSegment]) throws {
    #expect(try Self.read(text).contents.segments == expected)
  }

  @Test("the linear start address is kept")
  func starts() throws {
    let file = try Self.read(
      ":0400000500001234B1\n:0400000300003800C1\n:0100000055AA\n:00000001FF\n")
    #expect(file.startLinear == 0x1234)
    #expect(file.recordCount == 4)
  }

  @Test(
    "damage is refused with its line",
    arguments: [
      (":0300300002337A1F\n:00000001FF\n", ImageError.Code.checksum, 1),
      (":0300300002337A1E\n:0300300002337A\n:00000001FF\n", .truncated, 2),
      (":0300300002337A1E00\n:00000001FF\n", .invalid, 1),
      (":03003000 2337A1E\n:00000001FF\n", .invalid, 1),
      (":0300300002337A1\n:00000001FF\n", .invalid, 1),
      ("hello\n", .invalid, 1),
      (":0300300002337A1E\n", .truncated, 1),
      ("", .truncated, 1),
      (":\n", .truncated, 1),
      (":00000006FA\n:00000001FF\n", .unsupported, 1),
      (":0100000401FA\n:00000001FF\n", .invalid, 1),
      (":00000001FF\n:0100000055AA\n", .invalid, 2),
      (":0100000055AA\n:0100000054AB\n:00000001FF\n", .overlap, 2),
      // Two bytes at the last address; a record that leaves its segment.
      (":02000004FFFFFC\n:02FFFF00010200FD\n:00000001FF\n", .invalid, 2),
      (":02000004FFFFFC\n:02FFFF000102FD\n:00000001FF\n", .address, 2),
      (":020000021000EC\n:02FFFF000102FD\n:00000001FF\n", .address, 2),
    ])
  func damage(text: String, code: ImageError.Code, line: Int) throws {
    let error = #expect(throws: ImageError.self) { try Self.read(text) }
    #expect(error?.code == code, "\(String(describing: error))")
    #expect(error?.place == .line(line), "\(String(describing: error))")
  }

  @Test("what is written is read again", arguments: 0..<30 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var chance = Chance(seed: seed)
    let image = try chance.image()
    let text = IntelHex.text(of: image, width: 1 + chance.below(255))
    #expect(try IntelHex(text).contents == image)
  }

  @Test("the text is that of other tools")
  func text() throws {
    let image = try SparseImage([run(0x1FFFE, [1, 2, 3, 4])])
    let expected =
      ":020000040001F9\n:02FFFE000102FE\n:020000040002F8\n:020000000304F7\n:00000001FF\n"
    #expect(String(decoding: IntelHex.text(of: image), as: UTF8.self) == expected)
  }

  @Test("a character that would move the cursor is named by its number")
  func escaped() throws {
    let error = #expect(throws: ImageError.self) { try Self.read(":03\u{1B}[2J\n") }
    #expect(error?.description.contains("\\x1b") == true)
    #expect(
      error?.description.unicodeScalars.allSatisfy { (0x20...0x7E).contains($0.value) } == true)
  }
}

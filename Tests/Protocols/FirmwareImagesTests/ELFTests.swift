import FirmwareImages
import Testing
import WireFormat

/// An ELF file of program headers and their bytes, without sections.
func elf(
  machine: UInt16 = 40, type: UInt16 = 2, entry: UInt32 = 0x1F009,
  segments: [(virtual: UInt32, physical: UInt32, bytes: [UInt8], memory: UInt32)]
) -> [UInt8] {
  var file = Layout()
  file.u8(0x7F, 0x45, 0x4C, 0x46, 1, 1, 1)
  file.zeros(9)
  file.u16(type, machine)
  file.u32(1, entry, 52, 0, 0)
  file.u16(52, 32, UInt16(segments.count), 40, 0, 0)
  var offset = 52 + 32 * segments.count
  for segment in segments {
    file.u32(
      1, UInt32(offset), segment.virtual, segment.physical, UInt32(segment.bytes.count),
      segment.memory, 5, 4)
    offset += segment.bytes.count
  }
  for segment in segments { file.bytes += segment.bytes }
  return file.bytes
}

@Suite("ELF")
struct ELFTests {
  @Test("bytes go to the physical address, and what is only reserved is not written")
  func loads() throws {
    let file = try ELFFile(
      elf(segments: [
        (0x1F000, 0x1F000, [1, 2, 3, 4], 4), (0x2000_0000, 0x1F004, [5, 6], 2),
        (0x2000_0010, 0x2000_0010, [], 4096),
      ]))
    #expect(file.contents.segments == [run(0x1F000, [1, 2, 3, 4, 5, 6])])
    #expect(file.entry == 0x1F009)
    #expect(file.machine == .arm)
  }

  @Test("a file for Xtensa is read too")
  func xtensa() throws {
    let file = try ELFFile(elf(machine: 94, segments: [(0x4008_0000, 0x4008_0000, [1], 1)]))
    #expect(file.machine == .xtensa)
  }

  @Test(
    "files for others are refused with a reason",
    arguments: [
      (4, 2, "64 bits"), (5, 2, "0x2"), (18, 62, "62"), (16, 1, "an object file"),
    ])
  func others(offset: Int, value: UInt8, found: String) throws {
    var bytes = elf(segments: [(0, 0, [1], 1)])
    bytes[offset] = value
    let error = #expect(throws: ImageError.self) { try ELFFile(bytes) }
    #expect(error?.code == .unsupported)
    #expect(error?.found == found)
    #expect(error?.place == .byte(offset))
  }

  @Test("a segment of 4 GiB in a small file is refused without taking memory")
  func huge() throws {
    var bytes = elf(segments: [(0, 0, [1, 2, 3, 4], 4)])
    bytes.replaceSubrange(68..<72, with: [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(throws: ImageError.self) { try ELFFile(bytes) }
    let many = elf(segments: [(0xFFFF_FFFE, 0xFFFF_FFFE, [1, 2, 3], 3)])
    let error = #expect(throws: ImageError.self) { try ELFFile(many) }
    #expect(error?.code == .address)
  }

  @Test("many segments over the same bytes are refused")
  func amplified() throws {
    var file = Layout()
    file.bytes = Array(elf(segments: []).prefix(52))
    file.bytes[44] = 0xFF
    file.bytes[45] = 0x0F
    for index in 0..<0xFFF as Range<UInt32> {
      file.u32(1, 0, index << 18, index << 18, 0x1_0000, 0x1_0000, 5, 4)
    }
    let error = #expect(throws: ImageError.self) { try ELFFile(file.bytes) }
    #expect(error?.code == .oversize)
  }
}

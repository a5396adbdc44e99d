internal import WireFormat

extension IntelHex {
  /// The text of an Intel HEX file: records of type 00 and 04 and the end record, upper case, lines that
  /// end with a line feed, 16 bytes in a data record.
  public static func text(of contents: SparseImage) -> [UInt8] { text(of: contents, width: 16) }

  /// The same with up to 255 bytes in a data record, as other tools write it. No record crosses 64 KiB.
  static func text(of contents: SparseImage, width: Int) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(contents.byteCount * 2 + contents.byteCount / width * 12 + 64)
    var upper: Int = 0
    for segment in contents.segments {
      var done = 0
      while done < segment.bytes.count {
        let address = segment.range.lowerBound + done
        if address >> 16 != upper {
          upper = address >> 16
          append(type: 4, offset: 0, [UInt8(upper >> 8), UInt8(upper & 0xFF)], to: &text)
        }
        let room = 0x10000 - address & 0xFFFF
        let count = min(width, segment.bytes.count - done, room)
        append(
          type: 0, offset: address & 0xFFFF, segment.bytes[done..<(done + count)], to: &text)
        done += count
      }
    }
    append(type: 1, offset: 0, [], to: &text)
    return text
  }

  private static func append(
    type: UInt8, offset: Int, _ data: some Collection<UInt8>, to text: inout [UInt8]
  ) {
    let head = [
      UInt8(truncatingIfNeeded: data.count), UInt8(truncatingIfNeeded: offset >> 8),
      UInt8(truncatingIfNeeded: offset), type,
    ]
    var sum: UInt8 = 0
    text.append(UInt8(ascii: ":"))
    for byte in head {
      sum &+= byte
      append(byte, to: &text)
    }
    for byte in data {
      sum &+= byte
      append(byte, to: &text)
    }
    append(0 &- sum, to: &text)
    text.append(0x0A)
  }

  private static func append(_ byte: UInt8, to text: inout [UInt8]) {
    for digit in [byte >> 4, byte & 15] { text.append(digit < 10 ? 0x30 + digit : 0x37 + digit) }
  }
}

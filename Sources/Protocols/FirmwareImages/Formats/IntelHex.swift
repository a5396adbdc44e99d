internal import WireFormat

/// An Intel HEX file: lines of records, each with an address and a checksum.
///
/// Types 00 to 05 of Intel's specification of 1988. Records stand in any order; upper and lower case,
/// both line ends and a last line without one are read.
public struct IntelHex: Equatable, Sendable {
  /// The content of the data records.
  public let contents: SparseImage
  /// The start address of a record of type 05, where there is one.
  public let startLinear: UInt32?
  /// Records of all types, the end record too.
  public let recordCount: Int

  /// Reads a whole file.
  ///
  /// - Throws: ``ImageError`` with the line.
  public init(_ text: [UInt8]) throws(ImageError) {
    var reader = Reader()
    var lineNumber = 0
    var start = 0
    // A byte order mark is what some editors leave in front.
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { start = 3 }
    while start < text.count {
      var end = start
      while end < text.count, text[end] != 0x0A, text[end] != 0x0D { end += 1 }
      lineNumber += 1
      try reader.take(text[start..<end], line: lineNumber)
      if end + 1 < text.count, text[end] == 0x0D, text[end + 1] == 0x0A { end += 1 }
      start = end + 1
    }
    guard reader.ended else {
      throw ImageError(
        .truncated, Self.name, .line(max(1, lineNumber)), field: "end record",
        found: "the end of the file", allowed: "a record :00000001FF",
        advice: "The file was cut off: build or copy it again.")
    }
    contents = try reader.contents()
    startLinear = reader.startLinear
    recordCount = reader.recordCount
  }

  static let name = "Intel HEX"
}

extension IntelHex {
  private struct Reader {
    var runs: [ImageSegment] = []
    /// The line with which each run begins.
    var lines: [Int] = []
    var base = 0
    /// Whether `base` came from a record of type 02, in whose 64 KiB addresses stay.
    var isSegmented = false
    var startLinear: UInt32?
    var recordCount = 0
    var ended = false
    private var record: [UInt8] = []

    mutating func take(_ line: ArraySlice<UInt8>, line number: Int) throws(ImageError) {
      var text = line
      while let last = text.last, last == 0x20 || last == 0x09 || last == 0x1A { text.removeLast() }
      while let first = text.first, first == 0x20 || first == 0x09 { text.removeFirst() }
      guard let mark = text.first else { return }
      guard !ended else {
        throw ImageError(
          .invalid, name, .line(number), field: "record", found: "more after the end record",
          allowed: "nothing",
          advice:
            "Two files may have been joined with cat: merge them with their addresses instead.")
      }
      guard mark == UInt8(ascii: ":") else {
        throw ImageError(
          .invalid, name, .line(number), field: "record mark",
          found: "\"\(printable([mark]))\"", allowed: "\":\"")
      }
      try decode(text.dropFirst(), line: number)
      try checkRecord(line: number)
      recordCount += 1
      try perform(line: number)
    }

    private mutating func decode(_ digits: ArraySlice<UInt8>, line: Int) throws(ImageError) {
      record.removeAll(keepingCapacity: true)
      var high: UInt8?
      var column = 2
      for digit in digits {
        guard let value = nibble(digit) else {
          throw ImageError(
            .invalid, name, .line(line), field: "column \(column)",
            found: "\"\(printable([digit]))\"", allowed: "digits 0-9 and A-F")
        }
        if let first = high {
          record.append(first << 4 | value)
          high = nil
        } else {
          high = value
        }
        column += 1
      }
      guard high == nil else {
        throw ImageError(
          .invalid, name, .line(line), field: "digits", found: "an odd number of them",
          allowed: "two for each byte")
      }
    }

    private func checkRecord(line: Int) throws(ImageError) {
      guard record.count >= 5, record.count == 5 + Int(record[0]) else {
        let announced = record.first.map { 5 + Int($0) } ?? 5
        throw ImageError(
          record.count < announced ? .truncated : .invalid, name, .line(line), field: "length",
          found: "\(record.count) bytes", allowed: "\(announced) bytes")
      }
      let sum = record.dropLast().reduce(0 as UInt8) { $0 &+ $1 }
      let right = 0 &- sum
      let last = record[record.count - 1]
      guard last == right else {
        throw ImageError(
          .checksum, name, .line(line), field: "checksum", found: Words.hex(last),
          allowed: Words.hex(right), advice: "The file was damaged or edited: build it again.")
      }
    }

    private mutating func perform(line: Int) throws(ImageError) {
      let offset = Int(record[1]) << 8 | Int(record[2])
      switch record[3] {
      case 0: try add(offset: offset, line: line)
      case 1: ended = try value(0, line: line) == 0
      case 2:
        base = Int(try value(2, line: line)) << 4
        isSegmented = true
      // CS and IP, which no chip here has.
      case 3: _ = try value(4, line: line)
      case 4:
        base = Int(try value(2, line: line)) << 16
        isSegmented = false
      case 5: startLinear = try value(4, line: line)
      default:
        throw ImageError(
          .unsupported, name, .line(line), field: "record type", found: Words.hex(record[3]),
          allowed: "0x0 to 0x5")
      }
    }

    private mutating func add(offset: Int, line: Int) throws(ImageError) {
      let data = record[4..<(record.count - 1)]
      guard !data.isEmpty else { return }
      let limit = isSegmented ? 1 << 16 : SparseImage.addressSpace - base
      guard offset + data.count <= limit else {
        throw ImageError(
          .address, name, .line(line), field: "address",
          found: Words.addresses((base + offset)..<(base + offset + data.count)),
          allowed: "at most \(Words.address(base + limit - 1))",
          advice: isSegmented
            ? "The record leaves its 64 KiB segment, which programs read in different ways."
            : "")
      }
      let start = base + offset
      if let last = runs.indices.last, runs[last].range.upperBound == start {
        runs[last].bytes.append(contentsOf: data)
      } else {
        runs.append(
          ImageSegment(address: UInt32(truncatingIfNeeded: start), bytes: Array(data)))
        lines.append(line)
      }
    }

    /// The big-endian value of a record that has exactly `count` bytes of data.
    private func value(_ count: Int, line: Int) throws(ImageError) -> UInt32 {
      let data = record[4..<(record.count - 1)]
      guard data.count == count else {
        throw ImageError(
          .invalid, name, .line(line), field: "length of a record of type \(record[3])",
          found: "\(data.count)", allowed: "\(count)")
      }
      return data.reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The runs in order; where two disagree, the error names the line of the later one.
    func contents() throws(ImageError) -> SparseImage {
      do throws(ImageError) {
        return try SparseImage(runs)
      } catch {
        let order = runs.indices.sorted { (runs[$0].address, $0) < (runs[$1].address, $1) }
        var line = 1
        var end = 0
        for index in order {
          if runs[index].range.lowerBound < end { line = max(line, lines[index]) }
          end = max(end, runs[index].range.upperBound)
        }
        throw ImageError(
          error.code, name, .line(line), field: error.field, found: error.found,
          allowed: error.allowed, advice: "Two programs may be linked to one address.")
      }
    }

    private func nibble(_ digit: UInt8) -> UInt8? {
      switch digit {
      case 0x30...0x39: digit - 0x30
      case 0x41...0x46: digit - 0x41 + 10
      case 0x61...0x66: digit - 0x61 + 10
      default: nil
      }
    }
  }
}

internal import Digests
public import WireFormat

/// The content of memory: runs of bytes with addresses, in order, and nothing in the gaps.
///
/// Runs never overlap and never touch, and all lie within 32 bits. A gap costs nothing, however
/// wide it is.
public struct SparseImage: Equatable, Sendable {
  /// The runs, by ascending address; none is empty.
  public private(set) var segments: [ImageSegment] = []

  /// Nothing.
  public init() {}

  /// The runs put in order and joined.
  ///
  /// Bytes given twice for one address are accepted where they are the same.
  /// - Throws: ``ImageError`` `overlap` or `address`.
  public init(_ runs: [ImageSegment]) throws(ImageError) {
    let order = runs.indices.filter { !runs[$0].bytes.isEmpty }.sorted {
      (runs[$0].address, $0) < (runs[$1].address, $1)
    }
    guard let first = order.first else { return }
    var start = runs[first].address
    var bytes: [UInt8] = []
    for index in order {
      let run = runs[index]
      guard run.range.upperBound <= Self.addressSpace else { throw Self.beyondEnd(run.range) }
      let end = Int(start) + bytes.count
      if bytes.isEmpty || Int(run.address) > end {
        if !bytes.isEmpty { segments.append(ImageSegment(address: start, bytes: bytes)) }
        start = run.address
        bytes = run.bytes
        continue
      }
      let common = min(end - Int(run.address), run.bytes.count)
      let place = bytes.count - (end - Int(run.address))
      guard bytes[place..<(place + common)].elementsEqual(run.bytes[0..<common]) else {
        throw Self.overlap(run.range.lowerBound..<(run.range.lowerBound + common))
      }
      bytes.append(contentsOf: run.bytes[common...])
    }
    segments.append(ImageSegment(address: start, bytes: bytes))
  }

  /// Runs that are already in order, apart from each other, and inside.
  init(ordered segments: [ImageSegment]) { self.segments = segments }

  /// One past the last address.
  static let addressSpace = 1 << 32

  /// Whether there is nothing to write.
  public var isEmpty: Bool { segments.isEmpty }

  /// Bytes to write, without the gaps.
  public var byteCount: Int { segments.reduce(0) { $0 + $1.bytes.count } }

  /// From the lowest address to one past the highest; nil where nothing is there.
  public var bounds: Range<Int>? {
    guard let first = segments.first, let last = segments.last else { return nil }
    return first.range.lowerBound..<last.range.upperBound
  }

  /// SHA-256 over the runs with their addresses and lengths: the same for the same contents,
  /// whatever file they came in.
  public var digest: [UInt8] {
    var writer = WireWriter(capacity: byteCount + 8 * segments.count)
    for segment in segments {
      writer.write(segment.address)
      writer.write(UInt32(truncatingIfNeeded: segment.bytes.count))
      writer.write(segment.bytes)
    }
    return MessageDigest.sha256(writer.bytes)
  }

  /// The parts of `range` that have bytes.
  public func covered(_ range: Range<Int>) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var index = firstSegment(endingAfter: range.lowerBound)
    while index < segments.count, segments[index].range.lowerBound < range.upperBound {
      let part = segments[index].range.clamped(to: range)
      if !part.isEmpty { parts.append(part) }
      index += 1
    }
    return parts
  }

  /// Whether any byte lies in `range`.
  public func touches(_ range: Range<Int>) -> Bool {
    !covered(range).isEmpty
  }

  /// The `count` bytes of memory at `address`, with 0xFF in the gaps.
  public func bytes(at address: Int, count: Int) -> [UInt8] {
    guard count > 0, address >= 0, address <= Self.addressSpace else { return [] }
    let whole = address..<(address + min(count, Self.addressSpace))
    var bytes = [UInt8](repeating: 0xFF, count: whole.count)
    var index = firstSegment(endingAfter: address)
    while index < segments.count, segments[index].range.lowerBound < whole.upperBound {
      let segment = segments[index]
      let part = segment.range.clamped(to: whole)
      let from = part.lowerBound - segment.range.lowerBound
      bytes.replaceSubrange(
        (part.lowerBound - address)..<(part.upperBound - address),
        with: segment.bytes[from..<(from + part.count)])
      index += 1
    }
    return bytes
  }

  /// The 32-bit little-endian word at `address`, where all four bytes are there.
  public func word(at address: Int) -> UInt32? {
    guard address >= 0, address < Self.addressSpace,
      covered(address..<(address + 4)).first?.count == 4
    else { return nil }
    return bytes(at: address, count: 4).u32(0)
  }

  /// The starts of the pages of `size` bytes that hold a byte, in order: what a writer erases.
  public func touchedPages(size: Int) -> [Int] {
    guard size > 0 else { return [] }
    var pages: [Int] = []
    for segment in segments {
      let first = max(segment.range.lowerBound / size, (pages.last ?? -size) / size + 1)
      let last = (segment.range.upperBound - 1) / size
      if first <= last { for page in first...last { pages.append(page * size) } }
    }
    return pages
  }

  /// Index of the first run that ends after `address`.
  func firstSegment(endingAfter address: Int) -> Int {
    var low = 0
    var high = segments.count
    while low < high {
      let middle = (low + high) / 2
      if segments[middle].range.upperBound <= address { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private static func overlap(_ range: Range<Int>) -> ImageError {
    ImageError(
      .overlap, "image", .file, field: "addresses \(Words.addresses(range))",
      found: "two different contents", allowed: "one",
      advice: "Choose which file is to win when merging, or build the image again.")
  }

  static func beyondEnd(_ range: Range<Int>) -> ImageError {
    ImageError(
      .address, "image", .file, field: "addresses", found: Words.addresses(range),
      allowed: "below 0x100000000")
  }
}

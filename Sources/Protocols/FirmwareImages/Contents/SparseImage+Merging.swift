public import WireFormat

/// The rule where two images have bytes for the same address.
public enum OverlapRule: String, Sendable, CaseIterable {
  /// They may not.
  case refuse
  /// They may where the bytes are the same.
  case identical
  /// The bytes of the image merged last stay.
  case replace
}

extension SparseImage {
  /// Both images together.
  ///
  /// - Throws: ``ImageError`` `overlap` where the rule does not allow what both have.
  public func merging(
    _ other: SparseImage, overlap rule: OverlapRule = .refuse
  ) throws(ImageError) -> SparseImage {
    switch rule {
    case .identical:
      return try SparseImage(segments + other.segments)
    case .replace:
      return try SparseImage(without(other).segments + other.segments)
    case .refuse:
      for segment in other.segments {
        if let common = covered(segment.range).first {
          throw ImageError(
            .overlap, "image", .file, field: "addresses \(Words.addresses(common))",
            found: "bytes in both images", allowed: "bytes in one of them",
            advice: "Say which image wins, or leave the range out of one of them.")
        }
      }
      return try SparseImage(segments + other.segments)
    }
  }

  /// The part inside `range`.
  public func restricted(to range: Range<Int>) -> SparseImage {
    var kept: [ImageSegment] = []
    for segment in segments {
      let part = segment.range.clamped(to: range)
      if !part.isEmpty { kept.append(segment.part(part)) }
    }
    return SparseImage(ordered: kept)
  }

  /// The part outside of `range`.
  public func removing(_ range: Range<Int>) -> SparseImage {
    var kept: [ImageSegment] = []
    for segment in segments {
      let whole = segment.range
      for part in [
        whole.clamped(to: 0..<max(0, range.lowerBound)),
        whole.clamped(to: max(0, range.upperBound)..<max(range.upperBound, Self.addressSpace)),
      ] where !part.isEmpty { kept.append(segment.part(part)) }
    }
    // An empty range would give both parts of a run that touch each other.
    return range.isEmpty ? self : SparseImage(ordered: kept)
  }

  /// Everything by `distance` higher, or lower where it is negative.
  ///
  /// - Throws: ``ImageError`` `address` where an address would leave 32 bits.
  public func moved(by distance: Int) throws(ImageError) -> SparseImage {
    guard let bounds, distance != 0 else { return self }
    let (low, underflow) = bounds.lowerBound.addingReportingOverflow(distance)
    let (high, overflow) = bounds.upperBound.addingReportingOverflow(distance)
    guard !underflow, !overflow, low >= 0, high <= Self.addressSpace else {
      throw ImageError(
        .address, "image", .file, field: "addresses", found: "\(Words.addresses(bounds)) moved",
        allowed: "0x00000000 to 0xFFFFFFFF", advice: "Give another base address.")
    }
    return SparseImage(
      ordered: segments.map {
        ImageSegment(
          address: UInt32(truncatingIfNeeded: Int($0.address) + distance), bytes: $0.bytes)
      })
  }

  /// One run from the lowest to the highest address, with `fill` in the gaps.
  ///
  /// - Parameter limit: The most bytes that may come out; 1 MiB and four times the contents when
  ///   nothing is said.
  /// - Throws: ``ImageError`` `oversize` where gaps make it longer, `missing` where nothing is there.
  public func flattened(fill: UInt8 = 0xFF, limit: Int? = nil) throws(ImageError) -> ImageSegment {
    guard let bounds else { throw ImageError.empty("BIN") }
    let most = limit ?? (1 << 20) + 4 * byteCount
    guard bounds.count <= most else {
      throw ImageError(
        .oversize, "BIN", .file, field: "size",
        found: "\(bounds.count) bytes from \(Words.address(bounds.lowerBound)) to "
          + "\(Words.address(bounds.upperBound - 1)), \(byteCount) of them contents",
        allowed: "at most \(most) bytes",
        advice: "Write Intel HEX, which needs no bytes for gaps, or export one range only.")
    }
    return ImageSegment(
      address: UInt32(truncatingIfNeeded: bounds.lowerBound),
      bytes: bytes(at: bounds.lowerBound, count: bounds.count, fill: fill))
  }

  private func without(_ other: SparseImage) -> SparseImage {
    var kept: [ImageSegment] = []
    for segment in segments {
      var start = segment.range.lowerBound
      for hole in other.covered(segment.range) {
        if start < hole.lowerBound { kept.append(segment.part(start..<hole.lowerBound)) }
        start = hole.upperBound
      }
      if start < segment.range.upperBound {
        kept.append(segment.part(start..<segment.range.upperBound))
      }
    }
    return SparseImage(ordered: kept)
  }
}

extension ImageSegment {
  /// The part of the run for the addresses of `range`, which lies inside.
  func part(_ range: Range<Int>) -> ImageSegment {
    let inside = range.clamped(to: self.range)
    let start = inside.lowerBound - self.range.lowerBound
    return ImageSegment(
      address: UInt32(truncatingIfNeeded: inside.lowerBound),
      bytes: start == 0 && inside.count == bytes.count
        ? bytes : Array(bytes[start..<(start + inside.count)]))
  }
}

internal import WireFormat

extension SparseImage {
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

package import WireFormat

extension ImageSegment {
  /// The address behind the last byte, wider than an address so that it cannot overflow.
  var end: UInt64 { UInt64(address) + UInt64(bytes.count) }

  /// The runs of whole pages that segments lie in, for segments sorted by address and not before
  /// `base`.
  package static func pages(
    of segments: [ImageSegment], from base: UInt64, size: UInt64
  ) -> [Range<UInt64>] {
    let page = max(1, size)
    var runs: [Range<UInt64>] = []
    for segment in segments where UInt64(segment.address) >= base {
      let start = (UInt64(segment.address) - base) / page * page + base
      let stop = (segment.end - base + page - 1) / page * page + base
      if let last = runs.last, start <= last.upperBound {
        runs[runs.count - 1] = last.lowerBound..<max(last.upperBound, stop)
      } else {
        runs.append(start..<stop)
      }
    }
    return runs
  }

  static func sorted(_ segments: [ImageSegment]) -> [ImageSegment] {
    segments.filter { !$0.bytes.isEmpty }.sorted { $0.address < $1.address }
  }

  /// Where two segments want the same bytes, for segments sorted by address.
  static func overlap(_ segments: [ImageSegment]) -> UInt32? {
    zip(segments, segments.dropFirst()).first { $0.end > UInt64($1.address) }?.1.address
  }
}

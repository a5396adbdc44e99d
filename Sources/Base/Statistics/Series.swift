/// What numbers say in their order of time.
extension Array where Element == Double {
  /// How much a number resembles the one `lag` before it, from -1 to 1; nil where nothing varies.
  public func autocorrelation(lag: Int = 1) -> Double? {
    guard count > lag, lag > 0, let mean else { return nil }
    let square = reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    guard square > 0 else { return nil }
    let product = indices.dropFirst(lag).reduce(0) {
      $0 + (self[$1] - mean) * (self[$1 - lag] - mean)
    }
    return product / square
  }

  /// How many independent numbers would say as much, by the autocorrelation of neighbours.
  public var effectiveCount: Double {
    let likeness = Swift.max(0, Swift.min(0.99, autocorrelation() ?? 0))
    return Double(count) * (1 - likeness) / (1 + likeness)
  }

  /// The overlapping Allan deviation of means of `size` numbers in a row: of white noise it falls with
  /// the root of the size, of drift it does not; nil where there are fewer than two such means.
  public func allanDeviation(_ size: Int) -> Double? {
    guard size > 0, count >= 2 * size else { return nil }
    var sums = [0.0]
    for value in self { sums.append(sums[sums.count - 1] + value) }
    let places = 0...(count - 2 * size)
    let squares = places.reduce(0.0) { total, start in
      let first = sums[start + size] - sums[start]
      let second = sums[start + 2 * size] - sums[start + size]
      return total + (second - first) * (second - first)
    }
    return (squares / (2 * Double(places.count) * Double(size * size))).squareRoot()
  }

  /// The slope of the medians of `blocks` equal parts, from the first to the last part: what a warming
  /// board drifts by; nil of fewer than two numbers a part.
  public func drift(blocks: Int = 10) -> Double? { driftWithScatter(blocks: blocks)?.drift }

  /// The same with its standard error by how the medians scatter about the line (least squares).
  public func driftWithScatter(blocks: Int = 10) -> (drift: Double, standardError: Double)? {
    guard blocks > 2, count >= 2 * blocks else { return nil }
    let medians = (0..<blocks).compactMap { block in
      self[(block * count / blocks)..<((block + 1) * count / blocks)].median
    }
    let middle = Double(blocks - 1) / 2
    let average = medians.mean ?? 0
    let (product, square) = medians.enumerated().reduce((0.0, 0.0)) { sums, part in
      let place = Double(part.offset) - middle
      return (sums.0 + place * (part.element - average), sums.1 + place * place)
    }
    let slope = product / square
    let rest = medians.enumerated().reduce(0.0) { sum, part in
      let off = part.element - average - slope * (Double(part.offset) - middle)
      return sum + off * off
    }
    let span = Double(blocks - 1)
    return (slope * span, (rest / Double(blocks - 2) / square).squareRoot() * span)
  }
}

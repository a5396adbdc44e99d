/// Whether numbers are one group or two.
extension Array where Element == Double {
  /// Two groups that the numbers fall into, by their middles: a board that flips between two answers. nil
  /// where they are one.
  ///
  /// They are two with a gap of more than four robust deviations of either between groups of a twentieth
  /// each, and where no distribution with one mode is as near to them as chance allows (``dip``).
  public var twoModes: (low: Double, high: Double)? {
    let sorted = sorted()
    return Self.apart(sorted) ?? Self.dipping(sorted)
  }

  private static func apart(_ sorted: [Double]) -> (low: Double, high: Double)? {
    let least = sorted.count / 20 + 1
    guard least > 1, sorted.count >= 2 * least else { return nil }
    var split = least
    for place in least...(sorted.count - least)
    where sorted[place] - sorted[place - 1] > sorted[split] - sorted[split - 1] {
      split = place
    }
    let (low, high) = (sorted[..<split], sorted[split...])
    let spread = Swift.max(low.robustDeviation ?? 0, high.robustDeviation ?? 0)
    guard sorted[split] - sorted[split - 1] > 4 * spread, let lowest = low.median,
      let highest = high.median, highest > lowest
    else { return nil }
    return (lowest, highest)
  }

  /// A dip times the root of the count that no numbers with one mode reach by chance: of the uniform
  /// distribution, the worst of them, fewer than one sample in 20 000 does (diptest, n from 100 to 1 000).
  private static let leastDip = 0.9

  private static func dipping(_ sorted: [Double]) -> (low: Double, high: Double)? {
    let spread = spreadingTies(sorted)
    guard sorted.count >= 50, let dip = spread.dip,
      dip * Double(sorted.count).squareRoot() > leastDip
    else { return nil }
    let split = partition(sorted)
    guard let low = sorted[..<split].median, let high = sorted[split...].median, high > low
    else { return nil }
    return (low, high)
  }

  /// Where the sum of squares from the means of two parts is least.
  private static func partition(_ sorted: [Double]) -> Int {
    let (all, middle) = (Double(sorted.count), sorted.mean ?? 0)
    var (sum, best, split) = (0.0, 0.0, 1)
    for place in 1..<sorted.count {
      sum += sorted[place - 1] - middle
      let between = sum * sum / (Double(place) * (all - Double(place)))
      if between > best { (best, split) = (between, place) }
    }
    return split
  }

  /// Equal numbers evenly over the step between them: whole centimetres are no modes of their own.
  private static func spreadingTies(_ sorted: [Double]) -> [Double] {
    let step = zip(sorted.dropFirst(), sorted).map(-).filter { $0 > 0 }.min() ?? 0
    var (spread, start) = (sorted, 0)
    while start < sorted.count {
      var end = start + 1
      while end < sorted.count, sorted[end] == sorted[start] { end += 1 }
      for place in start..<end {
        spread[place] += step * ((Double(place - start) + 0.5) / Double(end - start) - 0.5)
      }
      start = end
    }
    return spread
  }

  /// Hartigan's dip: how far the numbers' distribution is from the nearest one with a single mode; nil of
  /// fewer than four.
  public var dip: Double? {
    let values = sorted()
    guard values.count >= 4, values[values.count - 1] > values[0] else { return nil }
    var (low, high, dip) = (0, values.count - 1, 1.0)
    while low < high {
      let below = Hull(values, low...high, isConvex: true)
      let above = Hull(values, low...high, isConvex: false)
      // The widest place between both, and where the mode must lie then.
      var (widest, mode) = (0.0, low...high)
      for knot in below.knots where above[knot] - Double(knot) + 1 > widest {
        widest = above[knot] - Double(knot) + 1
        mode = knot...(above.knots.first { $0 >= knot } ?? high)
      }
      for knot in above.knots where Double(knot) - below[knot] + 1 > widest {
        widest = Double(knot) - below[knot] + 1
        mode = (below.knots.last { $0 <= knot } ?? low)...knot
      }
      guard widest > dip else { break }
      for place in low...mode.lowerBound {
        dip = Swift.max(dip, Double(place) - below[place] + 1)
      }
      for place in mode.upperBound...high {
        dip = Swift.max(dip, above[place] - Double(place) + 1)
      }
      guard mode != low...high else { break }
      (low, high) = (mode.lowerBound, mode.upperBound)
    }
    return dip / (2 * Double(values.count))
  }
}

/// The ranks of sorted numbers under a rope: from below the greatest convex one, from above the least
/// concave one.
private struct Hull {
  /// Where it touches.
  private(set) var knots: [Int] = []
  private let first: Int
  private var heights: [Double] = []

  init(_ values: [Double], _ range: ClosedRange<Int>, isConvex: Bool) {
    first = range.lowerBound
    for place in range {
      while knots.count > 1 {
        let (one, two) = (knots[knots.count - 2], knots[knots.count - 1])
        let turn =
          (values[two] - values[one]) * Double(place - one)
          - (values[place] - values[one]) * Double(two - one)
        guard isConvex ? turn <= 0 : turn >= 0 else { break }
        knots.removeLast()
      }
      knots.append(place)
    }
    heights = [Double(first)]
    for (one, two) in zip(knots, knots.dropFirst()) {
      let width = values[two] - values[one]
      for place in (one + 1)...two {
        let share =
          place == two ? 1 : width > 0 ? (values[place] - values[one]) / width : isConvex ? 0 : 1
        heights.append(Double(one) + share * Double(two - one))
      }
    }
  }

  /// Its height at a number.
  subscript(place: Int) -> Double { heights[place - first] }
}

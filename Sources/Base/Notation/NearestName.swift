/// The name that was most likely meant.
public enum NearestName {
  /// The candidate closest to what was written, if one is close enough to be offered.
  ///
  /// Distance is counted in insertions, deletions, substitutions and swaps of neighbours, without
  /// regard to case; up to a third of the letters may differ. Failing that, the one candidate that
  /// contains what was written. Of equally close candidates the first is taken.
  public static func nearest(to name: String, among candidates: [String]) -> String? {
    let written = Array(name.lowercased().unicodeScalars.prefix(longest + 1))
    guard !written.isEmpty, written.count <= longest else { return nil }
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      let letters = Array(candidate.lowercased().unicodeScalars.prefix(longest + 1))
      let tolerance = max(1, max(written.count, letters.count) / 3)
      guard letters.count <= longest, abs(letters.count - written.count) <= tolerance else {
        continue
      }
      let distance = distance(written, letters)
      if distance <= tolerance, distance < best?.distance ?? Int.max {
        best = (candidate, distance)
      }
    }
    if let best { return best.candidate }
    guard written.count >= 3 else { return nil }
    let containing = candidates.filter { $0.lowercased().contains(name.lowercased()) }
    return containing.count == 1 ? containing.first : nil
  }

  /// Longer names are not compared: the cost grows with the product of the lengths.
  private static let longest = 96

  private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in 1...a.count {
      var row = [i]
      row.reserveCapacity(b.count + 1)
      for j in 1...b.count {
        let substitution = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
        var cost = min(substitution, last[j] + 1, row[j - 1] + 1)
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          cost = min(cost, beforeLast[j - 2] + 1)
        }
        row.append(cost)
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}

/// Which boards range with which: what can be solved from it.
package struct PairGraph: Sendable {
  /// Two boards, by index, the lesser first.
  package struct Pair: Hashable, Sendable {
    package let one: Int
    package let other: Int

    package init(_ one: Int, _ other: Int) {
      self.one = min(one, other)
      self.other = max(one, other)
    }
  }

  private let count: Int
  private let known: [Int]
  private let pairs: [Pair]

  /// - Parameters:
  ///   - count: boards, those that are trusted included.
  ///   - known: the trusted ones.
  package init(_ count: Int, known: [Int] = [], pairs: [Pair]) {
    self.count = count
    self.known = known
    self.pairs = pairs
  }

  /// A pair that has to be measured too before every board can be told from the others; nil when
  /// nothing is missing.
  ///
  /// Each connected part needs a trusted board or an odd ring: in a part of two colours, what one
  /// colour is off can be given to the other.
  package var missing: Pair? {
    var colours = [Bool?](repeating: nil, count: count)
    for start in 0..<count where colours[start] == nil {
      colours[start] = true
      var part = [start]
      var place = 0
      var isOdd = false
      while place < part.count {
        let board = part[place]
        place += 1
        for neighbour in neighbours(of: board) {
          if let colour = colours[neighbour] {
            isOdd = isOdd || colour == colours[board]
          } else {
            colours[neighbour] = colours[board].map(!)
            part.append(neighbour)
          }
        }
      }
      guard !isOdd, !part.contains(where: known.contains) else { continue }
      return closing(part, colours)
    }
    return nil
  }

  /// Whether there are two boards alone.
  package var isLonePair: Bool { count == 2 && known.isEmpty && pairs == [Pair(0, 1)] }

  private func neighbours(of board: Int) -> [Int] {
    pairs.compactMap { $0.one == board ? $0.other : $0.other == board ? $0.one : nil }
  }

  /// Two boards of one colour, else one of the part and one outside.
  private func closing(_ part: [Int], _ colours: [Bool?]) -> Pair? {
    for (place, one) in part.enumerated() {
      if let other = part.dropFirst(place + 1).first(where: { colours[$0] == colours[one] }) {
        return Pair(one, other)
      }
    }
    let outside = known.first { !part.contains($0) } ?? (0..<count).first { !part.contains($0) }
    return outside.map { Pair(part[0], $0) }
  }
}

extension Array {
  /// The elements by a key, groups and elements in the order of first appearance; no group is empty.
  func grouped<Key: Hashable>(by key: (Element) -> Key) -> [[Element]] {
    var groups: [[Element]] = []
    var places: [Key: Int] = [:]
    for element in self {
      let key = key(element)
      if let place = places[key] {
        groups[place].append(element)
      } else {
        places[key] = groups.count
        groups.append([element])
      }
    }
    return groups
  }

  /// At most so many elements, evenly spread.
  func thinned(to most: Int) -> [Element] {
    let step = Swift.max(1, (count + most - 1) / most)
    return stride(from: 0, to: count, by: step).map { self[$0] }
  }
}

import Leases

/// The places of a coordinator as leases see them, in the order of their names.
struct LeasedPlaces {
  private(set) var places: [LeasedPlace]
  private var indices: [String: Int] = [:]
  /// The positions of those that somebody holds, or that have marks of leases.
  private var markedIndices: Set<Int> = []

  init(_ places: [LeasedPlace]) {
    self.places = places
    for (index, place) in places.enumerated() {
      indices[place.name] = index
      if place.isMarked { markedIndices.insert(index) }
    }
  }

  subscript(name: String) -> LeasedPlace? { indices[name].map { places[$0] } }

  /// A place that was there before has changed.
  mutating func update(_ place: LeasedPlace) {
    guard let index = indices[place.name] else { return }
    places[index] = place
    if place.isMarked { markedIndices.insert(index) } else { markedIndices.remove(index) }
  }

  /// Those that the janitor has to look at.
  var marked: [LeasedPlace] { markedIndices.sorted().map { places[$0] } }
}

extension LeasedPlace {
  fileprivate var isMarked: Bool { owner != nil || tags.keys.contains(where: LeaseMark.isMark) }
}

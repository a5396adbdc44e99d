/// A wish for one place: that of a name, or any with some tags.
public enum LeaseWant: Hashable, Sendable, CustomStringConvertible {
  case place(String)
  case tagged([String: String])

  /// Whether a place would do.
  public func isMet(by place: LeasedPlace) -> Bool {
    switch self {
    case .place(let name): place.name == name
    case .tagged(let tags):
      tags.allSatisfy {
        place.tags[$0.key] == $0.value || place.abilities.contains("\($0.key)=\($0.value)")
      }
    }
  }

  /// The name, or the tags as `board=dwm3001,room=2`.
  public var description: String {
    switch self {
    case .place(let name): name
    case .tagged(let tags):
      tags.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
    }
  }

  /// Gives each want a place of its own; nil where there are too few. Earlier places are preferred.
  ///
  /// - Parameter key: a tag that has one value at all of them, such as `room`; nil for any places.
  public static func assignment(
    of wants: [LeaseWant], among places: [LeasedPlace], alike key: String? = nil
  ) -> [String]? {
    if let key {
      for value in Set(places.compactMap { $0.tags[key] }).sorted() {
        let these = places.filter { $0.tags[key] == value }
        if let names = assignment(of: wants, among: these) { return names }
      }
      return nil
    }
    var holders = [Int?](repeating: nil, count: places.count)
    for want in wants.indices {
      var seen = [Bool](repeating: false, count: places.count)
      guard assign(want, wants, places, &holders, &seen) else { return nil }
    }
    var names = [String](repeating: "", count: wants.count)
    for (index, holder) in holders.enumerated() {
      if let holder { names[holder] = places[index].name }
    }
    return names
  }

  /// An augmenting path: one that has a place already may have to take another.
  private static func assign(
    _ want: Int, _ wants: [LeaseWant], _ places: [LeasedPlace], _ holders: inout [Int?],
    _ seen: inout [Bool]
  ) -> Bool {
    for index in places.indices where !seen[index] && wants[want].isMet(by: places[index]) {
      seen[index] = true
      if let other = holders[index], !assign(other, wants, places, &holders, &seen) { continue }
      holders[index] = want
      return true
    }
    return false
  }
}

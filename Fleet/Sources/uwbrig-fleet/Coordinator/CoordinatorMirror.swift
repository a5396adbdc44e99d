import FoundationEssentials
import Glibc
import Leases

/// What a coordinator shows: its places and the resources of its exporters.
struct CoordinatorMirror: Sendable {
  private(set) var places: [String: Labgrid_Place] = [:]
  private(set) var resources: [String: Labgrid_Resource] = [:]
  /// By exporter and group: the keys of its resources.
  private var groups: [String: Set<String>] = [:]
  /// By place: which pattern finds what. Kept until a pattern or a resource changes.
  private var found: [String: [Labgrid_Resource.Path]?] = [:]

  /// What an exporter says of a kit that says what it can do.
  private static let telling = ["firmware", "profile", "chip", "uwb_chip"]

  /// What an update has changed of the places as leases see them.
  enum Change: Hashable {
    case nothing
    /// A place that was there before, and no other.
    case place(String)
    case everything
  }

  /// Takes in an update.
  mutating func take(_ update: Labgrid_UpdateResponse) -> Change {
    switch update.kind {
    case .resource(let resource):
      let key = resource.path.text
      let old = resources.updateValue(resource, forKey: key)
      groups[resource.path.groupText, default: []].insert(key)
      guard
        old == nil || old?.cls != resource.cls || old?.avail != resource.avail
          || old?.extra != resource.extra
      else { return .nothing }
      found = [:]
      return .everything
    case .delResource(let path):
      guard resources.removeValue(forKey: path.text) != nil else { return .nothing }
      groups[path.groupText]?.remove(path.text)
      if groups[path.groupText]?.isEmpty == true { groups[path.groupText] = nil }
      found = [:]
      return .everything
    case .place(let place):
      let old = places.updateValue(place, forKey: place.name)
      if old?.matches != place.matches { found[place.name] = nil }
      return old == nil ? .everything : .place(place.name)
    case .delPlace(let name):
      places.removeValue(forKey: name)
      found[name] = nil
      return .everything
    case nil: return .nothing
    }
  }

  /// The place as a lease sees it, by another name.
  mutating func leased(_ place: Labgrid_Place, as name: String) -> LeasedPlace {
    let kits = resources(of: place)
    var abilities: Set<String> = []
    for kit in kits ?? [] {
      for key in Self.telling {
        if let value = kit.extra[key]?.text { abilities.insert("\(key)=\(value)") }
      }
    }
    return LeasedPlace(
      name: name, owner: place.owner, tags: place.tags, abilities: abilities,
      isComplete: kits != nil)
  }

  /// The resources of a place; nil where one of its patterns finds none that is there.
  mutating func resources(of place: Labgrid_Place) -> [Labgrid_Resource]? {
    paths(of: place)?.compactMap { resources[$0.text] }
  }

  /// The resources that a pattern of a place finds, present or not.
  func candidates(of place: Labgrid_Place) -> [Labgrid_Resource] {
    var found: [String: Labgrid_Resource] = [:]
    for match in place.matches {
      for resource in resources(foundBy: match) { found[resource.path.text] = resource }
    }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The resources that a pattern finds: one without signs of its own is looked up.
  private func resources(foundBy match: Labgrid_ResourceMatch) -> [Labgrid_Resource] {
    guard let group = match.groupText else {
      return resources.values.filter { match.finds($0) }
    }
    return (groups[group] ?? []).compactMap { resources[$0] }.filter { match.finds($0) }
  }

  private mutating func paths(of place: Labgrid_Place) -> [Labgrid_Resource.Path]? {
    if let known = found[place.name] { return known }
    var all: [Labgrid_Resource.Path] = []
    var isComplete = !place.matches.isEmpty
    for match in place.matches {
      let these = resources(foundBy: match).filter(\.avail).map(\.path)
      if these.isEmpty { isComplete = false }
      all += these.filter { !all.contains($0) }
    }
    let result = isComplete ? all.sorted { $0.text < $1.text } : nil
    found.updateValue(result, forKey: place.name)
    return result
  }
}

extension Labgrid_Place {
  var owner: String? { hasAcquired && !acquired.isEmpty ? acquired : nil }

  /// Since when it is held, in seconds since 1970.
  var heldSince: Double? {
    guard owner != nil else { return nil }
    return tags[LeaseMark.since].flatMap(Double.init) ?? changed
  }

  /// In how many seconds one is likely to have it who waits behind so many, the holder among them: by
  /// what the holder has said, else by how long it was held before; nil where neither is known.
  func expectedWait(behind ahead: Int) -> Double? {
    let usual = tags[LeaseMark.usual].flatMap(Double.init)
    guard let span = tags[LeaseMark.span].flatMap(Double.init) ?? usual else { return nil }
    guard let since = heldSince else { return Double(ahead) * (usual ?? span) }
    let remaining = max(0, since + span - Date().timeIntervalSince1970)
    return min(remaining + Double(max(0, ahead - 1)) * (usual ?? span), 1e9)
  }
}

extension Labgrid_Resource.Path {
  var text: String { "\(exporterName)/\(groupName)/\(resourceName)" }
  var groupText: String { "\(exporterName)/\(groupName)" }
}

extension Labgrid_ResourceMatch {
  /// Exporter and group, where the pattern names them; nil where it has signs such as `*`.
  var groupText: String? {
    let isPattern = (exporter + group).utf8.contains { [0x2A, 0x3F, 0x5B, 0x5C].contains($0) }
    return isPattern ? nil : "\(exporter)/\(group)"
  }

  /// As labgrid has it: case counts, and `*`, `?` and `[…]` have their meaning.
  func finds(_ resource: Labgrid_Resource) -> Bool {
    func fits(_ pattern: String, _ text: String) -> Bool {
      pattern == text || pattern == "*" || fnmatch(pattern, text, 0) == 0
    }
    return fits(exporter, resource.path.exporterName) && fits(group, resource.path.groupName)
      && fits(cls, resource.cls) && (!hasName || fits(name, resource.path.resourceName))
  }
}

import Glibc
import Leases

/// What a coordinator shows: its places and the resources of its exporters.
struct CoordinatorMirror: Sendable {
  private(set) var places: [String: Labgrid_Place] = [:]
  private(set) var resources: [String: Labgrid_Resource] = [:]
  /// By place: which pattern finds what. Kept until a pattern or a resource changes.
  private var found: [String: [Labgrid_Resource.Path]?] = [:]

  /// Takes in a change; whether it is one.
  mutating func take(_ update: Labgrid_UpdateResponse) {
    switch update.kind {
    case .resource(let resource):
      let old = resources.updateValue(resource, forKey: resource.path.text)
      if old == nil || old?.cls != resource.cls || old?.avail != resource.avail { found = [:] }
    case .delResource(let path):
      resources.removeValue(forKey: path.text)
      found = [:]
    case .place(let place):
      if places[place.name]?.matches != place.matches { found[place.name] = nil }
      places[place.name] = place
    case .delPlace(let name):
      places.removeValue(forKey: name)
      found[name] = nil
    case nil: return
    }
  }

  /// The place as a lease sees it, by another name.
  mutating func leased(_ place: Labgrid_Place, as name: String) -> LeasedPlace {
    LeasedPlace(
      name: name, owner: place.owner, tags: place.tags,
      isComplete: paths(of: place) != nil)
  }

  /// The resources of a place; nil where one of its patterns finds none that is there.
  mutating func resources(of place: Labgrid_Place) -> [Labgrid_Resource]? {
    paths(of: place)?.compactMap { resources[$0.text] }
  }

  /// The resources that a pattern of a place finds, present or not.
  func candidates(of place: Labgrid_Place) -> [Labgrid_Resource] {
    resources.values.filter { resource in place.matches.contains { $0.finds(resource) } }
      .sorted { $0.path.text < $1.path.text }
  }

  private mutating func paths(of place: Labgrid_Place) -> [Labgrid_Resource.Path]? {
    if let known = found[place.name] { return known }
    var all: [Labgrid_Resource.Path] = []
    var isComplete = !place.matches.isEmpty
    for match in place.matches {
      let these = resources.values.filter { $0.avail && match.finds($0) }.map(\.path)
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
}

extension Labgrid_Resource.Path {
  var text: String { "\(exporterName)/\(groupName)/\(resourceName)" }
}

extension Labgrid_ResourceMatch {
  /// As labgrid has it: case counts, and `*`, `?` and `[…]` have their meaning.
  func finds(_ resource: Labgrid_Resource) -> Bool {
    func fits(_ pattern: String, _ text: String) -> Bool {
      pattern == text || pattern == "*" || fnmatch(pattern, text, 0) == 0
    }
    return fits(exporter, resource.path.exporterName) && fits(group, resource.path.groupName)
      && fits(cls, resource.cls) && (!hasName || fits(name, resource.path.resourceName))
  }
}

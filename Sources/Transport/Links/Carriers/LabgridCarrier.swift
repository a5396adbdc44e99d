import Errors
import LabRuntime
import Notation

/// A port of a labgrid place; what opens a bench acquires it and gives its port.
struct LabgridCarrier: Carrier {
  static let scheme = LinkScheme.labgrid
  let place: String
  let resource: String?

  static func read(
    _ rest: Substring, of link: LinkText
  ) throws(NotationError) -> LinkAddress {
    let form = "labgrid:place, labgrid:place/resource, or host:port/ before the place"
    var parts = rest.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    for part in parts where part.isEmpty || part.contains(" ") {
      throw link.refusal(part, allowed: form)
    }
    guard var place = parts.first.map(String.init) else { throw link.refusal(rest, allowed: form) }
    if parts.count > 1, isCoordinator(parts[0]) {
      place += "/\(parts.remove(at: 1))"
    } else if parts.count == 3 {
      parts = rest.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    }
    return .labgrid(place: place, resource: parts.count > 1 ? String(parts[1]) : nil)
  }

  /// Whether a word is `host:port`.
  private static func isCoordinator(_ word: Substring) -> Bool {
    guard let colon = word.lastIndex(of: ":"), colon != word.startIndex else { return false }
    return UInt16(word[word.index(after: colon)...]) != nil
  }

  var description: String { "labgrid:\(place)" + (resource.map { "/\($0)" } ?? "") }

  var sharedKey: String? { description }

  func source(_ lab: Lab, directory: String) throws(RigError) -> any LinkSource {
    throw RigError(
      .usage, description, reason: "a place of labgrid has to be acquired first",
      advice: "Open it as the board of a rig file")
  }
}

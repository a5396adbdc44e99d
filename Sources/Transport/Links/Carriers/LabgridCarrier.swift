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
    let form = "labgrid:place or labgrid:place/resource"
    let parts = rest.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    for part in parts where part.isEmpty || part.contains(" ") {
      throw link.refusal(part, allowed: form)
    }
    guard let place = parts.first else { throw link.refusal(rest, allowed: form) }
    return .labgrid(place: String(place), resource: parts.count > 1 ? String(parts[1]) : nil)
  }

  var description: String { "labgrid:\(place)" + (resource.map { "/\($0)" } ?? "") }

  var sharedKey: String? { description }

  func source(_ lab: Lab, directory: String) throws(RigError) -> any LinkSource {
    throw RigError(
      .usage, description, reason: "a place of labgrid has to be acquired first",
      advice: "Open it as the board of a rig file")
  }
}

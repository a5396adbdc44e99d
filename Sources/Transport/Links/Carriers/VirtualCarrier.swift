import LabRuntime
import Notation

/// A board of the virtual lab in this process.
struct VirtualCarrier: Carrier {
  static let scheme = LinkScheme.virtual
  static let form = "virtual"

  static func read(
    _ rest: Substring, of link: LinkText
  ) throws(NotationError) -> LinkAddress {
    throw link.refusal(
      link.text[link.text.index(before: rest.startIndex)...], allowed: "nothing after virtual",
      suggestion: "virtual")
  }

  var description: String { "virtual" }
}

import LabRuntime
import Notation

/// A recorded board.
struct ReplayCarrier: Carrier {
  static let scheme = LinkScheme.replay
  let path: String
  let mode: LinkAddress.ReplayMode

  static func read(
    _ rest: Substring, of link: LinkText
  ) throws(NotationError) -> LinkAddress {
    let (path, query) = link.split(rest)
    guard !path.isEmpty else { throw link.refusal(path, allowed: "the path of a recording") }
    guard let query else { return .replay(path: String(path), .strict) }
    let (_, value) = try link.pair(query, known: ["mode"], form: "mode=strict or mode=tolerant")
    guard let mode = LinkAddress.ReplayMode(rawValue: String(value)) else {
      throw link.refusal(value, among: LinkAddress.ReplayMode.allCases.map(\.rawValue))
    }
    return .replay(path: String(path), mode)
  }

  var description: String { "replay:\(path)?mode=\(mode.rawValue)" }

  func relative(to directory: String) -> LinkAddress? {
    .replay(path: LinkPath.path(path, relativeTo: directory), mode)
  }
}

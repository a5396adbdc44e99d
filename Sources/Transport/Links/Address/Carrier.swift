import Errors
import LabRuntime
import Notation

/// A form of link: how its string is read and written, what it names, and how it is opened.
///
/// A carrier is one file with one such type, and its four lines in `LinkAddress`:
///
/// ```swift
/// struct ExecCarrier: Carrier {
///   static let scheme = LinkScheme.exec
///   let command: String
///
///   static func read(_ rest: Substring, of link: LinkText) throws(NotationError) -> LinkAddress {
///     guard !rest.isEmpty else { throw link.refusal(rest, allowed: "a program") }
///     return .exec(command: String(rest))
///   }
///   var description: String { "exec:\(command)" }
///   func source(_ lab: Lab, directory: String) throws(RigError) -> any LinkSource {
///     ExecSource(lab, command: command, directory: directory)
///   }
/// }
/// ```
protocol Carrier: Sendable, CustomStringConvertible {
  static var scheme: LinkScheme { get }
  static var form: String { get }

  /// Reads what follows the scheme and its colon.
  static func read(
    _ rest: Substring, of link: LinkText
  ) throws(NotationError) -> LinkAddress

  /// The resource that two boards cannot share; nil where a link may be opened any number of times.
  var sharedKey: String? { get }

  /// The same link with relative paths taken from `directory`.
  func relative(to directory: String) -> LinkAddress?

  /// The place that the link names; `directory` is the rig file's folder.
  func source(_ lab: Lab, directory: String) throws(RigError) -> any LinkSource
}

extension Carrier {
  static var form: String { "\(scheme.rawValue):…" }

  var sharedKey: String? { nil }

  func relative(to directory: String) -> LinkAddress? { nil }

  func source(_ lab: Lab, directory: String) throws(RigError) -> any LinkSource {
    throw RigError(
      .notAvailable, description, reason: "not available in this build",
      advice: "Use serial:, tcp:// or exec:")
  }
}

enum LinkPath {
  static func path(_ path: String, relativeTo directory: String) -> String {
    if path.hasPrefix("/") || directory.isEmpty { return path }
    return directory.hasSuffix("/") ? directory + path : directory + "/" + path
  }

  static func normalized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/", omittingEmptySubsequences: true) where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else {
        parts.append(part)
      }
    }
    return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }
}

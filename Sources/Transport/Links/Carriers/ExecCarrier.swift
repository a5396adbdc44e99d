import Errors
import LabRuntime
import Notation

/// The standard input and output of a program.
struct ExecCarrier: Carrier {
  static let scheme = LinkScheme.exec
  let command: String

  static func read(
    _ rest: Substring, of link: LinkText
  ) throws(NotationError) -> LinkAddress {
    guard let first = rest.firstIndex(where: { $0 != " " }),
      let last = rest.lastIndex(where: { $0 != " " })
    else {
      throw link.refusal(rest, found: "nothing", allowed: "a program, such as exec:socat - /dev/x")
    }
    return .exec(command: String(rest[first...last]))
  }

  var description: String { "exec:\(command)" }

  func source(_ lab: Lab, directory: String) throws(RigError) -> any LinkSource {
    ExecSource(lab, command: command, directory: directory)
  }
}

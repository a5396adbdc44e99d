import CRigShims
public import Errors
import Glibc
public import LabRuntime

/// Bytes on a program's standard input and output; bridges what has no carrier of its own.
public struct ExecSource: LinkSource {
  /// `exec:` and the command.
  public var name: String { "exec:\(command)" }
  private let lab: Lab
  private let command: String
  private let directory: String

  /// A command for `/bin/sh`, run in `directory` (the rig file's folder).
  public init(_ lab: Lab, command: String, directory: String) {
    self.lab = lab
    self.command = command
    self.directory = directory
  }

  /// Starts the program in a process group of its own; closing the link ends the whole group.
  public func open() async throws(RigError) -> any Link {
    let (status, input, output, group) = System.spawn(command, in: directory)
    guard status == 0 else { throw .system(-status, link: name, doing: "start the program") }
    return DescriptorLink(lab, name: name, input: output, output: input, playedAt: .group(group)) {
      // A well-behaved program ends on the signal; half a second is for its own cleaning up.
      _ = rig_end_group(group, 500)
    }
  }
}

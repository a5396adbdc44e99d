public import BootProtocols
import FoundationEssentials
public import LabRuntime

/// A program that was found on the machine and whose version can be used.
public struct FoundTool: Equatable, Sendable {
  var tool: ProbeTool
  var path: String
  var version: ToolVersion

  /// Looks for a program and asks it for its version.
  ///
  /// - Parameter searchPath: folders, separated by colons: what `PATH` holds.
  /// - Throws: ``FlashError`` `tool` when it is not there, too old, or another of the same name.
  public static func find(
    _ tool: ProbeTool, searchPath: String, lab: Lab
  ) async throws(FlashError) -> FoundTool {
    guard let path = path(of: tool, searchPath) else {
      throw FlashError(
        .tool, "\(tool.title) is not on this machine (\(tool.executables[0]) is not in PATH)",
        advice: tool.source)
    }
    let output = try await ToolProcess(lab: lab, command: ToolCommand(path, tool.versionArguments))
      .output(within: .seconds(20))
    return FoundTool(
      tool: tool, path: path, version: try judge(tool, at: path, says: output.text))
  }

  /// The version in a program's answer to the question for it.
  static func judge(
    _ tool: ProbeTool, at path: String, says text: String
  ) throws(FlashError) -> ToolVersion {
    guard let version = ToolVersion(in: text) else {
      throw FlashError(
        .tool, "\(path) does not say which version it is", advice: tool.source)
    }
    if version < tool.oldest {
      let why =
        tool == .nrfutil
        ? "the nrfutil of PyPI, which flashes by DFU only" : "\(tool.title) \(version)"
      throw FlashError(
        .tool, "\(path) is \(why); needed is \(tool.oldest) or later", advice: tool.source)
    }
    return version
  }

  private static func path(of tool: ProbeTool, _ searchPath: String) -> String? {
    for folder in searchPath.split(separator: ":") {
      for name in tool.executables {
        let path = "\(folder)/\(name)"
        if FileManager.default.isExecutableFile(atPath: path) { return path }
      }
    }
    return nil
  }
}

extension ProbeTool {
  /// Arguments that make the program say its version and end.
  var versionArguments: [String] {
    // J-Link Commander says who it is before it reads commands, and there are none.
    self == .jlink ? ["-NoGui", "1", "-CommandFile", "/dev/null"] : ["--version"]
  }
}

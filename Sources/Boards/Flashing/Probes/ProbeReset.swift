import BootProtocols
public import LabRuntime

/// A reset of a chip through its debug probe: the application starts anew, and nothing is written.
public enum ProbeReset {
  /// The programs that are asked for it, in this order; the first that is on the machine does it.
  static let tools: [ProbeTool] = [.openocd, .jlink]

  /// Resets the chip, and lets it run.
  ///
  /// - Parameter searchPath: folders, separated by colons: what `PATH` holds.
  /// - Throws: ``FlashError`` `tool` where no program is there, else why the probe or the chip refuses.
  public static func perform(
    _ target: ProbeTarget, searchPath: String, _ lab: Lab
  ) async throws(FlashError) {
    var missing: FlashError?
    for tool in tools {
      let found: FoundTool
      do throws(FlashError) {
        found = try await FoundTool.find(tool, searchPath: searchPath, lab: lab)
      } catch {
        guard error.code == .tool else { throw error }
        missing = missing ?? error
        continue
      }
      return try await perform(target, with: found, lab)
    }
    throw missing ?? FlashError(.tool, "no program", advice: "", by: .probe)
  }

  static func perform(
    _ target: ProbeTarget, with found: FoundTool, _ lab: Lab
  ) async throws(FlashError) {
    guard found.tool == .openocd else {
      return try await commander(target, found, lab)
    }
    let session = try await OpenOCDSession.connected(
      lab, OpenOCDSession.command(found.path, target))
    defer { session.close() }
    _ = try await session.perform(
      "reset run", within: .seconds(30), isTouched: false, doing: "resetting the chip")
    _ = try? await session.ask("shutdown", within: .seconds(5), isTouched: false)
  }

  private static func commander(
    _ target: ProbeTarget, _ found: FoundTool, _ lab: Lab
  ) async throws(FlashError) {
    let folder = try ToolFolder()
    defer { folder.remove() }
    let script = try ToolFiles(folder: folder).script(["r", "g", "exit"], "reset.jlink")
    let command = ToolCommand(found.path, JLinkCommander.arguments(target, script))
    let output = try await ToolProcess(lab: lab, command: command).output(within: .seconds(30))
    let text = output.text.lowercased()
    guard output.status == 0, !JLinkCommander.failed.contains(where: text.contains) else {
      throw ProbeFailure.error(
        .jlink, status: output.status, lines: output.lines, isTouched: false,
        doing: "resetting the chip")
    }
  }
}

import Foundation
import PackagePlugin

/// Puts files of the checkout into the targets that carry them, as text: `Embedded.NAME`.
///
/// A folder becomes the list of its files, so that a file that is added there is in the next build and
/// in no list by hand.
@main
struct EmbedFiles: BuildToolPlugin {
  private enum Member {
    case folder(_ name: String, _ path: String, ending: String)
    case file(_ name: String, _ path: String)
  }

  /// What each target carries, by paths from the top of the checkout.
  private static let members: [String: [Member]] = [
    "Boards": [.folder("profiles", "Rigs/boards", ending: ".yaml")],
    "RigFile": [.folder("rigs", "Rigs", ending: ".yaml")],
    "Scenarios": [.folder("scenarios", "Rigs/scenarios", ending: ".yaml")],
    "Simulation": [
      .file("equivalentMutants", "Rigs/mutation/equivalent-mutants.yaml")
    ],
    "Reports": [
      .file("report", "Sources/Documents/Reports/Templates/report.mustache"),
      .file("evidence", "Sources/Documents/Reports/Templates/evidence.mustache"),
      .file("overview", "Sources/Documents/Reports/Templates/overview.mustache"),
      .file("problems", "Sources/Documents/Reports/Templates/problems.mustache"),
      .file("plot", "Sources/Documents/Reports/Templates/plot.mustache"),
      .file("pageStyle", "Sources/Documents/Reports/Templates/page.css"),
      .file("pageScript", "Sources/Documents/Reports/Templates/page.js"),
      .file("wiresharkScript", "Sources/Documents/Reports/Templates/wireshark.lua"),
      .file("liveStyle", "Sources/Documents/Reports/Templates/live.css"),
      .file("liveScript", "Sources/Documents/Reports/Templates/live.js"),
    ],
    "uwbrig": [.folder("schemas", "Sources/Program/uwbrig/Schemas", ending: ".json")],
  ]

  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let output = context.pluginWorkDirectoryURL
    var text = "/// Files of the checkout that are built into this target.\nenum Embedded {\n"
    for member in Self.members[target.name] ?? [] {
      text += try declaration(member, root: context.package.directoryURL)
    }
    text += "}\n"
    let file = output.appending(path: "Embedded.swift")
    // A file that did not change keeps its time, so that nothing is compiled anew for it.
    if (try? String(contentsOf: file, encoding: .utf8)) != text {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    return [
      .prebuildCommand(
        displayName: "Embedding files in \(target.name)", executable: URL(filePath: "/bin/true"),
        arguments: [], outputFilesDirectory: output)
    ]
  }

  private func declaration(_ member: Member, root: URL) throws -> String {
    switch member {
    case .file(let name, let path):
      return "  static let \(name) = \(try literal(root.appending(path: path)))\n"
    case .folder(let name, let path, let ending):
      let folder = root.appending(path: path)
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(ending) }.sorted()
      let entries = try files.map {
        "    (\"\($0)\", \(try literal(folder.appending(path: $0)))),\n"
      }
      return "  static let \(name): [(name: String, text: String)] = [\n\(entries.joined())  ]\n"
    }
  }

  /// The text of a file as a literal that may stand anywhere in a line.
  private func literal(_ file: URL) throws -> String {
    let text = try String(contentsOf: file, encoding: .utf8)
    return "###\"\"\"\n\(text)\n\"\"\"###"
  }
}

import ArgumentParser
import FoundationEssentials
import JSONDocuments
import Journal
import Notation
import Reports
import Settings
import Terminal

/// `config`: the settings that hold, and why.
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Shows the settings in force, and where each one comes from.",
    discussion: """
      Lists every option of `uwbrig run` that a project may set. The first of these that gives a value \
      wins: the option on the command line, the variable UWBRIG_NAME (UWBRIG_MAX_FAIL for --max-fail), \
      the profile that --profile or UWBRIG_PROFILE names, uwbrig.yaml, the default.

        version: 1
        rig: Rigs/bench.yaml
        profiles:
          ci: {junit: uwbrig.xml, progress: plain, max-fail: 10}

      `uwbrig schema project` prints the JSON schema of the file. Its paths are relative to its folder.
      """)

  @OptionGroup var project: ProjectOptions

  @OptionGroup var common: CommonOptions

  mutating func run() throws {
    let environment = ProcessInfo.processInfo.environment
    let settings = try ProjectSettings(
      config: project.config, profile: project.profile, environment)
    let document = ConfigDocument(settings, environment)
    if common.json { return document.print() }
    Output.result(
      settings.file.map { "Project file: \(PrintableText.escaped($0.path))" }
        ?? "No project file: \(ProjectFile.name) is not in this folder or above it")
    if let file = settings.file, !file.profiles.isEmpty {
      let names = file.profiles.map { $0.name == settings.profile ? "\($0.name) (holds)" : $0.name }
      Output.result("Profiles: \(names.joined(separator: ", "))")
    }
    Output.result("")
    var table = Table([.init("SETTING"), .init("VALUE", minimum: 20), .init("FROM")])
    for row in document.settings {
      table.add([row.name, PrintableText.escaped(row.value ?? "", limit: 400), row.from])
    }
    for line in table.lines(width: Terminal.width(.output)) { Output.result(line) }
    for unused in document.unused {
      common.remark(
        "Note: the variable \(PrintableText.escaped(unused.name, limit: 80)) is not a setting; did you mean "
          + "\(unused.nearest)?")
    }
  }
}

/// The document that `config --json` prints.
struct ConfigDocument: Document, Described {
  static let schema = "uwbrig.config/1"
  static let about = "What `uwbrig config --json` prints: the settings that hold."
  static let notes: [String: Note] = [
    "file": "The project file; null where there is none.",
    "profile": "The profile that holds.", "profiles": "The profiles of the file.",
    "unused": "Variables that look like one of a setting and are none.",
  ]

  struct Row: Codable, Described {
    static let notes: [String: Note] = [
      "value": "Null where there is none; of a default that depends on others, what it says.",
      "place": "The variable, or file and line.",
    ]

    var name: String
    var value: String?
    var source: ProjectSettings.Source
    var place: String?
    var option: String
    var variable: String

    var from: String {
      let place = place.map { PrintableText.escaped($0, limit: 400) } ?? ""
      return source == .profile ? "\(place) (profile)" : source == .standard ? "default" : place
    }
  }

  struct Unused: Codable {
    var name: String
    var nearest: String
  }

  var file: String?
  var profile: String?
  var profiles: [String]
  var settings: [Row]
  var unused: [Unused]

  init(_ settings: ProjectSettings, _ environment: [String: String]) {
    file = settings.file?.path
    profile = settings.profile
    profiles = settings.file?.profiles.map(\.name) ?? []
    self.settings = ProjectSetting.all.map { setting in
      let held = settings.held.first { $0.setting.name == setting.name }
      return Row(
        name: setting.name,
        value: held?.value ?? (setting.standard.isEmpty ? nil : setting.standard),
        source: held?.source ?? .standard, place: held?.place, option: setting.option,
        variable: setting.variable)
    }
    let known = ProjectSetting.all.map(\.variable) + ["UWBRIG_CONFIG", "UWBRIG_PROFILE"]
    unused = environment.keys.filter { $0.hasPrefix("UWBRIG_") && !known.contains($0) }.sorted()
      .compactMap { name in
        NearestName.nearest(
          to: String(name.dropFirst(7)), among: known.map { String($0.dropFirst(7)) }
        ).map { Unused(name: name, nearest: "UWBRIG_" + $0) }
      }
  }
}

import FileGrammar
import Files
import FoundationEssentials
import Journal
package import Notation

/// The keys of a profile.
private struct ProfileKeys {
  static let mapping = Mapping(ProfileKeys(), allowed: "a mapping of settings")

  let settings: [any GrammarKey] = ProjectSetting.all.map(\.key)
}

/// The keys of `uwbrig.yaml`.
private struct ProjectKeys {
  static let kind = FileKind(
    "a project", words: "a project file", name: "project:1",
    title: "uwbrig project file, version 1",
    about: "uwbrig.yaml: values of options for every run in a project. An option on the command "
      + "line comes first, then a variable (UWBRIG_JOBS for `jobs`), then the profile, then this "
      + "file.")
  static let mapping = Mapping(ProjectKeys(), allowed: "a mapping of keys and values")

  let version = Key("version", .version, required: "1")
  let settings: [any GrammarKey] = ProjectSetting.all.map(\.key)
  let profiles = Key("profiles", .profiles, "settings by the name that --profile takes")
}

/// Settings that have a name.
package struct ProjectProfile: Sendable {
  package let name: String
  package let values: [String: ProjectFile.Given]
}

extension Form<[ProjectProfile]> {
  fileprivate static var profiles: Form {
    Form([
      "type": "object", "propertyNames": ["pattern": "^[a-z0-9-]{1,32}$"],
      "additionalProperties": ProfileKeys.mapping.schema,
    ]) { field in
      let names = field.keys.compactMap { $0.name() }
      guard let entries = field.entries(names, allowed: "a mapping of profiles") else { return nil }
      return names.compactMap { name in
        entries[name].flatMap(ProfileKeys.mapping.values).map {
          ProjectProfile(name: name, values: ProjectFile.given($0))
        }
      }
    }
  }
}

/// `uwbrig.yaml`, where a project keeps the values of its options.
package struct ProjectFile: Sendable {
  package static let name = "uwbrig.yaml"

  /// A value with the line where it stands.
  package struct Given: Sendable {
    package let value: String
    package let line: Int
  }

  /// The file as it was named.
  package let path: String
  package let values: [String: Given]
  package let profiles: [ProjectProfile]

  package static var schema: String { ProjectKeys.kind.schema(ProjectKeys.mapping.schema) }

  /// Reads a file. Throws ``DocumentErrors`` with every fault, or ``Failure`` where there is none.
  package init(reading path: String) throws {
    guard let text = try ProjectKeys.kind.text(of: path) else {
      throw Failure(
        .usage, "--config: there is no file \(PrintableText.quoted(path, limit: 200))")
    }
    try self.init(text, path: path)
  }

  /// Reads the text of a file. Throws ``DocumentErrors`` with every fault.
  package init(_ text: String, path: String) throws(DocumentErrors) {
    let findings = Findings(file: path)
    let root = YAMLDocument.root(of: text, findings: findings, kind: "a project file", deepest: 4)
    let values = root.flatMap(ProjectKeys.mapping.values)
    _ = values?.version
    self.path = path
    self.values = values.map(Self.given) ?? [:]
    profiles = values?.profiles ?? []
    if let faults = findings.faults { throw faults }
  }

  fileprivate static func given<Keys>(_ values: MappingValues<Keys>) -> [String: Given] {
    var given: [String: Given] = [:]
    for setting in ProjectSetting.all {
      guard let place = values[setting.name], let value = values.read(setting.key) else { continue }
      given[setting.name] = Given(value: value, line: place.line)
    }
    return given
  }

  /// The file of the project that the process is in: in its folder, or in one above it within the
  /// same repository. Other people's files above that are none of it.
  package static func found(exists: (String) -> Bool = FileManager.default.fileExists) -> String? {
    let levels = (0..<32).map { String(repeating: "../", count: $0) }
    guard let top = levels.first(where: { exists($0 + ".git") }) else {
      return exists(name) ? name : nil
    }
    return levels.prefix { $0.count <= top.count }.map { $0 + name }.first(where: exists)
  }

  /// A path of the file as this process reaches it.
  func resolved(_ text: String, _ kind: ProjectSetting.Kind) -> String {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    guard !folder.isEmpty, !text.hasPrefix("/"), kind == .path || kind == .rig else { return text }
    if kind == .rig {
      if text.hasPrefix("replay:") { return text }
      return FileManager.default.fileExists(atPath: folder + text) ? folder + text : text
    }
    return folder + text
  }
}

import FileGrammar
import FoundationEssentials
import Journal
import Notation

/// The settings that hold beside the command line: those of variables, of a profile and of
/// `uwbrig.yaml`, in this order.
package struct ProjectSettings: Sendable {
  /// Where a value is from.
  package enum Source: String, Codable, CaseIterable, Sendable {
    case variable
    case profile
    case file
    case standard = "default"
  }

  /// A setting with the value that holds, and where it is from.
  package struct Held: Sendable {
    package let setting: ProjectSetting
    package let value: String
    package let source: Source
    /// The variable, or file and line.
    package let place: String
  }

  /// Those of this process, and the arguments that they make together with the command line.
  @TaskLocal package static var current = ProjectSettings()
  @TaskLocal package static var arguments = Array(CommandLine.arguments.dropFirst())

  package private(set) var file: ProjectFile?
  package private(set) var profile: String?
  package private(set) var held: [Held] = []

  /// No settings.
  package init() {}

  /// Reads variables and the file.
  ///
  /// - Parameters:
  ///   - config: the file that `--config` names; `none` for no file.
  ///   - profile: the profile that `--profile` names.
  package init(config: String?, profile: String?, _ environment: [String: String]) throws {
    func variable(_ name: String) -> String? {
      environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
    let path = config ?? variable("UWBRIG_CONFIG") ?? ProjectFile.found()
    file = try path.flatMap { $0 == "none" ? nil : try ProjectFile(reading: $0) }
    let (name, asker) = (
      profile ?? variable("UWBRIG_PROFILE"), profile == nil ? "UWBRIG_PROFILE" : "--profile"
    )
    let section = try name.map { try Self.section($0, of: file, for: asker) }
    self.profile = section?.name
    held = try ProjectSetting.all.compactMap { setting in
      if let text = variable(setting.variable) {
        let value = try setting.read(text)
        return Held(
          setting: setting, value: value, source: .variable, place: setting.variable)
      }
      guard let file else { return nil }
      let (given, source) = (
        section?.values[setting.name] ?? file.values[setting.name],
        section?.values[setting.name] == nil ? Source.file : .profile
      )
      return given.map {
        Held(
          setting: setting, value: file.resolved($0.value, setting.kind), source: source,
          place: "\(file.path):\($0.line)")
      }
    }
  }

  private static func section(
    _ name: String, of file: ProjectFile?, for asker: String
  ) throws -> ProjectProfile {
    guard let file else {
      throw Failure(
        .usage,
        "\(asker): there is no \(ProjectFile.name) with the profile "
          + "\(PrintableText.quoted(name, limit: 60)) in this folder or above it")
    }
    if let section = file.profiles.first(where: { $0.name == name }) { return section }
    let names = file.profiles.map(\.name)
    throw Failure(
      .usage,
      names.isEmpty
        ? "\(asker): \(PrintableText.escaped(file.path)) has no profiles"
        : "\(asker): " + NearestName.refusal(of: name, expected: names))
  }

  /// The value of a setting that is held; nil where the default holds.
  package func value(_ name: String) -> String? { held.first { $0.setting.name == name }?.value }

  /// The rig of the project.
  package var rig: String? { value("rig") }

  /// The command line with what holds beside it, in front of what was given: the last of two values
  /// of an option holds.
  package func completing(_ arguments: [String]) -> [String] {
    guard let subcommand = arguments.first else { return arguments }
    let given = arguments.dropFirst().prefix { $0 != "--" }
    let says = given.contains { word in
      word == "--quiet" || word == "--verbose"
        || (word.wholeMatch(of: /-[a-zA-Z]+/) != nil && word.contains { "qv".contains($0) })
    }
    let words = held.filter { $0.setting.isTaken(by: subcommand) }.flatMap { held -> [String] in
      switch held.setting.kind {
      case .flag: held.value == "true" && !says ? [held.setting.option] : []
      case .path, .rig, .word: [held.setting.option + "=" + held.value]
      }
    }
    return [subcommand] + words + arguments.dropFirst()
  }
}

extension ProjectSettings {
  /// Subcommands that take settings; those below another subcommand do not.
  private static let takers = [
    "run", "record", "list", "boards", "inspect", "flash", "power", "range", "console", "explain",
    "decode", "doctor", "soak", "mutate", "replay",
  ]

  /// The settings for a command line; none for one that asks for help, or whose subcommand takes
  /// none. Throws ``DocumentErrors`` or ``Failure``.
  package static func of(_ arguments: [String], _ environment: [String: String]) throws
    -> ProjectSettings
  {
    guard let subcommand = arguments.first, takers.contains(subcommand),
      !arguments.contains(where: { ["--help", "-h"].contains($0) })
    else { return ProjectSettings() }
    let names = ["run", "record", "list"].contains(subcommand)
    return try ProjectSettings(
      config: names ? value(of: "--config", in: arguments) : nil,
      profile: names ? value(of: "--profile", in: arguments) : nil, environment)
  }

  private static func value(of option: String, in arguments: [String]) -> String? {
    let words = Array(arguments.prefix { $0 != "--" })
    for (index, word) in words.enumerated().reversed() {
      if word == option, words.indices.contains(index + 1) { return words[index + 1] }
      if word.hasPrefix(option + "=") { return String(word.dropFirst(option.count + 1)) }
    }
    return nil
  }
}

extension ProjectSetting {
  /// Reads the text of the variable. Throws ``Failure``, which names it.
  package func read(_ text: String) throws -> String {
    let yaml = isPlain ? text : String(decoding: JSONValue.string(text).encoded, as: UTF8.self)
    let findings = Findings(file: variable)
    let field = YAMLDocument.root(of: yaml, findings: findings, kind: "a value", deepest: 0)
    if let value = field.flatMap(key.form.read) { return value }
    guard let fault = findings.faults?.errors.first else {
      throw Failure(.internalError, "\(variable) was refused without a reason")
    }
    let hint = fault.suggestion.map { "; did you mean \(PrintableText.code($0))?" } ?? ""
    throw Failure(.usage, "\(variable): expected \(fault.allowed), got \(fault.found)\(hint)")
  }
}

import ArgumentParser
import Conformance
import FoundationEssentials
import RigFile
import RunStore
import Runner
import Runs
import Settings

/// What a shell offers for a word of the command line, beside subcommands and options.
enum Completions {
  /// Rig files, scenarios, and others in YAML.
  static let yaml = CompletionKind.file(extensions: ["yaml", "yml"])
  static let captures = CompletionKind.file(extensions: ["pcapng"])
  static let anyFile = CompletionKind.file()

  /// Ids of cases, suites, and scenarios of the folder.
  static let filters = CompletionKind.custom { _, _, prefix in
    let cases = Suites.all + Case.watchRules
    return Set(cases.map(\.suite)).sorted() + cases.map(\.id)
      + files(at: prefix, endings: [".yaml", ".yml"])
  }

  /// Boards of the rig that the line names, else of the project's, else of the built-in one.
  static let boards = CompletionKind.custom { words, _, _ in boards(of: words) }

  /// A board, and behind it an image.
  static let boardsAndImages = CompletionKind.custom { words, _, prefix in
    boards(of: words)
      + files(
        at: prefix, endings: [".hex", ".bin", ".elf", ".axf", ".zip", ".uf2", ".dfu", ".srec"])
  }

  /// Runs below the folder of runs, the latest first.
  static let runs = CompletionKind.custom { words, _, _ in
    let folder = value(of: ["--runs"], in: words) ?? RunDirectory.runs
    let entries = (try? RunCatalogue(folder))?.entries ?? []
    return ["latest"] + entries.map(\.directory.record.id.description)
  }

  /// The profiles of `uwbrig.yaml`.
  static let profiles = CompletionKind.custom { words, _, _ in
    let path = value(of: ["--config"], in: words) ?? ProjectFile.found()
    return path.flatMap { try? ProjectFile(reading: $0) }?.profiles.map(\.name) ?? []
  }

  private static func boards(of words: [String]) -> [String] {
    let environment = ProcessInfo.processInfo.environment
    let named =
      value(of: ["--rig", "-r"], in: words)
      ?? (try? ProjectSettings(config: nil, profile: nil, environment))?.rig
    let file = named.map { try? RigSource.read($0) } ?? (try? RigSource.open(nil))
    return file?.boards.map(\.name) ?? []
  }

  /// The value of an option in the words of a line that may still be incomplete.
  private static func value(of names: [String], in words: [String]) -> String? {
    for (index, word) in words.enumerated().reversed() {
      // bash makes three words of --rig=FILE.
      let next = words.dropFirst(index + 1).first { $0 != "=" }
      if names.contains(word), let next { return plain(next) }
      for name in names where name.hasPrefix("--") && word.hasPrefix(name + "=") {
        return plain(String(word.dropFirst(name.count + 1)))
      }
    }
    return nil
  }

  /// A word without the quotes that the shell leaves on it.
  private static func plain(_ word: String) -> String {
    guard let quote = word.first, quote == "'" || quote == "\"", word.count > 1 else { return word }
    return String(word.dropFirst().prefix { $0 != quote })
  }

  /// The files with these endings in the folder of a word that is being typed.
  private static func files(at prefix: String, endings: [String]) -> [String] {
    let folder = prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
    let names =
      (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder))
    return (names ?? []).sorted().filter { name in endings.contains { name.hasSuffix($0) } }
      .map { folder + $0 }
  }
}

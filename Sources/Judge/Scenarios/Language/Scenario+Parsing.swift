import Foundation
import Journal
import Links
import Notation
import RigFile

extension Scenario {
  /// Reads a scenario file; where there is none of that name, the one that is built into the program.
  ///
  /// Throws `RigFileErrors` with every fault of the file.
  public static func load(_ path: String) throws -> Scenario {
    func unreadable(_ found: String, _ allowed: String) -> RigFileErrors {
      let findings = Findings(file: path)
      findings.fault(line: 1, column: 1, key: "", found: found, allowed: allowed)
      return RigFileErrors(findings)
    }
    if let obstacle = InputFile.obstacle(path) {
      throw unreadable(obstacle, "a file with a scenario in it")
    }
    var data = Data()
    do {
      let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { try? handle.close() }
      while data.count <= YAMLDocument.largest,
        let piece = try handle.read(upToCount: YAMLDocument.largest + 1 - data.count),
        !piece.isEmpty
      {
        data += piece
      }
    } catch {
      guard !FileManager.default.fileExists(atPath: path) else {
        throw unreadable("a file that cannot be read", "the path of a scenario file")
      }
      if let text = ShippedScenarios.text(named: path) { return try parse(text, file: path) }
      throw unreadable(
        "no such file",
        "the path of a scenario file, or a shipped one: "
          + Wording.alternatives(ShippedScenarios.names))
    }
    guard data.count <= YAMLDocument.largest else {
      throw unreadable("more bytes", "at most \(YAMLDocument.largest) bytes")
    }
    guard let text = String(data: data, encoding: .utf8) else {
      throw unreadable("bytes that are not UTF-8", "YAML in UTF-8")
    }
    return try parse(text, file: path)
  }

  /// Reads the text of a scenario; `file` is its name in messages.
  ///
  /// Throws `RigFileErrors` with every fault of the text.
  public static func parse(_ text: String, file: String) throws -> Scenario {
    let findings = Findings(file: file)
    let result = YAMLDocument.root(
      of: text, findings: findings, kind: "a scenario", deepest: ScenarioGrammar.deepest
    ).flatMap { read($0, file: file, findings) }
    guard let result, findings.faults == nil else {
      throw findings.faults ?? RigFileErrors(findings)
    }
    return result
  }

  private static func read(_ root: Field, file: String, _ findings: Findings) -> Scenario? {
    guard
      let entries = root.entries(ScenarioGrammar.file, allowed: "a mapping of keys and values")
    else { return nil }
    _ = entries.required("version", allowed: "1")?.integer(1...1)
    let name = entries.required("name", allowed: "a name")?.name(longest: 64)
    let sentence = "one sentence of at most 400 characters"
    let requirement = entries.required("requirement", allowed: sentence)?
      .line(sentence, longest: 400)
    let title = entries["title"]?.line("at most 120 characters", longest: 120)
    let source = entries["source"]?.line("at most 200 characters", longest: 200)
    let caseClass = entries["class"]?.choice(["required", "inferred", "varies"])
      .flatMap(CaseClass.init(rawValue:))
    let tags = entries["tags"]?.items("a list of tags")?.compactMap { $0.name() }
    let declared = entries["declared"]?.duration()
    let cast = entries["boards"].map(Cast.init(reading:)) ?? Cast()
    let variants = entries["parameters"].map(readParameters) ?? [[]]
    let steps = entries.required("steps", allowed: "a list of steps")
    if let steps { checkNames(in: steps, variants.first?.map(\.name) ?? []) }
    return Scenario(
      file: file, name: name ?? "", title: title ?? name ?? "", requirement: requirement ?? "",
      scenarioClass: caseClass ?? .required, source: source ?? "the scenario file",
      tags: tags ?? [], declared: declared ?? .zero, boards: cast.accessories, phones: cast.phones,
      variants: variants.map { values in
        for value in values { findings.parameters[value.name] = value.value }
        defer { findings.parameters = [:] }
        let reading = StepReading(cast)
        return Variant(
          name: values.map { "\($0.name)=\($0.value)" }.joined(separator: ","),
          steps: steps.map { reading.steps($0, inLoop: false) } ?? [])
      })
  }

  /// Every combination of values.
  private static func readParameters(_ field: Field) -> [[(name: String, value: String)]] {
    var variants: [[(name: String, value: String)]] = [[]]
    guard field.isMapping, let entries = field.entries(field.keys.compactMap(\.text)) else {
      if !field.isMapping { field.fault(allowed: "a mapping of names and lists of values") }
      return variants
    }
    for key in field.keys {
      guard let name = key.name(), let list = entries[name] else { continue }
      let items = list.items("a list of values") ?? []
      let values = items.prefix(ScenarioGrammar.mostVariants).compactMap {
        $0.line("a value of at most 32 characters", longest: 32)
      }
      if values.isEmpty, list.isList, items.isEmpty {
        list.fault(found: "an empty list", allowed: "at least one value")
      }
      guard !values.isEmpty else { continue }
      guard values.count * variants.count <= ScenarioGrammar.mostVariants else {
        list.fault(
          found: "\(values.count * variants.count) combinations",
          allowed: "at most \(ScenarioGrammar.mostVariants) combinations of values")
        return variants
      }
      variants = variants.flatMap { variant in values.map { variant + [(name, $0)] } }
    }
    return variants
  }

  /// Reports parameters that steps name and the file does not have.
  private static func checkNames(in steps: Field, _ names: [String]) {
    for field in steps.scalars {
      var rest = Substring(field.text ?? "")
      while let start = rest.firstRange(of: "${") {
        let name = String(rest[start.upperBound...].prefix { $0 != "}" })
        rest = rest[start.upperBound...]
        guard !names.contains(name) else { continue }
        field.fault(
          found: "the unknown parameter \(PrintableText.code(name, limit: 40))",
          allowed: names.isEmpty
            ? "no parameter: the file has none" : "a parameter: \(names.joined(separator: ", "))",
          suggestion: field.nearest(to: name, among: names))
      }
    }
  }
}

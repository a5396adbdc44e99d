import FileGrammar
import FoundationEssentials
import Journal
import Links
import Notation
import RigFile

extension Scenario {
  /// Reads a scenario file; where there is none of that name, the one that is built into the program.
  ///
  /// Throws `RigFileErrors` with every fault of the file.
  public static func load(_ path: String) throws -> Scenario {
    let kind = ScenarioKeys.kind
    guard let text = try kind.text(of: path) ?? ShippedScenarios.text(named: path) else {
      throw kind.unreadable(
        path, found: "no such file",
        allowed: "the path of a scenario file, or a shipped one: "
          + Wording.alternatives(ShippedScenarios.names))
    }
    return try parse(text, file: path)
  }

  /// The JSON schema of scenario files.
  public static var schema: String {
    ScenarioKeys.kind.schema(ScenarioKeys.mapping.schema, definitions: StepGrammar.definitions)
  }

  /// Reads the text of a scenario; `file` is its name in messages.
  ///
  /// Throws `RigFileErrors` with every fault of the text.
  public static func parse(_ text: String, file: String) throws -> Scenario {
    let findings = Findings(file: file)
    let result = YAMLDocument.root(
      of: text, findings: findings, kind: "a scenario", deepest: deepest
    ).flatMap { read($0, file: file, findings) }
    guard let result, findings.faults == nil else {
      throw findings.faults ?? RigFileErrors(findings)
    }
    return result
  }

  /// Levels of YAML: a branch of a loop is three of them.
  private static let deepest = 32

  private static func read(_ root: Field, file: String, _ findings: Findings) -> Scenario? {
    guard let values = ScenarioKeys.mapping.values(root) else { return nil }
    _ = values.version
    let (name, title, requirement) = (values.name, values.title, values.requirement)
    let (caseClass, source, tags) = (values.caseClass, values.source, values.tags)
    let declared = values.declared
    let roles = values.boards ?? Roles()
    let variants = values.parameters ?? [[]]
    let steps = values.steps
    if let steps { checkNames(in: steps, variants.first?.map(\.name) ?? []) }
    return Scenario(
      file: file, name: name ?? "", title: title ?? name ?? "", requirement: requirement ?? "",
      scenarioClass: caseClass, source: source, tags: tags, declared: declared ?? .zero,
      boards: roles.accessories, phones: roles.phones,
      androids: roles.androids,
      variants: variants.map { parameters in
        for value in parameters { findings.parameters[value.name] = value.value }
        defer { findings.parameters = [:] }
        let reading = StepReading(roles)
        return Variant(
          name: parameters.map { "\($0.name)=\($0.value)" }.joined(separator: ","),
          steps: steps.map { reading.steps($0, inLoop: false) } ?? [])
      })
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

extension Form<[[(name: String, value: String)]]> {
  /// Every combination of the values of parameters.
  static var parameters: Form {
    let mostVariants = 64
    return Form([
      "type": "object", "propertyNames": Form<String>.name().schema,
      "additionalProperties": ["type": "array", "minItems": 1],
    ]) { field in
      var variants: [[(name: String, value: String)]] = [[]]
      guard field.isMapping, let entries = field.entries(field.keys.compactMap(\.text)) else {
        if !field.isMapping { field.fault(allowed: "a mapping of names and lists of values") }
        return variants
      }
      for key in field.keys {
        guard let name = key.name(), let list = entries[name] else { continue }
        let items = list.items("a list of values") ?? []
        let values = items.prefix(mostVariants).compactMap {
          $0.line("a value of at most 32 characters", longest: 32)
        }
        if values.isEmpty, list.isList, items.isEmpty {
          list.fault(found: "an empty list", allowed: "at least one value")
        }
        guard !values.isEmpty else { continue }
        guard values.count * variants.count <= mostVariants else {
          list.fault(
            found: "\(values.count * variants.count) combinations",
            allowed: "at most \(mostVariants) combinations of values")
          return variants
        }
        variants = variants.flatMap { variant in values.map { variant + [(name, $0)] } }
      }
      return variants
    }
  }
}

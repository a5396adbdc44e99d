import FoundationEssentials
public import Journal
import Notation
import RigFile

extension Suppressions {
  /// The quarantine in a rig's folder.
  public static let quarantineFile = "quarantine.yaml"
  /// The waivers in a rig's folder.
  public static let waiversFile = "waivers.yaml"

  /// Reads the text of a quarantine or of waivers. Throws ``RigFileErrors`` with every fault.
  ///
  /// Names of cases that nothing has are no fault: the same list serves several rigs and selections.
  /// They are told as such by ``remarks(about:)``.
  public static func parse(
    _ text: String, list: Event.Suppression.List, file: String, known: KnownNames
  ) throws -> Suppressions {
    let findings = Findings(file: file)
    let kind = list == .quarantine ? "a quarantine" : "a list of waivers"
    let root = YAMLDocument.root(of: text, findings: findings, kind: kind, deepest: 4)
    let entries = root.map { read($0, list, file, known) } ?? []
    if let faults = findings.faults { throw faults }
    return Suppressions(entries)
  }

  /// Reads a file. Throws ``RigFileErrors``, or what reading it throws.
  public static func load(
    _ path: String, list: Event.Suppression.List, known: KnownNames
  ) throws -> Suppressions {
    func refusal(_ found: String, _ allowed: String) -> RigFileErrors {
      let findings = Findings(file: path)
      findings.fault(found: found, allowed: allowed)
      return RigFileErrors(findings)
    }
    if let obstacle = InputFile.obstacle(path) {
      throw refusal(obstacle, "a file with such a list in it")
    }
    let bytes = try Data(contentsOf: URL(filePath: path))
    guard let text = String(bytes: bytes, encoding: .utf8) else {
      throw refusal("bytes that are not UTF-8", "UTF-8")
    }
    return try parse(text, list: list, file: path, known: known)
  }

  /// The names of the keys by the list.
  private static func keys(_ list: Event.Suppression.List) -> (root: String, date: String) {
    list == .quarantine ? ("quarantine", "review") : ("waivers", "date")
  }

  private static func read(
    _ root: Field, _ list: Event.Suppression.List, _ file: String, _ known: KnownNames
  ) -> [Suppression] {
    let keys = keys(list)
    guard
      let entries = root.entries(["version", keys.root], allowed: "a mapping of keys and values")
    else { return [] }
    _ = entries.required("version", allowed: "1")?.integer(1...1)
    guard let field = entries.required(keys.root, allowed: "a list of entries, or []") else {
      return []
    }
    let items = field.items("a list of entries, or []") ?? []
    return items.compactMap { read(entry: $0, list, file, known) }
  }

  private static func read(
    entry item: Field, _ list: Event.Suppression.List, _ file: String, _ known: KnownNames
  ) -> Suppression? {
    let keys = ["case", "board", "reason", "link", keys(list).date]
    guard let entries = item.entries(keys, allowed: "a mapping that describes an entry") else {
      return nil
    }
    let cases = entries["case"]?.line("a case, a suite or a filter")
    let board = entries["board"]?.name()
    if list == .waiver {
      // A fault that is accepted is one fault of one device.
      _ = entries.required("case", allowed: "the case whose FAIL is accepted")
      _ = entries.required("board", allowed: "the board that has the fault")
    } else if entries["case"] == nil, entries["board"] == nil {
      item.fault(found: "neither case nor board", allowed: "an entry with one of them, or both")
    }
    let reason = entries.required("reason", allowed: "a sentence that says why")?
      .line("a sentence that says why")
    let link = entries.required("link", allowed: "where it is followed up")?
      .line("where it is followed up")
    let date = entries.required(keys[4], allowed: "a day such as 2026-11-21")
      .flatMap { day($0) }
    var (filter, unknown) = (Filter.everything, String?.none)
    if let cases, let field = entries["case"] {
      (filter, unknown) = read(cases, at: field, list, file, known)
    }
    guard let reason, let link, let date else { return nil }
    return Suppression(
      list: list, file: PrintableText.escaped(file), line: item.line, cases: cases, board: board,
      reason: reason, link: link, date: date, unknown: unknown, filter: filter)
  }

  private static func day(_ field: Field) -> CalendarDay? {
    guard let day = field.text.flatMap(CalendarDay.init) else {
      field.fault(allowed: "a day such as 2026-11-21")
      return nil
    }
    return day
  }

  /// The filter, or why nothing has the names in it.
  private static func read(
    _ cases: String, at field: Field, _ list: Event.Suppression.List, _ file: String,
    _ known: KnownNames
  ) -> (Filter, String?) {
    do {
      return (try Filter.parse(cases, known: known), nil)
    } catch let error as FilterError {
      let remark = error.tell(
        field.findings, file, line: field.line, column: field.column, key: field.key,
        "the \(list.rawValue) of \(PrintableText.quoted(cases, limit: 80)) matches")
      return (.everything, remark)
    } catch {
      field.fault(allowed: "a case, a suite or a filter")
      return (.everything, nil)
    }
  }
}

import Conformance
import RigFile
import Runner
import Testing

@testable import Simulation

@Suite("A mutant for each rule of the frame watch")
struct RuleMutantTests {
  /// A mutant, and the case in which the rule finds it.
  struct Row: Sendable, CustomTestStringConvertible {
    let rule: String
    let mutant: String
    let during: String
    var framing = "length16"
    var testDescription: String { "\(rule) and \(mutant)" }
  }

  private static func accessory(_ rule: String, _ mutant: String, _ during: String) -> Row {
    Row(rule: rule, mutant: "accessory/" + mutant, during: during)
  }

  private static func android(_ rule: String, _ mutant: String, _ during: String) -> Row {
    Row(rule: rule, mutant: "ranging-oob/" + mutant, during: during)
  }

  private static func uci(_ rule: String, _ mutant: String, _ during: String) -> Row {
    Row(rule: rule, mutant: "uci/" + mutant, during: during)
  }

  /// Where bytes between frames are seen at once: a length would be waited for.
  private static func inLines(_ row: Row) -> Row {
    var row = row
    row.framing = "hexline"
    return row
  }

  private static let rows = [
    inLines(accessory("W01", "did-stop/noise", "S04")),
    accessory("W02", "accessory-configuration-data/uwb_config_data_length/maximum", "N03"),
    accessory("W03", "accessory-configuration-data/major_version/maximum", "N03"),
    accessory("W04", "accessory-configuration-data/rfu/maximum", "N04"),
    accessory("W05", "accessory-configuration-data/identifier/invalid", "N03"),
    accessory("W06", "accessory-configuration-data/model_id/later", "N13"),
    accessory("W07", "accessory-configuration-data/duplicate", "C01"),
    accessory("W08", "did-start/duplicate", "C02"),
    accessory("W09", "did-stop/duplicate", "S04"),
    accessory("W10", "radio/distance", "R08"),
    uci("W21", "CORE_DEVICE_RESET_RSP/header.mt/maximum", "UC01"),
    uci("W22", "CORE_GENERIC_ERROR_NTF/header.length/minimum", "UX14"),
    uci("W23", "CORE_GET_CAPS_INFO_RSP/num/maximum", "UC16"),
    uci("W24", "CORE_DEVICE_STATUS_NTF/device_state/invalid", "UC01"),
    uci("W25", "SESSION_INFO_NTF/rfu1/maximum", "UW02"),
    uci("W26", "CORE_DEVICE_STATUS_NTF/header.oid/maximum", "UC01"),
    uci("W27", "CORE_DEVICE_RESET_RSP/duplicate", "UC01"),
    uci("W28", "SESSION_STATUS_NTF/duplicate", "US20"),
    uci("W29", "CORE_DEVICE_STATUS_NTF/device_state/maximum", "UC01"),
    uci("W30", "SESSION_DATA_CREDIT_NTF/session_token/maximum", "UD05"),
    uci("W31", "SESSION_INFO_NTF/sequence_number/minimum", "UR06"),
    uci("W32", "CORE_GET_DEVICE_INFO_RSP/uci_version/maximum", "UC04"),
    uci("W33", "CORE_GET_CAPS_INFO_RSP/tlvs.value/later", "UC19"),
    inLines(android("W41", "capabilities-response/noise", "OB27")),
    android("W42", "capabilities-response/uwb.size/maximum", "OB27"),
    android("W43", "stop-response/message_id/minimum", "OB72"),
    android("W44", "stop-response/message_id/another", "OB72"),
    android("W45", "stop-response/version/maximum", "OB72"),
    android("W46", "capabilities-response/technologies/maximum", "OB27"),
    android("W47", "radio/distance", "OB76"),
    android("W48", "capabilities-response/uwb.minimum_interval/later", "OB27"),
  ]

  @Test("a rule finds its mutant", arguments: rows)
  func finds(_ row: Row) throws {
    let suite = String(row.mutant.prefix { $0 != "/" })
    let name = MutationSubject.rigs[suite] ?? "loopback.yaml"
    let text = try #require(ShippedRigs.text(named: name))
    let shipped = try RigFile.parse(
      text.replacing("framing: length16", with: "framing: \(row.framing)"), file: name,
      directory: "")
    let cases = Suites.all.filter { $0.id == row.during }
    let subject = try #require(MutationSubject(suite, cases: cases, limits: shipped.limits))
    var run = MutationRun(subject, on: shipped)
    run.isWanted = { $0 == row.mutant }
    let entry = try #require(try run.perform().entries.first)
    #expect(entry.rules.contains(row.rule), "\(entry.fate) \(entry.reason) \(entry.rules)")
  }

  @Test("two boards that measure each other 40 cm too far away are found")
  func distance() throws {
    // Distances of two boards are judged by a suite without mutants of messages.
    let generator = MutantGenerator(
      suite: "ranging", framing: AccessoryFraming(messages: []), messages: [], transitions: [],
      states: [], limit: { _ in .zero })
    let text = try #require(ShippedRigs.text(named: "loopback.yaml"))
    let rig = try RigFile.parse(text, file: "loopback.yaml", directory: "")
    let boards = try #require(MutationSubject("uci", cases: [], limits: rig.limits)).firmware
    let subject = MutationSubject(generator, Suites.all.filter { $0.id == "RG06" }, boards)
    let entry = try #require(try MutationRun(subject, on: rig).perform().entries.first)
    #expect(entry.rules.contains("W34"), "\(entry.fate) \(entry.reason) \(entry.rules)")
  }

  @Test("each rule has a mutant")
  func complete() {
    #expect(
      Set(Case.watchRules.map(\.id)).subtracting(Self.rows.map(\.rule)).sorted() == ["W34"])
  }
}

import Bench
import BootProtocols
import Conformance
import Foundation
import Journal
import Rehearsals
import RigFile
import Runner
import TestSupport
import Testing

@Suite("The accessory suite on every personality", .serialized)
struct PersonalityTableTests {
  /// A personality with what is known to be wrong with it: words, and the cases that find it.
  struct Known: Sendable, CustomTestStringConvertible {
    var personality: String
    var bug: String
    var cases: [String]
    var testDescription: String { "\(personality): \(bug)" }

    init(_ personality: String, _ bug: String, _ cases: [String]) {
      self.personality = personality
      self.bug = bug
      self.cases = cases
    }
  }

  static let known = [
    Known("qorvo-qani", "did-start although the radio did not start", ["C26"]),
    Known("qorvo-qani", "starts before any initialize, with a stale address", ["C22", "R12"]),
    Known("qorvo-qani", "an initialize leaves the session that runs", ["N15"]),
    Known("qorvo-qani", "a second central is ignored silently", ["M01", "M04", "M06"]),
    Known("nxp-stella", "acknowledges a configuration without applying it", ["C24", "T03"]),
    Known("nxp-stella", "an initialize leaves the session that runs", ["N15"]),
    Known("nxp-stella", "the loop that stops a session never ends", ["C26"]),
    Known("nxp-stella", "a message without a byte is not looked for", ["R03"]),
    Known("nxp-stella", "copies a byte too few of a configuration", ["C12"]),
    Known("nxp-stella", "believes the length byte", ["C20"]),
    Known("nxp-stella", "any version of the right length starts", ["C21"]),
    Known("nxp-stella", "zeroes the readable data", ["L11"]),
    Known("nxp-stella", "another dialect for Android", ["N16"]),
    Known("nrfuwb", "a failed start is reported as did-start", ["C26"]),
    Known("nrfuwb", "its own end is reported as did-start", ["S09"]),
    Known("nrfuwb", "a stop is never reported", ["S04", "S08"]),
    Known("nrfuwb", "the major version is assigned, not tested", ["C21"]),
    Known("nrfuwb", "starts before any initialize, with address zero", ["C22", "R12"]),
    Known("nrfuwb", "an initialize is ignored but while inactive", ["N14", "N15"]),
    Known("nrfuwb", "the central that wrote last takes over", ["M01", "M06"]),
    Known("nrfuwb", "no answer to a stop while idle", ["S01"]),
    Known("nrfuwb", "another dialect for Android", ["N16"]),
    Known("canvas", "zeroes the readable data", ["L11"]),
    Known("canvas", "an initialize leaves the session that runs", ["N15"]),
    Known("canvas", "another dialect for Android", ["N16"]),
    Known("canvas", "reads an Android phone's numbers big-endian", ["A01"]),
    Known("canvas", "believes the length byte", ["C20"]),
    Known("canvas", "any version of the right length starts", ["C21"]),
    Known("android-accessory", "another configuration is refused silently", ["T03"]),
    Known("android-accessory", "an initialize leaves the session that runs", ["N15"]),
    Known("android-accessory", "no answer to a stop while idle", ["S01"]),
    Known("android-accessory", "trailing bytes are ignored", ["C19"]),
    Known("android-accessory", "neither length byte nor version is tested", ["C20", "C21", "V03"]),
  ]

  /// The worst verdict of each case, by personality; on a byte stream and as a Bluetooth LE device.
  static let verdicts: [String: [String: Verdict]] = {
    var table: [String: [String: Verdict]] = [:]
    for personality in Firmware.niAccessory.personalities {
      table[personality] = (try? run(personality)) ?? [:]
    }
    return table
  }()

  private static func run(_ personality: String) throws -> [String: Verdict] {
    var worst: [String: Verdict] = [:]
    let version = personality == "android-accessory" ? "2.0" : "1.1"
    // The oldest specification has a case of its own.
    for (line, version) in [("length16", version), ("length16", "1.0"), ("nus", version)] {
      let text = """
        version: 1
        name: personality
        time: virtual
        boards:
          - name: board
            firmware: ni-accessory
            link: virtual
            personality: \(personality)
            \(line == "nus" ? "gatt" : "framing"): \(line)
            claims: {acd: "\(version)", background: true, sessions: 2}
            position: [1.5, 2, 1]
          - {name: phone, firmware: uci, use: helper, role: controller, link: virtual}
        """
      let cases = Suites.accessory.filter { version != "1.0" || $0.id == "C12" }
      let file = try RigFile.parse(text, file: "personality.yaml", directory: "")
      for ended in try LoopbackBench.run(cases, on: file, board: "board").finished {
        let id = String(ended.instance.prefix { $0 != "[" && $0 != "@" })
        worst[id] = worse(worst[id], ended.verdict)
      }
    }
    return worst
  }

  private static let order: [Verdict] = [.skip, .pass, .finding, .inconclusive, .error, .fail]

  private static func worse(_ one: Verdict?, _ other: Verdict) -> Verdict {
    guard let one else { return other }
    let rank = { (verdict: Verdict) in order.firstIndex(of: verdict) ?? order.count }
    return rank(one) < rank(other) ? other : one
  }

  /// The table as it stands in the documentation.
  static var document: String {
    let names = Firmware.niAccessory.personalities
    var lines = [
      "# Personalities and cases",
      "",
      "What the accessory suite says about each virtual accessory. Generated; a test compares it.",
      "",
      "An accessory stands on a byte stream and as a Bluetooth LE device; the worse verdict is shown.",
      "C12 is judged where the accessory follows specification 1.0.",
      "",
      "| case | what | " + names.joined(separator: " | ") + " |",
      "|---|---|" + names.map { _ in "---|" }.joined(),
    ]
    for testCase in Suites.accessory {
      let cells = names.map { name in
        verdicts[name]?[testCase.id].map { $0 == .skip ? "–" : $0.rawValue } ?? "–"
      }
      lines.append(
        "| \(testCase.id) | \(testCase.title) | " + cells.joined(separator: " | ") + " |")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  @Test("the known faults of a personality are found", arguments: known)
  func found(_ known: Known) {
    let verdicts = Self.verdicts[known.personality] ?? [:]
    for id in known.cases {
      #expect(
        [.fail, .finding].contains(verdicts[id]), "\(id): \(verdicts[id]?.rawValue ?? "none")")
    }
  }

  @Test("the reference passes every case")
  func reference() {
    let verdicts = Self.verdicts["reference"] ?? [:]
    #expect(!verdicts.isEmpty)
    for (id, verdict) in verdicts.sorted(by: { $0.key < $1.key }) {
      #expect([.pass, .skip].contains(verdict), "\(id): \(verdict.rawValue)")
    }
  }

  @Test("no personality makes the rig itself fail")
  func noErrors() {
    for (name, verdicts) in Self.verdicts.sorted(by: { $0.key < $1.key }) {
      let broken = verdicts.filter { $0.value == .error || $0.value == .inconclusive }
      #expect(broken.isEmpty, "\(name): \(broken.keys.sorted())")
    }
  }

  @Test("the table in the documentation is what the suite says")
  func documented() throws {
    let url = Checkout.documentation.appending(path: "Personalities.md")
    if ProcessInfo.processInfo.environment["UWBRIG_UPDATE_SNAPSHOTS"] == "1" {
      try Self.document.write(to: url, atomically: true, encoding: .utf8)
    }
    let stored = try String(contentsOf: url, encoding: .utf8)
    #expect(stored == Self.document, "UWBRIG_UPDATE_SNAPSHOTS=1 writes it anew")
  }
}

import Conformance
import Foundation
import Journal
import Rig
import Runner
import Testing

@Suite("The accessory suite on every personality", .serialized)
struct PersonalityTableTests {
  /// A personality with what is known to be wrong with it: words, and the cases that find it.
  struct Known: Sendable, CustomTestStringConvertible {
    var personality: String
    var bug: String
    var cases: [String]
    var testDescription: String { "\(personality): \(bug)" }
  }

  static let known = [
    Known(
      personality: "qorvo-qani", bug: "did-start although the radio did not start", cases: ["C26"]),
    Known(personality: "qorvo-qani", bug: "starts before any initialize", cases: ["C22"]),
    Known(personality: "qorvo-qani", bug: "a second central is ignored silently", cases: ["M01"]),
    Known(
      personality: "nxp-stella", bug: "acknowledges a configuration without applying it",
      cases: ["C24"]),
    Known(
      personality: "nxp-stella", bug: "the loop that stops a session never ends", cases: ["C26"]),
    Known(personality: "nxp-stella", bug: "zeroes the readable data", cases: ["L11"]),
    Known(personality: "nxp-stella", bug: "another dialect for Android", cases: ["N16"]),
    Known(personality: "nrfuwb", bug: "a failed start is reported as did-start", cases: ["C26"]),
    Known(personality: "nrfuwb", bug: "a stop is never reported", cases: ["S04", "S08"]),
    Known(personality: "nrfuwb", bug: "the major version is not tested", cases: ["C21"]),
    Known(personality: "nrfuwb", bug: "starts before any initialize", cases: ["C22"]),
    Known(personality: "nrfuwb", bug: "an initialize while active is ignored", cases: ["N15"]),
    Known(personality: "canvas", bug: "zeroes the readable data", cases: ["L11"]),
    Known(personality: "canvas", bug: "another dialect for Android", cases: ["N16"]),
    Known(
      personality: "android-accessory", bug: "another configuration is refused silently",
      cases: ["T03"]),
    Known(personality: "android-accessory", bug: "names no chipset", cases: ["N21"]),
    Known(personality: "android-accessory", bug: "no answer to a stop while idle", cases: ["S01"]),
    Known(personality: "android-accessory", bug: "trailing bytes are ignored", cases: ["C19"]),
  ]

  /// The worst verdict of each case, by personality; on a byte stream and as a Bluetooth LE device.
  static let verdicts: [String: [String: Verdict]] = {
    var table: [String: [String: Verdict]] = [:]
    for personality in RigBoard.Firmware.niAccessory.personalities {
      table[personality] = (try? run(personality)) ?? [:]
    }
    return table
  }()

  private static func run(_ personality: String) throws -> [String: Verdict] {
    var worst: [String: Verdict] = [:]
    let version = personality == "android-accessory" ? "2.0" : "1.1"
    for line in ["framing: length16", "gatt: nus"] {
      let text = """
        version: 1
        name: personality
        time: virtual
        boards:
          - name: board
            firmware: ni-accessory
            link: virtual
            personality: \(personality)
            \(line)
            claims: {acd: "\(version)", background: true, sessions: 2}
            position: [1.5, 2, 1]
          - {name: phone, firmware: uci, use: helper, role: controller, link: virtual}
        """
      let file = try RigFile.parse(text, file: "personality.yaml", directory: "")
      for ended in try LoopbackBench.run(Suites.accessory, on: file, board: "board").finished {
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
    let names = RigBoard.Firmware.niAccessory.personalities
    var lines = [
      "# Personalities and cases",
      "",
      "What the accessory suite says about each virtual accessory. Generated; a test compares it.",
      "",
      "An accessory stands on a byte stream and as a Bluetooth LE device; the worse verdict is shown.",
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
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let url = root.appending(path: "Sources/uwbrig/Documentation.docc/Personalities.md")
    if ProcessInfo.processInfo.environment["UWBRIG_UPDATE_SNAPSHOTS"] == "1" {
      try Self.document.write(to: url, atomically: true, encoding: .utf8)
    }
    let stored = try String(contentsOf: url, encoding: .utf8)
    #expect(stored == Self.document, "UWBRIG_UPDATE_SNAPSHOTS=1 writes it anew")
  }
}

package import FileGrammar
import Journal
import Notation
import Runner
import Terminal

/// An option that need not be given each time: `uwbrig.yaml`, one of its profiles or a variable has
/// its value too.
package struct ProjectSetting: Sendable {
  package enum Kind: Sendable {
    /// The path of a file or folder, taken from the folder of `uwbrig.yaml`.
    case path
    /// The rig: a path, the name of a shipped rig, or `replay:RUN`.
    case rig
    case word
    /// An option without a value.
    case flag
  }

  /// The value as the option has it.
  package let key: Key<String>
  package let kind: Kind
  /// What holds where nothing gives a value.
  package let standard: String
  /// Whether every subcommand takes the option, not `run`, `record` and `list` alone.
  let isCommon: Bool
  /// Whether a scalar of YAML has to be a number or a truth value.
  package let isPlain: Bool

  package var name: String { key.name }
  package var option: String { "--\(name)" }
  package var variable: String { "UWBRIG_" + name.uppercased().replacing("-", with: "_") }

  package static func named(_ name: String) -> ProjectSetting? { all.first { $0.name == name } }

  /// Whether a subcommand takes the option.
  func isTaken(by subcommand: String) -> Bool {
    switch subcommand {
    case "run", "record": true
    case "list", "boards": isCommon || kind == .rig
    default: isCommon
    }
  }

  package static let all: [ProjectSetting] = [
    ProjectSetting("rig", .rig, "the rig file", "built-in virtual boards"),
    path("out", "the folder of the run", "out/<run id>"),
    path("junit", "the results as JUnit XML"), path("ctrf", "the results as CTRF"),
    path("tap", "the results as TAP"), path("html", "the report as a page"),
    path("events", "a copy of the journal"),
    path(
      "quarantine", "verdicts that do not count for now",
      "quarantine.yaml beside the rig file, or in Rigs"),
    path("waivers", "accepted faults", "waivers.yaml beside the rig file, or in Rigs"),
    path("ledger", "where outcomes are remembered", "out/ledger.sqlite; with --out, none"),
    number("seed", 0...Int.max, "decides order and chance", "0"),
    number("jobs", 1...1_000_000, "cases at a time", "as many as the boards allow"),
    number("max-fail", 1...1_000_000, "stop after this many FAIL or ERROR"),
    number("retries", 0...100, "attempts after a FAIL or ERROR", "0"),
    number("repeat", 1...1_000_000, "times that everything runs", "1"),
    duration("timeout", "timeout of a case", "60s"),
    duration("suite-timeout", "timeout of each suite"),
    duration("run-timeout", "timeout of the run"),
    choice("no-tests", PassOrFail.self, "what it means when no case ran", "fail"),
    choice("flaky-result", PassOrFail.self, "what a pass on a retry means", "pass"),
    ProjectSetting(
      "partition", .word, "the part of the cases that runs", "",
      Form(["type": "string", "pattern": "^((slice|hash|time):)?[0-9]+/[0-9]+$"]) { field in
        guard let text = field.text, Partition(text) != nil else {
          return field.refuse(allowed: Partition.forms)
        }
        return text
      }),
    choice("progress", ProgressChoice.self, "how progress is shown", "auto"),
    choice(
      "color", ColorChoice.self, "when colour is used", "auto", isCommon: true),
    flag("quiet", "no progress and no remarks"), flag("verbose", "more detail"),
  ]
}

extension ProjectSetting {
  private init(
    _ name: String, _ kind: Kind, _ about: String, _ standard: String,
    _ form: Form<String> = .line("a path"), isCommon: Bool = false, isPlain: Bool = false
  ) {
    self.init(
      key: Key(name, form, about), kind: kind, standard: standard, isCommon: isCommon,
      isPlain: isPlain)
  }

  private static func path(_ name: String, _ about: String, _ standard: String = "") -> Self {
    Self(name, .path, about, standard)
  }

  private static func number(
    _ name: String, _ range: ClosedRange<Int>, _ about: String, _ standard: String = ""
  ) -> Self {
    Self(name, .word, about, standard, Form<Int>.integer(range).map { "\($0)" }, isPlain: true)
  }

  private static func duration(_ name: String, _ about: String, _ standard: String = "") -> Self {
    Self(
      name, .word, about, standard, Form<Duration>.duration(positive: true).map(DurationText.format)
    )
  }

  private static func choice<Value: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ type: Value.Type, _ about: String, _ standard: String, isCommon: Bool = false
  ) -> Self {
    Self(
      name, .word, about, standard, .choice(Value.allCases.map(\.rawValue)), isCommon: isCommon)
  }

  private static func flag(_ name: String, _ about: String) -> Self {
    Self(
      name, .flag, about, "false", Form<Bool>.boolean.map { "\($0)" }, isCommon: true, isPlain: true
    )
  }
}

/// Whether something passes or fails.
package enum PassOrFail: String, CaseIterable, Sendable {
  case pass
  case fail
}

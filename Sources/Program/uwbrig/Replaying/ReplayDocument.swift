import JSONDocuments
import Journal
import Notation
import Reports
import Runs
import Terminal

/// The document that `replay --json` and `record --json` print last.
struct ReplayDocument: Document, Described {
  static let schema = "uwbrig.replay/1"
  static let about = "What `uwbrig replay --json` and `uwbrig record --json` print last."
  static let notes: [String: Note] = [
    "recording": "The name of the recorded run.",
    "interrupted": "Whether the recording has no end: what came after is not in it.",
    "replayed": Note("Instances that ran again.", least: 0),
    "held_up": Note(
      "Instances that did not, since the machine had stood still while they ran.", least: 0),
    "run": "The folder of the new run.",
  ]

  var recording: String
  var interrupted: Bool
  var replayed: Int
  var heldUp: Int
  var run: String
  var differences: [VerdictDifference]
}

/// An instance that ended otherwise in a replay.
struct VerdictDifference: Codable {
  let instance: String
  let recorded: Verdict
  /// Nil where it did not run.
  let replayed: Verdict?
  let reason: String
}

extension RecordedRun {
  /// Where the verdicts of another run of the same instances differ, in order.
  func differences(from other: RunReport) throws -> [VerdictDifference] {
    let found = Dictionary(other.instances.map { ($0.name, $0) }) { _, last in last }
    return try instances().compactMap { instance in
      let now = found[instance.name]
      guard now?.verdict != instance.verdict else { return nil }
      return VerdictDifference(
        instance: instance.name, recorded: instance.verdict, replayed: now?.verdict,
        reason: now?.reason ?? "it did not run")
    }
  }
}

extension VerdictDifference {
  /// Prints what ended otherwise, and why.
  static func show(_ differences: [VerdictDifference], atMost shown: Int = .max) {
    for difference in differences.prefix(shown) {
      Output.result(
        "\(difference.instance)  recorded \(difference.recorded.rawValue), replayed "
          + "\(difference.replayed?.rawValue ?? "not at all")")
      for line in lines(of: difference.reason) { Output.result("  " + line) }
    }
    if differences.count > shown { Output.result("… and \(differences.count - shown) more") }
  }

  /// A reason; the bytes of an exchange that is not the recorded one stand below each other.
  private static func lines(of reason: String) -> [String] {
    guard !reason.isEmpty else { return [] }
    let bytes = /^(.*), recorded (.*?), sent ([0-9a-f ]+(?:… \([0-9]+ bytes\))?)(?:\. )?(.*)$/
    guard let match = reason.firstMatch(of: bytes) else {
      return [PrintableText.escaped(reason, limit: 2000)]
    }
    let lines = [match.1, "recorded  \(match.2)", "sent      \(match.3)", match.4]
    return lines.filter { !$0.isEmpty }.map { PrintableText.escaped(String($0), limit: 2000) }
  }
}

package import JSONDocuments
package import Journal
import Notation
import Terminal

/// The document that `replay --json` and `record --json` print last.
package struct ReplayDocument: Document, Described {
  package static let schema = "uwbrig.replay/1"
  package static let about = "What `uwbrig replay --json` and `uwbrig record --json` print last."
  package static let notes: [String: Note] = [
    "recording": "The name of the recorded run.",
    "interrupted": "Whether the recording has no end: what came after is not in it.",
    "replayed": Note("Instances that ran again.", least: 0),
    "held_up": Note(
      "Instances that did not, since the machine had stood still while they ran.", least: 0),
    "run": "The folder of the new run.",
  ]

  package var recording: String
  package var interrupted: Bool
  package var replayed: Int
  package var heldUp: Int
  package var run: String
  package var differences: [VerdictDifference]

  package init(
    recording: String, interrupted: Bool, replayed: Int, heldUp: Int, run: String,
    differences: [VerdictDifference]
  ) {
    self.recording = recording
    self.interrupted = interrupted
    self.replayed = replayed
    self.heldUp = heldUp
    self.run = run
    self.differences = differences
  }
}

/// An instance that ended otherwise in a replay.
package struct VerdictDifference: Codable {
  package let instance: String
  package let recorded: Verdict
  /// Nil where it did not run.
  package let replayed: Verdict?
  package let reason: String
}

extension VerdictDifference {
  /// Prints what ended otherwise, and why.
  package static func show(_ differences: [VerdictDifference], atMost shown: Int = .max) {
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

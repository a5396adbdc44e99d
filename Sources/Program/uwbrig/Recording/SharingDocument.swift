import JSONDocuments
import Journal
import Notation
import Reports
import Terminal

/// What was recorded to be given away.
struct SharingDocument: Document, Described {
  static let schema = "uwbrig.sharing/1"
  static let about = "What `uwbrig record --for-sharing --json` prints."
  static let notes: [String: Note] = [
    "folder": "The folder to send.",
    "boards": "The boards by their profiles, where those are known.",
    "run": "The page of the run itself, with everything in it: not for sharing.",
    "bytes": Note("Of the journal.", least: 0),
    "heard": Note("Bytes that the boards sent.", least: 0),
    "microseconds": Note("From the first event to the last.", least: 0),
    "verdicts": "Instances by verdict.",
    "replaced": "Values that tell one board from another, by kind.",
    "given":
      "Addresses and keys that the program gave the boards: kept, the same in each recording.",
    "left": Note("Originals that are left in the files; 0, or nothing is written.", least: 0),
    "replayed": Note("Instances that ran again from the recording.", least: 0),
    "differences": "Those that ended otherwise.",
  ]

  var folder: String
  var boards: [String]
  var run: String
  var bytes: Int
  var heard: Int
  var microseconds: Int64
  var verdicts: VerdictCounts
  var replaced: [SharedValues]
  var given: [String]
  var left = 0
  var replayed = 0
  var differences: [VerdictDifference] = []

  private var seconds: String { Figures.fixed(Double(microseconds) / 1_000_000, 1) + " s" }

  private var replacements: [String] {
    replaced.map {
      "\($0.kind.rawValue): \(Counted.amount($0.values, "value")) in \(Counted.amount($0.places, "place"))"
    }
  }

  /// The page of the folder.
  func page(version: String) -> String {
    """
    # A recording of first contact

    Board: \(boards.isEmpty ? "no profile that is known" : boards.joined(separator: ", "))
    (please add here what is printed on it, and which firmware it runs)

    Recorded by `uwbrig record --for-sharing`, version \(version), in \(seconds): \(verdicts).

    | file | content |
    |---|---|
    | `events.ndjson` | the bytes of both directions with their times, and the verdicts |
    | `rig.yaml` | what the board speaks |

    Replaced, the same value by the same one everywhere:

    \(replacements.isEmpty ? "- nothing: no frame had such a value" : replacements.map { "- " + $0 }.joined(separator: "\n"))

    Left out: names of boards and files, ports, texts of the journal. Kept: addresses and keys that the
    program gives every board (\(given.isEmpty ? "none here" : given.joined(separator: ", "))). The files were read again afterwards: none of the
    originals is left in them.

    `uwbrig replay FOLDER` plays it again.

    """
  }

  func show() {
    Output.result(
      """

      \(PrintableText.escaped(folder))  \(seconds) of contact, \(heard) bytes from the board: \(verdicts)
        events.ndjson  bytes of both directions with their times, verdicts: \(bytes / 1024 + 1) KiB
        rig.yaml       what the board speaks
        README.md      all of this in words: read it before you send the folder

      Replaced, the same value by the same one everywhere:
      """)
    for line in replacements.isEmpty ? ["nothing: no frame had such a value"] : replacements {
      Output.result("  " + line)
    }
    Output.result("Left out: names of boards and files, ports, texts of the journal.")
    let some = given.prefix(6).joined(separator: ", ") + (given.count > 6 ? ", …" : "")
    if !given.isEmpty {
      Output.result("Kept: addresses and keys that this program gives every board: \(some).")
    }
    Output.result(
      """
      Checked: none of the originals is left in the files.
      Replayed: \(Counted.amount(replayed, "instance")), \(differences.isEmpty ? "each with its recorded verdict" : "\(differences.count) with another verdict:")
      """)
    VerdictDifference.show(differences, atMost: 5)
    Output.result(
      """

      Please send it: zip the folder and attach it to an issue, or put it into Rigs/captures/ in a merge
      request. From then on your board is in every test run. Your own report, with everything in it, is
      \(PrintableText.escaped(run)).
      """)
  }
}

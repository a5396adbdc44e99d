import Journal
import Runner

extension FuzzTarget {
  /// The text of a quarantine or of waivers.
  static let suppression = FuzzTarget("Suppression") { bytes in
    var input = Input(bytes)
    let list = input.choice(Event.Suppression.List.allCases)
    let text = String(decoding: input.rest(), as: UTF8.self)
    let known = KnownNames(ids: ["ni.start"], suites: ["ni"], tags: ["slow"])
    checkRefusals { _ = try Suppressions.parse(text, list: list, file: "fuzz.yaml", known: known) }
  }
}

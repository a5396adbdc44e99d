package import Journal

extension Verdict {
  /// How it is shown, as the pages' style sheets have it.
  package var tone: String {
    switch self {
    case .pass: "good"
    case .fail, .error: "bad"
    case .inconclusive, .flaky: "warn"
    case .finding: "calm"
    case .skip: "none"
    }
  }

  /// A letter, so that a table can be read without colours.
  package var letter: String {
    switch self {
    case .pass: "✓"
    case .fail: "F"
    case .error: "E"
    case .inconclusive: "?"
    case .flaky: "~"
    case .finding: "i"
    case .skip: "–"
    }
  }

  /// The colour on a terminal, a parameter of SGR (ECMA-48).
  package var colour: String {
    switch tone {
    case "good": "32"
    case "bad": "1;31"
    case "warn": "33"
    case "calm": "36"
    default: "2"
    }
  }
}

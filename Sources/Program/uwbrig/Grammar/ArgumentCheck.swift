import ArgumentParser
import Notation

extension ValidationError {
  /// `--jobs: expected 1 or more, got 0`; the parser names the option itself where its value is read.
  init(_ option: String? = nil, expected: String, got: String) {
    self.init((option.map { "\($0): " } ?? "") + "expected \(expected), got \(got)")
  }

  /// Throws unless a number that was given is in a range.
  static func check(
    _ option: String, _ value: Int?, in range: ClosedRange<Int> = 1...Int.max
  ) throws {
    guard let value, !range.contains(value) else { return }
    throw ValidationError(
      option,
      expected: range.upperBound == .max
        ? "\(range.lowerBound) or more" : "\(range.lowerBound) to \(range.upperBound)",
      got: "\(value)")
  }

  static func shown(_ text: String) -> String { PrintableText.quoted(text, limit: 60) }
}

/// What must hold for every input.
func expect(_ holds: Bool, _ what: @autoclosure () -> String) {
  if !holds { broken(what()) }
}

/// The same bytes.
func expectEqual(
  _ got: [UInt8], _ expected: [UInt8], _ what: @autoclosure () -> String
) {
  if got != expected { broken("\(what())\n  got      \(got)\n  expected \(expected)") }
}

/// Text that goes to a terminal: one that cannot move the cursor or reorder the line.
///
/// - Parameter lines: whether it may hold line ends.
func expectPrintable(_ text: String, lines: Bool = false, _ what: @autoclosure () -> String) {
  // Nearly all text is plain ASCII, and this is run for every input.
  if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return }
  for scalar in text.unicodeScalars where !(lines && scalar == "\n") {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator:
      broken("\(what()) holds U+\(String(scalar.value, radix: 16)): \(text.debugDescription)")
    default: break
    }
  }
}

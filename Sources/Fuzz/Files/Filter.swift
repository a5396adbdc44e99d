import Runner

extension FuzzTarget {
  /// The filters of a command line.
  static let filter = FuzzTarget("Filter") { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    do {
      let filter = try Filter.parse(text, known: known)
      for note in filter.notes { expectPrintable(note, "the note") }
      let isSelected = filter.matches(subject)
      // The same again, and turned round: longer by what may exceed the limits.
      if let negated = try? Filter.parse("!(\(text))", known: known) {
        expect(negated.matches(subject) == !isSelected, "the opposite selects the same")
      }
      if let doubled = try? Filter.parse("(\(text)) & (\(text))", known: known) {
        expect(doubled.matches(subject) == isSelected, "twice selects something else")
      }
    } catch let error as FilterError {
      expectPrintable(error.description, lines: true, "the refusal")
      // Pieces of at most 120 characters; of each, eight scalars may be escaped with ten characters.
      expect(error.description.count < 40_000, "a refusal of \(error.description.count) characters")
    } catch {
      broken("an error of another kind: \(error)")
    }
  }
}

private let known = KnownNames(
  ids: ["ni.start", "ni.stop", "uci.reset"], suites: ["ni", "uci"], tags: ["slow"])
private let subject = FilterSubject(
  id: "ni.stop[idle]", suite: "ni", tags: ["slow"], class: "required", boards: ["tag-1"],
  requires: ["accessory"])

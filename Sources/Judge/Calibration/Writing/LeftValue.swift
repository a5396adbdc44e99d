/// A value that a board came with and does not take back.
package struct LeftValue: Hashable, Sendable {
  /// What it was.
  let old: CalibrationValues.Entry
  /// What stands there instead; nil for nothing.
  let now: [UInt8]?

  init(_ old: CalibrationValues.Entry, now: [UInt8]?) { (self.old, self.now) = (old, now) }

  /// The least step that the board may keep numbers in, where that can be why the old one is not to be
  /// had: it was no multiple of it, and the next one below it stands there.
  var step: Int? {
    guard let now, let was = old.number, now.count <= 4 else { return nil }
    let number = UCILittleEndian.number(now)
    let steps = (1...12).map { 1 << $0 }
    return steps.first { was % $0 != 0 && was - was % $0 == number }
  }

  /// Such as `ant0.ch9.ant_delay should be 16381, and is 16368`, and why that may be.
  package var words: String {
    let found = now.map { "is \(CalibrationValues.Entry.text($0))" } ?? "is gone"
    let why = step.map {
      ": it looks as if this firmware keeps multiples of \($0), and no write brings the old value back"
    }
    return "\(old.key) should be \(old.text), and \(found)\(why ?? "")"
  }
}

/// Breaks text into lines of a terminal.
package enum Wrapping {
  /// The text broken at spaces, and inside words that are longer than a line. Wider gaps inside a line
  /// stay.
  ///
  /// - Parameters:
  ///   - text: what holds nothing but characters that can be seen.
  ///   - width: columns of the terminal.
  ///   - first: what stands before the first line.
  ///   - firstWidth: its columns, where it takes more than `indent`.
  ///   - indent: blanks before every other line.
  package static func lines(
    _ text: String, width: Int, first: String = "", firstWidth: Int = 0, indent: Int = 0
  ) -> [String] {
    var lines: [String] = []
    /// Columns of the line at hand: the first one has less where much stands before it.
    var room: Int { max(1, width - (lines.isEmpty ? max(firstWidth, indent) : indent)) }
    var line = ""
    var used = 0
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      var word = String(word)
      var columns = DisplayWidth.of(word)
      // At the start of a line, and of the text, a gap is none.
      if word.isEmpty, line.isEmpty { continue }
      if !line.isEmpty, used + 1 + columns <= room {
        line += " " + word
        used += 1 + columns
        continue
      }
      if !line.isEmpty { lines.append(withoutBlanksBehind(line)) }
      while columns > room {
        let head = start(of: word, room)
        lines.append(head)
        word = String(word.dropFirst(head.count))
        columns = DisplayWidth.of(word)
      }
      line = word
      used = columns
    }
    lines.append(withoutBlanksBehind(line))
    let margin = String(repeating: " ", count: indent)
    return lines.enumerated().map { $0.offset == 0 ? first + $0.element : margin + $0.element }
  }

  static func withoutBlanksBehind(_ line: String) -> String {
    let end = line.utf8.lastIndex { $0 != UInt8(ascii: " ") }
    return end.map { String(line[...$0]) } ?? ""
  }

  /// As much of a long word as fits: up to a mark inside it, where one is not too early.
  private static func start(of word: String, _ room: Int) -> String {
    let head = DisplayWidth.prefix(word, columns: room)
    guard let mark = head.lastIndex(where: { "-/@+,".contains($0) }) else { return head }
    let part = String(head[...mark])
    return DisplayWidth.of(part) * 2 > room ? part : head
  }
}

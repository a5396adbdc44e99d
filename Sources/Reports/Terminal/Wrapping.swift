/// Breaks text into lines of a terminal.
public enum Wrapping {
  /// The text broken at spaces, and inside words that are longer than a line.
  ///
  /// - Parameters:
  ///   - text: what holds nothing but characters that can be seen.
  ///   - width: columns of the terminal.
  ///   - first: what stands before the first line; it takes `indent` columns at most, colours
  ///     aside.
  ///   - indent: blanks before every other line.
  public static func lines(
    _ text: String, width: Int, first: String = "", indent: Int = 0
  ) -> [String] {
    let room = max(1, width - indent)
    var lines: [String] = []
    var line = ""
    var used = 0
    for word in text.split(separator: " ", omittingEmptySubsequences: true) {
      var word = String(word)
      var columns = DisplayWidth.of(word)
      if !line.isEmpty, used + 1 + columns <= room {
        line += " " + word
        used += 1 + columns
        continue
      }
      if !line.isEmpty { lines.append(line) }
      while columns > room {
        let head = start(of: word, room)
        lines.append(head)
        word = String(word.dropFirst(head.count))
        columns = DisplayWidth.of(word)
      }
      line = word
      used = columns
    }
    lines.append(line)
    let margin = String(repeating: " ", count: indent)
    return lines.enumerated().map { $0.offset == 0 ? first + $0.element : margin + $0.element }
  }

  /// As much of a long word as fits: up to a mark inside it, where one is not too early.
  private static func start(of word: String, _ room: Int) -> String {
    let head = DisplayWidth.prefix(word, columns: room)
    guard let mark = head.lastIndex(where: { "-/@+,".contains($0) }) else { return head }
    let part = String(head[...mark])
    return DisplayWidth.of(part) * 2 > room ? part : head
  }
}

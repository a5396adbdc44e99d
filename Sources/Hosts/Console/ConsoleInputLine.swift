import Errors
import Links
import Notation
import WireFormat

enum ConsoleInputLine: Sendable {
  case nothing
  case help
  case quit
  case wait(Duration)
  /// The line is held low for so long.
  case lineBreak(Duration)
  /// Bytes for the board: for UCI a whole packet, for an accessory a message.
  case send([UInt8])

  init(_ input: ConsoleInput, _ vocabulary: any ConsoleVocabulary) throws(RigError) {
    let words = try input.get().split { $0.isWhitespace }.map(String.init)
    guard let first = words.first, !first.hasPrefix("#") else {
      self = .nothing
      return
    }
    switch first.lowercased() {
    case "help", "?": self = .help
    case "quit", "exit": self = .quit
    case "wait":
      guard words.count == 2, let span = try? DurationText.parse(words[1]) else {
        throw RigError(.usage, reason: "wait takes a span of time, such as wait 500ms")
      }
      self = .wait(span)
    case "break":
      // What a UART sends as a break by itself takes some milliseconds; a person wants it seen.
      guard words.count <= 2,
        let span = try? DurationText.parse(words.count == 2 ? words[1] : "250ms"),
        span > .zero, span <= .seconds(10)
      else {
        throw RigError(.usage, reason: "break takes at most 10s, such as break 250ms")
      }
      self = .lineBreak(span)
    default:
      // Bytes may be written with spaces between them.
      if let bytes = try? Hexadecimal.decode(words.joined()), !bytes.isEmpty {
        self = .send(bytes)
      } else {
        self = .send(try vocabulary.bytes(first, Array(words.dropFirst())))
      }
    }
  }
}

/// The commands that a kind of board knows by name.
protocol ConsoleVocabulary: Sendable {
  var help: [String] { get }
  /// The names of the commands, each with the arguments that have names.
  var words: [[String]] { get }
  func bytes(_ name: String, _ arguments: [String]) throws(RigError) -> [UInt8]
}

extension ConsoleVocabulary {
  static func unknown(_ name: String, _ names: [String]) -> RigError {
    RigError(
      .usage,
      reason: "\(PrintableText.quoted(name, limit: 60)) is neither hexadecimal nor a command"
        + (NearestName.hint(for: name, among: names) ?? "; help lists the commands"))
  }
}

extension UInt64 {
  /// A number as people type it, decimal or `0x…`.
  init?(typed text: String) {
    let number = text.hasPrefix("0x") ? UInt64(text.dropFirst(2), radix: 16) : UInt64(text)
    guard let number else { return nil }
    self = number
  }

  /// Its bytes, the lowest first; nil where it has more of them.
  func bytes(_ size: Int) -> [UInt8]? {
    guard self >> UInt64(8 * size) == 0 else { return nil }
    return (0..<size).map { UInt8(truncatingIfNeeded: self >> UInt64(8 * $0)) }
  }
}

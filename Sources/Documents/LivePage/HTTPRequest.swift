/// The head of a request that a browser has sent: as much of HTTP/1.1 as a page needs.
struct HTTPRequest: Sendable, Equatable {
  /// Bytes of a head at most.
  static let limit = 16 << 10

  /// Why a head is none.
  enum Refusal: Error, Equatable {
    /// More has to come.
    case unfinished
    /// It is longer than ``limit``.
    case tooLong
    /// It is no request of HTTP/1.
    case malformed
  }

  let method: String
  /// The path without the query.
  let path: String
  /// What follows the question mark; empty without one.
  let query: String
  /// The value of `Host`; empty without one.
  let host: String

  /// Reads the head of a request from the start of what was received.
  init(_ bytes: [UInt8]) throws(Refusal) {
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound else {
      throw bytes.count >= Self.limit ? .tooLong : .unfinished
    }
    guard end <= Self.limit else { throw .tooLong }
    let head = bytes[..<end]
    // Nothing but printable characters and line ends belongs into a head.
    guard head.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x0D || $0 == 0x0A || $0 == 0x09 })
    else { throw .malformed }
    let lines = String(decoding: head, as: UTF8.self).split(whereSeparator: \.isNewline)
    let words = lines.first?.split(separator: " ", omittingEmptySubsequences: false) ?? []
    guard words.count == 3, words[2].hasPrefix("HTTP/1."), words[1].hasPrefix("/"),
      !words[0].isEmpty
    else { throw .malformed }
    let parts = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    method = String(words[0])
    path = String(parts[0])
    query = parts.count > 1 ? String(parts[1]) : ""
    host =
      lines.dropFirst().lazy.compactMap { line -> String? in
        let field = line.split(separator: ":", maxSplits: 1)
        guard field.count == 2, field[0].lowercased() == "host" else { return nil }
        return field[1].filter { $0 != " " && $0 != "\t" }
      }.first ?? ""
  }
}

/// An answer to a browser.
struct HTTPResponse: Sendable {
  let status: Int
  let type: String
  let body: [UInt8]

  static func html(_ text: String) -> HTTPResponse {
    HTTPResponse(status: 200, type: "text/html; charset=utf-8", body: Array(text.utf8))
  }

  /// A refusal in a sentence.
  static func refusal(_ status: Int, _ sentence: String) -> HTTPResponse {
    HTTPResponse(
      status: status, type: "text/plain; charset=utf-8", body: Array((sentence + "\n").utf8))
  }

  /// The whole answer; the connection ends behind it.
  var bytes: [UInt8] {
    Array(Self.head(status, type, "Content-Length: \(body.count)\r\n").utf8) + body
  }

  /// The start of a stream of events, which ends with its connection.
  static let eventsHead = Array(head(200, "text/event-stream; charset=utf-8", "").utf8)

  /// An event of a stream; the text must hold no line end.
  ///
  /// - Parameter next: from where a browser goes on that has taken this.
  static func event(_ name: String, _ text: [UInt8], next: Int? = nil) -> [UInt8] {
    let place = next.map { "id: \($0)\n" } ?? ""
    return Array("event: \(name)\n\(place)data: ".utf8) + text + [0x0A, 0x0A]
  }

  /// A comment line, by which the browser sees that the stream is alive.
  static let heartbeat = Array(": here\n\n".utf8)

  private static func head(_ status: Int, _ type: String, _ more: String) -> String {
    """
    HTTP/1.1 \(status) \(words[status] ?? "Refused")\r
    Content-Type: \(type)\r
    \(more)Cache-Control: no-store\r
    Connection: close\r
    X-Content-Type-Options: nosniff\r
    X-Frame-Options: DENY\r
    Referrer-Policy: no-referrer\r
    Cross-Origin-Resource-Policy: same-origin\r
    \r

    """
  }

  private static let words = [
    200: "OK", 400: "Bad Request", 404: "Not Found", 405: "Method Not Allowed",
    431: "Request Header Fields Too Large", 503: "Service Unavailable",
  ]
}

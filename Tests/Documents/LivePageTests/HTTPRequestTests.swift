import Testing

@testable import LivePage

@Suite("Requests of browsers")
struct HTTPRequestTests {
  private func read(_ text: String) throws -> HTTPRequest {
    try HTTPRequest(Array(text.utf8))
  }

  @Test("a request has a method, a path, a query and a host")
  func whole() throws {
    let request = try read("GET /word/events?12 HTTP/1.1\r\nHost: 127.0.0.1:80\r\nX: y\r\n\r\nrest")
    #expect(request.method == "GET")
    #expect(request.path == "/word/events")
    #expect(request.query == "12")
    #expect(request.host == "127.0.0.1:80")
  }

  @Test("a request that has not ended waits for more, wherever it is cut")
  func cut() throws {
    let text = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
    for count in 0..<text.utf8.count {
      #expect(throws: HTTPRequest.Refusal.unfinished) {
        try HTTPRequest(Array(text.utf8.prefix(count)))
      }
    }
    #expect(try read(text).path == "/")
  }

  @Test(
    "what is no request is refused",
    arguments: [
      "\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/2\r\n\r\n", "GET x HTTP/1.1\r\n\r\n",
      "GET / HTTP/1.1\r\nA: \u{7}\r\n\r\n", "GET /\u{202e} HTTP/1.1\r\n\r\n", " / HTTP/1.1\r\n\r\n",
    ])
  func malformed(text: String) {
    #expect(throws: HTTPRequest.Refusal.malformed) { try read(text) }
  }

  @Test("a head without an end is refused at its limit")
  func tooLong() {
    let text = "GET / HTTP/1.1\r\nA: " + String(repeating: "a", count: HTTPRequest.limit)
    #expect(throws: HTTPRequest.Refusal.tooLong) { try read(text) }
    #expect(throws: HTTPRequest.Refusal.tooLong) { try read(text + "\r\n\r\n") }
  }
}

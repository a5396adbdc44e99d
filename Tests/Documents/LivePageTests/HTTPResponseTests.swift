import Testing

@testable import LivePage

@Suite("Answers to browsers")
struct HTTPResponseTests {
  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test("an event of a stream says from where a browser goes on that has taken it")
  func place() {
    #expect(text(HTTPResponse.event("now", Array("{}".utf8))) == "event: now\ndata: {}\n\n")
    #expect(
      text(HTTPResponse.event("cases", Array("[]".utf8), next: 12))
        == "event: cases\nid: 12\ndata: []\n\n")
  }

  @Test("a whole answer has its length and is nobody else's to show")
  func whole() {
    let head = text(HTTPResponse.html("<p>é").bytes)
    #expect(head.hasPrefix("HTTP/1.1 200 OK\r\n") && head.hasSuffix("\r\n\r\n<p>é"))
    for line in [
      "Content-Length: 5", "Cache-Control: no-store", "X-Frame-Options: DENY",
      "Cross-Origin-Resource-Policy: same-origin",
    ] { #expect(head.contains("\r\n\(line)\r\n"), "\(line)") }
  }
}

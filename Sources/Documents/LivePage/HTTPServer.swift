import Errors
import LabRuntime
import Links
import Synchronization

/// A small server of HTTP/1.1: one request on each connection, answered whole or by a stream of
/// events.
///
/// A browser that takes nothing for a while is hung up on, and so is one that does not finish its
/// request; none waits for another.
final class HTTPServer: Sendable {
  /// Connections at a time; more are turned away.
  private static let maximumConnections = 128
  /// How long a browser may take for its request, and to take what it is sent.
  static let patience = Duration.seconds(10)

  enum Answer: Sendable {
    case whole(HTTPResponse)
    /// Events until the closure returns, which sends each by what it is given.
    case events(
      @Sendable (_ send: @escaping @Sendable ([UInt8]) async throws -> Void) async throws -> Void)
  }

  private let lab: Lab
  private let listener: TCPListener
  private let answer: @Sendable (HTTPRequest) -> Answer
  private let open = Mutex(0)

  var port: UInt16 { listener.port }

  init(
    _ lab: Lab, address: String, port: UInt16, answer: @escaping @Sendable (HTTPRequest) -> Answer
  ) throws(RigError) {
    self.lab = lab
    self.answer = answer
    listener = try TCPListener(lab, address: address, port: port)
  }

  /// Serves all connections until it is closed or the task is cancelled.
  func serve() async {
    await withDiscardingTaskGroup { group in
      while let link = try? await listener.connections.receive() {
        let isFree = open.withLock { open in
          guard open < Self.maximumConnections else { return false }
          open += 1
          return true
        }
        guard isFree else {
          link.close()
          continue
        }
        group.addTask {
          try? await self.serve(link)
          link.close()
          self.open.withLock { $0 -= 1 }
        }
      }
      group.cancelAll()
    }
  }

  func close() { listener.close() }

  private func serve(_ link: any Link) async throws {
    let received = LabChannel<[UInt8]>(lab, label: "a request")
    link.start { event in
      switch event {
      case .received(let chunk): received.send(chunk.bytes)
      case .closed: received.close()
      }
    }
    let deadline = lab.now.advanced(by: Self.patience)
    var bytes: [UInt8] = []
    while true {
      bytes += try await received.receive(until: deadline)
      switch Result(catching: { () throws(HTTPRequest.Refusal) in try HTTPRequest(bytes) }) {
      case .success(let request):
        // What follows a request is of no interest, and shall not pile up.
        link.setReading(false)
        return try await respond(to: request, on: link)
      case .failure(.unfinished): continue
      case .failure(.tooLong):
        return try await send(.refusal(431, "the request is too long"), on: link)
      case .failure(.malformed):
        return try await send(.refusal(400, "this is no request"), on: link)
      }
    }
  }

  private func respond(to request: HTTPRequest, on link: any Link) async throws {
    guard request.method == "GET" else {
      return try await send(.refusal(405, "pages here are only read"), on: link)
    }
    switch answer(request) {
    case .whole(let response): try await send(response, on: link)
    case .events(let stream):
      try await send(HTTPResponse.eventsHead, on: link)
      try await stream { bytes in try await self.send(bytes, on: link) }
    }
  }

  private func send(_ response: HTTPResponse, on link: any Link) async throws {
    try await send(response.bytes, on: link)
  }

  /// Sends; throws where the browser takes nothing for too long.
  private func send(_ bytes: [UInt8], on link: any Link) async throws {
    // A piece at a time, so that a long page over a slow line has time for each.
    for start in stride(from: 0, to: bytes.count, by: 1 << 16) {
      let piece = Array(bytes[start..<min(bytes.count, start + 1 << 16)])
      try await lab.withDeadline(
        lab.now.advanced(by: Self.patience), label: "a browser to take what it is sent"
      ) { try await link.send(piece) }
    }
  }
}

import CRigShims
import Errors
package import Files
package import FoundationEssentials
import Glibc
import Journal

/// Serves the Model Context Protocol over two descriptors until the first one ends: one call at a time,
/// later ones wait; everything else is answered at once.
package struct ToolService {
  private let input: Int32
  private let output: SystemFile
  private let program: String
  private let permits: Set<Permit>
  private let server: ToolServer
  private let runFolder: () -> String
  private let didRun: (String) -> Void
  private var lines: [UInt8] = []
  private var isSkipping = false
  private var process: ToolProcess?
  private var waiting: [(id: JSONValue, tool: Tool, arguments: Arguments)] = []

  /// Calls that may wait behind the one that is being performed.
  private static let mostWaiting = 64

  /// A service.
  ///
  /// - Parameters:
  ///   - program: the path of this program, which performs the calls.
  ///   - runFolder: a folder for a run, another one each time.
  ///   - didRun: takes the folder of each call that has ended, where a run may have been made.
  package init(
    input: Int32 = STDIN_FILENO, output: SystemFile = .standardOutput, program: String,
    version: String, permits: Set<Permit>, runFolder: @escaping () -> String,
    didRun: @escaping (String) -> Void
  ) {
    self.input = input
    self.output = output
    self.program = program
    self.permits = permits
    self.runFolder = runFolder
    self.didRun = didRun
    server = ToolServer(version: version, permits: permits)
  }

  /// Serves until the client goes away; what is being performed then is ended.
  package mutating func perform() throws(POSIXError) {
    while true {
      try startNext()
      var requests = [pollfd(fd: input, events: Int16(POLLIN), revents: 0)]
      if let process {
        requests.append(pollfd(fd: process.output, events: Int16(POLLIN), revents: 0))
      }
      let wait = process.map { Int32(clamping: $0.timeLeft / 1_000_000 + 1) } ?? -1
      let ready = unsafe requests.withUnsafeMutableBufferPointer {
        unsafe poll($0.baseAddress, nfds_t($0.count), wait)
      }
      if ready < 0, errno != EINTR { return }
      if requests[0].revents != 0, try !takeInput() { return }
      if let running = process, requests.count > 1,
        requests[1].revents != 0 || running.timeLeft == 0,
        let outcome = running.advance()
      {
        process = nil
        didRun(running.runFolder)
        try send(server.answer(running.id, outcome))
      }
    }
  }

  /// - Returns: false once the client has gone.
  private mutating func takeInput() throws(POSIXError) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let got = unsafe bytes.withUnsafeMutableBytes {
      unsafe read(input, $0.baseAddress, $0.count)
    }
    if got < 0, errno == EINTR || errno == EAGAIN { return true }
    if got <= 0 { return false }
    for byte in bytes[..<got] {
      if byte != UInt8(ascii: "\n") {
        if lines.count < ToolServer.mostLine { lines.append(byte) } else { isSkipping = true }
        continue
      }
      // A line that is too long is refused as what it is: no message.
      let line = isSkipping ? Array("?".utf8) : lines
      lines = []
      isSkipping = false
      for effect in server.take(line) { try perform(effect) }
    }
    return true
  }

  private mutating func perform(_ effect: ToolServer.Effect) throws(POSIXError) {
    switch effect {
    case .send(let answer): try send(answer)
    case .call(let id, let tool, let arguments):
      guard waiting.count < Self.mostWaiting else {
        return try send(
          server.answer(id, .refusal("\(Self.mostWaiting) calls are waiting; ask again later")))
      }
      waiting.append((id, tool, arguments))
    case .cancel(let id):
      // An answer to what was cancelled is not sent.
      waiting.removeAll { $0.id == id }
      if process?.id == id { process = nil }
    }
  }

  private mutating func startNext() throws(POSIXError) {
    while process == nil, !waiting.isEmpty {
      let next = waiting.removeFirst()
      do throws(RigError) {
        process = try ToolProcess(
          next.id, next.tool, next.arguments, program: program, permits: permits,
          runFolder: runFolder())
      } catch { try send(server.answer(next.id, .refusal("\(error)"))) }
    }
  }

  private func send(_ value: JSONValue) throws(POSIXError) {
    try output.write(value.encoded + [UInt8(ascii: "\n")])
  }
}

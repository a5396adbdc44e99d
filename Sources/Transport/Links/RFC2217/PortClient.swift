import Errors
import LabRuntime
import Synchronization

/// A client of a served port: its connection, and what was agreed with it.
final class PortClient: Sendable {
  private struct State {
    var telnet = Telnet()
    var answers: ComPortAnswers
    /// What the connection has not taken yet.
    var pending: [UInt8] = []
    var whenEmpty: (@Sendable () -> Void)?
    var isEnded = false
  }

  /// Bytes that may wait for a connection before the port is held back, and those after which the client
  /// is given up.
  private static let mostPending = 1 << 16
  private static let mostChunks = 64
  let number: Int
  private let link: any Link
  private let state: Mutex<State>
  private let incoming: LabChannel<[UInt8]>
  private let behind: LabChannel<Void>

  init(_ lab: Lab, _ link: any Link, number: Int, rate: Int) {
    self.link = link
    self.number = number
    state = Mutex(State(answers: ComPortAnswers(rate: rate)))
    incoming = LabChannel(lab, label: "bytes of \(link.name)")
    behind = LabChannel(lab, label: "\(link.name) to take bytes")
  }

  func start() {
    link.start { [weak self] event in
      guard let self else { return }
      switch event {
      case .received(let chunk):
        incoming.send(chunk.bytes)
        if incoming.count >= Self.mostChunks { link.setReading(false) }
      case .closed:
        incoming.close()
        behind.close()
      }
    }
  }

  /// The next bytes of the client; meanwhile what it did not take is sent.
  func next() async throws(RigError) -> [UInt8] {
    if incoming.count == 0 { link.setReading(true) }
    return try await incoming.receive()
  }

  func read(_ bytes: [UInt8]) -> [ComPortAnswers.Outcome] {
    state.withLock { state in
      state.telnet.receive(bytes).flatMap { state.answers.receive($0) }
    }
  }

  /// Says something of the port, behind the data.
  func say(_ bytes: [UInt8]) {
    if !bytes.isEmpty { _ = pass(bytes) }
  }

  func tell(_ errors: LineErrors) { say(state.withLock { $0.answers.lineState(errors) }) }

  func refuseRate(_ rate: Int) -> [UInt8] { state.withLock { $0.answers.refuseRate(rate) } }

  /// Passes bytes on; false where the connection is so far behind that the port has to wait for it.
  func pass(_ bytes: [UInt8]) -> Bool {
    state.withLock { state in
      guard !state.isEnded else { return true }
      var sent = 0
      if state.pending.isEmpty {
        sent = (link as? any ImmediateLink)?.sendNow(bytes) ?? bytes.count
      }
      if sent < bytes.count {
        if state.pending.isEmpty { behind.send(()) }
        state.pending += bytes[sent...]
      }
      return state.pending.count < Self.mostPending
    }
  }

  /// Calls back once nothing waits any more.
  func whenEmpty(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.whenEmpty = body } }

  /// Sends what the connection did not take at once, until the client has gone.
  func flush() async {
    while (try? await behind.receive()) != nil {
      while true {
        let bytes = state.withLock { $0.pending }
        guard !bytes.isEmpty else { break }
        do throws(RigError) { try await link.send(bytes) } catch { return }
        state.withLock { $0.pending.removeFirst(bytes.count) }
      }
      state.withLock { state in
        defer { state.whenEmpty = nil }
        return state.whenEmpty
      }?()
    }
  }

  /// Hangs up; with a farewell, the port has ended.
  func end(_ farewell: String?) {
    let isFirst = state.withLock { state in
      defer { state.isEnded = true }
      return !state.isEnded
    }
    guard isFirst else { return }
    if let farewell { _ = (link as? any ImmediateLink)?.sendNow(ComPortAnswers.farewell(farewell)) }
    incoming.close()
    behind.close()
    link.close()
  }
}

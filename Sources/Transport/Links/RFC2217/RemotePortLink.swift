import Errors
import LabRuntime
import Notation
import Synchronization

/// The open end of a remote serial port: data with the commands taken out, and the commands.
final class RemotePortLink: SerialLine {
  private struct State {
    var telnet = Telnet()
    var control = ComPortControl()
    var receive: (@Sendable (LinkEvent) -> Void)?
    /// Bytes that came before there was a listener. The server is held back beyond `mostEarly`
    /// bytes.
    var early: [LinkEvent] = []
    var earlyBytes = 0
    var ended: RigError?
  }

  private static let mostEarly = 1 << 16
  let name: String
  let preservesMessages = false
  private let lab: Lab
  private let stream: any Link
  private let answerLimit: Duration
  private let state = Mutex(State())
  /// A token for each change of the server's mind.
  private let changes: LabChannel<Void>

  init(_ lab: Lab, name: String, stream: any Link, answerLimit: Duration) {
    self.lab = lab
    self.name = name
    self.stream = stream
    self.answerLimit = answerLimit
    changes = LabChannel(lab, label: "an answer of the server of \(name)")
  }

  /// Sets the port up.
  ///
  /// - Throws: ``RigError`` when the server does not speak RFC 2217, stays silent, or gives another
  ///   rate than the one asked for.
  func prepare(rate: Int, dtr: Bool, rts: Bool) async throws(RigError) {
    stream.start { [weak self] event in self?.take(event) }
    try await stream.send(ComPortControl.opening(rate: rate, dtr: dtr, rts: rts))
    try await awaitAnswer(to: "opening the port", within: answerLimit) {
      $0.rate != nil || $0.isAgreed == false
    }
    let control = state.withLock { $0.control }
    guard control.isAgreed != false else {
      throw RigError(
        .failed, name, reason: "the server there does not speak RFC 2217",
        advice: "If it serves a raw byte stream, use tcp://")
    }
    guard control.rate == rate else { throw wrongRate(asked: rate, got: control.rate) }
  }

  /// Whether the server has said that it speaks of its port.
  var hasBegun: Bool { state.withLock { $0.control.isAgreed != nil } }

  /// Agrees on bytes of eight bits and says nothing of the port.
  func prepareBytesAlone() async throws(RigError) {
    stream.start { [weak self] event in self?.take(event) }
    try await stream.send(ComPortControl.eightBits)
  }

  func start(_ receive: @escaping @Sendable (LinkEvent) -> Void) {
    // What comes meanwhile still joins the early ones, so that nothing overtakes anything.
    while true {
      let (early, ended) = state.withLock { state in
        let early = state.early
        state.early = []
        state.earlyBytes = 0
        if early.isEmpty, state.ended == nil { state.receive = receive }
        return (early, state.ended)
      }
      for event in early { receive(event) }
      guard early.isEmpty else { continue }
      if let ended { receive(.closed(ended)) }
      break
    }
    stream.setReading(true)
  }

  func send(_ bytes: [UInt8]) async throws(RigError) {
    while state.withLock({ $0.control.isSuspended }) { try await nextChange(until: nil) }
    try await stream.send(Telnet.escaped(bytes))
  }

  func setReading(_ reading: Bool) { stream.setReading(reading) }

  func close() {
    state.withLock { state in
      state.receive = nil
      state.ended = state.ended ?? RigError(.closed, name, reason: "the link is closed")
    }
    changes.close()
    stream.close()
  }

  func setRate(_ baud: Int) async throws(RigError) {
    let answers = state.withLock { $0.control.rateAnswers }
    try await stream.send(ComPortControl.setRate(baud))
    try await awaitAnswer(to: "another rate", within: answerLimit) { $0.rateAnswers != answers }
    let rate = state.withLock { $0.control.rate }
    guard rate == baud else { throw wrongRate(asked: baud, got: rate) }
  }

  func setLines(dtr: Bool?, rts: Bool?) async throws(RigError) {
    typealias Control = ComPortControl.Control
    var bytes: [UInt8] = []
    if let dtr { bytes += ComPortControl.control(dtr ? Control.dtrOn : Control.dtrOff) }
    if let rts { bytes += ComPortControl.control(rts ? Control.rtsOn : Control.rtsOff) }
    if !bytes.isEmpty { try await stream.send(bytes) }
  }

  func setBreak(_ on: Bool) async throws(RigError) {
    typealias Control = ComPortControl.Control
    try await stream.send(ComPortControl.control(on ? Control.breakOn : Control.breakOff))
  }

  /// Throws unless the server answers a question of its own.
  func proveServer(within limit: Duration) async throws(RigError) {
    let answers = state.withLock { $0.control.rateAnswers }
    try await stream.send(ComPortControl.setRate(0))
    try await awaitAnswer(to: "a question", within: limit) { $0.rateAnswers != answers }
  }

  /// Asks for the rate and waits for the answer: the server reads data and commands in order.
  func drain(within limit: Duration) async throws(RigError) {
    let answers = state.withLock { $0.control.rateAnswers }
    try await stream.send(ComPortControl.setRate(0))
    do {
      try await awaitAnswer(to: "what was sent", within: limit) { $0.rateAnswers != answers }
    } catch  where error.code == .timedOut {}
  }

  /// Whether the server has said that the port behind it has ended.
  var hasPortEnded: Bool { state.withLock { $0.control.farewell != nil } }

  var lineErrors: LineErrors? { state.withLock { $0.control.errors } }

  private func wrongRate(asked: Int, got: Int?) -> RigError {
    RigError(
      .failed, name,
      reason: "the server set \(got.map(String.init) ?? "no rate") instead of \(asked) baud",
      advice: "Ask for a rate that the port behind it can do")
  }

  private func awaitAnswer(
    to what: String, within limit: Duration, _ isThere: (ComPortControl) -> Bool
  ) async throws(RigError) {
    let end = lab.now.advanced(by: limit)
    while true {
      let (there, ended) = state.withLock { (isThere($0.control), $0.ended) }
      if there { return }
      if let ended { throw ended }
      do { try await nextChange(until: end) } catch  where error.code == .timedOut {
        throw RigError(
          .timedOut, name, reason: "the server did not answer to \(what) within \(limit)",
          advice: "Is it an RFC 2217 server? A raw byte stream is tcp://")
      }
    }
  }

  private func nextChange(until end: LabInstant?) async throws(RigError) {
    do { try await changes.receive(until: end) } catch {
      switch error.code {
      case .timedOut: throw RigError(.timedOut, name, reason: "nothing came")
      case .closed: throw RigError(.closed, name, reason: "the link is closed")
      default: throw RigError(.cancelled, name, reason: "waiting was cancelled")
      }
    }
  }

  private func take(_ event: LinkEvent) {
    switch event {
    case .closed(let error):
      let (ended, receive) = state.withLock { state in
        let ended =
          state.control.farewell.map {
            RigError(error.code, name, reason: PrintableText.escaped($0, limit: 100))
          } ?? error.at(name)
        state.ended = state.ended ?? ended
        defer { state.receive = nil }
        return (ended, state.receive)
      }
      changes.close()
      receive?(.closed(ended))
    case .received(let chunk):
      var answer: [UInt8] = []
      var isChanged = false
      let (events, receive, mustWait) = state.withLock { state in
        var events: [LinkEvent] = []
        for item in state.telnet.receive(chunk.bytes) {
          if case .data(let bytes) = item {
            events.append(.received(Chunk(bytes: bytes, at: chunk.at)))
            if state.receive == nil { state.earlyBytes += bytes.count }
          } else {
            answer += state.control.receive(item)
            isChanged = true
          }
        }
        if state.receive == nil, state.ended == nil { state.early += events }
        return (events, state.receive, state.earlyBytes > RemotePortLink.mostEarly)
      }
      if let receive { for event in events { receive(event) } }
      if mustWait { stream.setReading(false) }
      // The few bytes of an answer fit the socket's buffer, or the server has stopped reading, and
      // then it does not want them.
      if !answer.isEmpty { _ = (stream as? any ImmediateLink)?.sendNow(answer) }
      if isChanged, changes.count == 0 { changes.send(()) }
    }
  }
}

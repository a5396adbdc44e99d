import Admission
import Errors
import LabRuntime
import Links
import Synchronization

/// A connection that begins with messages of an admission; behind them it is the link that it was.
final class AdmissionLink: ImmediateLink {
  private struct State {
    /// What has come and was not taken yet.
    var rest: [UInt8] = []
    var ending: RigError?
    var receive: (@Sendable (LinkEvent) -> Void)?
  }

  /// The most that may come before it is taken.
  private static let mostBytes = 1 << 16
  private let lab: Lab
  private let link: any Link
  private let state = Mutex(State())
  private let changes: LabChannel<Void>
  var name: String { link.name }
  var preservesMessages: Bool { link.preservesMessages }
  var player: Player? { link.player }

  init(_ lab: Lab, _ link: any Link) {
    self.lab = lab
    self.link = link
    changes = LabChannel(lab, label: "the admission over \(link.name)")
    link.start { [weak self] event in self?.take(event) }
  }

  /// The next message of the other side.
  func next(until deadline: LabInstant) async throws(RigError) -> AdmissionMessage {
    while true {
      let (message, ending) = try state.withLock {
        state throws(RigError) -> (AdmissionMessage?, RigError?) in
        (try AdmissionMessage.take(from: &state.rest), state.ending)
      }
      if let message { return message }
      if let ending { throw ending }
      try await changes.receive(until: deadline)
    }
  }

  func say(_ message: AdmissionMessage) async throws(RigError) { try await send(message.frame) }

  private func take(_ event: LinkEvent) {
    let receive = state.withLock { state -> (@Sendable (LinkEvent) -> Void)? in
      if let receive = state.receive { return receive }
      switch event {
      case .received(let chunk): state.rest += chunk.bytes
      case .closed(let error): state.ending = error
      }
      if state.rest.count > Self.mostBytes {
        state.rest = []
        state.ending = RigError(.malformed, name, reason: "it sends more than was asked for")
      }
      return nil
    }
    if let receive { receive(event) } else { changes.send(()) }
  }

  func start(_ receive: @escaping @Sendable (LinkEvent) -> Void) {
    state.withLock { state in
      // Inside: what comes meanwhile waits, and overtakes nothing.
      if !state.rest.isEmpty { receive(.received(Chunk(bytes: state.rest, at: lab.now))) }
      if let ending = state.ending { receive(.closed(ending)) }
      state.rest = []
      state.receive = receive
    }
  }

  func send(_ bytes: [UInt8]) async throws(RigError) { try await link.send(bytes) }
  func sendNow(_ bytes: [UInt8]) -> Int? { (link as? any ImmediateLink)?.sendNow(bytes) ?? 0 }
  func setReading(_ reading: Bool) { link.setReading(reading) }
  func close() { link.close() }
}

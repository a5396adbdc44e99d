public import Errors
public import LabRuntime
import Synchronization
import UCI

/// A link to NXP's plug-and-play firmware: puts its header before each packet, and begins with its
/// start sequence. What is above it sends and receives plain UCI.
public final class PnPLink: LineWrapper {
  /// How long an answer of the start sequence may take.
  private static let patience = Duration.milliseconds(500)
  /// Sends of one request: the firmware may ask for a command again, or hold half of another
  /// program's.
  private static let sends = 3

  private struct State {
    var heard: [UInt8] = []
    var ending: RigError?
    var receive: (@Sendable (LinkEvent) -> Void)?
  }

  /// The name of the link below.
  public var name: String { inner.name }
  /// As the link below.
  public var player: Player? { inner.player }
  /// The link below: a byte stream.
  public let inner: any Link
  private let lab: Lab
  private let news: LabChannel<Void>
  private let state = Mutex(State())

  private init(_ inner: any Link, lab: Lab) {
    self.inner = inner
    self.lab = lab
    news = LabChannel(lab, label: "the start sequence of \(inner.name)")
  }

  /// Takes over a link that was just opened and wakes the firmware behind it.
  ///
  /// - Throws: ``RigError`` when the link ends, or nothing at all is answered.
  public static func begin(over link: any Link, lab: Lab) async throws(RigError) -> PnPLink {
    let framed = PnPLink(link, lab: lab)
    link.start { [weak framed] event in framed?.take(event) }
    do throws(RigError) {
      try await framed.begin()
      return framed
    } catch {
      link.close()
      throw error
    }
  }

  /// A board that was woken before may leave a step out; one that answers nothing is none of these.
  private func begin() async throws(RigError) {
    var answered = 0
    for step in PnPFraming.start where try await perform(step) { answered += 1 }
    guard answered > 0 else {
      throw RigError(
        .timedOut, name,
        reason: "no answer to the start sequence of NXP's plug-and-play firmware",
        advice: "Is it that firmware, and are rate (3000000) and flow control (rtscts) its own?")
    }
    state.withLock { $0.heard = [] }
  }

  private func perform(_ step: PnPFraming.Step) async throws(RigError) -> Bool {
    for _ in 0..<Self.sends {
      state.withLock { $0.heard = [] }
      try await inner.send(step.request)
      let deadline = lab.now.advanced(by: Self.patience)
      waiting: while true {
        let (heard, ending) = state.withLock { ($0.heard, $0.ending) }
        let isRefused = heard.contains(Self.retry) || heard.contains(step.answer + Self.retryStatus)
        if heard.contains(step.answer), !isRefused { return true }
        if let ending { throw ending }
        if isRefused { break }
        do throws(RigError) { try await news.receive(until: deadline) } catch {
          guard error.code == .timedOut else { throw error }
          break waiting
        }
      }
    }
    return false
  }

  /// CORE_GENERIC_ERROR_NTF with COMMAND_RETRY.
  private static let retry = CoreGenericErrorNotification(status: .commandRetry).packet.bytes
  /// Length and payload of a response that says so.
  private static let retryStatus = [1, UCIStatus.commandRetry.rawValue]

  private func take(_ event: LinkEvent) {
    state.withLock { state in
      if let receive = state.receive { return receive(event) }
      switch event {
      case .received(let chunk): state.heard += chunk.bytes
      case .closed(let error): state.ending = error
      }
      news.send(())
    }
  }

  /// Starts the flow of what came after the start sequence.
  public func start(_ receive: @escaping @Sendable (LinkEvent) -> Void) {
    state.withLock { state in
      state.receive = receive
      let (heard, ending) = (state.heard, state.ending)
      (state.heard, state.ending) = ([], nil)
      if !heard.isEmpty { receive(.received(Chunk(bytes: heard, at: lab.now))) }
      if let ending { receive(.closed(ending)) }
    }
  }

  /// Sends packets, each behind its header.
  public func send(_ bytes: [UInt8]) async throws(RigError) {
    try await inner.send(PnPFraming.framed(bytes))
  }

  /// Ends the link below.
  public func close() {
    state.withLock { $0.receive = nil }
    inner.close()
  }
}

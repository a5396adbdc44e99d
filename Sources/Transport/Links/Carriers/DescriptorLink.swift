import CRigShims
import Errors
import Glibc
import LabRuntime
import Synchronization

/// A byte stream over one or two non-blocking descriptors: the common part of all live carriers.
final class DescriptorLink: ImmediateLink {
  private struct State {
    var input: Int32
    var output: Int32
    var token: UInt64 = 0
    var outputToken: UInt64 = 0
    var receive: (@Sendable (LinkEvent) -> Void)?
    var isReading = true
    var wantsToWrite = false
  }

  let name: String
  let preservesMessages: Bool
  let player: Player?
  private let lab: Lab
  private let poller: Poller
  /// Bytes of one read. Small where one thread serves all clients: a client that floods gets no
  /// more than this done before the others have their turn.
  private let portion: Int
  private let state: Mutex<State>
  private let writable: LabChannel<Void>
  /// Packets that are taken together at most: others have their turn between.
  private static let mostPackets = 512
  private let beforeReading: (@Sendable () -> Void)?
  private let onClose: @Sendable () -> Void

  /// Takes over the descriptors; `output` may be the same as `input`.
  ///
  /// - Parameters:
  ///   - place: by what processes of this machine are found that are at the other side; nil for none.
  ///   - preservesMessages: a packet socket, of which one read is one packet.
  ///   - onClose: gives back what belongs to the carrier; runs once, before the descriptors are
  ///     closed.
  ///   - beforeReading: of a terminal that others take over: called when there is something to read; may
  ///     end the link, which then leaves it unread. What comes after the call is left unread too.
  init(
    _ lab: Lab, name: String, input: Int32, output: Int32, playedAt place: Player.Place? = nil,
    preservesMessages: Bool = false, onClose: @escaping @Sendable () -> Void = {},
    beforeReading: (@Sendable () -> Void)? = nil
  ) {
    self.lab = lab
    player = place.map(Player.join)
    poller = lab.poller
    self.preservesMessages = preservesMessages
    portion = lab.idling == nil ? 4096 : 1024
    self.name = name
    self.beforeReading = beforeReading
    self.onClose = onClose
    state = Mutex(State(input: input, output: output))
    writable = LabChannel(lab, label: "\(name) to take more bytes")
  }

  deinit { close() }

  func start(_ receive: @escaping @Sendable (LinkEvent) -> Void) {
    let refused = state.withLock { state in
      guard state.input >= 0 else { return true }
      state.receive = receive
      state.token = poller.add(state.input, [.readable]) { [weak self] readiness in
        self?.handle(readiness)
      }
      if state.output != state.input {
        state.outputToken = poller.add(state.output, []) { [weak self] _ in
          self?.writable.send(())
        }
      }
      return state.token == 0
    }
    if refused {
      receive(.closed(RigError(.failed, name, reason: "the system cannot watch it")))
    }
  }

  func send(_ bytes: [UInt8]) async throws(RigError) {
    var sent = 0
    while true {
      let number = write(bytes, after: &sent)
      guard number != 0 else { return }
      guard number == EAGAIN else {
        throw RigError(.closed, name, reason: Self.reason(number))
      }
      setWantsToWrite(true)
      do { try await writable.receive() } catch {
        throw RigError(
          error.code == .closed ? .closed : .cancelled, name,
          reason: error.code == .closed ? "the link is closed" : "sending was cancelled")
      }
    }
  }

  func sendNow(_ bytes: [UInt8]) -> Int? {
    var sent = 0
    let number = write(bytes, after: &sent)
    return number == 0 || number == EAGAIN ? sent : nil
  }

  func setReading(_ reading: Bool) {
    state.withLock { state in
      guard state.isReading != reading else { return }
      state.isReading = reading
      updateInterest(state)
    }
  }

  func close() {
    let (input, output) = state.withLock { state in
      let descriptors = (state.input, state.output)
      if state.input >= 0 {
        if state.token != 0 { poller.remove(state.input, token: state.token) }
        if state.outputToken != 0 { poller.remove(state.output, token: state.outputToken) }
      }
      state.input = -1
      state.output = -1
      state.receive = nil
      return descriptors
    }
    guard input >= 0 else { return }
    writable.close()
    player?.leave()
    onClose()
    rig_close(input)
    if output != input { rig_close(output) }
  }

  /// A call on the descriptor that is written to, while it is certainly ours; nil when the link is
  /// closed.
  func control<Value: Sendable>(_ call: (Int32) -> Value) -> Value? {
    state.withLock { state in state.output >= 0 ? call(state.output) : nil }
  }

  private func setWantsToWrite(_ wants: Bool) {
    state.withLock { state in
      guard state.wantsToWrite != wants else { return }
      state.wantsToWrite = wants
      updateInterest(state)
    }
  }

  private func updateInterest(_ state: borrowing State) {
    guard state.input >= 0, state.token != 0 else { return }
    var interest: Poller.Readiness = state.isReading ? [.readable] : []
    let out: Poller.Readiness = state.wantsToWrite ? [.writable] : []
    if state.outputToken != 0 {
      poller.modify(state.output, token: state.outputToken, out)
    } else {
      interest.formUnion(out)
    }
    poller.modify(state.input, token: state.token, interest)
  }

  /// Writes what follows the bytes that were sent; 0 when all of it is, else why not now.
  private func write(_ bytes: [UInt8], after sent: inout Int) -> Int32 {
    while sent < bytes.count {
      let (count, number) = state.withLock { state in
        state.output >= 0 ? System.write(state.output, bytes, from: sent) : (-1, EBADF)
      }
      if count > 0 {
        sent += count
      } else if number != EINTR {
        return number
      }
    }
    return 0
  }

  private func handle(_ readiness: Poller.Readiness) {
    if readiness.contains(.writable) {
      setWantsToWrite(false)
      writable.send(())
    }
    guard !readiness.isDisjoint(with: [.readable, .hungUp, .failed]) else { return }
    var most = portion
    if let beforeReading {
      // What is there before the look is this user's, and what comes behind it may be the next one's: the
      // kernel joins both.
      let waiting = state.withLock { $0.input >= 0 ? rig_tty_waiting($0.input) : 0 }
      beforeReading()
      guard waiting != 0 else {
        if !readiness.isDisjoint(with: [.hungUp, .failed]) {
          end(RigError(.closed, name, reason: Self.reason(EIO)))
        }
        return
      }
      // Where the system does not say, the read will.
      if waiting > 0 { most = min(portion, Int(waiting)) }
    }
    // What a system keeps of packets that are not read at once is little, and what is beyond is
    // lost: they are all taken before the first is looked at.
    var taken: [(Chunk, (@Sendable (LinkEvent) -> Void)?)] = []
    var ending: RigError?
    var isMore = true
    while isMore {
      let (chunk, ended, receive) = read(most)
      if let chunk { taken.append((chunk, receive)) }
      // A packet socket tells of its end first, and has what came before that still.
      let isNews = ended != nil && ending == nil
      if isNews { ending = ended }
      isMore = preservesMessages && (chunk != nil || isNews) && taken.count < Self.mostPackets
    }
    for (chunk, receive) in taken { receive?(.received(chunk)) }
    if let ending { end(ending) }
  }

  /// Ends the link as if the other side had closed it.
  func hangUp(_ reason: String) { end(RigError(.closed, name, reason: reason)) }

  /// Stops the flow and says why, once; the descriptors stay until `close`.
  private func end(_ error: RigError) {
    let receive = state.withLock { state in
      if state.input >= 0, state.token != 0 {
        poller.remove(state.input, token: state.token)
        state.token = 0
      }
      let receive = state.receive
      state.receive = nil
      return receive
    }
    writable.close()
    receive?(.closed(error))
  }

  /// One read, with the time right after it; of a packet, with the time at which it came.
  private func read(_ most: Int) -> (Chunk?, RigError?, (@Sendable (LinkEvent) -> Void)?) {
    state.withLock { state in
      guard state.input >= 0, let receive = state.receive else { return (nil, nil, nil) }
      var at = LabInstant.zero
      let bytes: [UInt8]
      let number: Int32
      if preservesMessages {
        let packet = System.receive(state.input, capacity: most)
        at = lab.now.advanced(by: .zero - packet.waited)
        (bytes, number) = (packet.bytes, packet.number)
      } else {
        (bytes, number) = System.read(state.input, capacity: most) { at = lab.now }
      }
      if !bytes.isEmpty { return (Chunk(bytes: bytes, at: at), nil, receive) }
      if number == EAGAIN || number == EINTR { return (nil, nil, receive) }
      let code = number == ECONNABORTED ? RigError.Code.endedHere : .closed
      return (nil, RigError(code, name, reason: Self.reason(number)), receive)
    }
  }

  /// Why the link has ended, the same whether reading or writing has met it first.
  private static func reason(_ number: Int32) -> String {
    switch number {
    case 0, EIO, ENODEV, ENXIO, EPIPE: "it hung up (unplugged, or the other side closed)"
    case EBADF: "the link is closed"
    case ECONNABORTED: "this computer has ended it: its adapter was turned off or taken out"
    default: SystemError.description(number)
    }
  }
}

import Errors
import LabRuntime
import Synchronization

/// A link on which things go wrong: wraps another one, and lets its place decide what and when.
///
/// Bytes of each direction go through a lane of their own, in order, each at its time; straight
/// through as long as nothing has ever gone wrong. Rate, modem lines and breaks are not what goes wrong
/// here.
final class FaultyLink: LineWrapper {
  enum Item: Sendable {
    case deed(FaultMachine.Deed, due: LabInstant)
    case ended(RigError)
  }

  private struct State {
    var inner: any Link
    /// Connections of the board so far: what an earlier one still says counts no more.
    var generation = 0
    var receive: (@Sendable (LinkEvent) -> Void)?
    var lastDue: [FaultMachine.Direction: LabInstant] = [:]
    var isClosed = false
    var usesLanes = false
  }

  let name: String
  private let lab: Lab
  private let place: FaultyPlace
  private let toBoard: LabChannel<Item>
  private let fromBoard: LabChannel<Item>
  private let state: Mutex<State>

  init(_ inner: any Link, name: String, place: FaultyPlace, lab: Lab) {
    self.name = name
    self.place = place
    self.lab = lab
    toBoard = LabChannel(lab, label: "bytes to \(name)")
    fromBoard = LabChannel(lab, label: "bytes from \(name)")
    state = Mutex(State(inner: inner))
  }

  var inner: any Link { state.withLock { $0.inner } }

  func start(_ receive: @escaping @Sendable (LinkEvent) -> Void) {
    state.withLock { $0.receive = receive }
    listen(to: inner, generation: 0)
  }

  func send(_ bytes: [UInt8]) async throws(RigError) {
    let (isClosed, straight) = state.withLock { ($0.isClosed, $0.usesLanes ? nil : $0.inner) }
    guard !isClosed else { throw gone }
    if let straight { return try await straight.send(bytes) }
    let pressure = place.withMachine { $0.pressure() }
    if pressure > .zero {
      do throws(RigError) {
        try await lab.sleep(for: pressure, label: "\(name) to take bytes")
      } catch { throw RigError(.cancelled, name, reason: "sending was cancelled") }
      guard !self.isClosed else { throw gone }
    }
    perform(place.transfer(bytes, .out), .out)
  }

  func close() {
    let inner = state.withLock { state -> (any Link)? in
      guard !state.isClosed else { return nil }
      state.isClosed = true
      state.receive = nil
      return state.inner
    }
    toBoard.close()
    fromBoard.close()
    inner?.close()
  }

  /// From now on bytes go through the lanes; ``pump()`` has to run.
  func useLanes() { state.withLock { $0.usesLanes = true } }

  private var isClosed: Bool { state.withLock { $0.isClosed } }
  private var gone: RigError { RigError(.closed, name, reason: "the link is closed") }

  private func listen(to inner: any Link, generation: Int) {
    inner.start { [weak self] event in
      guard let self else { return }
      let (isWanted, usesLanes, receive) = self.state.withLock { state in
        (state.generation == generation && !state.isClosed, state.usesLanes, state.receive)
      }
      guard isWanted else { return }
      switch event {
      case .received(let chunk):
        guard usesLanes else {
          receive?(event)
          return
        }
        self.perform(self.place.transfer(chunk.bytes, .in), .in)
      case .closed(let error):
        if usesLanes { self.fromBoard.send(.ended(error)) } else { self.end(error) }
      }
    }
  }

  /// Puts what was decided into the lanes.
  private func perform(_ deeds: [FaultMachine.Deed], _ direction: FaultMachine.Direction) {
    let lane = direction == .out ? toBoard : fromBoard
    for deed in deeds {
      switch deed {
      case .deliver(_, let delay): lane.send(.deed(deed, due: due(delay, direction)))
      case .stall(let time):
        // What follows is due after it.
        _ = due(time, .in)
        _ = due(time, .out)
      case .close, .reset, .brownOut: lane.send(.deed(deed, due: due(.zero, direction)))
      }
    }
  }

  /// When something is due that takes so long; never before what came earlier the same way.
  private func due(_ delay: Duration, _ direction: FaultMachine.Direction) -> LabInstant {
    let joined = place.joined(lab.now.advanced(by: delay))
    return state.withLock { state in
      let due = max(state.lastDue[direction, default: .zero], joined)
      state.lastDue[direction] = due
      return due
    }
  }

  // MARK: The lanes

  /// Moves bytes until the link is closed or the task is cancelled.
  func pump() async {
    await withDiscardingTaskGroup { group in
      // A board that is restarting hears nothing.
      group.addTask { await self.pump(self.toBoard) { try? await self.inner.send($0) } }
      group.addTask { await self.pump(self.fromBoard) { self.deliver($0) } }
    }
  }

  private func pump(
    _ lane: LabChannel<Item>, _ move: @Sendable ([UInt8]) async -> Void
  ) async {
    var next: Item?
    while true {
      guard let item = next else {
        next = try? await lane.receive()
        if next == nil { return }
        continue
      }
      next = nil
      guard case .deed(let deed, let due) = item else {
        if case .ended(let error) = item { end(error) }
        continue
      }
      guard await sleep(until: due) else { return }
      switch deed {
      case .deliver(var bytes, _):
        // What is due at the same time arrives together, where transfers are joined.
        while place.withMachine({ $0.joiningWindow > .zero }), next == nil,
          let following = lane.tryReceive()
        {
          if case .deed(.deliver(let more, _), let time) = following, time == due {
            bytes += more
          } else {
            next = following
          }
        }
        await move(bytes)
      case .stall: break
      case .close(let time, let renamed):
        place.goAway(for: time, renamed: renamed)
        end(RigError(.closed, name, reason: "the board was unplugged"))
      case .brownOut(let time):
        place.goAway(for: time, renamed: false)
        end(RigError(.closed, name, reason: "the board has lost its power"))
        await place.cutPower(for: time)
      case .reset(let away, let banner): await restart(away: away, banner: banner)
      }
    }
  }

  private func sleep(until due: LabInstant) async -> Bool {
    guard !isClosed else { return false }
    guard due > lab.now else { return true }
    let slept: Void? = try? await lab.sleep(until: due, label: "bytes on \(name)")
    return slept != nil && !isClosed
  }

  private func deliver(_ bytes: [UInt8]) {
    let receive = state.withLock { $0.receive }
    receive?(.received(Chunk(bytes: bytes, at: lab.now)))
  }

  private func end(_ error: RigError) {
    let receive = state.withLock { $0.isClosed ? nil : $0.receive }
    close()
    receive?(.closed(error))
  }

  /// The board starts again behind a bridge that goes on.
  private func restart(away: Duration, banner: [UInt8]) async {
    let (inner, generation) = state.withLock { state in
      state.generation += 1
      return (state.inner, state.generation)
    }
    inner.close()
    await place.cutPower(for: away)
    guard !isClosed, let again = try? await place.reopen() else { return }
    let isWanted = state.withLock { state in
      guard !state.isClosed else { return false }
      state.inner = again
      return true
    }
    guard isWanted else { return again.close() }
    listen(to: again, generation: generation)
    if !banner.isEmpty { deliver(banner) }
  }
}

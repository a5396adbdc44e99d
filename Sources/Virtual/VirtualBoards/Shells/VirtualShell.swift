public import BootProtocols
import Errors
public import LabRuntime
public import Links
public import Room
import Synchronization

/// A board with a text shell behind a link: any ``DeviceShell`` value, on a line of a chosen rate.
public final class VirtualShell: VirtualBoard {
  private let name: String
  private let rate: Int?
  private let lab: Lab
  private let state: Mutex<any DeviceShell>
  private let radio: ShellRadio?

  /// A board without a connection.
  ///
  /// - Parameters:
  ///   - rate: bits per second of the line, ten for a byte; nil for one that takes no time.
  ///   - room: where its radio is; nil for a board without one.
  ///   - errors: what is wrong with its antenna; nil for nothing.
  public init(
    lab: Lab, name: String, rate: Int? = nil, shell: any DeviceShell, room: Room? = nil,
    errors: RadioErrors? = nil
  ) {
    radio = room.map { ShellRadio($0, name) }
    if let errors { room?.equip(name, with: errors) }
    self.lab = lab
    self.name = name
    self.rate = rate
    state = Mutex(shell)
  }

  /// The shell as it is now.
  public var shell: any DeviceShell { state.withLock { $0 } }

  /// Serves the board, one connection after the other, until the listener is closed or the task is
  /// cancelled. Each call is a board that was just powered; what it has saved is kept.
  public func serve(_ listener: any LinkListener) async {
    var line = LineTiming(rate: rate)
    // Output before a host has connected is lost.
    _ = state.withLock { $0.start(at: now) }
    radio?.powerUp()
    tune()
    defer { radio?.range(nil) }
    await listener.serve(lab, &line, converse)
  }

  /// Talks until the other side leaves; false when the board's task is cancelled.
  private func converse(_ frames: FrameLink, _ line: inout LineTiming) async -> Bool {
    line.connect(at: lab.now)
    while true {
      let wake = state.withLock { $0.wakesAt }
      do throws(RigError) {
        let frame = try await frames.receive(until: wake.map(instant))
        for (piece, due) in line.arrivals(of: frame.bytes, at: frame.at) {
          guard await sleep(until: due) else { return false }
          let actions = state.withLock { $0.receive(piece, at: now) }
          tune()
          guard await carryOut(actions, &line, frames) else { return false }
        }
      } catch {
        guard error.code == .timedOut else { return error.code != .cancelled }
        let actions = state.withLock { $0.wake(at: now) }
        guard await carryOut(actions, &line, frames) else { return false }
      }
    }
  }

  private func carryOut(
    _ actions: [ShellAction], _ line: inout LineTiming, _ frames: FrameLink
  ) async -> Bool {
    for action in actions {
      switch action {
      case .send(let bytes):
        line.pass(to: lab.now)
        guard await sleep(until: line.departure(of: bytes.count)) else { return false }
        // A closed link is noticed by the next receive.
        try? await frames.send(bytes)
        if Task.isCancelled { return false }
      case .ranges(let ranging): radio?.range(ranging)
      case .measures(let block):
        let measurements = radio?.round(block) ?? []
        let said = state.withLock { $0.measured(measurements) }
        guard await carryOut(said, &line, frames) else { return false }
      case .restart:
        while frames.tryReceive() != nil {}
        let greeting = state.withLock { $0.start(at: now) }
        return await carryOut(greeting, &line, frames)
      }
    }
    return true
  }

  /// Lets the radio work with the calibration.
  private func tune() {
    guard let radio else { return }
    for channel in [5, 9] {
      radio.raiseDelay(channel, by: state.withLock { $0.raised(channel: channel) })
    }
  }

  /// Microseconds of the lab's clock.
  private var now: UInt64 {
    UInt64(clamping: LabInstant.zero.duration(to: lab.now).microseconds)
  }

  private func instant(_ microseconds: UInt64) -> LabInstant {
    LabInstant.zero.advanced(by: .microseconds(Int64(clamping: microseconds)))
  }

  private func sleep(until due: LabInstant) async -> Bool {
    await lab.sleeps(until: due, "the line of \(name)")
  }
}

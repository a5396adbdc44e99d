public import BootProtocols
import Errors
public import LabRuntime
public import Links
import Synchronization

/// A board with a text shell behind a link: any ``DeviceShell`` value, on a line of a chosen rate.
public final class VirtualShell: VirtualBoard {
  /// What kind of line it has.
  public struct Settings: Sendable {
    /// The board's name.
    public var name: String
    /// Bits per second of the line, ten for a byte; nil for a line that takes no time.
    public var rate: Int?

    /// A board whose line takes no time.
    public init(name: String, rate: Int? = nil) {
      self.name = name
      self.rate = rate
    }
  }

  /// What kind of line it has.
  public let settings: Settings
  private let lab: Lab
  private let state: Mutex<any DeviceShell>

  /// A board that nobody is connected to.
  public init(lab: Lab, settings: Settings, shell: any DeviceShell) {
    self.lab = lab
    self.settings = settings
    state = Mutex(shell)
  }

  /// The shell as it is now.
  public var shell: any DeviceShell { state.withLock { $0 } }

  /// Serves the board, one connection after the other, until the listener is closed or the task is
  /// cancelled. Each call is a board that was just powered; what it has saved is kept.
  public func serve(_ listener: any LinkListener) async {
    var line = LineTiming(rate: settings.rate)
    // What it says before anybody listens is lost.
    _ = state.withLock { $0.start(at: now) }
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
        // Somebody who has hung up is noticed by the next receive.
        try? await frames.send(bytes)
        if Task.isCancelled { return false }
      case .restart:
        while frames.tryReceive() != nil {}
        let greeting = state.withLock { $0.start(at: now) }
        return await carryOut(greeting, &line, frames)
      }
    }
    return true
  }

  /// Microseconds of the lab's clock.
  private var now: UInt64 {
    UInt64(clamping: LabInstant.zero.duration(to: lab.now).microseconds)
  }

  private func instant(_ microseconds: UInt64) -> LabInstant {
    LabInstant.zero.advanced(by: .microseconds(Int64(clamping: microseconds)))
  }

  private func sleep(until due: LabInstant) async -> Bool {
    await lab.sleeps(until: due, "the line of \(settings.name)")
  }
}

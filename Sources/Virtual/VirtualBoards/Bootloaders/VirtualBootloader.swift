public import BootProtocols
public import Errors
public import LabRuntime
public import Links
import Synchronization

/// A board with a bootloader behind a link: any ``Bootloader`` value, on a line of a chosen rate,
/// with flash that lasts.
///
/// The times of the line and the flash pass on the lab's clock.
public final class VirtualBootloader: VirtualBoard {
  /// Its line and flash.
  public struct Settings: Sendable {
    /// The board's name.
    public var name: String
    /// Bits per second of the line, ten for a byte; nil for a line that takes no time.
    public var rate: Int?
    /// A file that holds the flash, byte for byte from its first address; nil for flash that is
    /// forgotten at the end.
    public var flashFile: String?
    /// When its power goes, once; nil for a sound supply.
    public var powerLoss: PowerLoss?

    /// A board whose line takes no time and whose flash is forgotten at the end.
    public init(name: String, rate: Int? = nil, flashFile: String? = nil) {
      self.name = name
      self.rate = rate
      self.flashFile = flashFile
    }
  }

  /// When the power of a board goes. The host is hung up on where the line can do that, and
  /// the next one who connects finds a board that was just powered.
  public enum PowerLoss: Hashable, Sendable {
    /// After this number of bytes of flash written or erased; the operation at hand is left half
    /// done.
    case flash(Int)
    /// After this number of bytes on the line.
    case line(Int)
  }

  private struct State {
    var bootloader: any Bootloader
    var file: FlashFile?
    /// Bytes that may still arrive before the power goes.
    var lineLeft: Int?
    /// The board has no power, or has started an application that does not know the protocol.
    var isAway = false
    /// It has started an application, since it was last asked.
    var hasStarted = false
    /// It has reset itself, since it was last asked.
    var hasRestarted = false
  }

  /// Its line and flash.
  public let settings: Settings
  private let lab: Lab
  private let state: Mutex<State>

  /// A board without a connection. Flash that the file holds already replaces that of
  /// `bootloader`.
  ///
  /// - Throws: ``RigError`` when the file cannot be used.
  public init(
    lab: Lab, settings: Settings, bootloader: any Bootloader
  ) throws(RigError) {
    self.lab = lab
    self.settings = settings
    var bootloader = bootloader
    let file = try settings.flashFile.map { path throws(RigError) in
      try FlashFile(path, board: settings.name, flash: &bootloader.flash)
    }
    state = Mutex(State(bootloader: bootloader, file: file))
    if let loss = settings.powerLoss { losePower(after: loss) }
  }

  /// Lets the power go, once.
  public func losePower(after loss: PowerLoss) {
    state.withLock { state in
      switch loss {
      case .flash(let count): state.bootloader.flash.losePower(after: count)
      case .line(let count): state.lineLeft = max(0, count)
      }
    }
  }

  /// The flash.
  public var flash: FlashMemory { state.withLock { $0.bootloader.flash } }

  /// The bootloader as it is now.
  public var bootloader: any Bootloader { state.withLock { $0.bootloader } }

  /// Whether the board has left its bootloader since this was last called: for its application, or
  /// by a reset of its own, whatever that led to.
  func takeDeparture() -> (started: Bool, restarted: Bool) {
    state.withLock { state in
      defer { (state.hasStarted, state.hasRestarted) = (false, false) }
      return (state.hasStarted, state.hasRestarted)
    }
  }

  /// The board is reset: the next connection finds a bootloader that has just started.
  func reset() {
    state.withLock { state in
      state.isAway = true
      (state.hasStarted, state.hasRestarted) = (false, false)
    }
  }

  /// Serves the board, one connection after the other, until the listener is closed or the task is
  /// cancelled. Each call is a board that was just powered; its flash is that of the call before.
  ///
  /// A board that has left its bootloader is put into it again when a host connects, as by a hand
  /// on its button.
  public func serve(_ listener: any LinkListener) async {
    var line = LineTiming(rate: settings.rate)
    guard await powerUp(&line, nil) else { return }
    await listener.serve(lab, &line, converse)
  }

  /// Talks until the other side leaves or the power goes; false when the board's task is cancelled.
  private func converse(_ frames: FrameLink, _ line: inout LineTiming) async -> Bool {
    if state.withLock({ $0.isAway }) {
      guard await powerUp(&line, frames) else { return false }
    }
    line.connect(at: lab.now)
    while true {
      do throws(RigError) {
        let frame = try await frames.receive(until: nil)
        for (piece, due) in line.arrivals(of: frame.bytes, at: frame.at) {
          guard await sleep(until: due) else { return false }
          line.pass(to: due)
          guard let actions = receive(piece) else { return true }
          guard await carryOut(actions, &line, frames) else { return false }
        }
      } catch {
        return error.code != .cancelled
      }
    }
  }

  private func powerUp(_ line: inout LineTiming, _ frames: FrameLink?) async -> Bool {
    if let rate = settings.rate { line.setRate(rate) }
    let actions = state.withLock { state in
      state.isAway = false
      var actions = state.bootloader.start()
      keepFlash(&state)
      if state.bootloader.flash.isPowerLost {
        // It went while the board came up, and is back.
        state.bootloader.flash.restorePower()
        actions = state.bootloader.start()
        keepFlash(&state)
      }
      return actions
    }
    line.pass(to: lab.now)
    return await carryOut(actions, &line, frames)
  }

  /// The board's actions for bytes; nil when its power has gone over them.
  private func receive(_ bytes: [UInt8]) -> [BootloaderAction]? {
    state.withLock { state in
      guard !state.isAway else { return [] }
      let heard = bytes.prefix(state.lineLeft ?? bytes.count)
      let actions = state.bootloader.receive(Array(heard))
      keepFlash(&state)
      if let left = state.lineLeft { state.lineLeft = left - heard.count }
      guard state.bootloader.flash.isPowerLost || state.lineLeft == 0 else { return actions }
      state.bootloader.flash.restorePower()
      state.lineLeft = nil
      state.isAway = true
      return nil
    }
  }

  /// Writes are in the file before they are acknowledged: the program may end at any time.
  private func keepFlash(_ state: inout State) {
    guard let changes = state.bootloader.flash.takeChanges() else { return }
    state.file?.store(state.bootloader.flash.bytes, changes)
  }

  /// Does what the bootloader decided, in its time; false when the task is cancelled.
  private func carryOut(
    _ actions: [BootloaderAction], _ line: inout LineTiming, _ frames: FrameLink?
  ) async -> Bool {
    for action in actions {
      switch action {
      case .send(let bytes):
        guard let frames else { continue }
        guard await sleep(until: line.departure(of: bytes.count)) else { return false }
        // A closed link is noticed by the next receive.
        try? await frames.send(bytes)
        line.hasSent(at: lab.now)
        if Task.isCancelled { return false }
      case .busy(let microseconds):
        line.pass(to: line.boardTime.advanced(by: .microseconds(max(0, microseconds))))
        guard await sleep(until: line.boardTime) else { return false }
      case .setRate(let rate): line.setRate(rate)
      case .restart(let intoBootloader):
        // A chip in reset hears nothing.
        while frames?.tryReceive() != nil {}
        state.withLock { state in
          state.hasRestarted = true
          if !intoBootloader { (state.isAway, state.hasStarted) = (true, true) }
        }
        guard intoBootloader else { return true }
        return await powerUp(&line, frames)
      }
    }
    return true
  }

  private func sleep(until due: LabInstant) async -> Bool {
    await lab.sleeps(until: due, "the line and the flash of \(settings.name)")
  }
}

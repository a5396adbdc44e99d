public import BootProtocols
public import LabRuntime
public import Links
import Synchronization

/// A board with a bootloader behind a link: any ``Bootloader`` value, on a line of a chosen rate, with
/// flash that lasts.
///
/// What the line and the flash take is taken by the lab's clock.
public final class VirtualBootloader: Sendable {
  /// What kind of line and flash it has.
  public struct Settings: Sendable {
    /// The board's name.
    public var name: String
    /// Bits per second of the line, ten for a byte; nil for a line that takes no time.
    public var rate: Int?
    /// A file that holds the flash, byte for byte from its first address; nil for flash that is
    /// forgotten at the end.
    public var flashFile: String?

    /// A board whose line takes no time and whose flash is forgotten at the end.
    public init(name: String, rate: Int? = nil, flashFile: String? = nil) {
      self.name = name
      self.rate = rate
      self.flashFile = flashFile
    }
  }

  private struct State {
    var bootloader: any Bootloader
    var file: FlashFile?
    /// The board has started an application that does not know the protocol.
    var isInApplication = false
  }

  /// What kind of line and flash it has.
  public let settings: Settings
  private let lab: Lab
  private let state: Mutex<State>

  /// A board that nobody is connected to. Flash that the file holds already replaces that of
  /// `bootloader`.
  ///
  /// - Throws: ``VirtualBoardError`` when the file cannot be used.
  public init(
    lab: Lab, settings: Settings, bootloader: any Bootloader
  ) throws(VirtualBoardError) {
    self.lab = lab
    self.settings = settings
    var bootloader = bootloader
    let file = try settings.flashFile.map { path throws(VirtualBoardError) in
      try FlashFile(path, board: settings.name, flash: &bootloader.flash)
    }
    state = Mutex(State(bootloader: bootloader, file: file))
  }

  /// What the flash holds.
  public var flash: FlashMemory { state.withLock { $0.bootloader.flash } }

  /// The bootloader as it is now.
  public var bootloader: any Bootloader { state.withLock { $0.bootloader } }

  /// Serves the board, one connection after the other, until the listener is closed or the task is
  /// cancelled. Each call is a board that was just powered; its flash is that of the call before.
  ///
  /// A board that has left its bootloader is put into it again when somebody connects, as by a hand
  /// on its button.
  public func serve(_ listener: any LinkListener) async {
    var line = BoardLine(rate: settings.rate)
    guard await carryOut(start(), &line, nil) else { return }
    while let link = try? await listener.connections.receive() {
      let frames = FrameLink(link, cutter: PassingCutter(), lab: lab)
      let goesOn = await converse(frames, &line)
      frames.close()
      guard goesOn else { return }
    }
  }

  /// Talks until the other side leaves; false when the board's task is cancelled.
  private func converse(_ frames: FrameLink, _ line: inout BoardLine) async -> Bool {
    if state.withLock({ $0.isInApplication }) {
      guard await carryOut(start(), &line, frames) else { return false }
    }
    line.connect(at: lab.now)
    while true {
      do throws(LinkError) {
        let frame = try await frames.receive(until: nil)
        for (piece, due) in line.arrivals(of: frame.bytes, at: frame.at) {
          guard await sleep(until: due) else { return false }
          let actions = state.withLock { state -> [BootloaderAction] in
            guard !state.isInApplication else { return [] }
            return receive(piece, &state)
          }
          guard await carryOut(actions, &line, frames) else { return false }
        }
      } catch {
        return error.code != .cancelled
      }
    }
  }

  private func start() -> [BootloaderAction] {
    state.withLock { state in
      state.isInApplication = false
      let actions = state.bootloader.start()
      keepFlash(&state)
      return actions
    }
  }

  private func receive(_ bytes: [UInt8], _ state: inout State) -> [BootloaderAction] {
    let actions = state.bootloader.receive(bytes)
    keepFlash(&state)
    return actions
  }

  /// What was written is in the file before anybody is told: the program may end at any time.
  private func keepFlash(_ state: inout State) {
    guard let changes = state.bootloader.flash.takeChanges() else { return }
    state.file?.store(state.bootloader.flash.bytes, changes)
  }

  /// Does what the bootloader decided, in its time; false when the task is cancelled.
  private func carryOut(
    _ actions: [BootloaderAction], _ line: inout BoardLine, _ frames: FrameLink?
  ) async -> Bool {
    var waiting = actions[...]
    while let action = waiting.popFirst() {
      switch action {
      case .send(let bytes):
        guard let frames else { continue }
        guard await sleep(until: line.departure(of: bytes.count, at: lab.now)) else {
          return false
        }
        // Somebody who has hung up is noticed by the next receive.
        try? await frames.send(bytes)
        if Task.isCancelled { return false }
      case .busy(let microseconds):
        let end = lab.now.advanced(by: .microseconds(max(0, microseconds)))
        guard await sleep(until: end) else { return false }
      case .setRate(let rate): line.setRate(rate)
      case .restart(let intoBootloader):
        // A chip in reset hears nothing.
        while frames?.tryReceive() != nil {}
        if intoBootloader {
          waiting = start()[...]
        } else {
          state.withLock { $0.isInApplication = true }
          return true
        }
      }
    }
    return true
  }

  private func sleep(until due: LabInstant) async -> Bool {
    guard due > lab.now else { return !Task.isCancelled }
    do throws(LabError) {
      try await lab.sleep(until: due, label: "the line and the flash of \(settings.name)")
      return true
    } catch {
      return false
    }
  }
}

/// A serial line as the board sees it: when bytes are there, and when they have left.
struct BoardLine {
  private var rate: Int?
  private var inputFree = LabInstant.zero
  private var outputFree = LabInstant.zero

  init(rate: Int?) { self.rate = rate.map { max(1, $0) } }

  /// Another rate, on a line that has one.
  mutating func setRate(_ new: Int) { if rate != nil { rate = max(1, new) } }

  mutating func connect(at now: LabInstant) {
    inputFree = max(inputFree, now)
    outputFree = max(outputFree, now)
  }

  /// The pieces in which bytes arrive that were sent at a moment, each with its time: about a
  /// millisecond of the line each.
  mutating func arrivals(of bytes: [UInt8], at sent: LabInstant) -> [([UInt8], LabInstant)] {
    guard let rate else { return [(bytes, sent)] }
    inputFree = max(inputFree, sent)
    let portion = max(16, rate / 10_000)
    return stride(from: 0, to: bytes.count, by: portion).map { start in
      let piece = Array(bytes[start..<min(start + portion, bytes.count)])
      inputFree = inputFree.advanced(by: Self.time(of: piece.count, rate))
      return (piece, inputFree)
    }
  }

  /// When the last of so many bytes has left.
  mutating func departure(of count: Int, at now: LabInstant) -> LabInstant {
    guard let rate else { return now }
    outputFree = max(outputFree, now).advanced(by: Self.time(of: count, rate))
    return outputFree
  }

  private static func time(of count: Int, _ rate: Int) -> Duration {
    .nanoseconds(Int64(count) * 10_000_000_000 / Int64(rate))
  }
}

/// Bytes as they come: protocols that find their own messages.
public struct PassingCutter: FrameCutter {
  /// A cutter without state.
  public init() {}

  /// The bytes as they are.
  public mutating func feed(_ bytes: [UInt8]) -> [CutItem] { bytes.isEmpty ? [] : [.frame(bytes)] }

  /// Nothing to forget.
  public mutating func reset() {}

  /// The bytes as they are.
  public func wrap(_ frame: [UInt8]) -> [UInt8] { frame }
}

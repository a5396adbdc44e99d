import Journal
import LabRuntime
public import Links
import Synchronization
public import UCI
import VirtualBoards

/// One board of an open bench: opens its link as often as asked, and records every byte.
public final class BenchBoard: Sendable {
  /// The board as the rig file describes it.
  public let description: RigBoard
  /// The name of the rig file.
  public var name: String { description.name }
  private let source: any LinkSource
  private let place: VirtualStage.Place?
  private let lab: Lab
  private let journal: Journal
  private let recorder: FrameRecorder
  private let open = Mutex<FrameLink?>(nil)
  private let dialect: Mutex<String?>

  init(
    _ description: RigBoard, source: any LinkSource, place: VirtualStage.Place?, lab: Lab,
    journal: Journal
  ) {
    self.place = place
    self.description = description
    self.source = source
    self.lab = lab
    self.journal = journal
    dialect = Mutex(description.dialect?.description)
    recorder = FrameRecorder(board: description.name, journal: journal)
  }

  /// Opens the board's link, closing an earlier one, and waits for it to settle.
  public func connect() async throws(LinkError) -> FrameLink {
    release(reason: "to be opened again")
    let link = try await source.open()
    let frames = FrameLink(
      link, cutter: description.cutter, lab: lab,
      recorder: recorder)
    open.withLock { $0 = frames }
    journal.emit(.boardOpened(change(reason: "")))
    if let settle = description.settle, settle > .zero {
      do throws(LabError) {
        try await lab.sleep(for: settle, label: "\(name) to settle")
      } catch {
        throw LinkError(.cancelled, link: source.name, reason: "waiting for it to settle")
      }
    }
    return frames
  }

  /// The port of a board that is found by its USB identity; nil for others.
  var usbPort: USBPort? { source as? USBPort }

  /// Records what the board has said that it speaks, once and when it changes.
  ///
  /// What the rig file says holds, whatever the board says.
  public func identified(as found: UCIDialect) {
    guard description.dialect == nil else { return }
    let isNews = dialect.withLock { dialect in
      defer { dialect = found.description }
      return dialect != found.description
    }
    if isNews { journal.emit(.boardIdentified(change(reason: ""))) }
  }

  /// A case begins: what the board sends is recorded again, up to the recorder's allowance.
  public func beginCase() { recorder.renew() }

  /// Closes the link, if it is open, and says why.
  public func release(reason: String) {
    let frames = open.withLock { open in
      let frames = open
      open = nil
      return frames
    }
    guard let frames else { return }
    frames.close()
    journal.emit(.boardClosed(change(reason: reason)))
  }

  /// Resets the board as the rig file's `reset` says: the line is dropped for 100 ms.
  ///
  /// - Throws: ``LinkError`` when there is no such line, or the port cannot be opened.
  public func resetByLines() async throws(LinkError) {
    guard let reset = description.reset else { return }
    func dropped(_ parameters: SerialParameters) -> SerialParameters {
      var dropped = parameters
      if reset == .dtr { dropped.dtr = false }
      if reset == .rts { dropped.rts = false }
      return dropped
    }
    let link: any Link
    switch description.link {
    case .serial(let path, let parameters):
      link = try await SerialPort(lab, path: path, parameters: dropped(parameters)).open()
    case .usb(_, _, let parameters):
      guard let port = usbPort else { return }
      link = try await port.open(with: dropped(parameters))
    default: return
    }
    defer { link.close() }
    do throws(LabError) {
      try await lab.sleep(for: .milliseconds(100), label: "the reset of \(name)")
    } catch {
      throw LinkError(.cancelled, link: source.name, reason: "the reset was cancelled")
    }
  }

  /// The Bluetooth LE device as another central sees it; nil for a board that is none.
  public func peripheral(for central: String) -> (any GATTPeripheral)? {
    place?.device?.central(central)
  }

  /// Whether the rig can take the board's power away.
  public var canCutPower: Bool { place != nil }

  /// Takes the board's power away, and returns when it has come back; false where the rig cannot.
  public func cutPower(for duration: Duration) async throws -> Bool {
    guard let place else { return false }
    try await place.power.cut(for: duration)
    return true
  }

  /// Presses the button that ends a session at the board; false where the rig cannot.
  public func pressButton() -> Bool {
    guard let device = place?.device else { return false }
    device.pressButton()
    return true
  }

  private func change(reason: String) -> Event.BoardChange {
    Event.BoardChange(
      board: name, identity: description.link.description, virtual: description.link == .virtual,
      reason: reason, firmware: description.firmware.rawValue,
      dialect: dialect.withLock { $0 })
  }
}

extension RigBoard {
  /// True for a board that plays the phone's radio.
  public var isPhoneRadio: Bool { firmware == .uci && role == .controller && use == .helper }

  /// How this board's bytes are cut into frames.
  var cutter: any FrameCutter {
    firmware == .uci
      ? UCICutter(dialect: uciDialect)
      : StreamCutter(streamFraming)
  }
}

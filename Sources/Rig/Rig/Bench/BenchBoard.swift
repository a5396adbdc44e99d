import BootProtocols
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
  let place: VirtualStage.Place?
  private let equipment: BoardEquipment
  /// Who records the board's own console; nil where it has none.
  let console: ConsoleRecorder?
  let lab: Lab
  private let journal: Journal
  private let recorder: FrameRecorder
  private let open = Mutex<FrameLink?>(nil)
  /// What the line of the open link had counted when it was last looked at, and the case since then.
  private let wire = Mutex((seen: LineErrors(), instance: String?.none))
  private let dialect: Mutex<String?>

  init(
    _ description: RigBoard, source: any LinkSource, place: VirtualStage.Place?,
    equipment: BoardEquipment, console: ConsoleRecorder? = nil, lab: Lab, journal: Journal
  ) {
    self.console = console
    self.place = place
    self.equipment = equipment
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
    wire.withLock { $0.seen = LineErrors() }
    journal.emit(.boardOpened(change(reason: "")))
    let settle = description.settle ?? (source as? any BoardPort)?.settle
    if let settle, settle > .zero {
      try await pause(for: settle, "waiting for \(name) to settle")
    }
    return frames
  }

  /// Opens the board's line as bare bytes, for a boot protocol; the caller closes it.
  public func openLine() async throws(LinkError) -> any Link {
    release(reason: "to be flashed")
    return try await source.open()
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

  /// An instance begins: what the board sends is recorded again, up to the recorder's allowance, and
  /// a recorded board goes to the part of its recording that is about it.
  public func beginCase(_ instance: String) {
    if let frames = open.withLock({ $0 }) { noteLineErrors(of: frames) }
    wire.withLock { $0.instance = instance }
    recorder.renew()
    console?.renew()
    place?.recorded?.begin(instance)
  }

  /// Whether another process of this machine plays the board behind the open link: the lab's own
  /// boards run on the lab's own thread.
  public var isPlayedByProcess: Bool {
    place == nil && open.withLock { $0?.endsInThisMachine ?? false }
  }

  /// Closes the link, if it is open, and says why.
  public func release(reason: String) {
    let frames = open.withLock { open in
      let frames = open
      open = nil
      return frames
    }
    guard let frames else { return }
    noteLineErrors(of: frames)
    frames.close()
    journal.emit(.boardClosed(change(reason: reason)))
  }

  /// Notes what went wrong on the wire since the last look: a frame that was damaged there is no
  /// fault of the board.
  private func noteLineErrors(of frames: FrameLink) {
    guard let errors = frames.line?.lineErrors else { return }
    let (news, instance) = wire.withLock { wire in
      defer { wire.seen = errors }
      return (errors.since(wire.seen), wire.instance)
    }
    guard let words = news.words else { return }
    let place = instance.map { " (\($0))" } ?? ""
    journal.emit(.note(Event.Remark("\(name): on its serial line: \(words)\(place)")))
  }

  /// Resets the board as the rig file's `reset` says: a line is dropped for 100 ms, the power is cut
  /// for a second, or a program is run.
  ///
  /// - Throws: ``LinkError`` when there is no such line, the port cannot be opened, or the switch
  ///   refuses.
  public func reset() async throws(LinkError) {
    guard let reset = description.reset else { return }
    switch reset {
    case .dtr: try await dropLines { $0.dtr = false }
    case .rts: try await dropLines { $0.rts = false }
    case .power: _ = try await cutPower(for: .seconds(1))
    case .command(let command): try await equipment.run(command, for: name)
    case .probe: try await equipment.resetByProbe(of: name)
    }
  }

  /// Drops DTR and RTS for 100 ms; nothing where the board's link has no such lines.
  public func dropControlLines() async throws(LinkError) {
    try await dropLines {
      $0.dtr = false
      $0.rts = false
    }
  }

  private func dropLines(_ drop: (inout SerialParameters) -> Void) async throws(LinkError) {
    guard let port = source as? any BoardPort else { return }
    release(reason: "to drop its control lines")
    let link = try await port.open(changing: drop)
    defer { link.close() }
    try await pause(for: .milliseconds(100), "the reset of \(name)")
  }

  private func pause(for duration: Duration, _ label: String) async throws(LinkError) {
    do throws(LabError) { try await lab.sleep(for: duration, label: label) } catch {
      throw LinkError(.cancelled, link: source.name, reason: "\(label) was cancelled")
    }
  }

  /// The Bluetooth LE device as another central sees it; nil for a board that is none.
  public func peripheral(for central: String) -> (any GATTPeripheral)? {
    place?.device?.central(central)
  }

  /// The debug probe that can reset the board, in words; nil where the rig names none.
  public var probe: String? { equipment.probe?.name }

  /// Resets the board's chip through its debug probe.
  ///
  /// - Throws: ``LinkError`` when the rig names no probe, or it cannot be done.
  public func resetByProbe() async throws(LinkError) {
    release(reason: "to be reset by its debug probe")
    try await equipment.resetByProbe(of: name)
  }

  /// The other boards of the rig that lose their power with this one, by name.
  public var sharingPower: [String] { equipment.sharingPower }

  /// Whether the rig can take the board's power away.
  public var canCutPower: Bool { place != nil || equipment.power != nil }

  /// Takes the board's power away, and returns when it has come back; false where the rig cannot.
  public func cutPower(for duration: Duration) async throws(LinkError) -> Bool {
    if let place {
      do { try await place.power.cut(for: duration) } catch {
        throw LinkError(.cancelled, link: source.name, reason: "the power cut was cancelled")
      }
      return true
    }
    guard equipment.power != nil else { return false }
    try await equipment.cut()
    // The power comes back whatever happens meanwhile; a cancelled run must not leave a dark board.
    let pause: LinkError?
    do throws(LinkError) {
      try await self.pause(for: duration, "the power cut of \(name)")
      pause = nil
    } catch { pause = error }
    try await equipment.restore()
    if let pause { throw pause }
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
      board: name, identity: description.identity, virtual: place != nil,
      reason: reason, firmware: description.firmware.rawValue,
      dialect: dialect.withLock { $0 })
  }
}

extension RigBoard {
  /// What a journal says that the board is: its link; of a recording the name alone, since a run
  /// without hardware says nothing of the machine that it was on.
  var identity: String {
    guard case .replay(let path, let mode) = link else { return link.description }
    var parts = path.split(separator: "/")
    if parts.count > 1, parts.last == "events.ndjson" { parts.removeLast() }
    return LinkAddress.replay(path: parts.last.map(String.init) ?? "", mode).description
  }

  /// True for a board that plays the phone's radio.
  public var isPhoneRadio: Bool { firmware == .uci && role == .controller && use == .helper }

  /// How this board's bytes are cut into frames.
  var cutter: any FrameCutter {
    switch firmware {
    case .uci: UCICutter(dialect: uciDialect)
    case .niAccessory: StreamCutter(streamFraming)
    // Everything else finds its own messages.
    default: PassingCutter()
    }
  }
}

import Bluetooth
import BootProtocols
public import Errors
import Journal
public import LabRuntime
public import Links
public import RigFile
public import UCI
import VirtualBoards
import WireFormat

/// One board of an open bench: its link, and what it is reset and powered with.
public final class BenchBoard: Sendable {
  /// Its link.
  public let session: BoardSession
  /// The board as the rig file describes it.
  public var description: RigBoard { session.description }
  /// The name of the rig file.
  public var name: String { description.name }
  let place: VirtualEnvironment.Endpoint?
  private let equipment: BoardEquipment
  /// Who records the board's own console; nil where it has none.
  let console: ConsoleRecorder?
  /// The lab of the bench.
  public let lab: Lab

  init(
    _ description: RigBoard, source: any LinkSource, place: VirtualEnvironment.Endpoint?,
    limits: RigLimits = RigLimits(), equipment: BoardEquipment, console: ConsoleRecorder? = nil,
    lab: Lab, journal: Journal
  ) {
    session = BoardSession(
      description, source: source, isVirtual: place != nil, limits: limits, lab: lab,
      journal: journal)
    self.place = place
    self.equipment = equipment
    self.console = console
    self.lab = lab
  }

  /// The port of a board that is found by its USB identity; nil for others.
  var usbPort: USBPort? { session.source as? USBPort }

  /// An instance begins: what the board and its console send is recorded again, and a recorded board
  /// goes to the part of its recording that is about it.
  public func begin(_ instance: String) {
    session.begin(instance)
    console?.renew()
    place?.recorded?.begin(instance)
  }

  /// Whether the board is a recording that begins again with each instance.
  public var beginsWithInstances: Bool { place?.recorded?.knowsInstances ?? false }

  /// Resets the board as the rig file's `reset` says: a line is dropped for 100 ms, the power is cut
  /// for a second, or a program is run.
  ///
  /// - Throws: ``RigError`` when there is no such line, the port cannot be opened, or the switch
  ///   refuses.
  public func reset() async throws(RigError) {
    guard let reset = description.reset else { return }
    switch reset {
    case .dtr: try await dropLines { $0.dtr = false }
    case .rts: try await dropLines { $0.rts = false }
    case .power: _ = try await cutPower(for: .seconds(1))
    case .command(let command): try await equipment.run(command)
    case .probe: try await equipment.resetByProbe()
    }
  }

  /// Drops DTR and RTS for 100 ms; nothing where the board's link has no such lines.
  public func dropControlLines() async throws(RigError) {
    try await dropLines {
      $0.dtr = false
      $0.rts = false
    }
  }

  private func dropLines(_ drop: (inout SerialParameters) -> Void) async throws(RigError) {
    guard let port = session.source as? any BoardPort else { return }
    session.close(reason: "to drop its control lines")
    let link = try await port.open(changing: drop)
    defer { link.close() }
    try await session.pause(for: .milliseconds(100), "the reset of \(name)")
  }

  /// The name of the central that holds the board's own link.
  public static let ownCentral = "phone"

  /// The Bluetooth LE device as another central sees it; nil for a board that is none, and where
  /// there is no adapter for that central.
  public func peripheral(for central: String) -> (any GATTPeripheral)? {
    place?.device?.central(central)
      ?? (session.source as? BLESource)?.peripheral(isSecond: central != Self.ownCentral)
  }

  /// The debug probe that can reset the board, in words; nil where the rig names none.
  public var probe: String? { equipment.probe?.name }

  /// Resets the board's chip through its debug probe.
  ///
  /// - Throws: ``RigError`` when the rig names no probe, or it cannot be done.
  public func resetByProbe() async throws(RigError) {
    session.close(reason: "to be reset by its debug probe")
    try await equipment.resetByProbe()
  }

  /// The other boards of the rig that lose their power with this one, by name.
  public var sharingPower: [String] { equipment.sharingPower }

  /// The calibration of a virtual board with UCI firmware, as no host can see it; nil for others.
  public var hiddenCalibration: UWBSCalibration? {
    (place?.board as? VirtualSubsystem)?.calibration
  }

  /// Whether the rig can take the board's power away.
  public var canCutPower: Bool { place != nil || equipment.power != nil }

  /// Takes the board's power away, and returns when it has come back; false where the rig cannot.
  public func cutPower(for duration: Duration) async throws(RigError) -> Bool {
    if let place {
      do { try await place.power.cut(for: duration) } catch {
        throw RigError(.cancelled, session.source.name, reason: "the power cut was cancelled")
      }
      return true
    }
    guard equipment.power != nil else { return false }
    try await equipment.cut()
    // The power comes back whatever happens meanwhile; a cancelled run must not leave a dark board.
    var trouble: RigError?
    do throws(RigError) {
      try await session.pause(for: duration, "the power cut of \(name)")
    } catch { trouble = error }
    try await equipment.restore()
    if let trouble { throw trouble }
    return true
  }

  /// Presses the button that ends a session at the board; false where the rig cannot.
  public func pressButton() -> Bool {
    guard let device = place?.device else { return false }
    device.pressButton()
    return true
  }
}

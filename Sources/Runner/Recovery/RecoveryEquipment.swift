import LabRuntime
import Links
public import Rig

/// What a bench has to climb a rung of the recovery ladder with: power switches, debug probes, lines.
///
/// The runner decides which rung is climbed and when; this decides how, and says beforehand what else
/// it touches.
public protocol RecoveryEquipment: Sendable {
  /// What a rung does beside its purpose, in words, the other boards of the rig that it touches, or
  /// why it cannot be climbed.
  func prospect(of rung: RigBoard.RecoveryRung, on board: BenchBoard, of bench: Bench)
    -> RecoveryProspect

  /// Climbs a rung; the board's link is closed. The runner proves the board's start state afterwards.
  func climb(_ rung: RigBoard.RecoveryRung, on board: BenchBoard, of bench: Bench) async throws
}

/// What a rung would do.
public enum RecoveryProspect: Sendable, Equatable {
  /// It can be climbed: its side effects in words, and the other boards that it touches.
  case possible(effects: [String], boards: [String])
  /// It cannot, for this reason.
  case impossible(String)
}

/// The equipment that every bench has: control lines of serial ports, and the power of virtual boards.
public struct BenchEquipment: RecoveryEquipment {
  /// How long lines are dropped, and power is cut.
  private static let pause = Duration.milliseconds(100)

  /// The equipment of a bench without any of its own.
  public init() {}

  /// What a rung would do.
  public func prospect(
    of rung: RigBoard.RecoveryRung, on board: BenchBoard, of bench: Bench
  ) -> RecoveryProspect {
    switch rung {
    case .reopen: return .possible(effects: [], boards: [])
    case .protocol:
      return .possible(effects: ["ends every session of \(board.name)"], boards: [])
    case .lines:
      guard board.description.droppedLines != nil else {
        return .impossible("its link has no control lines")
      }
      return .possible(
        effects: ["restarts \(board.name) where its reset is wired to DTR or RTS"], boards: [])
    case .power:
      guard board.canCutPower else { return .impossible("this build cannot switch its power") }
      return .possible(effects: ["cuts the power of \(board.name)"], boards: [])
    case .probe: return .impossible("this build has no debug probe")
    }
  }

  /// Drops the lines, or cuts the power.
  public func climb(
    _ rung: RigBoard.RecoveryRung, on board: BenchBoard, of bench: Bench
  ) async throws {
    switch rung {
    case .lines:
      guard let address = board.description.droppedLines else { return }
      let source = try address.source(bench.lab, directory: bench.file.directory, virtual: nil)
      let link = try await source.open()
      defer { link.close() }
      try await bench.lab.sleep(for: Self.pause, label: "the control lines of \(board.name)")
    case .power: _ = try await board.cutPower(for: Self.pause)
    case .reopen, .protocol, .probe: break
    }
  }
}

extension RigBoard {
  /// The board's port with its control lines dropped; nil for a link that has none.
  var droppedLines: LinkAddress? {
    func dropped(_ parameters: SerialParameters) -> SerialParameters {
      var parameters = parameters
      parameters.dtr = false
      parameters.rts = false
      return parameters
    }
    return switch link {
    case .serial(let path, let parameters): .serial(path: path, dropped(parameters))
    case .usb(let selector, let interface, let parameters):
      .usb(selector, interface: interface, dropped(parameters))
    default: nil
    }
  }
}

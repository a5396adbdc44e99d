public import Bench
import Links
public import RigFile

/// The equipment with which a bench climbs a rung of the recovery ladder: power switches, debug
/// probes, lines.
///
/// The runner decides which rung is climbed and when; this decides how, and says beforehand what else
/// it touches.
public protocol RecoveryEquipment: Sendable {
  /// The side effects of a rung, the other boards of the rig that it touches, or
  /// why it cannot be climbed.
  func prospect(of rung: RigBoard.RecoveryRung, on board: BenchBoard, of bench: Bench)
    -> RecoveryProspect

  /// Climbs a rung; the board's link is closed. The runner proves the board's start state afterwards.
  func climb(_ rung: RigBoard.RecoveryRung, on board: BenchBoard, of bench: Bench) async throws
}

/// The effect of a rung.
public enum RecoveryProspect: Sendable, Equatable {
  /// It can be climbed: its side effects, and the other boards that it touches.
  case possible(effects: [String], boards: [String])
  /// It cannot, for this reason.
  case impossible(String)
}

/// The equipment that a rig file describes: control lines of serial ports, debug probes, power.
public struct BenchEquipment: RecoveryEquipment {
  /// How long power is cut: a real supply takes its time to fall.
  private static func pause(_ board: BenchBoard) -> Duration {
    board.description.link.scheme == .virtual ? .milliseconds(100) : .seconds(1)
  }

  /// The effect of a rung.
  public func prospect(
    of rung: RigBoard.RecoveryRung, on board: BenchBoard, of bench: Bench
  ) -> RecoveryProspect {
    switch rung {
    case .reopen: return .possible(effects: [], boards: [])
    case .protocol:
      return .possible(effects: ["ends every session of \(board.name)"], boards: [])
    case .lines:
      guard board.description.isOnTerminal else {
        return .impossible("its link has no control lines")
      }
      return .possible(
        effects: ["restarts \(board.name) where its reset is wired to DTR or RTS"], boards: [])
    case .power:
      guard board.canCutPower else {
        return .impossible("the rig file does not say what switches its power")
      }
      return .possible(effects: ["cuts the power of \(board.name)"], boards: board.sharingPower)
    case .probe:
      guard let probe = board.probe else {
        return .impossible("the rig file does not say which debug probe leads to which chip")
      }
      return .possible(effects: ["resets the chip of \(board.name) by \(probe)"], boards: [])
    }
  }

  /// Drops the lines, resets the chip, or cuts the power.
  public func climb(
    _ rung: RigBoard.RecoveryRung, on board: BenchBoard, of bench: Bench
  ) async throws {
    switch rung {
    case .lines:
      try await board.dropControlLines()
    case .probe: try await board.resetByProbe()
    case .power: _ = try await board.cutPower(for: Self.pause(board))
    case .reopen, .protocol: break
    }
  }
}

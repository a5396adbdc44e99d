public import BootProtocols
public import Links
public import Room

/// One board of a rig file.
public struct RigBoard: Sendable, Hashable {
  /// Name that reports print.
  public var name: String
  /// Its kind, with the settings of that kind alone.
  public var kind: Kind
  /// How bytes reach it; relative paths are already taken from the rig file's folder.
  public var link: LinkAddress
  /// Judged, or playing along.
  public var use = Use.device
  /// How bytes reached it when a replayed recording was made; nil for a board that is no replay.
  public var recordedLink: LinkAddress?
  /// Name of the board profile.
  public var profile: String?
  /// The capabilities that the board claims.
  public var claims = Claims()
  /// Wait after opening before the first byte; nil leaves it to the profile.
  public var settle: Duration?
  /// The board's own console.
  public var log: LinkAddress?
  /// Last resort of the start state.
  public var reset: Reset?
  /// How it is powered.
  public var power: Power
  /// Serial number of the debug probe that leads to its chip; nil where there is none.
  public var probe: String?
  /// Rungs that may be climbed after a fault of the rig.
  public var recovery = RecoveryRung.standard
  /// Where it stands, metres.
  public var position: Position?
  /// Where it looks, degrees.
  public var facing = Facing()
  /// The image that is flashed before the run.
  public var image: Image?
  /// How often a case that went wrong is tried again on this board.
  public var retries: RigRetries = 0
  /// The part of a virtual board; nil for any other.
  public var part: VirtualPart?
  /// What it speaks beside its firmware, on the same link.
  public var alsoSpeaks: [Firmware] = []

  /// A name that a board may have and no other has, of the letters of a text.
  package static func name(of text: String, besides taken: [String]) -> String {
    let letters = text.lowercased().map { letter in
      letter.isASCII && (letter.isLetter || letter.isNumber) ? letter : "-"
    }
    let stem = letters.isEmpty ? "board" : String(letters.prefix(28))
    guard taken.contains(stem) else { return stem }
    return (2...9999).lazy.map { "\(stem)-\($0)" }.first { !taken.contains($0) } ?? stem
  }

  /// The use of a board.
  public enum Use: String, Sendable, Hashable, CaseIterable {
    case device
    /// It plays along.
    case helper
  }

  /// Part in a ranging round.
  public enum Role: String, Sendable, Hashable, CaseIterable {
    case controller
    case controlee
  }

  /// A rung of the ladder that a fault of the rig is climbed out on.
  public enum RecoveryRung: String, Sendable, Hashable, CaseIterable {
    /// Close and open the link.
    case reopen
    case lines
    case `protocol`
    case probe
    case power

    /// The rungs of a board that names none.
    public static let standard: [RecoveryRung] = [.reopen, .lines, .protocol]
  }
}
